// Package operations runs long work on many items in background jobs. It owns the loop, the rights check, progress, cancelling, stopping,
// resuming, undoing, retention and limits of every operation; kinds of operations plug the work on one chunk into it.
package operations

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/starters"
	"laurel/internal/operations/operations/internal/db"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
)

// State is the state of an operation.
type State string

// The states. A waiting operation begins when fewer of its department are running.
const (
	Waiting   State = "waiting"
	Running   State = "running"
	Finished  State = "finished"
	Cancelled State = "cancelled"
	Stopped   State = "stopped" // its starter has lost a right; it can be resumed
	Failed    State = "failed"  // it could not succeed; it can be tried again
)

// Outcome is the outcome for one item.
type Outcome string

// The outcomes.
const (
	Done      Outcome = "done"
	Unchanged Outcome = "unchanged"
	Refused   Outcome = "refused"
)

// Operation is an operation and its progress.
type Operation struct {
	ID, DepartmentID int64
	UUID             uuid.UUID
	Kind             string
	Params           json.RawMessage
	SubjectID        int64 // the row of the kind's own table, if it has one
	Starter          starters.Starter
	Groups           access.Groups // that the starter was limited to
	By               string        // the name of the starter
	Test             bool
	Input            int
	Counts           Counts
	UndoOf           *uuid.UUID // the operation that this one undoes
	UndoneBy         *uuid.UUID // the operation that undoes this one
	UndoUntil        *time.Time // nil: as long as it is kept
	CreatedAt        time.Time
	StartedAt        *time.Time // nil while it waits
	CancelledAt      *time.Time
	FinishedAt       *time.Time
	StopReason       string // code of the reason why it was stopped; "" otherwise

	Position int64 // the last item that was processed, for kinds that keep no items

	undoes       *int64 // ID of the operation that this one undoes
	startedCount int    // items that were processed at StartedAt
	undoStopped  bool   // the operation that undoes this one was stopped
}

// Undoes reports whether the operation undoes another one.
func (o Operation) Undoes() bool { return o.undoes != nil }

// State returns the state.
func (o Operation) State() State {
	switch {
	case o.CancelledAt != nil:
		return Cancelled
	case o.StopReason == ErrFailed.Code:
		return Failed
	case o.StopReason != "":
		return Stopped
	case o.FinishedAt != nil:
		return Finished
	case o.StartedAt == nil:
		return Waiting
	}
	return Running
}

// NotDone returns the number of items that were not processed.
func (o Operation) NotDone() int { return max(0, o.Input-o.Counts.total()) }

// TimeLeft estimates how long the rest takes at the speed so far. It reports false if there is too little progress to tell.
func (o Operation) TimeLeft(now time.Time) (time.Duration, bool) {
	if o.State() != Running {
		return 0, false
	}
	left := o.NotDone()
	processed, elapsed := o.Counts.total()-o.startedCount, now.Sub(*o.StartedAt)
	if left == 0 || processed <= 0 || elapsed < time.Second {
		return 0, false
	}
	return elapsed / time.Duration(processed) * time.Duration(left), true
}

// Counts are numbers of items by their outcome.
type Counts struct{ Done, Unchanged, Refused int }

func (c Counts) total() int { return c.Done + c.Unchanged + c.Refused }

// Of returns the number of items with an outcome.
func (c Counts) Of(outcome Outcome) int {
	switch outcome {
	case Done:
		return c.Done
	case Unchanged:
		return c.Unchanged
	case Refused:
		return c.Refused
	}
	return 0
}

// Item is one item of an operation and its outcome.
type Item struct {
	CredentialID   int64
	UUID           uuid.UUID
	RecipientName  string
	RecipientEmail string
	Outcome        Outcome         // "" while it waits
	Reason         string          // the code of a refusal
	Trace          json.RawMessage // what the operation that is undone left about it
}

// Result is the outcome for one item.
type Result struct {
	CredentialID int64
	Outcome      Outcome
	Reason       string // the code of a refusal
	Trace        any    // what undoing it needs; nil for nothing
}

// Progress is the result of a chunk.
type Progress struct {
	Counts
	Last     bool          // nothing was left
	Position int64         // where to continue, for kinds that keep no items
	Pause    time.Duration // how long to wait before the next chunk
	Stop     string        // the code of a reason to stop the operation as if its starter had lost a right
}

// Chunk is the work on the next items of a kind that keeps its own, with the present rights of the starter.
type Chunk func(ctx context.Context, by access.Actor) (Progress, error)

// Ending is how an operation ends.
type Ending struct {
	State     State // Finished, Cancelled, Stopped or Failed
	Reason    string
	At        time.Time
	GivenUp   int        // cancelled items; the end of a kind that keeps its own items sets it
	UndoUntil *time.Time // nil: it can be undone as long as it is kept; the end of a kind may set it
}

// Kind is a kind of operation. It has either Work or Next.
type Kind struct {
	Name   string
	Object string // the kind of object in audit events
	Events string // the beginning of the names of its audit events, such as "action."

	ObjectID func(o Operation) any // the ID of that object; nil: the operation's UUID

	Needs     []access.Permission
	NeedsOf   func(o Operation) ([]access.Permission, error) // instead of Needs, where the parameters decide
	Scope     string                                         // of an API key; "" means access.WriteCredentials
	Inverse   string                                         // the kind that undoes it; "" if it cannot be undone
	Uncounted bool                                           // how many items it has is not known before
	Final     bool                                           // it cannot be cancelled
	Early     bool                                           // it can be undone before it has finished, which cancels the rest
	Keep      time.Duration                                  // its retention after the end
	Private   bool                                           // only its starter sees it
	Render    bool                                           // it runs with what prints
	Size      int                                            // items per transaction, for Work

	// Work processes items that this package keeps. Their changes are committed together with the outcomes.
	Work func(ctx context.Context, tx pgx.Tx, by access.Actor, o Operation, items []Item) ([]Result, error)
	// Prepare runs before each Next without a transaction; its result is passed to Next.
	Prepare func(ctx context.Context, o Operation) (any, error)
	// Next takes the next items that the kind keeps itself. It returns nil at the end.
	Next func(ctx context.Context, tx pgx.Tx, o Operation, prepared any) (Chunk, error)
	// Fails reports whether an error of Prepare or Next means that the operation cannot succeed. If it is nil, every error is retried.
	Fails func(err error) bool
	// End updates what the kind keeps itself when the operation ends. If it is nil, only kinds with Work can be cancelled.
	End func(ctx context.Context, tx pgx.Tx, o Operation, e *Ending) error
	// Resume updates what the kind keeps itself when the operation is resumed.
	Resume func(ctx context.Context, tx pgx.Tx, by access.Actor, o Operation) error
	// Undo prepares the operation that undoes o, and records it in the audit log.
	Undo func(ctx context.Context, tx pgx.Tx, by access.Actor, o Operation, undo *Request) error
	// Items lists the items of a kind that keeps its own; outcome "" means all. If it is nil, they are not listed.
	Items func(ctx context.Context, tx pgx.Tx, o Operation, outcome Outcome, limit, offset int32) ([]Item, error)
	// Page is the path of the page with the result.
	Page func(o Operation) string
}

// cancels reports whether operations of the kind can be cancelled.
func (k Kind) cancels() bool { return !k.Final && (k.Work != nil || k.End != nil) }

// needs returns the permissions that an operation of the kind requires.
func (k Kind) needs(o Operation) ([]access.Permission, error) {
	if k.NeedsOf != nil {
		return k.NeedsOf(o)
	}
	return k.Needs, nil
}

func (k Kind) scope() string {
	if k.Scope == "" {
		return access.WriteCredentials
	}
	return k.Scope
}

func (k Kind) objectID(o Operation) any {
	if k.ObjectID == nil {
		return o.UUID
	}
	return k.ObjectID(o)
}

// job returns the job that works on an operation of the kind.
func (k Kind) job(id int64, by access.Actor, test bool) Run {
	return Run{OperationID: id, DepartmentID: by.DepartmentID, Groups: by.Sees(), Test: test, Render: k.Render, Prepares: k.Prepare != nil}
}

// Run is the job that works on an operation.
type Run struct {
	OperationID  int64         `json:"operation_id"`
	DepartmentID int64         `json:"department_id"`
	Groups       access.Groups `json:"groups,omitempty"` // that the starter was limited to
	Test         bool          `json:"test,omitempty"`
	Render       bool          `json:"render,omitempty"`
	Prepares     bool          `json:"prepares,omitempty"` // its kind has Prepare
}

// Kind returns the name of the job.
func (Run) Kind() string { return "operations.run" }

// InsertOpts gives operations that print priority over documents that are printed in advance, because a user is waiting for them.
func (r Run) InsertOpts() river.InsertOpts {
	if r.Render {
		return river.InsertOpts{Queue: jobs.Render, Priority: river.PriorityDefault + 1}
	}
	return river.InsertOpts{}
}

// Request is an operation to be started.
type Request struct {
	UUID          uuid.UUID
	Kind          string
	Params        any
	SubjectID     int64
	Input         int
	CredentialIDs []int64    // the items, for kinds with Work
	UndoUntil     *time.Time // nil: as long as it is kept

	undoes *db.Operation
}

func of(r db.Operation) Operation {
	return Operation{
		ID: r.ID, DepartmentID: r.DepartmentID, UUID: r.Uuid, Kind: r.Kind, Params: r.Params, SubjectID: pg.OrZero(r.SubjectID),
		Starter: starters.Starter{UserID: r.CreatedBy, APIKeyID: r.ApiKeyID}, Groups: access.Groups(r.Groups), Test: r.Test, Input: int(r.InputCount),
		Counts:    Counts{int(r.DoneCount), int(r.UnchangedCount), int(r.RefusedCount)},
		UndoUntil: r.UndoUntil, CreatedAt: r.CreatedAt, StartedAt: r.StartedAt, CancelledAt: r.CancelledAt, FinishedAt: r.FinishedAt,
		StopReason: pg.OrZero(r.StopReason), Position: r.Position, undoes: r.UndoOf, startedCount: int(r.StartedCount),
	}
}

func ofRead(r db.OperationReadRow) Operation {
	o := of(r.Operation)
	o.By, o.UndoOf, o.UndoneBy, o.undoStopped = r.ByName, r.UndoOfUuid, r.UndoneByUuid, r.UndoStopReason != nil
	return o
}

// params encodes the parameters of an operation.
func params(value any) ([]byte, error) {
	if value == nil {
		return []byte("{}"), nil
	}
	data, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("encode parameters: %w", err)
	}
	return data, nil
}
