package moves

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/departments"
	"laurel/internal/operations/operations"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// Merge begins to move all groups of a department to another one of the same organization, and to archive it then. The actor must administer
// the organization, and have proved who they are. It returns departments.ErrNotFound for a department of another organization, an error of the
// field department_id, ErrNothing for a department without groups, or the problem of the first group that cannot be moved.
func (s *Service) Merge(ctx context.Context, by access.Actor, organizationID, departmentID, into int64) (operations.Operation, error) {
	if err := by.RequireProof(); err != nil {
		return operations.Operation{}, err
	}
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		o, err := s.Organizations.AdministerTx(ctx, tx, by, organizationID)
		if err == nil && !slices.Contains(o.Departments, departmentID) {
			err = departments.ErrNotFound
		}
		if err == nil && !slices.Contains(o.Departments, into) {
			err = errs.Field("department_id", "group_move.other_organization")
		}
		return err
	})
	if err != nil {
		return operations.Operation{}, err
	}
	by, err = s.Elsewhere.Departments.In(ctx, by, departmentID)
	if err != nil {
		return operations.Operation{}, err
	}
	if _, err := s.both(ctx, by, into); err != nil {
		return operations.Operation{}, err
	}
	ids, err := s.mergeable(ctx, departmentID, into)
	if err != nil {
		return operations.Operation{}, err
	}
	return s.start(ctx, by, ids[0], order{DepartmentID: into, GroupIDs: ids, OrganizationID: organizationID})
}

// mergeable returns the groups of a department, or the problem of the first one that cannot be moved.
func (s *Service) mergeable(ctx context.Context, departmentID, into int64) (ids []int64, err error) {
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		if ids, err = s.q.GroupsToMove(ctx, tx, departmentID); err != nil {
			return fmt.Errorf("list groups: %w", err)
		}
		if len(ids) == 0 {
			return ErrNothing
		}
		for _, id := range ids {
			p, err := s.previewTx(ctx, tx, departmentID, id, into)
			if err != nil {
				return err
			}
			if len(p.Problems) > 0 {
				return p.Problems[0]
			}
		}
		return nil
	})
	return ids, err
}

// closeTx archives a department whose groups were all moved.
func (s *Service) closeTx(ctx context.Context, by access.Actor, what order) error {
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		o, err := s.Organizations.AdministerTx(ctx, tx, by, what.OrganizationID)
		if err != nil {
			return err
		}
		return s.Organizations.ArchiveTx(ctx, tx, by, o, by.DepartmentID)
	})
}
