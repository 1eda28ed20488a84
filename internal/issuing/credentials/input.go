package credentials

import (
	"encoding/json"
	"fmt"
	"net/mail"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"laurel/internal/design/attributes"
	"laurel/internal/formats/metadata"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/optional"
)

// DuplicateBehavior is what to do with a new credential whose recipient already has one of the group.
type DuplicateBehavior string

// The behaviors. By default the group's setting applies.
const (
	DenyDuplicate    DuplicateBehavior = "deny"
	ReplaceDuplicate DuplicateBehavior = "replace" // change the one that is there
	AllowDuplicate   DuplicateBehavior = "allow"   // only in groups that allow it
)

// target is the credential to which an input is applied, with its errors.
type target struct {
	c     *Credential
	wrong errs.Fields
}

func (t *target) flag(in optional.Value[bool], to *bool) {
	if in.Given {
		*to = in.Value
	}
}

// Apply applies the input to c and reports all invalid fields at once. kinds are the existing custom attributes.
func (in Input) Apply(c *Credential, kinds map[string]attributes.Kind) error {
	t := &target{c: c}
	for _, f := range TextFields {
		f.apply(&in, c, &t.wrong)
	}
	t.dates(in)
	if in.Grade.Given {
		c.Grade = in.Grade.Value
	}
	if g := c.Grade; g != nil && !(*g >= 0 && *g <= 100) {
		t.wrong.Add("grade", "credential.grade_percentage")
	}
	t.flag(in.Private, &c.Private)
	t.flag(in.Complete, &c.Complete)
	t.flag(in.AllowEvidence, &c.AllowEvidence)
	t.flag(in.AllowReferences, &c.AllowReferences)
	if in.CustomAttributes.Given {
		c.CustomAttributes = map[string]any{}
		for key, value := range in.CustomAttributes.Value {
			if metadata.Reserved(key) {
				t.wrong.Add("custom_attributes."+key, "reserved_key")
				continue
			}
			t.attribute(key, value, kinds)
		}
	}
	t.meta("meta_data", in.MetaData, &c.MetaData)
	t.meta("recipient.meta_data", in.RecipientMeta, &c.Recipient.MetaData)
	return t.wrong.Err()
}

// Check validates an input for a credential without changing anything.
func (in Input) Check(onto Credential, kinds map[string]attributes.Kind) error {
	return in.Apply(&onto, kinds)
}

func (t *target) dates(in Input) {
	if in.IssuedOn.Given && strings.TrimSpace(in.IssuedOn.Value) != "" {
		d, err := ParseDate(in.IssuedOn.Value)
		if err != nil {
			t.wrong.Add("issued_on", "invalid_date")
		}
		t.c.IssuedOn = d
	}
	if in.ExpiredOn.Given {
		t.c.ExpiredOn = nil
		if strings.TrimSpace(in.ExpiredOn.Value) != "" {
			d, err := ParseDate(in.ExpiredOn.Value)
			if err != nil {
				t.wrong.Add("expired_on", "invalid_date")
			}
			t.c.ExpiredOn = &d
		}
	}
	if e := t.c.ExpiredOn; e != nil && !e.IsZero() && e.Before(t.c.IssuedOn) {
		t.wrong.Add("expired_on", "credential.expires_before_issue")
	}
}

// attribute sets a custom attribute. The value must have the attribute's kind, which is text for an undeclared one. Empty values count
// as missing.
func (t *target) attribute(key string, value any, kinds map[string]attributes.Kind) {
	field := "custom_attributes." + key
	if attributes.IsEmpty(value) {
		return
	}
	var text string
	switch v := value.(type) {
	case string:
		text = strings.TrimSpace(v)
	case float64:
		text = strconv.FormatFloat(v, 'f', -1, 64) // never 1e+06
	case bool, json.Number:
		text = fmt.Sprint(v)
	default:
		t.wrong.Add(field, "wrong_type", "type", "text")
		return
	}
	if utf8.RuneCountInString(text) > 5000 {
		t.wrong.Add(field, "too_long", "max", 5000)
		return
	}
	switch kinds[key] {
	case attributes.Date:
		d, err := ParseDate(text)
		if err != nil {
			t.wrong.Add(field, "invalid_date")
			return
		}
		text = d.Format(time.DateOnly)
	case attributes.Email:
		if !ValidEmail(text) {
			t.wrong.Add(field, "invalid_email")
			return
		}
	}
	t.c.CustomAttributes[key] = text
}

// meta sets the metadata within its limits.
func (t *target) meta(field string, in optional.Value[map[string]any], to *map[string]any) {
	if !in.Given {
		return
	}
	metadata.Check(&t.wrong, field, in.Value)
	*to = in.Value
}

var phonePattern = regexp.MustCompile(`^\+[1-9][0-9]{4,14}$`)

// ValidEmail reports whether a text is a single email address without a name, with a host of up to 255 characters.
func ValidEmail(address string) bool {
	parsed, err := mail.ParseAddress(address)
	if err != nil || parsed.Address != address || strings.ContainsAny(address, "\r\n\t <>\"[]") {
		return false
	}
	_, host, _ := strings.Cut(address, "@")
	return strings.Contains(host, ".") && len(host) <= 255 && !strings.HasPrefix(host, ".") && !strings.HasSuffix(host, ".")
}

// dateForms are the date formats of real clients. DD/MM/YYYY is a legacy format. The zones of timestamps are ignored, because an issue
// date is a calendar date.
var dateForms = []string{
	time.DateOnly, "2006-1-2", "02/01/2006", "2/1/2006", "2006/1/2", time.RFC3339, "2006-01-02 15:04:05 -0700", "2006-01-02 15:04:05 MST", time.DateTime,
}

// ParseDate parses a date in any of the accepted formats, from the year 1900 to 9999.
func ParseDate(text string) (time.Time, error) {
	text = strings.TrimSpace(text)
	for _, form := range dateForms {
		if d, err := time.Parse(form, text); err == nil && d.Year() >= 1900 && d.Year() <= 9999 {
			return time.Date(d.Year(), d.Month(), d.Day(), 0, 0, 0, 0, time.UTC), nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is no date", text)
}
