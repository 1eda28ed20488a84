package documents

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/pg"
)

// Response is a document of a credential as both are now. Tag names its content.
type Response struct {
	Credential credentials.Credential
	Data       []byte
	ETag       string
}

// RenderFunc makes the thing that a wish is for.
type RenderFunc func(context.Context, credentials.Credential) ([]byte, error)

// cacheTTL is how long something is handed out again. What it is made of is looked at each time as far as the database knows of it;
// a file that came back to the store, or a font that an operator added for all, shows by then.
const cacheTTL = time.Minute

// Public answers a wish. What was made for it before is handed out again while the rows that it was made of are those that they were,
// which is one question to the database; what may be seen by whoever asks, allow says each time. It refuses as
// credentials.ReadPublic does, and as allow and the maker do.
func (s *Service) Public(ctx context.Context, w Request, allow func(credentials.Credential) error, make RenderFunc) (Response, error) {
	stamp := ""
	var before []func(pg.DB) error
	known, ok := s.documentCache.get(w)
	switch {
	case ok && known.rowVersion == "": // it was asked for once: from now on its stamp is known
		before = append(before, func(d pg.DB) (err error) {
			stamp, err = s.q.ServedStamp(ctx, d, known.credential.ID)
			if pg.NoRows(err) {
				err = nil // it is gone, which reading it tells
			}
			return err
		})
	case ok:
		stamp = s.rowVersion(ctx, known.credential.ID)
		if known.rowVersion == stamp && s.clock.Now().Before(known.until) {
			if err := allow(known.credential); err != nil {
				return Response{}, err
			}
			return known.response(), nil
		}
	}
	s.documentCache.remove(w)
	// The stamp is older than all that is read from here on: what changes meanwhile has another the next time.
	c, err := s.credentials.ReadPublicAfter(ctx, w.Ref, w.Key, before...)
	if err != nil {
		return Response{}, err
	}
	if err := allow(c); err != nil {
		return Response{}, err
	}
	data, err := make(ctx, c)
	if err != nil {
		return Response{}, err
	}
	sum := sha256.Sum256(data)
	one := cachedResponse{credential: c, rowVersion: stamp, data: data, etag: hex.EncodeToString(sum[:16]), until: s.expiry(c)}
	out := one.response()
	if stamp == "" { // what each of many people asks for once must not push out what many ask for
		one.data = nil
	}
	s.documentCache.put(w, one, len(one.data))
	return out, nil
}

// Request is what somebody with a public link asks for: one of the things that show a credential.
type Request struct {
	Ref, Key string // of the link
	Thing    string // which of all, as whoever asks calls it
}

// cachedResponse is what a wish came to.
type cachedResponse struct {
	credential credentials.Credential
	rowVersion string // of the rows that it is made of; "" before it was asked for again
	data       []byte
	etag       string
	until      time.Time
}

// expiry is how long what is made now may be served: a document says that its credential expired once it has.
func (s *Service) expiry(c credentials.Credential) time.Time {
	now := s.clock.Now()
	soon := now.Add(cacheTTL)
	if end, ends := c.End(); ends && end.After(now) && end.Before(soon) {
		return end
	}
	return soon
}

func (s cachedResponse) response() Response { return Response{s.credential, s.data, s.etag} }

// rowVersion names the rows that the documents of a credential are made of; "" when it is gone, or the database gave no answer: what is
// made then asks again, with more patience, and is refused for what is wrong. Those who ask at the same time ask once.
func (s *Service) rowVersion(ctx context.Context, credentialID int64) string {
	ctx = context.WithoutCancel(ctx) // others may wait for the answer
	return s.rowVersionFlights.do(credentialID, func() (stamp string) {
		err := pg.SingleStatementSystem(pg.WithGenericPlan(ctx), s.pool, func(d pg.DB) (err error) {
			stamp, err = s.q.ServedStamp(ctx, d, credentialID)
			return err
		})
		if err != nil {
			return ""
		}
		return stamp
	})
}
