package httpapi

import (
	"bytes"
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"laurel/internal/documents/documents"
	"laurel/internal/edges/httpapi/v1/profile"
	"laurel/internal/platform/httpx"
	"laurel/internal/recipients/profiles"
)

var profileBody = template.Must(template.New("profile").Parse(`<main class="facts">{{with .PhotoURL}}<p><img src="{{.}}" alt="" width="160" height="160"></p>{{end}}<h1>{{.Name}}</h1>{{with .Headline}}
<p>{{.}}</p>{{end}}{{with .Bio}}
<p style="white-space:pre-line">{{.}}</p>{{end}}{{with .Links}}
<ul>{{range .}}<li><a href="{{.URL}}" rel="nofollow ugc noopener">{{.Label}}</a></li>{{end}}</ul>{{end}}{{with .Skills}}
<h2>{{$.SkillsTitle}}</h2>
<ul>{{range .}}<li>{{.Name}}{{with index $.Proofs .Name}}<ul>{{range .}}<li><a href="{{.URL}}">{{.Name}}</a></li>{{end}}</ul>{{end}}</li>{{end}}</ul>{{end}}{{with .Credentials}}
<h2>{{$.CredentialsTitle}}</h2>
<ul>{{range .}}<li><a href="{{.URL}}">{{.Name}}</a> – {{.Issuer.Name}}, <time datetime="{{.IssuedOn}}">{{$.Date .IssuedOn}}</time></li>{{end}}</ul>{{end}}{{with .Collections}}
<h2>{{$.CollectionsTitle}}</h2>
<ul>{{range .}}<li><a href="{{.URL}}">{{.Name}}</a>{{with .Description}} – {{.}}{{end}}</li>{{end}}</ul>{{end}}</main>`))

// proof is a credential that stands for a skill.
type proof struct{ URL, Name string }

type profileFacts struct {
	words
	profile.Public
	SkillsTitle, CredentialsTitle, CollectionsTitle string
	Proofs                                          map[string][]proof // by the name of the skill
}

func proofsOf(view profile.Public) map[string][]proof {
	byID := map[string]proof{}
	for _, c := range view.Credentials {
		byID[c.UUID] = proof{c.URL, c.Name}
	}
	out := map[string][]proof{}
	for _, skill := range view.Skills {
		for _, id := range skill.CredentialIDs {
			out[skill.Name] = append(out[skill.Name], byID[id])
		}
	}
	return out
}

// profilePage serves the public page of a recipient. A former slug leads to the current one. The page has all data that its scripts need.
func (s *spa) profilePage(w http.ResponseWriter, r *http.Request) {
	language := httpx.Language(r.Context())
	found, err := s.public.Profiles.Public(r.Context(), chi.URLParam(r, "slug"))
	if err == nil && (found.Moved || chi.URLParam(r, "slug") != found.Slug) {
		w.Header().Set("Cache-Control", "no-store")
		http.Redirect(w, r, "/u/"+found.Slug, http.StatusMovedPermanently)
		return
	}
	var view profile.Public
	if err == nil {
		view, err = s.profile.View(r.Context(), found)
	}
	if err != nil {
		s.refused(w, r, err, frameNone)
		return
	}
	title := func(key string) string { return s.texts.Text(language, key, nil) }
	var body bytes.Buffer
	err = profileBody.Execute(&body, profileFacts{
		words{s.texts, language}, view, title("profile.skills"), title("profile.credentials"), title("profile.collections"), proofsOf(view),
	})
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	description := view.Headline
	if description == "" {
		description, _, _ = strings.Cut(view.Bio, "\n")
	}
	s.write(w, facts{
		Visitors: true, Title: view.Name, Description: description, Language: language, URL: view.URL, NoIndex: !found.Indexable, Status: http.StatusOK,
		Image: s.links.ProfilePicture(view.Slug, found.Mark()), ImageWidth: documents.ShareWidth, ImageHeight: documents.ShareHeight,
		Linked: s.linkedProfile(view), Data: map[string]any{"profile": view},
		Body: template.HTML(body.String()), //nolint:gosec // made by html/template just above
	}, frameNone)
}

// linkedProfile describes a person for search engines, as a schema.org ProfilePage.
func (s *spa) linkedProfile(view profile.Public) map[string]any {
	person := map[string]any{"@type": "Person", "name": view.Name, "url": view.URL}
	if view.Headline != "" {
		person["jobTitle"] = view.Headline
	}
	if view.Bio != "" {
		person["description"] = view.Bio
	}
	if view.PhotoURL != nil {
		person["image"] = *view.PhotoURL
	}
	var same, skills []string
	for _, l := range view.Links {
		same = append(same, l.URL)
	}
	for _, skill := range view.Skills {
		skills = append(skills, skill.Name)
	}
	var all []map[string]any
	for _, c := range view.Credentials {
		linked := linkedCredential(c, s.links)
		delete(linked, "@context")
		delete(linked, "about")
		all = append(all, linked)
	}
	for name, values := range map[string]any{"sameAs": same, "knowsAbout": skills} {
		if len(values.([]string)) > 0 {
			person[name] = values
		}
	}
	if len(all) > 0 {
		person["hasCredential"] = all
	}
	return map[string]any{
		"@context": "https://schema.org", "@type": "ProfilePage", "url": view.URL, "dateModified": view.UpdatedAt, "mainEntity": person,
	}
}

// profilePicture serves the picture that other sites show beside a link to a profile.
func (s *spa) profilePicture(w http.ResponseWriter, r *http.Request) {
	found, err := s.public.Profiles.Public(r.Context(), chi.URLParam(r, "slug"))
	if err == nil && found.Moved {
		err = profiles.ErrNotFound
	}
	var photo, made []byte
	if err == nil {
		photo, err = s.public.Profiles.PhotoOf(r.Context(), found.Profile)
	}
	if err == nil {
		var skills []string
		for _, skill := range found.Skills[:min(3, len(found.Skills))] {
			skills = append(skills, skill.Name)
		}
		made, err = s.public.Documents.ProfilePicture(r.Context(), documents.ProfileCard{
			Name: found.Name, Headline: found.Headline, Note: strings.Join(skills, " · "), Language: found.Language, Photo: photo,
		})
	}
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "image/jpeg")
	h.Set("Content-Length", strconv.Itoa(len(made)))
	h.Set("Cache-Control", "public, no-cache") // an unpublished profile has none
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	_, _ = w.Write(made)
}
