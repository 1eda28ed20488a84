// Package credentials holds what a credential is and reads it. A credential certifies one achievement of one recipient, and has a state
// from draft to tombstone. Packages authoring and lifecycle change credentials, and credentialsearch finds them.
package credentials

import (
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/groups"
	"laurel/locales"
)

// State is the state of a credential in its lifecycle.
type State string

// The states.
const (
	Draft      State = "draft"
	Scheduled  State = "scheduled"
	InProgress State = "in_progress" // issued and not completed: nothing was achieved yet
	Published  State = "published"
	Expired    State = "expired"
	Suspended  State = "suspended"
	Revoked    State = "revoked"
	Deleted    State = "deleted"
)

// Issued reports whether the credential was published, so that its public link works.
func (s State) Issued() bool {
	return s == InProgress || s == Published || s == Expired || s == Suspended || s == Revoked
}

// Achieved reports whether the achievement is complete and was not withdrawn.
func (s State) Achieved() bool { return s == Published || s == Expired }

// Issuer is a snapshot of the department at the time of issue.
type Issuer struct {
	ID          int64  `json:"id"`
	Name        string `json:"name"`
	URL         string `json:"url"`
	Logo        string `json:"logo"`
	Description string `json:"description"`

	PageBanner     string `json:"-"` // its pages show the department's present ones
	WhitelabelLogo string `json:"-"`
	LinkedInID     string `json:"-"` // of the department's company page; "" is none

	TimeZone *time.Location `json:"-"` // the department's present one; nil is UTC
}

// Zone is the time zone of the issuer, by default UTC.
func (i Issuer) Zone() *time.Location {
	if i.TimeZone == nil {
		return time.UTC
	}
	return i.TimeZone
}

// Group is a snapshot of the group at the time of issue. Designs are the group's current ones.
type Group struct {
	ID                int64    `json:"id"`
	Name              string   `json:"name"`
	CourseName        string   `json:"course_name"`
	CourseDescription string   `json:"course_description"`
	CourseLink        string   `json:"course_link"`
	Language          string   `json:"language"`
	LearningOutcomes  []string `json:"learning_outcomes"`
	AchievementType   string   `json:"achievement_type"` // "" on what was issued before groups told it
	Criteria          string   `json:"criteria"`
	CriteriaURL       string   `json:"criteria_url"`

	Alignments          []groups.Alignment `json:"alignments"`
	Settings            groups.Settings    `json:"-"` // the group's present ones
	CertificateDesignID *int64             `json:"-"`
	BadgeDesignID       *int64             `json:"-"`
}

// Printed is a custom attribute that the credential's designs print, with its name at the time of issue.
type Printed struct {
	Key  string `json:"key"`
	Name string `json:"name"`
	Kind string `json:"kind"` // text, date or email
}

// Fact is the value of a custom attribute that the credential's designs print. Dates are YYYY-MM-DD.
type Fact struct {
	Printed
	Value string
}

// Facts returns the values of the custom attributes that the credential's designs print, sorted by name. Attributes without a value are
// omitted. Credentials issued before snapshots listed attributes have none.
func (c Credential) Facts() []Fact {
	var out []Fact
	for _, p := range c.Printed {
		if value := c.CustomAttributes[p.Key]; value != nil && fmt.Sprint(value) != "" {
			out = append(out, Fact{p, fmt.Sprint(value)})
		}
	}
	return out
}

// Credential is a credential with the texts of its group and issuer. For an issued credential, these are the texts at the time of
// issue.
type Credential struct {
	ID           int64
	DepartmentID int64
	UUID         uuid.UUID
	EncodedID    string
	LicenseID    string // the issuer's own id, "" when none was given
	Test         bool   // a key in test mode made it: it reaches nobody and is gone after a month

	Recipient        Recipient
	OwnName          string // "" shows the group's course name
	OwnDescription   string
	IssuedOn         time.Time  // a date
	ExpiredOn        *time.Time // a date
	ExpiredAt        *time.Time // when a program ended it before the end of that date; nil: it lasts through the date
	Grade            *float64   // percent
	CustomAttributes map[string]any
	Private          bool
	PrivateKey       string
	Complete         bool
	AllowEvidence    bool
	AllowReferences  bool
	State            State
	EmailStatus      string
	Engagement       Engagement // in pages of searches only; else ""
	MetaData         map[string]any
	Source           string
	CreatedAt        time.Time
	UpdatedAt        time.Time
	PublishAt        *time.Time // when it is to be published, where that is planned
	PublishSendEmail bool       // whether the recipient is written to then
	PublishRefusal   string     // why it could not be published last: a Reason
	PublishedAt      *time.Time
	DeletedAt        *time.Time
	CorrectedAt      *time.Time  // when what it shows was last corrected after it was issued
	NameChangeOpen   bool        // its recipient asked for another name and waits
	Suspension       *Suspension // nil unless it is suspended
	Revocation       *Revocation // nil unless it was revoked
	SupersededAt     *time.Time  // when its renewal was issued
	Supersedes       *Related    // what it renews
	SupersededBy     *Related    // what renews it; may be a draft still
	Group            Group
	Issuer           Issuer
	Printed          []Printed
	Certificate      uuid.UUID // design version that shows it; zero when the group has no certificate design
	Badge            uuid.UUID
	Size             string // of the certificate, such as "a4"; "" without one
	Orientation      string
}

// End returns the moment at which the credential expires: when its last day ends in the department's time zone, or earlier if an API
// key ended it. ok is false for a credential that does not expire.
func (c Credential) End() (end time.Time, ok bool) {
	if c.ExpiredOn == nil {
		return time.Time{}, false
	}
	year, month, day := c.ExpiredOn.Date()
	end = time.Date(year, month, day+1, 0, 0, 0, 0, c.Issuer.Zone())
	if c.ExpiredAt != nil && c.ExpiredAt.Before(end) {
		end = *c.ExpiredAt
	}
	return end, true
}

// Name is the title of the credential.
func (c Credential) Name() string {
	if c.OwnName != "" {
		return c.OwnName
	}
	return c.Group.CourseName
}

// RecipientLanguage is the language of emails to the recipient: their own or the nearest that has texts, otherwise the group's.
func (c Credential) RecipientLanguage() string {
	return locales.Nearest(c.Recipient.Language, c.Group.Language)
}

// PageLanguage is the language in which the public page opens: the recipient's, otherwise the one that the group sets. "" is the visitor's.
func (c Credential) PageLanguage() string {
	return locales.Nearest(c.Recipient.Language, c.Group.Settings.PageLanguage)
}

// GradeBand is the group's name for the grade, or "".
func (c Credential) GradeBand() string { return c.Group.Settings.Band(c.Grade) }

// Description is the description of the achievement.
func (c Credential) Description() string {
	if c.OwnDescription != "" {
		return c.OwnDescription
	}
	return c.Group.CourseDescription
}

// RecipientID is the recipient's ID in the API: the client's own, or else the credential's UUID.
func (c Credential) RecipientID() string {
	if c.Recipient.ID != "" {
		return c.Recipient.ID
	}
	return c.UUID.String()
}

// SeenBy returns the credential as an actor may see it. Without the right to see keys, the private key is removed, and links made from
// the result do not open the credential.
func (c Credential) SeenBy(by access.Actor) Credential {
	if !by.SeesPrivateKeys() {
		c.PrivateKey = ""
	}
	return c
}

// RequireKeys returns access.ErrDenied if an actor may not see the keys of private credentials, whose documents and signed forms
// contain the link.
func RequireKeys(by access.Actor, all []Credential) error {
	if !by.SeesPrivateKeys() && slices.ContainsFunc(all, func(c Credential) bool { return c.Private }) {
		return access.Denied(access.ManageCredentials)
	}
	return nil
}

// Key is the key that a link to the credential must contain: "" unless it is private.
func (c Credential) Key() string {
	if c.Private {
		return c.PrivateKey
	}
	return ""
}

// The email states that issuing sets or looks for.
const (
	MailNone    = "not_sent"
	MailDue     = "queued"
	MailBounced = "bounced"
)
