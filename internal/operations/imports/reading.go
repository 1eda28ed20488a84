package imports

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/formats/spreadsheets"
	"laurel/internal/operations/importrows"
	"laurel/internal/operations/imports/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/objects"
	"laurel/internal/platform/pg"
)

// Choice contains options for reading a file again. A nil option keeps its value.
type Choice struct {
	Sheet     *int
	HeaderRow *int
	Delimiter *string
	Encoding  *string
}

func (c Choice) check(i Import) error {
	var wrong errs.Fields
	if c.Sheet != nil && (*c.Sheet < 0 || *c.Sheet >= max(1, len(i.Sheets))) {
		wrong.Add("sheet", "invalid")
	}
	if c.HeaderRow != nil && (*c.HeaderRow < 0 || *c.HeaderRow > 1000) {
		wrong.Add("header_row", "invalid")
	}
	if c.Delimiter != nil && *c.Delimiter != "" && !slices.Contains(spreadsheets.Delimiters(), *c.Delimiter) {
		wrong.Add("delimiter", "not_one_of", "values", "\",\", \";\", tab, |")
	}
	if c.Encoding != nil && *c.Encoding != "" && !slices.Contains(spreadsheets.Encodings(), *c.Encoding) {
		wrong.Add("encoding", "not_one_of", "values", errs.Values(spreadsheets.Encodings()))
	}
	return wrong.Err()
}

// mappable reports whether the file may be read or mapped again.
func (i Import) mappable() bool {
	return i.State == Parsed || i.State == Mapped || i.State == Validated || i.State == Failed && i.StartedAt == nil
}

// ReadAgain reads the file again with other options. It returns field errors, ErrNotMappable or ErrFileGone.
func (s *Service) ReadAgain(ctx context.Context, by access.Actor, id uuid.UUID, c Choice) (Import, error) {
	return s.change(ctx, by, id, func(tx pgx.Tx, i *Import) error {
		switch {
		case !i.mappable():
			return ErrNotMappable
		case i.FileDeletedAt != nil:
			return ErrFileGone
		}
		if err := c.check(*i); err != nil {
			return err
		}
		if c.Sheet != nil {
			i.Sheet = *c.Sheet
		}
		if c.Delimiter != nil {
			i.Delimiter = *c.Delimiter
		}
		if c.Encoding != nil {
			i.Encoding = *c.Encoding
		}
		i.HeaderRow = -1
		if c.HeaderRow != nil {
			i.HeaderRow = *c.HeaderRow
		}
		i.State, i.Problem = Uploaded, nil
		i.restart(by)
		return s.queue.EnqueueTx(ctx, tx, ReadFile{i.work()})
	})
}

// batch is the number of rows per database query.
const batch = 1000

// errStale means that a job was enqueued for an earlier revision of the import.
var errStale = errors.New("the import has moved on")

// current reads and locks the import of a job. It returns errStale if the job is outdated or the import was stopped, and cancels the job if the import no longer
// exists.
func (s *Service) current(ctx context.Context, tx pgx.Tx, w work, state State) (Import, error) {
	i, err := s.lock(ctx, tx, w.DepartmentID, w.ImportID)
	if errors.Is(err, ErrNotFound) {
		return i, jobs.Cancel(err) // it was forgotten meanwhile, or the arguments name another department's
	}
	if err == nil && (i.State != state || i.Revision != w.Revision || i.StopReason != "") {
		err = errStale
	}
	return i, err
}

func over(err error) error {
	if errors.Is(err, errStale) {
		return nil
	}
	return err
}

// ReadFile reads the rows of a file. An unreadable file fails the import with the reason, and the file is kept for the operator.
func (s *Service) ReadFile(ctx context.Context, job ReadFile) error {
	var i Import
	err := pg.WithCustomPlan(ctx, s.pool, job.DepartmentID, func(tx pgx.Tx) (err error) {
		i, err = s.current(ctx, tx, job.work, Uploaded)
		return err
	})
	if err != nil {
		return over(err)
	}
	data, _, err := s.files.Get(ctx, i.ObjectKey, spreadsheets.MaxBytes)
	var unreadable *spreadsheets.Problem
	switch {
	case errors.Is(err, objects.ErrNotFound):
		unreadable = &spreadsheets.Problem{Code: "missing"}
	case errors.Is(err, objects.ErrTooLarge):
		unreadable = &spreadsheets.Problem{Code: spreadsheets.TooLarge, Params: map[string]any{"max": spreadsheets.MaxBytes >> 20}}
	case err != nil:
		return fmt.Errorf("fetch a spreadsheet: %w", err)
	default:
		err = s.readRows(ctx, job, data)
		if p, ok := errors.AsType[*spreadsheets.Problem](err); ok {
			unreadable = p
		} else if err != nil {
			return over(err)
		}
	}
	if unreadable == nil {
		return nil
	}
	s.log.ErrorContext(ctx, "a spreadsheet cannot be read; its file is kept", "import", i.UUID, "object_key", i.ObjectKey,
		"file", i.FileName, "problem", unreadable.Code, "detail", unreadable.Detail)
	return over(s.fail(ctx, job.work, Uploaded, importrows.Notice{Code: unreadable.Code, Params: unreadable.Params, Detail: unreadable.Detail}))
}

func (s *Service) fail(ctx context.Context, w work, from State, why importrows.Notice) error {
	return pg.WithCustomPlan(ctx, s.pool, w.DepartmentID, func(tx pgx.Tx) error {
		i, err := s.current(ctx, tx, w, from)
		if err != nil {
			return err
		}
		now := s.clock.Now()
		i.State, i.Problem, i.FinishedAt = Failed, &why, &now
		return s.save(ctx, tx, i)
	})
}

// readRows stores the rows of a file and its columns in one transaction.
func (s *Service) readRows(ctx context.Context, job ReadFile, data []byte) error {
	return pg.WithCustomPlan(ctx, s.pool, job.DepartmentID, func(tx pgx.Tx) error {
		i, err := s.current(ctx, tx, job.work, Uploaded)
		if err != nil {
			return err
		}
		if err := s.q.ImportRowsDelete(ctx, tx, db.ImportRowsDeleteParams{DepartmentID: i.DepartmentID, ImportID: i.ID}); err != nil {
			return fmt.Errorf("forget rows: %w", err)
		}
		k := &keeper{ctx: ctx, s: s, tx: tx, i: &i, survey: importrows.Survey{Header: i.HeaderRow}}
		choice := spreadsheets.Choice{Format: i.Format, Sheet: i.Sheet, Delimiter: i.Delimiter, Encoding: i.Encoding}
		if err := spreadsheets.Read(ctx, data, choice, k.head, k.row); err != nil {
			return err
		}
		if err := k.end(); err != nil {
			return err
		}
		return s.guessTx(ctx, tx, &i)
	})
}

// keeper stores rows while they are read.
type keeper struct {
	ctx     context.Context //nolint:containedctx // it lives for one reading
	s       *Service
	tx      pgx.Tx
	i       *Import
	first   []spreadsheets.Row
	settled bool // which row is the header
	survey  importrows.Survey
	waiting []spreadsheets.Row
}

func (k *keeper) head(b spreadsheets.Book) error {
	k.i.Sheets, k.i.Sheet, k.i.Delimiter, k.i.Encoding = b.Sheets, b.Sheet, b.Delimiter, b.Encoding
	k.settled = k.i.HeaderRow > 0 || k.i.HeaderRow == 0 && k.i.Revision > 1
	return nil
}

func (k *keeper) row(r spreadsheets.Row) error {
	if k.settled {
		k.survey.See(r)
	} else if k.first = append(k.first, r); len(k.first) == importrows.HeaderWithin {
		k.settle()
	}
	if k.waiting = append(k.waiting, r); len(k.waiting) == batch {
		return k.write()
	}
	return nil
}

// settle detects the header row and surveys the rows read so far.
func (k *keeper) settle() {
	k.survey.Header = importrows.DetectHeader(k.first)
	k.settled = true
	for _, r := range k.first {
		k.survey.See(r)
	}
}

func (k *keeper) write() error {
	if len(k.waiting) == 0 {
		return nil
	}
	var data bytes.Buffer
	out := json.NewEncoder(&data)
	out.SetEscapeHTML(false)
	if err := out.Encode(k.waiting); err != nil {
		return fmt.Errorf("write rows: %w", err)
	}
	k.waiting = k.waiting[:0]
	err := k.s.q.ImportRowsInsert(k.ctx, k.tx, db.ImportRowsInsertParams{ImportID: k.i.ID, DepartmentID: k.i.DepartmentID, Rows: data.Bytes()})
	if err != nil {
		return fmt.Errorf("keep rows: %w", err)
	}
	return nil
}

func (k *keeper) end() error {
	if !k.settled {
		k.settle()
	}
	if k.survey.Rows == 0 {
		return &spreadsheets.Problem{Code: "no_rows"}
	}
	if k.survey.Rows > spreadsheets.MaxRows {
		return &spreadsheets.Problem{Code: spreadsheets.TooManyRows, Params: map[string]any{"max": spreadsheets.MaxRows}}
	}
	k.i.HeaderRow, k.i.Columns, k.i.TotalRows = k.survey.Header, k.survey.Result(), k.survey.Rows
	k.i.State = Parsed
	return k.write()
}

// guessTx maps the columns: with the mapping that the department last used for a file with these columns, or else by name.
func (s *Service) guessTx(ctx context.Context, tx pgx.Tx, i *Import) error {
	custom, err := s.attributes.ListCustomTx(ctx, tx, i.DepartmentID)
	if err != nil {
		return err
	}
	i.Mapping, i.Remembered = importrows.Guess(i.Columns, custom), false
	kept, err := s.q.ImportMappingRead(ctx, tx, db.ImportMappingReadParams{DepartmentID: i.DepartmentID, Signature: importrows.Signature(i.Columns)})
	switch {
	case pg.NoRows(err):
	case err != nil:
		return fmt.Errorf("read a mapping: %w", err)
	default:
		kinds, err := s.attributes.KindsTx(ctx, tx, i.DepartmentID)
		if err != nil {
			return err
		}
		var earlier importrows.Mapping
		var wrong errs.Fields
		if err := json.Unmarshal(kept, &earlier); err != nil {
			return fmt.Errorf("read a mapping: %w", err)
		}
		earlier.Check(len(i.Columns), kinds, &wrong)
		if wrong.Err() == nil { // an attribute may be gone since
			i.Mapping, i.Remembered = earlier, true
		}
	}
	return s.save(ctx, tx, *i)
}

// Preview returns the first rows of the file unchanged.
func (s *Service) Preview(ctx context.Context, by access.Actor, id uuid.UUID) ([]importrows.Row, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return nil, err
	}
	out := []importrows.Row{}
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		i, err := s.readTx(ctx, tx, by.DepartmentID, id)
		if err != nil {
			return err
		}
		rows, err := s.q.ImportRowsFirst(ctx, tx, db.ImportRowsFirstParams{DepartmentID: by.DepartmentID, ImportID: i.ID, RowLimit: importrows.HeaderWithin})
		if err != nil {
			return fmt.Errorf("read rows: %w", err)
		}
		for _, r := range rows {
			row, err := plainRow(r.Number, r.Cells)
			if err != nil {
				return err
			}
			out = append(out, row)
		}
		return nil
	})
	return out, err
}
