package credentials

import (
	"time"
)

// Suspension is why a credential is temporarily invalid.
type Suspension struct {
	Reason string // for the issuer's eyes; may be ""
	At     time.Time
}

// Revocation is why a credential was permanently withdrawn.
type Revocation struct {
	Reason RevocationReason
	Note   string // for everybody; may be ""
	At     time.Time
}

// RevocationReason is a reason that is shown publicly.
type RevocationReason string

// The reasons for a revocation.
const (
	IssuedInError RevocationReason = "issued_in_error"
	Misconduct    RevocationReason = "misconduct"
	Superseded    RevocationReason = "superseded"
	Withdrawn     RevocationReason = "withdrawn" // the recipient asked for it
	OtherReason   RevocationReason = "other"
)
