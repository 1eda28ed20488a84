package identity

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/identity/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
)

var (
	forgetPerAddress = throttle.Rule{Name: "password.forget.address", Limit: 20, Window: 10 * time.Minute}
	forgetPerAccount = throttle.Rule{Name: "password.forget.account", Limit: 3, Window: 5 * time.Minute}
)

// ForgetPassword mails a link that sets a new password. The answer is the same whether the address has an account or not.
func (s *Service) ForgetPassword(ctx context.Context, from access.Actor, email, captcha string) error {
	if err := s.allow(ctx, forgetPerAddress, from); err != nil {
		return err
	}
	var wrong errs.Fields
	email = normalEmail(email)
	checkEmail(&wrong, email)
	if err := wrong.Err(); err != nil {
		return err
	}
	if err := s.Captcha.Verify(ctx, captcha, from.IP); err != nil {
		return err
	}
	// Counted for every address that is asked about, so that the refusal tells nothing either.
	if err := s.Throttle.Allow(ctx, forgetPerAccount, email); err != nil {
		return err
	}
	if err := s.Throttle.AllowMail(ctx, "reset", email, 0); err != nil {
		return err
	}
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		u, err := s.store.userByEmail(ctx, tx, email)
		if err != nil {
			return err
		}
		err = s.Audit.RecordTx(ctx, tx, account(from, 0), audit.Event{Action: "password.forgotten", ObjectKind: "user", ObjectID: u.ID})
		if err != nil || u.ID == 0 {
			return err
		}
		return s.sendTx(ctx, tx, u, letter{kind: tokenReset, path: "/reset-password", lifetime: resetLifetime})
	})
}

// ResetPassword sets a new password by the mailed token, which also confirms the address, and ends every session. It refuses
// with ErrToken, and with the field for a weak password, which leaves the token good.
func (s *Service) ResetPassword(ctx context.Context, from access.Actor, token, password string) error {
	if err := s.allow(ctx, tokenPerAddress, from); err != nil {
		return err
	}
	hash, err := s.newHash(ctx, password)
	if err != nil {
		return err
	}
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		u, err := s.redeemTx(ctx, tx, tokenReset, token)
		if err != nil {
			return err
		}
		by := account(from, u.ID)
		by.SessionID = 0 // no session survives, not even the one that asks
		return s.changePasswordTx(ctx, tx, by, u, password, hash)
	})
}

// redeemTx spends a mailed secret; who has it reads the mail of that address.
func (s *Service) redeemTx(ctx context.Context, tx pgx.Tx, kind, token string) (User, error) {
	now := s.Clock.Now()
	g, err := s.store.useToken(ctx, tx, kind, token, now)
	if err != nil {
		return none, err
	}
	return s.store.verify(ctx, tx, g.userID, now)
}

// newHash checks a password and hashes it, before a transaction is opened: hashing takes its time.
func (s *Service) newHash(ctx context.Context, password string, own ...string) (string, error) {
	var wrong errs.Fields
	checkPassword(&wrong, password, own...)
	if err := wrong.Err(); err != nil {
		return "", err
	}
	return s.Passwords.Hash(ctx, password)
}

// changePasswordTx gives the user a new password, ends their sessions but the acting one, and tells them by mail.
func (s *Service) changePasswordTx(ctx context.Context, tx pgx.Tx, by access.Actor, u User, password, hash string) error {
	if strings.EqualFold(password, u.Email) {
		return errs.Field("password", "password.common")
	}
	if _, err := s.replacePasswordTx(ctx, tx, u.ID, hash, by.SessionID); err != nil {
		return err
	}
	err := s.Audit.RecordTx(ctx, tx, by, audit.Event{Action: "password.changed", ObjectKind: "user", ObjectID: u.ID})
	if err != nil {
		return err
	}
	return s.mailTx(ctx, tx, u, MailPasswordChanged, "", strconv.FormatInt(s.Clock.Now().UnixMicro(), 36))
}

// replacePasswordTx also makes every secret worthless that could still set a password.
func (s *Service) replacePasswordTx(ctx context.Context, tx pgx.Tx, userID int64, hash string, keepSession int64) (User, error) {
	if err := s.store.dropTokens(ctx, tx, userID, tokenReset); err != nil {
		return none, err
	}
	_, err := s.store.q.SessionsDeleteOthers(ctx, tx, db.SessionsDeleteOthersParams{UserID: userID, Keep: keepSession})
	if err != nil {
		return none, fmt.Errorf("end sessions: %w", err)
	}
	return s.store.setPassword(ctx, tx, userID, hash, s.Clock.Now())
}

// UpdateAccount holds new values for one's own account; nil leaves a field as it is.
type UpdateAccount struct {
	Name            *string
	Language        *string
	Password        *string
	CurrentPassword *string // a new password needs it
}

// UpdateAccount changes the signed-in user. A new password ends their other sessions, sends an email about it, and gives the
// acting session a new token, which is returned; otherwise token is empty. A session that a department opened (SSO) is refused with ErrBound.
func (s *Service) UpdateAccount(ctx context.Context, by access.Actor, in UpdateAccount) (token string, err error) {
	if by.UserID == 0 {
		return "", ErrSignedOut
	}
	if by.Bound {
		return "", ErrBound
	}
	u, err := s.user(ctx, by.UserID)
	if err != nil {
		return "", err
	}
	hash, err := s.checkUpdate(ctx, by, &u, in)
	if err != nil {
		return "", err
	}
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		if _, err := s.store.updateUser(ctx, tx, u, s.Clock.Now()); err != nil {
			return err
		}
		if hash != "" {
			if err := s.changePasswordTx(ctx, tx, account(by, u.ID), u, *in.Password, hash); err != nil {
				return err
			}
			token, err = s.rotateTx(ctx, tx, by)
			return err
		}
		return s.Audit.RecordTx(ctx, tx, account(by, u.ID), audit.Event{Action: "account.updated", ObjectKind: "user", ObjectID: u.ID})
	})
	return token, err
}

// checkUpdate puts the new values into u and returns the hash of the new password, where there is one.
func (s *Service) checkUpdate(ctx context.Context, by access.Actor, u *User, in UpdateAccount) (hash string, err error) {
	var wrong errs.Fields
	if in.Name != nil {
		in.Name = new(i18n.OneLine(*in.Name))
		checkName(&wrong, *in.Name)
		u.Name = *in.Name
	}
	if in.Language != nil {
		checkLanguage(&wrong, *in.Language, s.Languages)
		u.Language = *in.Language
	}
	if in.Password != nil {
		checkPassword(&wrong, *in.Password, u.Email, u.Name)
	}
	switch {
	case in.Password != nil && in.CurrentPassword == nil:
		wrong.Add("current_password", "required")
	case in.CurrentPassword != nil:
		if err := s.reauthenticate(ctx, by, *u, *in.CurrentPassword, &wrong); err != nil {
			return "", err
		}
	}
	if err := wrong.Err(); err != nil || in.Password == nil {
		return "", err
	}
	return s.Passwords.Hash(ctx, *in.Password)
}

// Confirm asks the signed-in user for their password again, before a step that must not be taken from a stolen session. It refuses a
// wrong password as the field current_password, an API key with ErrSignedOut and a session that a department opened (SSO) with ErrBound.
func (s *Service) Confirm(ctx context.Context, by access.Actor, password string) error {
	if by.UserID == 0 {
		return ErrSignedOut
	}
	if by.Bound {
		return ErrBound
	}
	u, err := s.user(ctx, by.UserID)
	if err != nil {
		return err
	}
	var wrong errs.Fields
	if err := s.reauthenticate(ctx, by, u, password, &wrong); err != nil {
		return err
	}
	return wrong.Err()
}

// reauthenticate bears as few wrong guesses as signing in does.
func (s *Service) reauthenticate(ctx context.Context, by access.Actor, u User, password string, wrong *errs.Fields) error {
	place := throttle.Network(by.IP)
	if err := s.Throttle.Allow(ctx, signInPerAccount, u.Email, place); err != nil {
		return err
	}
	right, err := s.Passwords.Verify(ctx, u.passwordHash, password)
	if err != nil {
		return err
	}
	if !right {
		wrong.Add("current_password", "password.wrong")
		return nil
	}
	return s.Throttle.Forgive(ctx, signInPerAccount, u.Email, place)
}
