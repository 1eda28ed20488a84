package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit/internal/db"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// MostCounted is how far Find counts. Pages beyond it are reached by an earlier Until.
const MostCounted = 10_000

// Reader reads the audit log.
type Reader struct {
	pool *pgxpool.Pool
	q    *db.Queries
}

// NewReader returns a Reader.
func NewReader(pool *pgxpool.Pool) *Reader { return &Reader{pool, db.New()} }

// Query selects records. Zero values select all.
type Query struct {
	UserID, APIKeyID     int64
	Action               string
	ObjectKind, ObjectID string
	Since, Until         *time.Time // from Since, before Until
	Page                 page.Request
}

// Record is an entry of the log.
type Record struct {
	ID         int64
	Position   int64 // in the sealed log (auditchain); 0 until it is sealed
	At         time.Time
	Action     string
	ObjectKind string
	ObjectID   string
	Actor      Actor
	IP         string
	RequestID  string
	Details    map[string]any
}

// Actor is who did it: exactly one of the IDs or System is set, and UserID besides System when the product acted for a person.
type Actor struct {
	UserID, APIKeyID, EmbedID, RecipientID int64
	System                                 access.System
	Name                                   string // of the person or the API key; "" if it is no longer known
}

// Find returns a page of the log of the actor's department, newest first. The total is counted up to MostCounted.
func (r *Reader) Find(ctx context.Context, by access.Actor, q Query) (page.Page[Record], error) {
	var none page.Page[Record]
	if err := by.Require(access.ViewAuditLog); err != nil {
		return none, err
	}
	p := db.AuditEventListParams{
		DepartmentID: by.DepartmentID, UserID: pg.OrNull(q.UserID), ApiKeyID: pg.OrNull(q.APIKeyID), Action: q.Action, ObjectKind: q.ObjectKind,
		ObjectID: q.ObjectID, Since: q.Since, Until: q.Until, RowLimit: q.Page.Limit(), RowOffset: q.Page.Offset(),
	}
	var rows []db.AuditEventListRow
	var total int64
	err := pg.InDepartment(ctx, r.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		if rows, err = r.q.AuditEventList(ctx, tx, p); err != nil {
			return err
		}
		total, err = r.q.AuditEventCount(ctx, tx, db.AuditEventCountParams{
			DepartmentID: p.DepartmentID, UserID: p.UserID, ApiKeyID: p.ApiKeyID, Action: p.Action, ObjectKind: p.ObjectKind, ObjectID: p.ObjectID,
			Since: p.Since, Until: p.Until, Most: MostCounted,
		})
		return err
	})
	if err != nil {
		return none, fmt.Errorf("read audit log: %w", err)
	}
	records := make([]Record, len(rows))
	for i, row := range rows {
		if records[i], err = recordOf(row); err != nil {
			return none, err
		}
	}
	return page.Of(q.Page, records, total), nil
}

func recordOf(r db.AuditEventListRow) (Record, error) {
	record := Record{
		ID: r.ID, Position: r.Position, At: r.CreatedAt, Action: r.Action, ObjectKind: r.ObjectKind, ObjectID: r.ObjectID, IP: r.Ip, RequestID: r.RequestID,
		Actor: Actor{
			UserID: pg.OrZero(r.UserID), APIKeyID: pg.OrZero(r.ApiKeyID), EmbedID: pg.OrZero(r.EmbedSessionID), RecipientID: pg.OrZero(r.RecipientID),
			System: access.System(r.System), Name: r.UserName,
		},
	}
	if r.ApiKeyID != nil {
		record.Actor.Name = r.KeyName
	}
	if err := json.Unmarshal(r.Details, &record.Details); err != nil {
		return record, fmt.Errorf("read details of audit event %d: %w", r.ID, err)
	}
	return record, nil
}
