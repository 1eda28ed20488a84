package stripepay

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v85"
)

// Account is what Stripe knows of a customer now.
type Account struct {
	Buyer        Buyer
	TaxExempt    string // "none", "exempt" or "reverse"
	Card         *Card
	Subscription *Subscription // the newest; nil: none was ever paid for
}

// Subscription is a plan that is paid for again and again.
type Subscription struct {
	ID, Status string // as Stripe names them, such as past_due
	PlanID     int64  // that the next invoice is for; 0: of none of our prices
	Ends       bool   // it does not continue after the period
	Since      time.Time
	// LatestInvoice is the id of the newest invoice; "": there is none.
	LatestInvoice string
	// Open is the invoice that has to be paid; nil: there is none.
	Open *OpenInvoice
}

// OpenInvoice is an invoice whose payment failed or waits for somebody.
type OpenInvoice struct {
	ID, URL        string // of the page where it is paid
	RequiresAction bool   // the bank wants the cardholder to confirm it
	FinalizedAt    time.Time
}

// Account reads a customer. It returns ErrGone.
func (c *Client) Account(ctx context.Context, customer string) (Account, error) {
	who, subscription, err := c.read(ctx, customer)
	if err != nil {
		return Account{}, err
	}
	out := Account{Buyer: buyerOf(who), TaxExempt: string(who.TaxExempt)}
	if m := inUse(who, subscription); m != nil {
		out.Card = cardOf(m)
	}
	if subscription != nil {
		out.Subscription, err = c.subscription(ctx, subscription)
	}
	return out, err
}

func (c *Client) read(ctx context.Context, customer string) (*stripe.Customer, *stripe.Subscription, error) {
	p := &stripe.CustomerRetrieveParams{}
	p.AddExpand("invoice_settings.default_payment_method")
	p.AddExpand("tax_ids")
	who, err := c.api.V1Customers.Retrieve(ctx, customer, p)
	if err == nil && who.Deleted {
		return nil, nil, ErrGone
	}
	if err != nil {
		return nil, nil, refusal("read customer", err)
	}
	list := &stripe.SubscriptionListParams{Customer: &customer, Status: stripe.String("all")}
	list.AddExpand("data.default_payment_method")
	list.AddExpand("data.latest_invoice")
	for s, err := range c.api.V1Subscriptions.List(ctx, list).All(ctx) { // the newest first
		if err != nil {
			return nil, nil, refusal("list subscriptions", err)
		}
		if s.Status != stripe.SubscriptionStatusIncomplete && s.Status != stripe.SubscriptionStatusIncompleteExpired {
			return who, s, nil
		}
	}
	return who, nil, nil
}

func buyerOf(c *stripe.Customer) Buyer {
	b := Buyer{Name: c.Name, Email: c.Email}
	if a := c.Address; a != nil {
		b.Line1, b.Line2, b.PostalCode, b.City, b.State, b.Country = a.Line1, a.Line2, a.PostalCode, a.City, a.State, a.Country
	}
	if c.TaxIDs != nil && len(c.TaxIDs.Data) > 0 {
		b.TaxID = c.TaxIDs.Data[0].Value
	}
	return b
}

func inUse(c *stripe.Customer, s *stripe.Subscription) *stripe.PaymentMethod {
	if s != nil && s.DefaultPaymentMethod != nil && s.Status != stripe.SubscriptionStatusCanceled {
		return s.DefaultPaymentMethod
	}
	if c.InvoiceSettings != nil {
		return c.InvoiceSettings.DefaultPaymentMethod
	}
	return nil
}

func cardOf(m *stripe.PaymentMethod) *Card {
	if m.Card == nil {
		return &Card{Brand: string(m.Type)}
	}
	return &Card{Brand: string(m.Card.Brand), Last4: m.Card.Last4, ExpMonth: int(m.Card.ExpMonth), ExpYear: int(m.Card.ExpYear)}
}

func (c *Client) subscription(ctx context.Context, s *stripe.Subscription) (*Subscription, error) {
	out := &Subscription{ID: s.ID, Status: string(s.Status), Ends: s.CancelAtPeriodEnd || s.CancelAt != 0, Since: when(s.Created)}
	if item := itemOf(s); item != nil && item.Price != nil {
		out.PlanID = planOf(item.Price)
	}
	last := s.LatestInvoice
	if last != nil {
		out.LatestInvoice = last.ID
	}
	if last == nil || last.Status != stripe.InvoiceStatusOpen {
		return out, nil
	}
	out.Open = &OpenInvoice{ID: last.ID, URL: last.HostedInvoiceURL, FinalizedAt: finalized(last)}
	list := &stripe.InvoicePaymentListParams{Invoice: &last.ID}
	list.AddExpand("data.payment.payment_intent")
	for p, err := range c.api.V1InvoicePayments.List(ctx, list).All(ctx) {
		if err != nil {
			return nil, refusal("list payments", err)
		}
		if p.Payment != nil && p.Payment.PaymentIntent != nil && p.Payment.PaymentIntent.Status == stripe.PaymentIntentStatusRequiresAction {
			out.Open.RequiresAction = true
		}
	}
	return out, nil
}

func itemOf(s *stripe.Subscription) *stripe.SubscriptionItem {
	if s.Items == nil || len(s.Items.Data) == 0 {
		return nil
	}
	return s.Items.Data[0]
}

func planOf(p *stripe.Price) int64 {
	id, err := strconv.ParseInt(p.Metadata[planKey], 10, 64)
	if err != nil {
		return 0
	}
	return id
}

func when(unix int64) time.Time {
	if unix == 0 {
		return time.Time{}
	}
	return time.Unix(unix, 0).UTC()
}

func lower(s string) string { return strings.ToLower(s) }
