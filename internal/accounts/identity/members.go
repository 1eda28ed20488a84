package identity

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/identity/internal/db"
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
