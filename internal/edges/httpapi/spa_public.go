package httpapi

import (
	"bytes"
	"html/template"
	"net/http"
	"net/url"
	"strconv"

	"github.com/go-chi/chi/v5"

	"laurel/internal/edges/httpapi/v1/public"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/links"
)

var groupBody = template.Must(template.New("group").Parse(`<main class="facts"><h1>{{.CourseName}}</h1>
<p>{{.IssuerName}}</p>{{with .Picture}}<p><img src="{{.}}" alt="{{$.CourseName}}" data-kind="group" fetchpriority="high"></p>{{end}}
<p>{{.CourseDescription}}</p>{{with .LearningOutcomes}}
<ul>{{range .}}<li>{{.}}</li>{{end}}</ul>{{end}}{{with .Criteria}}
<p>{{.}}</p>{{end}}{{with .CriteriaURL}}
<p><a href="{{.}}">{{.}}</a></p>{{end}}</main>`))

type groupFacts struct {
	groups.Public
	Picture string
}

// groupPage serves the public page of a group with its facts and metadata.
func (s *spa) groupPage(w http.ResponseWriter, r *http.Request) {
	language := httpx.Language(r.Context())
	id, err := strconv.ParseInt(chi.URLParam(r, "id"), 10, 64)
	var g groups.Public
	if err == nil {
		g, err = s.public.Groups.ReadPublic(r.Context(), id)
	} else {
		err = groups.ErrNotFound
	}
	if err != nil {
		s.refused(w, r, err, frameNone)
		return
	}
	if g.Settings.PageLanguage != "" {
		language = g.Settings.PageLanguage
	}
	shown := groupFacts{g, g.Picture(s.links)}
	var body bytes.Buffer
	if err := groupBody.Execute(&body, shown); err != nil {
		httpx.Fail(w, r, err)
		return
	}
	s.write(w, facts{
		Data:     map[string]any{"group": s.public.Group(g, language), "language": language},
		Visitors: true, Title: g.CourseName + " – " + g.IssuerName, Description: g.CourseDescription, Language: language, Image: shown.Picture,
		URL: s.links.GroupPage(g.ID), NoIndex: !g.Settings.IndexingAllowed, Status: http.StatusOK,
		Body: template.HTML(body.String()), //nolint:gosec // made by html/template just above
	}, frameNone)
}

// linkedCredential describes a credential for search engines, as a schema.org EducationalOccupationalCredential.
func linkedCredential(view public.Credential, l links.Links) map[string]any {
	issuer := map[string]any{"@type": "Organization", "name": view.Issuer.Name}
	if view.Issuer.URL != "" {
		issuer["url"] = view.Issuer.URL
	}
	out := map[string]any{
		"@context": "https://schema.org", "@type": "EducationalOccupationalCredential", "name": view.Name, "url": l.Credential(view.UUID, ""),
		"description": view.Description, "recognizedBy": issuer, "creator": issuer, "datePublished": view.IssuedOn,
		"about": map[string]any{"@type": "Person", "name": view.Recipient.Name},
	}
	if view.ExpiredOn != nil {
		out["expires"] = *view.ExpiredOn
	}
	if len(view.Outcomes) > 0 {
		out["competencyRequired"] = view.Outcomes
	}
	switch {
	case view.Certificate != nil:
		out["image"], out["credentialCategory"] = view.Certificate.ImageURL, "certificate"
	case view.Badge != nil:
		out["image"], out["credentialCategory"] = view.Badge.ImageURL, "badge"
	}
	return out
}

// oEmbedLink is the URL at which other sites find how to embed a page.
func oEmbedLink(l links.Links, page string) string {
	return l.Page("/oembed?" + url.Values{"url": {page}, "format": {"json"}}.Encode())
}
