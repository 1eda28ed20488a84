package credentials

import (
	"net/http"
	"strings"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/credentials"
	"laurel/internal/messaging/outbox"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/links"
)

type credentialReply struct {
	Credential CredentialOut `json:"credential"`
	wire.Warned
}

// foundMeta is the metadata of a list whose total is capped and whose further pages use a cursor.
type foundMeta struct {
	wire.Meta
	Capped bool   `json:"total_is_capped"`
	Next   string `json:"next_cursor"`
}

type credentialsReply struct {
	Credentials []CredentialOut `json:"credentials"`
	Meta        foundMeta       `json:"meta"`
}

type deletedReply struct {
	DeletedCount int `json:"deleted_count"`
}

// CredentialOut is a credential as returned to issuers.
type CredentialOut struct {
	ID               any                 `json:"id"` // the client's own text, else our number
	UUID             string              `json:"uuid"`
	EncodedID        string              `json:"encoded_id"`
	LicenseID        *string             `json:"license_id"`
	InternalID       int64               `json:"accredible_internal_id"`
	Name             string              `json:"name"`
	Description      string              `json:"description"`
	OwnName          *string             `json:"own_name"` // null where it shows the group's
	OwnDescription   *string             `json:"own_description"`
	Approve          bool                `json:"approve"`
	State            string              `json:"state"`
	Test             bool                `json:"test,omitempty"` // strict clients of before see nothing new where it is none
	Grade            *float64            `json:"grade"`
	GradeBand        *string             `json:"grade_band"` // null where its group calls it nothing
	Complete         bool                `json:"complete"`
	IssuedOn         string              `json:"issued_on"`
	ExpiredOn        *string             `json:"expired_on"`
	CourseLink       string              `json:"course_link"`
	CustomAttributes map[string]any      `json:"custom_attributes"`
	GroupID          int64               `json:"group_id"`
	GroupName        string              `json:"group_name"`
	Group            groupRef            `json:"group"`
	Issuer           issuerRef           `json:"issuer"`
	URL              string              `json:"url"`
	Private          bool                `json:"private"`
	PrivateKey       string              `json:"private_key,omitempty"`
	EmailStatus      string              `json:"email_status"`
	Engagement       string              `json:"engagement,omitempty"` // in lists
	NameChangeOpen   bool                `json:"name_change_open"`
	CorrectedAt      *time.Time          `json:"corrected_at"`
	Certificate      previewOut          `json:"certificate"`
	Badge            previewOut          `json:"badge"`
	SEOImage         *string             `json:"seo_image"`
	Recipient        recipientOut        `json:"recipient"`
	AllowEvidence    bool                `json:"allow_supplemental_evidence"`
	AllowReferences  bool                `json:"allow_supplemental_references"`
	EvidenceItems    []wire.EvidenceOut  `json:"evidence_items"`
	References       []wire.ReferenceOut `json:"references"`
	Skills           []skillOut          `json:"skills"`
	MetaData         map[string]any      `json:"meta_data"`
	CreatedAt        string              `json:"created_at"`
	UpdatedAt        string              `json:"updated_at"`
	PublishedAt      *time.Time          `json:"published_at"`
	PublishAt        *time.Time          `json:"publish_at"`         // of a scheduled one
	PublishSendEmail *bool               `json:"publish_send_email"` // the same
	PublishRefusal   *string             `json:"publish_refusal"`
	Suspension       *suspensionOut      `json:"suspension"`
	Revocation       *revocationOut      `json:"revocation"`
	Supersedes       *relatedOut         `json:"supersedes"`
	SupersededBy     *relatedOut         `json:"superseded_by"`
}

type relatedOut struct {
	ID    int64  `json:"id"`
	UUID  string `json:"uuid"`
	State string `json:"state"`
}

func relatedOf(r *credentials.Related) *relatedOut {
	if r == nil {
		return nil
	}
	return &relatedOut{r.ID, r.UUID.String(), string(r.State)}
}

type suspensionOut struct {
	Reason string    `json:"reason"`
	At     time.Time `json:"suspended_at"`
}

type revocationOut struct {
	Reason credentials.RevocationReason `json:"reason"`
	Note   string                       `json:"note"`
	At     time.Time                    `json:"revoked_at"`
}

type groupRef struct {
	ID                  int64  `json:"id"`
	Name                string `json:"name"`
	CourseName          string `json:"course_name"`
	CertificateDesignID *int64 `json:"certificate_design_id"`
	BadgeDesignID       *int64 `json:"badge_design_id"`
	// CertificateDesign is the one of CertificateDesignID, as it shows this credential.
	CertificateDesign *designRef `json:"certificate_design"`
}

type designRef struct {
	ID            int64   `json:"id"`
	RasterizedURL *string `json:"rasterized_content_url"`
}

type issuerRef struct {
	ID                int64  `json:"id"`
	Name              string `json:"name"`
	URL               string `json:"url"`
	Description       string `json:"description"`
	WhitelistedDomain string `json:"whitelisted_domain"` // the host that opens its public pages
}

type recipientOut struct {
	Name     string         `json:"name"`
	Email    string         `json:"email"`
	ID       string         `json:"id"`
	Phone    string         `json:"phone_number"`
	MetaData map[string]any `json:"meta_data"`
}

type previewOut struct {
	Image struct {
		Preview *string `json:"preview"`
		Sample  *string `json:"sample"`
	} `json:"image"`
}

// skillOut is a skill of a credential. A skill from a framework includes its source.
type skillOut struct {
	ID          *int64   `json:"id"` // null: skills are known by their names
	Name        string   `json:"name"`
	Identifier  *string  `json:"identifier"`
	Description *string  `json:"description"`
	URL         *string  `json:"url"`
	Breadcrumbs []string `json:"breadcrumbs"`
}

func skillsOf(g credentials.Group) []skillOut {
	out := make([]skillOut, 0, len(g.LearningOutcomes)+len(g.Alignments))
	for _, name := range g.LearningOutcomes {
		out = append(out, skillOut{Name: name, Breadcrumbs: []string{}})
	}
	for _, a := range g.Alignments {
		one := skillOut{Name: a.Name, Identifier: wire.Some(a.Code), URL: wire.Some(a.URL), Breadcrumbs: []string{}}
		if a.Framework != "" {
			one.Breadcrumbs = []string{a.Framework}
		}
		out = append(out, one)
	}
	return out
}

// CredentialWire converts credentials for issuers and integrations.
type CredentialWire struct{ Links links.Links }

// Credential converts a credential, limited to what the actor may see.
func (w CredentialWire) Credential(c credentials.Credential, by access.Actor) CredentialOut {
	id := c.UUID.String()
	out := CredentialOut{
		ID: c.ID, UUID: id, EncodedID: c.EncodedID, InternalID: c.ID, Name: c.Name(), Description: c.Description(),
		Approve: c.State.Issued(), State: string(c.State), Test: c.Test, Grade: c.Grade, Complete: c.Complete,
		IssuedOn: c.IssuedOn.Format(time.DateOnly), CourseLink: c.Group.CourseLink, CustomAttributes: wire.OrEmpty(c.CustomAttributes),
		GroupID: c.Group.ID, GroupName: c.Group.Name,
		Group:  w.group(c),
		Issuer: issuerRef{ID: c.Issuer.ID, Name: c.Issuer.Name, URL: c.Issuer.URL, Description: c.Issuer.Description, WhitelistedDomain: w.Links.Host()},
		URL:    w.Links.Credential(id, ""), Private: c.Private, EmailStatus: c.EmailStatus, Engagement: string(c.Engagement),
		NameChangeOpen: c.NameChangeOpen, CorrectedAt: c.CorrectedAt,
		Recipient:     recipientOut{c.Recipient.Name, strings.ToLower(c.Recipient.Email), c.RecipientID(), c.Recipient.Phone, wire.OrEmpty(c.Recipient.MetaData)},
		AllowEvidence: c.AllowEvidence, AllowReferences: c.AllowReferences, EvidenceItems: []wire.EvidenceOut{}, References: []wire.ReferenceOut{},
		Skills: skillsOf(c.Group), MetaData: wire.OrEmpty(c.MetaData), CreatedAt: wire.Stamp(c.CreatedAt), UpdatedAt: wire.Stamp(c.UpdatedAt), PublishedAt: c.PublishedAt,
		Suspension: (*suspensionOut)(c.Suspension), Revocation: (*revocationOut)(c.Revocation),
		Supersedes: relatedOf(c.Supersedes), SupersededBy: relatedOf(c.SupersededBy),
	}
	if c.State == credentials.Scheduled {
		out.PublishAt, out.PublishSendEmail = c.PublishAt, &c.PublishSendEmail
	}
	if c.PublishRefusal != "" && c.State.Unpublished() {
		out.PublishRefusal = &c.PublishRefusal
	}
	if band := c.GradeBand(); band != "" {
		out.GradeBand = &band
	}
	if c.OwnName != "" {
		out.OwnName = &c.OwnName
	}
	if c.OwnDescription != "" {
		out.OwnDescription = &c.OwnDescription
	}
	if c.LicenseID != "" {
		out.ID, out.LicenseID = c.LicenseID, &c.LicenseID
	}
	if c.ExpiredOn != nil {
		d := c.ExpiredOn.Format(time.DateOnly)
		out.ExpiredOn = &d
	}
	key := c.SeenBy(by).Key()
	out.PrivateKey, out.URL = key, w.Links.Credential(id, key)
	out.Certificate.Image.Sample = address(c.Certificate != wire.ZeroUUID, w.Links.DesignSample(c.Certificate.String()))
	out.Badge.Image.Sample = address(c.Badge != wire.ZeroUUID, w.Links.DesignSample(c.Badge.String()))
	// Drafts have no public image, because they have no public page.
	if c.State.Issued() && (!c.Private || key != "") {
		out.Certificate.Image.Preview = address(c.Certificate != wire.ZeroUUID, w.Links.CertificatePicture(id, key))
		out.Badge.Image.Preview = address(c.Badge != wire.ZeroUUID, w.Links.BadgePicture(id, key))
		out.SEOImage = out.Certificate.Image.Preview
		if out.SEOImage == nil {
			out.SEOImage = out.Badge.Image.Preview
		}
	}
	return out
}

func (w CredentialWire) group(c credentials.Credential) groupRef {
	out := groupRef{ID: c.Group.ID, Name: c.Group.Name, CourseName: c.Group.CourseName, CertificateDesignID: c.Group.CertificateDesignID, BadgeDesignID: c.Group.BadgeDesignID}
	if id := c.Group.CertificateDesignID; id != nil {
		out.CertificateDesign = &designRef{*id, address(c.Certificate != wire.ZeroUUID, w.Links.DesignPicture(c.Certificate.String()))}
	}
	return out
}

func address(there bool, url string) *string {
	if !there {
		return nil
	}
	return &url
}

type publicationReply struct {
	Publication publicationOut `json:"publication"`
}

type publicationOut struct {
	UUID           string         `json:"uuid"`
	State          string         `json:"state"`
	InputCount     int            `json:"input_count"`
	PublishedCount int            `json:"published_count"`
	RefusedCount   int            `json:"refused_count"`
	SendingEmail   bool           `json:"sending_email"`
	NotPublished   []notPublished `json:"not_published"`
	CreatedAt      time.Time      `json:"created_at"`
	FinishedAt     *time.Time     `json:"finished_at"`
	HoldMinutes    int            `json:"hold_minutes"`
	HoldUntil      *time.Time     `json:"hold_until"`
	ReleasedAt     *time.Time     `json:"released_at"`
	CanUndo        bool           `json:"can_undo"`
	CanSendNow     bool           `json:"can_send_now"`
	UndoneAt       *time.Time     `json:"undone_at"`
	UndoneCount    int            `json:"undone_count"`
	UndoFinishedAt *time.Time     `json:"undo_finished_at"`
	Stop           *wire.Stop     `json:"stop,omitempty"`
	UndoStop       *wire.Stop     `json:"undo_stop,omitempty"`
}

type notPublished struct {
	CredentialID  int64  `json:"credential_id"`
	RecipientName string `json:"recipient_name"`
	Reason        string `json:"reason"`
	Message       string `json:"message"`
}

func (a credentialsAPI) publicationOut(r *http.Request, p publishing.Publication) publicationOut {
	by := access.From(r.Context())
	out := publicationOut{
		UUID: p.UUID.String(), State: "working", InputCount: p.InputCount, PublishedCount: p.PublishedCount, RefusedCount: p.RefusedCount,
		SendingEmail: p.SendEmail, NotPublished: []notPublished{}, CreatedAt: p.CreatedAt, FinishedAt: p.FinishedAt,
		HoldMinutes: p.HoldMinutes, HoldUntil: p.HoldUntil, ReleasedAt: p.ReleasedAt,
		CanUndo: p.CanUndo, CanSendNow: p.CanSendNow(by), UndoneAt: p.UndoneAt, UndoneCount: p.UndoneCount, UndoFinishedAt: p.UndoFinishedAt,
		Stop:     wire.StopOf(r, a.reasons, p.StopReason, p.NotDoneCount(), p.CanResume(by)),
		UndoStop: wire.StopOf(r, a.reasons, p.UndoStopReason, p.PublishedCount-p.UndoneCount, p.CanResumeUndo(by)),
	}
	if p.FinishedAt != nil {
		out.State = "finished"
	}
	for _, f := range p.Refusals {
		message := a.reasons.Message(wire.Language(r), "publishing."+f.Reason, nil)
		out.NotPublished = append(out.NotPublished, notPublished{f.CredentialID, f.RecipientName, f.Reason, message})
	}
	return out
}

type mailsReply struct {
	Mails []mailOut `json:"mails"`
}

type mailOut struct {
	ID        int64      `json:"id"`
	Kind      string     `json:"kind"`
	Recipient string     `json:"recipient"`
	Subject   string     `json:"subject"`
	State     string     `json:"state"`
	Attempts  int        `json:"attempts"`
	LastError string     `json:"last_error"`
	CreatedAt time.Time  `json:"created_at"`
	SentAt    *time.Time `json:"sent_at"`
}

func mailsOf(mails []outbox.Mail) mailsReply {
	out := mailsReply{Mails: make([]mailOut, len(mails))}
	for i, m := range mails {
		out.Mails[i] = mailOf(m)
	}
	return out
}

func mailOf(m outbox.Mail) mailOut {
	return mailOut{m.ID, m.Kind, m.Recipient, m.Subject, m.State, m.Attempts, m.LastError, m.CreatedAt, m.SentAt}
}

type mailReply struct {
	Mail mailOut `json:"mail"`
}

type mailRefIn struct {
	ID     string    `json:"id" validate:"max=255"`
	MailID httpx.Int `json:"mail_id"`
}
