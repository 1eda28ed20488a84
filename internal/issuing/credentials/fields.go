package credentials

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/language"

	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
)

// Recipient is the holder of the credential.
type Recipient struct {
	Name     string
	Email    string // as typed; compared without case
	ID       string // the issuer's own, "" when none was given
	Phone    string
	Language string // a BCP 47 tag; "" is the group's
	MetaData map[string]any
}

// Input is what a client sends to create or change a credential.
type Input struct {
	LicenseID         optional.Value[string]
	GroupID           int64
	GroupName         string
	RecipientName     optional.Value[string]
	RecipientEmail    optional.Value[string]
	RecipientID       optional.Value[string]
	RecipientPhone    optional.Value[string]
	RecipientLanguage optional.Value[string]
	RecipientMeta     optional.Value[map[string]any]
	Name              optional.Value[string]
	Description       optional.Value[string]
	IssuedOn          optional.Value[string]
	ExpiredOn         optional.Value[string] // "" never expires
	Grade             optional.Value[*float64]
	CustomAttributes  optional.Value[map[string]any]
	Private           optional.Value[bool]
	Complete          optional.Value[bool]
	AllowEvidence     optional.Value[bool]
	AllowReferences   optional.Value[bool]
	MetaData          optional.Value[map[string]any]
	Source            string
	Duplicates        DuplicateBehavior // on creation
	KeepExisting      bool              // the group's rule may refuse a duplicate, but not change what is there
	Undesigned        bool              // on creation: it may wait as a draft in a group that has no design yet
	Warnings          []errs.Warning    // what was accepted otherwise than it was sent; Resolve adds to them

	Resolved bool // its attributes and images were resolved
}

// TextField declares a text of a credential that clients set. Inputs, columns, histories, events, imports and exports go by these
// declarations.
type TextField struct {
	Name     string // in the API, errors, histories, events and imports
	Column   string
	Null     bool // whether the column stores "" as null
	Max      int  // characters
	OneLine  bool
	Shown    bool // whether a change corrects what an issued credential shows
	Key      bool // whether it says which credential or whose it is, so that no import clears it
	Required bool
	Check    func(text string) (normal, code string) // of a text that is not empty; nil accepts any
	Input    func(*Input) *optional.Value[string]
	Value    func(*Credential) *string

	stored func(*Row) string
}

// TextFields lists the texts of a credential.
var TextFields = []TextField{
	{
		Name: "license_id", Column: "license_id", Max: 255, Null: true, Shown: true, Key: true,
		Input:  func(in *Input) *optional.Value[string] { return &in.LicenseID },
		Value:  func(c *Credential) *string { return &c.LicenseID },
		stored: func(r *Row) string { return pg.OrZero(r.LicenseID) },
	},
	{
		Name: "recipient.name", Column: "recipient_name", Max: 255, OneLine: true, Shown: true, Key: true, Required: true,
		Input:  func(in *Input) *optional.Value[string] { return &in.RecipientName },
		Value:  func(c *Credential) *string { return &c.Recipient.Name },
		stored: func(r *Row) string { return r.RecipientName },
	},
	{
		Name: "recipient.email", Column: "recipient_email", Max: 320, Key: true, Required: true, Check: email,
		Input:  func(in *Input) *optional.Value[string] { return &in.RecipientEmail },
		Value:  func(c *Credential) *string { return &c.Recipient.Email },
		stored: func(r *Row) string { return r.RecipientEmail },
	},
	{
		Name: "recipient.id", Column: "recipient_id", Max: 255, Null: true, Key: true,
		Input:  func(in *Input) *optional.Value[string] { return &in.RecipientID },
		Value:  func(c *Credential) *string { return &c.Recipient.ID },
		stored: func(r *Row) string { return pg.OrZero(r.RecipientID) },
	},
	{
		Name: "recipient.phone_number", Column: "recipient_phone", Max: 30, Check: phone,
		Input:  func(in *Input) *optional.Value[string] { return &in.RecipientPhone },
		Value:  func(c *Credential) *string { return &c.Recipient.Phone },
		stored: func(r *Row) string { return r.RecipientPhone },
	},
	{
		Name: "recipient.language", Column: "recipient_language", Max: 35, Check: languageTag,
		Input:  func(in *Input) *optional.Value[string] { return &in.RecipientLanguage },
		Value:  func(c *Credential) *string { return &c.Recipient.Language },
		stored: func(r *Row) string { return r.RecipientLanguage },
	},
	{
		Name: "name", Column: "name", Max: 255, Null: true, OneLine: true, Shown: true,
		Input:  func(in *Input) *optional.Value[string] { return &in.Name },
		Value:  func(c *Credential) *string { return &c.OwnName },
		stored: func(r *Row) string { return pg.OrZero(r.Name) },
	},
	{
		Name: "description", Column: "description", Max: 5000, Null: true, Shown: true,
		Input:  func(in *Input) *optional.Value[string] { return &in.Description },
		Value:  func(c *Credential) *string { return &c.OwnDescription },
		stored: func(r *Row) string { return pg.OrZero(r.Description) },
	},
}

// RecipientFields are the TextFields of the recipient.
func RecipientFields() (all []TextField) {
	for _, f := range TextFields {
		if f.OfRecipient() {
			all = append(all, f)
		}
	}
	return all
}

// OfRecipient reports whether the text describes the recipient.
func (f TextField) OfRecipient() bool { return strings.HasPrefix(f.Name, "recipient.") }

// apply sets the text of c if the input contains it, and adds an error if c then has no valid one.
func (f TextField) apply(in *Input, c *Credential, wrong *errs.Fields) {
	value := f.Value(c)
	if given := f.Input(in); given.Given {
		*value = given.Value
		if f.OneLine {
			*value = i18n.OneLine(*value)
		}
		*value = strings.TrimSpace(*value)
		if utf8.RuneCountInString(*value) > f.Max {
			wrong.Add(f.Name, "too_long", "max", f.Max)
		}
	}
	switch {
	case *value == "" && f.Required:
		wrong.Add(f.Name, "required")
	case *value != "" && f.Check != nil:
		normal, code := f.Check(*value)
		if code != "" {
			wrong.Add(f.Name, code)
			return
		}
		*value = normal
	}
}

func email(text string) (normal, code string) {
	if !ValidEmail(text) {
		return "", "invalid_email"
	}
	return text, ""
}

func phone(text string) (normal, code string) {
	if !phonePattern.MatchString(text) {
		return "", "invalid_phone"
	}
	return text, ""
}

// languageTag returns the canonical form of a BCP 47 tag of a registered language.
func languageTag(text string) (normal, code string) {
	tag, err := language.Parse(text)
	if base, _, _ := tag.Raw(); err != nil || base.String() == "und" {
		return "", "unknown_language"
	}
	return tag.String(), ""
}
