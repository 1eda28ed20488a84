// Package factors keeps the second factors of users: authenticator apps, passkeys and recovery codes. Who may change them, and what a
// sign-in needs, is decided by package identity. See ADR 121 and ADR 124.
package factors

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/factors/internal/db"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/passkey"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
)

// The errors of this package, beside those of passkey. Each code has a message in locales/en/errors.json.
var (
	ErrWrongCode = errs.New(errs.Invalid, "second_factor.wrong_code").At("code")
	ErrHasTOTP   = errs.New(errs.Conflict, "second_factor.exists")
	ErrNone      = errs.New(errs.NotFound, "second_factor.none")
	ErrEnrolment = errs.New(errs.Conflict, "second_factor.enrolment_expired")
)

// Kinds of emails about second factors.
const (
	MailAdded          = "factor_added"
	MailRemoved        = "factor_removed"
	MailCodesRenewed   = "recovery_codes_renewed"
	MailCodeUsed       = "recovery_code_used"
	MailPasskeyAdded   = "passkey_added"
	MailPasskeyRemoved = "passkey_removed"
	MailReset          = "factors_reset"
)

// User is whose factors are used or changed.
type User struct {
	ID          int64
	Email, Name string
}

// Factors are the second factors of an account.
type Factors struct {
	TOTPSince     *time.Time // nil: no authenticator app
	Passkeys      []Passkey  // oldest first
	RecoveryCodes int        // unused ones
}

// Method is a way to take the second step of a sign-in.
type Method string

// The methods. A recovery code always counts too. A password is no second step, but what accounts without one prove themselves with.
const (
	MethodTOTP     Method = "totp"
	MethodPasskey  Method = "passkey"
	MethodPassword Method = "password"
)

// Deps are the dependencies of the service.
type Deps struct {
	Pool     *pgxpool.Pool
	Clock    clock.Clock
	Audit    *audit.Log
	Keyring  *secrets.Keyring
	Throttle *throttle.Limiter
	Origin   string // scheme and host of the dashboard, whose host passkeys belong to

	// Tell emails a user about their factors. once identifies the occasion, so that its email is sent only once.
	Tell func(ctx context.Context, tx pgx.Tx, u User, kind, once string, params map[string]string) error
}

// Service keeps second factors.
type Service struct {
	Deps
	q    *db.Queries
	site passkey.RelyingParty
}

// New returns a service.
func New(d Deps) *Service { return &Service{Deps: d, q: db.New(), site: passkey.For(d.Origin)} }

// Read returns the second factors of a user.
func (s *Service) Read(ctx context.Context, userID int64) (Factors, error) {
	var out Factors
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		row, err := s.q.TOTPFind(ctx, tx, userID)
		if err != nil && !pg.NoRows(err) {
			return fmt.Errorf("find authenticator app: %w", err)
		}
		left, err := s.q.RecoveryCodesLeft(ctx, tx, userID)
		if err != nil {
			return fmt.Errorf("count recovery codes: %w", err)
		}
		passkeys, err := s.q.PasskeyList(ctx, tx, userID)
		if err != nil {
			return fmt.Errorf("list passkeys: %w", err)
		}
		out = Factors{TOTPSince: row.ConfirmedAt, RecoveryCodes: int(left)}
		for _, p := range passkeys {
			out.Passkeys = append(out.Passkeys, passkeyFromRow(p))
		}
		return nil
	})
	return out, err
}

// MethodsTx returns the ways in which a user can take a second step: none without a second factor.
func (s *Service) MethodsTx(ctx context.Context, tx pgx.Tx, userID int64) ([]Method, error) {
	has, err := s.q.SecondFactors(ctx, tx, userID)
	if err != nil {
		return nil, fmt.Errorf("look for a second factor: %w", err)
	}
	var methods []Method
	if has.Totp {
		methods = append(methods, MethodTOTP)
	}
	if has.Passkey {
		methods = append(methods, MethodPasskey)
	}
	return methods, nil
}

// ResetTx removes all second factors of a user who has lost them, and tells them by email. The caller records who did it. It returns
// ErrNone.
func (s *Service) ResetTx(ctx context.Context, tx pgx.Tx, u User) error {
	methods, err := s.MethodsTx(ctx, tx, u.ID)
	if err != nil {
		return err
	}
	if len(methods) == 0 {
		return ErrNone
	}
	if err := s.q.FactorsDelete(ctx, tx, u.ID); err != nil {
		return fmt.Errorf("delete second factors: %w", err)
	}
	return s.Tell(ctx, tx, u, MailReset, strconv.FormatInt(s.Clock.Now().UnixMicro(), 36), map[string]string{})
}

// changedTx records a change of the authenticator app or of recovery codes, and tells the user by email.
func (s *Service) changedTx(ctx context.Context, tx pgx.Tx, by access.Actor, u User, action, mail string) error {
	if err := s.recordTx(ctx, tx, by, u.ID, action, nil); err != nil {
		return err
	}
	return s.Tell(ctx, tx, u, mail, strconv.FormatInt(s.Clock.Now().UnixMicro(), 36), map[string]string{})
}

// recordTx records what a user did with their own account, outside all departments.
func (s *Service) recordTx(ctx context.Context, tx pgx.Tx, by access.Actor, userID int64, action string, details map[string]any) error {
	actor := access.Actor{UserID: userID, SessionID: by.SessionID, IP: by.IP, RequestID: by.RequestID}
	return s.Audit.RecordTx(ctx, tx, actor, audit.Event{Action: action, ObjectKind: "user", ObjectID: userID, Details: details})
}
