package identity

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/pquerna/otp/totp"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/identity/internal/db"
	"laurel/internal/platform/pg"
)

// Factors are the second factors of an account.
type Factors struct {
	TOTPSince     *time.Time // nil: no authenticator app
	RecoveryCodes int        // unused ones
}

// Enrolment is the secret of an authenticator app, which is shown once.
type Enrolment struct {
	Secret string // base32
	URI    string // for a QR code
}

// totpIssuer names the product in authenticator apps.
const totpIssuer = "Laurel"

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
func (s *Service) Factors(ctx context.Context, by access.Actor) (Factors, error) {
	if by.UserID == 0 {
		return Factors{}, ErrSignedOut
	}
	if by.Bound {
		return Factors{}, ErrBound
	}
	var out Factors
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		row, err := s.store.q.TOTPFind(ctx, tx, by.UserID)
		if err != nil && !pg.NoRows(err) {
			return fmt.Errorf("find authenticator app: %w", err)
		}
		left, err := s.store.q.RecoveryCodesLeft(ctx, tx, by.UserID)
		if err != nil {
			return fmt.Errorf("count recovery codes: %w", err)
		}
		out = Factors{TOTPSince: row.ConfirmedAt, RecoveryCodes: int(left)}
		return nil
	})
	return out, err
}

// BeginTOTP makes the secret of an authenticator app, which counts from ConfirmTOTP on. The person gives their password again. It
// returns a field error for a wrong password, ErrHasTOTP, ErrSignedOut or ErrBound.
func (s *Service) BeginTOTP(ctx context.Context, by access.Actor, password string) (Enrolment, error) {
	if err := s.Confirm(ctx, by, password); err != nil {
		return Enrolment{}, err
	}
	u, err := s.own(ctx, by)
	if err != nil {
		return Enrolment{}, err
	}
	key, err := totp.Generate(totp.GenerateOpts{Issuer: totpIssuer, AccountName: u.Email})
	if err != nil {
		return Enrolment{}, fmt.Errorf("make the secret of an authenticator app: %w", err)
	}
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		n, err := s.store.q.TOTPBegin(ctx, tx, db.TOTPBeginParams{
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

// ConfirmTOTP finishes an enrolment with a code of the app and returns the recovery codes, which are shown once. It returns a field
// error for a wrong code, ErrHasTOTP, and ErrEnrolment if there is no enrolment or it has expired.
func (s *Service) ConfirmTOTP(ctx context.Context, by access.Actor, code string) (codes []string, err error) {
	u, err := s.own(ctx, by)
	if err != nil {
		return nil, err
	}
	// The person enrolling was just shown the secret, so wrong codes need no limit.
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		row, err := s.store.q.TOTPFind(ctx, tx, u.ID)
		if pg.NoRows(err) {
			return ErrEnrolment
		}
		if err != nil {
			return fmt.Errorf("find authenticator app: %w", err)
		}
		if row.ConfirmedAt != nil {
			return ErrHasTOTP
		}
		step, err := s.step(row, plainCode(code))
		if err != nil {
			return err
		}
		now := s.Clock.Now()
		n, err := s.store.q.TOTPConfirm(ctx, tx, db.TOTPConfirmParams{
			Now: now, Step: step, UserID: u.ID, SealedSecret: row.SealedSecret, BegunSince: now.Add(-enrolLifetime),
		})
		if err != nil {
			return fmt.Errorf("confirm authenticator app: %w", err)
		}
		if n == 0 {
			return ErrEnrolment
		}
		if codes, err = s.replaceCodesTx(ctx, tx, u.ID); err != nil {
			return err
		}
		return s.factorChangedTx(ctx, tx, by, u, "second_factor.added", MailFactorAdded)
	})
	return codes, err
}

// RemoveTOTP removes the authenticator app and the recovery codes. It takes a code of either. It returns a field error for a wrong code,
// ErrNoTOTP, or ErrTooManySignIns.
func (s *Service) RemoveTOTP(ctx context.Context, by access.Actor, code string) error {
	u, err := s.enrolled(ctx, by)
	if err != nil {
		return err
	}
	return s.withCode(ctx, by, u, code, func(tx pgx.Tx) error {
		n, err := s.store.q.TOTPDelete(ctx, tx, u.ID)
		if err != nil {
			return fmt.Errorf("delete authenticator app: %w", err)
		}
		if n == 0 {
			return ErrNoTOTP
		}
		if err := s.store.q.RecoveryCodesDelete(ctx, tx, u.ID); err != nil {
			return fmt.Errorf("delete recovery codes: %w", err)
		}
		return s.factorChangedTx(ctx, tx, by, u, "second_factor.removed", MailFactorRemoved)
	})
}

// RenewRecoveryCodes replaces all recovery codes and returns the new ones. It takes a code of the app or a recovery code. It returns a
// field error for a wrong code, ErrNoTOTP, or ErrTooManySignIns.
func (s *Service) RenewRecoveryCodes(ctx context.Context, by access.Actor, code string) (codes []string, err error) {
	u, err := s.enrolled(ctx, by)
	if err != nil {
		return nil, err
	}
	err = s.withCode(ctx, by, u, code, func(tx pgx.Tx) (err error) {
		if codes, err = s.replaceCodesTx(ctx, tx, u.ID); err != nil {
			return err
		}
		return s.factorChangedTx(ctx, tx, by, u, "second_factor.codes_renewed", MailRecoveryCodes)
	})
	return codes, err
}

// enrolled returns the account of a person with an authenticator app, or ErrNoTOTP.
func (s *Service) enrolled(ctx context.Context, by access.Actor) (User, error) {
	factors, err := s.Factors(ctx, by)
	if err != nil {
		return none, err
	}
	if factors.TOTPSince == nil {
		return none, ErrNoTOTP
	}
	return s.own(ctx, by)
}

func (s *Service) replaceCodesTx(ctx context.Context, tx pgx.Tx, userID int64) ([]string, error) {
	if err := s.store.q.RecoveryCodesDelete(ctx, tx, userID); err != nil {
		return nil, fmt.Errorf("delete recovery codes: %w", err)
	}
	codes, hashes := newRecoveryCodes(userID)
	err := s.store.q.RecoveryCodesInsert(ctx, tx, db.RecoveryCodesInsertParams{UserID: userID, CodeHashes: hashes, Now: s.Clock.Now()})
	if err != nil {
		return nil, fmt.Errorf("insert recovery codes: %w", err)
	}
	return codes, nil
}

// factorChangedTx records a change of factors and tells the user by email.
func (s *Service) factorChangedTx(ctx context.Context, tx pgx.Tx, by access.Actor, u User, action, mail string) error {
	err := s.Audit.RecordTx(ctx, tx, account(by, u.ID), audit.Event{Action: action, ObjectKind: "user", ObjectID: u.ID})
	if err != nil {
		return err
	}
	return s.mailTx(ctx, tx, u, mail, s.Origin+"/account", strconv.FormatInt(s.Clock.Now().UnixMicro(), 36))
}
