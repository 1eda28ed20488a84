// Package people lists the people a department has issued to, one per email address, and changes what it keeps about them. A person is
// found by any of their credentials, so that no address is part of a URL.
package people

import (
	"time"

	"github.com/google/uuid"

	"laurel/internal/platform/errs"
	"laurel/internal/platform/page"
)

// ErrNotFound means that no credential of the department has this ID, or that it has no address.
var ErrNotFound = errs.New(errs.NotFound, "person.not_found")

// Errors of changes.
var (
	// ErrHasSame means that the person at the new address has a credential of the same group.
	ErrHasSame = errs.New(errs.Conflict, "person.has_same")
	// ErrWouldMerge means that somebody else has the new address; its param is their name.
	ErrWouldMerge = errs.New(errs.Conflict, "person.would_merge")
	// ErrNoMove means that no change of the address waits, or that its link was used, replaced or has expired.
	ErrNoMove = errs.New(errs.NotFound, "person.no_move")
	// ErrSomeGroups means that the actor is limited to some groups, so that they do not see all of a person.
	ErrSomeGroups = errs.New(errs.Forbidden, "person.some_groups")
)

// maxNames is the number of different names and external IDs that are shown of one person.
const maxNames = 20

// Person is somebody a department has issued to, with what their credentials have in common.
type Person struct {
	ID              uuid.UUID // of their newest credential, which finds them
	Email           string
	Name            string   // on the newest credential
	Names           []string // all different names on their credentials, the present one first
	ExternalIDs     []string // the issuer's own IDs of them
	CredentialCount int
	IssuedCount     int // those that are not drafts
	LastIssuedAt    *time.Time
	LastOpenedAt    *time.Time // by the person, as far as it is known
	EmailProblem    string     // of the newest credential with one: uncertain, bounced, complained, suppressed, or ""
	Move            *Move      // a change of their address that waits for confirmation; not in lists
}

// Move is a change of a person's address that takes effect once somebody confirms the new one.
type Move struct {
	Email     string
	ExpiresAt time.Time
}

// Query filters the list. Zero values do not filter.
type Query struct {
	Term         string // part of a name or address, or an ID
	Email        string
	ExternalID   string
	GroupID      int64
	EmailProblem string // one, or several separated by commas
	Sort         string // a field, with a leading minus for descending; the newest first by default
	Page         page.Request
}

// Found is a page of people. They are counted up to MostCounted.
type Found struct {
	page.Page[Person]
	Capped bool // there are more than Total
}

// MostCounted is the limit up to which people are counted.
const MostCounted = 10_000
