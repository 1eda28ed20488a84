package collections

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/collections/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
)

// File creates or updates a group with write, which returns its ID, and makes the given collections the only ones that contain it, in
// one transaction. Collections that do not exist or are full are reported as a field error.
func (s *Service) File(ctx context.Context, by access.Actor, in optional.Value[[]uuid.UUID], write func(context.Context) (int64, error)) error {
	if !in.Given {
		_, err := write(ctx)
		return err
	}
	if err := by.Require(access.ManageGroups); err != nil {
		return err
	}
	return pg.AmbientTx(ctx, s.pool, by.DepartmentID, func(ctx context.Context, tx pgx.Tx) error {
		id, err := write(ctx)
		if err != nil {
			return err
		}
		return s.fileTx(ctx, tx, by, id, in.Value)
	})
}

func (s *Service) fileTx(ctx context.Context, tx pgx.Tx, by access.Actor, group int64, wanted []uuid.UUID) error {
	ids := []uuid.UUID{} // null would be no list
	for _, id := range wanted {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	if err := s.q.CollectionsLock(ctx, tx, db.CollectionsLockParams{DepartmentID: by.DepartmentID, Ids: ids}); err != nil {
		return fmt.Errorf("lock collections: %w", err)
	}
	err := s.q.GroupCollectionsClear(ctx, tx, db.GroupCollectionsClearParams{DepartmentID: by.DepartmentID, GroupID: group, Ids: ids})
	if err != nil {
		return fmt.Errorf("take group out of collections: %w", err)
	}
	n, err := s.q.GroupCollectionsInsert(ctx, tx, db.GroupCollectionsInsertParams{DepartmentID: by.DepartmentID, GroupID: group, Ids: ids})
	if err != nil {
		return fmt.Errorf("put group into collections: %w", err)
	}
	if n != int64(len(ids)) {
		return errs.Field("collections", "collection.unknown")
	}
	most, err := s.q.CollectionsFullest(ctx, tx, db.CollectionsFullestParams{DepartmentID: by.DepartmentID, Ids: ids})
	if err != nil {
		return fmt.Errorf("count groups of collections: %w", err)
	}
	if most > mostGroups {
		return errs.Field("collections", "too_many", "max", mostGroups)
	}
	return s.audit.RecordTx(ctx, tx, by, audit.Event{
		Action: "group.filed", ObjectKind: "group", ObjectID: group, Details: map[string]any{"collections": ids},
	})
}

// OfGroups returns the collections of each group. Groups in no collection are missing from the map.
func (s *Service) OfGroups(ctx context.Context, by access.Actor, groups ...int64) (map[int64][]uuid.UUID, error) {
	out := map[int64][]uuid.UUID{}
	if err := by.Require(access.ViewDepartment); err != nil || len(groups) == 0 {
		return out, err
	}
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		rows, err := s.q.GroupCollections(ctx, tx, db.GroupCollectionsParams{DepartmentID: by.DepartmentID, GroupIds: groups})
		if err != nil {
			return fmt.Errorf("read collections of groups: %w", err)
		}
		for _, row := range rows {
			out[row.GroupID] = append(out[row.GroupID], row.CollectionID)
		}
		return nil
	})
	return out, err
}

// Within returns the groups that are in at least one of the collections. If groups is not nil, only those are considered.
func (s *Service) Within(ctx context.Context, by access.Actor, ids []uuid.UUID, groups []int64) ([]int64, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return nil, err
	}
	out := []int64{}
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		inside, err := s.q.CollectionGroupsWithin(ctx, tx, db.CollectionGroupsWithinParams{DepartmentID: by.DepartmentID, Ids: ids})
		if err != nil {
			return fmt.Errorf("read groups within collections: %w", err)
		}
		for _, id := range inside {
			if groups == nil || slices.Contains(groups, id) {
				out = append(out, id)
			}
		}
		return nil
	})
	return out, err
}

// mostPublic is the maximum number of results of a public search.
const mostPublic = 50

// PublicQuery filters the public search. Empty fields match all.
type PublicQuery struct {
	CourseName string // a part of it
	IssuerID   int64
	Language   string
}

// SearchPublic returns active groups that are in a public collection, filtered by q.
func (s *Service) SearchPublic(ctx context.Context, q PublicQuery) ([]int64, error) {
	var ids []int64
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) (err error) {
		ids, err = s.q.PublicGroupList(ctx, tx, db.PublicGroupListParams{
			CourseName: q.CourseName, IssuerID: q.IssuerID, Language: q.Language, MaxRows: mostPublic,
		})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("search public groups: %w", err)
	}
	return ids, nil
}
