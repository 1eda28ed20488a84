package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/departments"
	"laurel/internal/app"
	"laurel/internal/portability/blueprints"
)

var (
	errBlueprintUsage = errors.New("usage: laurel blueprint --department N --to FOLDER, or --from FOLDER [--apply [--yes]] [--prune]")
	errNotApplied     = errors.New("nothing was changed")
)

// blueprintOrder contains the arguments of the command.
type blueprintOrder struct {
	department        int64
	to, from          string
	apply, yes, prune bool
}

// blueprintCommand exports the configuration of a department as files, or plans and applies changes from files.
func blueprintCommand(ctx context.Context, a *app.App, in blueprintOrder, answers io.Reader, out io.Writer) error {
	if in.department <= 0 || (in.to == "") == (in.from == "") {
		return errBlueprintUsage
	}
	if _, err := a.Departments.ReadPublic(ctx, in.department); errors.Is(err, departments.ErrNotFound) {
		return errNoDepartment
	} else if err != nil {
		return err
	}
	service, by := a.Blueprints(), access.Console.In(in.department)
	if in.to != "" {
		n, err := service.Write(ctx, by, in.to)
		if err == nil {
			_, err = fmt.Fprintf(out, "%d attributes, designs and groups are in %s.\n", n, in.to)
		}
		return err
	}
	root, err := os.OpenRoot(in.from)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	order := blueprints.Options{Files: root.FS(), Prune: in.prune}
	plan, err := service.Plan(ctx, by, order)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprint(out, plan); err != nil {
		return err
	}
	switch {
	case plan.Changes() == 0:
		_, err = fmt.Fprintln(out, "There is nothing to do.")
		return err
	case !in.apply:
		_, err = fmt.Fprintf(out, "Changes: %d. None was made: --apply makes them.\n", plan.Changes())
		return err
	case !in.yes && !agreed(answers, out):
		return errNotApplied
	}
	if err := service.Apply(ctx, by, order, plan); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "Changes made: %d.\n", plan.Changes())
	return err
}

// agreed asks whether to continue. Without a terminal the answer is no.
func agreed(answers io.Reader, out io.Writer) bool {
	_, _ = fmt.Fprint(out, "Make these changes? [y/N] ")
	line, _ := bufio.NewReader(answers).ReadString('\n')
	return strings.EqualFold(strings.TrimSpace(line), "y")
}
