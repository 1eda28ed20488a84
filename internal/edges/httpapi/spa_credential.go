package httpapi

import (
	"bytes"
	"cmp"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"laurel/internal/documents/documents"
	"laurel/internal/edges/httpapi/v1/public"
	"laurel/internal/edges/httpapi/v1/public/trust"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/i18n"
)

// credentialFacts is the data of a credential's page before its scripts run, which is all that it says without them.
type credentialFacts struct {
	words
	public.Credential
	Status  string // whether it is valid
	Reason  string // why it was revoked; "" otherwise
	Picture *picture
	Grade   string
	Verify  string // address of its verification; "" where the issuer offers none
	Contact string
	Files   []file
}

// picture is the certificate or badge, at the widths that screens need. web/src/features/public/DocumentPictures.tsx asks for the same, so
// that browsers load it once.
type picture struct {
	*public.Document
	Alt, Kind, Src, Srcset, Sizes string
}

// file is a download. Name is the key of its text.
type file struct{ Name, URL string }

// pictureWidths are some of documents.Widths.
var pictureWidths = []int{480, 720, 960, 1200}

// pictureSizes is how wide pictures are shown, by their kind. web/src/ui/theme/plain.css sets it.
var pictureSizes = map[string]string{
	"certificate": "(max-width: 48em) calc(100vw - 32px), min(1000px, calc(100vw - 48px))", "badge": "min(420px, calc(100vw - 32px))",
}

func newPicture(d *public.Document, kind, alt string) *picture {
	address := d.ImageURL + "?"
	if strings.Contains(d.ImageURL, "?") {
		address = d.ImageURL + "&"
	}
	if kind == "badge" {
		address += "format=webp&" // smaller than a PNG, and transparent unlike a JPEG
	}
	at := func(width int) string { return address + "width=" + strconv.Itoa(width) }
	all := make([]string, len(pictureWidths))
	for i, width := range pictureWidths {
		all[i] = at(width) + " " + strconv.Itoa(width) + "w"
	}
	return &picture{d, alt, kind, at(pictureWidths[2]), strings.Join(all, ", "), pictureSizes[kind]}
}

// Ratio is the width of the picture divided by its height.
func (p picture) Ratio() float64 { return float64(p.Width) / float64(p.Height) }

func (s *spa) credentialFacts(view public.Credential, language, ref, key string) credentialFacts {
	t := words{s.texts, language}
	out := credentialFacts{
		words: t, Credential: view, Status: t.T("public.proof."+view.Verdict.Status, "date", t.Date(deref(view.ExpiredOn))), Files: filesOf(view),
		Contact: "/contact?" + url.Values{"credential": {ref}}.Encode(),
	}
	if key != "" {
		out.Contact += "&" + url.Values{"key": {key}}.Encode()
	}
	if r := view.Revocation; r != nil {
		out.Reason = strings.TrimSpace(t.T("revocation."+string(r.Reason)) + ". " + r.Note)
	}
	if view.Grade != nil {
		out.Grade = i18n.Percent(language, *view.Grade)
	}
	if view.Actions.Verify && !view.Private { // its address would give away the key
		out.Verify = "/verify?" + url.Values{"url": {view.URL}}.Encode()
	}
	switch {
	case view.Certificate != nil:
		out.Picture = newPicture(view.Certificate, "certificate", t.T("public.certificateOf", "name", view.Name, "recipient", view.Recipient.Name))
	case view.Badge != nil:
		out.Picture = newPicture(view.Badge, "badge", t.T("public.badgeOf", "name", view.Name, "recipient", view.Recipient.Name))
	}
	return out
}

// filesOf returns the downloads of a credential.
func filesOf(view public.Credential) (files []file) {
	add := func(name string, address *string) {
		if address != nil {
			files = append(files, file{"public.download." + name, *address})
		}
	}
	if !view.Actions.Download {
		return nil
	}
	if d := view.Certificate; d != nil {
		add("pdf", d.PDFURL)
		add("print", d.PrintURL)
	}
	if d := view.Badge; d != nil {
		add("badge", d.BakedURL)
		add("drawing", d.DrawingURL)
	}
	add("signed", view.SignedURL)
	add("token", view.TokenURL)
	return files
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// credentialPage serves the public page of a credential with its title, image and OpenGraph metadata, and with the data that its scripts
// show to visitors.
func (s *spa) credentialPage(frames string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ref, err := url.PathUnescape(chi.URLParam(r, "ref")) // an issuer's own id may hold a slash
		if err != nil {
			ref = ""
		}
		key := r.URL.Query().Get("key")
		c, err := s.credentials.ReadPublic(r.Context(), ref, key)
		if err != nil {
			s.refused(w, r, err, frames)
			return
		}
		w.Header().Add("Vary", "Accept")
		view, err := s.public.Page(r.Context(), c, key)
		if err != nil {
			httpx.Fail(w, r, err)
			return
		}
		switch wanted(r) {
		case answerSigned:
			trust.WriteSigned(w, r, s.badges, c)
		case answerRecord:
			public.WriteRecord(w, view)
		default:
			s.showCredential(w, r, c, view, ref, frames)
		}
	}
}

func (s *spa) showCredential(w http.ResponseWriter, r *http.Request, c credentials.Credential, view public.Credential, ref, frames string) {
	language, key := cmp.Or(c.PageLanguage(), httpx.Language(r.Context())), r.URL.Query().Get("key")
	name := "credential"
	if frames == frameAll {
		name = "frame"
	}
	var body bytes.Buffer
	if err := plainPages.ExecuteTemplate(&body, name, s.credentialFacts(view, language, ref, key)); err != nil {
		httpx.Fail(w, r, err)
		return
	}
	f := facts{
		Visitors: true, Title: view.Name + " – " + view.Recipient.Name, Description: view.Issuer.Name + ": " + view.Name, Language: language,
		URL: s.links.Credential(view.UUID, ""), NoIndex: view.Private || !c.State.Achieved() || !c.Group.Settings.IndexingAllowed, Status: http.StatusOK,
		Data: map[string]any{"credential": view},
		Body: template.HTML(body.String()), //nolint:gosec // made by html/template just above
	}
	if !view.Private && (view.Certificate != nil || view.Badge != nil) { // a private picture's address would carry the key
		f.Image, f.ImageWidth, f.ImageHeight = s.links.SharePicture(view.UUID, view.Verdict.Status), documents.ShareWidth, documents.ShareHeight
	}
	if !view.Private {
		f.OEmbed = oEmbedLink(s.links, f.URL)
	}
	if !f.NoIndex {
		f.Linked = linkedCredential(view, s.links)
	}
	s.write(w, f, frames)
}

// answer is a kind of response for a credential's URL.
type answer int

const (
	answerPage   answer = iota // for browsers, which always name HTML
	answerSigned               // for verifiers
	answerRecord               // what we say of it now, for programs
)

func wanted(r *http.Request) answer {
	accept := r.Header.Get("Accept")
	switch {
	case strings.Contains(accept, "html"):
		return answerPage
	case strings.Contains(accept, "+json"), strings.Contains(accept, "application/vc"):
		return answerSigned
	case strings.Contains(accept, "json"):
		return answerRecord
	}
	return answerPage
}
