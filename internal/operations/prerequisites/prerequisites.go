// Package prerequisites issues credentials for prerequisites: a recipient with credentials of all prerequisites of a group is issued one
// of the group, and may lose it when a prerequisite is no longer met.
package prerequisites

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/groups"
	"laurel/internal/operations/prerequisites/internal/db"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
)

// Service issues and updates credentials with prerequisites.
type Service struct {
	pool       *pgxpool.Pool
	clock      clock.Clock
	queue      *jobs.Queue
	publishing *publishing.Service
	texts      *i18n.Bundle
	q          *db.Queries
}

// Deps are the dependencies of a Service.
type Deps struct {
	Pool       *pgxpool.Pool
	Clock      clock.Clock
	Queue      *jobs.Queue
	Publishing *publishing.Service
	Texts      *i18n.Bundle
}

// New returns a Service.
func New(d Deps) *Service {
	return &Service{d.Pool, d.Clock, d.Queue, d.Publishing, d.Texts, db.New()}
}

// Repair enqueues a job for every group with prerequisites. This covers start dates, expired credentials and retries of failures.
func (s *Service) Repair(ctx context.Context) error {
	return pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		rows, err := s.q.GroupsWithPrerequisites(ctx, tx)
		if err != nil {
			return fmt.Errorf("list groups with prerequisites: %w", err)
		}
		all := make([]jobs.Args, len(rows))
		for i, r := range rows {
			all[i] = groups.ApplyPrerequisites(r)
		}
		return s.queue.EnqueueManyTx(ctx, tx, all)
	})
}

// Count returns how many recipients would be issued a credential of a group if it had these prerequisites and no start date. groupID is
// 0 for a group that does not exist yet.
func (s *Service) Count(ctx context.Context, by access.Actor, groupID int64, prerequisites []int64) (int, error) {
	if err := by.Require(access.ManageGroups); err != nil {
		return 0, err
	}
	prerequisites = distinct(prerequisites)
	if len(prerequisites) < groups.MinPrerequisites || len(prerequisites) > groups.MaxPrerequisites {
		return 0, nil
	}
	var n int64
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		today, err := s.q.DepartmentDay(ctx, tx, db.DepartmentDayParams{Now: s.clock.Now(), DepartmentID: by.DepartmentID})
		if err != nil {
			return fmt.Errorf("read the department day: %w", err)
		}
		n, err = s.q.EligibleCount(ctx, tx, db.EligibleCountParams{
			DepartmentID: by.DepartmentID, GroupID: groupID, Prerequisites: prerequisites, Today: today,
		})
		if err != nil {
			return fmt.Errorf("count eligible recipients: %w", err)
		}
		return nil
	})
	return int(n), err
}
