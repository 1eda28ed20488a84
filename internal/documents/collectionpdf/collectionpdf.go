// Package collectionpdf prints recipients' collections of credentials: a cover page, and the credentials in their order. See ADR 117.
package collectionpdf

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"

	"laurel/internal/documents/documents"
	"laurel/internal/documents/rendering"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/links"
	"laurel/internal/platform/lru"
	"laurel/internal/platform/throttle"
	"laurel/internal/recipients/collections"
	"laurel/internal/recipients/recipients"
)

// Printing is limited, because it may paint hundreds of pictures. What was printed before is not.
var (
	perPerson  = throttle.Rule{Name: "collection_pdf.person", Limit: 30, Window: time.Hour}
	perNetwork = throttle.Rule{Name: "collection_pdf.network", Limit: 30, Window: time.Hour}
)

// maxCached is the size of the cache of printed files, in bytes.
const maxCached = 64 << 20

// Deps are the dependencies of a Service.
type Deps struct {
	Clock       clock.Clock
	Collections *collections.Service
	Imports     collections.Imports
	Documents   *documents.Service
	Renderer    *rendering.Renderer
	Throttle    *throttle.Limiter
	Texts       *i18n.Bundle
	Links       links.Links
}

// Service prints collections.
type Service struct {
	Deps
	// Files are cached in memory only: a person's file must be gone with their account.
	printed *lru.Cache[string, []byte]
}

// New returns a Service.
func New(d Deps) *Service { return &Service{d, lru.New[string, []byte](maxCached)} }

// File is a printed collection.
type File struct {
	Name string
	Data []byte
}

// Own prints a collection of the actor with everything in it, private credentials too. It returns the errors of collections.Read,
// throttle.ErrTooMany, and those of rendering.
func (s *Service) Own(ctx context.Context, by recipients.Actor, id uuid.UUID, language string) (File, error) {
	c, err := s.Collections.Read(ctx, by, id)
	if err != nil {
		return File{}, err
	}
	b := booklet{Shared: collections.Shared{Collection: c, OwnerID: by.RecipientID, Owner: by.Name, Language: language}, own: true}
	open := c.Visibility != collections.Private && (c.ExpiresAt == nil || s.Clock.Now().Before(*c.ExpiresAt))
	if open {
		b.address = s.Links.SharedCollection(c.Token)
	}
	return s.print(ctx, b, perPerson, strconv.FormatInt(by.RecipientID, 10))
}

// Shared prints the collection of a link as its visitors see it. It returns the errors of collections.Shared, throttle.ErrTooMany, and
// those of rendering.
func (s *Service) Shared(ctx context.Context, token, language, ip string) (File, error) {
	c, err := s.Collections.Shared(ctx, token)
	if err != nil {
		return File{}, err
	}
	c.Language = language
	return s.print(ctx, booklet{Shared: c, address: s.Links.SharedCollection(token)}, perNetwork, throttle.Network(ip))
}

// booklet is a collection that is printed.
type booklet struct {
	collections.Shared
	own     bool   // for its owner
	address string // of its page; "" if nobody can open that
}

func (s *Service) print(ctx context.Context, b booklet, limit throttle.Rule, who string) (File, error) {
	revision, err := s.revision(ctx, b)
	if err != nil {
		return File{}, err
	}
	out := File{Name: b.Name}
	var known bool
	if out.Data, known = s.printed.Get(revision); known {
		return out, nil
	}
	if err := s.Throttle.Allow(ctx, limit, who); err != nil {
		return File{}, err
	}
	if out.Data, err = s.render(ctx, b); err != nil {
		return File{}, err
	}
	s.printed.Put(revision, out.Data, len(out.Data))
	return out, nil
}

// revision identifies everything that a file shows.
func (s *Service) revision(ctx context.Context, b booklet) (string, error) {
	var ids []int64
	for _, item := range b.Items {
		if item.Imported == nil {
			ids = append(ids, item.Credential.ID)
		}
	}
	versions, err := s.Documents.Versions(ctx, ids)
	if err != nil {
		return "", err
	}
	parts := []any{
		s.Renderer.Version(), b.Name, b.Description, b.Owner, b.Language, b.own, b.address, clock.Today(s.Clock, time.UTC).Format(time.DateOnly), versions,
	}
	for _, item := range b.Items {
		parts = append(parts, item.Credential.UUID, item.Credential.State, item.Imported, item.Note)
	}
	text, err := json.Marshal(parts)
	if err != nil {
		return "", fmt.Errorf("encode the revision of a collection: %w", err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16]), nil
}
