package payments

import (
	"context"
	"errors"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/billing"
	"laurel/internal/platform/config"
	"laurel/internal/platform/links"
	"laurel/internal/platform/stripepay"
)

// stripeProvider has people pay on Stripe's pages. What happens there comes back with Stripe's events.
type stripeProvider struct {
	client *stripepay.Client
	links  links.Links
}

func (stripeProvider) Name() string { return config.Stripe }

func (p stripeProvider) Link(ctx context.Context, c Customer) (string, error) {
	return p.client.CreateCustomer(ctx, c.DepartmentID, toStripe(c.Buyer), c.Language)
}

func toStripe(b Buyer) stripepay.Buyer {
	return stripepay.Buyer{
		Name: b.Name, Email: b.Email, Line1: b.Line1, Line2: b.Line2, PostalCode: b.PostalCode, City: b.City, State: b.Region, Country: b.Country, TaxID: b.TaxID,
	}
}

func fromStripe(b stripepay.Buyer) Buyer {
	return Buyer{
		Name: b.Name, Email: b.Email, Line1: b.Line1, Line2: b.Line2, PostalCode: b.PostalCode, City: b.City, Region: b.State, Country: b.Country, TaxID: b.TaxID,
	}
}

func planFor(p billing.Plan) stripepay.Plan {
	return stripepay.Plan{ID: p.ID, Name: p.Name, Price: p.Price, Currency: p.Currency, Every: p.Every}
}

// back is where pages of Stripe lead to. The screen reads the state again there, because Stripe's event may come later.
func (p stripeProvider) back(tab, done string, c Customer) stripepay.Return {
	page := p.links.Page("/billing/" + tab)
	return stripepay.Return{Done: page + "?done=" + done, Left: page, Language: c.Language}
}

func (p stripeProvider) ChangePlan(ctx context.Context, _ access.Actor, c Customer, change Change) (string, error) {
	page, err := p.client.ChangePlan(ctx, c.reference, planFor(change.To), change.Upgrade)
	if errors.Is(err, stripepay.ErrGone) {
		return p.client.Subscribe(ctx, c.reference, planFor(change.To), p.back("plan", "plan", c))
	}
	return page, err
}

func (p stripeProvider) Cancel(ctx context.Context, c Customer, now bool, reason string) error {
	if c.reference == "" {
		return nil
	}
	return p.client.Cancel(ctx, c.reference, now, reason)
}

func (p stripeProvider) Resume(ctx context.Context, c Customer) error {
	if c.reference == "" {
		return nil
	}
	if err := p.client.Resume(ctx, c.reference); !errors.Is(err, stripepay.ErrGone) {
		return err
	}
	return nil
}

func (p stripeProvider) Preview(ctx context.Context, _ access.Actor, c Customer, change Change) (Preview, error) {
	if c.reference == "" || !change.Upgrade {
		return Preview{DueNow: dueWithout(change)}, nil
	}
	found, err := p.client.Preview(ctx, c.reference, planFor(change.To))
	if errors.Is(err, stripepay.ErrGone) {
		return Preview{DueNow: dueWithout(change)}, nil
	}
	return Preview{DueNow: found.DueNow, Credit: found.Credit, Tax: found.Tax, On: found.At}, err
}

// dueWithout is what is due for a change without a subscription at the provider: the price of a new one.
func dueWithout(c Change) int64 {
	if !c.Upgrade {
		return 0
	}
	return c.To.Price
}

func (p stripeProvider) AddCard(ctx context.Context, c Customer, currency string) (string, error) {
	return p.client.SetUpCard(ctx, c.reference, currency, p.back("payment", "card", c))
}

func (p stripeProvider) RemoveCard(ctx context.Context, c Customer) error {
	if c.reference == "" {
		return nil
	}
	return p.client.RemoveCards(ctx, c.reference)
}

func (p stripeProvider) Portal(ctx context.Context, c Customer) (string, error) {
	return p.client.Portal(ctx, c.reference, p.back("payment", "details", c))
}

func (p stripeProvider) SaveBuyer(ctx context.Context, c Customer, b Buyer) error {
	return p.client.UpdateCustomer(ctx, c.reference, toStripe(b))
}
