package config

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// The ways in which departments pay.
const (
	Stripe        = "stripe"
	ManualInvoice = "manual"
)

// Payments is how departments pay for their plans, and who sells to them. Without a provider, plans are the operator's business alone.
type Payments struct {
	Provider string // Stripe, ManualInvoice, or "" for none
	Stripe   StripeAccount
	Seller   Seller
}

// StripeAccount is an account at Stripe.
type StripeAccount struct {
	SecretKey     string
	WebhookSecret string
	URL           string // of the API
	Tax           bool   // Stripe Tax computes taxes
}

// Seller is the legal entity that sells plans, and how it writes invoices.
type Seller struct {
	Name    string
	Address []string // lines
	TaxID   string
	Prefix  string // of the numbers of invoices
	Days    int    // until an invoice has to be paid
	Tax     int    // hundredths of a percent, on top of prices
	Note    string // at the foot of invoices, such as a bank account
}

// numberPrefix is what numbers of invoices may begin with.
var numberPrefix = regexp.MustCompile(`^[A-Z0-9][A-Z0-9/-]{0,15}$`)

func (r *reader) payments(billing bool) Payments {
	p := Payments{
		Provider: r.text("LAUREL_BILLING_PROVIDER"),
		Stripe: StripeAccount{
			SecretKey: r.secret("LAUREL_STRIPE_SECRET_KEY"), WebhookSecret: r.secret("LAUREL_STRIPE_WEBHOOK_SECRET"), URL: r.httpURL("LAUREL_STRIPE_URL"),
			Tax: r.boolean("LAUREL_STRIPE_TAX", false),
		},
		Seller: Seller{
			Name: r.text("LAUREL_SELLER_NAME"), TaxID: r.text("LAUREL_SELLER_TAX_ID"), Prefix: r.text("LAUREL_INVOICE_PREFIX"),
			Days: r.count("LAUREL_INVOICE_DAYS"), Tax: r.percent("LAUREL_INVOICE_TAX"), Note: r.text("LAUREL_INVOICE_NOTE"),
		},
	}
	for line := range strings.SplitSeq(r.text("LAUREL_SELLER_ADDRESS"), ";") {
		if line = strings.TrimSpace(line); line != "" {
			p.Seller.Address = append(p.Seller.Address, line)
		}
	}
	if !numberPrefix.MatchString(p.Seller.Prefix) {
		r.wrong("LAUREL_INVOICE_PREFIX", "is not a prefix of numbers", "use up to 16 capital letters, digits, - and /, such as INV-")
	}
	switch p.Provider {
	case "":
		return p
	case Stripe:
		if p.Stripe.SecretKey == "" || p.Stripe.WebhookSecret == "" {
			r.wrong("LAUREL_BILLING_PROVIDER", "is stripe without LAUREL_STRIPE_SECRET_KEY and LAUREL_STRIPE_WEBHOOK_SECRET", "copy both from Stripe's dashboard")
		}
	case ManualInvoice:
	default:
		r.wrong("LAUREL_BILLING_PROVIDER", "is "+strconv.Quote(p.Provider), "use stripe or manual, or leave it out")
	}
	if !billing {
		r.wrong("LAUREL_BILLING_PROVIDER", "is set while LAUREL_BILLING is off", "set LAUREL_BILLING=true, or leave the provider out")
	}
	if p.Seller.Name == "" || len(p.Seller.Address) == 0 {
		r.wrong("LAUREL_SELLER_NAME", "or LAUREL_SELLER_ADDRESS is missing", "invoices must name who sells: set both")
	}
	return p
}

// percent returns hundredths of a percent.
func (r *reader) percent(name string) int {
	n, err := strconv.ParseFloat(r.text(name), 64)
	if err != nil || n < 0 || n > 100 {
		r.wrong(name, "is not a percentage", "give a number from 0 to 100, such as 19 or 8.1")
		return 0
	}
	return int(math.Round(n * 100))
}
