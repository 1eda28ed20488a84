package imports

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/formats/spreadsheets"
	"laurel/internal/operations/importrows"
	"laurel/internal/operations/imports/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// RowQuery filters rows by status and by problem.
type RowQuery struct {
	Status  string
	Problem string
	Page    page.Request
}

var statuses = []string{"all", "error", "warning", "good", "excluded", outcomeCreated, outcomeUpdated, outcomeSkipped, outcomeFailed}

// Rows lists rows of an import in the order of the file.
func (s *Service) Rows(ctx context.Context, by access.Actor, id uuid.UUID, q RowQuery) (page.Page[importrows.Row], error) {
	var none page.Page[importrows.Row]
	if err := by.Require(access.ViewDepartment); err != nil {
		return none, err
	}
	if q.Status == "" {
		q.Status = "all"
	}
	if !slices.Contains(statuses, q.Status) {
		return none, errs.Field("status", "not_one_of", "values", strings.Join(statuses, ", "))
	}
	var problem []byte
	if q.Problem != "" {
		problem, _ = json.Marshal([]map[string]string{{"code": q.Problem}}) // a text
	}
	var items []importrows.Row
	var total int64
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		i, err := s.readTx(ctx, tx, by.DepartmentID, id)
		if err != nil {
			return err
		}
		header := int32(i.HeaderRow) //nolint:gosec // a row of a sheet
		rows, err := s.q.ImportRowsList(ctx, tx, db.ImportRowsListParams{
			DepartmentID: by.DepartmentID, ImportID: i.ID, Header: header, Status: q.Status, Problem: problem,
			RowLimit: q.Page.Limit(), RowOffset: q.Page.Offset(),
		})
		if err != nil {
			return fmt.Errorf("list rows: %w", err)
		}
		items = make([]importrows.Row, len(rows))
		for n, r := range rows {
			if items[n], err = rowOf(r); err != nil {
				return err
			}
		}
		total, err = s.q.ImportRowsCount(ctx, tx, db.ImportRowsCountParams{
			DepartmentID: by.DepartmentID, ImportID: i.ID, Header: header, Status: q.Status, Problem: problem,
		})
		return err
	})
	return page.Of(q.Page, items, total), err
}

// RowEdit is a user's edit of a row: cells by column index, and whether the row is excluded.
type RowEdit struct {
	Cells    map[int]string
	Excluded *bool
}

func (m RowEdit) check(columns int) error {
	var wrong errs.Fields
	for index, text := range m.Cells {
		field := "cells." + strconv.Itoa(index)
		if index < 0 || index >= columns {
			wrong.Add(field, "invalid")
		}
		if utf8.RuneCountInString(text) > spreadsheets.MaxCell {
			wrong.Add(field, "too_long", "max", spreadsheets.MaxCell)
		}
	}
	return wrong.Err()
}

// EditRow edits a row and validates it at once, along with the rows for the same recipient. It returns field errors, ErrNotValidated or
// ErrRowNotFound.
func (s *Service) EditRow(ctx context.Context, by access.Actor, id uuid.UUID, number int, m RowEdit) (Import, importrows.Row, error) {
	var row importrows.Row
	i, err := s.change(ctx, by, id, func(tx pgx.Tx, i *Import) error {
		if i.State != Validated {
			return ErrNotValidated
		}
		if err := m.check(len(i.Columns)); err != nil {
			return err
		}
		before, err := s.rowTx(ctx, tx, *i, number)
		if err != nil {
			return err
		}
		after := before
		after.Cells = slices.Clone(before.Cells)
		for index, text := range m.Cells {
			for len(after.Cells) <= index {
				after.Cells = append(after.Cells, "")
			}
			after.Cells[index] = strings.TrimSpace(text)
		}
		if m.Excluded != nil {
			after.Excluded = *m.Excluded
		}
		if err := s.writeRow(ctx, tx, *i, after); err != nil {
			return err
		}
		if err := s.recheck(ctx, tx, by, *i, before, after); err != nil {
			return err
		}
		if row, err = s.rowTx(ctx, tx, *i, number); err != nil {
			return err
		}
		return s.tallyTx(ctx, tx, i)
	})
	return i, row, err
}

func (s *Service) rowTx(ctx context.Context, tx pgx.Tx, i Import, number int) (importrows.Row, error) {
	if number <= i.HeaderRow || number > 1<<30 {
		return importrows.Row{}, ErrRowNotFound
	}
	r, err := s.q.ImportRowRead(ctx, tx, db.ImportRowReadParams{
		DepartmentID: i.DepartmentID, ImportID: i.ID, Number: int32(number), //nolint:gosec // at most 1<<30
	})
	if pg.NoRows(err) {
		return importrows.Row{}, ErrRowNotFound
	}
	if err != nil {
		return importrows.Row{}, fmt.Errorf("read row: %w", err)
	}
	return rowOf(r)
}

func (s *Service) writeRow(ctx context.Context, tx pgx.Tx, i Import, row importrows.Row) error {
	cells, err := json.Marshal(row.Cells)
	if err != nil {
		return fmt.Errorf("write row: %w", err)
	}
	err = s.q.ImportRowMend(ctx, tx, db.ImportRowMendParams{
		Cells: cells, Excluded: row.Excluded, DepartmentID: i.DepartmentID, ImportID: i.ID, Number: int32(row.Number), //nolint:gosec // a row of a sheet
	})
	if err != nil {
		return fmt.Errorf("mend row: %w", err)
	}
	return nil
}

// related is the maximum number of rows that are validated along with an edited one.
const related = 200

// recheck validates a row and the rows that share its recipient or key, before or after the edit.
func (s *Service) recheck(ctx context.Context, tx pgx.Tx, by access.Actor, i Import, before, after importrows.Row) error {
	c, err := s.rows.Checker(ctx, tx, by, i.sheet())
	if err != nil {
		return err
	}
	rows := []importrows.Row{}
	if !after.Excluded {
		rows = append(rows, after)
	}
	for _, Target := range []string{importrows.ToEmail, importrows.ToLicenseID, importrows.KeyTargets[i.Settings.Key]} {
		column, ok := c.Plan.Where[Target]
		if !ok {
			continue
		}
		var texts []string
		for _, row := range []importrows.Row{before, after} {
			if column < len(row.Cells) && row.Cells[column] != "" {
				texts = append(texts, strings.ToLower(row.Cells[column]))
			}
		}
		others, err := s.q.ImportRowsWithCell(ctx, tx, db.ImportRowsWithCellParams{
			DepartmentID: i.DepartmentID, ImportID: i.ID, Header: int32(i.HeaderRow), //nolint:gosec // a row of a sheet
			Index: int32(column), Texts: texts, RowLimit: related, //nolint:gosec // a column of a sheet
		})
		if err != nil {
			return fmt.Errorf("find rows about the same: %w", err)
		}
		for _, o := range others {
			row, err := plainRow(o.Number, o.Cells)
			if err != nil {
				return err
			}
			if !slices.ContainsFunc(rows, func(r importrows.Row) bool { return r.Number == row.Number }) {
				rows = append(rows, row)
			}
		}
	}
	slices.SortFunc(rows, func(a, b importrows.Row) int { return a.Number - b.Number })
	records, err := c.Check(ctx, tx, rows)
	if err != nil {
		return err
	}
	return s.noteTx(ctx, tx, i.work(), records, true)
}
