package claims

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/operations/claims/internal/db"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// Create adds a link to a group. It returns field errors or ErrGroupNotFound.
func (s *Service) Create(ctx context.Context, by access.Actor, in Input) (Link, error) {
	if err := by.Require(access.PublishCredentials); err != nil {
		return Link{}, err
	}
	in, err := in.checked()
	if err != nil {
		return Link{}, err
	}
	var l Link
	err = pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		_, err := s.q.ClaimGroupExists(ctx, tx, db.ClaimGroupExistsParams{DepartmentID: by.DepartmentID, ID: in.GroupID})
		if pg.NoRows(err) {
			return ErrGroupNotFound
		}
		if err != nil {
			return fmt.Errorf("find group: %w", err)
		}
		id, err := s.q.ClaimLinkInsert(ctx, tx, db.ClaimLinkInsertParams{
			DepartmentID: by.DepartmentID, GroupID: in.GroupID, Token: newToken(), Name: in.Name, OpensAt: in.OpensAt, ClosesAt: in.ClosesAt, Quota: small(in.Quota),
			AllowedDomains: in.AllowedDomains, NeedsApproval: in.NeedsApproval, State: string(in.State), CreatedBy: pg.OrNull(by.UserID), ApiKeyID: pg.OrNull(by.APIKeyID),
			Now: s.Clock.Now(),
		})
		if err != nil {
			return fmt.Errorf("add claim link: %w", err)
		}
		if err := s.recordTx(ctx, tx, by, "claim_link.created", id, map[string]any{"group_id": in.GroupID}); err != nil {
			return err
		}
		l, err = s.readTx(ctx, tx, by.DepartmentID, id)
		return err
	})
	return l, err
}

// Update replaces the settings of a link. It returns field errors, including for a quota below the places taken, or ErrNotFound.
func (s *Service) Update(ctx context.Context, by access.Actor, id int64, in Input) (Link, error) {
	if err := by.Require(access.PublishCredentials); err != nil {
		return Link{}, err
	}
	in, err := in.checked()
	if err != nil {
		return Link{}, err
	}
	var l Link
	err = pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		before, err := s.lockTx(ctx, tx, by.DepartmentID, id)
		if err != nil {
			return err
		}
		if in.Quota != nil && *in.Quota < before.TakenCount {
			return belowTaken(before.TakenCount)
		}
		err = s.q.ClaimLinkUpdate(ctx, tx, db.ClaimLinkUpdateParams{
			Name: in.Name, OpensAt: in.OpensAt, ClosesAt: in.ClosesAt, Quota: small(in.Quota), AllowedDomains: in.AllowedDomains, NeedsApproval: in.NeedsApproval,
			State: string(in.State), Now: s.Clock.Now(), DepartmentID: by.DepartmentID, ID: id,
		})
		if err != nil {
			return fmt.Errorf("update claim link: %w", err)
		}
		if err := s.recordTx(ctx, tx, by, "claim_link.updated", id, map[string]any{"state": in.State}); err != nil {
			return err
		}
		l, err = s.readTx(ctx, tx, by.DepartmentID, id)
		return err
	})
	return l, err
}

// Delete deletes a link. Its URL stops working; credentials issued through it are kept. It returns ErrNotFound.
func (s *Service) Delete(ctx context.Context, by access.Actor, id int64) error {
	if err := by.Require(access.PublishCredentials); err != nil {
		return err
	}
	return pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		now := s.Clock.Now()
		n, err := s.q.ClaimLinkDelete(ctx, tx, db.ClaimLinkDeleteParams{Now: &now, DepartmentID: by.DepartmentID, ID: id})
		if err != nil {
			return fmt.Errorf("delete claim link: %w", err)
		}
		if n == 0 {
			return ErrNotFound
		}
		return s.recordTx(ctx, tx, by, "claim_link.deleted", id, nil)
	})
}

// Read returns a link with its counts. It returns ErrNotFound.
func (s *Service) Read(ctx context.Context, by access.Actor, id int64) (Link, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Link{}, err
	}
	var l Link
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		l, err = s.readTx(ctx, tx, by.DepartmentID, id)
		return err
	})
	return l, err
}

// List lists the links of a group, or of all groups if groupID is 0, newest first.
func (s *Service) List(ctx context.Context, by access.Actor, groupID int64, r page.Request) (page.Page[Link], error) {
	var none page.Page[Link]
	if err := by.Require(access.ViewDepartment); err != nil {
		return none, err
	}
	var items []Link
	var total int64
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		rows, err := s.q.ClaimLinkList(ctx, tx, db.ClaimLinkListParams{
			DepartmentID: by.DepartmentID, GroupID: pg.OrNull(groupID), RowLimit: r.Limit(), RowOffset: r.Offset(),
		})
		if err != nil {
			return fmt.Errorf("list claim links: %w", err)
		}
		items = make([]Link, len(rows))
		for i, row := range rows {
			items[i] = linkOf(row.ClaimLink)
			items[i].GroupName, items[i].WaitingCount, items[i].IssuedCount = row.GroupName, int(row.WaitingCount), int(row.IssuedCount)
		}
		total, err = s.q.ClaimLinkCount(ctx, tx, db.ClaimLinkCountParams{DepartmentID: by.DepartmentID, GroupID: pg.OrNull(groupID)})
		return err
	})
	if err != nil {
		return none, err
	}
	return page.Of(r, items, total), nil
}

// Claims lists the confirmed claims of a link, oldest first, optionally only those with a given standing. It returns ErrNotFound.
func (s *Service) Claims(ctx context.Context, by access.Actor, linkID int64, standing State, r page.Request) (page.Page[Claim], error) {
	var none page.Page[Claim]
	if err := by.Require(access.ViewDepartment); err != nil {
		return none, err
	}
	var items []Claim
	var total int64
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		if _, err := s.readTx(ctx, tx, by.DepartmentID, linkID); err != nil {
			return err
		}
		rows, err := s.q.ClaimList(ctx, tx, db.ClaimListParams{
			DepartmentID: by.DepartmentID, ClaimLinkID: linkID, State: string(standing), RowLimit: r.Limit(), RowOffset: r.Offset(),
		})
		if err != nil {
			return fmt.Errorf("list claims: %w", err)
		}
		items = make([]Claim, len(rows))
		for i, c := range rows {
			items[i] = Claim{
				ID: c.ID, Name: c.Name, Email: c.Email, Standing: State(c.State), CredentialUUID: c.CredentialUuid, CreatedAt: c.CreatedAt, DecidedAt: c.DecidedAt,
			}
			if c.CredentialID != nil {
				items[i].CredentialID = *c.CredentialID
			}
		}
		total, err = s.q.ClaimCount(ctx, tx, db.ClaimCountParams{DepartmentID: by.DepartmentID, ClaimLinkID: linkID, State: string(standing)})
		return err
	})
	if err != nil {
		return none, err
	}
	return page.Of(r, items, total), nil
}

func (s *Service) readTx(ctx context.Context, tx pgx.Tx, departmentID, id int64) (Link, error) {
	row, err := s.q.ClaimLinkRead(ctx, tx, db.ClaimLinkReadParams{DepartmentID: departmentID, ID: id})
	if pg.NoRows(err) {
		return Link{}, ErrNotFound
	}
	if err != nil {
		return Link{}, fmt.Errorf("read claim link: %w", err)
	}
	l := linkOf(row.ClaimLink)
	l.GroupName, l.WaitingCount, l.IssuedCount = row.GroupName, int(row.WaitingCount), int(row.IssuedCount)
	return l, nil
}

func (s *Service) lockTx(ctx context.Context, tx pgx.Tx, departmentID, id int64) (Link, error) {
	row, err := s.q.ClaimLinkLock(ctx, tx, db.ClaimLinkLockParams{DepartmentID: departmentID, ID: id})
	if pg.NoRows(err) {
		return Link{}, ErrNotFound
	}
	if err != nil {
		return Link{}, fmt.Errorf("lock claim link: %w", err)
	}
	return linkOf(row), nil
}

func (s *Service) recordTx(ctx context.Context, tx pgx.Tx, by access.Actor, action string, id int64, details map[string]any) error {
	return s.Audit.RecordTx(ctx, tx, by, audit.Event{Action: action, ObjectKind: "claim_link", ObjectID: id, Details: details})
}

func linkOf(row db.ClaimLink) Link {
	l := Link{
		ID: row.ID, GroupID: row.GroupID, Token: row.Token, Name: row.Name, OpensAt: row.OpensAt, ClosesAt: row.ClosesAt, TakenCount: int(row.TakenCount),
		AllowedDomains: row.AllowedDomains, NeedsApproval: row.NeedsApproval, State: LinkState(row.State), CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt,
		departmentID: row.DepartmentID,
	}
	if row.Quota != nil {
		quota := int(*row.Quota)
		l.Quota = &quota
	}
	if row.CreatedBy != nil {
		l.createdBy = *row.CreatedBy
	}
	if row.ApiKeyID != nil {
		l.apiKeyID = *row.ApiKeyID
	}
	return l
}

// newToken returns a token that is short enough to type from a poster and, with 60 bits, too long to guess.
func newToken() string { return strings.ToLower(rand.Text()[:12]) }

func small(n *int) *int32 {
	if n == nil {
		return nil
	}
	v := int32(*n) //nolint:gosec // at most MaxQuota
	return &v
}
