package approvals

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/messaging/outbox"
	"laurel/internal/operations/approvals/internal/db"
	"laurel/internal/platform/pg"
)

// The kinds of emails.
const (
	mailAsked    = "approval_asked"
	mailApproved = "approval_approved"
	mailRejected = "approval_rejected"
	mailOutdated = "approval_outdated"
)

var decisionMails = map[State]string{Approved: mailApproved, Overridden: mailApproved, Rejected: mailRejected, Outdated: mailOutdated}

// tellApproversTx writes to those who may approve a request: members with the permission for the action, but not who asked.
func (s *Service) tellApproversTx(ctx context.Context, tx pgx.Tx, by access.Actor, in request) error {
	people, err := s.q.Colleagues(ctx, tx, by.DepartmentID)
	if err != nil {
		return fmt.Errorf("read who may approve: %w", err)
	}
	var drafts []outbox.Draft
	for _, p := range people {
		who := access.Actor{UserID: p.ID, DepartmentID: by.DepartmentID, Role: access.Role(p.Role)}
		if p.ID == by.UserID || who.Allows(permissions[in.action]) != nil || who.Role.Groups() != "" {
			continue
		}
		drafts = append(drafts, outbox.Draft{
			Kind: mailAsked, To: p.Email, Language: p.Language, DepartmentID: by.DepartmentID, DedupeKey: fmt.Sprintf("%s:%s:%d", mailAsked, in.uuid, p.ID),
			Params: map[string]string{"department": p.Department, "link": s.Links.Page("/approvals/" + in.uuid.String())},
		})
	}
	return s.Outbox.WriteTx(ctx, tx, drafts)
}

// tellAskerTx writes to who asked, or who created the API key that did, unless they decided it themselves.
func (s *Service) tellAskerTx(ctx context.Context, tx pgx.Tx, by access.Actor, row db.ApprovalLockRow, state State) error {
	asker := row.KeyOwner
	if row.Approval.AskedBy != nil {
		asker = *row.Approval.AskedBy
	}
	if asker == by.UserID {
		return nil
	}
	p, err := s.q.Person(ctx, tx, db.PersonParams{DepartmentID: by.DepartmentID, UserID: asker})
	if pg.NoRows(err) {
		return nil // they have left
	}
	if err != nil {
		return fmt.Errorf("read who asked: %w", err)
	}
	kind := decisionMails[state]
	return s.Outbox.WriteTx(ctx, tx, []outbox.Draft{{
		Kind: kind, To: p.Email, Language: p.Language, DepartmentID: by.DepartmentID, DedupeKey: fmt.Sprintf("%s:%s", kind, row.Approval.Uuid),
		Params: map[string]string{"department": p.Department, "link": s.Links.Page("/approvals/" + row.Approval.Uuid.String())},
	}})
}
