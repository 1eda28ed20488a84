// Package namechanges holds what recipients ask for when the name on a credential is not theirs: the request, who decides it, and
// the rule that lets a tiny correction pass without anybody.
package namechanges

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"golang.org/x/text/unicode/norm"

	"laurel/internal/errs"
)

// State is where a request stands. All but Pending are final.
type State string

// The states.
const (
	Pending      State = "pending"
	Approved     State = "approved"
	Denied       State = "denied"
	Withdrawn    State = "withdrawn"
	AutoApproved State = "auto_approved"
	Expired      State = "expired"
)

// States are all of them.
var States = []State{Pending, Approved, Denied, Withdrawn, AutoApproved, Expired}

// Reason is why somebody asks for another name.
type Reason string

// The reasons.
const (
	Typo            Reason = "typo"
	Married         Reason = "married"
	Legal           Reason = "legal"
	Transliteration Reason = "transliteration"
	Payer           Reason = "payer" // the name of who paid was taken for that of who learned
	Other           Reason = "other"
)

// Reasons are all of them.
var Reasons = []Reason{Typo, Married, Legal, Transliteration, Payer, Other}

// How long things last.
const (
	openFor      = 60 * 24 * time.Hour
	documentKept = 30 * 24 * time.Hour
)

// Change is a request for another name.
type Change struct {
	ID            int64
	CurrentName   string // when it was asked
	RequestedName string
	Reason        Reason
	Note          string
	All           bool // also on the others of the same person that show the same name
	Distance      int  // how many letters differ
	State         State
	DecidedBy     string // "" where nobody did by hand
	DecisionNote  string
	DecidedAt     *time.Time
	Document      string // the name of the file that was handed in; "" without one
	CreatedAt     time.Time
	ExpiresAt     time.Time
	Credential    Credential
}

// Credential is what a request is about.
type Credential struct {
	UUID           uuid.UUID
	Name           string // what it was awarded for
	RecipientName  string // as it is now
	RecipientEmail string
	GroupID        int64
	GroupName      string
}

// Request asks for another name.
type Request struct {
	Name   string
	Reason Reason
	Note   string
	All    bool
}

const (
	maxName = 255
	maxNote = 1000
)

func (in *Request) validate(current string) error {
	var wrong errs.Fields
	in.Name, in.Note = plain(in.Name), strings.TrimSpace(in.Note)
	switch {
	case in.Name == "":
		wrong.Add("requested_name", "required")
	case utf8.RuneCountInString(in.Name) > maxName:
		wrong.Add("requested_name", "too_long", "max", maxName)
	case in.Name == plain(current):
		wrong.Add("requested_name", "name_change.same_name")
	}
	switch {
	case in.Reason == "":
		wrong.Add("reason", "required")
	case !slices.Contains(Reasons, in.Reason):
		wrong.Add("reason", "not_one_of", "values", joined(Reasons))
	}
	if utf8.RuneCountInString(in.Note) > maxNote {
		wrong.Add("note", "too_long", "max", maxNote)
	}
	return wrong.Err()
}

// plain writes a name on one line, each letter in one way.
func plain(name string) string {
	return norm.NFC.String(strings.Join(strings.Fields(strings.ToValidUTF8(name, "")), " "))
}

func joined[T ~string](all []T) string {
	out := make([]string, len(all))
	for i, one := range all {
		out[i] = string(one)
	}
	return strings.Join(out, ", ")
}

// Decision is what an issuer says to a request.
type Decision struct {
	Approve bool
	Note    string // for the recipient
	All     *bool  // nil: as the recipient asked
}

func (d *Decision) validate() error {
	if d.Note = strings.TrimSpace(d.Note); utf8.RuneCountInString(d.Note) > maxNote {
		return errs.Field("note", "too_long", "max", maxNote)
	}
	return nil
}

// Outcome is what became of one of many requests that were decided together.
type Outcome struct {
	ID      int64
	Refusal *errs.Error // nil: it was decided
}

// Settings are how a department takes requests.
type Settings struct {
	AutoApprove bool // tiny corrections need no decision
}

// Filter narrows the list of requests.
type Filter struct {
	States       []State
	Reason       Reason
	CredentialID int64
	Query        string // part of a name or address
}

// The refusals of this package. Each code has a message in locales/en.json.
var (
	ErrNotFound   = errs.New(errs.NotFound, "name_change.not_found")
	ErrOpen       = errs.New(errs.Conflict, "name_change.open")
	ErrDecided    = errs.New(errs.Conflict, "name_change.decided")
	ErrNoDocument = errs.New(errs.NotFound, "name_change.no_document")
)
