package imports

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/formats/spreadsheets"
	"laurel/internal/operations/importrows"
	"laurel/internal/operations/imports/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// Words returns the text of a problem in the user's language.
type Words func(code string, params map[string]any) string

// Errors writes a CSV file of the rows that have errors or failed, each with its reasons, so that it can be corrected and imported
// again.
func (s *Service) Errors(ctx context.Context, by access.Actor, id uuid.UUID, words Words, w io.Writer) error {
	i, err := s.Read(ctx, by, id)
	if err != nil {
		return err
	}
	return spreadsheets.WriteCSV(w, func(line func([]string) error) error {
		head := []string{words("reason", nil)}
		for _, c := range i.Columns {
			head = append(head, c.Name)
		}
		if err := line(head); err != nil {
			return err
		}
		for after := i.HeaderRow; after >= 0; {
			if after, err = s.errorsAfter(ctx, i, after, words, line); err != nil {
				return err
			}
		}
		return nil
	})
}

// errorsAfter writes the next rows with errors after a row number. It returns the number of the last one, or -1 if there was none.
func (s *Service) errorsAfter(ctx context.Context, i Import, after int, words Words, line func([]string) error) (int, error) {
	last := -1
	err := pg.InDepartment(ctx, s.pool, i.DepartmentID, func(tx pgx.Tx) error {
		rows, err := s.q.ImportRowsBad(ctx, tx, db.ImportRowsBadParams{
			DepartmentID: i.DepartmentID, ImportID: i.ID, After: int32(after), RowLimit: batch, //nolint:gosec // a row of a sheet
		})
		if err != nil {
			return fmt.Errorf("read bad rows: %w", err)
		}
		for _, r := range rows {
			row, err := rowOf(db.ImportRow{Number: r.Number, Cells: r.Cells, Problems: r.Problems, Reason: r.Reason})
			if err != nil {
				return err
			}
			if err := line(append([]string{reasons(row, i, words)}, row.Cells...)); err != nil {
				return err
			}
			last = row.Number
		}
		return nil
	})
	return last, err
}

// reasons returns the problems of a row as the text of one cell.
func reasons(r importrows.Row, i Import, words Words) string {
	if r.Reason != nil {
		return words(r.Reason.Code, r.Reason.Params)
	}
	var all []string
	for _, p := range r.Problems {
		if p.Severity != importrows.Wrong {
			continue
		}
		text := words(p.Code, p.Params)
		if p.Column != nil && *p.Column < len(i.Columns) {
			text = i.Columns[*p.Column].Name + ": " + text
		}
		all = append(all, text)
	}
	return strings.Join(all, " ")
}

// Template returns the header of a file for a group: the fields that every credential needs and the attributes that the group's designs
// show. It returns a field error if the department has no such group.
func (s *Service) Template(ctx context.Context, by access.Actor, groupID int64) ([]string, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return nil, err
	}
	head := []string{"Name", "Email", "Issue date", "Expiry date"}
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		if err := s.rows.CheckGroupTx(ctx, tx, by, &groupID, "group_id"); err != nil {
			return errs.New(errs.NotFound, "group.not_found").Wrap(err)
		}
		shows, err := s.rows.Shows(ctx, tx, by.DepartmentID, []int64{groupID})
		if err != nil {
			return err
		}
		custom, err := s.attributes.ListCustomTx(ctx, tx, by.DepartmentID)
		if err != nil {
			return err
		}
		for _, a := range custom {
			if shows[groupID][a.Key] {
				head = append(head, a.Name)
			}
		}
		return nil
	})
	return head, err
}

// DeleteExpired deletes expired imports and files and returns their number.
func (s *Service) DeleteExpired(ctx context.Context) (int64, error) {
	const most = 500
	var old []db.ImportFilesOldRow
	var over []db.ImportsExpiredRow
	now := s.clock.Now()
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) (err error) {
		if old, err = s.q.ImportFilesOld(ctx, tx, db.ImportFilesOldParams{Before: now.Add(-FileLifetime), RowLimit: most}); err != nil {
			return err
		}
		over, err = s.q.ImportsExpired(ctx, tx, db.ImportsExpiredParams{Now: now, RowLimit: most})
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("find old imports: %w", err)
	}
	for _, f := range old {
		if err := s.files.Delete(ctx, f.ObjectKey); err != nil {
			return 0, fmt.Errorf("delete an old spreadsheet: %w", err)
		}
		err := pg.InDepartment(ctx, s.pool, f.DepartmentID, func(tx pgx.Tx) error {
			return s.q.ImportFileDeleted(ctx, tx, db.ImportFileDeletedParams{Now: &now, DepartmentID: f.DepartmentID, ID: f.ID})
		})
		if err != nil {
			return 0, fmt.Errorf("note a deleted spreadsheet: %w", err)
		}
	}
	for _, f := range over {
		err := pg.InDepartment(ctx, s.pool, f.DepartmentID, func(tx pgx.Tx) error {
			return s.q.ImportDelete(ctx, tx, db.ImportDeleteParams{DepartmentID: f.DepartmentID, ID: f.ID})
		})
		if err != nil {
			return 0, fmt.Errorf("delete an old import: %w", err)
		}
	}
	return int64(len(old) + len(over)), nil
}
