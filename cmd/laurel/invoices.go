package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"

	"laurel/internal/app"
	"laurel/internal/issuing/billing"
	"laurel/internal/issuing/payments"
)

var errInvoiceUsage = errors.New(`usage: laurel billing invoice list [--department N]
       laurel billing invoice new --department N --plan NAME [--from DATE]
       laurel billing invoice paid NUMBER
       laurel billing invoice void NUMBER
       laurel billing invoice credit NUMBER [--amount CENTS]
       laurel billing invoice tax standard|reverse_charge|exempt --department N`)

// listedInvoices is how many invoices are printed.
const listedInvoices = 200

// invoiceCommand lists invoices, issues manual ones, and notes what happened to them.
func invoiceCommand(ctx context.Context, a *app.App, o options, args []string, out io.Writer) error {
	what, subject := "", ""
	if len(args) > 0 {
		what = args[0]
	}
	if len(args) > 1 {
		subject = args[1]
	}
	var err error
	switch {
	case len(args) > 2:
		return errInvoiceUsage
	case what == "list" && subject == "":
	case what == "new" && subject == "" && o.department > 0 && o.plan != "":
		err = newInvoice(ctx, a, o)
	case what == "paid" && subject != "":
		err = a.Payments.MarkPaid(ctx, subject)
	case what == "void" && subject != "":
		err = a.Payments.CancelInvoice(ctx, subject)
	case what == "credit" && subject != "" && o.amount >= 0:
		err = a.Payments.Credit(ctx, subject, int64(o.amount))
	case what == "tax" && subject != "" && o.department > 0:
		err = a.Payments.SetTax(ctx, o.department, subject)
	default:
		return errInvoiceUsage
	}
	switch {
	case errors.Is(err, payments.ErrNotFound):
		return fmt.Errorf("there is no invoice %q: laurel billing invoice list shows them", subject)
	case errors.Is(err, payments.ErrNotOpen):
		return errors.New("the invoice is paid or void already, or belongs to the payment provider")
	case errors.Is(err, payments.ErrTooMuch):
		return errors.New("that is more than what is left of the invoice")
	case errors.Is(err, payments.ErrOff):
		return errors.New("manual invoices are off: set LAUREL_BILLING_PROVIDER=manual")
	case errors.Is(err, billing.ErrNoPlan):
		return fmt.Errorf("there is no plan %q: laurel billing lists them", o.plan)
	case err != nil:
		return fmt.Errorf("invoice: %w", err)
	}
	return listInvoices(ctx, a, o.department, out)
}

func newInvoice(ctx context.Context, a *app.App, o options) error {
	from, err := dayOf("--from", o.from)
	if err != nil {
		return err
	}
	plans, err := a.Billing.Plans(ctx)
	if err != nil {
		return err
	}
	for _, p := range plans {
		if p.Name == o.plan {
			_, err := a.Payments.Bill(ctx, o.department, p.ID, from)
			return err
		}
	}
	return billing.ErrNoPlan
}

func listInvoices(ctx context.Context, a *app.App, departmentID int64, out io.Writer) error {
	all, err := a.Payments.List(ctx, departmentID, listedInvoices)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "NUMBER\tKIND\tSTATE\tTOTAL\tISSUED\tDUE\tDEPARTMENT")
	for _, i := range all {
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%d %s\t%s\t%s\t%d %s\n", i.Number, i.Kind, i.State, i.Total, i.Currency, day(&i.IssuedOn), day(i.DueOn), i.DepartmentID, printable(i.Department))
	}
	return table.Flush()
}
