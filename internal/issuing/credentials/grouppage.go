package credentials

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials/internal/db"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// PageCursor is a position in a group: after one of its credentials, before one, or at the start.
type PageCursor struct {
	After  int64
	Before int64 // when set, the nearest ones before it
	Limit  int
}

// GroupPage is a chunk of a group's credentials in the order in which they were added.
type GroupPage struct {
	Items    []Credential
	Earlier  int   // how many of the group stand before the first item
	Total    int   // of the group
	Longest  int64 // the one with the longest name, told at the start of a walk only; 0 in an empty group
	Shortest int64
}

// ReadGroupPage returns the credentials of a group in chunks, including drafts. It returns ErrGroupNotFound.
func (s *Service) ReadGroupPage(ctx context.Context, by access.Actor, groupID int64, step PageCursor) (GroupPage, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return GroupPage{}, err
	}
	var out GroupPage
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		out, err = s.s.readGroupPage(ctx, tx, by.DepartmentID, groupID, step)
		return err
	})
	return out, err
}

// EachIssued returns everything a department ever issued in chunks: credentials with an ID above after, at most limit of them,
// including deleted ones. It is for the operator.
func (s *Service) EachIssued(ctx context.Context, departmentID, after int64, limit int) ([]Credential, error) {
	var items []Credential
	err := pg.InDepartment(ctx, s.pool, departmentID, func(tx pgx.Tx) error {
		rows, err := s.s.q.CredentialIssuedAfter(ctx, tx, db.CredentialIssuedAfterParams{
			DepartmentID: departmentID, After: after, RowLimit: page.Request{Size: limit}.Limit(),
		})
		items, err = s.s.shown(ctx, tx, rows, err)
		return err
	})
	for i, c := range items {
		if c.State.Issued() {
			items[i].State = s.StateByDate(c) // as on its public page
		}
	}
	return items, err
}

// CountIssued counts what EachIssued returns.
func (s *Service) CountIssued(ctx context.Context, departmentID int64) (int64, error) {
	var n int64
	err := pg.InDepartment(ctx, s.pool, departmentID, func(tx pgx.Tx) (err error) {
		n, err = s.s.q.CredentialIssuedCount(ctx, tx, departmentID)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("count issued credentials: %w", err)
	}
	return n, nil
}

// RecipientsAchieved returns the lower-case addresses with achieved credentials of a department, in alphabetical order after a given
// one, at most limit of them.
func (s *Service) RecipientsAchieved(ctx context.Context, departmentID int64, after string, limit int) (addresses []string, err error) {
	err = pg.InDepartment(ctx, s.pool, departmentID, func(tx pgx.Tx) error {
		addresses, err = s.s.q.RecipientsAchievedAfter(ctx, tx, db.RecipientsAchievedAfterParams{
			DepartmentID: departmentID, After: after, RowLimit: page.Request{Size: limit}.Limit(),
		})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list recipients: %w", err)
	}
	return addresses, nil
}

// AchievedBy returns the achieved credentials of one address in a department that have not been renewed, with an ID above after, at
// most limit of them.
func (s *Service) AchievedBy(ctx context.Context, departmentID int64, address string, after int64, limit int) (items []Credential, err error) {
	err = pg.InDepartment(ctx, s.pool, departmentID, func(tx pgx.Tx) error {
		rows, err := s.s.q.CredentialAchievedAfter(ctx, tx, db.CredentialAchievedAfterParams{
			DepartmentID: departmentID, Address: address, After: after, RowLimit: page.Request{Size: limit}.Limit(),
		})
		items, err = s.s.shown(ctx, tx, rows, err)
		return err
	})
	return items, err
}

func (s store) readGroupPage(ctx context.Context, tx pgx.Tx, departmentID, groupID int64, step PageCursor) (GroupPage, error) {
	var out GroupPage
	exists, err := s.q.GroupExists(ctx, tx, db.GroupExistsParams{DepartmentID: departmentID, ID: groupID})
	if err != nil {
		return out, fmt.Errorf("find group: %w", err)
	}
	if !exists {
		return out, ErrGroupNotFound
	}
	if out.Items, err = s.stretch(ctx, tx, departmentID, groupID, step); err != nil {
		return out, err
	}
	place := db.CredentialPlaceParams{DepartmentID: departmentID, GroupID: groupID}
	if len(out.Items) > 0 {
		place.ID = out.Items[0].ID
	}
	counted, err := s.q.CredentialPlace(ctx, tx, place)
	if err != nil {
		return out, fmt.Errorf("count credentials of a group: %w", err)
	}
	out.Earlier, out.Total = int(counted.Earlier), int(counted.Total)
	if step.After != 0 || step.Before != 0 {
		return out, nil
	}
	names, err := s.q.CredentialNameExtremes(ctx, tx, db.CredentialNameExtremesParams{DepartmentID: departmentID, GroupID: groupID})
	if err != nil {
		return out, fmt.Errorf("find longest and shortest name: %w", err)
	}
	out.Longest, out.Shortest = names.Longest, names.Shortest
	return out, nil
}

func (s store) stretch(ctx context.Context, tx pgx.Tx, departmentID, groupID int64, step PageCursor) ([]Credential, error) {
	limit := page.Request{Size: step.Limit}.Limit()
	if step.Before != 0 {
		rows, err := s.q.CredentialPageBefore(ctx, tx, db.CredentialPageBeforeParams{
			DepartmentID: departmentID, GroupID: groupID, Before: step.Before, RowLimit: limit,
		})
		slices.Reverse(rows)
		return s.shown(ctx, tx, rows, err)
	}
	rows, err := s.q.CredentialPageAfter(ctx, tx, db.CredentialPageAfterParams{
		DepartmentID: departmentID, GroupID: groupID, After: step.After, RowLimit: limit,
	})
	return s.shown(ctx, tx, rows, err)
}
