package credentials

import (
	"strings"
	"unicode/utf8"

	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/optional"
)

// TextField declares a text of a credential that clients set. Inputs, histories, events and imports go by these declarations.
type TextField struct {
	Name    string // in errors, histories and events
	Max     int    // characters
	OneLine bool
	Input   func(*Input) *optional.Value[string]
	Value   func(*Credential) *string
}

// TextFields lists the texts of a credential.
var TextFields = []TextField{
	{"license_id", 255, false, func(in *Input) *optional.Value[string] { return &in.LicenseID }, func(c *Credential) *string { return &c.LicenseID }},
	{"recipient.name", 255, true, func(in *Input) *optional.Value[string] { return &in.RecipientName }, func(c *Credential) *string { return &c.Recipient.Name }},
	{"recipient.email", 320, false, func(in *Input) *optional.Value[string] { return &in.RecipientEmail }, func(c *Credential) *string { return &c.Recipient.Email }},
	{"recipient.id", 255, false, func(in *Input) *optional.Value[string] { return &in.RecipientID }, func(c *Credential) *string { return &c.Recipient.ID }},
	{"recipient.phone_number", 30, false, func(in *Input) *optional.Value[string] { return &in.RecipientPhone }, func(c *Credential) *string { return &c.Recipient.Phone }},
	{"name", 255, true, func(in *Input) *optional.Value[string] { return &in.Name }, func(c *Credential) *string { return &c.OwnName }},
	{"description", 5000, false, func(in *Input) *optional.Value[string] { return &in.Description }, func(c *Credential) *string { return &c.OwnDescription }},
}

// apply sets the text of c if the input contains it, and adds an error if it is too long.
func (f TextField) apply(in *Input, c *Credential, wrong *errs.Fields) {
	given := f.Input(in)
	if !given.Given {
		return
	}
	text := given.Value
	if f.OneLine {
		text = i18n.OneLine(text)
	}
	text = strings.TrimSpace(text)
	if utf8.RuneCountInString(text) > f.Max {
		wrong.Add(f.Name, "too_long", "max", f.Max)
	}
	*f.Value(c) = text
}
