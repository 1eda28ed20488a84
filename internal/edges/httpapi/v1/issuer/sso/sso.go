// Package sso serves sign-in with the OpenID providers of departments, and its settings.
package sso

import (
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/identity"
	"laurel/internal/accounts/provisioning"
	"laurel/internal/accounts/sso"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/links"
)

// Enter makes a sign-in the reply of the request: a session, or the second step.
type Enter func(r *http.Request, in identity.SignedIn, err error) (any, error)

// Deps are the dependencies of these routes.
type Deps struct {
	SSO          *sso.Service
	Provisioning *provisioning.Service
	Enter        Enter
	Links        links.Links
}

// Mount adds the routes to r, which is mounted at /v1 behind the issuers' authentication.
func Mount(r chi.Router, d Deps) {
	api{d.SSO, d.Provisioning, d.Enter, strings.HasPrefix(d.Links.Base(), "https://")}.routes(r)
}

type api struct {
	sso          *sso.Service
	provisioning *provisioning.Service
	enter        Enter
	secure       bool // the dashboard is served over HTTPS
}

func (a api) routes(r chi.Router) {
	r.Get("/sso_connections", httpx.JSON(a.list))
	r.Post("/sso_connections", httpx.JSON(a.create))
	r.Get("/sso_connections/{id}", httpx.JSON(a.read))
	r.Put("/sso_connections/{id}", httpx.JSON(a.update))
	r.Delete("/sso_connections/{id}", httpx.JSON(a.delete))
	r.Post("/sso_connections/{id}/test", httpx.JSON(a.test))
	r.Post("/sso_connections/{id}/keys", httpx.JSON(a.addKey))
	r.Post("/sso_connections/{id}/use_next_key", httpx.JSON(a.useNextKey))
	r.Get("/sso_connections/{id}/scim_keys", httpx.JSON(a.keys))
	r.Post("/sso_connections/{id}/scim_keys", httpx.JSON(a.createKey))
	r.Delete("/sso_connections/{id}/scim_keys/{key_id}", httpx.JSON(a.revokeKey))
	r.Get("/sso_tests/{uuid}", httpx.JSON(a.outcome))
	r.Get("/sso_domains", httpx.JSON(a.domains))
	r.Post("/sso_domains", httpx.JSON(a.addDomain))
	r.Post("/sso_domains/{id}/check", httpx.JSON(a.checkDomain))
	r.Delete("/sso_domains/{id}", httpx.JSON(a.removeDomain))
	r.Post("/sso/offers", httpx.JSON(a.offers))
	r.Post("/sso/complete", httpx.JSON(a.complete))
	r.Get("/sso/oidc/{uuid}/start", a.start)
	r.Get("/sso/oidc/{uuid}/callback", a.callback)
	r.Get("/sso/saml/{uuid}/start", a.start)
	r.Get("/sso/saml/{uuid}/metadata", a.metadata)
	r.Post("/sso/saml/{uuid}/acs", a.receive)
	r.Get("/sso/saml/{uuid}/return", a.returns)
}

type connectionOut struct {
	ID          int64         `json:"id"`
	UUID        uuid.UUID     `json:"uuid"`
	Kind        sso.Kind      `json:"kind"`
	Name        string        `json:"name"`
	IssuerURL   string        `json:"issuer_url"`
	ClientID    string        `json:"client_id"`
	HasSecret   bool          `json:"has_client_secret"`
	DefaultRole string        `json:"default_role"`
	GroupsClaim string        `json:"groups_claim"`
	Mappings    []mappingWire `json:"mappings"`
	TrustsMFA   bool          `json:"trusts_mfa"`
	Enabled     bool          `json:"enabled"`
	Enforced    bool          `json:"enforced"`
	CallbackURL string        `json:"callback_url"`
	SAML        *samlOut      `json:"saml"`
	CreatedAt   string        `json:"created_at"`
}

type mappingWire struct {
	Group             httpx.Text `json:"group"`
	Role              httpx.Text `json:"role"`
	PermissionGroupID httpx.Int  `json:"permission_group_id"`
}

func connectionToWire(c sso.Connection) connectionOut {
	out := connectionOut{
		c.ID, c.UUID, c.Kind, c.Name, c.IssuerURL, c.ClientID, c.HasSecret, c.DefaultRole, c.GroupsClaim, []mappingWire{}, c.TrustsMFA, c.Enabled, c.Enforced,
		c.CallbackURL, samlToWire(c), wire.Stamp(c.CreatedAt),
	}
	for _, m := range c.Mappings {
		out.Mappings = append(out.Mappings, mappingWire{httpx.Text(m.Group), httpx.Text(m.Role), httpx.Int(m.PermissionGroupID)})
	}
	return out
}

func mappings(in []mappingWire) []sso.Mapping {
	out := make([]sso.Mapping, len(in))
	for i, m := range in {
		out[i] = sso.Mapping{Group: string(m.Group), Role: string(m.Role), PermissionGroupID: int64(m.PermissionGroupID)}
	}
	return out
}

type connectionsReply struct {
	Connections []connectionOut `json:"sso_connections"`
}

func (a api) list(r *http.Request, _ httpx.None) (connectionsReply, error) {
	found, err := a.sso.Connections(r.Context(), access.From(r.Context()))
	if err != nil {
		return connectionsReply{}, err
	}
	out := connectionsReply{make([]connectionOut, len(found))}
	for i, c := range found {
		out.Connections[i] = connectionToWire(c)
	}
	return out, nil
}

type connectionFields struct {
	Kind         httpx.Text                `json:"kind"`
	Name         wire.Maybe[httpx.Text]    `json:"name"`
	IssuerURL    wire.Maybe[httpx.Text]    `json:"issuer_url"`
	ClientID     wire.Maybe[httpx.Text]    `json:"client_id"`
	ClientSecret wire.Maybe[httpx.Text]    `json:"client_secret"`
	MetadataURL  wire.Maybe[httpx.Text]    `json:"metadata_url"`
	Metadata     wire.Maybe[httpx.Text]    `json:"metadata"`
	Email        wire.Maybe[httpx.Text]    `json:"email_attribute"`
	PersonName   wire.Maybe[httpx.Text]    `json:"name_attribute"`
	DefaultRole  wire.Maybe[httpx.Text]    `json:"default_role"`
	GroupsClaim  wire.Maybe[httpx.Text]    `json:"groups_claim"`
	Mappings     wire.Maybe[[]mappingWire] `json:"mappings"`
	TrustsMFA    wire.Maybe[httpx.Bool]    `json:"trusts_mfa"`
	Enabled      wire.Maybe[httpx.Bool]    `json:"enabled"`
	Enforced     wire.Maybe[httpx.Bool]    `json:"enforced"`
}

func (f connectionFields) domain() sso.Input {
	return sso.Input{
		Kind: sso.Kind(f.Kind),
		SAML: sso.SAMLInput{
			MetadataURL: wire.As(f.MetadataURL, wire.Text), Metadata: wire.As(f.Metadata, wire.Text),
			EmailAttribute: wire.As(f.Email, wire.Text), NameAttribute: wire.As(f.PersonName, wire.Text),
		},
		Name: wire.As(f.Name, wire.Text), IssuerURL: wire.As(f.IssuerURL, wire.Text), ClientID: wire.As(f.ClientID, wire.Text),
		ClientSecret: wire.As(f.ClientSecret, wire.Text), DefaultRole: wire.As(f.DefaultRole, wire.Text), GroupsClaim: wire.As(f.GroupsClaim, wire.Text),
		Mappings: wire.As(f.Mappings, mappings), TrustsMFA: wire.As(f.TrustsMFA, wire.Bool), Enabled: wire.As(f.Enabled, wire.Bool),
		Enforced: wire.As(f.Enforced, wire.Bool),
	}
}

type connectionIn struct {
	ID         httpx.Int         `json:"id"`
	Connection *connectionFields `json:"sso_connection" validate:"required"`
}

type connectionReply struct {
	Connection connectionOut `json:"sso_connection"`
}

func connectionAnswer(c sso.Connection, err error) (connectionReply, error) {
	return connectionReply{connectionToWire(c)}, err
}

func (a api) read(r *http.Request, in wire.IDIn) (connectionReply, error) {
	return connectionAnswer(a.sso.Connection(r.Context(), access.From(r.Context()), int64(in.ID)))
}

func (a api) create(r *http.Request, in connectionIn) (connectionReply, error) {
	return connectionAnswer(a.sso.Create(r.Context(), access.From(r.Context()), in.Connection.domain()))
}

func (a api) update(r *http.Request, in connectionIn) (connectionReply, error) {
	return connectionAnswer(a.sso.Update(r.Context(), access.From(r.Context()), int64(in.ID), in.Connection.domain()))
}

func (a api) delete(r *http.Request, in wire.IDIn) (connectionReply, error) {
	return connectionAnswer(a.sso.Delete(r.Context(), access.From(r.Context()), int64(in.ID)))
}

type departureReply struct {
	URL  string    `json:"url"`
	Test uuid.UUID `json:"test"`

	cookie *http.Cookie
}

// Headers sets the cookie that binds the test to the browser.
func (d departureReply) Headers(h http.Header) { h.Add("Set-Cookie", d.cookie.String()) }

func (a api) test(r *http.Request, in wire.IDIn) (departureReply, error) {
	d, err := a.sso.StartTest(r.Context(), access.From(r.Context()), int64(in.ID))
	return departureReply{d.URL, d.ID, a.cookie(d.Browser)}, err
}

type outcomeReply struct {
	Test testOut `json:"sso_test"`
}

type testOut struct {
	sso.Outcome
	At *string `json:"at"`
}

func (a api) outcome(r *http.Request, in testIn) (outcomeReply, error) {
	id, _ := uuid.Parse(string(in.UUID)) // no test has the zero one
	out, err := a.sso.Test(r.Context(), access.From(r.Context()), id)
	if err != nil {
		return outcomeReply{}, err
	}
	out.Groups, out.PermissionGroups = wire.List(out.Groups), wire.List(out.PermissionGroups)
	if out.Claims == nil {
		out.Claims = map[string]any{}
	}
	return outcomeReply{testOut{out, wire.Stamped(out.At)}}, nil
}

type testIn struct {
	UUID httpx.Text `json:"uuid"`
}

type domainOut struct {
	ID          int64   `json:"id"`
	Domain      string  `json:"domain"`
	RecordName  string  `json:"record_name"`
	RecordValue string  `json:"record_value"`
	VerifiedAt  *string `json:"verified_at"`
}

func domainToWire(d sso.Domain) domainOut {
	return domainOut{d.ID, d.Domain, d.RecordName, d.RecordValue, wire.Stamped(d.VerifiedAt)}
}

type domainsReply struct {
	Domains []domainOut `json:"sso_domains"`
}

func (a api) domains(r *http.Request, _ httpx.None) (domainsReply, error) {
	found, err := a.sso.Domains(r.Context(), access.From(r.Context()))
	if err != nil {
		return domainsReply{}, err
	}
	out := domainsReply{make([]domainOut, len(found))}
	for i, d := range found {
		out.Domains[i] = domainToWire(d)
	}
	return out, nil
}

type domainIn struct {
	Domain struct {
		Domain httpx.Text `json:"domain"`
	} `json:"sso_domain" validate:"required"`
}

type domainReply struct {
	Domain domainOut `json:"sso_domain"`
}

func domainAnswer(d sso.Domain, err error) (domainReply, error) {
	return domainReply{domainToWire(d)}, err
}

func (a api) addDomain(r *http.Request, in domainIn) (domainReply, error) {
	return domainAnswer(a.sso.AddDomain(r.Context(), access.From(r.Context()), string(in.Domain.Domain)))
}

func (a api) checkDomain(r *http.Request, in wire.IDIn) (domainReply, error) {
	return domainAnswer(a.sso.CheckDomain(r.Context(), access.From(r.Context()), int64(in.ID)))
}

func (a api) removeDomain(r *http.Request, in wire.IDIn) (domainReply, error) {
	return domainAnswer(a.sso.RemoveDomain(r.Context(), access.From(r.Context()), int64(in.ID)))
}

type offersIn struct {
	Email httpx.Text `json:"email" validate:"max=320"`
}

type offerOut struct {
	UUID     uuid.UUID `json:"uuid"`
	Kind     sso.Kind  `json:"kind"`
	Name     string    `json:"name"`
	Enforced bool      `json:"enforced"`
}

type offersReply struct {
	Offers []offerOut `json:"offers"`
}

// offers uses POST to keep the address out of the URL.
func (a api) offers(r *http.Request, in offersIn) (offersReply, error) {
	found, err := a.sso.Offers(r.Context(), access.From(r.Context()), string(in.Email))
	if err != nil {
		return offersReply{}, err
	}
	out := offersReply{make([]offerOut, len(found))}
	for i, o := range found {
		out.Offers[i] = offerOut{o.UUID, o.Kind, o.Name, o.Enforced}
	}
	return out, nil
}

// flowCookie binds a sign-in to the browser that began it.
const flowCookie = "laurel_sso"

func (a api) cookie(value string) *http.Cookie {
	c := &http.Cookie{Name: flowCookie, Value: value, Path: "/v1/sso", HttpOnly: true, Secure: a.secure, SameSite: http.SameSiteLaxMode, MaxAge: 600} //nolint:gosec // Secure unless the dashboard is served over plain HTTP, on this machine alone
	if value == "" {
		c.MaxAge = -1
	}
	return c
}

func browser(r *http.Request) string {
	if c, err := r.Cookie(flowCookie); err == nil {
		return c.Value
	}
	return ""
}

func (a api) complete(r *http.Request, _ httpx.None) (any, error) {
	signedIn, err := a.sso.Complete(r.Context(), access.From(r.Context()), browser(r), r.UserAgent())
	return a.enter(r, signedIn, err)
}

func (a api) start(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(chi.URLParam(r, "uuid"))
	if err != nil {
		httpx.Fail(w, r, sso.ErrNotFound)
		return
	}
	d, err := a.sso.Start(r.Context(), access.From(r.Context()), id, r.URL.Query().Get("email"))
	if err != nil {
		a.fail(w, r, err)
		return
	}
	http.SetCookie(w, a.cookie(d.Browser))
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, d.URL, http.StatusFound)
}

// callback leads to one of our own pages, whatever the request says.
func (a api) callback(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(chi.URLParam(r, "uuid"))
	if err != nil {
		httpx.Fail(w, r, sso.ErrNotFound)
		return
	}
	q := r.URL.Query()
	arrived, err := a.sso.Arrive(r.Context(), access.From(r.Context()), sso.Arrival{
		Connection: id, Browser: browser(r), State: q.Get("state"), Code: q.Get("code"), Refusal: q.Get("error"),
	})
	a.arrived(w, r, arrived, err)
}

// arrived leads a browser on that is back from a provider.
func (a api) arrived(w http.ResponseWriter, r *http.Request, arrived sso.Arrived, err error) {
	if err != nil {
		a.fail(w, r, err)
		return
	}
	to := "/sso/company"
	if arrived.Test != uuid.Nil {
		http.SetCookie(w, a.cookie(""))
		to = "/settings/sign-in?test=" + arrived.Test.String()
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, to, http.StatusFound)
}

// fail leads to the page that says what is wrong. It names the error by its code alone.
func (a api) fail(w http.ResponseWriter, r *http.Request, err error) {
	code := "internal"
	if known := new(errs.Error); errors.As(err, &known) {
		code = known.Code
		slog.InfoContext(r.Context(), "a sign-in with a provider failed", "code", code, "error", err)
	} else {
		slog.ErrorContext(r.Context(), "a sign-in with a provider failed", "error", err)
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, "/sso/company?"+url.Values{"error": {code}}.Encode(), http.StatusFound)
}
