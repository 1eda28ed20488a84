package documents

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"time"

	"laurel/internal/documents/documents/internal/db"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/pg"
)

// Response is a rendered document with the credential it was rendered from. ETag identifies its content.
type Response struct {
	Credential credentials.Credential
	Data       []byte
	ETag       string
}

// RenderFunc renders what a Request names.
type RenderFunc func(context.Context, credentials.Credential) ([]byte, error)

// cacheTTL is how long a response is reused without rendering. The row version is checked for each request; the TTL bounds
// changes outside the database, such as a restored file or an installed font.
const cacheTTL = time.Minute

// Public answers a request, from the cache while the row version is unchanged, which takes one database query. allow decides for
// each request whether the credential may be shown. Errors are those of credentials.ReadPublic, allow and make.
func (s *Service) Public(ctx context.Context, w Request, allow func(credentials.Credential) error, make RenderFunc) (Response, error) {
	stamp := ""
	var before []func(pg.DB) error
	known, ok := s.documentCache.Get(w)
	switch {
	case ok && known.rowVersion == "": // second request: from now on the row version is known
		before = append(before, func(d pg.DB) (err error) {
			stamp, err = s.q.ServedStamp(ctx, d, known.credential.ID)
			if pg.NoRows(err) {
				err = nil // the credential is gone; reading it returns the error
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
	s.documentCache.Remove(w)
	// The row version was read before the rows, so that a concurrent change invalidates this response.
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
	if stamp == "" { // a response that is requested once must not evict popular ones
		one.data = nil
	}
	s.documentCache.Put(w, one, len(one.data))
	return out, nil
}

// Request identifies one document behind a public link.
type Request struct {
	Ref, Key string // of the link
	Thing    string // caller-defined name of the document
}

// cachedResponse is the cached result of a request.
type cachedResponse struct {
	credential credentials.Credential
	rowVersion string // "" before the second request
	data       []byte
	etag       string
	until      time.Time
}

// expiry returns when a response rendered now must be rendered again: after cacheTTL, or when the credential expires.
func (s *Service) expiry(c credentials.Credential) time.Time {
	now := s.clock.Now()
	soon := now.Add(cacheTTL)
	if end, ends := c.End(); ends && end.After(now) && end.Before(soon) {
		return end
	}
	return soon
}

func (s cachedResponse) response() Response { return Response{s.credential, s.data, s.etag} }

// rowVersion returns a version of all rows that the documents of a credential depend on, or "" when the credential is gone or the
// database did not answer; the caller then reads it and gets the error. Concurrent calls for a credential share one query.
func (s *Service) rowVersion(ctx context.Context, credentialID int64) string {
	ctx = context.WithoutCancel(ctx) // the result is shared with other callers
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

// Versions returns versions of all rows that the pictures of some credentials depend on.
func (s *Service) Versions(ctx context.Context, credentialIDs []int64) ([]string, error) {
	var rows []db.ServedStampsRow
	err := pg.SingleStatementSystem(ctx, s.pool, func(d pg.DB) (err error) {
		rows, err = s.q.ServedStamps(ctx, d, credentialIDs)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read versions of credentials: %w", err)
	}
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = strconv.FormatInt(r.ID, 10) + " " + r.Stamp
	}
	return out, nil
}
