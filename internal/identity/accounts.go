package identity

import (
	"context"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"laurel/internal/access"
	"laurel/internal/audit"
	"laurel/internal/departments"
	"laurel/internal/errs"
	"laurel/internal/i18n"
	"laurel/internal/pg"
	"laurel/internal/throttle"
)

var (
	createPerAddress = throttle.Rule{Name: "account.create", Limit: 30, Window: 10 * time.Minute}
	tokenPerAddress  = throttle.Rule{Name: "account.token", Limit: 30, Window: time.Minute}
	resendPerUser    = throttle.Rule{Name: "account.resend", Limit: 3, Window: 5 * time.Minute}
)

// CreateAccount is what somebody signs up with.
type CreateAccount struct {
	Email          string
	Name           string
	Password       string
	Language       string // empty: the product's own
	DepartmentName string // may be empty: the department is named later
	Captcha        string
	UserAgent      string
}

func (in *CreateAccount) validate(languages []string) error {
	var wrong errs.Fields
	in.Email, in.Name = normalEmail(in.Email), i18n.OneLine(in.Name)
	checkEmail(&wrong, in.Email)
	checkName(&wrong, in.Name)
	checkPassword(&wrong, in.Password, in.Email, in.Name)
	if in.Language == "" {
		in.Language = i18n.Fallback
	}
	checkLanguage(&wrong, in.Language, languages)
	if utf8.RuneCountInString(in.DepartmentName) > 255 {
		wrong.Add("department_name", "too_long", "max", 255)
	}
	return wrong.Err()
}

func checkName(wrong *errs.Fields, name string) {
	if name == "" {
		wrong.Add("name", "required")
	}
	if utf8.RuneCountInString(name) > 255 {
		wrong.Add("name", "too_long", "max", 255)
	}
}

// checkLanguage refuses a language that has no texts: its mails and screens would be in English.
func checkLanguage(wrong *errs.Fields, code string, languages []string) {
	if !slices.Contains(languages, code) {
		wrong.Add("language", "unknown_language")
	}
}

// CreateAccount makes an account with a department of its own, mails the link that confirms the address, and signs in. It refuses
// wrong fields, a failed captcha, and an address that has an account with ErrEmailTaken.
func (s *Service) CreateAccount(ctx context.Context, from access.Actor, in CreateAccount) (SignedIn, error) {
	if err := s.allow(ctx, createPerAddress, from); err != nil {
		return SignedIn{}, err
	}
	if err := in.validate(s.Languages); err != nil {
		return SignedIn{}, err
	}
	if err := s.Captcha.Verify(ctx, in.Captcha, from.IP); err != nil {
		return SignedIn{}, err
	}
	hash, err := s.Passwords.Hash(ctx, in.Password)
	if err != nil {
		return SignedIn{}, err
	}
	var out SignedIn
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		u, err := s.store.insertUser(ctx, tx, User{Email: in.Email, Name: in.Name, Language: in.Language, passwordHash: hash}, s.Clock.Now())
		if err != nil {
			return err
		}
		by := account(from, u.ID)
		err = s.Audit.RecordTx(ctx, tx, by, audit.Event{Action: "account.created", ObjectKind: "user", ObjectID: u.ID})
		if err != nil {
			return err
		}
		if _, err := s.Departments.CreateTx(ctx, tx, by, departments.Change{Name: &in.DepartmentName, Language: &in.Language}); err != nil {
			return err
		}
		if err := s.sendTx(ctx, tx, u, letter{kind: tokenVerify, path: "/verify-email", lifetime: verifyLifetime}); err != nil {
			return err
		}
		out, err = s.openTx(ctx, tx, from, opening{user: u, userAgent: in.UserAgent, how: "session.signed_in"})
		return err
	})
	return out, err
}

// VerifyEmail confirms the address that the token was mailed to, or refuses with ErrToken.
func (s *Service) VerifyEmail(ctx context.Context, from access.Actor, token string) error {
	if err := s.allow(ctx, tokenPerAddress, from); err != nil {
		return err
	}
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		now := s.Clock.Now()
		g, err := s.store.useToken(ctx, tx, tokenVerify, token, now)
		if err != nil {
			return err
		}
		if _, err := s.store.verify(ctx, tx, g.userID, now); err != nil {
			return err
		}
		return s.Audit.RecordTx(ctx, tx, account(from, g.userID), audit.Event{Action: "account.verified", ObjectKind: "user", ObjectID: g.userID})
	})
}

// ResendVerification mails a new link to the account that a session's verification token names; older links end. An address
// that is confirmed already gets no mail. It refuses with ErrToken.
func (s *Service) ResendVerification(ctx context.Context, from access.Actor, verificationToken string) error {
	if err := s.allow(ctx, tokenPerAddress, from); err != nil {
		return err
	}
	id, err := s.openVerificationToken(verificationToken)
	if err != nil {
		return err
	}
	u, err := s.store.user(ctx, s.Pool, id)
	if pg.NoRows(err) {
		return ErrToken
	}
	if err != nil || u.Verified {
		return err
	}
	if err := s.Throttle.Allow(ctx, resendPerUser, u.Email); err != nil {
		return err
	}
	if err := s.Throttle.AllowMail(ctx, "verify", u.Email, 0); err != nil {
		return err
	}
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		return s.sendTx(ctx, tx, u, letter{kind: tokenVerify, path: "/verify-email", lifetime: verifyLifetime})
	})
}

// Provision makes an account with a confirmed address, or brings an existing one to this password: for demo data and
// operators. Nothing is mailed, and sessions stay when the password does.
func (s *Service) Provision(ctx context.Context, in CreateAccount) (User, error) {
	if err := in.validate(s.Languages); err != nil {
		return none, err
	}
	u, err := s.store.userByEmail(ctx, s.Pool, in.Email)
	if err != nil {
		return none, err
	}
	if right, err := s.Passwords.Verify(ctx, u.passwordHash, in.Password); err != nil || right && u.Verified {
		return u, err
	}
	hash, err := s.Passwords.Hash(ctx, in.Password)
	if err != nil {
		return none, err
	}
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		now := s.Clock.Now()
		if u.ID == 0 {
			u, err = s.store.insertUser(ctx, tx, User{Email: in.Email, Name: in.Name, Language: in.Language, Verified: true, passwordHash: hash}, now)
			return err
		}
		if _, err = s.store.verify(ctx, tx, u.ID, now); err != nil {
			return err
		}
		u, err = s.replacePasswordTx(ctx, tx, u.ID, hash, 0)
		return err
	})
	return u, err
}
