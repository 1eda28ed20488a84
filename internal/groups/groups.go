// Package groups holds what credentials have in common: the course they are for, their designs and how they are sent.
package groups

import (
	"time"

	"github.com/google/uuid"

	"laurel/internal/page"
)

// State tells groups that take new credentials from those that are put away.
type State string

// The states.
const (
	Active   State = "active"
	Archived State = "archived" // no new credentials; those it has live on
)

// AutoExpiry is how long after the issue date a credential expires when it is not told.
type AutoExpiry struct {
	Amount int
	Unit   string // day, month or year
}

// Counts is how many credentials a group has.
type Counts struct {
	Drafts    int
	Published int // issued, whatever became of them since
}

// Group is one group.
type Group struct {
	ID                       int64
	DepartmentID             int64
	Name                     string // for the issuer only; one of its kind in the department
	CourseName               string // what recipients read
	CourseDescription        string
	CourseLink               string
	Language                 string // of mails and pages
	CertificateDesignID      *int64
	BadgeDesignID            *int64
	PrimaryDesignID          *int64 // one of the two; set whenever one of them is
	GeneratePrivate          *bool  // nil is the department's setting
	AllowDuplicateRecipients bool
	AttachPDF                bool
	SendEmails               bool
	AchievementType          string // one of Open Badges' words
	LearningOutcomes         []string
	AutoExpiry               *AutoExpiry
	State                    State
	MetaData                 map[string]any
	CreatedAt                time.Time
	UpdatedAt                time.Time

	DesignName    string    // the primary design's, HTML-escaped
	DesignVersion uuid.UUID // names the picture of the primary design; zero without one
	Counts        Counts
}

// Optional is a field of a partial change: not given leaves things as they are.
type Optional[T any] struct {
	Given bool
	Value T
}

// Set makes a given value.
func Set[T any](v T) Optional[T] { return Optional[T]{true, v} }

// Input is what a client says of a group, on creation and on change alike.
type Input struct {
	Name                     Optional[string]
	CourseName               Optional[string]
	CourseDescription        Optional[string]
	CourseLink               Optional[string]
	Language                 Optional[string]
	CertificateDesignID      Optional[*int64]
	BadgeDesignID            Optional[*int64]
	PrimaryDesignID          Optional[*int64]
	GeneratePrivate          Optional[*bool]
	AllowDuplicateRecipients Optional[bool]
	AttachPDF                Optional[bool]
	SendEmails               Optional[bool]
	AchievementType          Optional[string]
	LearningOutcomes         Optional[[]string]
	AutoExpiry               Optional[*AutoExpiry]
	State                    Optional[string]
	MetaData                 Optional[map[string]any]
}

// Query narrows a list. Empty fields match all.
type Query struct {
	IDs           []int64 // nil matches all, empty none
	Name          string  // a part of it
	CourseName    string  // a part of it
	Text          string  // a part of either, or an id
	State         string
	UpdatedFrom   *time.Time
	UpdatedBefore *time.Time
	MetaData      map[string]any // all of these
	Sort          string         // name, course_name, created_at or updated_at; a leading minus turns it round
	Page          page.Request
}
