package analytics

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
	"laurel/internal/reach/analytics/internal/db"
)

// The least and the most days that a department may keep events.
const (
	LeastRetention = 30
	MostRetention  = 3650
)

// Settings are what a department decides about its events.
type Settings struct {
	RetentionDays int // after which events are deleted; counts by day stay
}

// ReadSettings returns the settings of the actor's department.
func (s *Service) ReadSettings(ctx context.Context, by access.Actor) (out Settings, err error) {
	if err := by.Require(access.ViewAnalytics); err != nil {
		return out, err
	}
	err = pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		out, err = s.settingsTx(ctx, tx, by.DepartmentID)
		return err
	})
	return out, err
}

func (s *Service) settingsTx(ctx context.Context, tx pgx.Tx, departmentID int64) (Settings, error) {
	days, err := s.q.RetentionRead(ctx, tx, departmentID)
	if pg.NoRows(err) {
		return Settings{Retention}, nil // never counted
	}
	if err != nil {
		return Settings{}, fmt.Errorf("read how long events are kept: %w", err)
	}
	return Settings{int(days)}, nil
}

// ChangeSettings changes the settings of the actor's department. Events that are older than it keeps from now on are deleted within the hour.
// It returns a field error for a number of days that is out of range.
func (s *Service) ChangeSettings(ctx context.Context, by access.Actor, to Settings) error {
	if err := by.Require(access.ManageDepartment); err != nil {
		return err
	}
	switch {
	case to.RetentionDays < LeastRetention:
		return errs.Field("analytics_settings.retention_days", "too_small", "min", LeastRetention)
	case to.RetentionDays > MostRetention:
		return errs.Field("analytics_settings.retention_days", "too_large", "max", MostRetention)
	}
	return pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		if err := s.q.RollUpStart(ctx, tx, by.DepartmentID); err != nil {
			return fmt.Errorf("create the state of counting: %w", err)
		}
		old, err := s.settingsTx(ctx, tx, by.DepartmentID)
		if err != nil || old == to {
			return err
		}
		err = s.q.RetentionSet(ctx, tx, db.RetentionSetParams{DepartmentID: by.DepartmentID, RetentionDays: int32(to.RetentionDays)}) //nolint:gosec // at most 3,650
		if err != nil {
			return fmt.Errorf("change how long events are kept: %w", err)
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "department.visits_kept", ObjectKind: "department", ObjectID: by.DepartmentID,
			Details: map[string]any{"days": to.RetentionDays, "previous_days": old.RetentionDays},
		})
	})
}
