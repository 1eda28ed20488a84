package departments

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"reflect"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
)

// SignInPolicy is what a department asks of the sign-ins and sessions of its members. API keys are not affected.
type SignInPolicy struct {
	SecondFactorFrom *time.Time     // from when on its members need a second factor; nil: they need none
	SessionIdleHours int            // how long an unused session lasts; 0: as long as the installation allows
	SessionHours     int            // how long any session lasts; 0: as long as the installation allows
	AllowedNetworks  []netip.Prefix // where the dashboard may be used; empty: everywhere
}

// Due reports whether a second factor is required now. from is when the requirement begins; nil: never.
func Due(from *time.Time, now time.Time) bool { return from != nil && !now.Before(*from) }

// Withheld reports whether err is that of a department whose policy keeps one of its members out.
func Withheld(err error) bool { return errors.Is(err, ErrSecondFactor) || errors.Is(err, ErrNetwork) }

// PolicyChange contains the new values of a policy. Those not given stay as they are.
type PolicyChange struct {
	SecondFactorFrom optional.Value[*time.Time]
	SessionIdleHours optional.Value[int] // 0: no limit of its own
	SessionHours     optional.Value[int]
	AllowedNetworks  optional.Value[[]string] // addresses, and networks in CIDR notation
}

// maxHours is the longest limit of a session: a year, as for the installation.
const maxHours = 8760

// onto returns the policy with the change applied, or an error that lists all invalid fields. own is the address of who makes it.
func (c PolicyChange) onto(p SignInPolicy, own string) (SignInPolicy, error) {
	var wrong errs.Fields
	if c.SecondFactorFrom.Given {
		p.SecondFactorFrom = c.SecondFactorFrom.Value
	}
	hours := func(field string, given optional.Value[int], to *int) {
		if !given.Given {
			return
		}
		if given.Value < 0 {
			wrong.Add(field, "too_small", "min", 1)
		}
		if given.Value > maxHours {
			wrong.Add(field, "too_large", "max", maxHours)
		}
		*to = given.Value
	}
	hours("session_idle_hours", c.SessionIdleHours, &p.SessionIdleHours)
	hours("session_hours", c.SessionHours, &p.SessionHours)
	if c.AllowedNetworks.Given {
		p.AllowedNetworks = readNetworks(&wrong, c.AllowedNetworks.Value, own)
	}
	return p, wrong.Err()
}

// ChangeSignInPolicy changes what the actor's department asks of the sign-ins and sessions of its members. API keys and sessions that a
// department opened cannot. It returns access.ErrDenied, access.ErrUnproved, ErrNotFound, or the invalid fields: the allowed networks must
// contain the actor's own address.
func (s *Service) ChangeSignInPolicy(ctx context.Context, by access.Actor, in PolicyChange) (SignInPolicy, error) {
	if err := by.Require(access.ManageTeam); err != nil {
		return SignInPolicy{}, err
	}
	if by.UserID == 0 || by.Bound {
		return SignInPolicy{}, access.Denied(access.ManageTeam)
	}
	if err := by.RequireProof(); err != nil {
		return SignInPolicy{}, err
	}
	var p SignInPolicy
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		old, err := s.store.lock(ctx, tx, by.DepartmentID)
		if err != nil {
			return err
		}
		if p, err = in.onto(old.SignInPolicy, by.IP); err != nil {
			return err
		}
		err = s.store.q.DepartmentSignInPolicy(ctx, tx, db.DepartmentSignInPolicyParams{
			ID: by.DepartmentID, SecondFactorFrom: p.SecondFactorFrom, SessionIdleHours: hoursOrNull(p.SessionIdleHours),
			SessionHours: hoursOrNull(p.SessionHours), AllowedNetworks: append([]netip.Prefix{}, p.AllowedNetworks...), Now: s.clock.Now(),
		})
		if err != nil {
			return fmt.Errorf("change sign-in policy: %w", err)
		}
		return s.recordPolicyTx(ctx, tx, by, old.SignInPolicy, p)
	})
	return p, err
}

// recordPolicyTx records what of a policy was changed.
func (s *Service) recordPolicyTx(ctx context.Context, tx pgx.Tx, by access.Actor, old, p SignInPolicy) error {
	record := func(action string, details map[string]any) error {
		return s.audit.RecordTx(ctx, tx, by, audit.Event{Action: action, ObjectKind: "department", ObjectID: by.DepartmentID, Details: details})
	}
	if !sameTime(old.SecondFactorFrom, p.SecondFactorFrom) {
		details := map[string]any{}
		if p.SecondFactorFrom != nil {
			details["from"] = p.SecondFactorFrom.UTC()
		}
		if err := record("department.second_factor_required", details); err != nil {
			return err
		}
	}
	details := map[string]any{}
	for field, pair := range map[string][2]any{
		"session_idle_hours": {hoursOrNull(old.SessionIdleHours), hoursOrNull(p.SessionIdleHours)},
		"session_hours":      {hoursOrNull(old.SessionHours), hoursOrNull(p.SessionHours)},
		"allowed_networks":   {written(old.AllowedNetworks), written(p.AllowedNetworks)},
	} {
		if !reflect.DeepEqual(pair[0], pair[1]) {
			details[field] = map[string]any{"before": pair[0], "after": pair[1]}
		}
	}
	if len(details) == 0 {
		return nil
	}
	return record("department.sessions_limited", details)
}

func sameTime(a, b *time.Time) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Equal(*b)
}

func written(networks []netip.Prefix) []string {
	texts := make([]string, len(networks))
	for i, n := range networks {
		texts[i] = n.String()
	}
	return texts
}

func hoursOrNull(n int) *int32 {
	if n == 0 {
		return nil
	}
	return new(int32(n)) //nolint:gosec // at most maxHours
}

func policyFromRow(row db.Department) SignInPolicy {
	p := SignInPolicy{SecondFactorFrom: row.SecondFactorFrom, AllowedNetworks: row.AllowedNetworks}
	if row.SessionIdleHours != nil {
		p.SessionIdleHours = int(*row.SessionIdleHours)
	}
	if row.SessionHours != nil {
		p.SessionHours = int(*row.SessionHours)
	}
	return p
}
