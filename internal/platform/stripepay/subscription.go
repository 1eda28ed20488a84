package stripepay

import (
	"context"
	"time"

	"github.com/stripe/stripe-go/v85"
)

// Preview is what a change of plan costs, in the smallest unit of the currency.
type Preview struct {
	Currency string
	DueNow   int64 // with taxes
	Credit   int64 // for the time of the present plan that was paid for and is not used; part of DueNow
	Tax      int64 // part of DueNow
	At       time.Time
}

// Preview asks what it costs to change to a plan now. It returns ErrGone without a subscription.
func (c *Client) Preview(ctx context.Context, customer string, to Plan) (Preview, error) {
	s, item, price, err := c.change(ctx, customer, to)
	if err != nil {
		return Preview{}, err
	}
	i, err := c.api.V1Invoices.CreatePreview(ctx, &stripe.InvoiceCreatePreviewParams{
		Customer: &customer, Subscription: &s.ID,
		SubscriptionDetails: &stripe.InvoiceCreatePreviewSubscriptionDetailsParams{
			Items:             []*stripe.InvoiceCreatePreviewSubscriptionDetailsItemParams{{ID: &item, Price: &price, Quantity: stripe.Int64(1)}},
			ProrationBehavior: stripe.String("always_invoice"),
		},
	})
	if err != nil {
		return Preview{}, refusal("preview change", err)
	}
	out := Preview{Currency: upper(string(i.Currency)), DueNow: max(i.AmountDue, 0), At: when(i.Created)}
	for _, line := range i.Lines.Data {
		if line.Amount < 0 {
			out.Credit -= line.Amount
		}
	}
	for _, tax := range i.TotalTaxes {
		out.Tax += tax.Amount
	}
	return out, nil
}

func (c *Client) change(ctx context.Context, customer string, to Plan) (s *stripe.Subscription, item, price string, err error) {
	_, s, err = c.read(ctx, customer)
	if err != nil {
		return nil, "", "", err
	}
	if s == nil || s.Status == stripe.SubscriptionStatusCanceled || itemOf(s) == nil {
		return nil, "", "", ErrGone
	}
	price, err = c.price(ctx, to)
	return s, itemOf(s).ID, price, err
}

// ChangePlan changes the plan of a customer. An upgrade is paid for now, and applies once it is paid; a downgrade costs nothing and gives
// nothing back: the next invoice is for it. It returns the page where an upgrade is paid or confirmed if that needs somebody, ErrDeclined, and
// ErrGone without a subscription.
func (c *Client) ChangePlan(ctx context.Context, customer string, to Plan, upgrade bool) (page string, err error) {
	s, item, price, err := c.change(ctx, customer, to)
	if err != nil {
		return "", err
	}
	p := &stripe.SubscriptionUpdateParams{
		Items:             []*stripe.SubscriptionUpdateItemParams{{ID: &item, Price: &price, Quantity: stripe.Int64(1)}},
		ProrationBehavior: stripe.String("none"),
	}
	if upgrade {
		p.ProrationBehavior, p.PaymentBehavior = stripe.String("always_invoice"), stripe.String("pending_if_incomplete")
	}
	p.AddExpand("latest_invoice")
	out, err := c.api.V1Subscriptions.Update(ctx, s.ID, p)
	if err != nil {
		return "", refusal("change plan", err)
	}
	if out.PendingUpdate != nil && out.LatestInvoice != nil && out.LatestInvoice.Status == stripe.InvoiceStatusOpen {
		return out.LatestInvoice.HostedInvoiceURL, nil
	}
	return "", nil
}

// Cancel ends the subscription of a customer, now or with the period that was paid for. Without one it does nothing.
func (c *Client) Cancel(ctx context.Context, customer string, now bool, reason string) error {
	_, s, err := c.read(ctx, customer)
	if err != nil || s == nil || s.Status == stripe.SubscriptionStatusCanceled {
		return err
	}
	if now {
		_, err = c.api.V1Subscriptions.Cancel(ctx, s.ID, &stripe.SubscriptionCancelParams{
			CancellationDetails: &stripe.SubscriptionCancelCancellationDetailsParams{Comment: text(reason)},
		})
		return refusal("cancel subscription", err)
	}
	_, err = c.api.V1Subscriptions.Update(ctx, s.ID, &stripe.SubscriptionUpdateParams{
		CancelAtPeriodEnd: stripe.Bool(true), CancellationDetails: &stripe.SubscriptionUpdateCancellationDetailsParams{Comment: text(reason)},
	})
	return refusal("cancel subscription", err)
}

// Resume takes a cancellation back that was to take effect at the end of the period. It returns ErrGone without a subscription.
func (c *Client) Resume(ctx context.Context, customer string) error {
	_, s, err := c.read(ctx, customer)
	if err != nil {
		return err
	}
	if s == nil || s.Status == stripe.SubscriptionStatusCanceled {
		return ErrGone
	}
	_, err = c.api.V1Subscriptions.Update(ctx, s.ID, &stripe.SubscriptionUpdateParams{CancelAtPeriodEnd: stripe.Bool(false)})
	return refusal("resume subscription", err)
}
