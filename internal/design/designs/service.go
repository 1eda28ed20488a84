package designs

import (
	"context"
	"io/fs"
	"maps"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/design/uploads"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// Uses counts the issued credentials that use any version of each design. It is implemented by the credentials package. Designs without
// credentials may be missing in the result.
type Uses interface {
	CountByDesigns(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) (map[int64]int, error)
	// CountByVersions counts the issued credentials of each version.
	CountByVersions(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) (map[int64]int, error)
}

// Webhooks records changes that department webhooks report. It is implemented by the webhooks package.
type Webhooks interface {
	DesignUpdatedTx(ctx context.Context, tx pgx.Tx, departmentID, designID int64, at time.Time) error
}

// Service manages designs.
type Service struct {
	pool     *pgxpool.Pool
	clock    clock.Clock
	audit    *audit.Log
	images   *uploads.Service
	art      fs.FS
	uses     Uses
	webhooks Webhooks
	store    store
}

// New returns a Service. art contains the built-in images, such as art/seal-gold.svg.
func New(pool *pgxpool.Pool, c clock.Clock, log *audit.Log, images *uploads.Service, art fs.FS, uses Uses, webhooks Webhooks) *Service {
	return &Service{pool: pool, clock: c, audit: log, images: images, art: art, uses: uses, webhooks: webhooks, store: newStore()}
}

// Create saves a new design with its first version. Missing properties get the defaults of a blank page. The errors of an invalid
// document have field paths such as design.blocks.3.color.
func (s *Service) Create(ctx context.Context, by access.Actor, in Save) (Design, error) {
	if err := by.Require(access.CreateDesigns); err != nil {
		return Design{}, err
	}
	draft, err := readDraft(in.Design)
	if err != nil {
		return Design{}, err
	}
	draft.doc.complete()
	if err := s.check(ctx, by, &draft, Summary{}); err != nil {
		return Design{}, err
	}
	return s.insert(ctx, by, draft, "design.created", nil)
}

// Copy creates a new design from the current version of another one.
func (s *Service) Copy(ctx context.Context, by access.Actor, id int64) (Design, error) {
	if err := by.Require(access.CreateDesigns); err != nil {
		return Design{}, err
	}
	origin, err := s.Read(ctx, by, id)
	if err != nil {
		return Design{}, err
	}
	doc, err := decode(origin.Document)
	if err != nil {
		return Design{}, err
	}
	copied := draft{doc: doc, name: escape(cut("Copy " + PlainName(origin.Name))), meta: origin.MetaData}
	return s.insert(ctx, by, copied, "design.copied", map[string]any{"from": id})
}

func (s *Service) insert(ctx context.Context, by access.Actor, in draft, action string, details map[string]any) (Design, error) {
	var made Design
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		now := s.clock.Now()
		id, err := s.store.insert(ctx, tx, by.DepartmentID, in, now)
		if err != nil {
			return err
		}
		if err := s.store.save(ctx, tx, by, id, 1, in, now); err != nil {
			return err
		}
		if made, err = s.readTx(ctx, tx, by.DepartmentID, id); err != nil {
			return err
		}
		recorded := map[string]any{"name": made.Name, "kind": made.Kind}
		maps.Copy(recorded, details)
		return s.audit.RecordTx(ctx, tx, by, audit.Event{Action: action, ObjectKind: "design", ObjectID: id, Details: recorded})
	})
	return made, err
}

// Update saves a new version and makes it the current one. Issued credentials keep their version. If the document has no blocks,
// missing properties keep their current values. It returns ErrChanged if the design was saved after in.Version, and ErrUsed if issued
// credentials use the design and in.Confirm is not set.
func (s *Service) Update(ctx context.Context, by access.Actor, id int64, in Save) (Design, error) {
	if err := by.Require(access.ManageDesigns); err != nil {
		return Design{}, err
	}
	before, err := s.Read(ctx, by, id)
	if err != nil {
		return Design{}, err
	}
	draft, err := readDraft(in.Design)
	if err != nil {
		return Design{}, err
	}
	if _, whole := draft.doc["blocks"]; !whole {
		current, err := decode(before.Document)
		if err != nil {
			return Design{}, err
		}
		maps.Copy(current, draft.doc)
		draft.doc = current
		in.Version = max(in.Version, before.Version) // what is kept is what was read
	}
	draft.doc.completeFrom(before.Summary)
	draft.doc.complete()
	if err := s.check(ctx, by, &draft, before.Summary); err != nil {
		return Design{}, err
	}
	var saved Design
	err = pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		number, err := s.mayReplace(ctx, tx, by.DepartmentID, id, in)
		if err != nil {
			return err
		}
		now := s.clock.Now()
		if err := s.store.save(ctx, tx, by, id, number+1, draft, now); err != nil {
			return err
		}
		if err := s.webhooks.DesignUpdatedTx(ctx, tx, by.DepartmentID, id, now); err != nil {
			return err
		}
		if saved, err = s.readTx(ctx, tx, by.DepartmentID, id); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "design.updated", ObjectKind: "design", ObjectID: id,
			Details: map[string]any{"name": []string{before.Name, saved.Name}, "version": saved.Version},
		})
	})
	return saved, err
}

// mayReplace locks the design and returns the number of its current version. It returns ErrChanged or ErrUsed if the version cannot be
// replaced.
func (s *Service) mayReplace(ctx context.Context, tx pgx.Tx, departmentID, id int64, in Save) (int, error) {
	number, err := s.store.lock(ctx, tx, departmentID, id)
	if err != nil {
		return 0, err
	}
	if in.Version != 0 && in.Version != number {
		return 0, ErrChanged.With("version", number)
	}
	if in.Confirm {
		return number, nil
	}
	count, err := s.uses.CountByDesigns(ctx, tx, departmentID, []int64{id})
	if err != nil {
		return 0, err
	}
	if count[id] > 0 {
		return 0, ErrUsed.With("count", count[id])
	}
	return number, nil
}

// Delete deletes a design. It returns ErrInUse if a group or an issued credential uses it.
func (s *Service) Delete(ctx context.Context, by access.Actor, id int64) error {
	if err := by.Require(access.DeleteDesigns); err != nil {
		return err
	}
	return pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		if err := s.store.delete(ctx, tx, by.DepartmentID, id); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{Action: "design.deleted", ObjectKind: "design", ObjectID: id})
	})
}

// Read returns a design with its current version.
func (s *Service) Read(ctx context.Context, by access.Actor, id int64) (Design, error) {
	if err := by.Require(access.ViewDesigns); err != nil {
		return Design{}, err
	}
	if !by.Reaches(id) {
		return Design{}, ErrNotFound
	}
	var d Design
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		d, err = s.readTx(ctx, tx, by.DepartmentID, id)
		return err
	})
	return d, err
}

func (s *Service) readTx(ctx context.Context, tx pgx.Tx, departmentID, id int64) (Design, error) {
	d, err := s.store.read(ctx, tx, departmentID, id)
	if err != nil {
		return Design{}, err
	}
	counts, err := s.uses.CountByDesigns(ctx, tx, departmentID, []int64{id})
	d.CredentialsCount = counts[id]
	return d, err
}

// List returns a page of the designs that match the query. Actors that are limited to one design only see that one.
func (s *Service) List(ctx context.Context, by access.Actor, q Query) (page.Page[Summary], error) {
	var found page.Page[Summary]
	if err := by.Require(access.ViewDesigns); err != nil {
		return found, err
	}
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		if found, err = s.store.list(ctx, tx, by, q); err != nil {
			return err
		}
		ids := make([]int64, len(found.Items))
		for i, d := range found.Items {
			ids[i] = d.ID
		}
		counts, err := s.uses.CountByDesigns(ctx, tx, by.DepartmentID, ids)
		for i := range found.Items {
			found.Items[i].CredentialsCount = counts[ids[i]]
		}
		return err
	})
	return found, err
}

// AttributeCount counts the designs that use a custom attribute, up to a limit. It implements attributes.Uses.
func (s *Service) AttributeCount(ctx context.Context, tx pgx.Tx, departmentID int64, key string, limit int) (int64, error) {
	return s.store.attributeCount(ctx, tx, departmentID, key, limit)
}

// AttributeUsed reports whether a design uses a custom attribute. It implements attributes.Uses.
func (s *Service) AttributeUsed(ctx context.Context, tx pgx.Tx, departmentID int64, key string) (bool, error) {
	return s.store.attributeUsed(ctx, tx, departmentID, key)
}
