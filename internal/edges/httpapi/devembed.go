package httpapi

import (
	"embed"
	"errors"
	"html/template"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"net/url"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/apikeys"
	"laurel/internal/design/embeds"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/links"
)

// DemoHost is the credentials of the sample hosts of /dev/embed: an API key and a design of the demo department created by `laurel
// demo`.
type DemoHost struct {
	APIKey   string
	DesignID int64
}

// The pages of /dev/embed are samples of other products' pages that show the design maker. They are only there in development.
//
//go:embed devembed
var devEmbedFiles embed.FS

var devEmbedPages = template.Must(template.ParseFS(devEmbedFiles, "devembed/*.html"))

var (
	errNoDemo    = errs.New(errs.NotFound, "embed.no_demo")
	errNotOnThis = errs.New(errs.Forbidden, "embed.samples_here_only")
)

// devEmbed is a sample host product: its pages, and its server, which has an API key.
type devEmbed struct {
	demo        func() (DemoHost, error)
	keys        *apikeys.Service
	embeds      *embeds.Service
	links       links.Links
	files       fs.FS
	storeOrigin string
}

func mountDevEmbed(r chi.Router, d devEmbed) {
	r.Get("/dev/embed", d.page("index.html"))
	r.Get("/dev/embed/html", d.page("html.html"))
	r.Get("/dev/embed/plain", d.page("plain.html"))
	r.Get("/dev/embed/react", d.react)
	r.Get("/dev/embed/host.css", func(w http.ResponseWriter, _ *http.Request) {
		css, _ := devEmbedFiles.ReadFile("devembed/host.css")
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		_, _ = w.Write(css)
	})
	r.Post("/dev/embed/session", d.session)
}

// elsewhere redirects to the same page under the other loopback name, so that it has a different origin from Laurel's pages, like a
// real host. It returns true if no redirect was necessary.
func (d devEmbed) elsewhere(w http.ResponseWriter, r *http.Request) bool {
	base, err := url.Parse(d.links.Base())
	host, port, splitErr := net.SplitHostPort(r.Host)
	if err != nil || splitErr != nil || host != base.Hostname() {
		return true
	}
	other := "localhost"
	if host == other {
		other = "127.0.0.1"
	}
	http.Redirect(w, r, "http://"+net.JoinHostPort(other, port)+r.URL.Path, http.StatusTemporaryRedirect) //nolint:gosec // G710: to this machine's other name, never elsewhere
	return false
}

func (d devEmbed) page(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !d.elsewhere(w, r) {
			return
		}
		d.headers(w)
		_ = devEmbedPages.ExecuteTemplate(w, name, struct{ Base string }{d.links.Base()})
	}
}

// react serves the sample that is built with the web application.
func (d devEmbed) react(w http.ResponseWriter, r *http.Request) {
	if !d.elsewhere(w, r) {
		return
	}
	page, err := fs.ReadFile(d.files, "sample-host.html")
	if err != nil {
		http.Error(w, "The web application is not built. Run: make build", http.StatusServiceUnavailable)
		return
	}
	d.headers(w)
	_, _ = w.Write(page)
}

func (d devEmbed) headers(w http.ResponseWriter) {
	base := d.links.Base()
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self' 'unsafe-inline' "+base+"; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src 'self' data: "+
		base+" "+d.storeOrigin+"; frame-src "+base+"; frame-ancestors 'none'")
}

type devSession struct {
	URL           string `json:"url"`
	Authorization string `json:"authorization"`
	DepartmentID  int64  `json:"department_id"`
	DesignID      int64  `json:"design_id,omitempty"`
}

// session does what a host's server does: it uses its API key to request a secret that opens the design maker. It first adds its own
// origin to the department's list, which an administrator does once for a real host.
func (d devEmbed) session(w http.ResponseWriter, r *http.Request) {
	out, err := d.mint(r)
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	httpx.Write(w, out)
}

func (d devEmbed) mint(r *http.Request) (devSession, error) {
	origin, err := samplePage(r)
	if err != nil {
		return devSession{}, err
	}
	demo, err := d.demo()
	if err != nil || demo.APIKey == "" {
		return devSession{}, errNoDemo
	}
	by, err := d.keys.Authenticate(r.Context(), "Token token="+demo.APIKey, httpx.ClientIP(r.Context()))
	if err != nil {
		return devSession{}, errNoDemo
	}
	by.IP, by.RequestID = httpx.ClientIP(r.Context()), httpx.RequestID(r.Context())
	if _, err := d.embeds.AddOrigin(r.Context(), by, origin); err != nil && !errors.Is(err, embeds.ErrOriginTaken) {
		return devSession{}, err
	}
	if r.URL.Query().Get("design") == "new" {
		demo.DesignID = 0
	}
	g, err := d.grant(r, by, demo.DesignID, origin)
	if err != nil {
		return devSession{}, err
	}
	return devSession{
		URL:           d.links.DesignMaker(g.Secret, by.DepartmentID, g.DesignID, g.Kind, ""),
		Authorization: g.Secret, DepartmentID: by.DepartmentID, DesignID: g.DesignID,
	}, nil
}

func (d devEmbed) grant(r *http.Request, by access.Actor, designID int64, origin string) (embeds.Grant, error) {
	if r.URL.Query().Get("as") == "token" {
		return d.embeds.Token(r.Context(), by, "certificate", designID)
	}
	return d.embeds.Code(r.Context(), by, embeds.Request{
		DesignID: designID, AllowedOrigin: origin, Scopes: access.AllScopes(), UserRef: "sample host",
	})
}

// samplePage returns the origin of the requesting page. It rejects requests from other sites that a developer might visit:
// Sec-Fetch-Site identifies them, and a DNS name that resolves to this machine is not a loopback name.
func samplePage(r *http.Request) (string, error) {
	host := r.Host
	if name, _, err := net.SplitHostPort(r.Host); err == nil {
		host = name
	}
	ip, err := netip.ParseAddr(host)
	if host != "localhost" && (err != nil || !ip.IsLoopback()) {
		return "", errNotOnThis
	}
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" {
		return "", errNotOnThis
	}
	return "http://" + r.Host, nil
}
