// Package audit keeps the record of who did what. The record is append-only: the application's role may not change it.
package audit

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit/internal/db"
	"laurel/internal/platform/clock"
)

// Log writes the record.
type Log struct {
	clock clock.Clock
	q     *db.Queries
}

// New makes a log.
func New(c clock.Clock) *Log { return &Log{clock: c, q: db.New()} }

// Event is one action on one object. Details holds what changed, never a secret.
type Event struct {
	Action     string // "design.updated"
	ObjectKind string // "design"
	ObjectID   any
	Details    map[string]any
}

// RecordTx writes the event in the transaction of the change it tells of.
func (l *Log) RecordTx(ctx context.Context, tx pgx.Tx, by access.Actor, e Event) error {
	details, err := e.details()
	if err != nil {
		return err
	}
	err = l.q.AuditEventInsert(ctx, tx, db.AuditEventInsertParams{
		DepartmentID: ref(by.DepartmentID), UserID: ref(by.UserID), ApiKeyID: ref(by.APIKeyID), EmbedSessionID: ref(by.EmbedID), RecipientID: ref(by.RecipientID), System: text(string(by.System)),
		Action: e.Action, ObjectKind: e.ObjectKind, ObjectID: fmt.Sprint(e.ObjectID), Details: details,
		Ip: by.IP, RequestID: by.RequestID, CreatedAt: l.clock.Now(),
	})
	if err != nil {
		return fmt.Errorf("insert audit event: %w", err)
	}
	return nil
}

// RecordManyTx writes one event for each of many objects.
func (l *Log) RecordManyTx(ctx context.Context, tx pgx.Tx, by access.Actor, e Event, objectIDs []int64) error {
	details, err := e.details()
	if err != nil {
		return err
	}
	err = l.q.AuditEventInsertMany(ctx, tx, db.AuditEventInsertManyParams{
		DepartmentID: ref(by.DepartmentID), UserID: ref(by.UserID), ApiKeyID: ref(by.APIKeyID), EmbedSessionID: ref(by.EmbedID), RecipientID: ref(by.RecipientID), System: text(string(by.System)),
		Action: e.Action, ObjectKind: e.ObjectKind, ObjectIds: objectIDs, Details: details,
		Ip: by.IP, RequestID: by.RequestID, CreatedAt: l.clock.Now(),
	})
	if err != nil {
		return fmt.Errorf("insert audit events: %w", err)
	}
	return nil
}

// Detail is what happened to one of many objects.
type Detail struct {
	ObjectID int64          `json:"id"`
	Details  map[string]any `json:"details"`
}

// RecordEachTx writes one event for each of many objects, with the details of each.
func (l *Log) RecordEachTx(ctx context.Context, tx pgx.Tx, by access.Actor, e Event, objects []Detail) error {
	if len(objects) == 0 {
		return nil
	}
	data, err := json.Marshal(objects)
	if err != nil {
		return fmt.Errorf("encode audit details: %w", err)
	}
	err = l.q.AuditEventInsertEach(ctx, tx, db.AuditEventInsertEachParams{
		DepartmentID: ref(by.DepartmentID), UserID: ref(by.UserID), ApiKeyID: ref(by.APIKeyID), EmbedSessionID: ref(by.EmbedID), RecipientID: ref(by.RecipientID), System: text(string(by.System)),
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

func ref(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}

func text(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
