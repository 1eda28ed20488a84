package httpapi

import (
	"bytes"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"github.com/go-chi/chi/v5"

	"laurel/internal/edges/httpapi/v1/public"
	"laurel/internal/platform/httpx"
)

var collectionBody = template.Must(template.New("collection").Parse(`<main class="facts"><h1>{{.Name}}</h1>
<p>{{.By}}</p>{{with .Description}}
<p>{{.}}</p>{{end}}
<ol>{{range .Items}}<li>{{with .Credential}}<a href="{{.URL}}">{{.Name}}</a> – {{.Recipient.Name}}, {{.Issuer.Name}}, <time datetime="{{.IssuedOn}}">{{$.Date .IssuedOn}}</time>{{end}}{{.Imported}}{{with .Note}}<p>{{.}}</p>{{end}}</li>{{end}}</ol></main>`))

type collectionFacts struct {
	words
	public.SharedCollection
	By    string
	Items []collectionItem
}

// collectionItem is a credential, or what is to say of an imported one.
type collectionItem struct {
	Credential *public.Credential
	Imported   string
	Note       string
}

// importWords says what an imported credential is, who issued it, and what its verification said.
func (s *spa) importWords(language string, i public.SharedImport) string {
	text := func(key string, params map[string]any) string {
		return s.texts.Text(language, "collections.imports."+key, params)
	}
	parts := []string{i.Title, i.Issuer.Name}
	if i.Title == "" {
		parts[0] = text("untitled", nil)
	}
	if i.Status != "valid" {
		parts = append(parts, s.texts.Text(language, "imported.status."+i.Status, nil))
	}
	if i.VerifiedAt != nil {
		day, _, _ := strings.Cut(*i.VerifiedAt, "T")
		parts = append(parts, text("verifiedAt", map[string]any{"date": words{s.texts, language}.Date(day)}))
	}
	if i.IssuedToOthers {
		parts = append(parts, text("notTheirs", nil))
	}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), " – ")
}

// collectionPage serves the page of a collection that a recipient shares. Search engines are asked to stay out: the link is for those whom
// its owner sends it.
func (s *spa) collectionPage(w http.ResponseWriter, r *http.Request) {
	language := httpx.Language(r.Context())
	c, err := s.public.Shared.Shared(r.Context(), chi.URLParam(r, "token"))
	if err != nil {
		s.refused(w, r, err, frameNone)
		return
	}
	view := s.public.SharedView(c)
	by := s.texts.Text(language, "collections.shared.by", map[string]any{"name": view.Owner})
	var body bytes.Buffer
	items := make([]collectionItem, len(view.Items))
	for i, item := range view.Items {
		items[i] = collectionItem{Credential: item.Credential, Note: item.Note}
		if item.Imported != nil {
			items[i].Imported = s.importWords(language, *item.Imported)
		}
	}
	if err := collectionBody.Execute(&body, collectionFacts{words{s.texts, language}, view, by, items}); err != nil {
		httpx.Fail(w, r, err)
		return
	}
	s.write(w, facts{
		Visitors: true, Title: view.Name + " – " + view.Owner, Description: view.Description, Language: language, URL: view.URL, NoIndex: true, Status: http.StatusOK,
		Data: map[string]any{"collection": view},
		Body: template.HTML(body.String()), //nolint:gosec // made by html/template just above
	}, frameNone)
}
