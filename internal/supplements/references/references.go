// Package references manages references: statements by people who know a recipient, shown with a credential. Referees receive a request
// by email, write on a page that needs no sign-in, and are shown once whoever requested the reference approves it. Issuers can also add
// references they already have.
package references

import (
	"time"

	"laurel/internal/platform/optional"
)

// Relationship is how a referee knows the recipient. It is optional.
type Relationship string

// The relationships.
const (
	Taught    Relationship = "taught"
	Managed   Relationship = "managed"
	Mentored  Relationship = "mentored"
	Worked    Relationship = "worked"
	Studied   Relationship = "studied"
	Friends   Relationship = "friends"
	Stranger  Relationship = "stranger"
	Professor Relationship = "professor"
)

var relationships = []Relationship{Taught, Managed, Mentored, Worked, Studied, Friends, Stranger, Professor}

// State is the state of a reference.
type State string

// The states.
const (
	Requested State = "requested"
	Submitted State = "submitted"
	Approved  State = "approved"
	Rejected  State = "rejected"
	Withdrawn State = "withdrawn" // by the referee, whose words are gone
)

// Side is who requested a reference.
type Side string

// The sides.
const (
	OfIssuer    Side = "issuer"
	OfRecipient Side = "recipient"
)

const (
	// Max is the maximum number of references of a credential.
	Max = 20
	// Lifetime is how long a request can be answered.
	Lifetime = 30 * 24 * time.Hour
)

// Referee is the author of a reference.
type Referee struct {
	Name, Email, Title, URL, Avatar string
}

// Reference is a reference, or a request for one.
type Reference struct {
	ID           int64
	DepartmentID int64
	CredentialID int64
	AskedBy      Side
	Relationship Relationship // "": not told
	Text         string
	Referee      Referee
	Message      string // from who asks to the referee
	Position     int
	State        State
	Rejection    string // why it was rejected; the referee reads it
	CreatedAt    time.Time
	UpdatedAt    time.Time
	RequestedAt  *time.Time // nil: the issuer handed the words in
	ExpiresAt    *time.Time // of the link, while there are no words
	SubmittedAt  *time.Time
	DecidedAt    *time.Time

	turn      int
	tokenHash []byte
}

// asked reports whether the referee was asked by email.
func (r Reference) asked() bool { return r.RequestedAt != nil }

// worded reports whether the reference has a text to decide on.
func (r Reference) worded() bool {
	return r.State == Submitted || r.State == Approved || r.State == Rejected
}

// Input is a reference that an issuer adds, or a change of one. Missing fields stay unchanged.
type Input struct {
	Relationship optional.Value[string]
	Text         optional.Value[string]
	Name         optional.Value[string]
	Email        optional.Value[string]
	Title        optional.Value[string]
	URL          optional.Value[string]
	Avatar       optional.Value[string]
	Position     optional.Value[int] // from 0
	Approve      optional.Value[bool]
}

// Request asks somebody for a reference.
type Request struct {
	Name         string
	Email        string
	Title        string
	Relationship string // as who asks sees it; the referee may say otherwise
	Message      string
}

// Answer is what a referee writes.
type Answer struct {
	Relationship string
	Text         string
	Name         string
	Title        string
	URL          string
}

// Decision is whether a reference is shown.
type Decision struct {
	Approve bool
	Reason  string // of a rejection; the referee reads it
}

// Invitation is what a referee sees on their page: who asks, about whom and for what, and what they wrote. They see nothing else of the
// credential.
type Invitation struct {
	Reference
	CredentialName string
	RecipientName  string
	IssuerName     string
	IssuerLogo     string
	Language       string
}
