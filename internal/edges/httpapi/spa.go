package httpapi

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"laurel/internal/design/embeds"
	"laurel/internal/edges/httpapi/v1/profile"
	"laurel/internal/edges/httpapi/v1/public"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/links"
	"laurel/internal/trust/badges"
)

// spa serves the built web application. Public pages are rendered with their main facts.
type spa struct {
	files       fs.FS
	index       []byte
	maker       []byte // the page of the design maker alone
	visitors    []byte // the pages of web/src/app/visitors.tsx alone
	credentials *credentials.Service
	badges      *badges.Service
	public      public.Deps
	profile     profile.Deps
	embeds      *embeds.Service
	links       links.Links
	texts       *i18n.Bundle
	storeOrigin string // where browsers post uploads and load pictures from
	// captchaOrigin is the origin of the captcha service's script and frame, or empty for the built-in proof of work.
	captchaOrigin string
	// support is the email address shown on error pages, or "" if there is none.
	support string
	// pass returns what forms without scripts submit instead of a captcha's response; nil with the captcha service.
	pass func() string
	// internalHosts are hosts whose links are treated as internal.
	internalHosts string
}

const (
	noncePlaceholder = "__CSP_NONCE__"
	rootPlaceholder  = `<div id="root"></div>`
)

func newSPA(s spa) *spa {
	s.index, _ = fs.ReadFile(s.files, "index.html") // not built yet: page says so
	if s.maker, _ = fs.ReadFile(s.files, "embed.html"); s.maker == nil {
		s.maker = s.index
	}
	if s.visitors, _ = fs.ReadFile(s.files, "visitors.html"); s.visitors == nil {
		s.visitors = s.index
	}
	return &s
}

// assets serves the files of the build. Files with a hash in their name are immutable; all others are cached for an hour.
func (s *spa) assets() http.Handler {
	server := http.FileServerFS(s.files)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
		if info, err := fs.Stat(s.files, name); err != nil || info.IsDir() {
			httpx.Fail(w, r, errPageNotFound)
			return
		}
		w.Header().Set("Cache-Control", "public, max-age=3600")
		if strings.HasPrefix(name, "assets/") || strings.HasPrefix(name, "fonts/") {
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		}
		server.ServeHTTP(w, r)
	})
}

// verifier serves the standalone verifier as a download. It is one file with its own Content-Security-Policy.
func (s *spa) verifier(w http.ResponseWriter, r *http.Request) {
	data, err := fs.ReadFile(s.files, "verifier.html")
	if err != nil {
		httpx.Fail(w, r, errPageNotFound)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="verifier.html"`)
	h.Set("Cache-Control", "public, max-age=3600")
	_, _ = w.Write(data)
}

var errPageNotFound = errs.New(errs.NotFound, "page_not_found")

// facts is what a page shows before its scripts run and to clients without scripts.
type facts struct {
	Title, Description, Language, Direction, Image, URL string
	ImageWidth, ImageHeight                             int // of Image in px, or 0
	NoIndex                                             bool
	Visitors                                            bool // whether the scripts of visitors' pages have this page
	Status                                              int
	OEmbed                                              string         // URL of the oEmbed response
	Linked                                              map[string]any // for search engines, as JSON-LD
	Data                                                map[string]any // for the page's own scripts, which then need no request
	// Frames are the sources that the page may load into frames.
	Frames []string
	Body   template.HTML
}

// page serves an application page that is the same for all clients.
func (s *spa) page(w http.ResponseWriter, r *http.Request) {
	t := s.words(r)
	s.plain(w, r, facts{Title: t.T("product"), NoIndex: true, Frames: []string{ownFiles}}, frameNone, "script", t)
}

// missing serves the page for a path without a page.
func (s *spa) missing(w http.ResponseWriter, r *http.Request) {
	t := s.words(r)
	s.say(w, r, http.StatusNotFound, message{t.T("notFound.title"), t.T("notFound.description")}, frameNone)
}

// pagePatterns returns the patterns of the application's pages for the router.
func pagePatterns(paths []string) (patterns []string) {
	for _, p := range paths {
		if required, optional := strings.CutSuffix(p, "?"); optional {
			patterns, p = append(patterns, pattern(path.Dir(required))), required
		}
		patterns = append(patterns, pattern(p))
	}
	return patterns
}

// pattern converts :name to {name}.
func pattern(p string) string {
	segments := strings.Split(p, "/")
	for i, segment := range segments {
		if name, varies := strings.CutPrefix(segment, ":"); varies {
			segments[i] = "{" + name + "}"
		}
	}
	return strings.Join(segments, "/")
}

func statusOf(err error) int {
	switch errs.KindOf(err) {
	case errs.Gone:
		return http.StatusGone
	case errs.Forbidden:
		return http.StatusForbidden
	default:
		return http.StatusNotFound
	}
}

var head = template.Must(template.New("head").Parse(`<title>{{.Title}}</title>{{with .Support}}
<meta name="support-email" content="{{.}}">{{end}}{{with .InternalHosts}}
<meta name="internal-hosts" content="{{.}}">{{end}}{{with .Description}}
<meta name="description" content="{{.}}"><meta property="og:description" content="{{.}}">{{end}}{{if .URL}}
<meta property="og:type" content="article"><meta property="og:title" content="{{.Title}}"><meta property="og:url" content="{{.URL}}"><link rel="canonical" href="{{.URL}}">{{end}}{{with .Image}}
<meta property="og:image" content="{{.}}"><meta name="twitter:card" content="summary_large_image">{{end}}{{if .ImageWidth}}
<meta property="og:image:width" content="{{.ImageWidth}}"><meta property="og:image:height" content="{{.ImageHeight}}"><meta property="og:image:alt" content="{{.Title}}">{{end}}{{if .NoIndex}}
<meta name="robots" content="noindex">{{end}}{{with .OEmbed}}
<link rel="alternate" type="application/json+oembed" href="{{.}}">{{end}}{{with .Linked}}
<script type="application/ld+json">{{.}}</script>{{end}}{{with .Data}}
<script type="application/json" id="page-data">{{.}}</script>{{end}}`))

// Who may frame a page: nobody, or everyone for the embed variant of a public credential.
const (
	frameNone = "'none'"
	frameAll  = "*"
)

// ownFiles allows blob: URLs created by the page's own scripts, such as the preview of a PDF. They inherit the page's policy.
const ownFiles = "blob:"

// trustedTypes makes the browser refuse strings at DOM sinks that could run scripts, except those that the two policies of
// web/src/lib/trustedTypes.ts let pass.
const trustedTypes = "; require-trusted-types-for 'script'; trusted-types default inert-text"

func (s *spa) write(w http.ResponseWriter, f facts, frames string) {
	page := s.index
	if f.Visitors {
		page = s.visitors
	}
	s.writePage(w, page, f, frames)
}

func (s *spa) writePage(w http.ResponseWriter, page []byte, f facts, frames string) {
	if page == nil {
		http.Error(w, "The web application is not built. Run: make build", http.StatusServiceUnavailable)
		return
	}
	raw := make([]byte, 16)
	_, _ = rand.Read(raw)
	nonce := base64.RawStdEncoding.EncodeToString(raw)
	var top bytes.Buffer
	values := struct {
		facts
		Support, InternalHosts string
	}{f, s.support, s.internalHosts}
	if err := head.Execute(&top, values); err != nil {
		http.Error(w, "internal", http.StatusInternalServerError)
		return
	}
	page = bytes.ReplaceAll(page, []byte(noncePlaceholder), []byte(nonce))
	page = bytes.Replace(page, []byte("<title>Laurel</title>"), top.Bytes(), 1)
	if i18n.RightToLeft(f.Language) {
		page = bytes.Replace(page, []byte(`lang="en" dir="ltr"`), []byte(`lang="`+f.Language+`" dir="rtl"`), 1)
	} else {
		page = bytes.Replace(page, []byte(`lang="en"`), []byte(`lang="`+f.Language+`"`), 1)
	}
	page = bytes.Replace(page, []byte(rootPlaceholder), []byte(`<div id="root">`+string(f.Body)+`</div>`), 1)
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	if f.NoIndex {
		h.Set("Cache-Control", "no-store")
	}
	h.Set("Permissions-Policy", "camera=(self), microphone=(), geolocation=()") // the page that verifies reads QR codes
	scripts, framed, types := "", strings.Join(f.Frames, " "), trustedTypes
	if s.captchaOrigin != "" { // its script loads further ones, which the nonce lets in by trust
		scripts, framed = " 'strict-dynamic' "+s.captchaOrigin, framed+" "+s.captchaOrigin
		types = "" // they have policies of their own, of which we do not know the names
	}
	if framed != "" {
		framed = "; frame-src " + framed
	}
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self' 'nonce-"+nonce+"'"+scripts+framed+"; style-src 'self' 'nonce-"+nonce+
		"'; style-src-attr 'unsafe-inline'; font-src 'self'; img-src 'self' data: blob: "+s.storeOrigin+"; connect-src 'self' "+s.storeOrigin+
		"; manifest-src 'self'; base-uri 'none'; form-action 'self'"+types+"; frame-ancestors "+frames)
	if frames != frameNone { // pages that isolate themselves frame only what says so
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	}
	w.WriteHeader(f.Status)
	_, _ = w.Write(page)
}
