package issuing

import (
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/optional"
)

// groupContentIn is the input for the description of the achievement.
type groupContentIn struct {
	SkillCategoryID wire.Maybe[httpx.Int]         `json:"skill_category_id"`
	Criteria        wire.Maybe[httpx.Text]        `json:"criteria"`
	CriteriaURL     wire.Maybe[httpx.Text]        `json:"criteria_url"`
	Alignments      wire.Maybe[[]alignmentInWire] `json:"alignments"`
	Tags            wire.Maybe[[]httpx.Text]      `json:"tags"`
	SignupURL       wire.Maybe[httpx.Text]        `json:"signup_url"`
	LTILink         wire.Maybe[httpx.Text]        `json:"lti_link"`
}

type alignmentInWire struct {
	Framework httpx.Text `json:"framework"`
	Code      httpx.Text `json:"code"`
	URL       httpx.Text `json:"url"`
	Name      httpx.Text `json:"name"`
}

func (in groupContentIn) content(out *groups.Input) {
	out.SkillCategoryID = wire.OrNone(in.SkillCategoryID, wire.ID)
	out.Criteria, out.CriteriaURL, out.SignupURL = wire.As(in.Criteria, wire.Text), wire.As(in.CriteriaURL, wire.Text), wire.As(in.SignupURL, wire.Text)
	out.LTILink, out.Tags = wire.As(in.LTILink, wire.Text), wire.As(in.Tags, wire.Texts)
	out.Alignments = wire.As(in.Alignments, func(all []alignmentInWire) []groups.Alignment {
		converted := make([]groups.Alignment, len(all))
		for i, a := range all {
			converted[i] = groups.Alignment{Framework: string(a.Framework), Code: string(a.Code), URL: string(a.URL), Name: string(a.Name)}
		}
		return converted
	})
}

// groupSettingsIn is the input for displaying and sending credentials. null counts as missing, except for page_language, where it means
// the visitor's language.
type groupSettingsIn struct {
	PageLanguage         wire.Maybe[httpx.Text]     `json:"page_language"`
	IndexingAllowed      wire.Maybe[httpx.Bool]     `json:"indexing_allowed"`
	OrganizationLinkShow wire.Maybe[httpx.Bool]     `json:"organization_link_show"`
	CourseLinkShow       wire.Maybe[httpx.Bool]     `json:"course_link_show"`
	SignupURLShow        wire.Maybe[httpx.Bool]     `json:"signup_url_show"`
	EarnersShow          wire.Maybe[httpx.Bool]     `json:"earners_show"`
	EvidenceAllowed      wire.Maybe[httpx.Bool]     `json:"evidence_allowed"`
	ReferencesAllowed    wire.Maybe[httpx.Bool]     `json:"references_allowed"`
	EvidenceApproval     wire.Maybe[httpx.Bool]     `json:"evidence_approval"`
	EvidenceRequired     wire.Maybe[httpx.Bool]     `json:"evidence_required"`
	GradeBands           wire.Maybe[[]gradeBandIn]  `json:"grade_bands"`
	LeastGrade           wire.Maybe[httpx.Float]    `json:"least_grade"`
	Actions              wire.Maybe[groupActionsIn] `json:"actions"`
	Sender               wire.Maybe[groupSenderIn]  `json:"sender"`
}

type gradeBandIn struct {
	From httpx.Float `json:"from"`
	Name httpx.Text  `json:"name"`
}

type groupActionsIn struct {
	Share    wire.Maybe[httpx.Text] `json:"share"`
	Download wire.Maybe[httpx.Text] `json:"download"`
	LinkedIn wire.Maybe[httpx.Text] `json:"linkedin"`
	Verify   wire.Maybe[httpx.Text] `json:"verify"`
}

type groupSenderIn struct {
	Name    wire.Maybe[httpx.Text]   `json:"name"`
	ReplyTo wire.Maybe[httpx.Text]   `json:"reply_to"`
	CC      wire.Maybe[[]httpx.Text] `json:"cc"`
	BCC     wire.Maybe[[]httpx.Text] `json:"bcc"`
}

func (in groupSettingsIn) domain() groups.SettingsInput {
	out := groups.SettingsInput{
		PageLanguage: wire.As(in.PageLanguage, wire.Text), IndexingAllowed: wire.As(in.IndexingAllowed, wire.Bool),
		OrganizationLinkShow: wire.As(in.OrganizationLinkShow, wire.Bool), CourseLinkShow: wire.As(in.CourseLinkShow, wire.Bool),
		SignupURLShow: wire.As(in.SignupURLShow, wire.Bool), EarnersShow: wire.As(in.EarnersShow, wire.Bool),
		EvidenceAllowed: wire.As(in.EvidenceAllowed, wire.Bool), ReferencesAllowed: wire.As(in.ReferencesAllowed, wire.Bool),
		EvidenceApproval: wire.As(in.EvidenceApproval, wire.Bool), EvidenceRequired: wire.As(in.EvidenceRequired, wire.Bool),
		LeastGrade: wire.OrNone(in.LeastGrade, func(n httpx.Float) *float64 { return (*float64)(&n) }),
		GradeBands: wire.As(in.GradeBands, func(all []gradeBandIn) []groups.GradeBand {
			converted := make([]groups.GradeBand, len(all))
			for i, b := range all {
				converted[i] = groups.GradeBand{From: float64(b.From), Name: string(b.Name)}
			}
			return converted
		}),
	}
	if in.PageLanguage.Given && in.PageLanguage.Value == nil {
		out.PageLanguage = optional.Set("")
	}
	if a := in.Actions.Value; a != nil {
		out.ShareAction, out.DownloadAction = wire.As(a.Share, wire.Text), wire.As(a.Download, wire.Text)
		out.LinkedInAction, out.VerifyAction = wire.As(a.LinkedIn, wire.Text), wire.As(a.Verify, wire.Text)
	}
	if s := in.Sender.Value; s != nil {
		out.SenderName, out.ReplyTo = wire.As(s.Name, wire.Text), wire.As(s.ReplyTo, wire.Text)
		out.CC, out.BCC = wire.As(s.CC, wire.Texts), wire.As(s.BCC, wire.Texts)
	}
	return out
}

type groupContentOut struct {
	SkillCategoryID *int64             `json:"skill_category_id"`
	Criteria        string             `json:"criteria"`
	CriteriaURL     string             `json:"criteria_url"`
	Alignments      []groups.Alignment `json:"alignments"`
	Tags            []string           `json:"tags"`
	SignupURL       string             `json:"signup_url"`
	LTILink         string             `json:"lti_link"`
}

func contentOf(g groups.Group) groupContentOut {
	return groupContentOut{g.SkillCategoryID, g.Criteria, g.CriteriaURL, g.Alignments, g.Tags, g.SignupURL, g.Settings.LTILink}
}

type groupSettingsOut struct {
	PageLanguage         *string            `json:"page_language"`
	IndexingAllowed      bool               `json:"indexing_allowed"`
	OrganizationLinkShow bool               `json:"organization_link_show"`
	CourseLinkShow       bool               `json:"course_link_show"`
	SignupURLShow        bool               `json:"signup_url_show"`
	EarnersShow          bool               `json:"earners_show"`
	EvidenceAllowed      bool               `json:"evidence_allowed"`
	ReferencesAllowed    bool               `json:"references_allowed"`
	EvidenceApproval     bool               `json:"evidence_approval"`
	EvidenceRequired     bool               `json:"evidence_required"`
	GradeBands           []groups.GradeBand `json:"grade_bands"`
	LeastGrade           *float64           `json:"least_grade"`
	Actions              groups.Actions     `json:"actions"`
	Sender               groups.Sender      `json:"sender"`
}

func settingsOut(s groups.Settings) groupSettingsOut {
	out := groupSettingsOut{
		IndexingAllowed: s.IndexingAllowed, OrganizationLinkShow: s.OrganizationLinkShow, CourseLinkShow: s.CourseLinkShow,
		SignupURLShow: s.SignupURLShow, EarnersShow: s.EarnersShow, EvidenceAllowed: s.EvidenceAllowed,
		ReferencesAllowed: s.ReferencesAllowed, EvidenceApproval: s.EvidenceApproval, EvidenceRequired: s.EvidenceRequired,
		GradeBands: s.GradeBands, LeastGrade: s.LeastGrade, Actions: s.Actions, Sender: s.Sender,
	}
	if s.PageLanguage != "" {
		out.PageLanguage = &s.PageLanguage
	}
	return out
}

type groupDefaultsOut struct {
	Language        string     `json:"language"`
	GeneratePrivate *bool      `json:"generate_private_credential"`
	AllowDuplicates bool       `json:"allow_duplicate_credentials"`
	Duplicates      string     `json:"duplicate_behavior"`
	AttachPDF       bool       `json:"attach_pdf"`
	SendEmails      bool       `json:"send_emails"`
	AchievementType string     `json:"achievement_type"`
	AutoExpiry      *expiryOut `json:"auto_expiry"`
	Certificate     *int64     `json:"certificate_design_id"`
	groupSettingsOut
}

type groupDefaultsReply struct {
	Defaults groupDefaultsOut `json:"group_defaults"`
}

func defaultsReply(d groups.Defaults, err error) (groupDefaultsReply, error) {
	return groupDefaultsReply{groupDefaultsOut{
		d.Language, d.GeneratePrivate, d.AllowDuplicateRecipients, string(d.Settings.Duplicates(d.AllowDuplicateRecipients)), d.AttachPDF, d.SendEmails, d.AchievementType, expiryOf(d.AutoExpiry), d.CertificateDesignID,
		settingsOut(d.Settings),
	}}, err
}
