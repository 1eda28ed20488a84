package httpx

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"net/http"
	"strings"
)

// faultStyle is the complete style of the error page, whose other files may be unavailable.
const faultStyle = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;margin:0;min-height:100vh;display:grid;place-items:center}` +
	`main{max-width:32rem;padding:2rem 1.5rem;box-sizing:border-box}h1{font-size:1.5rem;line-height:1.25;margin:0 0 .75rem}p{margin:0 0 1.5rem}` +
	`a{display:inline-block;padding:.5rem 1rem;border:1px solid;border-radius:.5rem;color:inherit;text-decoration:none;font-weight:600}` +
	`a:hover{text-decoration:underline}a:focus-visible{outline:3px solid Highlight;outline-offset:2px}`

var faultPolicy = func() string {
	sum := sha256.Sum256([]byte(faultStyle))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}()

var faultPage = template.Must(template.New("fault").Parse(`<!doctype html>
<html lang="{{.Language}}" dir="auto"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>{{.Title}}</title><style>` + faultStyle + `</style></head>
<body dir="auto"><main><h1>{{.Title}}</h1><p>{{.Text}}</p><a href="{{.Again}}">{{.Retry}}</a></main></body></html>
`))

type pagesKey struct{}

// Pages is middleware for routes that people open in a browser: internal errors are answered with a page.
func Pages(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), pagesKey{}, true)))
	})
}

// wantsPage reports whether a browser asked for a page. Programs and scripts do not ask for HTML.
func wantsPage(r *http.Request) bool {
	pages, _ := r.Context().Value(pagesKey{}).(bool)
	return pages && r.Method == http.MethodGet && strings.Contains(r.Header.Get("Accept"), "text/html")
}

// writeFault writes the page for an internal error.
func writeFault(w http.ResponseWriter, r *http.Request, f *failing, status int, text string) {
	language := Language(r.Context())
	title := "temporarily_unavailable"
	if status != http.StatusServiceUnavailable {
		title = "something_went_wrong"
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", faultPolicy)
	h.Del("Content-Disposition")
	w.WriteHeader(status)
	_ = faultPage.Execute(w, struct{ Language, Title, Text, Again, Retry string }{
		language, message(f, language, title, nil), text, r.URL.RequestURI(), message(f, language, "try_again", nil),
	})
}
