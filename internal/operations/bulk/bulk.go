// Package bulk applies an operation to many credentials in a background job. Each credential is processed exactly once and has its own
// outcome, and most operations can be undone.
package bulk

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/authoring"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/lifecycle"
	"laurel/internal/operations/operations"
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

// Operation is a bulk operation and its progress.
type Operation struct {
	operations.Operation
	Kind   Kind
	Params Params
}

// of converts an operation of the engine.
func of(o operations.Operation) (Operation, error) {
	a := Operation{Operation: o, Kind: Kind(o.Kind)}
	if err := json.Unmarshal(o.Params, &a.Params); err != nil {
		return a, fmt.Errorf("read operation %d: %w", o.ID, err)
	}
	return a, nil
}

// trace is what an item stores for an undo.
type trace struct {
	Before authoring.Values `json:"before"`
	After  authoring.Values `json:"after"`
	At     *time.Time       `json:"at,omitempty"`     // when it was suspended
	Reason string           `json:"reason,omitempty"` // why it had been suspended
}
