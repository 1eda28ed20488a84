// Package payments takes the payments of departments for their plans, through a provider, and issues invoices, credit notes and receipts. It
// never sees the number of a card.
package payments

import (
	"context"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/billing"
	"laurel/internal/issuing/payments/internal/db"
	"laurel/internal/platform/config"
	"laurel/internal/platform/errs"
)

// Errors of this package.
var (
	ErrNotFound = errs.New(errs.NotFound, "invoice.not_found")
	// ErrOff means that the installation takes no payments.
	ErrOff = errs.New(errs.NotFound, "payments.off")
	// ErrNoCards means that the installation takes no cards.
	ErrNoCards = errs.New(errs.Conflict, "payments.no_cards")
	// ErrCardNeeded means that a card cannot be removed, because a plan renews with it.
	ErrCardNeeded = errs.New(errs.Conflict, "payments.card_needed")
	// ErrDeclined means that a card was declined.
	ErrDeclined = errs.New(errs.Conflict, "payments.declined")
	// ErrUnavailable means that the provider does not respond, or refuses.
	ErrUnavailable = errs.New(errs.Unavailable, "payments.unavailable")
	// ErrNotOpen means that an invoice is paid or void already.
	ErrNotOpen = errs.New(errs.Conflict, "invoice.not_open")
	// ErrTooMuch means that credit notes would take back more than an invoice was for.
	ErrTooMuch = errs.New(errs.Conflict, "invoice.too_much")
	// ErrForged means that a delivery was not signed by the provider.
	ErrForged = errs.New(errs.Invalid, "payments.forged")
)

// What members need to be able to do to see and to change how their department pays.
const viewing, managing = access.ViewBilling, access.ManageBilling

// Provider takes payments. Its methods may call other servers, so they are called outside of transactions.
type Provider interface {
	// Name is the name in settings and in the database.
	Name() string
	// Link returns the reference of a department's customer, which it creates if there is none.
	Link(ctx context.Context, c Customer) (string, error)
	// ChangePlan begins or changes what a department pays for. It returns the page where somebody has to pay or confirm, or "".
	ChangePlan(ctx context.Context, by access.Actor, c Customer, change Change) (redirect string, err error)
	// Cancel ends what a department pays for, now or with the time that is paid for.
	Cancel(ctx context.Context, c Customer, now bool, reason string) error
	// Resume takes a cancellation back.
	Resume(ctx context.Context, c Customer) error
	// Preview says what a change costs.
	Preview(ctx context.Context, by access.Actor, c Customer, change Change) (Preview, error)
	// AddCard returns the page where a card is entered. It returns ErrNoCards.
	AddCard(ctx context.Context, c Customer, currency string) (redirect string, err error)
	// RemoveCard forgets the card. It returns ErrNoCards.
	RemoveCard(ctx context.Context, c Customer) error
	// Portal returns the page where tax ids are changed, or "" if they are changed here.
	Portal(ctx context.Context, c Customer) (redirect string, err error)
	// SaveBuyer changes who invoices are for.
	SaveBuyer(ctx context.Context, c Customer, b Buyer) error
}

// Buyer is who invoices are for.
type Buyer struct {
	Name       string `json:"name"`
	Email      string `json:"email"`
	Line1      string `json:"line1"`
	Line2      string `json:"line2"`
	PostalCode string `json:"postal_code"`
	City       string `json:"city"`
	Region     string `json:"region"`
	Country    string `json:"country"` // ISO 3166, two capital letters
	TaxID      string `json:"tax_id"`
}

// Card is the card that is charged.
type Card struct {
	Brand, Last4      string
	ExpMonth, ExpYear int
}

// Customer is how a department pays.
type Customer struct {
	DepartmentID int64
	Provider     string
	Language     string // of the department
	Buyer        Buyer
	TaxTreatment string // Standard, ReverseCharge or Exempt
	Card         *Card  // nil: none
	// Problem is "", RequiresAction or PaymentFailed; ProblemURL is the page where it is solved.
	Problem, ProblemURL string

	reference string
}

// TakesCards reports whether the provider charges cards.
func (c Customer) TakesCards() bool { return c.Provider == config.Stripe }

// The treatments of taxes.
const (
	Standard      = "standard"
	ReverseCharge = "reverse_charge" // the buyer owes the tax
	Exempt        = "exempt"
)

// The problems of payments.
const (
	RequiresAction = "requires_action" // the cardholder has to confirm a payment
	PaymentFailed  = "payment_failed"
)

// Change is a change of plan.
type Change struct {
	To      billing.Plan
	From    *billing.Subscription // nil: none
	Upgrade bool                  // it applies once it is paid; otherwise when the time that is paid for ends
}

// Preview is what a change of plan costs, in the smallest unit of the currency.
type Preview struct {
	Currency  string
	DueNow    int64 // with tax, after Credit was taken off
	Credit    int64 // for time that was paid for and is not used
	Tax       int64 // part of DueNow; 0 if the provider computes it later
	Renewal   int64 // the price without tax that is due each time after
	Every     string
	On        time.Time // when the change applies
	Immediate bool
}

func customerOf(row db.BillingCustomer, language string) Customer {
	c := Customer{
		DepartmentID: row.DepartmentID, Provider: row.Provider, Language: language, TaxTreatment: row.TaxTreatment, Problem: row.Problem, ProblemURL: row.ProblemUrl,
		Buyer:     Buyer{row.Name, row.Email, row.Line1, row.Line2, row.PostalCode, row.City, row.Region, row.Country, row.TaxID},
		reference: row.Reference,
	}
	if row.CardBrand != "" {
		c.Card = &Card{row.CardBrand, row.CardLast4, int(row.CardExpMonth), int(row.CardExpYear)}
	}
	return c
}
