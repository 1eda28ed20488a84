package identity

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/factors"
	"laurel/internal/accounts/onetime"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
)

// codesPerAccount limits wrong codes from all addresses together: someone with a stolen password must not be able to guess six digits.
var codesPerAccount = throttle.Rule{Name: "second_factor.account", Limit: 10, Window: 15 * time.Minute}

// SecondStep is a sign-in that needs a second factor of the account.
type SecondStep struct {
	Token     string // for CompleteSignIn
	ExpiresAt time.Time
	Methods   []factors.Method // of which one is enough
}

// CompleteSignIn is the input of the second step of a sign-in.
type CompleteSignIn struct {
	Token      string
	Code       string          // of the authenticator app, or a recovery code
	Credential json.RawMessage // in place of a code: a browser's answer to the options of BeginPasskeySignIn
	UserAgent  string
}

// admitTx opens a session, or returns the second step to an account with a second factor. Every way to sign in ends here.
func (s *Service) admitTx(ctx context.Context, tx pgx.Tx, from access.Actor, o opening) (SignedIn, error) {
	if err := s.passTx(ctx, tx, o); err != nil {
		return SignedIn{}, err
	}
	methods, err := s.factors.MethodsTx(ctx, tx, o.user.ID)
	if err != nil {
		return SignedIn{}, err
	}
	if len(methods) == 0 || o.bothFactors {
		return s.openTx(ctx, tx, from, o)
	}
	g := onetime.Grant{UserID: o.user.ID}
	if o.bound {
		g.DepartmentID = o.departmentID // a department makes the session of the second step a bound one
	}
	now := s.Clock.Now()
	token, err := s.tokens.InsertTx(ctx, tx, onetime.Step, g, stepLifetime)
	if err != nil {
		return SignedIn{}, err
	}
	return SignedIn{Step: &SecondStep{Token: token, ExpiresAt: now.Add(stepLifetime), Methods: methods}}, nil
}

// CompleteSignIn opens the session of a sign-in that needed a second step. It returns ErrSignInStep for a step that has expired or is
// done, a field error for a wrong or used code, ErrTooManySignIns after too many of them, and for a passkey the errors of
// SignInWithPasskey.
func (s *Service) CompleteSignIn(ctx context.Context, from access.Actor, in CompleteSignIn) (SignedIn, error) {
	if err := s.allow(ctx, tokenPerAddress, from); err != nil {
		return SignedIn{}, err
	}
	g, u, err := s.pendingSignIn(ctx, in.Token)
	if err != nil {
		return SignedIn{}, err
	}
	var out SignedIn
	finish := func(tx pgx.Tx) error {
		if _, err := s.tokens.UseTx(ctx, tx, onetime.Step, in.Token); err != nil {
			return stepExpired(err)
		}
		o := opening{user: u, departmentID: g.DepartmentID, bound: g.DepartmentID != 0, userAgent: in.UserAgent, how: "session.signed_in"}
		if o.bound {
			o.how = "session.signed_in_sso"
		}
		var err error
		out, err = s.openTx(ctx, tx, from, o)
		if err == nil && o.bound && out.Actor.DepartmentID == 0 {
			return cmp.Or(out.Actor.Missing, error(ErrSignInStep))
		}
		return err
	}
	if len(in.Credential) > 0 {
		err = s.factors.WithPasskey(ctx, from, in.Credential, u.ID, func(tx pgx.Tx, _ int64) error { return finish(tx) })
	} else {
		err = s.withCode(ctx, from, u, in.Code, finish)
	}
	if err != nil {
		return SignedIn{}, err
	}
	return out, nil
}

// pendingSignIn returns what a sign-in that waits for its second step is for, without ending it.
func (s *Service) pendingSignIn(ctx context.Context, token string) (g onetime.Grant, u User, err error) {
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		if g, err = s.tokens.FindTx(ctx, tx, onetime.Step, token); err != nil {
			return stepExpired(err)
		}
		u, err = s.store.user(ctx, tx, g.UserID)
		return err
	})
	return g, u, err
}

func stepExpired(err error) error {
	if errors.Is(err, ErrToken) {
		return ErrSignInStep
	}
	return err
}

// withCode runs fn in the transaction that spends a code of the user. A wrong code is recorded and counted as a wrong password is, and
// also per account, wherever it comes from.
func (s *Service) withCode(ctx context.Context, from access.Actor, u User, code string, fn func(pgx.Tx) error) error {
	code = factors.PlainCode(code)
	if code == "" {
		return errs.Field("code", "required")
	}
	place, id := throttle.Network(from.IP), strconv.FormatInt(u.ID, 10)
	err := errors.Join(s.Throttle.Allow(ctx, signInPerAccount, u.Email, place), s.Throttle.Allow(ctx, codesPerAccount, id))
	if errors.Is(err, throttle.ErrTooMany) {
		return ErrTooManySignIns
	}
	if err != nil {
		return err
	}
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		if err := s.factors.SpendTx(ctx, tx, from, ofFactors(u), code); err != nil {
			return err
		}
		return fn(tx)
	})
	if errors.Is(err, factors.ErrWrongCode) {
		if err := s.refuseSignIn(ctx, from, u); !errors.Is(err, ErrSignIn) {
			return err
		}
	}
	if err != nil {
		return err
	}
	return errors.Join(s.Throttle.Forgive(ctx, signInPerAccount, u.Email, place), s.Throttle.Forgive(ctx, codesPerAccount, id))
}

// BeginPasskeySignIn returns the options with which a browser offers passkeys, as JSON: all of this site, or with the token of a second
// step those of its account. It returns ErrSignInStep, passkey.ErrRefused for an account without passkeys, passkey.ErrUnavailable, and
// throttle.ErrTooMany for too many requests from a network.
func (s *Service) BeginPasskeySignIn(ctx context.Context, from access.Actor, stepToken string) (json.RawMessage, error) {
	if stepToken == "" {
		return s.factors.BeginUsing(ctx, from, nil)
	}
	_, u, err := s.pendingSignIn(ctx, stepToken)
	if err != nil {
		return nil, err
	}
	return s.factors.BeginUsing(ctx, from, new(ofFactors(u)))
}

// SignInWithPasskey opens a session with a passkey alone: it is something the person has, and verifies who they are. It returns
// passkey.ErrExpired, passkey.ErrRefused, passkey.ErrUnavailable, and throttle.ErrTooMany for too many requests from a network.
func (s *Service) SignInWithPasskey(ctx context.Context, from access.Actor, response json.RawMessage, userAgent string) (SignedIn, error) {
	var out SignedIn
	err := s.factors.WithPasskey(ctx, from, response, 0, func(tx pgx.Tx, userID int64) error {
		u, err := s.store.user(ctx, tx, userID)
		if err != nil {
			return err
		}
		out, err = s.openTx(ctx, tx, from, opening{user: u, userAgent: userAgent, how: "session.signed_in_with_passkey"})
		return err
	})
	if err != nil {
		return SignedIn{}, err
	}
	return out, nil
}
