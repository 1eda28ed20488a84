package sso

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/sso/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// enterTx returns the account of a person, which it links, creates and makes a member as needed, and applies the mappings.
func (s *Service) enterTx(ctx context.Context, tx pgx.Tx, from access.Actor, c Connection, who Person) (int64, error) {
	userID, err := s.q.IdentityFind(ctx, tx, db.IdentityFindParams{ConnectionID: c.ID, Issuer: who.Issuer, Subject: who.Subject})
	known := err == nil
	if pg.NoRows(err) {
		userID, err = s.linkTx(ctx, tx, from, c, who)
	}
	if err != nil {
		return 0, err
	}
	by := access.Actor{UserID: userID, DepartmentID: c.DepartmentID, IP: from.IP, RequestID: from.RequestID}
	was, err := s.Departments.RoleTx(ctx, tx, c.DepartmentID, userID)
	if err != nil {
		return 0, err
	}
	pushed, err := s.pushed.PushedTx(ctx, tx, c.ID, userID)
	if err != nil {
		return 0, err
	}
	given, err := s.GivenTx(ctx, tx, c, append(slices.Clone(who.Groups), pushed...))
	if err != nil {
		return 0, err
	}
	switch {
	case was == "":
		if err = s.Departments.EnterTx(ctx, tx, by, userID, given.Role); err == nil {
			err = s.Identity.CloseInvitationTx(ctx, tx, by, userID)
		}
	case given.Mapped:
		err = s.Departments.FollowTx(ctx, tx, by, userID, given.Role)
	}
	if err != nil {
		return 0, err
	}
	if err := s.Team.FollowTx(ctx, tx, c.DepartmentID, userID, given.Decided, given.Groups); err != nil {
		return 0, err
	}
	err = s.q.IdentityUse(ctx, tx, db.IdentityUseParams{
		ConnectionID: c.ID, DepartmentID: c.DepartmentID, Issuer: who.Issuer, Subject: who.Subject, UserID: userID, Now: s.Clock.Now(),
	})
	if err != nil {
		return 0, fmt.Errorf("keep identity: %w", err)
	}
	if known {
		return userID, nil
	}
	return userID, s.Audit.RecordTx(ctx, tx, by, audit.Event{
		Action: "sso_identity.linked", ObjectKind: "user", ObjectID: userID, Details: map[string]any{"connection": c.Name, "issuer": who.Issuer},
	})
}

// linkTx finds or creates the account of somebody who is new to the connection. Their address decides, so the department must have proved its
// domain. An owner is not linked: whoever manages the connection could otherwise become them.
func (s *Service) linkTx(ctx context.Context, tx pgx.Tx, from access.Actor, c Connection, who Person) (int64, error) {
	if err := s.trustTx(ctx, tx, c, who); err != nil {
		return 0, err
	}
	d, err := s.Departments.ReadTx(ctx, tx, c.DepartmentID)
	if err != nil {
		return 0, err
	}
	u, err := s.Identity.AccountTx(ctx, tx, from, who.Email, who.Name, d.Language)
	if err != nil {
		return 0, err
	}
	role, err := s.Departments.RoleTx(ctx, tx, c.DepartmentID, u.ID)
	if err == nil && role == access.Owner {
		err = ErrOwner
	}
	return u.ID, err
}

// trustTx returns an error unless the person's address can be relied on.
func (s *Service) trustTx(ctx context.Context, tx pgx.Tx, c Connection, who Person) error {
	if !who.EmailVerified || who.Email == "" {
		return ErrNotVerified
	}
	proved, err := s.ProvedTx(ctx, tx, c.DepartmentID, who.Email)
	if err == nil && !proved {
		err = ErrForeignDomain
	}
	return err
}

// ProvedTx reports whether a department has proved the domain of an email address.
func (s *Service) ProvedTx(ctx context.Context, tx pgx.Tx, departmentID int64, email string) (bool, error) {
	proved, err := s.q.DomainVerified(ctx, tx, db.DomainVerifiedParams{DepartmentID: departmentID, Domain: domainOf(email)})
	if err != nil {
		return false, fmt.Errorf("look for domain: %w", err)
	}
	return proved, nil
}

// Given is what a connection gives a person.
type Given struct {
	Role    access.Role
	Mapped  bool    // the provider decides about the role, always
	Decided []int64 // permission groups that it decides about
	Groups  []int64 // those that the person is in
}

// GivenTx applies the mappings to the groups of a person. The first one with a role wins. A role that is gone gives nothing but membership.
func (s *Service) GivenTx(ctx context.Context, tx pgx.Tx, c Connection, groups []string) (Given, error) {
	out := Given{Decided: []int64{}, Groups: []int64{}}
	id, found := c.DefaultRole, false
	for _, m := range c.Mappings {
		in := slices.Contains(groups, m.Group)
		if m.Role != "" {
			out.Mapped = true
			if in && !found {
				id, found = m.Role, true
			}
		}
		if m.PermissionGroupID != 0 {
			out.Decided = append(out.Decided, m.PermissionGroupID)
			if in {
				out.Groups = append(out.Groups, m.PermissionGroupID)
			}
		}
	}
	var err error
	out.Role, err = s.Team.RoleTx(ctx, tx, c.DepartmentID, id)
	if errs.KindOf(err) == errs.NotFound {
		out.Role, err = access.Member, nil
	}
	return out, err
}
