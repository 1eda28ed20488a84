// Package verification verifies credentials, ours and those of other issuers, and reports every step. It fails closed: a
// credential that could not be fully checked is never reported as valid.
package verification

import (
	"time"

	"laurel/internal/trust/verification/internal/recipients"
)

// Input is what to verify: a text (a URL, an ID, JSON or a signed token) or the bytes of a file.
type Input struct {
	Text string
	File []byte
	// Email is compared with the recipient of the credential; "" skips the comparison.
	Email string
}

// MaxInput is the maximum file size in bytes.
const MaxInput = 8 << 20

// Verdict is the overall result of a verification.
type Verdict string

// The verdicts.
const (
	Valid          Verdict = "valid"
	Changed        Verdict = "changed"
	Test           Verdict = "test"        // it was never meant to hold
	KeyRevoked     Verdict = "key_revoked" // the issuer declared the key of this copy compromised
	Revoked        Verdict = "revoked"
	Deleted        Verdict = "deleted" // by its issuer
	Suspended      Verdict = "suspended"
	InProgress     Verdict = "in_progress" // nothing was achieved yet
	Superseded     Verdict = "superseded"  // a correction replaced the version that was handed in
	Unsupported    Verdict = "unsupported"
	Unreachable    Verdict = "unreachable"
	Private        Verdict = "private" // it is ours, and only its full link opens it
	NotACredential Verdict = "not_a_credential"
	Expired        Verdict = "expired"
	NotYetValid    Verdict = "not_yet_valid"
	IssuerUnknown  Verdict = "issuer_unknown"
)

// Verdicts lists all verdicts by precedence: the first one that any step leads to is the result.
var Verdicts = []Verdict{
	Changed, KeyRevoked, Test, Revoked, Deleted, Suspended, InProgress, Superseded, Unsupported, Unreachable, Private, NotACredential, Expired, NotYetValid, IssuerUnknown, Valid,
}

// State is the result of a step.
type State string

// The states of a step.
const (
	Passed    State = "passed"
	Failed    State = "failed"
	Warning   State = "warning"
	Unchecked State = "unchecked" // it could not be checked
)

// Result is the outcome of a verification.
type Result struct {
	Verdict    Verdict
	Standard   Standard    // "" when no credential was found
	Credential *Credential // what the credential says; true only as far as the verdict goes
	// EmailMatch is the result for Input.Email; "" when no address was given or the recipient is unproven.
	EmailMatch EmailMatch
	Steps      []Step
	CheckedAt  time.Time
	// Fetched is the document that was found at the URL to verify; nil for other input.
	Fetched []byte `json:"-"`

	identities []recipients.Identity // who the credential says it is for
}

// Standard is the standard that a credential follows.
type Standard string

// The standards.
const (
	OpenBadges1 Standard = "Open Badges 1"
	OpenBadges2 Standard = "Open Badges 2.0"
	OpenBadges3 Standard = "Open Badges 3.0"
	// VerifiableCredential1 is any other credential of the W3C data model.
	VerifiableCredential1 Standard = "Verifiable Credentials"
	// SDJWT1 is an SD-JWT with issuer-defined claims.
	SDJWT1 Standard = "SD-JWT VC"
	// LearnerRecord2 contains Open Badges 3.0 credentials.
	LearnerRecord2 Standard = "Comprehensive Learner Record 2.0"
	// Presentation contains credentials of any standard.
	Presentation Standard = "Verifiable Presentation"
)

// Credential holds the claims of a credential for display.
type Credential struct {
	ID          string
	Name        string
	Description string
	Recipient   string // "" when the credential tells only a hash of an address
	Grade       string
	Attributes  []Attribute
	LicenseID   string // the issuer's own id, "" where it gave none
	Issuer      Issuer
	IssuedAt    time.Time // zero when it does not say
	ValidUntil  time.Time // zero when it has no end
	Skills      []string  // tags, and names of nodes of skills frameworks
	Image       string    // URL of its picture, also as data:; "" when it names none
}

// Attribute is a named result, such as an instructor or a number of hours.
type Attribute struct{ Name, Value string }

// Issuer is the issuer of a credential.
type Issuer struct {
	ID, Name, URL string
	Domain        *Domain // nil where it has none, and where nothing is proven about the issuer
}

// Step is one check.
type Step struct {
	Code    Code
	State   State
	Params  map[string]string
	Signer  string // the key that signed, where the step is about that
	Fetched []Fetched
}

// Fetched is a document that was requested.
type Fetched struct {
	URL     string
	Status  int    // 0 when there was no answer
	Problem string // why there was none; "" when there was one
}

// Code identifies the finding of a step; its text is verification.steps.CODE in locales.
type Code string

type meaning struct {
	state   State
	verdict Verdict // what it leads to; "" when it stands in nothing's way
}

// meanings maps each step code to its state and verdict.
var meanings = map[Code]meaning{
	"found":               {Passed, ""},
	"no_credential":       {Failed, NotACredential},
	"web_page":            {Failed, NotACredential},
	"address_empty":       {Failed, NotACredential},
	"pdf_without":         {Failed, NotACredential},
	"picture_without":     {Failed, NotACredential},
	"qr_found":            {Passed, ""},
	"malformed":           {Failed, NotACredential},
	"incomplete":          {Failed, NotACredential},
	"damaged":             {Failed, Changed},
	"several":             {Failed, Changed},
	"kind_unsupported":    {Unchecked, Unsupported},
	"address_unreachable": {Unchecked, Unreachable},
	"address_gone":        {Failed, Revoked},
	"address_private":     {Unchecked, Private},

	"context_wrong":         {Failed, Changed},
	"unsigned":              {Failed, Changed},
	"key_found":             {Passed, ""},
	"key_unreachable":       {Unchecked, Unreachable},
	"key_unknown":           {Failed, Changed},
	"key_retired":           {Failed, Changed},
	"key_revoked":           {Failed, KeyRevoked},
	"signature_good":        {Passed, ""},
	"signature_wrong":       {Failed, Changed},
	"signature_unsupported": {Unchecked, Unsupported},
	"proof_unchecked":       {Warning, ""},
	"not_covered":           {Failed, Changed},
	"claims_differ":         {Failed, Changed},
	"signer_is_issuer":      {Passed, ""},
	"signer_not_issuer":     {Failed, Changed},

	"hosted_good":        {Passed, ""},
	"hosted_newer":       {Warning, ""},
	"hosted_differs":     {Failed, Changed},
	"hosted_elsewhere":   {Failed, Changed},
	"hosted_unreachable": {Unchecked, Unreachable},
	"class_found":        {Passed, ""},
	"class_unreachable":  {Unchecked, Unreachable},

	"test_credential": {Failed, Test},

	"status_good":        {Passed, ""},
	"status_none":        {Passed, ""},
	"status_revoked":     {Failed, Revoked},
	"status_withdrawn":   {Failed, Revoked}, // or suspended or superseded: its issuer alone can tell
	"status_deleted":     {Failed, Deleted},
	"status_suspended":   {Failed, Suspended},
	"status_in_progress": {Failed, InProgress},
	"status_superseded":  {Failed, Superseded},
	"status_unreachable": {Unchecked, Unreachable},
	"status_wrong":       {Failed, Changed},
	"status_unsupported": {Unchecked, Unsupported},

	"in_time":       {Passed, ""},
	"expired":       {Failed, Expired},
	"not_yet_valid": {Failed, NotYetValid},

	"presented":        {Passed, ""}, // the steps after it say how it stands
	"holder_signed":    {Passed, ""},
	"holder_wrong":     {Failed, Changed},
	"holder_expired":   {Warning, ""},
	"holder_unchecked": {Warning, ""},

	"held_good":     {Passed, ""},
	"held_expired":  {Warning, ""},
	"held_unlisted": {Warning, IssuerUnknown},
	"held_bad":      {Failed, ""}, // the steps after it say why

	"issuer_ours":          {Passed, ""},
	"issuer_listed":        {Passed, ""},
	"issuer_unlisted":      {Warning, IssuerUnknown},
	"registry_unreachable": {Warning, ""},

	"email_match":      {Passed, ""},
	"email_no_match":   {Failed, ""}, // the credential holds, but it is somebody else's
	"email_not_stated": {Unchecked, ""},

	"out_of_time": {Unchecked, Unreachable},
}

// Codes returns all step codes.
func Codes() []Code {
	out := make([]Code, 0, len(meanings))
	for code := range meanings {
		out = append(out, code)
	}
	return out
}

// Problems are the reasons why a document could not be fetched; their texts are verification.problems in locales.
var Problems = []string{"refused", "unreachable", "too_slow", "too_large", "redirects", "too_many"}
