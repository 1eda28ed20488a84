// Package organizations groups departments that belong together. Administrators of an organization are administrators of each of its
// departments; the database keeps their memberships (see organization_follow).
package organizations

import (
	"cmp"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/platform/errs"
)

// Organization is a number of departments with common administrators. Every department belongs to one.
type Organization struct {
	ID        int64
	Name      string // that of the first department as long as it was not named
	CreatedAt time.Time
	// Departments are those that were not deleted, the oldest first.
	Departments []int64
}

// Department is one of an organization.
type Department struct {
	ID        int64
	Name      string
	Logo      string
	Members   int64
	Role      access.Role // of who asks
	CreatedAt time.Time
	// ArchivedAt is since when it only shows what it issued; nil: it works.
	ArchivedAt *time.Time
}

// maxDepartments is the maximum number of departments per organization, because its administrators belong to all of them.
const maxDepartments = 100

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrNotFound = errs.New(errs.NotFound, "organization.not_found")
	// ErrTooMany means that the organization has the maximum number of departments.
	ErrTooMany = errs.New(errs.Conflict, "organization.too_many_departments")
	// ErrTooManyOfOne means that the person would belong to more departments than the maximum.
	ErrTooManyOfOne = errs.New(errs.Conflict, "organization.too_many_of_person")
	// ErrLastAdministrator ensures that an organization always has an administrator.
	ErrLastAdministrator = errs.New(errs.Conflict, "organization.last_administrator")
	// ErrAlready means that the person is an administrator already.
	ErrAlready = errs.New(errs.Conflict, "organization.already_administrator")
	// ErrNotPerson means that nobody in the organization has the ID.
	ErrNotPerson = errs.New(errs.NotFound, "organization.person_not_found")
)

func name(own, first string) string { return cmp.Or(own, first) }
