// Package auditchain makes the audit log tamper-evident: it seals the entries of each department's log into a chain, has the department
// sign the head of the chain once a day, and exports the log in a form that is verified without the database (formats/auditlog).
package auditchain

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/auditchain/internal/db"
	"laurel/internal/formats/auditlog"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/pg"
)

// Seal is the job that seals new entries.
type Seal struct{}

// Kind returns the name of the job.
func (Seal) Kind() string { return "audit.seal" }

// SignHeads is the job that has departments sign the heads of their logs.
type SignHeads struct{}

// Kind returns the name of the job.
func (SignHeads) Kind() string { return "audit.sign_heads" }

// Signer signs for departments.
type Signer interface {
	// Identifier returns the department's DID and the address of its DID document.
	Identifier(departmentID int64) (did, document string)
	// SignAuditHead signs a head with the department's current key.
	SignAuditHead(ctx context.Context, claims auditlog.HeadClaims) (token string, err error)
}

// Service seals, signs and exports audit logs.
type Service struct {
	pool   *pgxpool.Pool
	q      *db.Queries
	clock  clock.Clock
	log    *audit.Log
	signer Signer
}

// New returns a Service.
func New(pool *pgxpool.Pool, c clock.Clock, log *audit.Log, signer Signer) *Service {
	return &Service{pool, db.New(), c, log, signer}
}

const (
	// batch is the number of entries per transaction.
	batch = 2000
	// turn is how long one job seals before it yields to other jobs in the queue.
	turn = 20 * time.Second
)

// Seal seals all entries that have been committed. It reports whether there may be more. Only one process seals at a time; it does
// nothing while another does.
func (s *Service) Seal(ctx context.Context) (more bool, err error) {
	after := int64(-1)
	for started := time.Now(); time.Since(started) < turn; {
		n := 0
		err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
			locked, err := s.q.SealTryLock(ctx, tx)
			if err != nil || !locked {
				return err
			}
			progress, err := s.q.SealProgress(ctx, tx) // before the entries are read: what has ended by now is among them
			if err != nil {
				return fmt.Errorf("read progress: %w", err)
			}
			after = max(after, progress.SettledID)
			rows, err := s.q.Unsealed(ctx, tx, db.UnsealedParams{After: after, RowLimit: batch})
			if err != nil {
				return fmt.Errorf("read unsealed entries: %w", err)
			}
			n = len(rows)
			if n == 0 {
				return s.settleTx(ctx, tx, progress)
			}
			after = rows[n-1].ID
			return s.sealTx(ctx, tx, rows)
		})
		if err != nil || n == 0 {
			return false, err
		}
	}
	return true, nil
}

// settleTx notes how far the log is sealed once everything that had been committed is. The newest ID becomes pending in one run, gets its
// transaction in the next, when every entry up to it has been given one, and settles when that transaction and all before it are over.
func (s *Service) settleTx(ctx context.Context, tx pgx.Tx, p db.SealProgressRow) error {
	to := db.SealMoveParams{SettledID: p.SettledID, PendingID: p.PendingID, PendingXid: p.PendingXid}
	switch {
	case p.PendingID == nil || p.PendingXid != nil && *p.PendingXid > p.Next: // a restored database starts its transaction IDs over
		newest, err := s.q.SealNewest(ctx, tx)
		if err != nil {
			return fmt.Errorf("read newest entry: %w", err)
		}
		if newest == p.SettledID {
			return nil
		}
		to.PendingID, to.PendingXid = &newest, nil
	case p.PendingXid == nil:
		to.PendingXid = &p.Next
	case p.Oldest >= *p.PendingXid:
		to = db.SealMoveParams{SettledID: *p.PendingID}
	default:
		return nil
	}
	if err := s.q.SealMove(ctx, tx, to); err != nil {
		return fmt.Errorf("note progress: %w", err)
	}
	return nil
}

// sealTx appends entries to the chains of their departments.
func (s *Service) sealTx(ctx context.Context, tx pgx.Tx, rows []db.AuditEvent) error {
	last := map[int64]db.SealLastRow{}
	var ids []int64
	for _, r := range rows {
		if _, ok := last[*r.DepartmentID]; !ok {
			last[*r.DepartmentID] = db.SealLastRow{}
			ids = append(ids, *r.DepartmentID)
		}
	}
	found, err := s.q.SealLast(ctx, tx, ids)
	if err != nil {
		return fmt.Errorf("read last seals: %w", err)
	}
	for _, l := range found {
		last[l.DepartmentID] = l
	}
	var p db.SealInsertParams
	for _, r := range rows {
		l := last[*r.DepartmentID]
		e := entryOf(r)
		e.Position = l.Position + 1
		if err := e.Seal(*r.DepartmentID, l.Head); err != nil {
			return err
		}
		last[*r.DepartmentID] = db.SealLastRow{Position: e.Position, Head: e.Head}
		p.DepartmentIds, p.Positions, p.EventIds = append(p.DepartmentIds, *r.DepartmentID), append(p.Positions, e.Position), append(p.EventIds, r.ID)
		p.Salts, p.Digests, p.Heads = append(p.Salts, e.Salt), append(p.Digests, e.Digest), append(p.Heads, e.Head)
	}
	if err := s.q.SealInsert(ctx, tx, p); err != nil {
		return fmt.Errorf("store seals: %w", err)
	}
	return nil
}

func entryOf(r db.AuditEvent) auditlog.Entry {
	return auditlog.Entry{
		ID: r.ID, At: r.CreatedAt, Action: r.Action, ObjectKind: r.ObjectKind, ObjectID: r.ObjectID, UserID: r.UserID, APIKeyID: r.ApiKeyID,
		EmbedSessionID: r.EmbedSessionID, RecipientID: r.RecipientID, System: r.System, RequestID: r.RequestID, IP: r.Ip, Details: r.Details,
	}
}
