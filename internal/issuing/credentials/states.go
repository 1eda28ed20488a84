package credentials

import (
	"slices"
)

// transitions lists the states that may follow each state. The database enforces the same table in credentials_check_state, and a test
// compares the two. A deleted credential can only return to its former state.
var transitions = map[State][]State{
	Draft:      {Scheduled, InProgress, Published, Expired, Deleted}, // expired at once where its last day has passed
	Scheduled:  {Draft, InProgress, Published, Expired, Deleted},
	InProgress: {Published, Expired, Suspended, Revoked, Deleted},
	Published:  {InProgress, Expired, Suspended, Revoked, Deleted},
	Expired:    {InProgress, Published, Suspended, Revoked, Deleted},
	Suspended:  {InProgress, Published, Expired, Revoked, Deleted},
	Revoked:    {Deleted},
	Deleted:    {Draft, Scheduled, InProgress, Published, Expired, Suspended, Revoked},
}

// States lists all states in the order of the lifecycle.
var States = []State{Draft, Scheduled, InProgress, Published, Expired, Suspended, Revoked, Deleted}

// MayBecome reports whether a credential in state s may change to another state.
func (s State) MayBecome(to State) bool { return slices.Contains(transitions[s], to) }

// Unpublished reports whether the credential has not been issued.
func (s State) Unpublished() bool { return s == Draft || s == Scheduled }
