package credentials

import (
	"context"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/events"
)

// RecordTx adds a record to the history of every changed credential, and appends the changes to the event log. Every change of a
// credential that people make is recorded by this method or RecordEachTx.
func (s *Service) RecordTx(ctx context.Context, tx pgx.Tx, by access.Actor, record audit.Event, changes []events.Change) error {
	if len(changes) == 0 {
		return nil
	}
	ids := make([]int64, 0, len(changes))
	known := make(map[int64]bool, len(changes))
	for _, c := range changes { // a credential may be created and issued at once
		if !known[c.CredentialID] {
			known[c.CredentialID], ids = true, append(ids, c.CredentialID)
		}
	}
	record.ObjectKind = "credential"
	if err := s.audit.RecordManyTx(ctx, tx, by, record, ids); err != nil {
		return err
	}
	return s.events.AppendTx(ctx, tx, by, changes)
}

// RecordEachTx is RecordTx for changes that each have details of their own in the history.
func (s *Service) RecordEachTx(
	ctx context.Context, tx pgx.Tx, by access.Actor, action string, details []audit.Detail, changes []events.Change,
) error {
	if err := s.audit.RecordEachTx(ctx, tx, by, audit.Event{Action: action, ObjectKind: "credential"}, details); err != nil {
		return err
	}
	return s.events.AppendTx(ctx, tx, by, changes)
}

// IssuedAs returns the type of the event that issues a credential in a state.
func IssuedAs(state State) events.Type {
	if state == InProgress {
		return events.InProgress
	}
	return events.Published // even if it has expired by then
}
