package savedfilters

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/savedfilters/internal/db"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// Service manages the saved filters of users. API keys have none.
type Service struct {
	pool  *pgxpool.Pool
	clock clock.Clock
	audit *audit.Log
	q     *db.Queries
}

// New returns a Service.
func New(pool *pgxpool.Pool, c clock.Clock, log *audit.Log) *Service {
	return &Service{pool: pool, clock: c, audit: log, q: db.New()}
}

// person returns an error unless the actor is a signed-in member of the department.
func person(by access.Actor) error {
	if err := by.Require(access.ViewDepartment); err != nil {
		return err
	}
	if by.UserID == 0 {
		return access.Denied(access.ViewDepartment)
	}
	return nil
}

// List returns a page of the user's own filters, sorted by name.
func (s *Service) List(ctx context.Context, by access.Actor, r page.Request) (page.Page[Filter], error) {
	var none page.Page[Filter]
	if err := person(by); err != nil {
		return none, err
	}
	var items []Filter
	var total int64
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		rows, err := s.q.SavedFilterList(ctx, tx, db.SavedFilterListParams{
			DepartmentID: by.DepartmentID, UserID: by.UserID, RowLimit: r.Limit(), RowOffset: r.Offset(),
		})
		if err != nil {
			return fmt.Errorf("list saved filters: %w", err)
		}
		items = make([]Filter, len(rows))
		for i, row := range rows {
			items[i] = of(row)
		}
		total, err = s.count(ctx, tx, by)
		return err
	})
	if err != nil {
		return none, err
	}
	return page.Of(r, items, total), nil
}

// Create saves a filter. It returns ErrNameTaken if the user already has a filter with this name, ErrTooMany if they have a hundred, or
// the invalid fields.
func (s *Service) Create(ctx context.Context, by access.Actor, in Input) (Filter, error) {
	return s.write(ctx, by, "saved_filter.created", func(tx pgx.Tx) (Filter, error) {
		n, err := s.count(ctx, tx, by)
		if err != nil {
			return Filter{}, err
		}
		if n >= most {
			return Filter{}, ErrTooMany.With("max", most)
		}
		var f Filter
		if err := s.prepare(ctx, tx, by, in, &f); err != nil {
			return f, err
		}
		row, err := s.q.SavedFilterInsert(ctx, tx, db.SavedFilterInsertParams{
			DepartmentID: by.DepartmentID, UserID: by.UserID, Name: f.Name, Query: f.Query, IsDefault: f.Default, Now: s.clock.Now(),
		})
		return kept(row, err)
	})
}

// Update changes a filter. It returns ErrNotFound, and the errors of Create.
func (s *Service) Update(ctx context.Context, by access.Actor, id int64, in Input) (Filter, error) {
	return s.write(ctx, by, "saved_filter.updated", func(tx pgx.Tx) (Filter, error) {
		row, err := s.q.SavedFilterRead(ctx, tx, db.SavedFilterReadParams{DepartmentID: by.DepartmentID, UserID: by.UserID, ID: id})
		if pg.NoRows(err) {
			return Filter{}, ErrNotFound
		}
		if err != nil {
			return Filter{}, fmt.Errorf("read saved filter: %w", err)
		}
		f := of(row)
		if err := s.prepare(ctx, tx, by, in, &f); err != nil {
			return f, err
		}
		row, err = s.q.SavedFilterUpdate(ctx, tx, db.SavedFilterUpdateParams{
			DepartmentID: by.DepartmentID, UserID: by.UserID, ID: id, Name: f.Name, Query: f.Query, IsDefault: f.Default, Now: s.clock.Now(),
		})
		return kept(row, err)
	})
}

// Delete deletes a filter. It returns ErrNotFound.
func (s *Service) Delete(ctx context.Context, by access.Actor, id int64) error {
	if err := person(by); err != nil {
		return err
	}
	return pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		n, err := s.q.SavedFilterDelete(ctx, tx, db.SavedFilterDeleteParams{DepartmentID: by.DepartmentID, UserID: by.UserID, ID: id})
		if err != nil {
			return fmt.Errorf("delete saved filter: %w", err)
		}
		if n == 0 {
			return ErrNotFound
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{Action: "saved_filter.deleted", ObjectKind: "saved_filter", ObjectID: id})
	})
}

// write runs a change and writes it to the audit log. It holds a lock, so that the changes of a user run one after another.
func (s *Service) write(ctx context.Context, by access.Actor, action string, change func(pgx.Tx) (Filter, error)) (Filter, error) {
	if err := person(by); err != nil {
		return Filter{}, err
	}
	var f Filter
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		if err := s.q.SavedFilterLock(ctx, tx, by.UserID); err != nil {
			return fmt.Errorf("lock saved filters: %w", err)
		}
		if f, err = change(tx); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: action, ObjectKind: "saved_filter", ObjectID: f.ID, Details: map[string]any{"name": f.Name, "query": f.Query, "default": f.Default},
		})
	})
	return f, err
}

// prepare applies the input. If the filter becomes the default, the previous default is cleared.
func (s *Service) prepare(ctx context.Context, tx pgx.Tx, by access.Actor, in Input, f *Filter) error {
	if err := in.apply(f); err != nil {
		return err
	}
	if !f.Default {
		return nil
	}
	err := s.q.SavedFilterClearDefault(ctx, tx, db.SavedFilterClearDefaultParams{DepartmentID: by.DepartmentID, UserID: by.UserID, Now: s.clock.Now()})
	if err != nil {
		return fmt.Errorf("clear default filter: %w", err)
	}
	return nil
}

func (s *Service) count(ctx context.Context, tx pgx.Tx, by access.Actor) (int64, error) {
	n, err := s.q.SavedFilterCount(ctx, tx, db.SavedFilterCountParams{DepartmentID: by.DepartmentID, UserID: by.UserID})
	if err != nil {
		return 0, fmt.Errorf("count saved filters: %w", err)
	}
	return n, nil
}

func kept(row db.SavedFilter, err error) (Filter, error) {
	if pg.Violates(err, "saved_filters_name_key") {
		return Filter{}, ErrNameTaken.At("name")
	}
	if err != nil {
		return Filter{}, fmt.Errorf("keep saved filter: %w", err)
	}
	return of(row), nil
}

func of(row db.SavedFilter) Filter {
	return Filter{ID: row.ID, Name: row.Name, Query: row.Query, Default: row.IsDefault, CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt}
}
