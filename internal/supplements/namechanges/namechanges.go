// Package namechanges handles requests of recipients to correct the name, or other data, on a credential: the request, the decision,
// and the rule by which small corrections of a name are made without one.
package namechanges

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"golang.org/x/text/unicode/norm"

	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
)

// State is the state of a request. All states but Unconfirmed and Pending are final.
type State string

// The states.
const (
	Unconfirmed  State = "unconfirmed" // nobody has read the mail at the address that is asked for
	Pending      State = "pending"
	Approved     State = "approved"
	Denied       State = "denied"
	Withdrawn    State = "withdrawn"
	AutoApproved State = "auto_approved"
	Expired      State = "expired"
)

// States lists all states.
var States = []State{Unconfirmed, Pending, Approved, Denied, Withdrawn, AutoApproved, Expired}

// Kind is what a request wants to change.
type Kind string

// The kinds.
const (
	OfName  Kind = "name"
	OfEmail Kind = "email"
	OfDate  Kind = "date"  // of issue
	OfOther Kind = "other" // in words: the issuer makes the change by hand
)

// Kinds lists all kinds.
var Kinds = []Kind{OfName, OfEmail, OfDate, OfOther}

// of returns the credential's current value of the kind, in the form in which a request stores it.
func (k Kind) of(c credentials.Credential) string {
	switch k {
	case OfEmail:
		return c.Recipient.Email
	case OfDate:
		return c.IssuedOn.Format(time.DateOnly)
	case OfOther:
		return ""
	}
	return c.Recipient.Name
}

// Reason is why somebody requests another name.
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

// Reasons lists all reasons.
var Reasons = []Reason{Typo, Married, Legal, Transliteration, Payer, Other}

// How long requests, links and documents are kept.
const (
	openFor      = 60 * 24 * time.Hour
	confirmFor   = 7 * 24 * time.Hour // how long a mailed link confirms an address
	documentKept = 30 * 24 * time.Hour
)

// Change is a request for another name, or another value of its kind.
type Change struct {
	ID            int64
	Kind          Kind
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
	Document      string     // the name of the file that was handed in; "" without one
	ConfirmedAt   *time.Time // when the address that is asked for was; nil of other kinds
	CreatedAt     time.Time
	ExpiresAt     time.Time
	Credential    Credential
}

// Credential is the credential that a request is about.
type Credential struct {
	UUID           uuid.UUID
	Name           string // what it was awarded for
	RecipientName  string // as it is now
	RecipientEmail string
	GroupID        int64
	GroupName      string
}

// Request asks for another name, or another value of its kind.
type Request struct {
	Kind   Kind // "": of the name
	Name   string
	Reason Reason
	Note   string
	All    bool
}

const (
	maxName = 255
	maxNote = 1000
)

func (in *Request) validate(c credentials.Credential) error {
	var wrong errs.Fields
	in.Name, in.Note, in.Kind = plain(in.Name), strings.TrimSpace(in.Note), cmp.Or(in.Kind, OfName)
	if in.Kind != OfName && in.Reason == "" {
		in.Reason = Other // its note tells it
	}
	if !slices.Contains(Kinds, in.Kind) {
		return errs.Field("kind", "not_one_of", "values", joined(Kinds))
	}
	in.checkValue(c, &wrong)
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

// checkValue validates the requested value for its kind.
func (in *Request) checkValue(c credentials.Credential, wrong *errs.Fields) {
	current := in.Kind.of(c)
	switch {
	case in.Name == "":
		wrong.Add("requested_name", "required")
	case utf8.RuneCountInString(in.Name) > maxName:
		wrong.Add("requested_name", "too_long", "max", maxName)
	case in.Kind == OfName && in.Name == plain(current):
		wrong.Add("requested_name", "name_change.same_name")
	case in.Kind == OfEmail && !credentials.ValidEmail(in.Name):
		wrong.Add("requested_name", "invalid_email")
	case in.Kind == OfDate:
		day, err := credentials.ParseDate(in.Name)
		if err != nil {
			wrong.Add("requested_name", "invalid_date")
			return
		}
		if in.Name = day.Format(time.DateOnly); c.ExpiredOn != nil && c.ExpiredOn.Before(day) {
			wrong.Add("requested_name", "credential.expires_before_issue")
		}
	}
	if in.Kind != OfName && in.Name != "" && strings.EqualFold(in.Name, current) {
		wrong.Add("requested_name", "name_change.same_value")
	}
}

// plain puts a name on one line in Unicode normal form.
func plain(name string) string {
	return norm.NFC.String(i18n.OneLine(name))
}

func joined[T ~string](all []T) string {
	out := make([]string, len(all))
	for i, one := range all {
		out[i] = string(one)
	}
	return strings.Join(out, ", ")
}

// Decision is an issuer's answer to a request.
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

// Outcome is the result for one of several requests that were decided together.
type Outcome struct {
	ID      int64
	Refusal *errs.Error // nil: it was decided
}

// Settings are a department's settings for requests.
type Settings struct {
	AutoApprove bool // tiny corrections need no decision
}

// Filter narrows the list of requests.
type Filter struct {
	States       []State
	Reason       Reason
	Kind         Kind
	CredentialID int64
	Query        string // part of a name or address
}

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrNotFound    = errs.New(errs.NotFound, "name_change.not_found")
	ErrOpen        = errs.New(errs.Conflict, "name_change.open")
	ErrDecided     = errs.New(errs.Conflict, "name_change.decided")
	ErrUnconfirmed = errs.New(errs.Conflict, "name_change.unconfirmed")
	ErrLink        = errs.New(errs.NotFound, "name_change.link")
	ErrNoDocument  = errs.New(errs.NotFound, "name_change.no_document")
)
