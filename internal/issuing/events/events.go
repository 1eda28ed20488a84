// Package events stores what happened to credentials, in the transaction of each change, and passes it on to consumers in background
// jobs.
package events

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Type is what happened to a credential.
type Type string

// The types. A change that moves a credential to another state has the type of that transition, and lists the fields it changed besides.
const (
	Created     Type = "created"
	Updated     Type = "updated" // Changed lists the fields; an update that changed none is an event as well
	Moved       Type = "moved"   // to another group
	Scheduled   Type = "scheduled"
	Unscheduled Type = "unscheduled"
	Published   Type = "published"
	InProgress  Type = "in_progress" // issued, or turned back, without being complete
	Completed   Type = "completed"   // after having been in progress
	Superseded  Type = "superseded"  // by a renewal, but not revoked
	Expired     Type = "expired"
	Suspended   Type = "suspended"
	Reinstated  Type = "reinstated"
	Revoked     Type = "revoked"
	Deleted     Type = "deleted"
	Restored    Type = "restored"
	Bounced     Type = "email_bounced"
)

// Lifetime is how long events are kept, unless their credential is purged before.
const Lifetime = 30 * 24 * time.Hour

// Change is an event to append. The log adds the rest from the credential as it is after the change.
type Change struct {
	CredentialID int64
	Type         Type
	Changed      []string // names of fields
	FromGroupID  int64    // of Moved
}

// Of returns the same change of several credentials.
func Of(ids []int64, t Type, changed ...string) []Change {
	all := make([]Change, len(ids))
	for i, id := range ids {
		all[i] = Change{CredentialID: id, Type: t, Changed: changed}
	}
	return all
}

// Event is a stored event.
type Event struct {
	Change

	ID      int64
	At      time.Time
	State   string // of the credential after the change
	GroupID int64  // after the change
	Test    bool   // of a test credential
}

// Consumer starts other work because of events.
type Consumer interface {
	// Name identifies the consumer in jobs and in the database.
	Name() string
	// WantsTx returns those of the departments for which events of any of the types have to be consumed.
	WantsTx(ctx context.Context, tx pgx.Tx, departmentIDs []int64, types []Type) ([]int64, error)
	// ConsumeTx processes the events of a batch in their order, in a transaction of the department. It may get the same events again,
	// and must then do nothing that cannot be repeated.
	ConsumeTx(ctx context.Context, tx pgx.Tx, departmentID int64, batch []Event) error
}

// Consume is the job that passes a batch of events on to a consumer.
type Consume struct {
	Consumer     string    `json:"consumer"`
	DepartmentID int64     `json:"department_id"`
	Batch        uuid.UUID `json:"batch"`
}

// Kind implements river.JobArgs.
func (Consume) Kind() string { return "events.consume" }
