package stripepay

import (
	"context"

	"github.com/stripe/stripe-go/v85"
)

// Return is where a page of Stripe leads to when it is done, and when it is left.
type Return struct{ Done, Left, Language string }

// Subscribe returns the address of a page where somebody pays for a plan and enters their card, address, tax id and coupon.
func (c *Client) Subscribe(ctx context.Context, customer string, p Plan, back Return) (string, error) {
	price, err := c.price(ctx, p)
	if err != nil {
		return "", err
	}
	s := c.page(customer, back)
	s.Mode = stripe.String(string(stripe.CheckoutSessionModeSubscription))
	s.LineItems = []*stripe.CheckoutSessionCreateLineItemParams{{Price: &price, Quantity: stripe.Int64(1)}}
	s.AllowPromotionCodes = stripe.Bool(true)
	s.BillingAddressCollection = stripe.String("required")
	s.TaxIDCollection = &stripe.CheckoutSessionCreateTaxIDCollectionParams{Enabled: stripe.Bool(true)}
	s.CustomerUpdate = &stripe.CheckoutSessionCreateCustomerUpdateParams{Address: stripe.String("auto"), Name: stripe.String("auto")}
	s.AutomaticTax = &stripe.CheckoutSessionCreateAutomaticTaxParams{Enabled: &c.automaticTax}
	return c.open(ctx, s)
}

// SetUpCard returns the address of a page where somebody enters a card without paying.
func (c *Client) SetUpCard(ctx context.Context, customer, currency string, back Return) (string, error) {
	s := c.page(customer, back)
	s.Mode = stripe.String(string(stripe.CheckoutSessionModeSetup))
	s.Currency = stripe.String(lower(currency))
	return c.open(ctx, s)
}

func (c *Client) page(customer string, back Return) *stripe.CheckoutSessionCreateParams {
	return &stripe.CheckoutSessionCreateParams{Customer: &customer, SuccessURL: &back.Done, CancelURL: &back.Left, Locale: stripe.String(locale(back.Language))}
}

func (c *Client) open(ctx context.Context, s *stripe.CheckoutSessionCreateParams) (string, error) {
	out, err := c.api.V1CheckoutSessions.Create(ctx, s)
	if err != nil {
		return "", refusal("open checkout", err)
	}
	return out.URL, nil
}

// Portal returns the address of the page where a customer changes their tax ids and sees what Stripe has.
func (c *Client) Portal(ctx context.Context, customer string, back Return) (string, error) {
	out, err := c.api.V1BillingPortalSessions.Create(ctx, &stripe.BillingPortalSessionCreateParams{
		Customer: &customer, ReturnURL: &back.Done, Locale: stripe.String(locale(back.Language)),
	})
	if err != nil {
		return "", refusal("open portal", err)
	}
	return out.URL, nil
}

// locales are the languages of the product that Stripe's pages have, as Stripe writes them.
var locales = map[string]string{
	"cs": "cs", "da": "da", "de": "de", "el": "el", "en": "en", "en-gb": "en-GB", "es": "es", "es-419": "es-419", "fi": "fi", "fr": "fr", "hr": "hr",
	"hu": "hu", "id": "id", "it": "it", "ja": "ja", "ko": "ko", "ms": "ms", "nb": "nb", "nl": "nl", "pl": "pl", "pt-br": "pt-BR", "pt-pt": "pt",
	"ro": "ro", "ru": "ru", "sk": "sk", "sl": "sl", "sv": "sv", "th": "th", "tr": "tr", "vi": "vi", "zh-cn": "zh", "zh-tw": "zh-TW",
}

func locale(language string) string {
	if l := locales[language]; l != "" {
		return l
	}
	return "auto" // that of the browser
}

// Card is the card that is charged. Nothing else of it is known here.
type Card struct {
	Brand, Last4      string
	ExpMonth, ExpYear int
}

// RemoveCards removes all cards of a customer.
func (c *Client) RemoveCards(ctx context.Context, customer string) error {
	for m, err := range c.api.V1PaymentMethods.List(ctx, &stripe.PaymentMethodListParams{Customer: &customer}).All(ctx) {
		if err != nil {
			return refusal("list cards", err)
		}
		if _, err := c.api.V1PaymentMethods.Detach(ctx, m.ID, &stripe.PaymentMethodDetachParams{}); err != nil {
			return refusal("remove card", err)
		}
	}
	return nil
}

// UseCard makes the card that was entered on a page of SetUpCard the one that is charged, unless a newer one is. Other pages change nothing.
func (c *Client) UseCard(ctx context.Context, session string) error {
	p := &stripe.CheckoutSessionRetrieveParams{}
	p.AddExpand("setup_intent.payment_method")
	s, err := c.api.V1CheckoutSessions.Retrieve(ctx, session, p)
	if err != nil {
		return refusal("read checkout", err)
	}
	if s.Mode != stripe.CheckoutSessionModeSetup || s.SetupIntent == nil || s.SetupIntent.PaymentMethod == nil || s.Customer == nil {
		return nil
	}
	card := s.SetupIntent.PaymentMethod
	customer, subscription, err := c.read(ctx, s.Customer.ID)
	if err != nil {
		return err
	}
	if now := inUse(customer, subscription); now != nil && now.Created > card.Created {
		return nil
	}
	_, err = c.api.V1Customers.Update(ctx, customer.ID, &stripe.CustomerUpdateParams{
		InvoiceSettings: &stripe.CustomerUpdateInvoiceSettingsParams{DefaultPaymentMethod: &card.ID},
	})
	if err != nil {
		return refusal("use card", err)
	}
	if subscription != nil && subscription.DefaultPaymentMethod != nil {
		_, err = c.api.V1Subscriptions.Update(ctx, subscription.ID, &stripe.SubscriptionUpdateParams{DefaultPaymentMethod: &card.ID})
	}
	return refusal("use card", err)
}
