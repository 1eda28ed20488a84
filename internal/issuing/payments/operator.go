package payments

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/payments/internal/db"
	"laurel/internal/platform/config"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// manualName is the name of the provider whose invoices are paid by bank transfer.
func (s *Service) manualName() string { return config.ManualInvoice }

// Listed is an invoice or credit note in the operator's list.
type Listed struct {
	Department   string
	DepartmentID int64
	Kind, Number string
	State        State
	Currency     string
	Total        int64
	IssuedOn     time.Time
	DueOn        *time.Time
}

// List returns the newest invoices and credit notes of a department, or of all (0).
func (s *Service) List(ctx context.Context, departmentID int64, most int) (all []Listed, err error) {
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		rows, err := s.q.InvoicesAll(ctx, tx, db.InvoicesAllParams{DepartmentID: departmentID, RowLimit: int32(most)}) //nolint:gosec // the caller's constant
		if err != nil {
			return fmt.Errorf("list invoices: %w", err)
		}
		for _, r := range rows {
			all = append(all, Listed{r.Department, r.DepartmentID, r.Kind, r.Number, State(r.State), r.Currency, r.Total, r.IssuedOn, r.DueOn})
		}
		return nil
	})
	return all, err
}

// numbered runs fn with an invoice that it locks. It returns ErrNotFound.
func (s *Service) numbered(ctx context.Context, number string, fn func(tx pgx.Tx, by access.Actor, i Invoice) error) error {
	var at db.InvoiceOfNumberRow
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		at, err = s.q.InvoiceOfNumber(ctx, tx, number)
		return err
	})
	if pg.NoRows(err) {
		return ErrNotFound
	}
	if err != nil {
		return fmt.Errorf("find invoice: %w", err)
	}
	return pg.InDepartment(ctx, s.Pool, at.DepartmentID, func(tx pgx.Tx) error {
		row, err := s.q.InvoiceLock(ctx, tx, db.InvoiceLockParams(at))
		if err != nil {
			return fmt.Errorf("lock invoice: %w", err)
		}
		i, err := invoiceOf(row, "")
		if err != nil {
			return err
		}
		return fn(tx, access.Console.In(at.DepartmentID), i)
	})
}

// MarkPaid notes that the money for a manual invoice has arrived: its plan begins, and the receipt is sent. It returns ErrNotFound and
// ErrNotOpen.
func (s *Service) MarkPaid(ctx context.Context, number string) error {
	return s.numbered(ctx, number, func(tx pgx.Tx, by access.Actor, i Invoice) error {
		if i.State != Open && i.State != Uncollectible || i.Provider != s.manualName() {
			return ErrNotOpen
		}
		i.State, i.PaidAt = Paid, new(s.Clock.Now())
		if err := s.stateTx(ctx, tx, i); err != nil {
			return err
		}
		return s.settledTx(ctx, tx, by, i)
	})
}

// CancelInvoice takes a manual invoice back that was not paid. The number stays taken: a credit note corrects it. It returns ErrNotFound and ErrNotOpen.
func (s *Service) CancelInvoice(ctx context.Context, number string) error {
	return s.numbered(ctx, number, func(tx pgx.Tx, by access.Actor, i Invoice) error {
		if i.State != Open && i.State != Uncollectible || i.Provider != s.manualName() {
			return ErrNotOpen
		}
		return s.voidTx(ctx, tx, by, i)
	})
}

// voidTx takes an invoice back with a credit note for what is left of it.
func (s *Service) voidTx(ctx context.Context, tx pgx.Tx, by access.Actor, i Invoice) error {
	i.State, i.PaymentURL = Void, ""
	if err := s.stateTx(ctx, tx, i); err != nil {
		return err
	}
	if err := s.creditTx(ctx, tx, by, i, 0); err != nil && !errors.Is(err, ErrTooMuch) {
		return err
	}
	return nil
}

// Credit issues a credit note for a part of an invoice, or for what is left of it (0). Money is given back by the operator. It returns
// ErrNotFound and ErrTooMuch.
func (s *Service) Credit(ctx context.Context, number string, amount int64) error {
	return s.numbered(ctx, number, func(tx pgx.Tx, by access.Actor, i Invoice) error {
		if i.Provider != s.manualName() {
			return ErrNotOpen // the provider issues those, and they come from there
		}
		return s.creditTx(ctx, tx, by, i, amount)
	})
}

func (s *Service) creditTx(ctx context.Context, tx pgx.Tx, by access.Actor, i Invoice, amount int64) error {
	credited, err := s.q.InvoiceCredited(ctx, tx, db.InvoiceCreditedParams{DepartmentID: by.DepartmentID, CorrectsID: i.ID})
	if err != nil {
		return fmt.Errorf("sum credit notes: %w", err)
	}
	left := i.Total - credited.Total
	if amount == 0 {
		amount = left
	}
	if amount <= 0 || amount > left {
		return ErrTooMuch
	}
	tax := i.Tax - credited.Tax // the last credit note takes what rounding has left
	if amount < left {
		tax = (amount*i.Tax + i.Total/2) / i.Total
	}
	_, err = s.issueTx(ctx, tx, by, i.creditNote(amount, tax))
	return err
}

// creditNote returns a credit note that takes back a part of an invoice.
func (i Invoice) creditNote(total, tax int64) Invoice {
	n := i
	n.ID, n.Kind, n.CorrectsID, n.Corrects, n.Number, n.Reference, n.PlanID = 0, KindCreditNote, i.ID, i.Number, "", "", 0
	n.Total, n.Tax, n.Subtotal, n.Discount = total, tax, total-tax, 0
	n.Lines = []Line{{Credit: true, Quantity: 1, Amount: total - tax}}
	n.DueOn, n.PaidAt, n.PaymentURL, n.State, n.PeriodStart, n.PeriodEnd = nil, nil, "", Paid, nil, nil
	return n
}

// Bill issues an invoice to a department for a plan, from a day on. It returns billing.ErrNoPlan and ErrOff.
func (s *Service) Bill(ctx context.Context, departmentID, planID int64, from *time.Time) (i Invoice, err error) {
	if s.Provider() != s.manualName() {
		return i, ErrOff
	}
	by := access.Console.In(departmentID)
	plan, err := s.plan(ctx, planID)
	if err != nil {
		return i, err
	}
	c, err := s.open(ctx, by)
	if err != nil {
		return i, err
	}
	err = pg.InDepartment(ctx, s.Pool, departmentID, func(tx pgx.Tx) error {
		start := s.today(ctx, tx, departmentID)
		if from != nil {
			start = *from
		}
		i, err = s.issueTx(ctx, tx, by, s.manualInvoice(c, plan, start, after(start, plan.Every), plan.Price, 0))
		return err
	})
	return i, err
}

// SetTax says how manual invoices of a department treat taxes: Standard, ReverseCharge or Exempt. It returns field errors and ErrOff.
func (s *Service) SetTax(ctx context.Context, departmentID int64, treatment string) error {
	if s.Provider() != s.manualName() {
		return ErrOff
	}
	if treatment != Standard && treatment != ReverseCharge && treatment != Exempt {
		return errs.Field("tax", "invalid")
	}
	by := access.Console.In(departmentID)
	if _, err := s.open(ctx, by); err != nil {
		return err
	}
	return pg.InDepartment(ctx, s.Pool, departmentID, func(tx pgx.Tx) error {
		if err := s.taxTx(ctx, tx, departmentID, treatment); err != nil {
			return err
		}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{Action: "billing.tax_changed", ObjectKind: "department", ObjectID: departmentID, Details: map[string]any{"tax": treatment}})
	})
}
