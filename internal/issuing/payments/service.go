package payments

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/billing"
	"laurel/internal/issuing/payments/internal/db"
	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/config"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/links"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/stripepay"
)

// Webhooks tells other systems about paid invoices.
type Webhooks interface {
	InvoicePaidTx(ctx context.Context, tx pgx.Tx, departmentID, invoiceID int64, invoice map[string]any, at time.Time) error
}

// Deps are the dependencies of a Service.
type Deps struct {
	Pool     *pgxpool.Pool
	Clock    clock.Clock
	Audit    *audit.Log
	Queue    *jobs.Queue
	Billing  *billing.Service
	Outbox   *outbox.Service
	Webhooks Webhooks
	Links    links.Links
	Settings config.Payments
}

// Service takes payments. It implements billing.Provider.
type Service struct {
	Deps

	q        *db.Queries
	provider Provider          // nil: no payments are taken
	stripe   *stripepay.Client // nil: Stripe is not the provider
}

// New returns a Service.
func New(d Deps) *Service {
	s := &Service{Deps: d, q: db.New()}
	switch d.Settings.Provider {
	case config.Stripe:
		a := d.Settings.Stripe
		s.stripe = stripepay.New(stripepay.Options{SecretKey: a.SecretKey, WebhookSecret: a.WebhookSecret, Base: a.URL, AutomaticTax: a.Tax})
		s.provider = stripeProvider{s.stripe, d.Links}
	case config.ManualInvoice:
		s.provider = manualProvider{s}
	}
	return s
}

// Provider is the name of the provider, or "" if no payments are taken.
func (s *Service) Provider() string {
	if s.provider == nil {
		return ""
	}
	return s.provider.Name()
}

// Ping asks the provider whether the settings are right.
func (s *Service) Ping(ctx context.Context) error {
	if s.stripe == nil {
		return nil
	}
	return s.stripe.Ping(ctx)
}

// failure translates an error of the provider.
func failure(err error) error {
	switch {
	case err == nil, errs.KindOf(err) != 0:
		return err
	case errors.Is(err, stripepay.ErrDeclined):
		return ErrDeclined
	}
	return ErrUnavailable.Wrap(err)
}

// Customer returns how the actor's department pays. It returns ErrOff.
func (s *Service) Customer(ctx context.Context, by access.Actor) (Customer, error) {
	if err := s.may(by, viewing); err != nil {
		return Customer{}, err
	}
	return s.customer(ctx, by.DepartmentID)
}

func (s *Service) may(by access.Actor, p access.Permission) error {
	if err := by.Require(p); err != nil {
		return err
	}
	if s.provider == nil {
		return ErrOff
	}
	return nil
}

// customer reads how a department pays; one without a row has a customer without a reference.
func (s *Service) customer(ctx context.Context, departmentID int64) (c Customer, err error) {
	err = pg.InDepartment(ctx, s.Pool, departmentID, func(tx pgx.Tx) error {
		d, err := s.q.DepartmentRead(ctx, tx, departmentID)
		if err != nil {
			return fmt.Errorf("read department: %w", err)
		}
		row, err := s.q.CustomerRead(ctx, tx, departmentID)
		if pg.NoRows(err) {
			c = Customer{DepartmentID: departmentID, Provider: s.Provider(), Language: d.Language, TaxTreatment: Standard, Buyer: Buyer{Name: d.Name, Email: d.ContactEmail}}
			return nil
		}
		c = customerOf(row, d.Language)
		return err
	})
	return c, err
}

// open returns the customer of a department at the provider, which is created if there is none.
func (s *Service) open(ctx context.Context, by access.Actor) (Customer, error) {
	c, err := s.customer(ctx, by.DepartmentID)
	if err != nil || c.reference != "" && c.Provider == s.Provider() {
		return c, err
	}
	c.Provider, c.reference = s.Provider(), ""
	if c.reference, err = s.provider.Link(ctx, c); err != nil {
		return Customer{}, failure(err)
	}
	err = pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		row, err := s.q.CustomerOpen(ctx, tx, db.CustomerOpenParams{
			DepartmentID: by.DepartmentID, Provider: c.Provider, Name: c.Buyer.Name, Email: c.Buyer.Email, Now: s.Clock.Now(),
		})
		if err != nil {
			return fmt.Errorf("add customer: %w", err)
		}
		if row.Reference != "" && row.Provider == c.Provider { // somebody else was faster
			c.reference = row.Reference
			return nil
		}
		err = s.q.CustomerLink(ctx, tx, db.CustomerLinkParams{DepartmentID: by.DepartmentID, Provider: c.Provider, Reference: c.reference, Now: s.Clock.Now()})
		if err != nil {
			return fmt.Errorf("link customer: %w", err)
		}
		return nil
	})
	return c, err
}

// change returns a change of plan of the actor's department, whose plan may be none.
func (s *Service) change(ctx context.Context, by access.Actor, to billing.Plan) (out Change, err error) {
	out = Change{To: to, Upgrade: true}
	err = pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		from, err := s.Billing.SubscriptionTx(ctx, tx, by)
		if errors.Is(err, billing.ErrNoSubscription) {
			return nil
		}
		out.From = &from
		out.Upgrade = from.State == billing.Cancelled || billing.Upgrades(from.Plan, to)
		return err
	})
	return out, err
}

// ChangePlan asks the provider for another plan, and returns the page where somebody pays or confirms; "": it is done. It returns ErrOff,
// ErrDeclined and ErrUnavailable.
func (s *Service) ChangePlan(ctx context.Context, by access.Actor, to billing.Plan) (redirect string, err error) {
	if err := s.may(by, managing); err != nil {
		return "", err
	}
	c, change, err := s.prepare(ctx, by, to)
	if err != nil {
		return "", err
	}
	if redirect, err = s.provider.ChangePlan(ctx, by, c, change); err != nil {
		return "", failure(err)
	}
	if redirect != "" {
		return redirect, nil
	}
	return "", s.refresh(ctx, c)
}

func (s *Service) prepare(ctx context.Context, by access.Actor, to billing.Plan) (Customer, Change, error) {
	c, err := s.open(ctx, by)
	if err != nil {
		return Customer{}, Change{}, err
	}
	change, err := s.change(ctx, by, to)
	return c, change, err
}

// refresh reads what the provider has now, so that nobody waits for its event.
func (s *Service) refresh(ctx context.Context, c Customer) error {
	if s.stripe == nil || c.reference == "" {
		return nil
	}
	return failure(s.Sync(ctx, SyncCustomer{Customer: c.reference}))
}

// Refresh reads what the provider has now of the actor's department.
func (s *Service) Refresh(ctx context.Context, by access.Actor) (Customer, error) {
	c, err := s.Customer(ctx, by)
	if err != nil {
		return Customer{}, err
	}
	if err := s.refresh(ctx, c); err != nil {
		return Customer{}, err
	}
	return s.customer(ctx, by.DepartmentID)
}

// Cancel ends what the actor's department pays for. It returns ErrUnavailable.
func (s *Service) Cancel(ctx context.Context, by access.Actor, cancellation billing.Cancellation) error {
	c, err := s.customer(ctx, by.DepartmentID)
	if err != nil || s.provider == nil || c.Provider != s.Provider() {
		return err
	}
	return failure(s.provider.Cancel(ctx, c, cancellation.Now, cancellation.Reason))
}

// Resume takes a cancellation back. It returns ErrUnavailable.
func (s *Service) Resume(ctx context.Context, by access.Actor) error {
	c, err := s.customer(ctx, by.DepartmentID)
	if err != nil || s.provider == nil || c.Provider != s.Provider() {
		return err
	}
	return failure(s.provider.Resume(ctx, c))
}

// Preview says what a change of plan of the actor's department costs. It returns ErrOff, billing.ErrNoPlan and ErrUnavailable.
func (s *Service) Preview(ctx context.Context, by access.Actor, planID int64) (Preview, error) {
	if err := s.may(by, managing); err != nil {
		return Preview{}, err
	}
	to, err := s.plan(ctx, planID)
	if err != nil {
		return Preview{}, err
	}
	change, err := s.change(ctx, by, to)
	if err != nil {
		return Preview{}, err
	}
	c, err := s.customer(ctx, by.DepartmentID)
	if err != nil {
		return Preview{}, err
	}
	p, err := s.provider.Preview(ctx, by, c, change)
	if err != nil {
		return Preview{}, failure(err)
	}
	p.Currency, p.Renewal, p.Every, p.Immediate = to.Currency, to.Price, to.Every, change.Upgrade
	if p.On.IsZero() {
		p.On = s.Clock.Now()
	}
	return p, nil
}

func (s *Service) plan(ctx context.Context, id int64) (p billing.Plan, err error) {
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		p, err = s.Billing.PlanTx(ctx, tx, id)
		return err
	})
	return p, err
}

// AddCard returns the page where a card is entered, which replaces the present one. It returns ErrOff, ErrNoCards and ErrUnavailable.
func (s *Service) AddCard(ctx context.Context, by access.Actor) (redirect string, err error) {
	if err := s.may(by, managing); err != nil {
		return "", err
	}
	c, err := s.open(ctx, by)
	if err != nil {
		return "", err
	}
	currency, err := s.currency(ctx, by)
	if err != nil {
		return "", err
	}
	redirect, err = s.provider.AddCard(ctx, c, currency)
	return redirect, failure(err)
}

// currency is that of the plan of a department, or of the first plan.
func (s *Service) currency(ctx context.Context, by access.Actor) (string, error) {
	change, err := s.change(ctx, by, billing.Plan{})
	if err != nil || change.From != nil {
		return currencyOf(change), err
	}
	plans, err := s.Billing.Plans(ctx)
	if err != nil || len(plans) == 0 {
		return "EUR", err
	}
	return plans[0].Currency, nil
}

func currencyOf(c Change) string {
	if c.From == nil {
		return ""
	}
	return c.From.Plan.Currency
}

// RemoveCard forgets the card of the actor's department. It returns ErrOff, ErrNoCards, ErrUnavailable, and ErrCardNeeded while a plan renews with it.
func (s *Service) RemoveCard(ctx context.Context, by access.Actor) error {
	if err := s.may(by, managing); err != nil {
		return err
	}
	c, err := s.customer(ctx, by.DepartmentID)
	if err != nil {
		return err
	}
	change, err := s.change(ctx, by, billing.Plan{})
	if err != nil {
		return err
	}
	if from := change.From; c.Card != nil && from != nil && renews(*from) {
		return ErrCardNeeded
	}
	if err := s.provider.RemoveCard(ctx, c); err != nil {
		return failure(err)
	}
	if err := s.refresh(ctx, c); err != nil {
		return err
	}
	return s.record(ctx, by, "billing.card_removed", nil)
}

func (s *Service) record(ctx context.Context, by access.Actor, action string, details map[string]any) error {
	return pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{Action: action, ObjectKind: "department", ObjectID: by.DepartmentID, Details: details})
	})
}

// Portal returns the page of the provider where tax ids are changed. It returns ErrOff, ErrNoCards and ErrUnavailable.
func (s *Service) Portal(ctx context.Context, by access.Actor) (redirect string, err error) {
	if err := s.may(by, managing); err != nil {
		return "", err
	}
	c, err := s.open(ctx, by)
	if err != nil {
		return "", err
	}
	redirect, err = s.provider.Portal(ctx, c)
	return redirect, failure(err)
}

func renews(s billing.Subscription) bool {
	return s.State == billing.Active || s.State == billing.PastDue || s.State == billing.Trialing
}
