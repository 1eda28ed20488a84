package collections

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/collections/internal/db"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// Service manages collections.
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

// Create adds a collection. It returns an error with all invalid fields, or a field error for groups that do not exist.
func (s *Service) Create(ctx context.Context, by access.Actor, in Input) (Collection, error) {
	return s.write(ctx, by, "collection.created", func(tx pgx.Tx) (Collection, error) {
		var c Collection
		if err := in.apply(&c); err != nil {
			return c, err
		}
		row, err := s.q.CollectionInsert(ctx, tx, db.CollectionInsertParams{
			DepartmentID: by.DepartmentID, Name: c.Name, Description: c.Description, Public: c.Public, Now: s.clock.Now(),
		})
		if err != nil {
			return c, fmt.Errorf("insert collection: %w", err)
		}
		return of(row, c.Groups), s.fill(ctx, tx, by, row.ID, c.Groups)
	})
}

// Update changes the given fields. It returns ErrNotFound or the errors of Create.
func (s *Service) Update(ctx context.Context, by access.Actor, id uuid.UUID, in Input) (Collection, error) {
	return s.write(ctx, by, "collection.updated", func(tx pgx.Tx) (Collection, error) {
		row, err := s.q.CollectionLock(ctx, tx, db.CollectionLockParams{DepartmentID: by.DepartmentID, ID: id})
		if pg.NoRows(err) {
			return Collection{}, ErrNotFound
		}
		if err != nil {
			return Collection{}, fmt.Errorf("lock collection: %w", err)
		}
		groups, err := s.groups(ctx, tx, by, []uuid.UUID{id})
		if err != nil {
			return Collection{}, err
		}
		c := of(row, groups[id])
		if err := in.apply(&c); err != nil {
			return c, err
		}
		row, err = s.q.CollectionUpdate(ctx, tx, db.CollectionUpdateParams{
			DepartmentID: by.DepartmentID, ID: id, Name: c.Name, Description: c.Description, Public: c.Public, Now: s.clock.Now(),
		})
		if err != nil {
			return c, fmt.Errorf("update collection: %w", err)
		}
		return of(row, c.Groups), s.fill(ctx, tx, by, id, c.Groups)
	})
}

// Delete deletes a collection but not its groups. It returns ErrNotFound.
func (s *Service) Delete(ctx context.Context, by access.Actor, id uuid.UUID) error {
	if err := by.Require(access.ManageGroups); err != nil {
		return err
	}
	return pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		name, err := s.q.CollectionDelete(ctx, tx, db.CollectionDeleteParams{DepartmentID: by.DepartmentID, ID: id})
		if pg.NoRows(err) {
			return ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("delete collection: %w", err)
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "collection.deleted", ObjectKind: "collection", ObjectID: id, Details: map[string]any{"name": name},
		})
	})
}

// Search returns a page of matching collections.
func (s *Service) Search(ctx context.Context, by access.Actor, q Query) (page.Page[Collection], error) {
	var none page.Page[Collection]
	if err := by.Require(access.ViewDepartment); err != nil {
		return none, err
	}
	var items []Collection
	var total int64
	without := append([]uuid.UUID{}, q.Without...) // null is like no list
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		total, err = s.q.CollectionCount(ctx, tx, db.CollectionCountParams{
			DepartmentID: by.DepartmentID, ByIds: q.IDs != nil, Ids: q.IDs, Without: without, Name: q.Name, Public: q.Public,
		})
		if err != nil {
			return fmt.Errorf("count collections: %w", err)
		}
		rows, err := s.q.CollectionList(ctx, tx, db.CollectionListParams{
			DepartmentID: by.DepartmentID, ByIds: q.IDs != nil, Ids: q.IDs, Without: without, Name: q.Name, Public: q.Public, Sort: q.Sort,
			Skip: q.Page.Offset(), MaxRows: q.Page.Limit(),
		})
		if err != nil {
			return fmt.Errorf("list collections: %w", err)
		}
		ids := make([]uuid.UUID, len(rows))
		for i, row := range rows {
			ids[i] = row.ID
		}
		groups, err := s.groups(ctx, tx, by, ids)
		items = make([]Collection, len(rows))
		for i, row := range rows {
			items[i] = of(row, groups[row.ID])
		}
		return err
	})
	return page.Of(q.Page, items, total), err
}

// write runs a change in a transaction and records it in the audit log.
func (s *Service) write(ctx context.Context, by access.Actor, action string, change func(pgx.Tx) (Collection, error)) (Collection, error) {
	if err := by.Require(access.ManageGroups); err != nil {
		return Collection{}, err
	}
	var c Collection
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		if c, err = change(tx); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: action, ObjectKind: "collection", ObjectID: c.ID, Details: map[string]any{"name": c.Name, "public": c.Public, "groups": c.Groups},
		})
	})
	return c, err
}

// fill replaces the groups of a collection.
func (s *Service) fill(ctx context.Context, tx pgx.Tx, by access.Actor, id uuid.UUID, groups []int64) error {
	err := s.q.CollectionGroupsClear(ctx, tx, db.CollectionGroupsClearParams{DepartmentID: by.DepartmentID, CollectionID: id})
	if err != nil {
		return fmt.Errorf("clear collection: %w", err)
	}
	n, err := s.q.CollectionGroupsInsert(ctx, tx, db.CollectionGroupsInsertParams{DepartmentID: by.DepartmentID, CollectionID: id, GroupIds: groups})
	if err != nil {
		return fmt.Errorf("fill collection: %w", err)
	}
	if n != int64(len(groups)) {
		return errs.Field("groups", "collection.group_unknown")
	}
	return nil
}

// groups returns the group IDs of each collection.
func (s *Service) groups(ctx context.Context, tx pgx.Tx, by access.Actor, ids []uuid.UUID) (map[uuid.UUID][]int64, error) {
	rows, err := s.q.CollectionGroups(ctx, tx, db.CollectionGroupsParams{DepartmentID: by.DepartmentID, Ids: ids})
	if err != nil {
		return nil, fmt.Errorf("read groups of collections: %w", err)
	}
	out := map[uuid.UUID][]int64{}
	for _, row := range rows {
		out[row.CollectionID] = append(out[row.CollectionID], row.GroupID)
	}
	return out, nil
}

func of(row db.Collection, groups []int64) Collection {
	return Collection{
		ID: row.ID, DepartmentID: row.DepartmentID, Name: row.Name, Description: row.Description, Public: row.Public, Groups: groups,
		CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt,
	}
}
