// Package departments manages the issuing organisations and their members. Every design and credential belongs to exactly one
// department.
package departments

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"laurel/internal/accounts/access"
	"laurel/internal/formats/metadata"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/links"
)

// Department is an organisation that issues credentials. A new one has no name, URL or logo.
type Department struct {
	ID                        int64
	OrganizationID            int64
	Name                      string
	URL                       string
	Logo                      string
	PageBanner                string // a wide picture above what it issued
	WhitelabelLogo            string // stands there in the place of its logo and name
	Description               string
	Language                  string
	TimeZone                  string
	GeneratePrivateCredential bool
	HoldMinutes               int // how long publications hold their mails back, unless they say otherwise
	UndeclaredAttributes      string
	LinkedinCompanyID         string
	ContactEmail              string // public: where holders of credentials and verifiers may write; "" uses the sender of the installation's mails
	MetaData                  map[string]any
	ArchivedAt                *time.Time // since when it only shows what it issued; nil: it works
	CreatedAt                 time.Time
	UpdatedAt                 time.Time

	SignInPolicy
}

// Membership is a department together with the member's role in it.
type Membership struct {
	Department Department
	Role       access.Role
}

// Change contains the new values of a department's fields. Nil fields stay the same.
type Change struct {
	Name                      *string
	URL                       *string
	Logo                      *string
	PageBanner                *string
	WhitelabelLogo            *string
	Description               *string
	Language                  *string
	TimeZone                  *string
	GeneratePrivateCredential *bool
	HoldMinutes               *int
	UndeclaredAttributes      *string
	LinkedinCompanyID         *string
	ContactEmail              *string
	MetaData                  map[string]any
}

// contactPattern matches the email addresses that the reference validator of Open Badges 2.0 accepts, without consecutive, leading or
// trailing dots in the host. Source: 1EdTech, badgecheck, ValueTypes.EMAIL.
var contactPattern = regexp.MustCompile(`^[a-zA-Z0-9_.+-]+@[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)+$`)

// MaxHoldMinutes is the longest time that the emails of a publication can be delayed.
const MaxHoldMinutes = 60

// undeclaredAttributes are the ways to handle attributes in a request that the department has not declared. See attributes.Undeclared.
var undeclaredAttributes = []string{"keep", "declare"}

// Limits of the metadata that callers may attach to an object.
const (
	maxMetaKeys  = 50
	maxMetaKey   = 40
	maxMetaValue = 500
)

// onto returns d with the change applied, or an error that lists all invalid fields. It does not check images: that has to be done
// before.
func (c Change) onto(d Department) (Department, error) {
	var wrong errs.Fields
	if c.Name != nil {
		c.Name = new(i18n.OneLine(*c.Name))
	}
	if c.Name != nil && *c.Name == "" && d.Name != "" {
		wrong.Add("name", "required")
	}
	set(&wrong, "name", &d.Name, c.Name, 255)
	if c.URL != nil && !links.Public(*c.URL) {
		wrong.Add("url", "not_a_url")
	}
	set(&wrong, "url", &d.URL, c.URL, 2048)
	for _, p := range c.pictures(&d) {
		set(&wrong, p.field, p.now, *p.next, 2048)
	}
	set(&wrong, "description", &d.Description, c.Description, 5000)
	if c.Language != nil && !i18n.Known(*c.Language) {
		wrong.Add("language", "unknown_language")
	}
	set(&wrong, "language", &d.Language, c.Language, 10)
	if c.TimeZone != nil && !ValidZone(*c.TimeZone) {
		wrong.Add("time_zone", "unknown_time_zone")
	}
	set(&wrong, "time_zone", &d.TimeZone, c.TimeZone, 64)
	set(&wrong, "linkedin_company_id", &d.LinkedinCompanyID, c.LinkedinCompanyID, 255)
	if c.ContactEmail != nil && *c.ContactEmail != "" && !contactPattern.MatchString(*c.ContactEmail) {
		wrong.Add("contact_email", "not_an_email")
	}
	set(&wrong, "contact_email", &d.ContactEmail, c.ContactEmail, 320)
	if c.GeneratePrivateCredential != nil {
		d.GeneratePrivateCredential = *c.GeneratePrivateCredential
	}
	if c.HoldMinutes != nil {
		if *c.HoldMinutes < 0 {
			wrong.Add("hold_minutes", "too_small", "min", 0)
		}
		if *c.HoldMinutes > MaxHoldMinutes {
			wrong.Add("hold_minutes", "too_large", "max", MaxHoldMinutes)
		}
		d.HoldMinutes = *c.HoldMinutes
	}
	if c.UndeclaredAttributes != nil {
		if !slices.Contains(undeclaredAttributes, *c.UndeclaredAttributes) {
			wrong.Add("undeclared_attributes", "not_one_of", "values", strings.Join(undeclaredAttributes, ", "))
		}
		d.UndeclaredAttributes = *c.UndeclaredAttributes
	}
	if c.MetaData != nil {
		for key := range c.MetaData {
			if metadata.Reserved(key) {
				wrong.Add("meta_data."+key, "reserved_key")
			}
		}
		if !validMetaData(c.MetaData) {
			wrong.Add("meta_data", "meta_data_too_large", "keys", maxMetaKeys, "key", maxMetaKey, "value", maxMetaValue)
		}
		d.MetaData = c.MetaData
	}
	return d, wrong.Err()
}

// picture is one of the department's own images.
type picture struct {
	field string
	now   *string
	next  **string
}

func (c *Change) pictures(d *Department) []picture {
	return []picture{
		{"logo", &d.Logo, &c.Logo}, {"page_banner", &d.PageBanner, &c.PageBanner},
		{"whitelabel_logo", &d.WhitelabelLogo, &c.WhitelabelLogo},
	}
}

func set(wrong *errs.Fields, field string, to *string, value *string, most int) {
	if value == nil {
		return
	}
	if utf8.RuneCountInString(*value) > most {
		wrong.Add(field, "too_long", "max", most)
	}
	*to = *value
}

func validMetaData(data map[string]any) bool {
	if len(data) > maxMetaKeys {
		return false
	}
	for key, value := range data {
		encoded, err := json.Marshal(value)
		if err != nil || utf8.RuneCountInString(key) > maxMetaKey || len([]rune(string(encoded))) > maxMetaValue+2 {
			return false
		}
	}
	return true
}

// ValidZone reports whether name is in the time zone database. "Local" is invalid because it is the server's time zone.
func ValidZone(name string) bool {
	if name == "" || name == "Local" {
		return false
	}
	_, err := time.LoadLocation(name)
	return err == nil
}
