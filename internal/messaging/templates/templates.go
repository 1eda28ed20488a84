// Package templates decides what emails say and look like: the texts of the installation, and the templates that departments make of
// them. A template that fails never stops an email: the next in the order of fallbacks is used, and the department is told.
package templates

import (
	"maps"
	"slices"
	"time"

	"laurel/internal/messaging/letters"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/optional"
)

// The limits of templates.
const (
	mostTemplates    = 200 // of a department
	longestName      = 255
	longestSubject   = 150
	longestPreheader = 200
	longestText      = 20_000 // of a text block, and of the text part
	longestHTML      = 60_000
	longestURL       = 2048
	longestLabel     = 200
	mostBlocks       = 60
	mostColumns      = 3
)

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrNotFound      = errs.New(errs.NotFound, "email_template.not_found")
	ErrGroupNotFound = errs.New(errs.NotFound, "group.not_found")
	ErrNameTaken     = errs.New(errs.Conflict, "email_template.name_taken")
	ErrInUse         = errs.New(errs.Conflict, "email_template.in_use")
	ErrOutdated      = errs.New(errs.Conflict, "email_template.outdated")
	ErrTooMany       = errs.New(errs.Conflict, "email_template.too_many")
	ErrNoAddress     = errs.New(errs.Conflict, "email_template.needs_person")
)

// State is whether a template may be used.
type State string

// The states of a template.
const (
	Draft  State = "draft"
	Active State = "active"
)

// Template is how a department writes emails of a type.
type Template struct {
	ID        int64
	Type      string // of Types
	Name      string
	State     State
	Default   bool   // used by all groups that choose no other
	Language  string // its main language: used where it has no variant in the recipient's
	FromName  string // "": of the group or the department
	ReplyTo   string
	Style     letters.Style
	Variants  map[string]letters.Variant // by language; Language is one of them
	Version   int                        // counts changes
	Fault     string                     // why this version could not be used, or ""
	FaultAt   *time.Time
	Groups    int // that chose it; only in lists
	CreatedAt time.Time
	UpdatedAt time.Time
}

// Languages lists the languages of the template's variants.
func (t Template) Languages() []string { return slices.Sorted(maps.Keys(t.Variants)) }

// Input is the fields of a template. Those that are not given stay unchanged.
type Input struct {
	Type     string // of a new template
	Name     optional.Value[string]
	State    optional.Value[string]
	Default  optional.Value[bool]
	Language optional.Value[string]
	FromName optional.Value[string]
	ReplyTo  optional.Value[string]
	Style    optional.Value[letters.Style]
	Variants optional.Value[map[string]letters.Variant]
	Version  int // that the change is based on; 0: any
}

// Group is a group that uses a template.
type Group struct {
	ID   int64
	Name string
}

// Choices are the templates that a group may use and uses, by type.
type Choices struct {
	Types     []string
	Available []Template
	Chosen    map[string]int64
}
