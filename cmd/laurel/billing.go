package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/departments"
	"laurel/internal/app"
	"laurel/internal/issuing/billing"
	"laurel/internal/platform/errs"
)

var errBillingUsage = errors.New(`usage: laurel billing
       laurel billing plan NAME --seats N [--price CENTS --currency EUR --every month|year --features A,B --hidden]
       laurel billing show --department N
       laurel billing subscribe --department N [--plan NAME] [--state trialing|active|past_due|cancelled|paused] [--from DATE]
       laurel billing grant|adjust --department N --amount N --reason TEXT [--expires DATE]
       laurel billing invoice list|new|paid|void|credit|tax`)

// statementLines is how much of the ledger is printed.
const statementLines = 50

// billingOrder contains the arguments of the command.
type billingOrder struct {
	seats, amount                int
	price                        int64
	currency, every, features    string
	hidden                       bool
	plan, state, reason, expires string
}

func (b *billingOrder) billingFlags(flags *flag.FlagSet) {
	flags.IntVar(&b.seats, "seats", 0, "billing plan: new recipients in a billing year")
	flags.Int64Var(&b.price, "price", 0, "billing plan: in the smallest unit of the currency")
	flags.StringVar(&b.currency, "currency", "EUR", "billing plan: three letters")
	flags.StringVar(&b.every, "every", "year", "billing plan: how often the price is due, month or year")
	flags.StringVar(&b.features, "features", "", "billing plan: what it contains, separated by commas")
	flags.BoolVar(&b.hidden, "hidden", false, "billing plan: departments cannot choose it; those that have it keep it")
	flags.StringVar(&b.plan, "plan", "", "billing subscribe: the name of the plan")
	flags.StringVar(&b.state, "state", "", "billing subscribe: the state of the subscription")
	flags.IntVar(&b.amount, "amount", 0, "billing grant, billing adjust: how many credits; adjust takes some with a negative number")
	flags.StringVar(&b.reason, "reason", "", "billing grant, billing adjust: why")
	flags.StringVar(&b.expires, "expires", "", "billing grant, billing adjust: the first day without these credits; otherwise the end of the billing year")
}

// billingCommand lists and changes plans, and the subscription and credits of a department.
func billingCommand(ctx context.Context, a *app.App, o options, out io.Writer) error {
	what, rest := "", o.args
	if len(rest) > 0 {
		what, rest = rest[0], rest[1:]
	}
	if what == "invoice" {
		return invoiceCommand(ctx, a, o, rest, out)
	}
	var err error
	switch {
	case what == "" && o.department == 0:
		err = listPlans(ctx, a, out)
	case what == "plan" && len(rest) == 1:
		p := billing.Plan{Name: rest[0], Seats: o.seats, Price: o.price, Currency: o.currency, Every: o.every, Features: words(o.features), Offered: !o.hidden}
		if err = a.Billing.SavePlan(ctx, p); err == nil {
			err = listPlans(ctx, a, out)
		}
	case o.department > 0 && len(rest) == 0:
		err = billingOfDepartment(ctx, a, o, what, out)
	default:
		return errBillingUsage
	}
	switch {
	case err == nil || errors.Is(err, errBillingUsage) || errors.Is(err, errNoDepartment):
		return err
	case errors.Is(err, billing.ErrNoPlan):
		return fmt.Errorf("there is no plan %q: laurel billing lists them", o.plan)
	case errors.Is(err, billing.ErrNoSubscription):
		return errors.New("the department has no plan: laurel billing subscribe gives it one")
	case errors.Is(err, billing.ErrYearRunning):
		return errors.New("the billing year has not ended, so --from cannot change")
	case errors.Is(err, billing.ErrTooFewAvailable):
		return errors.New("the department has fewer credits than that")
	}
	if wrong, ok := errors.AsType[*errs.Error](err); ok && len(wrong.Fields) > 0 {
		return fmt.Errorf("missing or not valid: %s", strings.Join(slices.Sorted(maps.Keys(wrong.Fields)), ", "))
	}
	return fmt.Errorf("billing: %w", err)
}

func billingOfDepartment(ctx context.Context, a *app.App, o options, what string, out io.Writer) error {
	if _, err := a.Departments.ReadPublic(ctx, o.department); errors.Is(err, departments.ErrNotFound) {
		return errNoDepartment
	} else if err != nil {
		return err
	}
	by := access.Console.In(o.department)
	from, err := dayOf("--from", o.from)
	if err != nil {
		return err
	}
	expires, err := dayOf("--expires", o.expires)
	if err != nil {
		return err
	}
	grant := billing.Grant{Quantity: o.amount, Reason: o.reason, ExpiresOn: expires}
	switch what {
	case "show":
	case "subscribe":
		err = a.Billing.Subscribe(ctx, by, billing.Change{Plan: o.plan, State: billing.State(o.state), From: from})
	case "grant":
		err = a.Billing.Grant(ctx, by, grant)
	case "adjust":
		err = a.Billing.Adjust(ctx, by, grant)
	default:
		return errBillingUsage
	}
	if err != nil {
		return err
	}
	s, err := a.Billing.Statement(ctx, by, statementLines)
	if err != nil {
		return err
	}
	return writeStatement(out, s)
}

func listPlans(ctx context.Context, a *app.App, out io.Writer) error {
	plans, err := a.Billing.Plans(ctx)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "PLAN\tSEATS\tPRICE\tEVERY\tOFFERED\tFEATURES")
	for _, p := range plans {
		_, _ = fmt.Fprintf(table, "%s\t%d\t%d %s\t%s\t%t\t%s\n", printable(p.Name), p.Seats, p.Price, p.Currency, p.Every, p.Offered, printable(strings.Join(p.Features, ", ")))
	}
	return table.Flush()
}

func writeStatement(out io.Writer, s billing.Statement) error {
	_, _ = fmt.Fprintf(out, "plan       %s\nstate      %s\nyear       %s to %s\navailable  %d\n", printable(s.Plan.Name), s.State,
		s.Start.Format(time.DateOnly), s.End.AddDate(0, 0, -1).Format(time.DateOnly), s.Available)
	if s.CancelAt != nil {
		_, _ = fmt.Fprintf(out, "cancelled  from %s: %s\n", s.CancelAt.Format(time.DateOnly), printable(s.CancelReason))
	}
	if s.Blocked {
		_, _ = fmt.Fprintln(out, "publishing is blocked")
	}
	_, _ = fmt.Fprintln(out)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "TIME\tKIND\tCREDITS\tUNTIL\tCREDENTIAL\tBY\tREASON")
	for _, e := range s.Entries {
		until, credential := "-", "-"
		if e.ExpiresOn != nil {
			until = day(new(e.ExpiresOn.AddDate(0, 0, -1)))
		}
		if e.CredentialID != nil {
			credential = fmt.Sprint(*e.CredentialID)
		}
		_, _ = fmt.Fprintf(table, "%s\t%s\t%+d\t%s\t%s\t%s\t%s\n", e.At.UTC().Format(time.DateTime), e.Kind, e.Credits, until, credential, actorOfEntry(e.By), printable(e.Reason))
	}
	return table.Flush()
}

func actorOfEntry(by access.Actor) string {
	switch {
	case by.UserID != 0:
		return fmt.Sprint("user ", by.UserID)
	case by.APIKeyID != 0:
		return fmt.Sprint("API key ", by.APIKeyID)
	case by.System != "":
		return string(by.System)
	}
	return "Laurel"
}

// dayOf parses the date of a flag. Nil means that it was not given.
func dayOf(name, text string) (*time.Time, error) {
	if text == "" {
		return nil, nil //nolint:nilnil // not given
	}
	d, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return nil, fmt.Errorf("%s %q is not a date such as 2026-04-30", name, text)
	}
	return &d, nil
}

func words(text string) []string {
	all := []string{}
	for w := range strings.SplitSeq(text, ",") {
		if w = strings.TrimSpace(w); w != "" {
			all = append(all, w)
		}
	}
	return all
}
