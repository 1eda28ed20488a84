// Package stripepay speaks with Stripe: customers, cards, subscriptions and invoices, and the events that Stripe sends about them. Card
// numbers are entered on pages of Stripe and never pass through here.
package stripepay

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/stripe/stripe-go/v85"
)

// Errors of this package. Anything else means that Stripe cannot be reached, or refused a request that it should accept.
var (
	// ErrDeclined means that a card was declined.
	ErrDeclined = errors.New("stripe: the card was declined")
	// ErrGone means that the object does not exist at Stripe.
	ErrGone = errors.New("stripe: no such object")
	// ErrForged means that a delivery was not signed with the secret of the webhook.
	ErrForged = errors.New("stripe: the signature is not valid")
)

// timeout is how long one request may take.
const timeout = 15 * time.Second

// Options configure a Client.
type Options struct {
	SecretKey     string
	WebhookSecret string
	Base          string        // of the API; "" is Stripe's own
	AutomaticTax  bool          // Stripe Tax computes taxes
	Timeout       time.Duration // of a request; 0 is the usual one
}

// Client is an account at Stripe.
type Client struct {
	api           *stripe.Client
	webhookSecret string
	automaticTax  bool
}

// New returns a Client.
func New(o Options) *Client {
	if o.Timeout == 0 {
		o.Timeout = timeout
	}
	config := &stripe.BackendConfig{
		HTTPClient: &http.Client{Timeout: o.Timeout}, EnableTelemetry: stripe.Bool(false), MaxNetworkRetries: stripe.Int64(1),
		LeveledLogger: &stripe.LeveledLogger{Level: stripe.LevelNull},
	}
	if o.Base != "" {
		config.URL = &o.Base
	}
	return &Client{stripe.NewClient(o.SecretKey, stripe.WithBackends(stripe.NewBackendsWithConfig(config))), o.WebhookSecret, o.AutomaticTax}
}

// refusal translates an error of the API, and says what was being done.
func refusal(doing string, err error) error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*stripe.Error](err); ok {
		switch {
		case e.Type == stripe.ErrorTypeCard:
			return fmt.Errorf("%s: %w (%s)", doing, ErrDeclined, e.Code)
		case e.HTTPStatusCode == http.StatusNotFound || e.Code == stripe.ErrorCodeResourceMissing:
			return fmt.Errorf("%s: %w", doing, ErrGone)
		}
		return fmt.Errorf("%s: %d %s %s", doing, e.HTTPStatusCode, e.Code, e.Msg) // without the body, which may name people
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// Ping checks the secret key.
func (c *Client) Ping(ctx context.Context) error {
	_, err := c.api.V1Balance.Retrieve(ctx, &stripe.BalanceRetrieveParams{})
	return refusal("read balance", err)
}

// Buyer is who pays.
type Buyer struct {
	Name, Email                                    string
	Line1, Line2, PostalCode, City, State, Country string
	TaxID                                          string
}

// CreateCustomer creates the customer of a department. Calling it again returns the same one for a day.
func (c *Client) CreateCustomer(ctx context.Context, departmentID int64, b Buyer, language string) (string, error) {
	p := &stripe.CustomerCreateParams{Metadata: map[string]string{"laurel_department": fmt.Sprint(departmentID)}}
	p.SetIdempotencyKey(fmt.Sprintf("laurel-customer-%d-%s", departmentID, b.Email))
	p.Name, p.Email, p.Address, p.PreferredLocales = text(b.Name), text(b.Email), address(b), []*string{&language}
	out, err := c.api.V1Customers.Create(ctx, p)
	if err != nil {
		return "", refusal("create customer", err)
	}
	return out.ID, nil
}

// UpdateCustomer changes the name and address of a customer. Tax ids are changed in the customer portal, where Stripe checks them.
func (c *Client) UpdateCustomer(ctx context.Context, customer string, b Buyer) error {
	_, err := c.api.V1Customers.Update(ctx, customer, &stripe.CustomerUpdateParams{Name: &b.Name, Email: text(b.Email), Address: address(b)})
	return refusal("update customer", err)
}

func address(b Buyer) *stripe.AddressParams {
	if b.Line1 == "" && b.Country == "" {
		return nil
	}
	return &stripe.AddressParams{Line1: &b.Line1, Line2: &b.Line2, PostalCode: &b.PostalCode, City: &b.City, State: &b.State, Country: &b.Country}
}

func text(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// Plan is what a subscription is for.
type Plan struct {
	ID       int64
	Name     string
	Price    int64 // in the smallest unit of the currency
	Currency string
	Every    string // month or year
}

// planKey is the metadata of prices that names the plan.
const planKey = "laurel_plan"

// price returns the price of a plan, which is created when it is first needed. Prices never change at Stripe: another amount is another price.
func (c *Client) price(ctx context.Context, p Plan) (string, error) {
	key := fmt.Sprintf("laurel_%d_%d_%s_%s", p.ID, p.Price, lower(p.Currency), p.Every)
	for found, err := range c.api.V1Prices.List(ctx, &stripe.PriceListParams{LookupKeys: []*string{&key}, Active: stripe.Bool(true)}).All(ctx) {
		if err != nil {
			return "", refusal("find price", err)
		}
		return found.ID, nil
	}
	create := &stripe.PriceCreateParams{
		LookupKey: &key, Currency: stripe.String(lower(p.Currency)), UnitAmount: &p.Price, TaxBehavior: stripe.String("exclusive"),
		Recurring:   &stripe.PriceCreateRecurringParams{Interval: &p.Every},
		ProductData: &stripe.PriceCreateProductDataParams{Name: &p.Name, Metadata: map[string]string{planKey: fmt.Sprint(p.ID)}},
		Metadata:    map[string]string{planKey: fmt.Sprint(p.ID)},
	}
	create.SetIdempotencyKey(key)
	out, err := c.api.V1Prices.Create(ctx, create)
	if err != nil {
		return "", refusal("create price", err)
	}
	return out.ID, nil
}
