package imports

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments"
	"laurel/internal/issuing/authoring"
	"laurel/internal/issuing/credentials"
	"laurel/internal/operations/importrows"
	"laurel/internal/operations/imports/internal/db"
	"laurel/internal/operations/operations"
	"laurel/internal/platform/errs"
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
		_, err = s.operations.StartTx(ctx, tx, by, i.operation())
		return err
	})
}

// Chunk is the number of rows per transaction: few enough that little is lost when the process is killed, and enough to be fast.
const Chunk = 500

// kindImport is the kind of operation that imports.
const kindImport = "import"

// params are the parameters of the operation.
type params struct {
	Publish      bool `json:"publish"`
	CreateGroups bool `json:"create_groups"`
}

func (s *Service) importKind() operations.Kind {
	return operations.Kind{
		Name: kindImport, Object: "import", Events: "import.", NeedsOf: needs, Inverse: kindUndoImport, Keep: Lifetime,
		Prepare: s.makeGroups, Next: s.next, End: s.end, Resume: s.resume, Undo: s.undo, Page: resultPage,
	}
}

// resultPage is the path of the page of an import.
func resultPage(o operations.Operation) string {
	if o.UndoOf != nil {
		return "/imports/" + o.UndoOf.String() + "/result"
	}
	return "/imports/" + o.UUID.String() + "/result"
}

// operation is the operation that runs an import.
func (i Import) operation() operations.Request {
	return operations.Request{
		UUID: i.UUID, Kind: kindImport, Params: params{i.Publish, i.Settings.CreateGroups}, SubjectID: i.ID, Input: i.TotalRows - i.Skipped,
	}
}

// needs returns the permissions that running an import requires.
func needs(o operations.Operation) ([]access.Permission, error) {
	var p params
	if err := json.Unmarshal(o.Params, &p); err != nil {
		return nil, fmt.Errorf("read parameters: %w", err)
	}
	return needed(p), nil
}

func needed(p params) []access.Permission {
	all := []access.Permission{access.ManageCredentials}
	if p.Publish {
		all = append(all, access.PublishCredentials)
	}
	if p.CreateGroups {
		all = append(all, access.ManageGroups)
	}
	return all
}

// Run executes a job of the previous release.
func (s *Service) Run(ctx context.Context, job Run) error {
	var o operations.Operation
	err := pg.InDepartment(ctx, s.pool, job.DepartmentID, func(tx pgx.Tx) error {
		i, err := s.current(ctx, tx, job.work, Importing)
		if err == nil {
			o, err = s.adoptTx(ctx, tx, i)
		}
		return err
	})
	if err != nil {
		return over(err)
	}
	return s.operations.Work(ctx, operations.Run{OperationID: o.ID, DepartmentID: o.DepartmentID, Prepares: true})
}

// adoptTx adds the operation of an import that the previous release ran.
func (s *Service) adoptTx(ctx context.Context, tx pgx.Tx, i Import) (operations.Operation, error) {
	r := i.operation()
	data, err := json.Marshal(r.Params)
	if err != nil {
		return operations.Operation{}, fmt.Errorf("encode parameters: %w", err)
	}
	return s.operations.AdoptTx(ctx, tx, operations.Operation{
		DepartmentID: i.DepartmentID, UUID: i.UUID, Kind: kindImport, Params: data, SubjectID: i.ID, Input: r.Input,
		Counts:  operations.Counts{Done: i.Created + i.Updated, Refused: i.Failed},
		Starter: i.Starter, CreatedAt: *i.StartedAt, FinishedAt: i.FinishedAt, StopReason: i.StopReason,
	})
}

// next takes the next rows of an import. Rows, their credentials and outcomes are committed together, so each row is imported completely or
// not at all if the process is killed. When no row is left, it starts publishing the credentials, if requested.
func (s *Service) next(ctx context.Context, tx pgx.Tx, o operations.Operation, _ any) (operations.Chunk, error) {
	i, err := s.lock(ctx, tx, o.DepartmentID, o.SubjectID)
	if errors.Is(err, ErrNotFound) || err == nil && i.State != Importing {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	rows, err := s.openTx(ctx, tx, i)
	if err != nil || len(rows) == 0 && !i.Publish {
		return nil, err
	}
	return func(ctx context.Context, by access.Actor) (operations.Progress, error) {
		before := i
		if len(rows) == 0 {
			return operations.Progress{Last: true}, s.publishTx(ctx, tx, by, i)
		}
		if err := s.importTx(ctx, tx, by, &i, rows); err != nil {
			return operations.Progress{}, err
		}
		n := operations.Counts{Done: i.Created + i.Updated - before.Created - before.Updated, Refused: i.Failed - before.Failed}
		return operations.Progress{Counts: n}, s.save(ctx, tx, i)
	}, nil
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
