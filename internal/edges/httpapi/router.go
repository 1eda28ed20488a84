// Package httpapi contains the HTTP server: the routes, the middleware, and the pages of the web application.
package httpapi

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"mime"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"laurel/internal/edges/httpapi/scim"
	"laurel/internal/edges/httpapi/v1/issuer"
	"laurel/internal/edges/httpapi/v1/profile"
	"laurel/internal/edges/httpapi/v1/public"
	"laurel/internal/edges/httpapi/v1/public/trust"
	"laurel/internal/edges/httpapi/v1/public/wallets"
	"laurel/internal/edges/httpapi/v1/recipient"
	"laurel/internal/edges/openapi"
	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/deadline"
	"laurel/internal/platform/doctor"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/objects"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
	"laurel/web"
)

// Deps are the dependencies of the router.
type Deps struct {
	Log            *slog.Logger
	Texts          *i18n.Bundle
	Web            fs.FS
	Version        string // of the program, for the clients that it hands out
	TrustedProxies []netip.Prefix
	StoreOrigin    string // scheme and host of the file store, as browsers reach it
	Support        string // where people write for help; empty where nobody helps
	InternalHosts  []string
	CaptchaOrigin  string        // scheme and host of the captcha service; empty with the built-in one
	Pass           func() string // of the built-in captcha, for forms without scripts; nil with the captcha service
	Observe        func(route, method string, status int, took time.Duration)
	AddressRate    int // how many requests an address may make in five minutes; 0 is any number
	Ready          func(context.Context) doctor.Report
	Dev            *outbox.Service // nil outside development
	DemoHost       func() (DemoHost, error)
	Issuer         issuer.Deps
	Public         public.Deps
	Recipient      recipient.Deps
	Wallets        wallets.Deps
}

// packLevel is the compression level of scripts and styles, from 1 to 9. Browsers cache them, so they are compressed rarely.
const packLevel = 6

var errNoSuchCall = errs.New(errs.NotFound, "no_such_call")

// New returns the handler for all routes.
func New(d Deps) http.Handler {
	r := chi.NewRouter()
	r.Use(
		httpx.Clean,
		withoutFormat,
		singular,
		httpx.Identify(d.TrustedProxies, d.Texts.Negotiate),
		httpx.Failing(d.Texts, unreachable, d.Log),
		within(deadline.Request),
		httpx.Log(d.Log, d.Observe, designMakerPath, "/verify", "/oembed"),
		headAsGet,
		httpx.Recover(d.Log),
		httpx.SecureHeaders(len(d.Public.Links.Base()) > 8 && d.Public.Links.Base()[:8] == "https://"),
	)
	d.Issuer.Router = r
	root := r
	open := r.With(within(deadline.Public))
	open.Get("/d/{id}/did.json", trust.DID(d.Public.Badges))
	open.Get("/d/{id}/status/{number}/{purpose}.json", trust.StatusList(d.Public.Badges))
	open.Get("/files/*", public.File(d.Public))
	wallets.MountMetadata(open, d.Wallets)
	r.Get("/healthz", Healthz)
	r.Get("/readyz", Readyz(d.Ready))
	known := issuer.Authenticate(d.Issuer)
	// Requests of API keys for unknown routes are recorded in the key's request log.
	unknown := known(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { httpx.Fail(w, r, errNoSuchCall) })).ServeHTTP
	r.Route("/v1", func(r chi.Router) {
		r.Use(httpx.CORS)
		r.Use(d.limited)
		r.NotFound(unknown)
		r.MethodNotAllowed(known(wrongMethod(root)).ServeHTTP)
		r.Get("/openapi.yaml", serveContract(openapi.V1))
		wallets.Mount(r.With(within(deadline.Public)), d.Wallets)
		r.Group(func(r chi.Router) {
			r.Use(known, recipient.Authenticate(d.Recipient.Recipients), issuer.Veiled, issuer.Idempotent(d.Issuer.Idempotency))
			public.Mount(r.With(within(deadline.Public)), d.Public)
			profile.MountPublic(r.With(within(deadline.Public)), d.Recipient.Profile)
			issuer.Mount(r, d.Issuer)
			recipient.Mount(r, d.Recipient)
		})
	})
	r.Route("/v2", func(r chi.Router) {
		r.Use(httpx.CORS)
		r.Use(d.limited)
		r.NotFound(unknown)
		r.MethodNotAllowed(known(wrongMethod(root)).ServeHTTP)
		r.Get("/openapi.yaml", serveContract(openapi.BundledV2))
		r.Group(func(r chi.Router) {
			r.Use(known, issuer.Veiled, issuer.Idempotent(d.Issuer.Idempotency))
			public.MountV2(r.With(within(deadline.Public)), d.Public)
			issuer.MountV2(r, d.Issuer)
		})
	})
	r.Route("/scim/v2", func(r chi.Router) {
		scim.Mount(r, scim.Deps{Provisioning: d.Issuer.Provisioning, Meter: d.Issuer.Meter})
	})
	r.Method(http.MethodGet, "/locales/{file}", packed(d.locale()))
	if d.Dev != nil {
		r.Group(func(r chi.Router) {
			r.Use(fromThisMachine)
			mountDevMail(r, d.Dev)
			mountDevEmbed(r, devEmbed{
				demo: d.DemoHost, keys: d.Issuer.APIKeys, embeds: d.Issuer.Embeds, links: d.Public.Links, files: d.Web, storeOrigin: d.StoreOrigin,
			})
		})
	}
	d.mountPages(r.With(within(deadline.Public), httpx.Pages))
	return r
}

// within sets the kind of caller, which limits how long requests may wait for the database and the object store.
func within(u deadline.Use) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(w, r.WithContext(deadline.For(r.Context(), u)))
		})
	}
}

func unreachable(err error) bool {
	return pg.Unreachable(err) || errors.Is(err, objects.ErrUnavailable)
}

func (d Deps) mountPages(r chi.Router) {
	s := newSPA(spa{
		files: d.Web, credentials: d.Public.Credentials, badges: d.Public.Badges, public: d.Public, profile: d.Recipient.Profile, embeds: d.Issuer.Embeds, links: d.Public.Links, texts: d.Texts,
		storeOrigin: d.StoreOrigin, captchaOrigin: d.CaptchaOrigin, support: d.Support, pass: d.Pass, internalHosts: strings.Join(d.InternalHosts, " "),
	})
	assets := packed(s.assets())
	for _, folder := range []string{"/assets/*", "/fonts/*", "/art/*"} {
		r.Handle(folder, assets)
	}
	for _, pattern := range pagePatterns(web.Routes()) {
		r.Get(pattern, s.page)
	}
	r.Get(designMakerPath, s.designMaker)
	r.Get("/robots.txt", s.robots)
	r.Get("/sitemap.xml", s.sitemap)
	r.Get("/oembed", s.oEmbed)
	r.Get("/share/{id}", public.SharePicture(d.Public))
	r.Get("/.well-known/security.txt", s.security)
	r.Handle("/favicon.ico", assets)
	r.Get("/directory/{name}", s.missing) // no directory is public yet
	r.Get("/group/{id}", s.groupPage)
	r.Get("/c/{token}", s.collectionPage)
	r.Get("/u/{slug}", s.profilePage)
	r.Get("/share/profile/{slug}", s.profilePicture)
	r.Get("/r", s.recipientLink)
	r.With(d.limited).Get("/verify", s.verifyForm)
	r.Get("/claim/{token}", s.claimForm)
	r.Get("/retrieve", s.retrieveForm)
	r.Get("/me/open", s.proofForm)
	r.Get("/emails/{token}", s.emailsForm)
	forms := r.With(d.limited, sameOrigin(s.links.Base()))
	forms.Post("/verify", s.verifyPlain)
	forms.Post("/claim/{token}", s.claimPlain)
	forms.Post("/r", s.linkPlain)
	forms.Post("/retrieve", s.retrievePlain)
	forms.Post("/emails/{token}", s.emailsPlain)
	r.Get("/verifier.html", s.verifier)
	mountKit(r, d.Web)
	mountClients(r, d.Version, d.Web)
	r.Get("/embed/{ref}", s.credentialPage(frameAll))
	r.Get("/{ref}", func(w http.ResponseWriter, r *http.Request) {
		// Credential IDs always contain a digit and page paths never do, so the path alone distinguishes them.
		if hasDigit(chi.URLParam(r, "ref")) {
			s.credentialPage(frameNone)(w, r)
			return
		}
		s.missing(w, r)
	})
	r.Get("/*", s.missing)
	r.NotFound(func(w http.ResponseWriter, r *http.Request) { httpx.Fail(w, r, errPageNotFound) })
}

// maxForm is the maximum size of a form, in bytes. It fits a pasted credential; the forms of files have their own limit.
const maxForm = 3 << 20

var errOtherSite = errs.New(errs.Forbidden, "other_site")

// sameOrigin refuses forms that other sites submit, and those that are too large.
func sameOrigin(base string) func(http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	_ = protection.AddTrustedOrigin(base) // a base that is no origin is trusted less, not more
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { httpx.Fail(w, r, errOtherSite) }))
	return func(next http.Handler) http.Handler {
		return protection.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); media == "application/x-www-form-urlencoded" {
				r.Body = http.MaxBytesReader(w, r.Body, maxForm)
			}
			next.ServeHTTP(w, r)
		}))
	}
}

func hasDigit(s string) bool {
	for i := range len(s) {
		if s[i] >= '0' && s[i] <= '9' {
			return true
		}
	}
	return false
}

type readiness struct {
	Ready  bool                     `json:"ready"`
	Checks map[string]doctor.Status `json:"checks"`
}

// Status is 503 if a required dependency fails.
func (r readiness) Status() int {
	if !r.Ready {
		return http.StatusServiceUnavailable
	}
	return http.StatusOK
}

// Healthz responds as long as the process runs.
func Healthz(w http.ResponseWriter, _ *http.Request) {
	httpx.Write(w, map[string]string{"status": "ok"})
}

// Readyz reports whether this process is ready and the status of each dependency. Details are only shown by `laurel doctor`, because
// this endpoint is public.
func Readyz(ready func(context.Context) doctor.Report) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		report := ready(r.Context())
		out := readiness{Ready: report.Ready(), Checks: map[string]doctor.Status{}}
		for _, result := range report {
			out.Checks[result.Name] = result.Status
		}
		httpx.Write(w, out)
	}
}

func serveContract(contract func() ([]byte, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		content, err := contract()
		if err != nil {
			httpx.Fail(w, r, err)
			return
		}
		w.Header().Set("Content-Type", "application/yaml")
		w.Header().Set("Cache-Control", "public, max-age=300")
		_, _ = w.Write(content)
	}
}

// packed compresses responses, except for fonts and images, which are already compressed. Brotli is a tenth smaller than gzip.
func packed(h http.Handler) http.Handler {
	c := middleware.NewCompressor(packLevel, "text/javascript", "text/css", "image/svg+xml", "application/json")
	c.SetEncoder("br", func(w io.Writer, level int) io.Writer { return brotli.NewWriterLevel(w, level) })
	return c.Handler(h)
}

// limited enforces the rate limit per client network. All addresses of one household or office count as one client.
func (d Deps) limited(next http.Handler) http.Handler {
	rule := throttle.Rule{Name: "address", Limit: d.AddressRate, Window: 5 * time.Minute}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if rule.Limit > 0 {
			standing, err := d.Issuer.Meter.Count(rule, throttle.Network(httpx.ClientIP(r.Context())))
			httpx.RateLimit(w, standing.Limit, standing.Remaining, standing.Reset)
			if err != nil {
				httpx.Fail(w, r, err)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}
