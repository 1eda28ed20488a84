package payments

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/billing"
	"laurel/internal/issuing/payments/internal/db"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/config"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/stripepay"
)

// SyncCustomer reads what the provider has of a customer, and writes it.
type SyncCustomer struct {
	Customer string `json:"customer"`
	Invoice  string `json:"invoice"` // to read as well; "": none
	Session  string `json:"session"` // a page where a card was entered; "": none
}

// Kind names the job.
func (SyncCustomer) Kind() string { return "payments.sync" }

// Receive takes a delivery of the provider. Events come twice, late, and out of order, so an event only causes the present state to be read, in
// a job that is enqueued together with the note that the event came. It returns ErrOff and ErrForged.
func (s *Service) Receive(ctx context.Context, provider string, payload []byte, signature string) error {
	if s.stripe == nil || provider != config.Stripe {
		return ErrOff
	}
	e, err := s.stripe.Event(payload, signature)
	if errors.Is(err, stripepay.ErrForged) || e.ID == "" && err == nil {
		return ErrForged
	}
	if err != nil {
		return ErrForged.Wrap(err)
	}
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		n, err := s.q.EventClaim(ctx, tx, db.EventClaimParams{Provider: provider, ID: e.ID, Type: e.Type, Now: s.Clock.Now()})
		if err != nil {
			return fmt.Errorf("claim event: %w", err)
		}
		if n == 0 || e.Customer == "" {
			return nil
		}
		return s.Queue.EnqueueTx(ctx, tx, SyncCustomer{Customer: e.Customer, Invoice: e.Invoice, Session: e.Session})
	})
}

// mostReads is how often the state of a customer is read again because it was asked for by somebody else meanwhile.
const mostReads = 5

// errContended means that others kept asking for the state of a customer. The job runs again.
var errContended = errors.New("the state of the customer was asked for by others each time")

// Sync reads what the provider has of a customer, and writes it. Customers of other installations are ignored.
func (s *Service) Sync(ctx context.Context, job SyncCustomer) error {
	if s.stripe == nil {
		return nil
	}
	if job.Session != "" {
		if err := s.stripe.UseCard(ctx, job.Session); err != nil && !errors.Is(err, stripepay.ErrGone) {
			return err
		}
	}
	for range mostReads {
		done, err := s.syncOnce(ctx, job)
		if done || err != nil {
			return err
		}
	}
	return errContended
}

// syncOnce reports false if somebody else asked after it did: what it has read may be older than what they have written.
func (s *Service) syncOnce(ctx context.Context, job SyncCustomer) (done bool, err error) {
	var asked db.CustomerAskRow
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		asked, err = s.q.CustomerAsk(ctx, tx, db.CustomerAskParams{Provider: config.Stripe, Reference: job.Customer})
		return err
	})
	if pg.NoRows(err) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("note question: %w", err)
	}
	account, err := s.stripe.Account(ctx, job.Customer)
	if err != nil && !errors.Is(err, stripepay.ErrGone) { // a customer who is gone has no card and no subscription
		return false, err
	}
	invoices, err := s.readInvoices(ctx, job, account)
	if err != nil {
		return false, err
	}
	by := access.Payments.In(asked.DepartmentID)
	err = pg.InDepartment(ctx, s.Pool, asked.DepartmentID, func(tx pgx.Tx) error {
		c, err := s.q.CustomerLock(ctx, tx, asked.DepartmentID)
		if err != nil {
			return fmt.Errorf("lock customer: %w", err)
		}
		if done = c.Asked == asked.Asked; !done {
			return nil
		}
		return s.writeTx(ctx, tx, by, c, account, invoices)
	})
	return done, err
}

func (s *Service) readInvoices(ctx context.Context, job SyncCustomer, a stripepay.Account) (all []stripepay.Invoice, err error) {
	ids := []string{job.Invoice}
	if a.Subscription != nil && a.Subscription.LatestInvoice != job.Invoice {
		ids = append(ids, a.Subscription.LatestInvoice)
	}
	for _, id := range ids {
		if id == "" {
			continue
		}
		i, err := s.stripe.Invoice(ctx, id)
		if errors.Is(err, stripepay.ErrGone) { // a draft that was deleted
			continue
		}
		if err != nil {
			return nil, err
		}
		if i.Customer == job.Customer && !i.FinalizedAt.IsZero() {
			all = append(all, i)
		}
	}
	return all, nil
}

// writeTx writes what was read: invoices first, because a subscription that has ended since must not begin again with one of them.
func (s *Service) writeTx(ctx context.Context, tx pgx.Tx, by access.Actor, c db.BillingCustomer, a stripepay.Account, invoices []stripepay.Invoice) error {
	d, err := s.q.DepartmentRead(ctx, tx, by.DepartmentID)
	if err != nil {
		return fmt.Errorf("read department: %w", err)
	}
	changed := false
	for _, i := range invoices {
		settled, err := s.recordStripeTx(ctx, tx, by, i, d.Language)
		if err != nil {
			return err
		}
		changed = changed || settled
	}
	if a.Buyer.Name != "" || a.Buyer.Email != "" {
		if err := s.saveBuyerTx(ctx, tx, by.DepartmentID, fromStripe(a.Buyer)); err != nil {
			return err
		}
	}
	treatment := map[string]string{"reverse": ReverseCharge, "exempt": Exempt}[a.TaxExempt]
	if err := s.taxTx(ctx, tx, by.DepartmentID, treatment); err != nil {
		return err
	}
	if err := s.cardTx(ctx, tx, by.DepartmentID, a.Card); err != nil {
		return err
	}
	if err := s.problemTx(ctx, tx, by, a.Subscription); err != nil {
		return err
	}
	return s.subscriptionTx(ctx, tx, by, c, a.Subscription, changed)
}

func (s *Service) taxTx(ctx context.Context, tx pgx.Tx, departmentID int64, treatment string) error {
	if treatment == "" {
		treatment = Standard
	}
	if err := s.q.CustomerTax(ctx, tx, db.CustomerTaxParams{DepartmentID: departmentID, TaxTreatment: treatment, Now: s.Clock.Now()}); err != nil {
		return fmt.Errorf("save tax treatment: %w", err)
	}
	return nil
}

func (s *Service) cardTx(ctx context.Context, tx pgx.Tx, departmentID int64, card *stripepay.Card) error {
	p := db.CustomerCardParams{DepartmentID: departmentID, Now: s.Clock.Now()}
	if card != nil {
		p.Brand, p.Last4, p.ExpMonth, p.ExpYear = card.Brand, card.Last4, int32(card.ExpMonth), int32(card.ExpYear) //nolint:gosec // a month and a year
	}
	if err := s.q.CustomerCard(ctx, tx, p); err != nil {
		return fmt.Errorf("save card: %w", err)
	}
	return nil
}

// problemTx notes a payment that failed or waits for somebody, and writes to those who manage billing once for each invoice.
func (s *Service) problemTx(ctx context.Context, tx pgx.Tx, by access.Actor, sub *stripepay.Subscription) error {
	p := db.CustomerProblemParams{DepartmentID: by.DepartmentID, Now: s.Clock.Now()}
	var open *stripepay.OpenInvoice
	if sub != nil && sub.Status != "canceled" {
		open = sub.Open
	}
	if open != nil {
		p.Problem, p.ProblemUrl = PaymentFailed, open.URL
		if open.RequiresAction {
			p.Problem = RequiresAction
		}
	}
	if err := s.q.CustomerProblem(ctx, tx, p); err != nil {
		return fmt.Errorf("save problem: %w", err)
	}
	switch p.Problem {
	case RequiresAction:
		return s.mailTx(ctx, tx, by.DepartmentID, mailAction, open.ID, Invoice{})
	case PaymentFailed:
		return s.mailTx(ctx, tx, by.DepartmentID, mailFailed, open.ID, Invoice{})
	}
	return nil
}

// subscriptionTx gives the department's subscription the state that it has at the provider, if that changed.
func (s *Service) subscriptionTx(ctx context.Context, tx pgx.Tx, by access.Actor, c db.BillingCustomer, sub *stripepay.Subscription, paid bool) error {
	if sub == nil {
		return nil
	}
	state := sub.Status
	if sub.Ends {
		state += ",ends"
	}
	changed := sub.ID != c.Subscription || state != c.SubscriptionState
	if changed {
		err := s.q.CustomerSubscription(ctx, tx, db.CustomerSubscriptionParams{DepartmentID: by.DepartmentID, Subscription: sub.ID, SubscriptionState: state, Now: s.Clock.Now()})
		if err != nil {
			return fmt.Errorf("save subscription: %w", err)
		}
	}
	own, err := s.Billing.SubscriptionTx(ctx, tx, by)
	if errors.Is(err, billing.ErrNoSubscription) {
		return nil // nothing was paid yet
	}
	if err != nil {
		return err
	}
	if changed || paid {
		err = s.followTx(ctx, tx, by, own, sub)
	}
	if err == nil && sub.PlanID != 0 && sub.PlanID != own.Plan.ID && sub.Status == "active" {
		err = s.downgradeTx(ctx, tx, by, own, sub.PlanID)
	}
	return err
}

func (s *Service) followTx(ctx context.Context, tx pgx.Tx, by access.Actor, own billing.Subscription, sub *stripepay.Subscription) error {
	switch {
	case sub.Status == "canceled":
		if own.State == billing.Cancelled {
			return nil
		}
		if _, err := s.Billing.CancelTx(ctx, tx, by, billing.Cancellation{Now: true}); err != nil {
			return err
		}
		return s.mailTx(ctx, tx, by.DepartmentID, mailEnded, sub.ID, Invoice{})
	case sub.Status == "past_due" || sub.Status == "unpaid":
		since := clock.Today(s.Clock, time.UTC)
		if sub.Open != nil {
			since = sub.Open.FinalizedAt
		}
		return s.Billing.PastDueTx(ctx, tx, by, since)
	case sub.Ends:
		_, err := s.Billing.CancelTx(ctx, tx, by, billing.Cancellation{})
		return err
	case own.State == billing.PastDue && sub.Open == nil: // the invoice was forgiven
		return s.Billing.ActivateTx(ctx, tx, by, own.Plan.ID)
	}
	if err := s.Billing.ResumeTx(ctx, tx, by); !errors.Is(err, billing.ErrEnded) {
		return err
	}
	return nil
}

// downgradeTx notes that the next invoice is for another plan. A dearer one applies only when its invoice is paid.
func (s *Service) downgradeTx(ctx context.Context, tx pgx.Tx, by access.Actor, own billing.Subscription, planID int64) error {
	to, err := s.Billing.PlanTx(ctx, tx, planID)
	if errors.Is(err, billing.ErrNoPlan) || err == nil && billing.Upgrades(own.Plan, to) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = s.Billing.PlanChangeTx(ctx, tx, by, planID)
	return err
}
