// Package approvals lets a department require that a second person approves publishing, revoking, and designs before they are used. The
// approved action runs once, as the one who asked for it.
package approvals

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"laurel/internal/accounts/access"
	"laurel/internal/platform/errs"
)

// Action is what takes an approval.
type Action string

// The actions.
const (
	Publish Action = "publish"
	Revoke  Action = "revoke"
	Design  Action = "design" // the use of a version of a design
)

// Actions returns all actions.
func Actions() []Action { return []Action{Publish, Revoke, Design} }

// permissions maps each action to the permission that asking for it, and approving it, requires.
var permissions = map[Action]access.Permission{Publish: access.PublishCredentials, Revoke: access.RevokeCredentials, Design: access.ManageDesigns}

// State is the state of a request for an approval.
type State string

// The states. All but Waiting are final.
const (
	Waiting    State = "waiting"
	Approved   State = "approved"
	Overridden State = "overridden" // an owner had it done without a second person
	Rejected   State = "rejected"
	Withdrawn  State = "withdrawn"
	Outdated   State = "outdated" // something was changed after it was asked for, or who asked may not do it any more
)

// States returns all states.
func States() []State {
	return []State{Waiting, Approved, Overridden, Rejected, Withdrawn, Outdated}
}

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrNotFound     = errs.New(errs.NotFound, "approval.not_found")
	ErrNoDesign     = errs.New(errs.NotFound, "design.not_found")
	ErrDecided      = errs.New(errs.Conflict, "approval.decided")
	ErrOwn          = errs.New(errs.Forbidden, "approval.own")
	ErrNotOwn       = errs.New(errs.Forbidden, "approval.not_own")
	ErrChanged      = errs.New(errs.Conflict, "approval.changed")
	ErrAlreadyAsked = errs.New(errs.Conflict, "approval.already_asked")
	ErrNotNeeded    = errs.New(errs.Conflict, "approval.not_needed")
)

// maxComment is the maximum length of comments, in characters.
const maxComment = 1000

// Approval is a request for an approval.
type Approval struct {
	UUID      uuid.UUID
	Action    Action
	State     State
	Params    Params
	Count     int // of credentials; 0 for a design
	Groups    []GroupCount
	Design    *DesignVersion // of the action Design
	Comment   string
	AskedBy   string // a person or an API key; "" for one that is gone
	AskedAt   time.Time
	DecidedBy string
	DecidedAt *time.Time
	Decision  string     // the comment of who decided
	Reason    string     // the code of why it became outdated
	Operation *uuid.UUID // the publication or action that it started
	Items     []Item     // the first ones; in a single request only

	CanDecide, CanOverride, CanWithdraw bool // what the reader may do
}

// Params are the details of the action.
type Params struct {
	SendEmail   bool   `json:"send_email,omitempty"`
	HoldMinutes *int   `json:"hold_minutes,omitempty"` // of Publish
	Reason      string `json:"reason,omitempty"`       // of Revoke
	Note        string `json:"note,omitempty"`         // of Revoke
}

// GroupCount is how many of the credentials belong to a group.
type GroupCount struct {
	ID      int64
	Name    string
	Count   int
	Designs []string // the names
}

// DesignVersion is a version of a design.
type DesignVersion struct {
	ID      int64
	Name    string
	Version int
}

// Item is a credential of a request.
type Item struct {
	CredentialID  int64
	RecipientName string
	GroupName     string
	State         string
	Changed       bool // since the request
}

// Filter selects requests. Zero values do not filter.
type Filter struct {
	State  State
	Action Action
}

func (f Filter) validate() error {
	var wrong errs.Fields
	if f.State != "" && !slices.Contains(States(), f.State) {
		wrong.Add("state", "not_one_of", "values", errs.Values(States()))
	}
	if f.Action != "" && !slices.Contains(Actions(), f.Action) {
		wrong.Add("action", "not_one_of", "values", errs.Values(Actions()))
	}
	return wrong.Err()
}
