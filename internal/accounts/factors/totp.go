package factors

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/pquerna/otp/totp"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/factors/internal/db"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
)

const (
	totpPeriod    = 30 // seconds
	totpDigits    = 6
	enrolLifetime = 15 * time.Minute // of a secret until its first code
)

// Enrolment is the secret of an authenticator app, which is shown once.
type Enrolment struct {
	Secret string // base32
	URI    string // for a QR code
}

// totpIssuer names the product in authenticator apps.
const totpIssuer = "Laurel"

// BeginTOTP makes the secret of an authenticator app, which counts from ConfirmTOTP on. It returns ErrHasTOTP.
func (s *Service) BeginTOTP(ctx context.Context, u User) (Enrolment, error) {
	key, err := totp.Generate(totp.GenerateOpts{Issuer: totpIssuer, AccountName: u.Email})
	if err != nil {
		return Enrolment{}, fmt.Errorf("make the secret of an authenticator app: %w", err)
	}
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		n, err := s.q.TOTPBegin(ctx, tx, db.TOTPBeginParams{
			UserID: u.ID, SealedSecret: s.Keyring.Seal([]byte(key.Secret()), totpContext(u.ID)), Now: s.Clock.Now(),
		})
		if err != nil {
			return fmt.Errorf("store the secret of an authenticator app: %w", err)
		}
		if n == 0 {
			return ErrHasTOTP
		}
		return nil
	})
	return Enrolment{Secret: key.Secret(), URI: uri(key.Secret(), u.Email)}, err
}

// uri is read by authenticator apps. Several of them take a plus sign for itself, so that spaces are written as %20.
func uri(secret, email string) string {
	return fmt.Sprintf("otpauth://totp/%s:%s?secret=%s&issuer=%s", totpIssuer, url.PathEscape(email), secret, totpIssuer)
}

// ConfirmTOTP finishes an enrolment with a code of the app. With the first second factor come recovery codes, which are shown once;
// otherwise there are none. It returns a field error for a wrong code, ErrHasTOTP, and ErrEnrolment if there is no enrolment or it has
// expired.
func (s *Service) ConfirmTOTP(ctx context.Context, by access.Actor, u User, code string) (codes []string, err error) {
	// The person enrolling was just shown the secret, so wrong codes need no limit.
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		row, err := s.q.TOTPFind(ctx, tx, u.ID)
		if pg.NoRows(err) {
			return ErrEnrolment
		}
		if err != nil {
			return fmt.Errorf("find authenticator app: %w", err)
		}
		if row.ConfirmedAt != nil {
			return ErrHasTOTP
		}
		step, err := s.step(row, PlainCode(code))
		if err != nil {
			return err
		}
		if codes, err = s.firstCodesTx(ctx, tx, u.ID); err != nil {
			return err
		}
		now := s.Clock.Now()
		n, err := s.q.TOTPConfirm(ctx, tx, db.TOTPConfirmParams{
			Now: now, Step: step, UserID: u.ID, SealedSecret: row.SealedSecret, BegunSince: now.Add(-enrolLifetime),
		})
		if err != nil {
			return fmt.Errorf("confirm authenticator app: %w", err)
		}
		if n == 0 {
			return ErrEnrolment
		}
		return s.changedTx(ctx, tx, by, u, "second_factor.added", MailAdded)
	})
	return codes, err
}

// RemoveTOTPTx removes the authenticator app of a user who proved themselves. The recovery codes go with the last second factor. It
// returns ErrNone.
func (s *Service) RemoveTOTPTx(ctx context.Context, tx pgx.Tx, by access.Actor, u User) error {
	n, err := s.q.TOTPDelete(ctx, tx, u.ID)
	if err != nil {
		return fmt.Errorf("delete authenticator app: %w", err)
	}
	if n == 0 {
		return ErrNone
	}
	if err := s.q.RecoveryCodesDeleteIdle(ctx, tx, u.ID); err != nil {
		return fmt.Errorf("delete recovery codes: %w", err)
	}
	return s.changedTx(ctx, tx, by, u, "second_factor.removed", MailRemoved)
}

// step returns the time step that a code of the app belongs to: the present one, or one next to it, for clocks that differ. It returns
// ErrWrongCode.
func (s *Service) step(row db.UserTotp, code string) (int64, error) {
	secret, err := s.Keyring.Open(row.SealedSecret, totpContext(row.UserID))
	if err != nil {
		return 0, fmt.Errorf("open the secret of an authenticator app: %w", err)
	}
	now := s.Clock.Now().Unix() / totpPeriod
	for _, step := range []int64{now, now - 1, now + 1} {
		want, err := totp.GenerateCode(string(secret), time.Unix(step*totpPeriod, 0))
		if err != nil {
			return 0, fmt.Errorf("compute code: %w", err)
		}
		if secrets.Equal(want, code) {
			return step, nil
		}
	}
	return 0, ErrWrongCode
}

// totpContext binds an encrypted secret to its user.
func totpContext(userID int64) string { return fmt.Sprintf("user_totp.sealed_secret of %d", userID) }
