// Package bulk applies an operation to many credentials in a background job. Each credential is processed exactly once and has its own
// outcome, and most operations can be undone.
package bulk

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/starters"
	"laurel/internal/issuing/authoring"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/lifecycle"
	"laurel/internal/platform/errs"
)

// Kind is the kind of an operation.
type Kind string

// The kinds.
const (
	Expiry    Kind = "expiry"
	Resend    Kind = "resend"
	Remind    Kind = "remind" // Resend to those who have not opened their mail
	Suspend   Kind = "suspend"
	Reinstate Kind = "reinstate"
	Revoke    Kind = "revoke"
	Delete    Kind = "delete"
	Restore   Kind = "restore"
	Move      Kind = "move"
	Privacy   Kind = "privacy"
)

var kinds = []Kind{Expiry, Resend, Remind, Suspend, Reinstate, Revoke, Delete, Restore, Move, Privacy}

// permissions maps each kind to the permission it requires.
var permissions = map[Kind]access.Permission{
	Expiry: access.ManageCredentials, Delete: access.ManageCredentials, Restore: access.ManageCredentials,
	Move: access.ManageCredentials, Privacy: access.ManageCredentials,
	Resend: access.PublishCredentials, Remind: access.PublishCredentials,
	Suspend: access.RevokeCredentials, Reinstate: access.RevokeCredentials, Revoke: access.RevokeCredentials,
}

// inverses maps each kind that can be undone to the kind that undoes it.
var inverses = map[Kind]Kind{
	Expiry: Expiry, Privacy: Privacy, Move: Move, Delete: Restore, Restore: Delete, Suspend: Reinstate, Reinstate: Suspend,
}

// Params are the parameters of the kinds that need any.
type Params struct {
	ExpiredOn string `json:"expired_on,omitempty"` // of Expiry: a date; "" for never
	Privacy   string `json:"privacy,omitempty"`    // of Privacy: "private", "public" or "inherit"
	GroupID   int64  `json:"group_id,omitempty"`   // of Move
	Reason    string `json:"reason,omitempty"`     // of Suspend and Revoke
	Note      string `json:"note,omitempty"`       // of Revoke
	SendEmail bool   `json:"send_email,omitempty"` // of Suspend, Reinstate, Revoke and Delete
}

var privacies = []string{"private", "public", "inherit"}

// Request is a request for an operation.
type Request struct {
	Kind      Kind
	Params    Params
	Selection credentialsearch.Selection
}

// validate keeps only the parameters that the kind needs. It returns field errors for invalid ones.
func (r *Request) validate() error {
	var wrong errs.Fields
	in, keep := r.Params, Params{}
	switch r.Kind {
	case Expiry:
		keep.ExpiredOn = in.ExpiredOn
		if _, err := credentials.ParseDate(in.ExpiredOn); in.ExpiredOn != "" && err != nil {
			wrong.Add("expired_on", "invalid_date")
		}
	case Privacy:
		keep.Privacy = in.Privacy
		if !slices.Contains(privacies, in.Privacy) {
			wrong.Add("privacy", "not_one_of", "values", errs.Values(privacies))
		}
	case Move:
		keep.GroupID = in.GroupID
		if in.GroupID == 0 {
			wrong.Add("group_id", "required")
		}
	case Suspend, Reinstate, Revoke:
		keep = Params{Reason: in.Reason, Note: in.Note, SendEmail: in.SendEmail}
		standing := standingOf(r.Kind, keep)
		if err := standing.Validate(); err != nil {
			return err
		}
		keep.Reason, keep.Note = standing.Reason, standing.Note
	case Delete:
		keep.SendEmail = in.SendEmail
	case Resend, Remind, Restore:
	default:
		wrong.Add("kind", "not_one_of", "values", errs.Values(kinds))
	}
	r.Params = keep
	return wrong.Err()
}

// standings maps kinds to the resulting states.
var standings = map[Kind]credentials.State{
	Suspend: credentials.Suspended, Reinstate: credentials.Published, Revoke: credentials.Revoked,
}

func standingOf(kind Kind, p Params) lifecycle.StatusChange {
	return lifecycle.StatusChange{To: standings[kind], Reason: p.Reason, Note: p.Note}
}

// Outcome is the outcome for one credential.
type Outcome string

// The outcomes.
const (
	Done      Outcome = "done"
	Unchanged Outcome = "unchanged"
	Refused   Outcome = "refused"
)

// Operation is a bulk operation and its progress.
type Operation struct {
	UUID           uuid.UUID
	Kind           Kind
	Params         Params
	By             string
	InputCount     int
	DoneCount      int
	UnchangedCount int
	RefusedCount   int
	CanUndo        bool
	UndoOf         *uuid.UUID // the action that this one undoes
	UndoneBy       *uuid.UUID // the action that undoes this one
	CreatedAt      time.Time
	CancelledAt    *time.Time
	FinishedAt     *time.Time
	StopReason     string // code of the reason why it ended before all was done; "" where it was not stopped
}

// NotDoneCount returns the number of credentials that a stopped operation did not process.
func (a Operation) NotDoneCount() int {
	if a.StopReason == "" {
		return 0
	}
	return a.InputCount - a.DoneCount - a.UnchangedCount - a.RefusedCount
}

// CanResume reports whether the actor may resume the operation, which was stopped.
func (a Operation) CanResume(by access.Actor) bool {
	return a.StopReason != "" && a.UndoneBy == nil && a.Permits(by)
}

// CanCancel reports whether the actor may cancel the operation, which is running.
func (a Operation) CanCancel(by access.Actor) bool { return a.FinishedAt == nil && a.Permits(by) }

// Permits reports whether the actor may resume, cancel or undo operations of this kind.
func (a Operation) Permits(by access.Actor) bool {
	return starters.Check(by, permissions[a.Kind]) == nil
}

// Item is one credential of an operation and its outcome.
type Item struct {
	CredentialID   int64
	UUID           uuid.UUID
	RecipientName  string
	RecipientEmail string
	Outcome        Outcome // "" while it waits
	Reason         string  // the code of a refusal
}

// trace is what an item stores for an undo.
type trace struct {
	Before authoring.Values `json:"before"`
	After  authoring.Values `json:"after"`
	At     *time.Time       `json:"at,omitempty"`     // when it was suspended
	Reason string           `json:"reason,omitempty"` // why it had been suspended
}
