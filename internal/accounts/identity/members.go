package identity

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/identity/internal/db"
	"laurel/internal/accounts/onetime"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// Member is a member of a department, or an invited person who has not accepted yet.
type Member struct {
	ID        int64
	UserID    int64  // 0 while invited
	Name      string // while invited, what the inviter typed
	Email     string
	Role      access.Role
	Since     time.Time // since when they are a member, or first invited
	ExpiresAt time.Time // when the invitation ends; zero for members
	LastSeen  time.Time // when they last used the dashboard in the department; zero: not yet

	DeactivatedAt *time.Time // since when they have no access until they are reactivated; nil for others

	PermissionGroups []string // names, in alphabetical order
	Organization     bool     // whether they administer the organization, or are invited to
	Enrolled         *bool    // whether they have a second factor, for those who manage the team; nil for others and invited people
}

// Invited reports whether the person has not accepted yet.
func (m Member) Invited() bool { return m.UserID == 0 }

// MemberQuery selects and sorts members.
type MemberQuery struct {
	Term string // in names and email addresses; empty: everybody
	Sort string // one of MemberSorts, with "-" before it for descending order; empty: the oldest membership first, then the invited people
}

// MemberSorts are the sort keys of members.
func MemberSorts() []string {
	return []string{"name", "last_seen", "permission_group", "organization_permission_group"}
}

// Members lists the members of the actor's department and the invited people. It returns a field error for an unknown sort key.
func (s *Service) Members(ctx context.Context, by access.Actor, q MemberQuery, r page.Request) (page.Page[Member], error) {
	var found page.Page[Member]
	if err := by.Require(access.ViewDepartment); err != nil {
		return found, err
	}
	if q.Sort != "" && !slices.Contains(MemberSorts(), strings.TrimPrefix(q.Sort, "-")) {
		return found, errs.Field("sort", "not_one_of", "values", errs.Values(MemberSorts()))
	}
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		members, err := s.members(ctx, tx, by, 0, q, r)
		if err != nil {
			return err
		}
		total, err := s.store.q.MemberCount(ctx, tx, db.MemberCountParams{DepartmentID: by.DepartmentID, Term: q.Term})
		if err != nil {
			return fmt.Errorf("count members: %w", err)
		}
		found = page.Of(r, members, total)
		return nil
	})
	return found, err
}

// Member returns one of them by ID, or departments.ErrNotMember.
func (s *Service) Member(ctx context.Context, by access.Actor, id int64) (Member, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Member{}, err
	}
	if id <= 0 {
		return Member{}, departments.ErrNotMember
	}
	var m Member
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		members, err := s.members(ctx, tx, by, id, MemberQuery{}, page.Request{Size: 1})
		if err == nil && len(members) == 0 {
			err = departments.ErrNotMember
		}
		if err == nil {
			m = members[0]
		}
		return err
	})
	return m, err
}

func (s *Service) members(ctx context.Context, tx pgx.Tx, by access.Actor, id int64, q MemberQuery, r page.Request) ([]Member, error) {
	manages := by.Allows(access.ManageTeam) == nil
	rows, err := s.store.q.MemberList(ctx, tx, db.MemberListParams{
		DepartmentID: by.DepartmentID, ID: id, Term: q.Term, Sort: q.Sort, MaxRows: r.Limit(), Skip: r.Offset(), WithFactors: manages,
	})
	if err != nil {
		return nil, fmt.Errorf("list members: %w", err)
	}
	out := make([]Member, len(rows))
	for i, row := range rows {
		out[i] = Member{ID: row.ID, UserID: row.UserID, Name: row.Name, Email: row.Email, Role: access.Role(row.Role), Since: row.CreatedAt}
		out[i].PermissionGroups, out[i].DeactivatedAt, out[i].Organization = row.PermissionGroups, row.DeactivatedAt, row.OrganizationAdministrator
		if manages && !out[i].Invited() && row.DeactivatedAt == nil {
			out[i].Enrolled = row.Enrolled
		}
		if row.LastSeenAt != nil {
			out[i].LastSeen = *row.LastSeenAt
		}
		if row.ExpiresAt != nil {
			out[i].ExpiresAt = *row.ExpiresAt
		}
	}
	return out, nil
}

// ResetFactors removes all second factors of another member who has lost them, ends their sessions and emails them. It returns
// departments.ErrNotMember, access.ErrDenied, access.ErrExceeds for a member with more permissions than the actor, access.ErrUnproved,
// factors.ErrNone, and ErrElsewhere if the member also belongs to a department whose team the actor does not manage: its security is not
// theirs to lower.
func (s *Service) ResetFactors(ctx context.Context, by access.Actor, memberID int64) error {
	if err := by.Require(access.ManageTeam); err != nil {
		return err
	}
	if by.UserID == 0 || by.Bound {
		return access.Denied(access.ManageTeam)
	}
	if err := by.RequireProof(); err != nil {
		return err
	}
	m, err := s.Member(ctx, by, memberID)
	switch {
	case err != nil:
		return err
	case m.Invited():
		return departments.ErrNotMember
	case m.UserID == by.UserID:
		return access.Denied(access.ManageTeam)
	}
	if err := by.RequireRole(m.Role); err != nil {
		return err
	}
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error { return s.resetFactorsTx(ctx, tx, by, m.UserID) })
}

func (s *Service) resetFactorsTx(ctx context.Context, tx pgx.Tx, by access.Actor, userID int64) error {
	elsewhere, err := s.store.q.MemberElsewhere(ctx, tx, db.MemberElsewhereParams{UserID: userID, ActingID: by.UserID})
	if err != nil {
		return fmt.Errorf("look for other departments: %w", err)
	}
	if elsewhere {
		return ErrElsewhere
	}
	u, err := s.store.user(ctx, tx, userID)
	if err != nil {
		return err
	}
	if err := s.factors.ResetTx(ctx, tx, ofFactors(u)); err != nil {
		return err
	}
	if _, err := s.store.q.SessionsDeleteOthers(ctx, tx, db.SessionsDeleteOthersParams{UserID: userID}); err != nil {
		return fmt.Errorf("delete sessions: %w", err)
	}
	if err := s.tokens.DropTx(ctx, tx, userID, onetime.Step); err != nil {
		return err
	}
	return s.Audit.RecordTx(ctx, tx, by, audit.Event{Action: "member.second_factors_reset", ObjectKind: "user", ObjectID: userID})
}
