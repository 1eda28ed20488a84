package organizations

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments"
)

// OnRestored sets a function that is called in the transaction that restores a department. It must be set before the service is used.
func (s *Service) OnRestored(fn func(ctx context.Context, tx pgx.Tx, departmentID int64) error) {
	s.restored = fn
}

// Archive makes a department of an organization read-only: nobody issues or changes anything there, and its scheduled publications and emails
// wait. What it issued stays public and verifiable. The actor must have proved who they are. It returns departments.ErrNotFound for a
// department of another organization, or the errors of AdministerTx.
func (s *Service) Archive(ctx context.Context, by access.Actor, id, departmentID int64) error {
	if err := by.RequireProof(); err != nil {
		return err
	}
	return s.change(ctx, by, id, func(tx pgx.Tx, o Organization) error { return s.ArchiveTx(ctx, tx, by, o, departmentID) })
}

// ArchiveTx is like Archive, for an organization that AdministerTx returned.
func (s *Service) ArchiveTx(ctx context.Context, tx pgx.Tx, by access.Actor, o Organization, departmentID int64) error {
	if !slices.Contains(o.Departments, departmentID) {
		return departments.ErrNotFound
	}
	changed, err := s.departments.ArchiveTx(ctx, tx, departmentID, s.clock.Now())
	if err != nil || !changed {
		return err
	}
	return s.recordTx(ctx, tx, by, []int64{departmentID}, audit.Event{Action: "department.archived", ObjectKind: "department", ObjectID: departmentID})
}

// Restore ends that. It returns the errors of Archive.
func (s *Service) Restore(ctx context.Context, by access.Actor, id, departmentID int64) error {
	if err := by.RequireProof(); err != nil {
		return err
	}
	return s.change(ctx, by, id, func(tx pgx.Tx, o Organization) error {
		if !slices.Contains(o.Departments, departmentID) {
			return departments.ErrNotFound
		}
		changed, err := s.departments.ArchiveTx(ctx, tx, departmentID, time.Time{})
		if err != nil || !changed {
			return err
		}
		if s.restored != nil {
			if err := s.restored(ctx, tx, departmentID); err != nil {
				return err
			}
		}
		return s.recordTx(ctx, tx, by, []int64{departmentID}, audit.Event{Action: "department.restored", ObjectKind: "department", ObjectID: departmentID})
	})
}
