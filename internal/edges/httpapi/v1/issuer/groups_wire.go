package issuer

import (
	"bytes"
	"encoding/json"

	"github.com/google/uuid"

	"laurel/internal/issuing/groups"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/links"
	"laurel/internal/platform/optional"
)

// maybe tells a field that was not given from one that is null.
type maybe[T any] struct {
	given bool
	value *T
}

// UnmarshalJSON is called for null too.
func (m *maybe[T]) UnmarshalJSON(data []byte) error {
	m.given = true
	if string(data) == "null" {
		m.value = nil
		return nil
	}
	m.value = new(T)
	return json.Unmarshal(data, m.value)
}

// as makes a domain's optional field out of a given one; null counts as not given.
func as[T, W any](m maybe[W], convert func(W) T) optional.Value[T] {
	if m.value == nil {
		return optional.Value[T]{}
	}
	return optional.Set(convert(*m.value))
}

// orNone is as for fields where null has a meaning.
func orNone[T, W any](m maybe[W], convert func(W) *T) optional.Value[*T] {
	if !m.given {
		return optional.Value[*T]{}
	}
	if m.value == nil {
		return optional.Set[*T](nil)
	}
	return optional.Set(convert(*m.value))
}

func wireText(t httpx.Text) string { return string(t) }
func wireBool(b httpx.Bool) bool   { return bool(b) }

func wireID(n httpx.Int) *int64 {
	if n == 0 { // clients send empty text for none
		return nil
	}
	return (*int64)(&n)
}

func wireFlag(b httpx.Bool) *bool { return (*bool)(&b) }

// wireObject is an object that clients in PHP write as [] when it is empty.
type wireObject map[string]any

// UnmarshalJSON takes an empty list for an empty object.
func (o *wireObject) UnmarshalJSON(data []byte) error {
	*o = wireObject{}
	if trimmed := string(bytes.TrimSpace(data)); trimmed == "[]" || trimmed == `""` || trimmed == "null" {
		return nil
	}
	return json.Unmarshal(data, (*map[string]any)(o))
}

// wireExpiry is {amount, unit}, or a number of years as older clients send it.
type wireExpiry struct {
	Amount httpx.Int  `json:"amount"`
	Unit   httpx.Text `json:"unit"`
}

// UnmarshalJSON reads both forms.
func (e *wireExpiry) UnmarshalJSON(data []byte) error {
	if data[0] == '{' {
		type plain wireExpiry
		return json.Unmarshal(data, (*plain)(e))
	}
	e.Unit = "year"
	return json.Unmarshal(data, &e.Amount)
}

// domain is nil for a number of years that means none.
func (e wireExpiry) domain() *groups.AutoExpiry {
	if e.Unit == "year" && e.Amount <= 0 {
		return nil
	}
	return &groups.AutoExpiry{Amount: int(e.Amount), Unit: string(e.Unit)}
}

type groupInput struct {
	Name                maybe[httpx.Text]   `json:"name"`
	CourseName          maybe[httpx.Text]   `json:"course_name"`
	CourseDescription   maybe[httpx.Text]   `json:"course_description"`
	CourseLink          maybe[httpx.Text]   `json:"course_link"`
	Language            maybe[httpx.Text]   `json:"language"`
	CertificateDesignID maybe[httpx.Int]    `json:"certificate_design_id"`
	DesignID            maybe[httpx.Int]    `json:"design_id"` // the old name of certificate_design_id
	BadgeDesignID       maybe[httpx.Int]    `json:"badge_design_id"`
	PrimaryDesignID     maybe[httpx.Int]    `json:"primary_design_id"`
	GeneratePrivate     maybe[httpx.Bool]   `json:"generate_private_credential"`
	AllowDuplicates     maybe[httpx.Bool]   `json:"allow_duplicate_credentials"`
	Duplicates          maybe[httpx.Text]   `json:"duplicate_behavior"`
	AttachPDF           maybe[httpx.Bool]   `json:"attach_pdf"`
	SendEmails          maybe[httpx.Bool]   `json:"send_emails"`
	AchievementType     maybe[httpx.Text]   `json:"achievement_type"`
	LearningOutcomes    maybe[[]httpx.Text] `json:"learning_outcomes"`
	AutoExpiry          maybe[wireExpiry]   `json:"auto_expiry"`
	State               maybe[httpx.Text]   `json:"state"`
	MetaData            maybe[wireObject]   `json:"meta_data"`
	groupContentIn
	groupSettingsIn
	groupCollectionsIn
	groupStackIn
}

func (in groupInput) domain() groups.Input {
	certificate := in.CertificateDesignID
	if !certificate.given {
		certificate = in.DesignID
	}
	out := groups.Input{
		Name: as(in.Name, wireText), CourseName: as(in.CourseName, wireText), CourseDescription: as(in.CourseDescription, wireText),
		CourseLink: as(in.CourseLink, wireText), Language: as(in.Language, wireText),
		CertificateDesignID: orNone(certificate, wireID), BadgeDesignID: orNone(in.BadgeDesignID, wireID),
		PrimaryDesignID: orNone(in.PrimaryDesignID, wireID), GeneratePrivate: orNone(in.GeneratePrivate, wireFlag),
		AllowDuplicateRecipients: as(in.AllowDuplicates, wireBool), Duplicates: as(in.Duplicates, wireText), AttachPDF: as(in.AttachPDF, wireBool),
		SendEmails: as(in.SendEmails, wireBool), AchievementType: as(in.AchievementType, wireText),
		LearningOutcomes: as(in.LearningOutcomes, wireTexts), AutoExpiry: orNone(in.AutoExpiry, wireExpiry.domain),
		State: as(in.State, wireText), MetaData: as(in.MetaData, func(o wireObject) map[string]any { return o }),
		Settings: in.groupSettingsIn.domain(),
	}
	in.content(&out)
	in.stack(&out)
	return out
}

func wireTexts(in []httpx.Text) []string {
	out := make([]string, len(in))
	for i, t := range in {
		out[i] = string(t)
	}
	return out
}

type expiryOut struct {
	Amount int    `json:"amount"`
	Unit   string `json:"unit"`
}

type groupOut struct {
	ID                  int64             `json:"id"`
	Name                string            `json:"name"`
	CourseName          string            `json:"course_name"`
	CourseDescription   string            `json:"course_description"`
	CourseLink          string            `json:"course_link"`
	Language            string            `json:"language"`
	CertificateDesignID *int64            `json:"certificate_design_id"`
	BadgeDesignID       *int64            `json:"badge_design_id"`
	PrimaryDesignID     *int64            `json:"primary_design_id"`
	DesignID            *int64            `json:"design_id"`
	DesignName          *string           `json:"design_name"`
	ImageURL            *string           `json:"image_url"`
	GeneratePrivate     *bool             `json:"generate_private_credential"`
	AllowDuplicates     bool              `json:"allow_duplicate_credentials"`
	Duplicates          string            `json:"duplicate_behavior"`
	AttachPDF           bool              `json:"attach_pdf"`
	SendEmails          bool              `json:"send_emails"`
	AchievementType     string            `json:"achievement_type"`
	LearningOutcomes    []string          `json:"learning_outcomes"`
	AutoExpiry          *expiryOut        `json:"auto_expiry"`
	Blockchain          bool              `json:"blockchain"` // nothing is anchored in one
	SkillCategory       *skillField       `json:"skill_category"`
	State               groups.State      `json:"state"`
	DepartmentID        int64             `json:"department_id"`
	PublishedCount      int               `json:"published_count"`
	DraftCount          int               `json:"draft_count"`
	URL                 string            `json:"url"`
	MetaData            map[string]any    `json:"meta_data"`
	Collections         []collectionField `json:"collections"`
	CreatedAt           string            `json:"created_at"`
	UpdatedAt           string            `json:"updated_at"`
	groupContentOut
	groupSettingsOut
	groupStackOut
}

type skillField struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

type groupReply struct {
	Group groupOut `json:"group"`
	warned
}

type groupsReply struct {
	Groups []groupOut `json:"groups"`
	Meta   meta       `json:"meta"`
}

// groupWire writes groups with their addresses.
type groupWire struct {
	links    links.Links
	category func(id int64, language string) string
}

func (w groupWire) group(g groups.Group, in []uuid.UUID) groupOut {
	out := groupOut{
		ID: g.ID, Name: g.Name, CourseName: g.CourseName, CourseDescription: g.CourseDescription, CourseLink: g.CourseLink,
		Language: g.Language, CertificateDesignID: g.CertificateDesignID, BadgeDesignID: g.BadgeDesignID,
		PrimaryDesignID: g.PrimaryDesignID, DesignID: g.CertificateDesignID, GeneratePrivate: g.GeneratePrivate,
		AllowDuplicates: g.AllowDuplicateRecipients, Duplicates: string(g.Settings.Duplicates(g.AllowDuplicateRecipients)), AttachPDF: g.AttachPDF, SendEmails: g.SendEmails,
		AchievementType: g.AchievementType, LearningOutcomes: g.LearningOutcomes, State: g.State, DepartmentID: g.DepartmentID,
		PublishedCount: g.Counts.Published, DraftCount: g.Counts.Drafts, URL: w.links.GroupPage(g.ID), MetaData: orEmpty(g.MetaData), Collections: collectionFields(in),
		CreatedAt: stamp(g.CreatedAt), UpdatedAt: stamp(g.UpdatedAt), groupContentOut: contentOf(g), groupSettingsOut: settingsOut(g.Settings), groupStackOut: stackOf(g),
	}
	if g.DesignVersion != uuid.Nil {
		picture := w.links.DesignPicture(g.DesignVersion.String())
		out.DesignName, out.ImageURL = &g.DesignName, &picture
	}
	out.AutoExpiry = expiryOf(g.AutoExpiry)
	if g.SkillCategoryID != nil {
		out.SkillCategory = &skillField{*g.SkillCategoryID, w.category(*g.SkillCategoryID, g.Language)}
	}
	return out
}

func expiryOf(e *groups.AutoExpiry) *expiryOut {
	if e == nil {
		return nil
	}
	return &expiryOut{e.Amount, e.Unit}
}
