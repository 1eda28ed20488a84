package wire

import (
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/links"
)

// CredentialOut is a credential as returned to issuers.
type CredentialOut struct {
	ID               any             `json:"id"` // the client's own text, else our number
	UUID             string          `json:"uuid"`
	EncodedID        string          `json:"encoded_id"`
	LicenseID        *string         `json:"license_id"`
	InternalID       int64           `json:"accredible_internal_id"`
	Name             string          `json:"name"`
	Description      string          `json:"description"`
	OwnName          *string         `json:"own_name"` // null where it shows the group's
	OwnDescription   *string         `json:"own_description"`
	Approve          bool            `json:"approve"`
	State            string          `json:"state"`
	Test             bool            `json:"test,omitempty"` // strict clients of before see nothing new where it is none
	Grade            *float64        `json:"grade"`
	GradeBand        *string         `json:"grade_band"` // null where its group calls it nothing
	Complete         bool            `json:"complete"`
	IssuedOn         string          `json:"issued_on"`
	ExpiredOn        *string         `json:"expired_on"`
	CourseLink       string          `json:"course_link"`
	CustomAttributes map[string]any  `json:"custom_attributes"`
	GroupID          int64           `json:"group_id"`
	GroupName        string          `json:"group_name"`
	Group            CredentialGroup `json:"group"`
	Issuer           issuerRef       `json:"issuer"`
	URL              string          `json:"url"`
	Private          bool            `json:"private"`
	PrivateKey       string          `json:"private_key,omitempty"`
	EmailStatus      string          `json:"email_status"`
	Engagement       string          `json:"engagement,omitempty"` // in lists
	NameChangeOpen   bool            `json:"name_change_open"`
	CorrectedAt      *time.Time      `json:"corrected_at"`
	Certificate      previewOut      `json:"certificate"`
	Badge            previewOut      `json:"badge"`
	SEOImage         *string         `json:"seo_image"`
	Recipient        recipientOut    `json:"recipient"`
	AllowEvidence    bool            `json:"allow_supplemental_evidence"`
	AllowReferences  bool            `json:"allow_supplemental_references"`
	EvidenceItems    []EvidenceOut   `json:"evidence_items"`
	References       []ReferenceOut  `json:"references"`
	Skills           []skillOut      `json:"skills"`
	MetaData         map[string]any  `json:"meta_data"`
	CreatedAt        string          `json:"created_at"`
	UpdatedAt        string          `json:"updated_at"`
	PublishedAt      *time.Time      `json:"published_at"`
	PublishAt        *time.Time      `json:"publish_at"`         // of a scheduled one
	PublishSendEmail *bool           `json:"publish_send_email"` // the same
	PublishRefusal   *string         `json:"publish_refusal"`
	Suspension       *suspensionOut  `json:"suspension"`
	Revocation       *revocationOut  `json:"revocation"`
	Supersedes       *relatedOut     `json:"supersedes"`
	SupersededBy     *relatedOut     `json:"superseded_by"`
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

// CredentialGroup is the group of a credential.
type CredentialGroup struct {
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
		one := skillOut{Name: a.Name, Identifier: Some(a.Code), URL: Some(a.URL), Breadcrumbs: []string{}}
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
		IssuedOn: c.IssuedOn.Format(time.DateOnly), CourseLink: c.Group.CourseLink, CustomAttributes: OrEmpty(c.CustomAttributes),
		GroupID: c.Group.ID, GroupName: c.Group.Name,
		Group:  w.group(c),
		Issuer: issuerRef{ID: c.Issuer.ID, Name: c.Issuer.Name, URL: c.Issuer.URL, Description: c.Issuer.Description, WhitelistedDomain: w.Links.Host()},
		URL:    w.Links.Credential(id, ""), Private: c.Private, EmailStatus: c.EmailStatus, Engagement: string(c.Engagement),
		NameChangeOpen: c.NameChangeOpen, CorrectedAt: c.CorrectedAt,
		Recipient:     recipientOf(c),
		AllowEvidence: c.AllowEvidence, AllowReferences: c.AllowReferences, EvidenceItems: []EvidenceOut{}, References: []ReferenceOut{},
		Skills: skillsOf(c.Group), MetaData: OrEmpty(c.MetaData), CreatedAt: Stamp(c.CreatedAt), UpdatedAt: Stamp(c.UpdatedAt), PublishedAt: c.PublishedAt,
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
	out.Certificate.Image.Sample = address(c.Certificate != ZeroUUID, w.Links.DesignSample(c.Certificate.String()))
	out.Badge.Image.Sample = address(c.Badge != ZeroUUID, w.Links.DesignSample(c.Badge.String()))
	// Drafts have no public image, because they have no public page.
	if c.State.Issued() && (!c.Private || key != "") {
		out.Certificate.Image.Preview = address(c.Certificate != ZeroUUID, w.Links.CertificatePicture(id, key))
		out.Badge.Image.Preview = address(c.Badge != ZeroUUID, w.Links.BadgePicture(id, key))
		out.SEOImage = out.Certificate.Image.Preview
		if out.SEOImage == nil {
			out.SEOImage = out.Badge.Image.Preview
		}
	}
	return out
}

func (w CredentialWire) group(c credentials.Credential) CredentialGroup {
	out := CredentialGroup{ID: c.Group.ID, Name: c.Group.Name, CourseName: c.Group.CourseName, CertificateDesignID: c.Group.CertificateDesignID, BadgeDesignID: c.Group.BadgeDesignID}
	if id := c.Group.CertificateDesignID; id != nil {
		out.CertificateDesign = &designRef{*id, address(c.Certificate != ZeroUUID, w.Links.DesignPicture(c.Certificate.String()))}
	}
	return out
}

func address(there bool, url string) *string {
	if !there {
		return nil
	}
	return &url
}
