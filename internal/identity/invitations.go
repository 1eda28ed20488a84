package identity

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/access"
	"laurel/internal/audit"
	"laurel/internal/departments"
	"laurel/internal/errs"
	"laurel/internal/i18n"
	"laurel/internal/pg"
	"laurel/internal/throttle"
)

var invitePerDepartment = throttle.Rule{Name: "account.invite", Limit: 100, Window: time.Hour}

// Invite names a person who shall belong to the actor's department.
type Invite struct {
	Email    string
	Name     string
	Language string // empty: the product's own
	Role     access.Role
}

func (in *Invite) validate(languages []string) error {
	var wrong errs.Fields
	in.Email, in.Name = normalEmail(in.Email), i18n.OneLine(in.Name)
	checkEmail(&wrong, in.Email)
	checkName(&wrong, in.Name)
	if in.Language == "" {
		in.Language = i18n.Fallback
	}
	checkLanguage(&wrong, in.Language, languages)
	if in.Role != in.Role.Rights().Role() {
		wrong.Add("role", "not_one_of", "values", "administrator, viewer")
	}
	return wrong.Err()
}

// Invite makes a person a member of the department. Who has no account yet gets one without a password and a mail with the link
// that claims it; inviting again mails a new link and ends the older one. It refuses wrong fields, and with
// departments.ErrAlreadyMember somebody who has claimed their account.
func (s *Service) Invite(ctx context.Context, by access.Actor, in Invite) (User, error) {
	if err := by.Require(access.ManageTeam); err != nil {
		return none, err
	}
	if err := in.validate(s.Languages); err != nil {
		return none, err
	}
	if err := s.Throttle.Allow(ctx, invitePerDepartment, strconv.FormatInt(by.DepartmentID, 10)); err != nil {
		return none, err
	}
	if err := s.Throttle.AllowMail(ctx, "invite", in.Email, by.DepartmentID); err != nil {
		return none, err
	}
	var u User
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		if u, err = s.store.userByEmail(ctx, tx, in.Email); err != nil {
			return err
		}
		if u.ID == 0 {
			u, err = s.store.insertUser(ctx, tx, User{Email: in.Email, Name: in.Name, Language: in.Language}, s.Clock.Now())
			if err != nil {
				return err
			}
		}
		return s.welcomeTx(ctx, tx, by, u, in.Role)
	})
	return u, err
}

func (s *Service) welcomeTx(ctx context.Context, tx pgx.Tx, by access.Actor, u User, role access.Role) error {
	member, err := s.store.member(ctx, tx, by.DepartmentID, u.Email)
	if err != nil {
		return err
	}
	switch claimed := u.passwordHash != ""; {
	case member.ID != 0 && claimed:
		return departments.ErrAlreadyMember
	case member.ID == 0:
		if err := s.Departments.AddMemberTx(ctx, tx, by, u.ID, role); err != nil || claimed {
			return err
		}
	}
	return s.sendTx(ctx, tx, u, letter{kind: tokenClaim, path: "/claim", lifetime: claimLifetime, departmentID: by.DepartmentID})
}

// Claim is what an invited person answers with.
type Claim struct {
	Token        string
	DepartmentID int64 // 0: the one that invited
	Password     string
	UserAgent    string
}

// ClaimAccount sets the first password of an invited account and signs in, in the department that invited. It refuses with
// ErrToken: also for another department, and when the account has a password by now.
func (s *Service) ClaimAccount(ctx context.Context, from access.Actor, in Claim) (SignedIn, error) {
	if err := s.allow(ctx, tokenPerAddress, from); err != nil {
		return SignedIn{}, err
	}
	hash, err := s.newHash(ctx, in.Password)
	if err != nil {
		return SignedIn{}, err
	}
	var out SignedIn
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		now := s.Clock.Now()
		g, err := s.store.useToken(ctx, tx, tokenClaim, in.Token, now)
		if err != nil {
			return err
		}
		if in.DepartmentID != 0 && in.DepartmentID != g.departmentID {
			return ErrToken
		}
		u, err := s.store.verify(ctx, tx, g.userID, now)
		if err != nil {
			return err
		}
		if u, err = s.replacePasswordTx(ctx, tx, u.ID, hash, 0); err != nil {
			return err
		}
		err = s.Audit.RecordTx(ctx, tx, account(from, u.ID), audit.Event{Action: "account.claimed", ObjectKind: "user", ObjectID: u.ID})
		if err != nil {
			return err
		}
		out, err = s.openTx(ctx, tx, from, opening{user: u, departmentID: g.departmentID, userAgent: in.UserAgent, how: "session.signed_in"})
		return err
	})
	return out, err
}
