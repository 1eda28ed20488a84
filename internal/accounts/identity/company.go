package identity

import (
	"cmp"
	"context"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/addresses"
	"laurel/internal/accounts/audit"
	"laurel/internal/platform/errs"
)

// ErrCompanySignIn means that a department makes the person sign in with the provider of their organization.
var ErrCompanySignIn = errs.New(errs.Forbidden, "sign_in.company_only")

// Gate knows who has to sign in with a provider of their organization.
type Gate interface {
	// EnforcedTx reports whether the user must not sign in otherwise.
	EnforcedTx(ctx context.Context, tx pgx.Tx, userID int64, email string) (bool, error)
}

// WithGate makes all other ways to sign in ask the gate first.
func (s *Service) WithGate(g Gate) { s.gate = g }

// passTx returns ErrCompanySignIn if the user has to sign in with the provider of their organization. A session that is bound to a department
// comes from there, or from an API key of the department.
func (s *Service) passTx(ctx context.Context, tx pgx.Tx, o opening) error {
	if s.gate == nil || o.bound {
		return nil
	}
	u, err := s.store.user(ctx, tx, o.user.ID)
	if err != nil {
		return err
	}
	enforced, err := s.gate.EnforcedTx(ctx, tx, u.ID, u.Email)
	if err == nil && enforced {
		err = ErrCompanySignIn
	}
	return err
}

// CompanySignIn is a sign-in that the provider of an organization vouches for.
type CompanySignIn struct {
	UserID       int64
	DepartmentID int64
	BothFactors  bool // the provider's sign-in counts as the second factor too
	UserAgent    string
}

// AdmitCompanyTx opens a session that is bound to the department, or returns the second step. It returns ErrToken if the user is no
// member, and departments.ErrNetwork.
func (s *Service) AdmitCompanyTx(ctx context.Context, tx pgx.Tx, from access.Actor, in CompanySignIn) (SignedIn, error) {
	out, err := s.admitTx(ctx, tx, from, opening{
		user: User{ID: in.UserID}, departmentID: in.DepartmentID, bound: true, bothFactors: in.BothFactors, userAgent: in.UserAgent, how: "session.signed_in_sso",
	})
	if err == nil && out.Step == nil && out.Actor.DepartmentID == 0 {
		return SignedIn{}, cmp.Or(out.Actor.Missing, error(ErrToken))
	}
	return out, err
}

// AccountTx returns the account of an address that was confirmed elsewhere, and creates it if there is none. Its language is the product's
// own if the product does not speak the given one.
func (s *Service) AccountTx(ctx context.Context, tx pgx.Tx, from access.Actor, email, name, language string) (User, error) {
	email = addresses.Normal(email)
	u, err := s.store.userByEmail(ctx, tx, email)
	if err != nil || u.ID != 0 {
		return u, err
	}
	var wrong errs.Fields
	addresses.Check(&wrong, email)
	checkName(&wrong, name)
	if err := wrong.Err(); err != nil {
		return none, err
	}
	u, err = s.store.insertUser(ctx, tx, User{Email: email, Name: name, Language: s.language(language), Verified: true}, s.Clock.Now())
	if err != nil {
		return none, err
	}
	return u, s.Audit.RecordTx(ctx, tx, account(from, u.ID), audit.Event{Action: "account.created", ObjectKind: "user", ObjectID: u.ID})
}
