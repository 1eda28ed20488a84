package identity

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/addresses"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/identity/internal/db"
	"laurel/internal/accounts/onetime"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
)

// Invitation is what the page behind an invitation's link shows.
type Invitation struct {
	Email          string
	Role           access.Role
	DepartmentName string
	DepartmentLogo string
	Organization   string // name of the one that they are to administer; empty: none
	HasAccount     bool   // the address has an account: its owner signs in to accept; else accepting makes one
	ExpiresAt      time.Time
}

// ReadInvitation returns the invitation of a mailed link, or ErrToken.
func (s *Service) ReadInvitation(ctx context.Context, from access.Actor, token string) (Invitation, error) {
	var out Invitation
	err := s.withInvitation(ctx, from, token, func(_ pgx.Tx, row db.InvitationByTokenRow) error {
		i := row.Invitation
		out = Invitation{i.Email, access.Role(i.Role), row.DepartmentName, row.DepartmentLogo, row.OrganizationName, row.HasAccount, i.ExpiresAt}
		return nil
	})
	return out, err
}

// AcceptInvitation makes the signed-in person a member of the inviting department and selects it. The link proves access to the
// mailbox, so it also confirms the address. It returns ErrToken, or ErrOtherAccount if the person's account has another address.
func (s *Service) AcceptInvitation(ctx context.Context, by access.Actor, token string) (access.Actor, error) {
	if by.UserID == 0 {
		return by, ErrSignedOut
	}
	if by.Bound {
		return by, ErrBound
	}
	var departmentID int64
	err := s.withInvitation(ctx, by, token, func(tx pgx.Tx, row db.InvitationByTokenRow) error {
		u, err := s.store.user(ctx, tx, by.UserID)
		if err != nil {
			return err
		}
		if addresses.Normal(u.Email) != row.Invitation.Email {
			return ErrOtherAccount
		}
		if _, err := s.store.verify(ctx, tx, u.ID, s.Clock.Now()); err != nil {
			return err
		}
		departmentID = row.Invitation.DepartmentID
		return s.acceptTx(ctx, tx, account(by, u.ID), row.Invitation)
	})
	if err != nil {
		return by, err
	}
	by.Unverified = false
	return s.SelectDepartment(ctx, by, departmentID)
}

// DeclineInvitation ends an invitation on behalf of whoever has its link. It returns ErrToken.
func (s *Service) DeclineInvitation(ctx context.Context, from access.Actor, token string) error {
	return s.withInvitation(ctx, from, token, func(tx pgx.Tx, row db.InvitationByTokenRow) error {
		by := account(from, from.UserID)
		by.DepartmentID = row.Invitation.DepartmentID
		return s.endInvitationTx(ctx, tx, by, row.Invitation.ID, "member.invitation_declined")
	})
}

// withInvitation runs fn with the open invitation of a token, or returns ErrToken.
func (s *Service) withInvitation(ctx context.Context, from access.Actor, token string, fn func(pgx.Tx, db.InvitationByTokenRow) error) error {
	if err := s.allow(ctx, tokenPerAddress, from); err != nil {
		return err
	}
	if !onetime.Claim.Shaped(token) {
		return ErrToken
	}
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		row, err := s.store.q.InvitationByToken(ctx, tx, db.InvitationByTokenParams{TokenHash: secrets.HashToken(token), Now: s.Clock.Now()})
		if pg.NoRows(err) {
			return ErrToken
		}
		if err != nil {
			return fmt.Errorf("find invitation: %w", err)
		}
		return fn(tx, row)
	})
}

// acceptTx turns an invitation into a membership of the acting account. If two accept at once, the second gets ErrToken.
func (s *Service) acceptTx(ctx context.Context, tx pgx.Tx, by access.Actor, i db.Invitation) error {
	by.DepartmentID = i.DepartmentID
	err := s.endInvitationTx(ctx, tx, by, i.ID, "member.invitation_accepted")
	if errors.Is(err, departments.ErrNotMember) {
		return ErrToken
	}
	if err != nil {
		return err
	}
	if i.OrganizationID != nil {
		accepted, err := s.Organizations.AcceptTx(ctx, tx, by, *i.OrganizationID)
		if err != nil || accepted {
			return err
		}
	}
	return s.Departments.AcceptTx(ctx, tx, by, i.ID, access.Role(i.Role))
}

// Claim is the input with which an invited person without an account accepts.
type Claim struct {
	Token        string
	DepartmentID int64 // 0: the one that invited
	Password     string
	UserAgent    string
}

// ClaimAccount accepts an invitation to an address without an account: it creates the account with its first password and signs in to
// the inviting department. It returns ErrToken, also for another department, or ErrHasAccount if the owner of the address has to sign
// in to accept.
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
		u, departmentID, err := s.claimTx(ctx, tx, from, in, hash)
		if err != nil {
			return err
		}
		err = s.Audit.RecordTx(ctx, tx, account(from, u.ID), audit.Event{Action: "account.claimed", ObjectKind: "user", ObjectID: u.ID})
		if err != nil {
			return err
		}
		out, err = s.admitTx(ctx, tx, from, opening{user: u, departmentID: departmentID, userAgent: in.UserAgent, how: "session.signed_in"})
		return err
	})
	return out, err
}

// claimTx creates the account of an invitation, or sets the first password of an account without one, and accepts the invitation.
func (s *Service) claimTx(ctx context.Context, tx pgx.Tx, from access.Actor, in Claim, hash string) (u User, departmentID int64, err error) {
	now := s.Clock.Now()
	row, err := s.store.q.InvitationByToken(ctx, tx, db.InvitationByTokenParams{TokenHash: secrets.HashToken(in.Token), Now: now})
	if pg.NoRows(err) {
		return none, 0, ErrToken
	}
	if err != nil {
		return none, 0, fmt.Errorf("find invitation: %w", err)
	}
	i := row.Invitation
	if in.DepartmentID != 0 && in.DepartmentID != i.DepartmentID {
		return none, 0, ErrToken
	}
	if row.HasAccount {
		return none, 0, ErrHasAccount
	}
	if u, err = s.store.userByEmail(ctx, tx, i.Email); err != nil {
		return none, 0, err
	}
	if u.ID == 0 {
		u, err = s.store.insertUser(ctx, tx, User{Email: i.Email, Name: i.Name, Language: i.Language, Verified: true, passwordHash: hash}, now)
	} else {
		u, err = s.firstPasswordTx(ctx, tx, u.ID, hash)
	}
	if err != nil {
		return none, 0, err
	}
	return u, i.DepartmentID, s.acceptTx(ctx, tx, account(from, u.ID), i)
}

func (s *Service) firstPasswordTx(ctx context.Context, tx pgx.Tx, userID int64, hash string) (User, error) {
	u, err := s.store.verify(ctx, tx, userID, s.Clock.Now())
	if err != nil {
		return none, err
	}
	return s.replacePasswordTx(ctx, tx, u.ID, hash, 0)
}
