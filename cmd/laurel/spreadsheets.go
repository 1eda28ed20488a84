package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"laurel/internal/app"
	"laurel/internal/operations/imports"
	"laurel/internal/platform/objects"
)

// spreadsheetsCommand lists spreadsheets that could not be read, with the reasons, or downloads them into a folder.
func spreadsheetsCommand(ctx context.Context, a *app.App, to string, out io.Writer) error {
	unreadable, err := a.Imports.Unreadable(ctx)
	if err != nil {
		return err
	}
	if len(unreadable) == 0 {
		_, err := fmt.Fprintln(out, "Every spreadsheet of the last 30 days could be read.")
		return err
	}
	if to != "" {
		if err := os.MkdirAll(to, 0o700); err != nil {
			return fmt.Errorf("make the folder: %w", err)
		}
	}
	for _, u := range unreadable {
		name := u.UUID.String() + "." + u.Format
		_, err := fmt.Fprintf(out, "%s  %s  %q of %s (%d)\n  %s\n", u.At.UTC().Format(time.DateTime), name, u.FileName, u.Department, u.DepartmentID, reason(a, u))
		if err != nil {
			return err
		}
		if to == "" {
			continue
		}
		if err := fetchSpreadsheet(ctx, a, u, filepath.Join(to, name), out); err != nil {
			return err
		}
	}
	return nil
}

// reason combines the message for the person who uploaded the file with the details for the operator.
func reason(a *app.App, u imports.Unreadable) string {
	told := a.Texts.Text("en", "errors.import.problem."+u.Problem.Code, u.Problem.Params)
	return strings.TrimSpace(told + " " + u.Problem.Detail)
}

func fetchSpreadsheet(ctx context.Context, a *app.App, u imports.Unreadable, path string, out io.Writer) error {
	data, err := a.Imports.UnreadableFile(ctx, u)
	if errors.Is(err, objects.ErrNotFound) || errors.Is(err, objects.ErrTooLarge) {
		_, err = fmt.Fprintln(out, "  not fetched: the store has no such file, or a larger one than it takes")
		return err
	}
	if err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o600)
}
