package issuing

import (
	"encoding/json"

	"github.com/google/uuid"

	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/links"
)

// wireExpiry is {amount, unit}, or a number of years as sent by older clients.
type wireExpiry struct {
	Amount httpx.Int  `json:"amount"`
	Unit   httpx.Text `json:"unit"`
}

// UnmarshalJSON accepts both forms.
func (e *wireExpiry) UnmarshalJSON(data []byte) error {
	if data[0] == '{' {
		type plain wireExpiry
		return json.Unmarshal(data, (*plain)(e))
	}
	e.Unit = "year"
	return json.Unmarshal(data, &e.Amount)
}

// domain returns nil for a number of years that is not positive.
func (e wireExpiry) domain() *groups.AutoExpiry {
	if e.Unit == "year" && e.Amount <= 0 {
		return nil
	}
	return &groups.AutoExpiry{Amount: int(e.Amount), Unit: string(e.Unit)}
}

type groupInput struct {
	Name                wire.Maybe[httpx.Text]   `json:"name"`
	CourseName          wire.Maybe[httpx.Text]   `json:"course_name"`
	CourseDescription   wire.Maybe[httpx.Text]   `json:"course_description"`
	CourseLink          wire.Maybe[httpx.Text]   `json:"course_link"`
	Language            wire.Maybe[httpx.Text]   `json:"language"`
	CertificateDesignID wire.Maybe[httpx.Int]    `json:"certificate_design_id"`
	DesignID            wire.Maybe[httpx.Int]    `json:"design_id"` // the old name of certificate_design_id
	BadgeDesignID       wire.Maybe[httpx.Int]    `json:"badge_design_id"`
	PrimaryDesignID     wire.Maybe[httpx.Int]    `json:"primary_design_id"`
	GeneratePrivate     wire.Maybe[httpx.Bool]   `json:"generate_private_credential"`
	AllowDuplicates     wire.Maybe[httpx.Bool]   `json:"allow_duplicate_credentials"`
	Duplicates          wire.Maybe[httpx.Text]   `json:"duplicate_behavior"`
	AttachPDF           wire.Maybe[httpx.Bool]   `json:"attach_pdf"`
	SendEmails          wire.Maybe[httpx.Bool]   `json:"send_emails"`
	AchievementType     wire.Maybe[httpx.Text]   `json:"achievement_type"`
	LearningOutcomes    wire.Maybe[[]httpx.Text] `json:"learning_outcomes"`
	AutoExpiry          wire.Maybe[wireExpiry]   `json:"auto_expiry"`
	State               wire.Maybe[httpx.Text]   `json:"state"`
	MetaData            wire.Maybe[wire.Object]  `json:"meta_data"`
	groupContentIn
	groupSettingsIn
	groupCollectionsIn
	groupPrerequisitesIn
}

func (in groupInput) domain() groups.Input {
	certificate := in.CertificateDesignID
	if !certificate.Given {
		certificate = in.DesignID
	}
	out := groups.Input{
		Name: wire.As(in.Name, wire.Text), CourseName: wire.As(in.CourseName, wire.Text), CourseDescription: wire.As(in.CourseDescription, wire.Text),
		CourseLink: wire.As(in.CourseLink, wire.Text), Language: wire.As(in.Language, wire.Text),
		CertificateDesignID: wire.OrNone(certificate, wire.ID), BadgeDesignID: wire.OrNone(in.BadgeDesignID, wire.ID),
		PrimaryDesignID: wire.OrNone(in.PrimaryDesignID, wire.ID), GeneratePrivate: wire.OrNone(in.GeneratePrivate, wire.Flag),
		AllowDuplicateRecipients: wire.As(in.AllowDuplicates, wire.Bool), Duplicates: wire.As(in.Duplicates, wire.Text), AttachPDF: wire.As(in.AttachPDF, wire.Bool),
		SendEmails: wire.As(in.SendEmails, wire.Bool), AchievementType: wire.As(in.AchievementType, wire.Text),
		LearningOutcomes: wire.As(in.LearningOutcomes, wire.Texts), AutoExpiry: wire.OrNone(in.AutoExpiry, wireExpiry.domain),
		State: wire.As(in.State, wire.Text), MetaData: wire.As(in.MetaData, func(o wire.Object) map[string]any { return o }),
		Settings: in.groupSettingsIn.domain(),
	}
	in.content(&out)
	in.apply(&out)
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
	groupPrerequisitesOut
}

type skillField struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

type groupReply struct {
	Group groupOut `json:"group"`
	wire.Warned
}

type groupsReply struct {
	Groups []groupOut `json:"groups"`
	Meta   wire.Meta  `json:"meta"`
}

// groupWire converts groups and adds their URLs.
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
		PublishedCount: g.Counts.Published, DraftCount: g.Counts.Drafts, URL: w.links.GroupPage(g.ID), MetaData: wire.OrEmpty(g.MetaData), Collections: collectionFields(in),
		CreatedAt: wire.Stamp(g.CreatedAt), UpdatedAt: wire.Stamp(g.UpdatedAt), groupContentOut: contentOf(g), groupSettingsOut: settingsOut(g.Settings), groupPrerequisitesOut: prerequisitesOf(g),
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
