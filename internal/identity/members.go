package identity

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/access"
	"laurel/internal/departments"
	"laurel/internal/identity/internal/db"
	"laurel/internal/page"
	"laurel/internal/pg"
)

// Member is a person in a department.
type Member struct {
	UserID int64
	Name   string
	Email  string
	Role   access.Role
	Since  time.Time
}

// Members lists who belongs to the actor's department, the oldest membership first.
func (s *Service) Members(ctx context.Context, by access.Actor, r page.Request) (page.Page[Member], error) {
	var found page.Page[Member]
	if err := by.Require(access.ViewDepartment); err != nil {
		return found, err
	}
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		members, err := s.members(ctx, tx, by, 0, r)
		if err != nil {
			return err
		}
		total, err := s.store.q.MemberCount(ctx, tx, by.DepartmentID)
		if err != nil {
			return fmt.Errorf("count members: %w", err)
		}
		found = page.Of(r, members, total)
		return nil
	})
	return found, err
}

// Member reads one of them, or refuses with departments.ErrNotMember.
func (s *Service) Member(ctx context.Context, by access.Actor, userID int64) (Member, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Member{}, err
	}
	if userID <= 0 {
		return Member{}, departments.ErrNotMember
	}
	var m Member
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		members, err := s.members(ctx, tx, by, userID, page.Request{Size: 1})
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

func (s *Service) members(ctx context.Context, tx pgx.Tx, by access.Actor, userID int64, r page.Request) ([]Member, error) {
	rows, err := s.store.q.MemberList(ctx, tx, db.MemberListParams{DepartmentID: by.DepartmentID, UserID: userID, MaxRows: r.Limit(), Skip: r.Offset()})
	if err != nil {
		return nil, fmt.Errorf("list members: %w", err)
	}
	out := make([]Member, len(rows))
	for i, row := range rows {
		out[i] = Member{row.ID, row.Name, row.Email, access.Role(row.Role), row.CreatedAt}
	}
	return out, nil
}
