package app

import (
	"context"
	"fmt"

	"laurel/internal/accounts/audit"
	"laurel/internal/documents/invoicepdf"
	"laurel/internal/issuing/payments"
	"laurel/internal/platform/doctor"
	"laurel/internal/reach/webhooks"
)

// joinPayments creates what takes payments.
func (a *App) joinPayments(record *audit.Log, hooks webhooks.Recorder) {
	a.Payments = payments.New(payments.Deps{
		Pool: a.Pool, Clock: a.Clock, Audit: record, Queue: a.Queue, Billing: a.Billing, Outbox: a.Outbox, Webhooks: hooks, Links: a.Links,
		Settings: a.Config.Payments,
	})
	if a.Payments.Provider() != "" {
		a.Billing.WithProvider(a.Payments)
	}
	a.InvoicePDFs = invoicepdf.New(invoicepdf.Deps{Renderer: a.renderer, Texts: a.Texts, Throttle: a.Throttle})
}

// paymentCheck asks the payment provider whether its settings are right.
func (a *App) paymentCheck() doctor.Check {
	return doctor.Check{Name: "payments", Run: func(ctx context.Context) doctor.Finding {
		provider := a.Payments.Provider()
		if provider == "" {
			return doctor.Finding{Status: doctor.OK, Detail: "no payments are taken; LAUREL_BILLING_PROVIDER changes that"}
		}
		if err := a.Payments.Ping(ctx); err != nil {
			return doctor.Finding{
				Status: doctor.Warn, Detail: fmt.Sprintf("the payment provider %s does not accept the settings: %v", provider, err),
				Mend: "check LAUREL_STRIPE_SECRET_KEY and the way to LAUREL_STRIPE_URL; docs/billing.md shows how to set it up",
			}
		}
		return doctor.Finding{Status: doctor.OK, Detail: "payments are taken by " + provider + "; invoices are issued by " + a.Config.Payments.Seller.Name}
	}}
}
