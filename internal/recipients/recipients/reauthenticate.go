package recipients

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// recentSignIn is how long after signing in a person need not prove again who they are.
const recentSignIn = 15 * time.Minute

// ErrSignInAgain means that a person without a password signed in too long ago for what they want to do.
var ErrSignInAgain = errs.New(errs.Forbidden, "recipient.sign_in_again")

// signedInRecently reports whether the actor need not prove again who they are.
func (s *Service) signedInRecently(by Actor) bool {
	return s.Clock.Now().Sub(by.SignedInAt) < recentSignIn
}

// Reauthenticate makes sure that it is the actor who uses the session: they signed in within the last 15 minutes, or give their password.
// It returns ErrNotSignedIn, ErrLimited, ErrSignInAgain if they have no password, a field error, or throttle.ErrTooMany.
func (s *Service) Reauthenticate(ctx context.Context, by Actor, currentPassword string) error {
	if err := by.RequireFull(); err != nil {
		return err
	}
	if s.signedInRecently(by) {
		return nil
	}
	r, err := s.read(ctx, by)
	if err != nil {
		return err
	}
	if r.PasswordHash == nil {
		return ErrSignInAgain
	}
	var wrong errs.Fields
	if err := s.reauthenticate(ctx, by, r, &currentPassword, &wrong); err != nil {
		return err
	}
	return wrong.Err()
}

// OpenTx opens a full session for a person whom the caller has authenticated. how is recorded. It returns ErrNotSignedIn if they were
// erased meanwhile.
func (s *Service) OpenTx(ctx context.Context, tx pgx.Tx, from Actor, recipientID int64, userAgent, how string) (SignedIn, error) {
	r, err := s.q.RecipientByID(ctx, tx, recipientID)
	if pg.NoRows(err) {
		return SignedIn{}, ErrNotSignedIn
	}
	if err != nil {
		return SignedIn{}, fmt.Errorf("read recipient: %w", err)
	}
	return s.openOwnTx(ctx, tx, from, r, userAgent, how)
}
