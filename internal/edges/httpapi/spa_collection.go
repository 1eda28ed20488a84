package httpapi

import (
	"bytes"
	"html/template"
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/edges/httpapi/v1/public"
	"laurel/internal/platform/httpx"
)

var collectionBody = template.Must(template.New("collection").Parse(`<main class="facts"><h1>{{.Name}}</h1>
<p>{{.By}}</p>{{with .Description}}
<p>{{.}}</p>{{end}}
<ol>{{range .Items}}<li><a href="{{.Credential.URL}}">{{.Credential.Name}}</a> – {{.Credential.Recipient.Name}}, {{.Credential.Issuer.Name}}, <time datetime="{{.Credential.IssuedOn}}">{{.Credential.IssuedOn}}</time>{{with .Note}}<p>{{.}}</p>{{end}}</li>{{end}}</ol></main>`))

type collectionFacts struct {
	public.SharedCollection
	By string
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
	if err := collectionBody.Execute(&body, collectionFacts{view, by}); err != nil {
		httpx.Fail(w, r, err)
		return
	}
	s.write(w, facts{
		Visitors: true, Title: view.Name + " – " + view.Owner, Description: view.Description, Language: language, URL: view.URL, NoIndex: true, Status: http.StatusOK,
		Body: template.HTML(body.String()), //nolint:gosec // made by html/template just above
	}, frameNone)
}
