package payments

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/payments/internal/db"
	"laurel/internal/platform/config"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/stripepay"
)

// recordStripeTx issues our invoice for one of Stripe, or gives it its present state, and reports whether it was paid by that.
func (s *Service) recordStripeTx(ctx context.Context, tx pgx.Tx, by access.Actor, in stripepay.Invoice, language string) (settled bool, err error) {
	row, err := s.q.InvoiceOfReference(ctx, tx, db.InvoiceOfReferenceParams{DepartmentID: by.DepartmentID, Provider: config.Stripe, Reference: in.ID})
	switch {
	case pg.NoRows(err) && in.Status == "void":
		return false, nil // nobody ever got it
	case pg.NoRows(err):
		i, err := s.issueTx(ctx, tx, by, s.ofStripe(in, language))
		if err != nil {
			return false, err
		}
		return i.State == Paid, s.creditStripeTx(ctx, tx, by, i, in)
	case err != nil:
		return false, fmt.Errorf("find invoice: %w", err)
	}
	i, err := invoiceOf(row, "")
	if err != nil {
		return false, err
	}
	settled, err = s.moveTx(ctx, tx, by, i, in)
	if err != nil {
		return false, err
	}
	return settled, s.creditStripeTx(ctx, tx, by, i, in)
}

// moveTx gives an invoice the state that it has at Stripe. Paid and void are final, so late events change nothing.
func (s *Service) moveTx(ctx context.Context, tx pgx.Tx, by access.Actor, i Invoice, in stripepay.Invoice) (settled bool, err error) {
	if i.State == Paid || i.State == Void {
		return false, nil
	}
	before := i
	i.State, i.PaymentURL = stateOf(in.Status), in.URL
	switch i.State {
	case Paid:
		i.PaidAt = new(s.paidAt(in))
		if err := s.stateTx(ctx, tx, i); err != nil {
			return false, err
		}
		return true, s.settledTx(ctx, tx, by, i)
	case Void:
		return false, s.voidTx(ctx, tx, by, i)
	}
	if i.State == before.State && i.PaymentURL == before.PaymentURL {
		return false, nil
	}
	return false, s.stateTx(ctx, tx, i)
}

func (s *Service) paidAt(in stripepay.Invoice) time.Time {
	if in.PaidAt.IsZero() {
		return s.Clock.Now()
	}
	return in.PaidAt
}

func stateOf(status string) State {
	switch status {
	case "paid":
		return Paid
	case "void":
		return Void
	case "uncollectible":
		return Uncollectible
	}
	return Open
}

func (s *Service) ofStripe(in stripepay.Invoice, language string) Invoice {
	i := Invoice{
		Kind: KindInvoice, Provider: config.Stripe, Reference: in.ID, PlanID: in.PlanID, Currency: in.Currency, Subtotal: in.Subtotal, Discount: in.Discount,
		Tax: in.Tax, Total: in.Total, TaxTreatment: Standard, Buyer: fromStripe(in.Buyer), Note: s.Settings.Seller.Note, Language: language,
		State: stateOf(in.Status), PaymentURL: in.URL,
	}
	if in.ReverseCharge {
		i.TaxTreatment = ReverseCharge
	}
	// Totals of Stripe can contain a balance and rounding of taxes; the document must add up.
	i.Discount = i.Subtotal + i.Tax - i.Total
	for _, l := range in.Lines {
		i.Lines = append(i.Lines, Line{Text: l.Text, Quantity: l.Quantity, Amount: l.Amount})
	}
	if !in.PeriodStart.IsZero() {
		i.PeriodStart, i.PeriodEnd = new(dayOf(in.PeriodStart)), new(dayOf(in.PeriodEnd))
	}
	if !in.DueAt.IsZero() {
		i.DueOn = new(dayOf(in.DueAt))
	}
	if i.State == Paid {
		i.PaidAt = new(s.paidAt(in))
	}
	return i
}

func dayOf(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}

func (s *Service) creditStripeTx(ctx context.Context, tx pgx.Tx, by access.Actor, i Invoice, in stripepay.Invoice) error {
	for _, n := range in.CreditNotes {
		_, err := s.q.InvoiceOfReference(ctx, tx, db.InvoiceOfReferenceParams{DepartmentID: by.DepartmentID, Provider: config.Stripe, Reference: n.ID})
		if err == nil {
			continue
		}
		if !pg.NoRows(err) {
			return fmt.Errorf("find credit note: %w", err)
		}
		note := i.creditNote(n.Total, n.Tax)
		note.Reference = n.ID
		if _, err := s.issueTx(ctx, tx, by, note); err != nil {
			return err
		}
	}
	return nil
}
