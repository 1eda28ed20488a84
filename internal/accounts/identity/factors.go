package identity

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/factors"
)

func ofFactors(u User) factors.User { return factors.User{ID: u.ID, Email: u.Email, Name: u.Name} }

// tellTx emails a user about their second factors.
func (s *Service) tellTx(ctx context.Context, tx pgx.Tx, of factors.User, kind, once string, params map[string]string) error {
	u, err := s.store.user(ctx, tx, of.ID)
	if err != nil {
		return err
	}
	params["link"] = s.Origin + "/account"
	return s.mailWithTx(ctx, tx, u, kind, once, params)
}

// own returns the account of a person who signed in themselves. A session that a department opened may not change how the person signs
// in.
func (s *Service) own(ctx context.Context, by access.Actor) (User, error) {
	if by.UserID == 0 {
		return none, ErrSignedOut
	}
	if by.Bound {
		return none, ErrBound
	}
	return s.user(ctx, by.UserID)
}

// Factors returns the acting person's second factors. It returns ErrBound for a session opened by a department (SSO).
func (s *Service) Factors(ctx context.Context, by access.Actor) (factors.Factors, error) {
	u, err := s.own(ctx, by)
	if err != nil {
		return factors.Factors{}, err
	}
	return s.factors.Read(ctx, u.ID)
}

// confirmed returns the acting person's account after they gave their password again. It returns a field error for a wrong one,
// ErrSignedOut or ErrBound.
func (s *Service) confirmed(ctx context.Context, by access.Actor, password string) (factors.User, error) {
	if err := s.Confirm(ctx, by, password); err != nil {
		return factors.User{}, err
	}
	u, err := s.own(ctx, by)
	return ofFactors(u), err
}

// BeginTOTP makes the secret of an authenticator app, which counts from ConfirmTOTP on. The person gives their password again. It
// returns a field error for a wrong password, factors.ErrHasTOTP, ErrSignedOut or ErrBound.
func (s *Service) BeginTOTP(ctx context.Context, by access.Actor, password string) (factors.Enrolment, error) {
	u, err := s.confirmed(ctx, by, password)
	if err != nil {
		return factors.Enrolment{}, err
	}
	return s.factors.BeginTOTP(ctx, u)
}

// ConfirmTOTP finishes an enrolment as factors.ConfirmTOTP does. It returns its errors, ErrSignedOut or ErrBound.
func (s *Service) ConfirmTOTP(ctx context.Context, by access.Actor, code string) (codes []string, err error) {
	u, err := s.own(ctx, by)
	if err != nil {
		return nil, err
	}
	return s.factors.ConfirmTOTP(ctx, by, ofFactors(u), code)
}

// RemoveTOTP removes the authenticator app. It takes a code of it or a recovery code. It returns a field error for a wrong code,
// factors.ErrNone, or ErrTooManySignIns.
func (s *Service) RemoveTOTP(ctx context.Context, by access.Actor, code string) error {
	u, err := s.enrolled(ctx, by)
	if err != nil {
		return err
	}
	return s.withCode(ctx, by, u, code, func(tx pgx.Tx) error { return s.factors.RemoveTOTPTx(ctx, tx, by, ofFactors(u)) })
}

// RenewRecoveryCodes replaces all recovery codes and returns the new ones. It takes a code of the app or a recovery code. It returns a
// field error for a wrong code, factors.ErrNone, or ErrTooManySignIns.
func (s *Service) RenewRecoveryCodes(ctx context.Context, by access.Actor, code string) (codes []string, err error) {
	u, err := s.enrolled(ctx, by)
	if err != nil {
		return nil, err
	}
	err = s.withCode(ctx, by, u, code, func(tx pgx.Tx) (err error) {
		codes, err = s.factors.RenewCodesTx(ctx, tx, by, ofFactors(u))
		return err
	})
	return codes, err
}

// enrolled returns the account of a person with a second factor, or factors.ErrNone.
func (s *Service) enrolled(ctx context.Context, by access.Actor) (User, error) {
	f, err := s.Factors(ctx, by)
	if err != nil {
		return none, err
	}
	if f.TOTPSince == nil && len(f.Passkeys) == 0 {
		return none, factors.ErrNone
	}
	return s.own(ctx, by)
}

// BeginPasskey returns the options with which the acting person's browser makes a passkey, as JSON. The person gives their password
// again. It returns a field error for a wrong password, ErrSignedOut, ErrBound, and the errors of factors.BeginPasskey.
func (s *Service) BeginPasskey(ctx context.Context, by access.Actor, password string) (json.RawMessage, error) {
	u, err := s.confirmed(ctx, by, password)
	if err != nil {
		return nil, err
	}
	return s.factors.BeginPasskey(ctx, by, u)
}

// AddPasskey stores a new passkey as factors.AddPasskey does. It returns its errors, ErrSignedOut or ErrBound.
func (s *Service) AddPasskey(ctx context.Context, by access.Actor, name string, response json.RawMessage) (factors.Passkey, []string, error) {
	u, err := s.own(ctx, by)
	if err != nil {
		return factors.Passkey{}, nil, err
	}
	return s.factors.AddPasskey(ctx, by, ofFactors(u), name, response)
}

// RenamePasskey renames a passkey. It returns ErrSignedOut, ErrBound, passkey.ErrNotFound, or a field error.
func (s *Service) RenamePasskey(ctx context.Context, by access.Actor, id int64, name string) (factors.Passkey, error) {
	u, err := s.own(ctx, by)
	if err != nil {
		return factors.Passkey{}, err
	}
	return s.factors.RenamePasskey(ctx, by, ofFactors(u), id, name)
}

// RemovePasskey removes a passkey. It returns ErrSignedOut, ErrBound or passkey.ErrNotFound.
func (s *Service) RemovePasskey(ctx context.Context, by access.Actor, id int64) error {
	u, err := s.own(ctx, by)
	if err != nil {
		return err
	}
	return s.factors.RemovePasskey(ctx, by, ofFactors(u), id)
}
