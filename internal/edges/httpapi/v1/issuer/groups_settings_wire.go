package issuer

import (
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/optional"
)

// groupContentIn is what a client says of the achievement itself.
type groupContentIn struct {
	SkillCategoryID maybe[httpx.Int]         `json:"skill_category_id"`
	Criteria        maybe[httpx.Text]        `json:"criteria"`
	CriteriaURL     maybe[httpx.Text]        `json:"criteria_url"`
	Alignments      maybe[[]alignmentInWire] `json:"alignments"`
	Tags            maybe[[]httpx.Text]      `json:"tags"`
	SignupURL       maybe[httpx.Text]        `json:"signup_url"`
	LTILink         maybe[httpx.Text]        `json:"lti_link"`
}

type alignmentInWire struct {
	Framework httpx.Text `json:"framework"`
	Code      httpx.Text `json:"code"`
	URL       httpx.Text `json:"url"`
	Name      httpx.Text `json:"name"`
}

func (in groupContentIn) content(out *groups.Input) {
	out.SkillCategoryID = orNone(in.SkillCategoryID, wireID)
	out.Criteria, out.CriteriaURL, out.SignupURL = as(in.Criteria, wireText), as(in.CriteriaURL, wireText), as(in.SignupURL, wireText)
	out.LTILink, out.Tags = as(in.LTILink, wireText), as(in.Tags, wireTexts)
	out.Alignments = as(in.Alignments, func(all []alignmentInWire) []groups.Alignment {
		converted := make([]groups.Alignment, len(all))
		for i, a := range all {
			converted[i] = groups.Alignment{Framework: string(a.Framework), Code: string(a.Code), URL: string(a.URL), Name: string(a.Name)}
		}
		return converted
	})
}

// groupSettingsIn is what a client says of how credentials are shown and sent; null counts as not given, but for the page's
// language, where it means that the page follows its reader.
type groupSettingsIn struct {
	PageLanguage         maybe[httpx.Text]     `json:"page_language"`
	IndexingAllowed      maybe[httpx.Bool]     `json:"indexing_allowed"`
	OrganizationLinkShow maybe[httpx.Bool]     `json:"organization_link_show"`
	CourseLinkShow       maybe[httpx.Bool]     `json:"course_link_show"`
	SignupURLShow        maybe[httpx.Bool]     `json:"signup_url_show"`
	EarnersShow          maybe[httpx.Bool]     `json:"earners_show"`
	EvidenceAllowed      maybe[httpx.Bool]     `json:"evidence_allowed"`
	ReferencesAllowed    maybe[httpx.Bool]     `json:"references_allowed"`
	EvidenceApproval     maybe[httpx.Bool]     `json:"evidence_approval"`
	EvidenceRequired     maybe[httpx.Bool]     `json:"evidence_required"`
	GradeBands           maybe[[]gradeBandIn]  `json:"grade_bands"`
	LeastGrade           maybe[httpx.Float]    `json:"least_grade"`
	Actions              maybe[groupActionsIn] `json:"actions"`
	Sender               maybe[groupSenderIn]  `json:"sender"`
}

type gradeBandIn struct {
	From httpx.Float `json:"from"`
	Name httpx.Text  `json:"name"`
}

type groupActionsIn struct {
	Share    maybe[httpx.Text] `json:"share"`
	Download maybe[httpx.Text] `json:"download"`
	LinkedIn maybe[httpx.Text] `json:"linkedin"`
	Verify   maybe[httpx.Text] `json:"verify"`
}

type groupSenderIn struct {
	Name    maybe[httpx.Text]   `json:"name"`
	ReplyTo maybe[httpx.Text]   `json:"reply_to"`
	CC      maybe[[]httpx.Text] `json:"cc"`
	BCC     maybe[[]httpx.Text] `json:"bcc"`
}

func (in groupSettingsIn) domain() groups.SettingsInput {
	out := groups.SettingsInput{
		PageLanguage: as(in.PageLanguage, wireText), IndexingAllowed: as(in.IndexingAllowed, wireBool),
		OrganizationLinkShow: as(in.OrganizationLinkShow, wireBool), CourseLinkShow: as(in.CourseLinkShow, wireBool),
		SignupURLShow: as(in.SignupURLShow, wireBool), EarnersShow: as(in.EarnersShow, wireBool),
		EvidenceAllowed: as(in.EvidenceAllowed, wireBool), ReferencesAllowed: as(in.ReferencesAllowed, wireBool),
		EvidenceApproval: as(in.EvidenceApproval, wireBool), EvidenceRequired: as(in.EvidenceRequired, wireBool),
		LeastGrade: orNone(in.LeastGrade, func(n httpx.Float) *float64 { return (*float64)(&n) }),
		GradeBands: as(in.GradeBands, func(all []gradeBandIn) []groups.GradeBand {
			converted := make([]groups.GradeBand, len(all))
			for i, b := range all {
				converted[i] = groups.GradeBand{From: float64(b.From), Name: string(b.Name)}
			}
			return converted
		}),
	}
	if in.PageLanguage.given && in.PageLanguage.value == nil {
		out.PageLanguage = optional.Set("")
	}
	if a := in.Actions.value; a != nil {
		out.ShareAction, out.DownloadAction = as(a.Share, wireText), as(a.Download, wireText)
		out.LinkedInAction, out.VerifyAction = as(a.LinkedIn, wireText), as(a.Verify, wireText)
	}
	if s := in.Sender.value; s != nil {
		out.SenderName, out.ReplyTo = as(s.Name, wireText), as(s.ReplyTo, wireText)
		out.CC, out.BCC = as(s.CC, wireTexts), as(s.BCC, wireTexts)
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
