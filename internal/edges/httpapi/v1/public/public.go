// Package public serves endpoints that need no sign-in: credentials by URL, downloads, badges, and the counting of visits.
package public

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"laurel/internal/accounts/departments"
	"laurel/internal/design/designs"
	"laurel/internal/documents/collectionpdf"
	"laurel/internal/documents/documents"
	"laurel/internal/documents/rendering"
	"laurel/internal/edges/httpapi/v1/public/requests"
	"laurel/internal/edges/httpapi/v1/public/trust"
	"laurel/internal/edges/httpapi/v1/public/visits"
	"laurel/internal/issuing/collections"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/groups"
	"laurel/internal/messaging/bounces"
	"laurel/internal/messaging/contact"
	"laurel/internal/messaging/outbox"
	"laurel/internal/operations/claims"
	"laurel/internal/operations/people"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/links"
	"laurel/internal/platform/objects"
	"laurel/internal/reach/analytics"
	owncollections "laurel/internal/recipients/collections"
	"laurel/internal/recipients/profiles"
	"laurel/internal/recipients/recipients"
	"laurel/internal/supplements/evidence"
	"laurel/internal/supplements/namechanges"
	"laurel/internal/supplements/references"
	"laurel/internal/trust/badges"
	"laurel/internal/trust/verification"
)

// Deps are the dependencies of the public routes.
type Deps struct {
	Clock       clock.Clock
	Credentials *credentials.Service
	Claims      *claims.Service
	Contact     *contact.Service
	Outbox      *outbox.Service
	Bounces     *bounces.Service
	People      *people.Service
	Collections *collections.Service
	Shared      *owncollections.Service
	Printed     *collectionpdf.Service
	Profiles    *profiles.Service
	Departments *departments.Service
	Groups      *groups.Service
	NameChanges *namechanges.Service
	Recipients  *recipients.Service
	Documents   *documents.Service
	Evidence    *evidence.Service
	References  *references.Service
	Badges      *badges.Service
	Analytics   *analytics.Service
	Verify      *verification.Service
	Texts       *i18n.Bundle
	Links       links.Links
	Files       *objects.Store
	Sender      string // contact address of departments that have none of their own
}

type api struct{ Deps }

// Mount adds the public routes to r, which is mounted at /v1.
func Mount(r chi.Router, d Deps) {
	a := api{d}
	r.Get("/public/credentials/{ref}", httpx.JSON(a.credential))
	r.Get("/public/groups/{id}", httpx.JSON(a.group))
	r.Get("/public/collections/{token}", httpx.JSON(a.sharedCollection))
	r.Get("/public/collections/{token}/presentation", a.sharedPresentation)
	downloads := r.With(httpx.Pages)
	downloads.Get("/credentials/generate_certificate_pdf", a.certificatePDF)
	downloads.Get("/credentials/generate_baked_badge", a.bakedBadge)
	r.Get("/frontend/credential_website_embed_image/{kind}/{id}", a.credentialPicture)
	r.Get("/frontend/design_image/{uuid}", a.designPicture)
	r.Get("/frontend/template_image/{slug}", a.templatePicture)
	r.Get("/evidence_items/{uuid}/file", httpx.JSON(a.evidenceFile))
	a.network(r)
	trust.Mount(r, d.trust())
	requests.Mount(r, d.requests())
	visits.Mount(r, a.visits())
}

// MountV2 adds the public version 2 routes to r, which is mounted at /v2.
func MountV2(r chi.Router, d Deps) { trust.MountV2(r, d.trust()) }

// Verified verifies what somebody submitted, as trust.Deps.Verified does.
func (d Deps) Verified(r *http.Request, in verification.Input) (trust.Verification, error) {
	return d.trust().Verified(r, in)
}

// Checked verifies the text of a link, as trust.Deps.Checked does.
func (d Deps) Checked(r *http.Request, in verification.Input) (trust.Verification, error) {
	return d.trust().Checked(r, in)
}

// EmailChoice returns what the link of an email stops, as requests.Deps.EmailChoice does.
func (d Deps) EmailChoice(ctx context.Context, token string) (requests.EmailChoice, error) {
	return d.requests().EmailChoice(ctx, token)
}

// ChooseEmails stops emails, or starts them again, as requests.Deps.Choose does.
func (d Deps) ChooseEmails(ctx context.Context, token string, wanted bool) error {
	return d.requests().Choose(ctx, token, wanted)
}

func (d Deps) requests() requests.Deps {
	return requests.Deps{
		Claims: d.Claims, Contact: d.Contact, NameChanges: d.NameChanges, Recipients: d.Recipients, References: d.References, Links: d.Links,
		Outbox: d.Outbox, Bounces: d.Bounces, People: d.People, Departments: d.Departments,
	}
}

func (d Deps) trust() trust.Deps {
	return trust.Deps{
		Credentials: d.Credentials, Departments: d.Departments, Groups: d.Groups, Shared: d.Shared, Printed: d.Printed, Badges: d.Badges, Verify: d.Verify, Analytics: d.Analytics, Texts: d.Texts, Links: d.Links,
		Sender: d.Sender,
	}
}

type credentialIn struct {
	Ref string `json:"ref" validate:"max=255"`
	Key string `json:"key" validate:"max=255"`
}

func (a api) credential(r *http.Request, in credentialIn) (credentialReply, error) {
	c, err := a.Recipients.ReadPublic(r.Context(), recipients.From(r.Context()), in.Ref, in.Key)
	if err != nil {
		return credentialReply{}, err
	}
	a.noteVisit(r, c, credentials.PageViewed, analytics.Viewed)
	view, err := a.Page(r.Context(), c, in.Key)
	return credentialReply{view}, err
}

// WriteRecord serves the data of the public page, including the verdict, as JSON.
func WriteRecord(w http.ResponseWriter, c Credential) {
	w.Header().Set("Cache-Control", "no-cache") // a withdrawal shows at once
	httpx.Write(w, credentialReply{c})
}

type groupIn struct {
	ID httpx.Int `json:"id"`
}

func (a api) group(r *http.Request, in groupIn) (groupReply, error) {
	g, err := a.Groups.ReadPublic(r.Context(), int64(in.ID))
	if err != nil {
		return groupReply{}, err
	}
	return groupReply{a.Group(g, httpx.Language(r.Context()))}, nil
}

// Group returns the public view of a group, with the name of its skill category in a language.
func (d Deps) Group(g groups.Public, language string) PublicGroup {
	category := ""
	if g.SkillCategoryID != nil {
		category = d.Groups.CategoryName(*g.SkillCategoryID, language)
	}
	return groupView(g, d.Links, category)
}

// file serves a document. Private documents must not be cached. Public ones must be revalidated for each request, because a revocation
// must be visible immediately.
func file(w http.ResponseWriter, r *http.Request, d documents.Response, contentType, name string, private, download bool) {
	h := w.Header()
	h.Set("Content-Type", contentType)
	disposition := "inline"
	if download {
		disposition = "attachment"
	}
	h.Set("Content-Disposition", disposition+`; filename="`+name+`"`)
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	switch {
	case private:
		h.Set("Cache-Control", "no-store")
	case h.Get("Cache-Control") == "":
		tag := `"` + d.ETag + `"`
		h.Set("Cache-Control", "public, no-cache")
		h.Set("ETag", tag)
		if r.Header.Get("If-None-Match") == tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(d.Data)))
	_, _ = w.Write(d.Data)
}

type downloadIn struct {
	CredentialID string     `json:"credential_id" validate:"required,max=255"`
	Mode         string     `json:"mode" validate:"omitempty,oneof=pdf print"`
	Marks        httpx.Bool `json:"marks"`
	Format       string     `json:"format" validate:"omitempty,oneof=png svg"`
	Key          string     `json:"key" validate:"max=255"`
}

// pdf returns the requested file. It returns a field error for crop marks without print mode.
func (in downloadIn) pdf() (documents.File, error) {
	switch {
	case in.Mode != string(rendering.Print) && bool(in.Marks):
		return "", errs.Field("marks", "document.marks_without_print")
	case in.Mode != string(rendering.Print):
		return documents.Certificate, nil
	case bool(in.Marks):
		return documents.CertificateMarked, nil
	default:
		return documents.CertificatePrint, nil
	}
}

// download serves a file of a credential to viewers who may download it, and records it as what. thing identifies the file that make renders.
func (a api) download(w http.ResponseWriter, r *http.Request, in downloadIn, what analytics.EventType, contentType, suffix, thing string, make documents.RenderFunc) {
	allow := func(c credentials.Credential) error {
		if !may(c.Group.Settings.Actions.Download, ViewerOf(r.Context(), c)) {
			return errNoDownload
		}
		return nil
	}
	d, err := a.Documents.Public(r.Context(), documents.Request{Ref: in.CredentialID, Key: in.Key, Thing: thing}, allow, make)
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	a.noteVisit(r, d.Credential, credentials.PageUsed, what)
	if in.Mode == string(rendering.Print) {
		suffix = "-print" + suffix
	}
	c := d.Credential
	file(w, r, d, contentType, c.EncodedID+suffix, c.Private || c.Group.Settings.Actions.Download != groups.ForAll, true)
}

func (a api) certificatePDF(w http.ResponseWriter, r *http.Request) {
	var in downloadIn
	err := httpx.Decode(w, r, &in)
	var f documents.File
	if err == nil {
		f, err = in.pdf()
	}
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	what := analytics.PDFDownloaded
	if in.Mode == string(rendering.Print) {
		what = analytics.PrintDownloaded
	}
	a.download(w, r, in, what, "application/pdf", ".pdf", string(f), func(ctx context.Context, c credentials.Credential) ([]byte, error) {
		return a.Documents.PDF(ctx, c, f)
	})
}

// drawingPolicy is a Content-Security-Policy that only permits embedded resources in an SVG.
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"

func (a api) bakedBadge(w http.ResponseWriter, r *http.Request) {
	format := rendering.PNG
	if r.URL.Query().Get("format") == string(rendering.SVG) {
		format = rendering.SVG
		// An SVG opened in the browser must not run scripts or load resources, whatever it contains.
		w.Header().Set("Content-Security-Policy", drawingPolicy)
	}
	var in downloadIn
	if err := httpx.Decode(w, r, &in); err != nil {
		httpx.Fail(w, r, err)
		return
	}
	thing := "baked badge " + string(format)
	a.download(w, r, in, analytics.BadgeDownloaded, format.ContentType(), "-badge."+string(format), thing, func(ctx context.Context, c credentials.Credential) ([]byte, error) {
		return a.Documents.BakedBadge(ctx, c, format)
	})
}

type pictureIn struct {
	Kind   string         `json:"kind" validate:"omitempty,oneof=certificate badge"`
	ID     string         `json:"id" validate:"max=255"`
	UUID   string         `json:"uuid" validate:"max=64"`
	Slug   string         `json:"slug" validate:"max=100"`
	Width  httpx.PageSize `json:"width"`
	Sample httpx.Bool     `json:"sample"`
	Format string         `json:"format" validate:"omitempty,oneof=webp"`
	Group  httpx.Int      `json:"group_id"`
	Key    string         `json:"key" validate:"max=255"`
}

func (a api) credentialPicture(w http.ResponseWriter, r *http.Request) {
	a.picture(w, r, func(_ credentials.Credential, in pictureIn) designs.Kind { return designs.Kind(in.Kind) })
}

// picture serves the image of the certificate or badge.
func (a api) picture(w http.ResponseWriter, r *http.Request, choose func(credentials.Credential, pictureIn) designs.Kind) {
	var in pictureIn
	if err := httpx.Decode(w, r, &in); err != nil {
		httpx.Fail(w, r, err)
		return
	}
	width := documents.Width(int(in.Width))
	wish := documents.Request{Ref: in.ID, Key: in.Key, Thing: fmt.Sprint(chi.RouteContext(r.Context()).RoutePattern(), " ", in.Kind, " ", width, in.Format)}
	everybody := func(credentials.Credential) error { return nil }
	d, err := a.Documents.Public(r.Context(), wish, everybody, func(ctx context.Context, c credentials.Credential) ([]byte, error) {
		return a.Documents.PictureIn(ctx, c, choose(c, in), documents.PictureOptions{Width: width, Format: rendering.Format(in.Format)})
	})
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	c := d.Credential
	a.visits().NoteEmbed(r, c)
	contentType, ending := pictureType(d.Data)
	file(w, r, d, contentType, c.EncodedID+"-"+string(choose(c, in))+ending, c.Private, false)
}

func (a api) designPicture(w http.ResponseWriter, r *http.Request) {
	a.forever(w, r, func(in pictureIn) ([]byte, error) {
		id, err := uuid.Parse(in.UUID)
		if err != nil {
			return nil, documents.ErrNotFound
		}
		if in.Group != 0 {
			g, err := a.Groups.ReadPublic(r.Context(), int64(in.Group))
			if err != nil {
				return nil, err
			}
			return a.Documents.GroupPicture(r.Context(), g, id, documents.PictureOptions{Width: int(in.Width)})
		}
		return a.Documents.DesignPicture(r.Context(), id, documents.PictureOptions{Width: int(in.Width)}, bool(in.Sample))
	})
}

func (a api) templatePicture(w http.ResponseWriter, r *http.Request) {
	a.forever(w, r, func(in pictureIn) ([]byte, error) {
		return a.Documents.TemplatePicture(r.Context(), in.Slug, int(in.Width))
	})
}

// forever serves an immutable image: design versions never change.
func (a api) forever(w http.ResponseWriter, r *http.Request, make func(pictureIn) ([]byte, error)) {
	var in pictureIn
	if err := httpx.Decode(w, r, &in); err != nil {
		httpx.Fail(w, r, err)
		return
	}
	data, err := make(in)
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	contentType, ending := pictureType(data)
	file(w, r, documents.Response{Data: data}, contentType, "design"+ending, false, false)
}

// pictureType returns the content type of an image and its file name extension.
func pictureType(data []byte) (contentType, ending string) {
	switch contentType = http.DetectContentType(data); contentType {
	case "image/jpeg":
		return contentType, ".jpg"
	case "image/webp":
		return contentType, ".webp"
	}
	return contentType, ".png"
}
