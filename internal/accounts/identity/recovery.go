package identity

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/addresses"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/identity/internal/db"
	"laurel/internal/accounts/onetime"
	"laurel/internal/accounts/passwords"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
)

var (
	forgetPerAddress = throttle.Rule{Name: "password.forget.address", Limit: 20, Window: 10 * time.Minute}
	forgetPerAccount = throttle.Rule{Name: "password.forget.account", Limit: 3, Window: 5 * time.Minute}
)

// ForgetPassword mails a link to set a new password. The response does not depend on whether the address has an account.
func (s *Service) ForgetPassword(ctx context.Context, from access.Actor, email, captcha string) error {
	if err := s.allow(ctx, forgetPerAddress, from); err != nil {
		return err
	}
	var wrong errs.Fields
	email = addresses.Normal(email)
	addresses.Check(&wrong, email)
	if err := wrong.Err(); err != nil {
		return err
	}
	if err := s.Captcha.Verify(ctx, captcha, from.IP); err != nil {
		return err
	}
	// Every address is counted, so that the limit reveals nothing either.
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
		return s.sendTx(ctx, tx, u, letter{kind: onetime.Reset, path: "/reset-password", lifetime: resetLifetime})
	})
}

// ResetPassword sets a new password with a mailed token, confirms the address and ends all sessions. It returns ErrToken, or a field
// error for a weak password, after which the token is still valid.
func (s *Service) ResetPassword(ctx context.Context, from access.Actor, token, password string) error {
	if err := s.allow(ctx, tokenPerAddress, from); err != nil {
		return err
	}
	hash, err := s.newHash(ctx, password)
	if err != nil {
		return err
	}
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		u, err := s.redeemTx(ctx, tx, onetime.Reset, token)
		if err != nil {
			return err
		}
		by := account(from, u.ID)
		by.SessionID = 0 // no session survives, not even the one that asks
		return s.changePasswordTx(ctx, tx, by, u, password, hash)
	})
}

// redeemTx uses a mailed token. Whoever has it can read the mail of the address.
func (s *Service) redeemTx(ctx context.Context, tx pgx.Tx, kind onetime.Kind, token string) (User, error) {
	now := s.Clock.Now()
	g, err := s.tokens.UseTx(ctx, tx, kind, token)
	if err != nil {
		return none, err
	}
	return s.store.verify(ctx, tx, g.UserID, now)
}

// newHash checks and hashes a password. Hashing is slow, so this happens before a transaction starts.
func (s *Service) newHash(ctx context.Context, password string, own ...string) (string, error) {
	var wrong errs.Fields
	passwords.Check(&wrong, password, own...)
	if err := wrong.Err(); err != nil {
		return "", err
	}
	return s.Passwords.Hash(ctx, password)
}

// changePasswordTx sets the user's password, ends all sessions but the acting one, and notifies the user by email.
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

// replacePasswordTx also invalidates every token that could still set a password, and sign-ins that wait for their second step.
func (s *Service) replacePasswordTx(ctx context.Context, tx pgx.Tx, userID int64, hash string, keepSession int64) (User, error) {
	if err := s.tokens.DropTx(ctx, tx, userID, onetime.Reset, onetime.Step); err != nil {
		return none, err
	}
	_, err := s.store.q.SessionsDeleteOthers(ctx, tx, db.SessionsDeleteOthersParams{UserID: userID, Keep: keepSession})
	if err != nil {
		return none, fmt.Errorf("end sessions: %w", err)
	}
	return s.store.setPassword(ctx, tx, userID, hash, s.Clock.Now())
}

// UpdateAccount contains new values for the user's own account. Nil leaves a field unchanged.
type UpdateAccount struct {
	Name            *string
	Language        *string
	Password        *string
	CurrentPassword *string // a new password needs it
}

// UpdateAccount changes the signed-in user's account. A new password ends the other sessions, sends a notification, and gives the
// acting session a new token, which is returned. Otherwise the token is empty. A session opened by a department (SSO) gets ErrBound.
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

// checkUpdate applies the new values to u and returns the hash of the new password, if there is one.
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
		passwords.Check(&wrong, *in.Password, u.Email, u.Name)
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

// reauthenticate allows as few wrong passwords as signing in.
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
