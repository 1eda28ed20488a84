package identity

import (
	"cmp"
	"context"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/addresses"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/onetime"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// SSOKey signs one person in once.
type SSOKey struct {
	Key       string
	URL       string // opens the dashboard with it
	ExpiresAt time.Time
}

// MintSSO returns a key that signs a member of the API key's department in within two minutes. The program with the API key vouches for
// the person. It returns ErrKeyOnly for people, departments.ErrNotMember for anybody else's address, and access.ErrExceeds for a member
// with more permissions than the API key.
func (s *Service) MintSSO(ctx context.Context, by access.Actor, email string) (SSOKey, error) {
	if by.UserID != 0 {
		return SSOKey{}, ErrKeyOnly
	}
	if err := by.Require(access.ManageTeam); err != nil {
		return SSOKey{}, err
	}
	var wrong errs.Fields
	email = addresses.Normal(email)
	addresses.Check(&wrong, email)
	if err := wrong.Err(); err != nil {
		return SSOKey{}, err
	}
	var out SSOKey
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		u, role, err := s.store.member(ctx, tx, by.DepartmentID, email)
		if err != nil {
			return err
		}
		if u.ID == 0 {
			return departments.ErrNotMember
		}
		if err := by.RequireRole(role); err != nil {
			return err
		}
		now := s.Clock.Now()
		key, err := s.tokens.InsertTx(ctx, tx, onetime.SSO, onetime.Grant{UserID: u.ID, DepartmentID: by.DepartmentID}, ssoLifetime)
		if err != nil {
			return err
		}
		out = SSOKey{Key: key, URL: s.link("/sso", url.Values{"key": {key}}), ExpiresAt: now.Add(ssoLifetime)}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{Action: "sso.key_minted", ObjectKind: "user", ObjectID: u.ID})
	})
	return out, err
}

// SSO is the input with which a key is redeemed.
type SSO struct {
	Key          string
	Object       string // "issuer", the one kind there is
	DepartmentID int64  // where the caller says it belongs; 0 for anywhere
	UserAgent    string
}

// SignInSSO opens a session that is bound to the key's department, because an API key of one department must not give access to
// another. If the account has a second factor, it returns the second step instead. It returns ErrToken for a key that was used, is older
// than two minutes, belongs to another department, or whose user is no longer a member.
func (s *Service) SignInSSO(ctx context.Context, from access.Actor, in SSO) (SignedIn, error) {
	if err := s.allow(ctx, tokenPerAddress, from); err != nil {
		return SignedIn{}, err
	}
	if in.Object != "issuer" {
		return SignedIn{}, errs.Field("object", "not_one_of", "values", "issuer")
	}
	var out SignedIn
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		g, err := s.tokens.UseTx(ctx, tx, onetime.SSO, in.Key)
		if err != nil {
			return err
		}
		if in.DepartmentID != 0 && in.DepartmentID != g.DepartmentID {
			return ErrToken
		}
		out, err = s.admitTx(ctx, tx, from, opening{
			user: User{ID: g.UserID}, departmentID: g.DepartmentID, bound: true, vouched: true, userAgent: in.UserAgent, how: "session.signed_in_sso",
		})
		if err == nil && out.Step == nil && out.Actor.DepartmentID == 0 {
			return cmp.Or(out.Actor.Missing, error(ErrToken))
		}
		return err
	})
	return out, err
}
