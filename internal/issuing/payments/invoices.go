package payments

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/payments/internal/db"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// The kinds of documents.
const (
	KindInvoice    = "invoice"
	KindCreditNote = "credit_note"
)

// State is the state of an invoice. Credit notes are paid from the start.
type State string

// The states of invoices.
const (
	Open          State = "open"
	Paid          State = "paid"
	Void          State = "void"
	Uncollectible State = "uncollectible"
)

// Seller is who sells, as an invoice says it.
type Seller struct {
	Name    string   `json:"name"`
	Address []string `json:"address"`
	TaxID   string   `json:"tax_id"`
}

// Line is a line of an invoice. One without a text is a credit for unused time of another plan, or the whole of what is corrected.
type Line struct {
	Text     string `json:"text"`
	Quantity int64  `json:"quantity"`
	Amount   int64  `json:"amount"`
	Credit   bool   `json:"credit,omitempty"`
}

// Invoice is an invoice or a credit note. Amounts are in the smallest unit of the currency.
type Invoice struct {
	ID           int64
	DepartmentID int64
	Kind         string
	Number       string
	CorrectsID   int64
	Corrects     string // the number of the invoice that a credit note corrects
	Provider     string
	Reference    string // at the provider
	PlanID       int64
	PeriodStart  *time.Time
	PeriodEnd    *time.Time // the day after the last
	Currency     string
	Lines        []Line
	Subtotal     int64
	Discount     int64
	Tax          int64
	Total        int64
	TaxTreatment string
	Seller       Seller
	Buyer        Buyer
	Note         string
	Language     string
	IssuedOn     time.Time
	DueOn        *time.Time
	State        State
	PaidAt       *time.Time
	PaymentURL   string // the page of the provider where it is paid; "": none
}

// today is the present day of a department.
func (s *Service) today(ctx context.Context, tx pgx.Tx, departmentID int64) time.Time {
	d, err := s.q.DepartmentRead(ctx, tx, departmentID)
	if err != nil {
		return clock.Today(s.Clock, time.UTC)
	}
	return clock.Today(s.Clock, credentials.Location(d.TimeZone))
}

// issueTx gives an invoice its number and writes it. Numbers have no gaps: the series stays locked until the transaction ends.
func (s *Service) issueTx(ctx context.Context, tx pgx.Tx, by access.Actor, i Invoice) (Invoice, error) {
	seller := s.Settings.Seller
	i.DepartmentID = by.DepartmentID
	i.IssuedOn = s.today(ctx, tx, by.DepartmentID)
	if i.Kind == KindInvoice && i.DueOn == nil && i.Provider == s.manualName() {
		i.DueOn = new(i.IssuedOn.AddDate(0, 0, seller.Days))
	}
	i.Seller = Seller{seller.Name, seller.Address, seller.TaxID}
	pays := i.Total == 0 || i.State == Paid || i.Kind == KindCreditNote
	if pays {
		i.State = Paid
		if i.PaidAt == nil {
			i.PaidAt = new(s.Clock.Now())
		}
	}
	n, err := s.q.NumberTake(ctx, tx, seller.Prefix)
	if err != nil {
		return Invoice{}, fmt.Errorf("take number: %w", err)
	}
	i.Number = fmt.Sprintf("%s%06d", seller.Prefix, n)
	if i.ID, err = s.insertTx(ctx, tx, i, seller.Prefix, n); err != nil {
		return Invoice{}, err
	}
	err = s.Audit.RecordTx(ctx, tx, by, audit.Event{
		Action: "invoice.issued", ObjectKind: "invoice", ObjectID: i.ID, Details: map[string]any{"number": i.Number, "kind": i.Kind, "total": i.Total, "currency": i.Currency},
	})
	if err != nil || i.Kind == KindCreditNote {
		return i, err
	}
	if pays {
		return i, s.settledTx(ctx, tx, by, i)
	}
	if i.Provider == s.manualName() {
		return i, s.mailTx(ctx, tx, by.DepartmentID, mailInvoice, i.Number, i)
	}
	return i, nil
}

func (s *Service) insertTx(ctx context.Context, tx pgx.Tx, i Invoice, prefix string, sequence int64) (int64, error) {
	lines, err := json.Marshal(i.Lines)
	if err != nil {
		return 0, fmt.Errorf("encode lines: %w", err)
	}
	sold, err := json.Marshal(i.Seller)
	if err != nil {
		return 0, fmt.Errorf("encode seller: %w", err)
	}
	bought, err := json.Marshal(i.Buyer)
	if err != nil {
		return 0, fmt.Errorf("encode buyer: %w", err)
	}
	id, err := s.q.InvoiceAdd(ctx, tx, db.InvoiceAddParams{
		DepartmentID: i.DepartmentID, Kind: i.Kind, Prefix: prefix, Sequence: sequence, Number: i.Number, CorrectsID: pg.OrNull(i.CorrectsID),
		Provider: i.Provider, Reference: i.Reference, PlanID: pg.OrNull(i.PlanID), PeriodStart: i.PeriodStart, PeriodEnd: i.PeriodEnd, Currency: i.Currency,
		Lines: lines, Subtotal: i.Subtotal, Discount: i.Discount, Tax: i.Tax, Total: i.Total, TaxTreatment: i.TaxTreatment, Seller: sold, Buyer: bought,
		Note: i.Note, Language: i.Language, IssuedOn: i.IssuedOn, DueOn: i.DueOn, CreatedAt: s.Clock.Now(), State: string(i.State), PaidAt: i.PaidAt,
		PaymentUrl: i.PaymentURL,
	})
	if err != nil {
		return 0, fmt.Errorf("add invoice: %w", err)
	}
	return id, nil
}

func (s *Service) stateTx(ctx context.Context, tx pgx.Tx, i Invoice) error {
	err := s.q.InvoiceState(ctx, tx, db.InvoiceStateParams{DepartmentID: i.DepartmentID, ID: i.ID, State: string(i.State), PaidAt: i.PaidAt, PaymentUrl: i.PaymentURL})
	if err != nil {
		return fmt.Errorf("set state of invoice: %w", err)
	}
	return nil
}

// settledTx gives what was paid for, tells other systems, and sends the receipt. It runs once for an invoice, when it becomes paid.
func (s *Service) settledTx(ctx context.Context, tx pgx.Tx, by access.Actor, i Invoice) error {
	if i.PlanID != 0 {
		if err := s.Billing.ActivateTx(ctx, tx, by, i.PlanID); err != nil {
			return err
		}
	}
	payload := map[string]any{
		"id": i.ID, "number": i.Number, "currency": i.Currency, "total": i.Total, "tax": i.Tax, "paid_at": i.PaidAt.UTC().Format(time.RFC3339),
	}
	if err := s.Webhooks.InvoicePaidTx(ctx, tx, i.DepartmentID, i.ID, payload, *i.PaidAt); err != nil {
		return err
	}
	err := s.Audit.RecordTx(ctx, tx, by, audit.Event{Action: "invoice.paid", ObjectKind: "invoice", ObjectID: i.ID, Details: map[string]any{"number": i.Number}})
	if err != nil || i.Total == 0 {
		return err
	}
	return s.mailTx(ctx, tx, i.DepartmentID, mailReceipt, i.Number, i)
}

func invoiceOf(row db.BillingInvoice, corrects string) (Invoice, error) {
	i := Invoice{
		ID: row.ID, DepartmentID: row.DepartmentID, Kind: row.Kind, Number: row.Number, CorrectsID: pg.OrZero(row.CorrectsID), Corrects: corrects,
		Provider: row.Provider, Reference: row.Reference, PlanID: pg.OrZero(row.PlanID), PeriodStart: row.PeriodStart, PeriodEnd: row.PeriodEnd,
		Currency: row.Currency, Subtotal: row.Subtotal, Discount: row.Discount, Tax: row.Tax, Total: row.Total, TaxTreatment: row.TaxTreatment,
		Note: row.Note, Language: row.Language, IssuedOn: row.IssuedOn, DueOn: row.DueOn, State: State(row.State), PaidAt: row.PaidAt, PaymentURL: row.PaymentUrl,
	}
	for _, part := range []struct {
		data []byte
		into any
	}{{row.Lines, &i.Lines}, {row.Seller, &i.Seller}, {row.Buyer, &i.Buyer}} {
		if err := json.Unmarshal(part.data, part.into); err != nil {
			return Invoice{}, fmt.Errorf("read invoice %s: %w", row.Number, err)
		}
	}
	return i, nil
}

// Filter narrows a list of invoices.
type Filter struct {
	State State  // "": all
	Kind  string // "": both
}

func (f Filter) validate() error {
	var wrong errs.Fields
	switch f.State {
	case "", Open, Paid, Void, Uncollectible:
	default:
		wrong.Add("state", "not_one_of", "values", "open, paid, void, uncollectible")
	}
	if f.Kind != "" && f.Kind != KindInvoice && f.Kind != KindCreditNote {
		wrong.Add("kind", "not_one_of", "values", "invoice, credit_note")
	}
	return wrong.Err()
}

// Invoices returns a page of the invoices and credit notes of the actor's department, the newest first. It returns field errors and ErrOff.
func (s *Service) Invoices(ctx context.Context, by access.Actor, f Filter, request page.Request) (out page.Page[Invoice], err error) {
	if err := s.may(by, viewing); err != nil {
		return out, err
	}
	if err := f.validate(); err != nil {
		return out, err
	}
	var items []Invoice
	var total int64
	err = pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		rows, err := s.q.InvoiceList(ctx, tx, db.InvoiceListParams{
			DepartmentID: by.DepartmentID, State: string(f.State), Kind: f.Kind, RowLimit: request.Limit(), RowOffset: request.Offset(),
		})
		if err != nil {
			return fmt.Errorf("list invoices: %w", err)
		}
		for _, r := range rows {
			i, err := invoiceOf(r.BillingInvoice, r.Corrects)
			if err != nil {
				return err
			}
			items = append(items, i)
		}
		total, err = s.q.InvoiceCount(ctx, tx, db.InvoiceCountParams{DepartmentID: by.DepartmentID, State: string(f.State), Kind: f.Kind})
		return err
	})
	return page.Of(request, items, total), err
}

// Invoice returns an invoice or credit note of the actor's department. It returns ErrOff and ErrNotFound.
func (s *Service) Invoice(ctx context.Context, by access.Actor, id int64) (i Invoice, err error) {
	if err := s.may(by, viewing); err != nil {
		return i, err
	}
	err = pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		row, err := s.q.InvoiceRead(ctx, tx, db.InvoiceReadParams{DepartmentID: by.DepartmentID, ID: id})
		if pg.NoRows(err) {
			return ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("read invoice: %w", err)
		}
		i, err = invoiceOf(row.BillingInvoice, row.Corrects)
		return err
	})
	return i, err
}
