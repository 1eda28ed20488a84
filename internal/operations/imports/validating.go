package imports

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/starters"
	"laurel/internal/issuing/groups"
	"laurel/internal/operations/importrows"
	"laurel/internal/operations/imports/internal/db"
	"laurel/internal/operations/operations"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
)

// Map sets the mapping and the settings of an import; a job validates all rows. The mapping is saved for files with the same columns.
// It returns field errors or ErrNotMappable.
func (s *Service) Map(ctx context.Context, by access.Actor, id uuid.UUID, m importrows.Mapping, set importrows.Settings) (Import, error) {
	return s.change(ctx, by, id, func(tx pgx.Tx, i *Import) error {
		if !i.mappable() || i.State == Failed {
			return ErrNotMappable
		}
		if set.CreateGroups {
			if err := by.Require(access.ManageGroups); err != nil {
				return err
			}
		}
		if err := s.checkMapping(ctx, tx, by, *i, m, set); err != nil {
			return err
		}
		i.Mapping, i.Settings, i.State = importrows.Mapping{Columns: orNone(m.Columns), Constants: orNone(m.Constants)}, set, Mapped
		i.restart(by)
		kept, err := json.Marshal(i.Mapping)
		if err != nil {
			return fmt.Errorf("write a mapping: %w", err)
		}
		err = s.q.ImportMappingSave(ctx, tx, db.ImportMappingSaveParams{
			DepartmentID: by.DepartmentID, Signature: importrows.Signature(i.Columns), Mapping: kept, Now: s.clock.Now(),
		})
		if err != nil {
			return fmt.Errorf("remember a mapping: %w", err)
		}
		err = s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "import.mapped", ObjectKind: "import", ObjectID: i.UUID, Details: map[string]any{"mapping": i.Mapping, "settings": i.Settings},
		})
		if err != nil {
			return err
		}
		return s.queue.EnqueueTx(ctx, tx, CheckRows{i.work()})
	})
}

func (s *Service) checkMapping(ctx context.Context, tx pgx.Tx, by access.Actor, i Import, m importrows.Mapping, set importrows.Settings) error {
	kinds, err := s.attributes.KindsTx(ctx, tx, by.DepartmentID)
	if err != nil {
		return err
	}
	var wrong errs.Fields
	m.Check(len(i.Columns), kinds, &wrong)
	set.Check(m, &wrong)
	if err := wrong.Err(); err != nil {
		return err
	}
	return s.rows.CheckGroupTx(ctx, tx, by, set.GroupID, "settings.group_id")
}

// CheckRows validates all rows. It is idempotent.
func (s *Service) CheckRows(ctx context.Context, job CheckRows) error {
	var c *importrows.Checker
	var i Import
	var stopped bool
	err := pg.WithCustomPlan(ctx, s.pool, job.DepartmentID, func(tx pgx.Tx) (err error) {
		if i, err = s.current(ctx, tx, job.work, Mapped); err != nil {
			return err
		}
		var by access.Actor
		if by, stopped, err = s.starterTx(ctx, tx, i); err != nil || stopped {
			return err
		}
		if c, err = s.rows.Checker(ctx, tx, by, i.sheet()); err != nil {
			return err
		}
		if err := s.q.ImportRowsForget(ctx, tx, db.ImportRowsForgetParams{DepartmentID: i.DepartmentID, ImportID: i.ID}); err != nil {
			return fmt.Errorf("forget problems: %w", err)
		}
		return nil
	})
	if err != nil || stopped {
		return over(err)
	}
	for after := i.HeaderRow; after >= 0; {
		if after, err = s.checkChunk(ctx, job, c, after); err != nil {
			return over(err)
		}
	}
	return over(s.validated(ctx, job, c))
}

// checkChunk validates the next rows after a row number. It returns the number of the last one, or -1 if there was none.
func (s *Service) checkChunk(ctx context.Context, job CheckRows, c *importrows.Checker, after int) (last int, err error) {
	err = pg.WithCustomPlan(ctx, s.pool, job.DepartmentID, func(tx pgx.Tx) error {
		i, err := s.current(ctx, tx, job.work, Mapped)
		if err != nil {
			return err
		}
		found, err := s.q.ImportRowsToCheck(ctx, tx, db.ImportRowsToCheckParams{
			DepartmentID: job.DepartmentID, ImportID: job.ImportID, After: int32(after), RowLimit: batch, //nolint:gosec // a row of a sheet
		})
		if err != nil {
			return fmt.Errorf("read rows: %w", err)
		}
		if last = -1; len(found) == 0 {
			return nil
		}
		by, stopped, err := s.starterTx(ctx, tx, i)
		if err != nil || stopped {
			return err // validated finds that it is stopped
		}
		c.By = by
		rows := make([]importrows.Row, len(found))
		for n, r := range found {
			if rows[n], err = plainRow(r.Number, r.Cells); err != nil {
				return err
			}
		}
		last = rows[len(rows)-1].Number
		records, err := c.Check(ctx, tx, rows)
		if err != nil {
			return err
		}
		return s.noteTx(ctx, tx, job.work, records, false)
	})
	return last, err
}

type notedRow struct {
	Errors   int                  `json:"errors"`
	Warnings int                  `json:"warnings"`
	Problems []importrows.Problem `json:"problems"`
}

// noteTx saves the problems of rows. If all is true, it also clears the problems of rows that have none any more.
func (s *Service) noteTx(ctx context.Context, tx pgx.Tx, w work, records []*importrows.Record, all bool) error {
	noted := map[int]notedRow{}
	for _, r := range records {
		if wrong, warnings := r.Counts(); all || wrong+warnings > 0 {
			noted[r.Number] = notedRow{wrong, warnings, orNone(r.Problems)}
		}
	}
	if len(noted) == 0 {
		return nil
	}
	p := db.ImportRowsProblemsParams{DepartmentID: w.DepartmentID, ImportID: w.ImportID}
	var err error
	if p.First, p.Last, p.Rows, err = byNumber(noted); err != nil {
		return err
	}
	if err := s.q.ImportRowsProblems(ctx, tx, p); err != nil {
		return fmt.Errorf("keep problems: %w", err)
	}
	return nil
}

// validated completes the check and saves its result.
func (s *Service) validated(ctx context.Context, job CheckRows, c *importrows.Checker) error {
	return pg.WithCustomPlan(ctx, s.pool, job.DepartmentID, func(tx pgx.Tx) error {
		i, err := s.current(ctx, tx, job.work, Mapped)
		if err != nil {
			return err
		}
		i.State, i.NewRecipients, i.Notices = Validated, len(c.People), c.Notices(i.sheet())
		if err := s.tallyTx(ctx, tx, &i); err != nil {
			return err
		}
		return s.save(ctx, tx, i)
	})
}

// tallyTx counts the rows and their problems again.
func (s *Service) tallyTx(ctx context.Context, tx pgx.Tx, i *Import) error {
	header := int32(i.HeaderRow) //nolint:gosec // a row of a sheet
	n, err := s.q.ImportRowsTally(ctx, tx, db.ImportRowsTallyParams{DepartmentID: i.DepartmentID, ImportID: i.ID, Header: header})
	if err != nil {
		return fmt.Errorf("count rows: %w", err)
	}
	i.TotalRows, i.ExcludedRows, i.ErrorRows, i.WarningRows = int(n.Total), int(n.Excluded), int(n.Errors), int(n.Warnings)
	i.GoodRows = i.TotalRows - i.ExcludedRows - i.ErrorRows - i.WarningRows
	counts, err := s.q.ImportProblemsTally(ctx, tx, db.ImportProblemsTallyParams{DepartmentID: i.DepartmentID, ImportID: i.ID, Header: header})
	if err != nil {
		return fmt.Errorf("count problems: %w", err)
	}
	i.ProblemCounts = []ProblemCount{}
	for _, c := range counts {
		i.ProblemCounts = append(i.ProblemCounts, ProblemCount{c.Code, c.Severity, int(c.Rows)})
	}
	return nil
}

// makeGroups creates the missing groups that the next rows name, as copies of the selected one. It does so before the rows are
// imported; a group that exists already is harmless.
func (s *Service) makeGroups(ctx context.Context, o operations.Operation) (any, error) {
	var names []string
	var by access.Actor
	var like int64
	err := pg.WithCustomPlan(ctx, s.pool, o.DepartmentID, func(tx pgx.Tx) error {
		i, err := s.lock(ctx, tx, o.DepartmentID, o.SubjectID)
		if errors.Is(err, ErrNotFound) {
			return nil
		}
		if err != nil || i.State != Importing || !i.Settings.CreateGroups || i.Settings.GroupID == nil {
			return err
		}
		rows, err := s.openTx(ctx, tx, i)
		if err != nil || len(rows) == 0 {
			return err
		}
		by, err = s.starters.ActorTx(ctx, tx, i.DepartmentID, o.Starter, i.needs()...)
		if starters.StopReason(err) != "" {
			return nil // the import is stopped instead of importing these rows
		}
		if err != nil {
			return err
		}
		like = *i.Settings.GroupID
		c, err := s.rows.Checker(ctx, tx, by, i.sheet())
		if err != nil {
			return err
		}
		names, err = c.MissingGroups(ctx, tx, rows)
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if err := s.makeGroup(ctx, by, like, name); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

func (s *Service) makeGroup(ctx context.Context, by access.Actor, like int64, name string) error {
	model, err := s.groups.Read(ctx, by, like)
	if err != nil {
		return err
	}
	_, err = s.groups.Create(ctx, by, groups.Input{
		Name: optional.Set(name), CourseName: optional.Set(name), Language: optional.Set(model.Language),
		CertificateDesignID: optional.Set(model.CertificateDesignID), BadgeDesignID: optional.Set(model.BadgeDesignID),
		SendEmails: optional.Set(model.SendEmails), AttachPDF: optional.Set(model.AttachPDF),
	})
	if errs.KindOf(err) != 0 { // the rows say what is wrong with it: there is no such group
		return nil
	}
	return err
}
