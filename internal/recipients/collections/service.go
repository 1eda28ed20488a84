package collections

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
	"laurel/internal/recipients/collections/internal/db"
	"laurel/internal/recipients/recipients"
)

// Service manages the collections of recipients.
type Service struct {
	Deps
	q *db.Queries
}

// Deps are the dependencies of a Service.
type Deps struct {
	Pool   *pgxpool.Pool
	Clock  clock.Clock
	Audit  *audit.Log
	Search *credentialsearch.Service
	// Imports are the credentials that people imported.
	Imports Imports
}

// New returns a Service.
func New(d Deps) *Service { return &Service{d, db.New()} }

// List lists the actor's collections by name, each with its first three credentials. It returns recipients.ErrNotSignedIn or
// recipients.ErrLimited.
func (s *Service) List(ctx context.Context, by recipients.Actor) ([]Collection, error) {
	if err := by.RequireFull(); err != nil {
		return nil, err
	}
	var rows []db.RecipientCollectionListRow
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		rows, err = s.q.RecipientCollectionList(ctx, tx, db.RecipientCollectionListParams{Emails: by.Owner().Emails, RecipientID: by.RecipientID})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list collections: %w", err)
	}
	var first []Ref
	for _, row := range rows {
		first = append(first, refs(row)...)
	}
	held, err := s.held(ctx, by.RecipientID, by.Owner(), first)
	if err != nil {
		return nil, err
	}
	out := make([]Collection, len(rows))
	for i, row := range rows {
		out[i] = fromRow(row.RecipientCollection)
		out[i].Count = int(row.Count)
		for _, ref := range refs(row) {
			if item, has := held[ref]; has {
				out[i].Items = append(out[i].Items, item)
			}
		}
	}
	return out, nil
}

// refs returns what a collection in a list has first.
func refs(row db.RecipientCollectionListRow) []Ref {
	out := make([]Ref, len(row.First))
	for i, id := range row.First {
		out[i] = Ref{id, row.Imported[i]}
	}
	return out
}

// Create makes a collection, private unless said otherwise. It returns recipients.ErrNotSignedIn, recipients.ErrLimited, field errors,
// ErrTooMany, or credentials.ErrNotFound or ErrImportNotFound for a credential that is not the actor's.
func (s *Service) Create(ctx context.Context, by recipients.Actor, in Input) (Collection, error) {
	if err := by.RequireFull(); err != nil {
		return Collection{}, err
	}
	c := Collection{ID: uuid.New(), Visibility: Private, Token: newToken()}
	if err := in.apply(&c, s.Clock.Now()); err != nil {
		return Collection{}, err
	}
	if err := s.own(ctx, by, in.Items.Value); err != nil {
		return Collection{}, err
	}
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		row, err := s.q.RecipientCollectionInsert(ctx, tx, db.RecipientCollectionInsertParams{
			Uuid: c.ID, RecipientID: by.RecipientID, Name: c.Name, Description: c.Description, Visibility: string(c.Visibility), Token: c.Token,
			ExpiresAt: c.ExpiresAt, Now: s.Clock.Now(), Most: MostCollections,
		})
		if pg.NoRows(err) {
			return ErrTooMany
		}
		if err != nil {
			return fmt.Errorf("insert collection: %w", err)
		}
		if err := s.addTx(ctx, tx, row.ID, in.Items.Value); err != nil {
			return err
		}
		return s.recordTx(ctx, tx, by, "recipient_collection.created", c)
	})
	if err != nil {
		return Collection{}, err
	}
	return s.Read(ctx, by, c.ID)
}

// own returns credentials.ErrNotFound or ErrImportNotFound unless all credentials are the actor's.
func (s *Service) own(ctx context.Context, by recipients.Actor, items []NewItem) error {
	asked := make([]Ref, len(items))
	for i, item := range items {
		asked[i] = item.Ref
	}
	_, err := s.owned(ctx, by, asked)
	return err
}

func (s *Service) addTx(ctx context.Context, tx pgx.Tx, id int64, items []NewItem) error {
	if len(items) == 0 {
		return nil
	}
	last, err := s.q.RecipientCollectionLast(ctx, tx, id)
	if err != nil {
		return fmt.Errorf("find the end of a collection: %w", err)
	}
	ours, theirs := db.RecipientCollectionItemsInsertParams{CollectionID: id}, db.RecipientCollectionImportsInsertParams{CollectionID: id}
	for _, item := range items {
		last++
		if item.Imported {
			theirs.Uuids, theirs.Notes, theirs.Positions = append(theirs.Uuids, item.ID), append(theirs.Notes, item.Note), append(theirs.Positions, last)
		} else {
			ours.Uuids, ours.Notes, ours.Positions = append(ours.Uuids, item.ID), append(ours.Notes, item.Note), append(ours.Positions, last)
		}
	}
	if err := s.q.RecipientCollectionItemsInsert(ctx, tx, ours); err != nil {
		return fmt.Errorf("insert items of a collection: %w", err)
	}
	err = s.q.RecipientCollectionImportsInsert(ctx, tx, theirs)
	if pg.Violates(err, "recipient_collection_imports_imported_uuid_fkey") {
		return ErrImportNotFound // removed since it was found
	}
	if err != nil {
		return fmt.Errorf("insert imported items of a collection: %w", err)
	}
	return nil
}

// Read returns a collection of the actor with its items. It returns recipients.ErrNotSignedIn, recipients.ErrLimited or ErrNotFound.
func (s *Service) Read(ctx context.Context, by recipients.Actor, id uuid.UUID) (Collection, error) {
	if err := by.RequireFull(); err != nil {
		return Collection{}, err
	}
	var c Collection
	var rows []db.RecipientCollectionItemListRow
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		row, err := s.q.RecipientCollectionRead(ctx, tx, db.RecipientCollectionReadParams{Uuid: id, RecipientID: by.RecipientID})
		if err != nil {
			return err
		}
		c = fromRow(row)
		rows, err = s.q.RecipientCollectionItemList(ctx, tx, row.ID)
		return err
	})
	if pg.NoRows(err) {
		return c, ErrNotFound
	}
	if err != nil {
		return c, fmt.Errorf("read collection: %w", err)
	}
	c.Items, err = s.items(ctx, by.RecipientID, by.Owner(), rows)
	c.Count = len(c.Items)
	return c, err
}

// Update changes a collection. Items replace all earlier ones, in the given order. It returns recipients.ErrNotSignedIn,
// recipients.ErrLimited, ErrNotFound, field errors, or credentials.ErrNotFound or
// ErrImportNotFound for a credential that is not the actor's.
func (s *Service) Update(ctx context.Context, by recipients.Actor, id uuid.UUID, in Input) (Collection, error) {
	if err := by.RequireFull(); err != nil {
		return Collection{}, err
	}
	if len(in.Items.Value) <= MostItems { // else refused below
		if err := s.own(ctx, by, in.Items.Value); err != nil {
			return Collection{}, err
		}
	}
	err := s.change(ctx, by, id, func(tx pgx.Tx, row db.RecipientCollection) error {
		c := fromRow(row)
		if err := in.apply(&c, s.Clock.Now()); err != nil {
			return err
		}
		_, err := s.q.RecipientCollectionUpdate(ctx, tx, db.RecipientCollectionUpdateParams{
			ID: row.ID, Name: c.Name, Description: c.Description, Visibility: string(c.Visibility), ExpiresAt: c.ExpiresAt, Now: s.Clock.Now(),
		})
		if err != nil {
			return fmt.Errorf("update collection: %w", err)
		}
		if in.Items.Given {
			if err := s.q.RecipientCollectionItemsDelete(ctx, tx, row.ID); err != nil {
				return fmt.Errorf("empty collection: %w", err)
			}
			if err := s.q.RecipientCollectionImportsDelete(ctx, tx, row.ID); err != nil {
				return fmt.Errorf("empty collection: %w", err)
			}
			if err := s.addTx(ctx, tx, row.ID, in.Items.Value); err != nil {
				return err
			}
		}
		return s.recordTx(ctx, tx, by, "recipient_collection.updated", c)
	})
	if err != nil {
		return Collection{}, err
	}
	return s.Read(ctx, by, id)
}

// change runs do with a collection of the actor, locked.
func (s *Service) change(ctx context.Context, by recipients.Actor, id uuid.UUID, do func(tx pgx.Tx, row db.RecipientCollection) error) error {
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		row, err := s.q.RecipientCollectionLock(ctx, tx, db.RecipientCollectionLockParams{Uuid: id, RecipientID: by.RecipientID})
		if pg.NoRows(err) {
			return ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("lock collection: %w", err)
		}
		return do(tx, row)
	})
}

// Add puts credentials at the end of a collection; those that it has already stay where they are. It returns recipients.ErrNotSignedIn,
// recipients.ErrLimited, ErrNotFound, field errors, or credentials.ErrNotFound or
// ErrImportNotFound for a credential that is not the actor's.
func (s *Service) Add(ctx context.Context, by recipients.Actor, id uuid.UUID, refs []Ref) (Collection, error) {
	if err := by.RequireFull(); err != nil {
		return Collection{}, err
	}
	items := make([]NewItem, len(refs))
	for i, ref := range refs {
		items[i].Ref = ref
	}
	var wrong errs.Fields
	if len(items) == 0 {
		wrong.Add("credential_ids", "required")
	}
	if len(items) > MostItems {
		wrong.Add("credential_ids", "too_many", "max", MostItems)
	}
	if err := wrong.Err(); err != nil {
		return Collection{}, err
	}
	if err := s.own(ctx, by, items); err != nil {
		return Collection{}, err
	}
	err := s.change(ctx, by, id, func(tx pgx.Tx, row db.RecipientCollection) error {
		if err := s.addTx(ctx, tx, row.ID, items); err != nil {
			return err
		}
		n, err := s.q.RecipientCollectionItemCount(ctx, tx, row.ID)
		if err != nil {
			return fmt.Errorf("count items of a collection: %w", err)
		}
		if n > MostItems {
			return errs.Field("credential_ids", "too_many", "max", MostItems)
		}
		row, err = s.q.RecipientCollectionTouch(ctx, tx, db.RecipientCollectionTouchParams{ID: row.ID, Now: s.Clock.Now()})
		if err != nil {
			return fmt.Errorf("update collection: %w", err)
		}
		return s.recordTx(ctx, tx, by, "recipient_collection.updated", fromRow(row))
	})
	if err != nil {
		return Collection{}, err
	}
	return s.Read(ctx, by, id)
}

// RenewLink replaces the link of a collection; the former one no longer works. It returns recipients.ErrNotSignedIn,
// recipients.ErrLimited or ErrNotFound.
func (s *Service) RenewLink(ctx context.Context, by recipients.Actor, id uuid.UUID) (Collection, error) {
	if err := by.RequireFull(); err != nil {
		return Collection{}, err
	}
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		row, err := s.q.RecipientCollectionRenew(ctx, tx, db.RecipientCollectionRenewParams{
			Uuid: id, RecipientID: by.RecipientID, Token: newToken(), Now: s.Clock.Now(),
		})
		if pg.NoRows(err) {
			return ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("renew a collection's link: %w", err)
		}
		return s.recordTx(ctx, tx, by, "recipient_collection.link_renewed", fromRow(row))
	})
	if err != nil {
		return Collection{}, err
	}
	return s.Read(ctx, by, id)
}

// Delete deletes a collection; its credentials stay. It returns recipients.ErrNotSignedIn, recipients.ErrLimited or ErrNotFound.
func (s *Service) Delete(ctx context.Context, by recipients.Actor, id uuid.UUID) error {
	if err := by.RequireFull(); err != nil {
		return err
	}
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		n, err := s.q.RecipientCollectionDelete(ctx, tx, db.RecipientCollectionDeleteParams{Uuid: id, RecipientID: by.RecipientID})
		if err != nil {
			return fmt.Errorf("delete collection: %w", err)
		}
		if n == 0 {
			return ErrNotFound
		}
		return s.recordTx(ctx, tx, by, "recipient_collection.deleted", Collection{ID: id})
	})
}

func (s *Service) recordTx(ctx context.Context, tx pgx.Tx, by recipients.Actor, action string, c Collection) error {
	return s.Audit.RecordTx(ctx, tx, by.Recorded(0), audit.Event{
		Action: action, ObjectKind: "recipient", ObjectID: by.RecipientID,
		Details: map[string]any{"collection": c.ID, "visibility": c.Visibility},
	})
}

func fromRow(row db.RecipientCollection) Collection {
	return Collection{
		ID: row.Uuid, Name: row.Name, Description: row.Description, Visibility: Visibility(row.Visibility), Token: row.Token,
		ExpiresAt: row.ExpiresAt, CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt,
	}
}
