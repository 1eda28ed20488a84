package identity

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/factors"
	"laurel/internal/platform/pg"
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

// proved returns the acting person's account if they proved recently who they are. It returns access.ErrUnproved, ErrSignedOut or
// ErrBound.
func (s *Service) proved(ctx context.Context, by access.Actor) (factors.User, error) {
	u, err := s.own(ctx, by)
	if err != nil {
		return factors.User{}, err
	}
	return ofFactors(u), by.RequireProof()
}

// BeginTOTP makes the secret of an authenticator app, which counts from ConfirmTOTP on. It returns access.ErrUnproved,
// factors.ErrHasTOTP, ErrSignedOut or ErrBound.
func (s *Service) BeginTOTP(ctx context.Context, by access.Actor) (factors.Enrolment, error) {
	u, err := s.proved(ctx, by)
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

// RemoveTOTP removes the authenticator app. It returns access.ErrUnproved, factors.ErrNone, ErrSignedOut or ErrBound.
func (s *Service) RemoveTOTP(ctx context.Context, by access.Actor) error {
	u, err := s.proved(ctx, by)
	if err != nil {
		return err
	}
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error { return s.factors.RemoveTOTPTx(ctx, tx, by, u) })
}

// RenewRecoveryCodes replaces all recovery codes and returns the new ones. It returns access.ErrUnproved, factors.ErrNone, ErrSignedOut
// or ErrBound.
func (s *Service) RenewRecoveryCodes(ctx context.Context, by access.Actor) (codes []string, err error) {
	u, err := s.proved(ctx, by)
	if err != nil {
		return nil, err
	}
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		codes, err = s.factors.RenewCodesTx(ctx, tx, by, u)
		return err
	})
	return codes, err
}

// BeginPasskey returns the options with which the acting person's browser makes a passkey, as JSON. It returns access.ErrUnproved,
// ErrSignedOut, ErrBound, and the errors of factors.BeginPasskey.
func (s *Service) BeginPasskey(ctx context.Context, by access.Actor) (json.RawMessage, error) {
	u, err := s.proved(ctx, by)
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

// RemovePasskey removes a passkey. It returns access.ErrUnproved, ErrSignedOut, ErrBound or passkey.ErrNotFound.
func (s *Service) RemovePasskey(ctx context.Context, by access.Actor, id int64) error {
	u, err := s.proved(ctx, by)
	if err != nil {
		return err
	}
	return s.factors.RemovePasskey(ctx, by, u, id)
}
