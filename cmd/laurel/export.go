package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"laurel/internal/accounts/departments"
	"laurel/internal/app"
	"laurel/internal/portability/exitkit"
)

var (
	errExportUsage  = errors.New("usage: laurel export --department N --to FOLDER")
	errNoDepartment = errors.New("there is no such department")
	errStopped      = errors.New("the export was stopped, and nothing of it is left")
)

// tellEvery is how often an export prints its progress.
const tellEvery = 2 * time.Second

// exportCommand writes the exit kit of a department.
func exportCommand(ctx context.Context, a *app.App, department int64, to string, out, progress io.Writer) error {
	if department <= 0 || to == "" {
		return errExportUsage
	}
	started := time.Now()
	told := started
	done, err := a.ExitKit().Write(ctx, exitkit.Options{DepartmentID: department, Dir: to, OnProgress: func(s exitkit.Summary) {
		if time.Since(told) >= tellEvery {
			told = time.Now()
			_, _ = fmt.Fprintf(progress, "%d of %d credentials, %s left\n", s.Done, s.Total, left(s, time.Since(started)))
		}
	}})
	if errors.Is(err, departments.ErrNotFound) {
		return errNoDepartment
	}
	if ctx.Err() != nil && err != nil {
		return errStopped
	}
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	_, err = fmt.Fprintf(out, "%d credentials are in %s, to be hosted at %s. README.txt there says how.\n", done.Done, to, a.Links.Base())
	if err == nil && done.LeftOut > 0 {
		_, err = fmt.Fprintf(out, "%d pictures or PDFs could not be made; credentials.csv names them. Run it again when Chrome and the store work.\n", done.LeftOut)
	}
	return err
}

// left estimates the remaining time from the progress so far.
func left(s exitkit.Summary, took time.Duration) string {
	perOne := took / time.Duration(max(s.Done, 1))
	return "about " + (perOne * time.Duration(max(s.Total-s.Done, 0))).Round(time.Second).String()
}
