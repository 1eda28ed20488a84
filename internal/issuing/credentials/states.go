package credentials

import "slices"

// transitions are the states that may follow each state. The database holds the same table in credentials_check_state, so that
// no program can break it; a test compares the two. What was deleted may only become what it was.
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

// States are all the states, in the order of a life.
var States = []State{Draft, Scheduled, InProgress, Published, Expired, Suspended, Revoked, Deleted}

// MayBecome tells whether a credential in state s may be brought into another.
func (s State) MayBecome(to State) bool { return slices.Contains(transitions[s], to) }

// Unpublished tells whether the credential is still in the house.
func (s State) Unpublished() bool { return s == Draft || s == Scheduled }
