// Package audit writes the audit log. The log is append-only: the application's database role cannot change it.
package audit

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit/internal/db"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/pg"
)

// Log writes the audit log.
type Log struct {
	clock clock.Clock
	q     *db.Queries
}

// New returns a Log.
func New(c clock.Clock) *Log { return &Log{clock: c, q: db.New()} }

// Event is an action on an object. Details contains what changed, but never a secret.
type Event struct {
	Action     string // "design.updated"
	ObjectKind string // "design"
	ObjectID   any
	Details    map[string]any
}

// RecordTx writes an event in the same transaction as the change.
func (l *Log) RecordTx(ctx context.Context, tx pgx.Tx, by access.Actor, e Event) error {
	details, err := e.details()
	if err != nil {
		return err
	}
	err = l.q.AuditEventInsert(ctx, tx, db.AuditEventInsertParams{
		DepartmentID: pg.OrNull(by.DepartmentID), UserID: pg.OrNull(by.UserID), ApiKeyID: pg.OrNull(by.APIKeyID), EmbedSessionID: pg.OrNull(by.EmbedID), RecipientID: pg.OrNull(by.RecipientID), System: pg.OrNull(string(by.System)),
		Action: e.Action, ObjectKind: e.ObjectKind, ObjectID: fmt.Sprint(e.ObjectID), Details: details,
		Ip: by.IP, RequestID: by.RequestID, CreatedAt: l.clock.Now(),
	})
	if err != nil {
		return fmt.Errorf("insert audit event: %w", err)
	}
	return nil
}

// RecordManyTx writes one event per object, with the same details.
func (l *Log) RecordManyTx(ctx context.Context, tx pgx.Tx, by access.Actor, e Event, objectIDs []int64) error {
	details, err := e.details()
	if err != nil {
		return err
	}
	err = l.q.AuditEventInsertMany(ctx, tx, db.AuditEventInsertManyParams{
		DepartmentID: pg.OrNull(by.DepartmentID), UserID: pg.OrNull(by.UserID), ApiKeyID: pg.OrNull(by.APIKeyID), EmbedSessionID: pg.OrNull(by.EmbedID), RecipientID: pg.OrNull(by.RecipientID), System: pg.OrNull(string(by.System)),
		Action: e.Action, ObjectKind: e.ObjectKind, ObjectIds: objectIDs, Details: details,
		Ip: by.IP, RequestID: by.RequestID, CreatedAt: l.clock.Now(),
	})
	if err != nil {
		return fmt.Errorf("insert audit events: %w", err)
	}
	return nil
}

// Detail contains the details of the event of one object.
type Detail struct {
	ObjectID int64          `json:"id"`
	Details  map[string]any `json:"details"`
}

// RecordEachTx writes one event per object, each with its own details.
func (l *Log) RecordEachTx(ctx context.Context, tx pgx.Tx, by access.Actor, e Event, objects []Detail) error {
	if len(objects) == 0 {
		return nil
	}
	data, err := json.Marshal(objects)
	if err != nil {
		return fmt.Errorf("encode audit details: %w", err)
	}
	err = l.q.AuditEventInsertEach(ctx, tx, db.AuditEventInsertEachParams{
		DepartmentID: pg.OrNull(by.DepartmentID), UserID: pg.OrNull(by.UserID), ApiKeyID: pg.OrNull(by.APIKeyID), EmbedSessionID: pg.OrNull(by.EmbedID), RecipientID: pg.OrNull(by.RecipientID), System: pg.OrNull(string(by.System)),
		Action: e.Action, ObjectKind: e.ObjectKind, Objects: data, Ip: by.IP, RequestID: by.RequestID, CreatedAt: l.clock.Now(),
	})
	if err != nil {
		return fmt.Errorf("insert audit events: %w", err)
	}
	return nil
}

func (e Event) details() ([]byte, error) {
	if e.Details == nil {
		return []byte("{}"), nil
	}
	details, err := json.Marshal(e.Details)
	if err != nil {
		return nil, fmt.Errorf("encode audit details: %w", err)
	}
	return details, nil
}
