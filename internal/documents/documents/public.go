package documents

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/pg"
)

// Served is a document of a credential as both are now. Tag names its content.
type Served struct {
	Credential credentials.Credential
	Data       []byte
	Tag        string
}

// Make makes the thing that a wish is for.
type Make func(context.Context, credentials.Credential) ([]byte, error)

// keptAtHand is how long something is handed out again. What it is made of is looked at each time as far as the database knows of it;
// a file that came back to the store, or a font that an operator added for all, shows by then.
const keptAtHand = time.Minute

// Public answers a wish. What was made for it before is handed out again while the rows that it was made of are those that they were,
// which is one question to the database; what may be seen by whoever asks, allow says each time. It refuses as
// credentials.ReadPublic does, and as allow and the maker do.
func (s *Service) Public(ctx context.Context, w Wish, allow func(credentials.Credential) error, make Make) (Served, error) {
	stamp := ""
	var before []func(pg.DB) error
	known, ok := s.served.take(w)
	switch {
	case ok && known.stamp == "": // it was asked for once: from now on its stamp is known
		before = append(before, func(d pg.DB) (err error) {
			stamp, err = s.q.ServedStamp(ctx, d, known.credential.ID)
			if pg.NoRows(err) {
				err = nil // it is gone, which reading it tells
			}
			return err
		})
	case ok:
		stamp = s.stamp(ctx, known.credential.ID)
		if known.stamp == stamp && s.clock.Now().Before(known.until) {
			if err := allow(known.credential); err != nil {
				return Served{}, err
			}
			return known.served(), nil
		}
	}
	s.served.forget(w)
	// The stamp is older than all that is read from here on: what changes meanwhile has another the next time.
	c, err := s.credentials.ReadPublicAfter(ctx, w.Ref, w.Key, before...)
	if err != nil {
		return Served{}, err
	}
	if err := allow(c); err != nil {
		return Served{}, err
	}
	data, err := make(ctx, c)
	if err != nil {
		return Served{}, err
	}
	sum := sha256.Sum256(data)
	one := shelved{credential: c, stamp: stamp, data: data, tag: hex.EncodeToString(sum[:16]), until: s.until(c)}
	out := one.served()
	if stamp == "" { // what each of many people asks for once must not push out what many ask for
		one.data = nil
	}
	s.served.put(w, one, len(one.data))
	return out, nil
}

// Wish is what somebody with a public link asks for: one of the things that show a credential.
type Wish struct {
	Ref, Key string // of the link
	Thing    string // which of all, as whoever asks calls it
}

// shelved is what a wish came to.
type shelved struct {
	credential credentials.Credential
	stamp      string // of the rows that it is made of; "" before it was asked for again
	data       []byte
	tag        string
	until      time.Time
}

// until is how long what is made now may be served: a document says that its credential expired once it has.
func (s *Service) until(c credentials.Credential) time.Time {
	now := s.clock.Now()
	soon := now.Add(keptAtHand)
	if end, ends := c.End(); ends && end.After(now) && end.Before(soon) {
		return end
	}
	return soon
}

func (s shelved) served() Served { return Served{s.credential, s.data, s.tag} }

// stamp names the rows that the documents of a credential are made of; "" when it is gone, or the database gave no answer: what is
// made then asks again, with more patience, and is refused for what is wrong. Those who ask at the same time ask once.
func (s *Service) stamp(ctx context.Context, credentialID int64) string {
	ctx = context.WithoutCancel(ctx) // others may wait for the answer
	return s.stamps.ask(credentialID, func() (stamp string) {
		err := pg.AskingSystem(pg.Keyed(ctx), s.pool, func(d pg.DB) (err error) {
			stamp, err = s.q.ServedStamp(ctx, d, credentialID)
			return err
		})
		if err != nil {
			return ""
		}
		return stamp
	})
}
