package identity

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/addresses"
	"laurel/internal/accounts/audit"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
)

// The limits of failed sign-ins. They are counted per account and client address, so that nobody can lock an owner out from elsewhere,
// and no wait is longer than a minute.
var (
	signInPerAccount = throttle.Rule{Name: "sign_in.account", Limit: 5, Window: time.Minute}
	signInPerAddress = throttle.Rule{Name: "sign_in.address", Limit: 20, Window: time.Minute}
)

// SignIn is the input of a sign-in.
type SignIn struct {
	Email     string
	Password  string
	UserAgent string
}

func (in SignIn) validate() error {
	var wrong errs.Fields
	if in.Email == "" {
		wrong.Add("email", "required")
	}
	if in.Password == "" {
		wrong.Add("password", "required")
	}
	return wrong.Err()
}

// SignIn opens a session, or returns the second step if the account has a second factor. A wrong password, an unknown address and an
// account without a password all return ErrSignIn after the same work. Too many failures return ErrTooManySignIns.
func (s *Service) SignIn(ctx context.Context, from access.Actor, in SignIn) (SignedIn, error) {
	if err := in.validate(); err != nil {
		return SignedIn{}, err
	}
	email, place := addresses.Normal(in.Email), throttle.Network(from.IP)
	err := errors.Join(s.Throttle.Allow(ctx, signInPerAddress, place), s.Throttle.Allow(ctx, signInPerAccount, email, place))
	if errors.Is(err, throttle.ErrTooMany) {
		return SignedIn{}, ErrTooManySignIns
	}
	if err != nil {
		return SignedIn{}, err
	}
	u, err := s.userByEmail(ctx, email)
	if err != nil {
		return SignedIn{}, err
	}
	right, err := s.Passwords.Verify(ctx, u.passwordHash, in.Password)
	if err != nil {
		return SignedIn{}, err
	}
	if !right {
		return SignedIn{}, s.refuseSignIn(ctx, from, u)
	}
	err = errors.Join(s.Throttle.Forgive(ctx, signInPerAddress, place), s.Throttle.Forgive(ctx, signInPerAccount, email, place))
	if err != nil {
		return SignedIn{}, err
	}
	var out SignedIn
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		out, err = s.admitTx(ctx, tx, from, opening{user: u, userAgent: in.UserAgent, how: "session.signed_in"})
		return err
	})
	return out, err
}

// refuseSignIn records the failure. It also does so for an unknown address, so that both take the same time.
func (s *Service) refuseSignIn(ctx context.Context, from access.Actor, u User) error {
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		return s.Audit.RecordTx(ctx, tx, account(from, 0), audit.Event{Action: "session.refused", ObjectKind: "user", ObjectID: u.ID})
	})
	if err != nil {
		return err
	}
	return ErrSignIn
}

// SignOut ends the session at once in every process.
func (s *Service) SignOut(ctx context.Context, by access.Actor) error {
	if by.SessionID == 0 {
		return ErrSignedOut
	}
	return s.EndSession(ctx, by, by.SessionID)
}
