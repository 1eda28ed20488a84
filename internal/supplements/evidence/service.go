package evidence

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/design/uploads"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/objects"
	"laurel/internal/platform/pg"
	"laurel/internal/recipients/recipients"
	"laurel/internal/supplements/evidence/internal/db"
)

// Credentials reads the credentials that evidence belongs to.
type Credentials interface {
	Read(ctx context.Context, by access.Actor, ref string) (credentials.Credential, error)
	ReadPublic(ctx context.Context, ref, key string) (credentials.Credential, error)
}

// Recipients reads the credentials that recipients own.
type Recipients interface {
	Read(ctx context.Context, by recipients.Actor, ref string) (credentials.Credential, error)
}

// Files checks uploaded files and signs links to them.
type Files interface {
	Attach(ctx context.Context, by access.Actor, address string) (uploads.File, error)
	Use(ctx context.Context, by access.Actor, url string) (uploads.Image, error)
	Link(ctx context.Context, f uploads.File) (string, error)
	Content(ctx context.Context, f uploads.File) ([]byte, error)
	Forget(ctx context.Context, departmentID, id int64) error
	RecipientPolicy(ctx context.Context, by access.Actor, in uploads.Request) (objects.Policy, error)
}

// Webhooks records changes that department webhooks report.
type Webhooks interface {
	EvidenceSubmittedTx(ctx context.Context, tx pgx.Tx, departmentID, itemID, credentialID int64, at time.Time) error
}

// Service manages evidence.
type Service struct {
	pool        *pgxpool.Pool
	s           store
	clock       clock.Clock
	audit       *audit.Log
	queue       *jobs.Queue
	credentials Credentials
	recipients  Recipients
	files       Files
	scanner     Scanner
	webhooks    Webhooks
	log         *slog.Logger
}

// Deps are the dependencies of the service. Without a Scanner, no file is scanned.
type Deps struct {
	Pool        *pgxpool.Pool
	Clock       clock.Clock
	Audit       *audit.Log
	Queue       *jobs.Queue
	Credentials Credentials
	Recipients  Recipients
	Files       Files
	Scanner     Scanner
	Webhooks    Webhooks
	Log         *slog.Logger
}

// New returns a service.
func New(d Deps) *Service {
	return &Service{d.Pool, store{db.New()}, d.Clock, d.Audit, d.Queue, d.Credentials, d.Recipients, d.Files, d.Scanner, d.Webhooks, d.Log}
}

// List returns the evidence of a credential in its order, without drafts of the recipient. It returns credentials.ErrNotFound.
func (s *Service) List(ctx context.Context, by access.Actor, ref string) ([]Item, error) {
	c, err := s.credentials.Read(ctx, by, ref)
	if err != nil {
		return nil, err
	}
	return s.Of(ctx, c)
}

// Of is List for a caller who has already read the credential.
func (s *Service) Of(ctx context.Context, c credentials.Credential) (items []Item, err error) {
	err = pg.InDepartment(ctx, s.pool, c.DepartmentID, func(tx pgx.Tx) error {
		items, err = s.s.of(ctx, tx, c.DepartmentID, c.ID)
		return err
	})
	return slices.DeleteFunc(items, func(i Item) bool { return i.State == Draft }), err
}

// Read returns an item of a credential, or ErrNotFound.
func (s *Service) Read(ctx context.Context, by access.Actor, ref string, id int64) (Item, error) {
	items, err := s.List(ctx, by, ref)
	if err != nil {
		return Item{}, err
	}
	return one(items, id)
}

func one(items []Item, id int64) (Item, error) {
	at := slices.IndexFunc(items, func(i Item) bool { return i.ID == id })
	if at < 0 {
		return Item{}, ErrNotFound
	}
	return items[at], nil
}

// Add adds an item to a credential. It returns field errors, credentials.ErrNotFound, ErrFileUsed, or an error when a limit is
// exceeded.
func (s *Service) Add(ctx context.Context, by access.Actor, ref string, in Input) (Item, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return Item{}, err
	}
	c, err := s.credentials.Read(ctx, by, ref)
	if err != nil {
		return Item{}, err
	}
	r, err := s.resolve(ctx, by, in)
	if err != nil {
		return Item{}, err
	}
	var added Item
	err = pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		return s.changing(ctx, tx, by.DepartmentID, c.ID, func(items []Item) error {
			added, err = s.addTx(ctx, tx, by, s.newItem(by.DepartmentID, c.ID), items, r)
			return err
		})
	})
	if err != nil {
		return Item{}, err
	}
	return s.Read(ctx, by, c.UUID.String(), added.ID)
}

// newItem returns an empty item.
func (s *Service) newItem(departmentID, credentialID int64) Item {
	now := s.clock.Now()
	return Item{
		UUID: uuid.New(), DepartmentID: departmentID, CredentialID: credentialID, Visibility: Public, State: Accepted, Scan: Clean,
		CreatedAt: now, UpdatedAt: now,
	}
}

func (s *Service) addTx(ctx context.Context, tx pgx.Tx, by access.Actor, i Item, items []Item, in resolved) (Item, error) {
	i.Position = len(items)
	if err := in.apply(&i); err != nil {
		return i, err
	}
	i.Scan = s.unscanned(i)
	var err error
	if i.ID, err = s.s.insert(ctx, tx, i); err != nil {
		return i, err
	}
	if err := s.submittedTx(ctx, tx, nil, i); err != nil {
		return i, err
	}
	if in.Position.Given {
		if err := s.s.place(ctx, tx, by.DepartmentID, moved(append(items, i), i.ID, in.Position.Value)); err != nil {
			return i, err
		}
	}
	if err := s.look(ctx, tx, i); err != nil {
		return i, err
	}
	return i, s.note(ctx, tx, by, "evidence.added", i, nil)
}

// submittedTx records that an item was submitted, if it was since the given time.
func (s *Service) submittedTx(ctx context.Context, tx pgx.Tx, before *time.Time, i Item) error {
	if i.SubmittedAt == nil || before != nil && before.Equal(*i.SubmittedAt) {
		return nil
	}
	return s.webhooks.EvidenceSubmittedTx(ctx, tx, i.DepartmentID, i.ID, i.CredentialID, *i.SubmittedAt)
}

// Change changes an item. For a recipient's item, an issuer can change only its position and visibility. It returns the errors of Add,
// ErrNotFound and ErrRecipients.
func (s *Service) Change(ctx context.Context, by access.Actor, ref string, id int64, in Input) (Item, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return Item{}, err
	}
	before, err := s.Read(ctx, by, ref, id)
	if err != nil {
		return Item{}, err
	}
	if before.Supplemental && in.writes() {
		return Item{}, ErrRecipients
	}
	r, err := s.resolve(ctx, by, in)
	if err != nil {
		return Item{}, err
	}
	err = pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		return s.changing(ctx, tx, by.DepartmentID, before.CredentialID, func(items []Item) error {
			return s.changeTx(ctx, tx, by, items, id, r, nil)
		})
	})
	if err != nil {
		return Item{}, err
	}
	return s.Read(ctx, by, ref, id)
}

// writes reports whether an input changes more than the position and the visibility.
func (in Input) writes() bool {
	return in.Category.Given || in.Title.Given || in.Narrative.Given || in.Link.Given || in.File.Given || in.Value.Given ||
		in.Preview.Given || in.Visibility.Given
}

// changeTx changes one of the items and then calls then, if it is set.
func (s *Service) changeTx(ctx context.Context, tx pgx.Tx, by access.Actor, items []Item, id int64, in resolved, then func(*Item)) error {
	before, err := one(items, id)
	if err != nil {
		return err
	}
	i := before
	if err := in.apply(&i); err != nil {
		return err
	}
	if in.File.Given {
		i.Scan, i.ScannedAt = s.unscanned(i), nil
	}
	i.UpdatedAt = s.clock.Now()
	if then != nil {
		then(&i)
	}
	if err := s.s.update(ctx, tx, i); err != nil {
		return err
	}
	if err := s.submittedTx(ctx, tx, before.SubmittedAt, i); err != nil {
		return err
	}
	if in.Position.Given {
		if err := s.s.place(ctx, tx, by.DepartmentID, moved(items, id, in.Position.Value)); err != nil {
			return err
		}
	}
	if in.File.Given {
		if err := s.look(ctx, tx, i); err != nil {
			return err
		}
	}
	return s.note(ctx, tx, by, "evidence.changed", i, changes(before, i))
}

// moved returns the items with one of them at another position.
func moved(items []Item, id int64, to int) []Item {
	out := slices.Clone(items)
	from := slices.IndexFunc(out, func(i Item) bool { return i.ID == id })
	item := out[from]
	out = slices.Delete(out, from, from+1)
	return slices.Insert(out, min(max(to, 0), len(out)), item)
}

// Remove deletes an item and returns it. It returns ErrNotFound.
func (s *Service) Remove(ctx context.Context, by access.Actor, ref string, id int64) (Item, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return Item{}, err
	}
	i, err := s.Read(ctx, by, ref, id)
	if err != nil {
		return Item{}, err
	}
	return i, s.remove(ctx, by, i)
}

func (s *Service) remove(ctx context.Context, by access.Actor, i Item) error {
	return pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		return s.changing(ctx, tx, by.DepartmentID, i.CredentialID, func(items []Item) error {
			if _, err := one(items, i.ID); err != nil {
				return err
			}
			if err := s.s.q.EvidenceDelete(ctx, tx, db.EvidenceDeleteParams{DepartmentID: by.DepartmentID, ID: i.ID}); err != nil {
				return err
			}
			return s.note(ctx, tx, by, "evidence.removed", i, nil)
		})
	})
}

// resolve checks the files of an input. It calls the file store and therefore runs before the transaction.
func (s *Service) resolve(ctx context.Context, by access.Actor, in Input) (resolved, error) {
	r := resolved{Input: in}
	if in.File.Value != "" {
		f, err := s.files.Attach(ctx, by, in.File.Value)
		if err != nil {
			return r, atField(err, "file")
		}
		r.file = &f
	}
	if in.Preview.Value != "" {
		image, err := s.files.Use(ctx, by, in.Preview.Value)
		if err != nil {
			return r, atField(err, "preview")
		}
		r.preview = image.URL
	}
	return r, nil
}

// changing runs a change of a credential's evidence under a lock, checks the limits, and records when the public evidence has changed.
// Such a change also changes the signed badge and its date.
func (s *Service) changing(ctx context.Context, tx pgx.Tx, departmentID, credentialID int64, change func(items []Item) error) error {
	if err := s.s.lock(ctx, tx, departmentID, credentialID); err != nil {
		return err
	}
	before, err := s.s.of(ctx, tx, departmentID, credentialID)
	if err != nil {
		return err
	}
	if err := change(before); err != nil {
		return err
	}
	after, err := s.s.of(ctx, tx, departmentID, credentialID)
	if err != nil {
		return err
	}
	if err := within(after); err != nil {
		return err
	}
	if slices.Equal(tell(proofs(before)), tell(proofs(after))) {
		return nil
	}
	return s.s.q.EvidenceChanged(ctx, tx, db.EvidenceChangedParams{CredentialID: credentialID, DepartmentID: departmentID, Now: s.clock.Now()})
}

// within checks the limits of one credential.
func within(items []Item) error {
	files, size := 0, int64(0)
	for _, i := range items {
		if i.File != nil {
			files, size = files+1, size+i.File.Bytes
		}
	}
	switch {
	case len(items) > MaxItems:
		return ErrTooMany.With("max", MaxItems)
	case files > MaxFiles:
		return ErrManyFiles.With("max", MaxFiles).At("file")
	case size > MaxBytes:
		return ErrTooMuch.With("max", MaxBytes>>20).At("file")
	}
	return nil
}

// note adds to the history of the credential.
func (s *Service) note(ctx context.Context, tx pgx.Tx, by access.Actor, action string, i Item, details map[string]any) error {
	if details == nil {
		details = map[string]any{}
	}
	details["evidence"] = i.Title
	return s.audit.RecordTx(ctx, tx, by, audit.Event{Action: action, ObjectKind: "credential", ObjectID: i.CredentialID, Details: details})
}
