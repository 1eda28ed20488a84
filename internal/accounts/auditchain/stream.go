package auditchain

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/auditchain/internal/db"
	"laurel/internal/formats/auditlog"
	"laurel/internal/platform/collector"
	"laurel/internal/platform/pg"
)

// Stream is the job that sends new entries to the collector.
type Stream struct{}

// Kind returns the name of the job.
func (Stream) Kind() string { return "audit.stream" }

// streamBatch is the number of entries per transmission.
const streamBatch = 500

// streamed is an entry as the collector gets it. Entries of no department, such as sign-ins, have no place in a chain.
type streamed struct {
	DepartmentID *int64 `json:"department_id"`
	auditlog.Entry
}

// Stream sends the sealed entries of all logs that the collector does not have yet, in the order of their IDs. It reports whether there
// may be more. Only one process sends at a time. An entry is sent again when its transmission failed or was interrupted, so the collector
// gets each at least once.
func (s *Service) Stream(ctx context.Context, to collector.Collector) (more bool, err error) {
	for started := time.Now(); time.Since(started) < turn; {
		n := 0
		err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) (err error) {
			n, err = s.streamTx(ctx, tx, to)
			return err
		})
		if err != nil || n < streamBatch {
			return false, err
		}
	}
	return true, nil
}

func (s *Service) streamTx(ctx context.Context, tx pgx.Tx, to collector.Collector) (n int, err error) {
	at, err := s.q.StreamLock(ctx, tx)
	if pg.NoRows(err) {
		return 0, nil // another process sends
	}
	if err != nil {
		return 0, fmt.Errorf("read progress of the stream: %w", err)
	}
	rows, err := s.q.StreamNext(ctx, tx, db.StreamNextParams{After: at.StreamedID, Last: at.SettledID, RowLimit: streamBatch})
	if err != nil {
		return 0, fmt.Errorf("read entries to send: %w", err)
	}
	if len(rows) == 0 {
		return 0, nil
	}
	records := make([]collector.Record, len(rows))
	for i, r := range rows {
		body, err := json.Marshal(streamed{r.DepartmentID, auditlog.Entry{
			Position: r.Position, ID: r.ID, At: r.CreatedAt, Action: r.Action, ObjectKind: r.ObjectKind, ObjectID: r.ObjectID, UserID: r.UserID,
			APIKeyID: r.ApiKeyID, EmbedSessionID: r.EmbedSessionID, RecipientID: r.RecipientID, System: r.System, RequestID: r.RequestID,
			IP: r.Ip, Details: r.Details, Salt: r.Salt, Digest: r.Digest, Head: r.Head,
		}})
		if err != nil {
			return 0, fmt.Errorf("encode entry %d: %w", r.ID, err)
		}
		records[i] = collector.Record{At: r.CreatedAt, Kind: r.Action, Body: body}
	}
	if err := to.Send(ctx, records); err != nil {
		return 0, err
	}
	now := s.clock.Now()
	if err := s.q.StreamMove(ctx, tx, db.StreamMoveParams{StreamedID: rows[len(rows)-1].ID, StreamedAt: &now}); err != nil {
		return 0, fmt.Errorf("note progress of the stream: %w", err)
	}
	return len(rows), nil
}

// Backlog says since when entries wait: to be sealed, and to be sent to the collector. Zero: none waits.
type Backlog struct{ Unsealed, Unsent time.Time }

// Backlog returns since when entries wait.
func (s *Service) Backlog(ctx context.Context) (b Backlog, err error) {
	err = pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		r, err := s.q.Backlog(ctx, tx)
		if err != nil {
			return fmt.Errorf("read backlog of the audit log: %w", err)
		}
		b = Backlog{Unsealed: r.Unsealed, Unsent: r.Unsent}
		return nil
	})
	return b, err
}
