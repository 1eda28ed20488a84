package departments

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments/internal/db"
	"laurel/internal/platform/pg"
)

// Due reports whether a second factor is required now. from is when the requirement begins; nil: never.
func Due(from *time.Time, now time.Time) bool { return from != nil && !now.Before(*from) }

// RequireSecondFactor sets from when on the members of the actor's department need a second factor to use the dashboard; nil ends the
// requirement. API keys need none and cannot change it, and neither can bound sessions. It returns access.ErrDenied, access.ErrUnproved or ErrNotFound.
func (s *Service) RequireSecondFactor(ctx context.Context, by access.Actor, from *time.Time) error {
	if err := by.Require(access.ManageTeam); err != nil {
		return err
	}
	if by.UserID == 0 || by.Bound {
		return access.ErrDenied.With("action", string(access.ManageTeam))
	}
	if err := by.RequireProof(); err != nil {
		return err
	}
	return pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		n, err := s.store.q.DepartmentSecondFactor(ctx, tx, db.DepartmentSecondFactorParams{ID: by.DepartmentID, SecondFactorFrom: from, Now: s.clock.Now()})
		if err != nil {
			return fmt.Errorf("require a second factor: %w", err)
		}
		if n == 0 {
			return ErrNotFound
		}
		details := map[string]any{}
		if from != nil {
			details["from"] = from.UTC()
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "department.second_factor_required", ObjectKind: "department", ObjectID: by.DepartmentID, Details: details,
		})
	})
}
