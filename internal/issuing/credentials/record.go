package credentials

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/events"
)

// recordTx adds a record to the history of every changed credential, and appends the changes to the event log. Every change of a
// credential that people make is recorded by this method or recordEachTx.
func (s *Service) recordTx(ctx context.Context, tx pgx.Tx, by access.Actor, record audit.Event, changes []events.Change) error {
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

// recordEachTx is recordTx for changes that each have details of their own in the history.
func (s *Service) recordEachTx(
	ctx context.Context, tx pgx.Tx, by access.Actor, action string, details []audit.Detail, changes []events.Change,
) error {
	if err := s.audit.RecordEachTx(ctx, tx, by, audit.Event{Action: action, ObjectKind: "credential"}, details); err != nil {
		return err
	}
	return s.events.AppendTx(ctx, tx, by, changes)
}

// issuedAs returns the type of the event that issues a credential in a state.
func issuedAs(state State) events.Type {
	if state == InProgress {
		return events.InProgress
	}
	return events.Published // even if it has expired by then
}

// creation returns the events of a new credential.
func creation(c Credential) []events.Change {
	all := events.Of([]int64{c.ID}, events.Created)
	if c.State.Issued() {
		all = append(all, events.Of([]int64{c.ID}, issuedAs(c.State))...)
	}
	return all
}

// edit returns the event of an edit.
func edit(before, after Credential) events.Change {
	fields := changes(before, after)
	if fmt.Sprint(before.MetaData) != fmt.Sprint(after.MetaData) {
		fields["meta_data"] = nil
	}
	if fmt.Sprint(before.Recipient.MetaData) != fmt.Sprint(after.Recipient.MetaData) {
		fields["recipient.meta_data"] = nil
	}
	if before.AllowEvidence != after.AllowEvidence || before.AllowReferences != after.AllowReferences {
		fields["allow_supplemental"] = nil
	}
	return events.Change{CredentialID: after.ID, Type: transition(before.State, after.State), Changed: slices.Sorted(maps.Keys(fields))}
}

// transition returns the type of an edit by the states before and after it.
func transition(before, after State) events.Type {
	switch {
	case before == InProgress && after.Achieved():
		return events.Completed
	case before != InProgress && after == InProgress:
		return events.InProgress
	case before == Published && after == Expired:
		return events.Expired
	}
	return events.Updated
}
