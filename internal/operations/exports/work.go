package exports

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/formats/spreadsheets"
	"laurel/internal/messaging/outbox"
	"laurel/internal/operations/exports/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
)

const (
	// pageRows is how many rows are read per query.
	pageRows = 500
	// PieceBytes is the size at which a piece is complete. Together with pageRows it limits the memory of an export.
	PieceBytes = 1 << 20
	// turn is how long a job works on one export before it lets other jobs of the queue run.
	turn = 20 * time.Second
)

// Mail is the kind of the email that says that an export is ready.
const Mail = "export_ready"

// Work writes the missing pieces of an export. It can be repeated, and interrupted at any time: a piece counts once it is recorded, and
// an unrecorded piece is written again under the same key.
func (s *Service) Work(ctx context.Context, job Write) error {
	for started := time.Now(); time.Since(started) < turn; {
		more, err := s.WriteChunk(ctx, job)
		if err != nil || !more {
			return s.endured(ctx, job, err)
		}
	}
	return jobs.Later(0)
}

// endured marks an export as failed if it cannot succeed. Other errors are returned, so that the job is retried.
func (s *Service) endured(ctx context.Context, job Write, err error) error {
	var refusal *errs.Error
	if err == nil || !errors.As(err, &refusal) || refusal.Kind == errs.Unavailable || errors.Is(err, ErrNotFound) {
		return err
	}
	now := s.Clock.Now()
	end := pg.WithCustomPlan(ctx, s.Pool, job.DepartmentID, func(tx pgx.Tx) error {
		return s.q.DataExportFinish(ctx, tx, db.DataExportFinishParams{State: string(Errored), Now: &now, DepartmentID: job.DepartmentID, ID: job.ExportID})
	})
	return errors.Join(jobs.Cancel(err), end)
}

// WriteChunk writes the next piece, or completes the export. The row stays locked while the piece is stored, so that two runs of a job
// cannot interfere.
func (s *Service) WriteChunk(ctx context.Context, job Write) (more bool, err error) {
	err = pg.WithCustomPlan(ctx, s.Pool, job.DepartmentID, func(tx pgx.Tx) error {
		found, err := s.q.DataExportLock(ctx, tx, db.DataExportLockParams{DepartmentID: job.DepartmentID, ID: job.ExportID})
		if pg.NoRows(err) {
			return jobs.Cancel(ErrNotFound) // deleted since, or the arguments were tampered with
		}
		if err != nil {
			return fmt.Errorf("lock data export: %w", err)
		}
		e, err := of(found)
		if err != nil || e.FinishedAt != nil {
			return err
		}
		body, count, last, err := s.read(ctx, tx, e)
		if err != nil {
			return err
		}
		if more = count > 0; !more {
			return s.finishTx(ctx, tx, e)
		}
		if err := s.Files.Put(ctx, pieceKey(e.uuid, e.pieces), "text/csv; charset=utf-8", body); err != nil {
			return fmt.Errorf("keep a piece: %w", err)
		}
		return s.q.DataExportAdvance(ctx, tx, db.DataExportAdvanceParams{
			RowCount: int32(count), LastID: last, DepartmentID: e.DepartmentID, ID: e.ID, //nolint:gosec // bounded by PieceBytes
		})
	})
	return more, err
}

// read reads rows until a piece is complete.
func (s *Service) read(ctx context.Context, tx pgx.Tx, e Export) (body []byte, count int, last int64, err error) {
	var buffer bytes.Buffer
	lines := csv.NewWriter(&buffer)
	for buffer.Len() < PieceBytes {
		rows, err := lists[e.Entity].rows(ctx, s, tx, e, pageRows)
		if err != nil {
			return nil, 0, 0, err
		}
		for _, r := range rows {
			for i, cell := range r.cells {
				r.cells[i] = spreadsheets.Safe(cell)
			}
			if err := lines.Write(r.cells); err != nil {
				return nil, 0, 0, fmt.Errorf("write a row: %w", err)
			}
			e.lastID = r.id
		}
		lines.Flush()
		if count += len(rows); len(rows) < pageRows {
			break
		}
	}
	return buffer.Bytes(), count, e.lastID, lines.Error()
}

// finishTx completes an export and emails the person who requested it, in one transaction.
func (s *Service) finishTx(ctx context.Context, tx pgx.Tx, e Export) error {
	now := s.Clock.Now()
	err := s.q.DataExportFinish(ctx, tx, db.DataExportFinishParams{State: string(Completed), Now: &now, DepartmentID: e.DepartmentID, ID: e.ID})
	if err != nil {
		return fmt.Errorf("end data export: %w", err)
	}
	if e.createdBy == 0 {
		return nil // a program asks for its state
	}
	asker, err := s.q.DataExportAsker(ctx, tx, db.DataExportAskerParams{DepartmentID: e.DepartmentID, UserID: e.createdBy})
	if pg.NoRows(err) {
		return nil // they left the department meanwhile
	}
	if err != nil {
		return fmt.Errorf("read who asked: %w", err)
	}
	return s.Outbox.WriteTx(ctx, tx, []outbox.Draft{{
		Kind: Mail, To: asker.Email, Language: asker.Language, DepartmentID: e.DepartmentID, DedupeKey: fmt.Sprint("data_export:", e.ID),
		Params: map[string]string{
			"name": asker.Name, "file": e.FileName(), "until": e.ExpiresAt.Format(time.DateOnly), "link": s.Links.Page(fmt.Sprint("/exports?data=", e.ID)),
		},
	}})
}

// asker returns the actor on whose behalf credentials are selected.
func (e Export) asker() access.Actor {
	return access.Actor{UserID: e.createdBy, DepartmentID: e.DepartmentID}
}

func pieceKey(id uuid.UUID, n int) string { return fmt.Sprintf("data-exports/%s/%06d.csv", id, n) }
