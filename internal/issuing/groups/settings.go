package groups

import (
	"net/mail"
	"strings"
	"unicode"

	"laurel/internal/platform/errs"
	"laurel/internal/platform/optional"
)

// Level is who may use an action on a credential's public page.
type Level string

// The levels.
const (
	ForAll    Level = "public"
	ForOwners Level = "owner"  // the recipient and the issuer
	ForNobody Level = "hidden" // only the issuer, in the dashboard
)

// Actions are the actions on a credential's public page, and who may use them.
type Actions struct {
	Share    Level `json:"share"`
	Download Level `json:"download"`
	LinkedIn Level `json:"linkedin"`
	Verify   Level `json:"verify"` // the button; whether a credential holds can always be verified
}

// Sender is the sender name, reply address and copy recipients of a group's emails.
type Sender struct {
	Name    string   `json:"name"` // "" is the product's
	ReplyTo string   `json:"reply_to"`
	CC      []string `json:"cc"`
	BCC     []string `json:"bcc"`
}

// Settings are the display and delivery settings of a group. Changes apply immediately, also to existing credentials.
type Settings struct {
	PageLanguage         string      `json:"page_language"` // "" follows the reader
	IndexingAllowed      bool        `json:"indexing_allowed"`
	OrganizationLinkShow bool        `json:"organization_link_show"`
	CourseLinkShow       bool        `json:"course_link_show"`
	SignupURLShow        bool        `json:"signup_url_show"`
	EarnersShow          bool        `json:"earners_show"` // the group's page shows how many earned it
	Actions              Actions     `json:"actions"`
	Sender               Sender      `json:"sender"`
	EvidenceAllowed      bool        `json:"evidence_allowed"`   // of new credentials, where they are not told
	ReferencesAllowed    bool        `json:"references_allowed"` // the same
	EvidenceRequired     bool        `json:"evidence_required"`  // nothing is published without any
	EvidenceApproval     bool        `json:"evidence_approval"`  // the issuer looks at what recipients add before anybody else sees it
	GradeBands           []GradeBand `json:"grade_bands"`        // what grades are called, from the lowest
	LeastGrade           *float64    `json:"least_grade"`        // nothing is published with a lower one, or without any
	LTILink              string      `json:"lti_link"`           // what a learning platform opens; the issuer's own, and no default
	// ReplaceDuplicates makes a new credential update the recipient's existing one, if the group does not allow duplicates.
	ReplaceDuplicates bool `json:"replace_duplicates"`
}

// Duplicates is what happens to a new credential if its recipient already has one of the group.
type Duplicates string

// The values of Duplicates.
const (
	DenyDuplicates    Duplicates = "deny"
	ReplaceDuplicates Duplicates = "replace"
	AllowDuplicates   Duplicates = "allow"
)

// Duplicates returns how a group with these settings treats duplicates. allowed is whether the group allows them.
func (s Settings) Duplicates(allowed bool) Duplicates {
	switch {
	case allowed:
		return AllowDuplicates
	case s.ReplaceDuplicates:
		return ReplaceDuplicates
	default:
		return DenyDuplicates
	}
}

// UsualSettings returns the default settings.
func UsualSettings() Settings {
	return Settings{
		OrganizationLinkShow: true, CourseLinkShow: true, EvidenceAllowed: true, ReferencesAllowed: true,
		Actions: Actions{ForAll, ForAll, ForAll, ForAll}, Sender: Sender{CC: []string{}, BCC: []string{}}, GradeBands: []GradeBand{},
	}
}

// SettingsInput is the settings to change.
type SettingsInput struct {
	PageLanguage                         optional.Value[string]
	IndexingAllowed                      optional.Value[bool]
	OrganizationLinkShow, CourseLinkShow optional.Value[bool]
	SignupURLShow, EarnersShow           optional.Value[bool]
	ShareAction, DownloadAction          optional.Value[string]
	LinkedInAction, VerifyAction         optional.Value[string]
	SenderName, ReplyTo                  optional.Value[string]
	CC, BCC                              optional.Value[[]string]
	EvidenceAllowed, ReferencesAllowed   optional.Value[bool]
	EvidenceApproval, EvidenceRequired   optional.Value[bool]
	GradeBands                           optional.Value[[]GradeBand]
	LeastGrade                           optional.Value[*float64]
}

func (in SettingsInput) apply(s *Settings, wrong *errs.Fields) {
	if in.PageLanguage.Given {
		if s.PageLanguage = strings.TrimSpace(in.PageLanguage.Value); s.PageLanguage != "" {
			s.PageLanguage = language(wrong, "page_language", s.PageLanguage)
		}
	}
	take(in.IndexingAllowed, &s.IndexingAllowed)
	take(in.OrganizationLinkShow, &s.OrganizationLinkShow)
	take(in.CourseLinkShow, &s.CourseLinkShow)
	take(in.SignupURLShow, &s.SignupURLShow)
	take(in.EarnersShow, &s.EarnersShow)
	level(wrong, "actions.share", in.ShareAction, &s.Actions.Share)
	level(wrong, "actions.download", in.DownloadAction, &s.Actions.Download)
	level(wrong, "actions.linkedin", in.LinkedInAction, &s.Actions.LinkedIn)
	level(wrong, "actions.verify", in.VerifyAction, &s.Actions.Verify)
	in.send(&s.Sender, wrong)
	take(in.EvidenceAllowed, &s.EvidenceAllowed)
	take(in.ReferencesAllowed, &s.ReferencesAllowed)
	take(in.EvidenceApproval, &s.EvidenceApproval)
	take(in.EvidenceRequired, &s.EvidenceRequired)
	in.grade(s, wrong)
}

func level(wrong *errs.Fields, field string, in optional.Value[string], to *Level) {
	if !in.Given {
		return
	}
	switch *to = Level(in.Value); *to {
	case ForAll, ForOwners, ForNobody:
	default:
		wrong.Add(field, "not_one_of", "values", "public, owner, hidden")
	}
}

// maxCopies is the maximum number of CC and of BCC addresses.
const maxCopies = 5

func (in SettingsInput) send(s *Sender, wrong *errs.Fields) {
	text(wrong, "sender.name", in.SenderName, &s.Name, maxOutcome, false)
	if strings.ContainsFunc(s.Name, unicode.IsControl) {
		wrong.Add("sender.name", "invalid")
	}
	if in.ReplyTo.Given {
		s.ReplyTo = strings.TrimSpace(in.ReplyTo.Value)
		if s.ReplyTo != "" && !mailable(s.ReplyTo) {
			wrong.Add("sender.reply_to", "invalid_email")
		}
	}
	copies(wrong, "sender.cc", in.CC, &s.CC)
	copies(wrong, "sender.bcc", in.BCC, &s.BCC)
}

func copies(wrong *errs.Fields, field string, in optional.Value[[]string], to *[]string) {
	if !in.Given {
		return
	}
	*to = entries(wrong, field, in.Value, maxName)
	if len(*to) > maxCopies {
		wrong.Add(field, "too_many", "max", maxCopies)
	}
	for _, address := range *to {
		if !mailable(address) {
			wrong.Add(field, "group.copy_no_address", "address", address)
		}
	}
}

// mailable reports whether text is a single plain email address that every mail server accepts. It rejects text that could inject a
// header or a second address.
func mailable(text string) bool {
	if len(text) > 254 || strings.ContainsAny(text, " ,;<>\"()\\") || strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII || unicode.IsControl(r) }) {
		return false
	}
	parsed, err := mail.ParseAddress(text)
	_, host, _ := strings.Cut(text, "@")
	return err == nil && parsed.Address == text && strings.Contains(host, ".")
}
