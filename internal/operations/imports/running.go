package imports

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments"
	"laurel/internal/issuing/authoring"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/operations/importrows"
	"laurel/internal/operations/imports/internal/db"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
)

// Options contains the options for running an import.
type Options struct {
	Consent     bool // the person has the right to use these data
	ValidOnly   bool // leave rows with errors out
	Publish     bool
	SendEmail   bool
	HoldMinutes int
}

func (o Options) check() error {
	var wrong errs.Fields
	if !o.Consent {
		wrong.Add("consent", "import.consent_required")
	}
	if o.HoldMinutes < 0 || o.HoldMinutes > departments.MaxHoldMinutes {
		wrong.Add("hold_minutes", "too_large", "max", departments.MaxHoldMinutes)
	}
	return wrong.Err()
}

// Start starts a validated import; a job does the work. It returns field errors, ErrNotValidated, ErrHasErrors or ErrNothingToDo.
func (s *Service) Start(ctx context.Context, by access.Actor, id uuid.UUID, o Options) (Import, error) {
	if o.Publish {
		if err := by.Require(access.PublishCredentials); err != nil {
			return Import{}, err
		}
	}
	return s.change(ctx, by, id, func(tx pgx.Tx, i *Import) error {
		switch {
		case i.State != Validated:
			return ErrNotValidated
		case i.ErrorRows > 0 && !o.ValidOnly:
			return ErrHasErrors
		case i.GoodRows+i.WarningRows == 0:
			return ErrNothingToDo
		}
		if i.Settings.CreateGroups {
			if err := by.Require(access.ManageGroups); err != nil {
				return err
			}
		}
		if err := o.check(); err != nil {
			return err
		}
		name, err := s.nameTx(ctx, tx, by)
		if err != nil {
			return err
		}
		skipped, err := s.q.ImportRowsSkip(ctx, tx, db.ImportRowsSkipParams{
			DepartmentID: i.DepartmentID, ImportID: i.ID, Header: int32(i.HeaderRow), //nolint:gosec // a row of a sheet
		})
		if err != nil {
			return fmt.Errorf("leave rows out: %w", err)
		}
		now := s.clock.Now()
		i.State, i.Skipped, i.ConsentName, i.ConsentAt, i.StartedAt = Importing, int(skipped), name, &now, &now
		i.Publish, i.SendEmail, i.HoldMinutes = o.Publish, o.SendEmail, o.HoldMinutes
		i.restart(by)
		err = s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "import.started", ObjectKind: "import", ObjectID: i.UUID,
			Details: map[string]any{"rows": i.TotalRows - i.Skipped, "skipped": i.Skipped, "publish": o.Publish, "consent": name},
		})
		if err != nil {
			return err
		}
		return s.queue.EnqueueTx(ctx, tx, Run{i.work()})
	})
}

// Chunk is the number of rows per transaction: few enough that little is lost when the process is killed, and enough to be fast.
const Chunk = 500

// turn is how long one job runs before it yields to other jobs in the queue.
const turn = 20 * time.Second

// Run imports chunk by chunk until no row is left. Rows, their credentials and outcomes are committed together, so each row is imported
// completely or not at all if the process is killed.
func (s *Service) Run(ctx context.Context, job Run) error {
	started := time.Now()
	for {
		left, err := s.runChunk(ctx, job)
		if err != nil || !left {
			return over(err)
		}
		if time.Since(started) > turn {
			return jobs.Later(0)
		}
	}
}

func (s *Service) runChunk(ctx context.Context, job Run) (left bool, err error) {
	if err := s.makeGroups(ctx, job); err != nil {
		return false, err
	}
	err = pg.WithCustomPlan(ctx, s.pool, job.DepartmentID, func(tx pgx.Tx) error {
		i, err := s.current(ctx, tx, job.work, Importing)
		if err != nil {
			return err
		}
		rows, err := s.openTx(ctx, tx, i)
		if err != nil {
			return err
		}
		left = len(rows) > 0
		if !left && !i.Publish {
			return s.finishTx(ctx, tx, access.Actor{}, i)
		}
		by, stopped, err := s.starterTx(ctx, tx, i)
		if err != nil || stopped {
			left = false
			return err
		}
		if !left {
			return s.finishTx(ctx, tx, by, i)
		}
		if err := s.importTx(ctx, tx, by, &i, rows); err != nil {
			return err
		}
		return s.save(ctx, tx, i)
	})
	return left, err
}

func (s *Service) openTx(ctx context.Context, tx pgx.Tx, i Import) ([]importrows.Row, error) {
	found, err := s.q.ImportRowsOpen(ctx, tx, db.ImportRowsOpenParams{
		DepartmentID: i.DepartmentID, ImportID: i.ID, Header: int32(i.HeaderRow), RowLimit: Chunk, //nolint:gosec // a row of a sheet
	})
	if err != nil {
		return nil, fmt.Errorf("take the next rows: %w", err)
	}
	rows := make([]importrows.Row, len(found))
	for n, r := range found {
		if rows[n], err = plainRow(r.Number, r.Cells); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

type closedRow struct {
	Outcome      string             `json:"outcome"`
	Reason       *importrows.Notice `json:"reason,omitempty"`
	CredentialID int64              `json:"credential_id"`
}

// importTx imports rows. It validates them again, because the data may have changed since the last check.
func (s *Service) importTx(ctx context.Context, tx pgx.Tx, by access.Actor, i *Import, rows []importrows.Row) error {
	c, err := s.rows.Checker(ctx, tx, by, i.sheet())
	if err != nil {
		return err
	}
	records, err := c.Check(ctx, tx, rows)
	if err != nil {
		return err
	}
	var made, changed []*importrows.Record
	closed := make(map[int]closedRow, len(records))
	for _, r := range records {
		if wrong, _ := r.Counts(); wrong > 0 {
			why, err := importrows.Failure(c.Plan, r, nil)
			if err != nil {
				return err
			}
			closed[r.Number] = closedRow{Outcome: outcomeFailed, Reason: why}
		} else if r.Target != nil {
			changed = append(changed, r)
		} else {
			made = append(made, r)
		}
	}
	if err := s.createTx(ctx, tx, by, i, c.Plan, made, closed); err != nil {
		return err
	}
	if err := s.changeTx(ctx, tx, by, i, c.Plan, changed, closed); err != nil {
		return err
	}
	return s.closeTx(ctx, tx, i, closed)
}

func (s *Service) createTx(ctx context.Context, tx pgx.Tx, by access.Actor, i *Import, p *importrows.Plan, made []*importrows.Record, closed map[int]closedRow) error {
	inputs := make([]credentials.Input, len(made))
	for n, r := range made {
		inputs[n] = r.Input
		inputs[n].KeepExisting = true // what changes one that is there was sorted out before
	}
	outcomes, err := s.authoring.CreateManyTx(ctx, tx, by, inputs, authoring.Origin{Source: "import", ImportID: i.ID})
	if err != nil {
		return err
	}
	if err := note(p, made, outcomes, outcomeCreated, closed); err != nil {
		return err
	}
	return s.proveTx(ctx, tx, by, made, closed)
}

// proveTx adds the evidence of rows to their credentials. If evidence is rejected, the row gets a reason and the credential is kept.
func (s *Service) proveTx(ctx context.Context, tx pgx.Tx, by access.Actor, records []*importrows.Record, closed map[int]closedRow) error {
	for _, r := range records {
		row := closed[r.Number]
		if len(r.Evidence) == 0 || row.Outcome == outcomeFailed {
			continue
		}
		err := pgx.BeginFunc(ctx, tx, func(inner pgx.Tx) error { return s.evidence.PutTx(ctx, inner, by, row.CredentialID, r.Proof()) })
		if errs.KindOf(err) != 0 {
			row.Reason = &importrows.Notice{Code: "evidence"}
			closed[r.Number] = row
		} else if err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) changeTx(ctx context.Context, tx pgx.Tx, by access.Actor, i *Import, p *importrows.Plan, changed []*importrows.Record, closed map[int]closedRow) error {
	all := make([]authoring.Change, len(changed))
	for n, r := range changed {
		all[n] = authoring.Change{ID: r.Target.ID, Input: r.Input, Whole: i.Settings.Mode == importrows.Replace}
	}
	outcomes, err := s.authoring.UpdateManyTx(ctx, tx, by, all)
	if err != nil {
		return err
	}
	if err := note(p, changed, outcomes, outcomeUpdated, closed); err != nil {
		return err
	}
	if err := s.proveTx(ctx, tx, by, changed, closed); err != nil {
		return err
	}
	if i.Settings.RecipientData != importrows.ChangePast {
		return nil
	}
	names := map[string]string{}
	for n, r := range changed {
		if name := r.Input.RecipientName.Value; outcomes[n].Refusal == nil && name != "" {
			names[strings.ToLower(r.Target.Email)] = name
			if r.Email != "" {
				names[r.Email] = name
			}
		}
	}
	_, err = s.authoring.RenamePeopleTx(ctx, tx, by, names)
	return err
}

// note sets the outcomes of rows.
func note(p *importrows.Plan, records []*importrows.Record, outcomes []authoring.Outcome, done string, closed map[int]closedRow) error {
	for n, r := range records {
		row := closedRow{Outcome: done, CredentialID: outcomes[n].ID}
		if refusal := outcomes[n].Refusal; refusal != nil {
			why, err := importrows.Failure(p, r, refusal)
			if err != nil {
				return err
			}
			row = closedRow{Outcome: outcomeFailed, Reason: why}
		}
		closed[r.Number] = row
	}
	return nil
}

func (s *Service) closeTx(ctx context.Context, tx pgx.Tx, i *Import, closed map[int]closedRow) error {
	for _, row := range closed {
		switch row.Outcome {
		case outcomeCreated:
			i.Created++
		case outcomeUpdated:
			i.Updated++
		default:
			i.Failed++
		}
	}
	p := db.ImportRowsCloseParams{DepartmentID: i.DepartmentID, ImportID: i.ID}
	var err error
	if p.First, p.Last, p.Rows, err = byNumber(closed); err != nil {
		return err
	}
	if err := s.q.ImportRowsClose(ctx, tx, p); err != nil {
		return fmt.Errorf("note outcomes: %w", err)
	}
	return nil
}

// byNumber encodes data about rows, of which there must be at least one, for the queries: as JSON by row number, with the first and the
// last number.
func byNumber[T any](rows map[int]T) (first, last int32, data []byte, err error) {
	numbers := slices.Sorted(maps.Keys(rows))
	if data, err = json.Marshal(rows); err != nil {
		return 0, 0, nil, fmt.Errorf("write what is noted of rows: %w", err)
	}
	return int32(numbers[0]), int32(numbers[len(numbers)-1]), data, nil //nolint:gosec // rows of a sheet
}

// finishTx completes an import without open rows. If requested, it starts publishing its credentials on behalf of the actor.
func (s *Service) finishTx(ctx context.Context, tx pgx.Tx, by access.Actor, i Import) error {
	now := s.clock.Now()
	i.State, i.FinishedAt = Completed, &now
	if i.Failed > 0 {
		i.State = WithErrors
	}
	if i.Publish {
		ids, err := s.q.ImportDrafts(ctx, tx, db.ImportDraftsParams{DepartmentID: i.DepartmentID, ImportID: i.ID})
		if err != nil {
			return fmt.Errorf("find what is to be published: %w", err)
		}
		if len(ids) > 0 {
			p, err := s.publishing.StartTx(ctx, tx, by, publishing.Request{
				Selection: credentialsearch.Selection{IDs: ids}, SendEmail: i.SendEmail, HoldMinutes: &i.HoldMinutes,
			})
			if err != nil {
				return err
			}
			i.Publication = &p.UUID
		}
	}
	if err := s.webhooks.ImportFinishedTx(ctx, tx, i.DepartmentID, i.ID, i.UUID, now); err != nil {
		return err
	}
	return s.save(ctx, tx, i)
}

// Cancel stops an import. Imported rows are kept. It returns ErrNotCancellable.
func (s *Service) Cancel(ctx context.Context, by access.Actor, id uuid.UUID) (Import, error) {
	return s.change(ctx, by, id, func(tx pgx.Tx, i *Import) error {
		switch i.State {
		case Uploaded, Parsed, Mapped, Validated, Importing:
		default:
			return ErrNotCancellable
		}
		now := s.clock.Now()
		if i.State == Importing {
			if err := s.webhooks.ImportFinishedTx(ctx, tx, i.DepartmentID, i.ID, i.UUID, now); err != nil {
				return err
			}
		}
		i.State, i.FinishedAt, i.StopReason = Cancelled, &now, ""
		i.Revision++
		return s.audit.RecordTx(ctx, tx, by, audit.Event{Action: "import.cancelled", ObjectKind: "import", ObjectID: i.UUID})
	})
}
