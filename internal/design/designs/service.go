package designs

import (
	"context"
	"io/fs"
	"maps"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/design/uploads"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// Uses tells how many issued credentials carry a version of each design; credentials answer it. Designs without any may lack.
type Uses interface {
	CountByDesigns(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) (map[int64]int, error)
	// CountByVersions does the same for single versions.
	CountByVersions(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) (map[int64]int, error)
}

// Service is what can be done with designs.
type Service struct {
	pool   *pgxpool.Pool
	clock  clock.Clock
	audit  *audit.Log
	images *uploads.Service
	art    fs.FS
	uses   Uses
	store  store
}

// New makes the service. art holds our own pictures, such as art/seal-gold.svg.
func New(pool *pgxpool.Pool, c clock.Clock, log *audit.Log, images *uploads.Service, art fs.FS, uses Uses) *Service {
	return &Service{pool: pool, clock: c, audit: log, images: images, art: art, uses: uses, store: newStore()}
}

// Create keeps a new design with its first version. What it leaves out is that of a blank page. Wrong documents are refused
// field by field, as design.blocks.3.color.
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

// Copy makes a new design out of another one's current version.
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

// Update saves a new version and makes it the current one; what was issued keeps the version it has. A change without
// blocks keeps everything it does not name. ErrChanged when somebody saved since in.Version, ErrUsed when issued
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
		if err := s.store.save(ctx, tx, by, id, number+1, draft, s.clock.Now()); err != nil {
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

// mayReplace holds the design and gives the number of its current version, unless it may not be replaced.
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

// Delete removes a design; ErrInUse while a group or an issued credential uses it.
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

// Read gives a design with its current version.
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

// List gives one page of the designs that match. Who was let in for one design finds no other.
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

// AttributeCount counts the designs that show a custom attribute, up to a limit; it satisfies attributes.Uses.
func (s *Service) AttributeCount(ctx context.Context, tx pgx.Tx, departmentID int64, key string, limit int) (int64, error) {
	return s.store.attributeCount(ctx, tx, departmentID, key, limit)
}

// AttributeUsed tells whether a design shows a custom attribute; it satisfies attributes.Uses.
func (s *Service) AttributeUsed(ctx context.Context, tx pgx.Tx, departmentID int64, key string) (bool, error) {
	return s.store.attributeUsed(ctx, tx, departmentID, key)
}
