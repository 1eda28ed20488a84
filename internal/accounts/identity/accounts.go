package identity

import (
	"context"
	"encoding/hex"
	"fmt"
	"net/url"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/addresses"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/identity/internal/db"
	"laurel/internal/accounts/onetime"
	"laurel/internal/accounts/passwords"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
)

var (
	createPerAddress = throttle.Rule{Name: "account.create", Limit: 30, Window: 10 * time.Minute}
	tokenPerAddress  = throttle.Rule{Name: "account.token", Limit: 30, Window: time.Minute}
	resendPerUser    = throttle.Rule{Name: "account.resend", Limit: 3, Window: 5 * time.Minute}
)

// CreateAccount is the input of a sign-up.
type CreateAccount struct {
	Email          string
	Name           string
	Password       string
	Language       string // empty: the product's own
	DepartmentName string // may be empty: the department is named later
	Captcha        string
}

func (in *CreateAccount) validate(languages []string) error {
	var wrong errs.Fields
	in.Email, in.Name = addresses.Normal(in.Email), i18n.OneLine(in.Name)
	addresses.Check(&wrong, in.Email)
	checkName(&wrong, in.Name)
	passwords.Check(&wrong, in.Password, in.Email, in.Name)
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

// checkLanguage rejects a language without texts, whose emails and screens would be in English.
func checkLanguage(wrong *errs.Fields, code string, languages []string) {
	if !slices.Contains(languages, code) {
		wrong.Add("language", "unknown_language")
	}
}

// CreateAccount emails a link that creates the account. If the address has an account, the email says so instead. The response and its
// timing are the same, so neither reveals who has an account. It returns field errors and the errors of the captcha.
func (s *Service) CreateAccount(ctx context.Context, from access.Actor, in CreateAccount) error {
	if err := s.allow(ctx, createPerAddress, from); err != nil {
		return err
	}
	if err := in.validate(s.Languages); err != nil {
		return err
	}
	if err := s.Captcha.Verify(ctx, in.Captcha, from.IP); err != nil {
		return err
	}
	// Every address is counted, so that the limit does not reveal accounts either.
	if err := s.Throttle.AllowMail(ctx, "verify", in.Email, 0); err != nil {
		return err
	}
	hash, err := s.Passwords.Hash(ctx, in.Password)
	if err != nil {
		return err
	}
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		known, err := s.store.userByEmail(ctx, tx, in.Email)
		if err != nil {
			return err
		}
		token, now := onetime.Verify.New(), s.Clock.Now()
		// The sign-up of an existing address cannot be confirmed, because its link is not mailed. It is stored nevertheless, to take
		// the same time.
		err = s.store.q.SignUpInsert(ctx, tx, db.SignUpInsertParams{
			TokenHash: secrets.HashToken(token), Email: in.Email, Name: in.Name, PasswordHash: hash, Language: in.Language,
			DepartmentName: in.DepartmentName, Now: now, ExpiresAt: now.Add(verifyLifetime),
		})
		if err != nil {
			return fmt.Errorf("insert sign-up: %w", err)
		}
		to := User{ID: known.ID, Email: in.Email, Name: in.Name, Language: in.Language}
		kind, link := MailVerify, s.link("/verify-email", url.Values{"token": {token}})
		if known.ID != 0 {
			to, kind, link = known, MailHasAccount, s.Origin+"/sign-in"
		}
		err = s.Audit.RecordTx(ctx, tx, account(from, 0), audit.Event{Action: "account.asked", ObjectKind: "user", ObjectID: known.ID})
		if err != nil {
			return err
		}
		return s.mailTx(ctx, tx, to, kind, link, hex.EncodeToString(secrets.HashToken(token)[:12]))
	})
}

// VerifyEmail confirms the address that the token was mailed to. For a sign-up it creates the account and its department, and returns
// the actor. The actor is zero if the account existed before. It returns ErrToken.
func (s *Service) VerifyEmail(ctx context.Context, from access.Actor, token string) (access.Actor, error) {
	if err := s.allow(ctx, tokenPerAddress, from); err != nil {
		return access.Actor{}, err
	}
	if !onetime.Verify.Shaped(token) {
		return access.Actor{}, ErrToken
	}
	var founder access.Actor
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		now := s.Clock.Now()
		up, err := s.store.q.SignUpUse(ctx, tx, db.SignUpUseParams{TokenHash: secrets.HashToken(token), Now: now})
		if err == nil {
			founder, err = s.foundTx(ctx, tx, from, up)
			return err
		}
		if !pg.NoRows(err) {
			return fmt.Errorf("use sign-up: %w", err)
		}
		g, err := s.tokens.UseTx(ctx, tx, onetime.Verify, token)
		if err != nil {
			return err
		}
		if _, err := s.store.verify(ctx, tx, g.UserID, now); err != nil {
			return err
		}
		return s.Audit.RecordTx(ctx, tx, account(from, g.UserID), audit.Event{Action: "account.verified", ObjectKind: "user", ObjectID: g.UserID})
	})
	return founder, err
}

// foundTx creates the account of a confirmed sign-up with its own department.
func (s *Service) foundTx(ctx context.Context, tx pgx.Tx, from access.Actor, up db.SignUp) (access.Actor, error) {
	known, err := s.store.userByEmail(ctx, tx, up.Email)
	if err != nil {
		return access.Actor{}, err
	}
	if known.ID != 0 {
		return access.Actor{}, ErrToken // another sign-up or an invitation made the account meanwhile
	}
	u, err := s.store.insertUser(ctx, tx, User{Email: up.Email, Name: up.Name, Language: up.Language, Verified: true, passwordHash: up.PasswordHash}, s.Clock.Now())
	if err != nil {
		return access.Actor{}, err
	}
	if err := s.store.q.SignUpsDelete(ctx, tx, up.Email); err != nil {
		return access.Actor{}, fmt.Errorf("delete sign-ups: %w", err)
	}
	by := account(from, u.ID)
	if err := s.Audit.RecordTx(ctx, tx, by, audit.Event{Action: "account.created", ObjectKind: "user", ObjectID: u.ID}); err != nil {
		return access.Actor{}, err
	}
	d, err := s.Departments.CreateTx(ctx, tx, by, 0, departments.Change{Name: &up.DepartmentName, Language: &up.Language})
	by.DepartmentID, by.Role = d.ID, access.Owner
	return by, err
}

// ResendVerification mails a new link to the account of a session's verification token and invalidates older links. A confirmed address
// gets no mail. It returns ErrToken.
func (s *Service) ResendVerification(ctx context.Context, from access.Actor, verificationToken string) error {
	if err := s.allow(ctx, tokenPerAddress, from); err != nil {
		return err
	}
	id, err := s.openVerificationToken(verificationToken)
	if err != nil {
		return err
	}
	u, err := s.user(ctx, id)
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
		return s.sendTx(ctx, tx, u, letter{kind: onetime.Verify, path: "/verify-email", lifetime: verifyLifetime})
	})
}

// Provision creates an account with a confirmed address, or sets the password of an existing one, for demo data and operators. It sends
// no mail. Sessions end only if the password changes.
func (s *Service) Provision(ctx context.Context, in CreateAccount) (User, error) {
	if err := in.validate(s.Languages); err != nil {
		return none, err
	}
	u, err := s.userByEmail(ctx, in.Email)
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
