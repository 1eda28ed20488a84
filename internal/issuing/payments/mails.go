package payments

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/i18n"
)

// The kinds of emails to those who manage billing.
const (
	mailInvoice = "invoice_issued"
	mailReceipt = "payment_receipt"
	mailFailed  = "payment_failed"
	mailAction  = "payment_action"
	mailOverdue = "invoice_overdue"
	mailEnded   = "subscription_ended"
)

// pages are where emails lead to.
var pages = map[string]string{mailInvoice: "invoices", mailReceipt: "invoices", mailOverdue: "invoices", mailFailed: "payment", mailAction: "payment", mailEnded: "plan"}

// mailTx writes to the members who may manage billing, once for each subject, such as an invoice.
func (s *Service) mailTx(ctx context.Context, tx pgx.Tx, departmentID int64, kind, subject string, i Invoice) error {
	people, err := s.q.Managers(ctx, tx, departmentID)
	if err != nil {
		return fmt.Errorf("read who manages billing: %w", err)
	}
	var drafts []outbox.Draft
	for _, p := range people {
		who := access.Actor{UserID: p.ID, DepartmentID: departmentID, Role: access.Role(p.Role)}
		if who.Allows(managing) != nil {
			continue
		}
		params := map[string]string{"department": p.Department, "number": i.Number, "link": s.Links.Page("/billing/" + pages[kind])}
		if i.Currency != "" {
			params["amount"] = i18n.Money(p.Language, i.Total, i.Currency)
		}
		if i.DueOn != nil {
			params["due"] = i18n.Date(p.Language, *i.DueOn)
		}
		drafts = append(drafts, outbox.Draft{
			Kind: kind, To: p.Email, Language: p.Language, DepartmentID: departmentID, DedupeKey: fmt.Sprintf("%s:%d:%s:%d", kind, departmentID, subject, p.ID), Params: params,
		})
	}
	return s.Outbox.WriteTx(ctx, tx, drafts)
}
