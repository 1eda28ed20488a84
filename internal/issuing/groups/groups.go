// Package groups manages groups: the course, designs and delivery settings that credentials share.
package groups

import (
	"time"

	"github.com/google/uuid"

	"laurel/internal/platform/optional"
	"laurel/internal/platform/page"
)

// State is whether a group accepts new credentials.
type State string

// The states of a group.
const (
	Active   State = "active"
	Archived State = "archived" // no new credentials; those it has live on
)

// AutoExpiry is how long after the issue date a credential expires by default.
type AutoExpiry struct {
	Amount int
	Unit   string // day, month or year
}

// Counts is the number of credentials of a group.
type Counts struct {
	Drafts    int
	Published int // issued, whatever became of them since
}

// Group is a group of credentials.
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
	AchievementType          string   // one of Open Badges' words
	LearningOutcomes         []string // the skills that it stands for
	SkillCategoryID          *int64   // one of SkillCategories
	Criteria                 string   // what has to be done to earn it
	CriteriaURL              string
	Alignments               []Alignment
	Tags                     []string // what the issuer files it under; recipients never see them
	SignupURL                string
	Settings                 Settings
	AutoExpiry               *AutoExpiry
	Prerequisites            []Prerequisite // none, or two and more; who holds them all is issued a credential
	PrerequisitesAfter       *time.Time     // a date; nothing is issued for them before it
	PrerequisitesLost        Lost
	State                    State
	MetaData                 map[string]any
	CreatedAt                time.Time
	UpdatedAt                time.Time

	DesignName    string    // the primary design's, HTML-escaped
	DesignVersion uuid.UUID // names the picture of the primary design; zero without one
	Counts        Counts
}

// Input is the fields of a group, for creation and updates.
type Input struct {
	Name                     optional.Value[string]
	CourseName               optional.Value[string]
	CourseDescription        optional.Value[string]
	CourseLink               optional.Value[string]
	Language                 optional.Value[string]
	CertificateDesignID      optional.Value[*int64]
	BadgeDesignID            optional.Value[*int64]
	PrimaryDesignID          optional.Value[*int64]
	GeneratePrivate          optional.Value[*bool]
	AllowDuplicateRecipients optional.Value[bool]
	Duplicates               optional.Value[string] // says all about duplicates; the former only whether they are allowed
	AttachPDF                optional.Value[bool]
	SendEmails               optional.Value[bool]
	AchievementType          optional.Value[string]
	LearningOutcomes         optional.Value[[]string]
	SkillCategoryID          optional.Value[*int64]
	Criteria                 optional.Value[string]
	CriteriaURL              optional.Value[string]
	Alignments               optional.Value[[]Alignment]
	Tags                     optional.Value[[]string]
	SignupURL                optional.Value[string]
	LTILink                  optional.Value[string]
	Settings                 SettingsInput
	AutoExpiry               optional.Value[*AutoExpiry]
	Prerequisites            optional.Value[[]int64]
	PrerequisitesAfter       optional.Value[string] // a date; "" is none
	PrerequisitesLost        optional.Value[string]
	State                    optional.Value[string]
	MetaData                 optional.Value[map[string]any]
}

// Query filters a list of groups. Empty fields match all.
type Query struct {
	IDs           []int64 // nil matches all, empty none
	Name          string  // a part of it
	CourseName    string  // a part of it
	Text          string  // a part of either or of a tag, or an id
	Tag           string
	State         string
	DesignID      int64 // shown by it, as certificate or badge
	UpdatedFrom   *time.Time
	UpdatedBefore *time.Time
	MetaData      map[string]any // all of these
	Sort          string         // name, course_name, created_at or updated_at; a leading minus turns it round
	Page          page.Request
}
