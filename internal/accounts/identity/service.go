package identity

import (
	"cmp"
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/factors"
	"laurel/internal/accounts/identity/internal/db"
	"laurel/internal/accounts/onetime"
	"laurel/internal/accounts/organizations"
	"laurel/internal/platform/captcha"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
)

// Deps are the dependencies of the service.
type Deps struct {
	Pool          *pgxpool.Pool
	Clock         clock.Clock
	Audit         *audit.Log
	Departments   *departments.Service
	Organizations *organizations.Service
	Passwords     *secrets.Passwords
	Keyring       *secrets.Keyring
	Throttle      *throttle.Limiter
	Captcha       captcha.Verifier
	Mail          Mail
	Languages     []string // that the product speaks; no account may choose another
	Origin        string   // scheme and host of the dashboard, for the links in mails

	SessionIdle     time.Duration // how long an unused session lasts; 0: DefaultSessionIdle
	SessionLifetime time.Duration // how long any session lasts; 0: DefaultSessionLifetime
}

// Service manages accounts and sessions. Methods that do not require a sign-in take a zero actor that only carries the client's
// address.
type Service struct {
	Deps
	store   store
	tokens  *onetime.Tokens
	factors *factors.Service
	gate    Gate // nil: everybody may sign in in every way
}

// New returns a service.
func New(d Deps) *Service {
	d.SessionIdle = cmp.Or(d.SessionIdle, DefaultSessionIdle)
	d.SessionLifetime = cmp.Or(d.SessionLifetime, DefaultSessionLifetime)
	s := &Service{Deps: d, store: store{q: db.New()}, tokens: onetime.New(d.Clock)}
	s.factors = factors.New(factors.Deps{
		Pool: d.Pool, Clock: d.Clock, Audit: d.Audit, Keyring: d.Keyring, Throttle: d.Throttle, Origin: d.Origin, Tell: s.tellTx,
	})
	return s
}

// allow rate-limits calls that do not require a sign-in.
func (s *Service) allow(ctx context.Context, rule throttle.Rule, from access.Actor) error {
	return s.Throttle.Allow(ctx, rule, throttle.Network(from.IP))
}

// user reads an account in its own transaction.
func (s *Service) user(ctx context.Context, id int64) (u User, err error) {
	err = pg.SingleStatementSystem(ctx, s.Pool, func(tx pg.DB) error {
		u, err = s.store.user(ctx, tx, id)
		return err
	})
	return u, err
}

// userByEmail returns the account of an address, or the zero User if there is none.
func (s *Service) userByEmail(ctx context.Context, email string) (u User, err error) {
	err = pg.SingleStatementSystem(ctx, s.Pool, func(tx pg.DB) error {
		u, err = s.store.userByEmail(ctx, tx, email)
		return err
	})
	return u, err
}

// account is the user as an actor in the audit record, acting on their own account without a department.
func account(from access.Actor, userID int64) access.Actor {
	return access.Actor{UserID: userID, SessionID: from.SessionID, IP: from.IP, RequestID: from.RequestID}
}
