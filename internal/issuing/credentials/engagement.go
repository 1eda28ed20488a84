package credentials

import (
	"slices"
)

// Engagement is the strongest reaction of people outside the department to a credential.
type Engagement string

// The engagements, from weakest to strongest.
const (
	NotEngaged Engagement = "none"
	PageViewed Engagement = "viewed"  // somebody looked at its page
	PageOpened Engagement = "opened"  // its recipient did, signed in
	PageUsed   Engagement = "engaged" // a file of it was fetched, or a link on its page followed
	PageShared Engagement = "shared"  // it was handed on from its page
)

// Engagements lists all engagements by rank.
var Engagements = []Engagement{NotEngaged, PageViewed, PageOpened, PageUsed, PageShared}

// Rank is the number of the engagement in the database. An unknown engagement counts as none.
func (e Engagement) Rank() int { return max(0, slices.Index(Engagements, e)) }
