package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/departments"
	"laurel/internal/app"
	"laurel/internal/platform/installation"
)

var errKeysUsage = errors.New("usage: laurel keys [rotate | revoke KEY] --department N, or laurel keys reseal")

// keysCommand lists the signing keys of a department, after rotating or revoking one if requested.
func keysCommand(ctx context.Context, a *app.App, department int64, args []string, out io.Writer) error {
	if department == 0 && len(args) == 1 && args[0] == "reseal" {
		return resealCommand(ctx, a, out)
	}
	if department <= 0 {
		return errKeysUsage
	}
	if _, err := a.Departments.ReadPublic(ctx, department); errors.Is(err, departments.ErrNotFound) {
		return errNoDepartment
	} else if err != nil {
		return err
	}
	by := access.Console.In(department)
	var err error
	switch {
	case len(args) == 0:
	case len(args) == 1 && args[0] == "rotate":
		err = a.Badges.Rotate(ctx, by)
	case len(args) == 2 && args[0] == "revoke":
		err = a.Badges.Revoke(ctx, by, args[1])
	default:
		return errKeysUsage
	}
	if err != nil {
		return fmt.Errorf("keys: %w", err)
	}
	keys, err := a.Badges.Keys(ctx, by)
	if err != nil {
		return fmt.Errorf("keys: %w", err)
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "KEY\tALGORITHM\tSTATE\tCREATED\tRETIRED\tREVOKED\tTO SIGN AGAIN")
	for _, k := range keys {
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%d\n",
			k.Name, k.Algorithm, k.State(), day(&k.CreatedAt), day(k.RetiredAt), day(k.RevokedAt), k.Pending)
	}
	return table.Flush()
}

// resealCommand seals all stored secrets with the first key of LAUREL_SECRET_KEY.
func resealCommand(ctx context.Context, a *app.App, out io.Writer) error {
	total := int64(0)
	err := a.Reseal(ctx, func(r installation.Resealed) {
		total += r.Count
		_, _ = fmt.Fprintf(out, "%s: %d\n", r.What, r.Count)
	})
	if err != nil {
		return fmt.Errorf("keys reseal: %w", err)
	}
	_, _ = fmt.Fprintf(out, "%d secrets are sealed with the new key. Remove the old one from LAUREL_SECRET_KEY in a day at the earliest.\n", total)
	return nil
}

// day formats a date, or returns "-".
func day(at *time.Time) string {
	if at == nil {
		return "-"
	}
	return at.UTC().Format(time.DateOnly)
}
