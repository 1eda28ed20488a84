// Package home reads what the dashboard's start page shows.
package home

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/pg"
	"laurel/internal/reach/home/internal/db"
)

// MostCounted is the limit of each count; beyond it there are "more than" that many.
const MostCounted = 10_000

// Soon is how many days ahead credentials count as about to expire, as in home.sql.
const Soon = 30

// Counts are the numbers of a department's objects that the actor may see, up to MostCounted + 1.
type Counts struct{ Published, Drafts, ActiveGroups, AllDesigns int64 }

// Attention counts what waits for somebody, up to MostCounted + 1. What the actor may do nothing about is 0.
type Attention struct {
	Evidence    int64 // items to review
	NameChanges int64 // change requests to decide
	Emails      int64 // credentials with an email that was not delivered, or may not have been
	Expiring    int64 // credentials that expire within Soon days
	Approvals   int64 // requests of others that the actor may decide
	Webhooks    int64 // endpoints that fail, or were paused because they did
}

// Recent is how many groups, and how many designs, the start page shows.
const Recent = 4

// Group is a group that was changed recently.
type Group struct {
	ID            int64
	Name          string
	DesignVersion *uuid.UUID // nil: it has no design
	Credentials   int64      // up to MostCounted + 1, with drafts
	UpdatedAt     time.Time
}

// Design is a design that was changed recently.
type Design struct {
	ID        int64
	Name      string
	Kind      string
	Version   uuid.UUID
	UpdatedAt time.Time
}

// Home is the state of a department.
type Home struct {
	Counts
	Attention

	Groups  []Group
	Designs []Design
	Today   time.Time // in the department's time zone
}

// approvers maps what takes an approval to the permission of who may give it.
var approvers = map[string]access.Permission{
	"publish": access.PublishCredentials, "revoke": access.RevokeCredentials, "design": access.ManageDesigns,
}

// Service reads the start page.
type Service struct {
	pool  *pgxpool.Pool
	q     *db.Queries
	clock clock.Clock
}

// New returns a Service.
func New(pool *pgxpool.Pool, c clock.Clock) *Service { return &Service{pool, db.New(), c} }

// Read returns the state of the actor's department.
func (s *Service) Read(ctx context.Context, by access.Actor) (h Home, err error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Home{}, err
	}
	var row db.HomeReadRow
	err = pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		row, err = s.q.HomeRead(ctx, tx, db.HomeReadParams{DepartmentID: by.DepartmentID, Now: s.clock.Now(), UserID: by.UserID, Most: MostCounted + 1})
		if err != nil {
			return err
		}
		return s.recentTx(ctx, tx, by.DepartmentID, &h)
	})
	if err != nil {
		return Home{}, fmt.Errorf("read home: %w", err)
	}
	h.Counts, h.Today = Counts{row.PublishedCount, row.DraftsCount, row.GroupsCount, row.DesignsCount}, row.Today
	if by.Allows(access.ManageCredentials) == nil {
		h.Evidence, h.NameChanges, h.Emails, h.Expiring = row.EvidenceCount, row.NameChangesCount, row.EmailsCount, row.ExpiringCount
	}
	if by.Allows(access.ViewWebhooks) == nil && len(by.Groups) == 0 { // webhooks are the whole department's
		h.Webhooks = row.WebhooksCount
	}
	if by.UserID != 0 && len(by.Groups) == 0 { // a person has to look, at all of it
		for _, action := range row.Approvals {
			if by.Allows(approvers[action]) == nil {
				h.Approvals++
			}
		}
	}
	return h, nil
}

// recentTx reads the most recently changed groups and designs.
func (s *Service) recentTx(ctx context.Context, tx pgx.Tx, departmentID int64, h *Home) error {
	groups, err := s.q.HomeGroups(ctx, tx, db.HomeGroupsParams{DepartmentID: departmentID, Most: MostCounted + 1, RowLimit: Recent})
	if err != nil {
		return err
	}
	for _, g := range groups {
		h.Groups = append(h.Groups, Group{g.ID, g.Name, g.DesignVersion, g.CredentialsCount, g.UpdatedAt})
	}
	designs, err := s.q.HomeDesigns(ctx, tx, db.HomeDesignsParams{DepartmentID: departmentID, RowLimit: Recent})
	if err != nil {
		return err
	}
	for _, d := range designs {
		h.Designs = append(h.Designs, Design{d.ID, d.Name, d.Kind, d.Version, d.UpdatedAt})
	}
	return nil
}
