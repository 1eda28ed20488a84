package identity

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/factors"
	"laurel/internal/accounts/identity/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
)

// proofLifetime is how long a session may do what access.Actor.RequireProof guards.
const proofLifetime = 15 * time.Minute

// Proof is what a signed-in person proves again who they are with: one of the three.
type Proof struct {
	Password   string          // of an account without a second factor
	Code       string          // of the authenticator app, or a recovery code
	Credential json.RawMessage // a browser's answer to the options of BeginProof
}

// ProofMethods returns how the acting person can prove who they are: their second factors, or the password if there are none, because a
// password alone must not take a second factor away.
func (s *Service) ProofMethods(ctx context.Context, by access.Actor) (methods []factors.Method, err error) {
	if by.SessionID == 0 {
		return nil, ErrSignedOut
	}
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		methods, err = s.factors.MethodsTx(ctx, tx, by.UserID)
		return err
	})
	if err == nil && len(methods) == 0 {
		methods = []factors.Method{factors.MethodPassword}
	}
	return methods, err
}

// BeginProof returns the options for a proof with a passkey, as JSON. It returns ErrSignedOut, and the errors of factors.BeginUsing.
func (s *Service) BeginProof(ctx context.Context, by access.Actor) (json.RawMessage, error) {
	if by.SessionID == 0 {
		return nil, ErrSignedOut
	}
	u, err := s.user(ctx, by.UserID)
	if err != nil {
		return nil, err
	}
	return s.factors.BeginUsing(ctx, by, new(ofFactors(u)))
}

// Prove lets the session do for 15 minutes what needs a proof, and returns its new token: the former one ends. It returns a field error
// for what is missing or wrong, ErrTooManySignIns, ErrSignedOut, and for a passkey the errors of SignInWithPasskey.
func (s *Service) Prove(ctx context.Context, by access.Actor, in Proof) (token string, err error) {
	methods, err := s.ProofMethods(ctx, by)
	if err != nil {
		return "", err
	}
	u, err := s.user(ctx, by.UserID)
	if err != nil {
		return "", err
	}
	prove := func(tx pgx.Tx) (err error) {
		token, err = s.proveTx(ctx, tx, by)
		return err
	}
	switch {
	case len(in.Credential) > 0:
		err = s.factors.WithPasskey(ctx, by, in.Credential, u.ID, func(tx pgx.Tx, _ int64) error { return prove(tx) })
	case methods[0] != factors.MethodPassword:
		err = s.withCode(ctx, by, u, in.Code, prove)
	default:
		var wrong errs.Fields
		if err := s.reauthenticate(ctx, by, u, in.Password, &wrong); err != nil {
			return "", err
		}
		if err := wrong.Err(); err != nil {
			return "", err
		}
		err = pg.InSystem(ctx, s.Pool, prove)
	}
	return token, err
}

func (s *Service) proveTx(ctx context.Context, tx pgx.Tx, by access.Actor) (string, error) {
	token := secrets.NewToken(sessionPrefix)
	n, err := s.store.q.SessionProve(ctx, tx, db.SessionProveParams{TokenHash: secrets.HashToken(token), ID: by.SessionID, UserID: by.UserID, Now: s.Clock.Now()})
	if err != nil {
		return "", fmt.Errorf("note proof: %w", err)
	}
	if n == 0 {
		return "", ErrSignedOut
	}
	return token, nil
}
