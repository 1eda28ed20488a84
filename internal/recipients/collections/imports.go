package collections

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/page"
	"laurel/internal/recipients/collections/internal/db"
	"laurel/internal/recipients/recipients"
)

// ErrImportNotFound means that a person has no such imported credential.
var ErrImportNotFound = errs.New(errs.NotFound, "imported.not_found")

// Import is an imported credential as a collection shows it.
type Import struct {
	ID         uuid.UUID
	Title      string // "" if it has none
	IssuerName string
	IssuerURL  string
	IssuedAt   *time.Time
	ExpiresAt  *time.Time
	Status     string     // of its last verification with a result
	VerifiedAt *time.Time // nil if nothing was verified
	NotTheirs  bool       // it was issued to none of the person's addresses
	HasPicture bool
	UpdatedAt  time.Time
}

// Imports has the credentials that people imported. The package that verifies them implements it.
type Imports interface {
	// Collected returns those of some imports that a person has.
	Collected(ctx context.Context, person int64, ids []uuid.UUID) ([]Import, error)
	// SignedDocument returns the signed JSON document of an import, or nil if it has none.
	SignedDocument(ctx context.Context, person int64, id uuid.UUID) ([]byte, error)
	// CollectedPicture returns the picture of an import and its media type, or an error that it has none.
	CollectedPicture(ctx context.Context, person int64, id uuid.UUID) (data []byte, mediaType string, err error)
}

// Hidden reports whether others don't see the item: a credential that is private, withdrawn or renewed.
func (i Item) Hidden() bool { return i.Imported == nil && !recipients.Shareable(i.Credential) }

// held returns those of the credentials that a person has.
func (s *Service) held(ctx context.Context, person int64, owner credentials.Owner, asked []Ref) (map[Ref]Item, error) {
	out := make(map[Ref]Item, len(asked))
	var ours, theirs []uuid.UUID
	for _, ref := range asked {
		if ref.Imported {
			theirs = append(theirs, ref.ID)
		} else {
			ours = append(ours, ref.ID)
		}
	}
	if len(ours) > 0 {
		found, err := s.Search.ListOwn(ctx, owner, credentialsearch.OwnQuery{UUIDs: ours, Page: page.Request{Size: page.MaxSize}})
		if err != nil {
			return nil, err
		}
		for _, c := range found.Items {
			out[Ref{ID: c.UUID}] = Item{Credential: c}
		}
	}
	if len(theirs) > 0 {
		found, err := s.Imports.Collected(ctx, person, theirs)
		if err != nil {
			return nil, err
		}
		for _, i := range found {
			out[Ref{i.ID, true}] = Item{Imported: &i}
		}
	}
	return out, nil
}

// owned returns credentials of the actor in the order asked for. It returns credentials.ErrNotFound or ErrImportNotFound for one that is
// not theirs.
func (s *Service) owned(ctx context.Context, by recipients.Actor, asked []Ref) ([]Item, error) {
	held, err := s.held(ctx, by.RecipientID, by.Owner(), asked)
	if err != nil {
		return nil, err
	}
	out := make([]Item, len(asked))
	for i, ref := range asked {
		item, has := held[ref]
		switch {
		case !has && ref.Imported:
			return nil, ErrImportNotFound
		case !has:
			return nil, credentials.ErrNotFound
		}
		out[i] = item
	}
	return out, nil
}

// items returns the items that a person still has.
func (s *Service) items(ctx context.Context, person int64, owner credentials.Owner, rows []db.RecipientCollectionItemListRow) ([]Item, error) {
	asked := make([]Ref, len(rows))
	for i, row := range rows {
		asked[i] = Ref{row.Uuid, row.Imported}
	}
	held, err := s.held(ctx, person, owner, asked)
	var out []Item
	for i, row := range rows {
		if item, has := held[asked[i]]; has {
			item.Note = row.Note
			out = append(out, item)
		}
	}
	return out, err
}

// Presentable is what a presentation contains: credentials of this installation, and documents that other issuers signed.
type Presentable struct {
	Credentials []credentials.Credential
	Documents   [][]byte
}

// Presentable returns credentials of the actor, private ones too, in the order asked for. It returns recipients.ErrNotSignedIn,
// recipients.ErrLimited, field errors, also when there are only imports without a signed document, or credentials.ErrNotFound or ErrImportNotFound for a
// credential that is not the actor's.
func (s *Service) Presentable(ctx context.Context, by recipients.Actor, asked []Ref) (Presentable, error) {
	if err := by.RequireFull(); err != nil {
		return Presentable{}, err
	}
	if len(asked) > MostItems {
		return Presentable{}, errs.Field("credential_ids", "too_many", "max", MostItems)
	}
	items, err := s.owned(ctx, by, asked)
	if err != nil {
		return Presentable{}, err
	}
	out, skipped, err := s.presentable(ctx, by.RecipientID, items)
	if err == nil && skipped > 0 && skipped == len(items) {
		err = errs.Field("imported_ids", "imported.not_signed")
	}
	return out, err
}

// SharedPresentable returns what a presentation of a shared collection contains. Imports without a signed document are left out.
func (s *Service) SharedPresentable(ctx context.Context, c Shared) (Presentable, error) {
	out, _, err := s.presentable(ctx, c.OwnerID, c.Items)
	return out, err
}

func (s *Service) presentable(ctx context.Context, person int64, items []Item) (out Presentable, skipped int, err error) {
	for _, item := range items {
		if item.Imported == nil {
			out.Credentials = append(out.Credentials, item.Credential)
			continue
		}
		document, err := s.Imports.SignedDocument(ctx, person, item.Imported.ID)
		switch {
		case err != nil:
			return out, skipped, err
		case document == nil:
			skipped++
		default:
			out.Documents = append(out.Documents, document)
		}
	}
	return out, skipped, nil
}

// SharedPicture returns the picture of an import in the collection of a link. It returns ErrNotFound, ErrExpired, ErrImportNotFound, or an
// error that it has none.
func (s *Service) SharedPicture(ctx context.Context, token string, id uuid.UUID) (data []byte, mediaType string, err error) {
	c, err := s.Shared(ctx, token)
	if err != nil {
		return nil, "", err
	}
	for _, item := range c.Items {
		if item.Imported != nil && item.Imported.ID == id {
			return s.Imports.CollectedPicture(ctx, c.OwnerID, id)
		}
	}
	return nil, "", ErrImportNotFound
}

// HideImportTx hides a removed import in the collections that have it, or shows it again.
func HideImportTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, hidden bool) error {
	err := db.New().RecipientCollectionImportHide(ctx, tx, db.RecipientCollectionImportHideParams{ImportedUuid: id, Hidden: hidden})
	if err != nil {
		return fmt.Errorf("hide import in collections: %w", err)
	}
	return nil
}

// ReplaceImportTx puts another import of the same credential in the place of one that is deleted.
func ReplaceImportTx(ctx context.Context, tx pgx.Tx, former, by uuid.UUID) error {
	err := db.New().RecipientCollectionImportReplace(ctx, tx, db.RecipientCollectionImportReplaceParams{FormerUuid: former, ImportedUuid: by})
	if err != nil {
		return fmt.Errorf("replace import in collections: %w", err)
	}
	return nil
}
