package public

import (
	"context"
	"time"

	"github.com/google/uuid"

	"laurel/internal/design/designs"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/links"
	"laurel/internal/platform/pg"
	"laurel/internal/supplements/evidence"
	"laurel/internal/supplements/references"
)

type credentialReply struct {
	Credential Credential `json:"credential"`
}

// Credential is the public view of a credential. It contains nothing that only the issuer may know.
type Credential struct {
	ID          int64            `json:"id"`
	UUID        string           `json:"uuid"`
	EncodedID   string           `json:"encoded_id"`
	LicenseID   *string          `json:"license_id"` // the issuer's own id; null where it gave none
	State       string           `json:"state"`
	Test        bool             `json:"test,omitempty"`
	Name        string           `json:"name"`
	Description string           `json:"description"`
	Recipient   Recipient        `json:"recipient"`
	IssuedOn    string           `json:"issued_on"`
	ExpiredOn   *string          `json:"expired_on"`
	Grade       *float64         `json:"grade"`
	GradeBand   *string          `json:"grade_band"` // null where its group calls it nothing
	Complete    bool             `json:"complete"`
	Private     bool             `json:"private"`
	Language    string           `json:"language"`
	Issuer      credentialIssuer `json:"issuer"`
	Group       Group            `json:"group"`
	URL         string           `json:"url"`
	SignedURL   *string          `json:"signed_url"` // null while it is in progress
	TokenURL    *string          `json:"token_url"`  // null where there are no tokens
	Certificate *Document        `json:"certificate"`
	Badge       *Document        `json:"badge"`
	Verdict     Verdict          `json:"verdict"`
	Outcomes    []string         `json:"learning_outcomes"`
	CorrectedOn *string          `json:"corrected_on"` // when what it shows was last corrected
	Criteria    string           `json:"criteria"`
	CriteriaURL string           `json:"criteria_url"`

	Attributes   []Attribute        `json:"attributes"` // what its designs print of the issuer's own attributes
	Alignments   []groups.Alignment `json:"alignments"`
	Actions      Actions            `json:"actions"`
	PageLanguage *string            `json:"page_language"` // null follows the reader

	Evidence          []Evidence `json:"evidence"`
	EvidenceChangedAt *time.Time `json:"evidence_changed_at"` // null unless it changed after the credential was issued

	References []Reference `json:"references"`

	Suspension *Suspension `json:"suspension"`
	Revocation *Revocation `json:"revocation"`

	Supersedes   *Related `json:"supersedes"`    // what it renews
	SupersededBy *Related `json:"superseded_by"` // what renews it
}

// Attribute is a custom attribute that the credential's designs show, with its value.
type Attribute struct {
	Key   string `json:"key"`
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

// Related is another public credential of the same recipient.
type Related struct {
	UUID string `json:"uuid"`
	URL  string `json:"url"`
}

// related returns a renewal if it is public, or else nil.
func related(r *credentials.Related, l links.Links) *Related {
	if r == nil || r.Private || !r.State.Issued() {
		return nil
	}
	return &Related{r.UUID.String(), l.Credential(r.UUID.String(), "")}
}

// Suspension contains the time of a suspension. The reason is not public.
type Suspension struct {
	At time.Time `json:"suspended_at"`
}

// Revocation contains the time and the reason of a revocation.
type Revocation struct {
	Reason credentials.RevocationReason `json:"reason"`
	Note   string                       `json:"note"`
	At     time.Time                    `json:"revoked_at"`
}

// Recipient is the recipient, by name only.
type Recipient struct {
	Name string `json:"name"`
}

// Issuer is the issuer.
type Issuer struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
	URL  string `json:"url"`
	Logo string `json:"logo"`
}

// Presenter is the issuer with its branding.
type Presenter struct {
	Issuer
	PageBanner     string `json:"page_banner"`     // empty: none
	WhitelabelLogo string `json:"whitelabel_logo"` // in the place of logo and name
}

// credentialIssuer is the issuer of a credential.
type credentialIssuer struct {
	Presenter
	LinkedInID string `json:"linkedin_company_id"` // empty: none
}

// Group is the group of a credential.
type Group struct {
	ID         int64  `json:"id"`
	CourseName string `json:"course_name"`
	CourseLink string `json:"course_link"`
}

// Document is an image of the credential with its downloads.
type Document struct {
	ImageURL string `json:"image_url"`
	// SampleURL is the URL of the design's sample image.
	SampleURL string  `json:"sample_url"`
	Width     int     `json:"width"`
	Height    int     `json:"height"`
	PDFURL    *string `json:"pdf_url"`
	PrintURL  *string `json:"print_url"`
	BakedURL  *string `json:"baked_url"`
	// DrawingURL is the URL of the baked badge as SVG.
	DrawingURL *string `json:"drawing_url"`
}

// Verdict is the validity of the credential and the time of the check.
type Verdict struct {
	Status    string    `json:"status"`
	CheckedAt time.Time `json:"checked_at"`
}

// Page returns the public view of a credential with the evidence and references that are visible with the given key.
func (d Deps) Page(ctx context.Context, c credentials.Credential, key string) (Credential, error) {
	var said []references.Reference
	shown, err := d.Evidence.Visible(ctx, c, key, func(db pg.DB) (err error) {
		said, err = d.References.ShownTx(ctx, db, c)
		return err
	})
	if err != nil {
		return Credential{}, err
	}
	out := View(c, d.Links, d.Badges.TokenAddress(c), ViewerOf(ctx, c), d.Clock.Now())
	return out.Proven(c, shown, key, d.Links).Vouched(said), nil
}

// Proven adds the evidence that is visible with the given key.
func (out Credential) Proven(c credentials.Credential, shown evidence.Visible, key string, l links.Links) Credential {
	out.Evidence, out.EvidenceChangedAt = evidenceViews(c, shown.Items, key, l), shown.ChangedAt
	return out
}

// View returns a credential as a viewer sees it at the time now, without evidence and references. token is the URL of its token, or "".
func View(c credentials.Credential, l links.Links, token string, who Viewer, now time.Time) Credential {
	id, key := c.UUID.String(), c.Key()
	out := Credential{
		ID: c.ID, UUID: id, EncodedID: c.EncodedID, LicenseID: orNull(c.LicenseID), State: string(c.State), Test: c.Test, Name: c.Name(), Description: c.Description(),
		Recipient: Recipient{c.Recipient.Name}, IssuedOn: c.IssuedOn.Format(time.DateOnly), Grade: c.Grade, GradeBand: orNull(c.GradeBand()), Complete: c.Complete,
		Private: c.Private, Language: c.Group.Language, Issuer: credentialIssuer{Presenter{Issuer{c.Issuer.ID, c.Issuer.Name, c.Issuer.URL, l.File(c.Issuer.Logo)}, l.File(c.Issuer.PageBanner), l.File(c.Issuer.WhitelabelLogo)}, c.Issuer.LinkedInID},
		Group: Group{c.Group.ID, c.Group.CourseName, c.Group.CourseLink}, URL: l.Credential(id, key),
		Verdict: Verdict{verdict(c), now}, Outcomes: c.Group.LearningOutcomes, Evidence: []Evidence{}, References: []Reference{},
		Supersedes: related(c.Supersedes, l), SupersededBy: related(c.SupersededBy, l), Criteria: c.Group.Criteria,
		CriteriaURL: c.Group.CriteriaURL, Alignments: orNone(c.Group.Alignments), Actions: actionsFor(c, who),
		PageLanguage: orNull(c.PageLanguage()),
	}
	out.Attributes = []Attribute{}
	for _, f := range c.Facts() {
		out.Attributes = append(out.Attributes, Attribute{f.Key, f.Name, f.Kind, f.Value})
	}
	signed := c.State != credentials.InProgress
	if signed {
		address := l.SignedBadge(id, key)
		out.SignedURL = &address
	}
	if !c.State.Achieved() || c.SupersededAt != nil || c.Test {
		out.Actions.LinkedIn = false
	}
	if !c.Group.Settings.CourseLinkShow {
		out.Group.CourseLink = ""
	}
	if !c.Group.Settings.OrganizationLinkShow {
		out.Issuer.URL = ""
	}
	if token != "" && signed && out.Actions.Download {
		out.TokenURL = &token
	}
	if c.Suspension != nil {
		out.Suspension = &Suspension{c.Suspension.At}
	}
	out.Revocation = (*Revocation)(c.Revocation)
	if out.Outcomes == nil {
		out.Outcomes = []string{}
	}
	if c.CorrectedAt != nil {
		d := c.CorrectedAt.UTC().Format(time.DateOnly)
		out.CorrectedOn = &d
	}
	if c.ExpiredOn != nil {
		d := c.ExpiredOn.Format(time.DateOnly)
		out.ExpiredOn = &d
	}
	if c.Certificate != uuid.Nil {
		pdf, print := l.CertificatePDF(id, "pdf", key), l.CertificatePDF(id, "print", key)
		out.Certificate = &Document{ImageURL: l.CertificatePicture(id, key), SampleURL: l.DesignSample(c.Certificate.String())}
		if out.Actions.Download {
			out.Certificate.PDFURL, out.Certificate.PrintURL = &pdf, &print
		}
		out.Certificate.Width, out.Certificate.Height = designs.ScreenSize(c.Size, c.Orientation)
	}
	if c.Badge != uuid.Nil {
		baked, drawing := l.BakedBadge(id, "", key), l.BakedBadge(id, "svg", key)
		out.Badge = &Document{ImageURL: l.BadgePicture(id, key), SampleURL: l.DesignSample(c.Badge.String()), Width: 600, Height: 600}
		if signed && out.Actions.Download {
			out.Badge.BakedURL, out.Badge.DrawingURL = &baked, &drawing
		}
	}
	return out
}

func verdict(c credentials.Credential) string {
	switch {
	case c.Test:
		return "test"
	case c.State == credentials.Published:
		return "valid"
	}
	return string(c.State)
}

type groupReply struct {
	Group PublicGroup `json:"group"`
}

// PublicGroup is the public view of a group.
type PublicGroup struct {
	ID                int64     `json:"id"`
	CourseName        string    `json:"course_name"`
	CourseDescription string    `json:"course_description"`
	CourseLink        string    `json:"course_link"`
	Outcomes          []string  `json:"learning_outcomes"`
	ImageURL          *string   `json:"image_url"`
	Issuer            Presenter `json:"issuer"`
	Criteria          string    `json:"criteria"`
	CriteriaURL       string    `json:"criteria_url"`
	SkillCategory     *string   `json:"skill_category"`
	SignupURL         *string   `json:"signup_url"`
	Language          string    `json:"language"`
	PageLanguage      *string   `json:"page_language"`
	Earners           *int      `json:"earners_count"`

	Alignments []groups.Alignment `json:"alignments"`
}

// groupView converts a group for the public. category is the name of its skill category, or "".
func groupView(g groups.Public, l links.Links, category string) PublicGroup {
	out := PublicGroup{
		ID: g.ID, CourseName: g.CourseName, CourseDescription: g.CourseDescription, Outcomes: g.LearningOutcomes,
		Issuer:   Presenter{Issuer{g.IssuerID, g.IssuerName, g.IssuerURL, l.File(g.IssuerLogo)}, l.File(g.PageBanner), l.File(g.WhitelabelLogo)},
		Criteria: g.Criteria, CriteriaURL: g.CriteriaURL,
		SkillCategory: orNull(category), Language: g.Language, PageLanguage: orNull(g.Settings.PageLanguage), Earners: g.Earners,
		Alignments: g.Alignments,
	}
	if g.Settings.CourseLinkShow {
		out.CourseLink = g.CourseLink
	}
	if g.Settings.SignupURLShow {
		out.SignupURL = orNull(g.SignupURL)
	}
	if !g.Settings.OrganizationLinkShow {
		out.Issuer.URL = ""
	}
	out.ImageURL = orNull(g.Picture(l))
	return out
}

func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func orNone[T any](all []T) []T {
	if all == nil {
		return []T{}
	}
	return all
}
