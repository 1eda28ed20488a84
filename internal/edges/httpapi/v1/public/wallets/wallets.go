// Package wallets serves wallet apps: by OpenID for Verifiable Credential Issuance 1.0, with the errors of OAuth 2.0 instead of the API's,
// and Apple's devices that have passes.
package wallets

import (
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"laurel/internal/accounts/departments"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/reach/analytics"
	"laurel/internal/reach/passes"
	"laurel/internal/trust/oid4vci"
)

// Deps are the dependencies of the routes for wallets.
type Deps struct {
	Wallets   *oid4vci.Service
	Passes    *passes.Service
	Analytics *analytics.Service
	Log       *slog.Logger
}

type api struct{ Deps }

// Mount adds the endpoints to r, which is mounted at /v1 without authentication: the tokens of wallets are not those of the API.
func Mount(r chi.Router, d Deps) {
	a := api{d}
	r.Get("/oid4vci/offers/{id}", a.offer)
	r.Post("/oid4vci/nonce", a.nonce)
	r.Post("/oid4vci/token", a.token)
	r.Post("/oid4vci/credential", a.credential)
	r.Post("/oid4vci/notification", a.notification)
	a.mountApple(r)
}

// MountMetadata adds the metadata documents to the root. Their well-known part is between host and path; drafts appended it to the path.
func MountMetadata(r chi.Router, d Deps) {
	a := api{d}
	for name, document := range map[string]http.HandlerFunc{"openid-credential-issuer": a.issuer, "oauth-authorization-server": a.server} {
		for _, path := range []string{"/.well-known/" + name, "/.well-known/" + name + "/d/{id}", "/d/{id}/.well-known/" + name} {
			r.Get(path, document)
		}
	}
}

// maxRequest is the maximum size of a request, in bytes.
const maxRequest = 64 << 10

// metadataKept is the Cache-Control of metadata. Logos and names change rarely.
const metadataKept = "public, max-age=300"

func (a api) issuer(w http.ResponseWriter, r *http.Request) {
	a.metadata(w, r, func(id int64) (any, error) { return a.Wallets.Issuer(r.Context(), id) })
}

func (a api) server(w http.ResponseWriter, r *http.Request) {
	a.metadata(w, r, func(id int64) (any, error) { return a.Wallets.Server(r.Context(), id) })
}

func (a api) metadata(w http.ResponseWriter, r *http.Request, document func(id int64) (any, error)) {
	var id int64
	if text := chi.URLParam(r, "id"); text != "" {
		var err error
		if id, err = strconv.ParseInt(text, 10, 64); err != nil || id <= 0 {
			httpx.Fail(w, r, departments.ErrNotFound)
			return
		}
	}
	out, err := document(id)
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("Cache-Control", metadataKept)
	httpx.Write(w, out)
}

func (a api) offer(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(chi.URLParam(r, "id"))
	if err != nil {
		httpx.Fail(w, r, oid4vci.ErrNotFound)
		return
	}
	out, err := a.Wallets.Fetch(r.Context(), id)
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	httpx.Write(w, out)
}

type nonceReply struct {
	Nonce string `json:"c_nonce"`
}

func (a api) nonce(w http.ResponseWriter, _ *http.Request) {
	httpx.Write(w, nonceReply{a.Wallets.Nonce()})
}

func (a api) token(w http.ResponseWriter, r *http.Request) {
	form, problem := formOf(w, r)
	if problem != nil {
		fail(w, r, problem)
		return
	}
	out, err := a.Wallets.Redeem(r.Context(), oid4vci.TokenRequest{
		GrantType: form.Get("grant_type"), Code: form.Get("pre-authorized_code"), TxCode: strings.TrimSpace(form.Get("tx_code")),
		Details: form.Get("authorization_details"), IP: httpx.ClientIP(r.Context()),
	})
	if err != nil {
		fail(w, r, err)
		return
	}
	httpx.Write(w, out)
}

func (a api) credential(w http.ResponseWriter, r *http.Request) {
	var in oid4vci.CredentialRequest
	if problem := bodyOf(w, r, &in, "invalid_credential_request"); problem != nil {
		fail(w, r, problem)
		return
	}
	out, err := a.Wallets.Issue(r.Context(), bearer(r), in, httpx.ClientIP(r.Context()))
	if err != nil {
		fail(w, r, err)
		return
	}
	if out.First {
		a.Analytics.Engaged(out.CredentialID, credentials.PageUsed)
		a.Analytics.Record(analytics.Visit{CredentialID: out.CredentialID, Type: analytics.WalletAdded, Actor: analytics.Owner, Detail: "open_badges"})
	}
	httpx.Write(w, out.CredentialReply)
}

func (a api) notification(w http.ResponseWriter, r *http.Request) {
	var in oid4vci.Notification
	if problem := bodyOf(w, r, &in, "invalid_notification_request"); problem != nil {
		fail(w, r, problem)
		return
	}
	if err := a.Wallets.Notify(r.Context(), bearer(r), in); err != nil {
		fail(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusNoContent)
}

// bearer returns the access token of a request. The scheme is case-insensitive.
func bearer(r *http.Request) string {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

func problem(code, description string) *oid4vci.Problem {
	return &oid4vci.Problem{Code: code, Description: description}
}

// read returns the body of a request with a media type.
func read(w http.ResponseWriter, r *http.Request, media, code string) ([]byte, *oid4vci.Problem) {
	if got, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); got != media {
		return nil, problem(code, "The content type is not "+media)
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
	if err != nil {
		return nil, problem(code, "The request is too long or was cut off")
	}
	return data, nil
}

// formOf returns the parameters of a token request, none of which may be repeated. Source: RFC 6749, section 3.2.
func formOf(w http.ResponseWriter, r *http.Request) (url.Values, *oid4vci.Problem) {
	const code = "invalid_request"
	data, failed := read(w, r, "application/x-www-form-urlencoded", code)
	if failed != nil {
		return nil, failed
	}
	form, err := url.ParseQuery(string(data))
	if err != nil {
		return nil, problem(code, "The form cannot be read")
	}
	for _, values := range form {
		if len(values) > 1 {
			return nil, problem(code, "A parameter is repeated")
		}
	}
	return form, nil
}

func bodyOf(w http.ResponseWriter, r *http.Request, into any, code string) *oid4vci.Problem {
	data, failed := read(w, r, "application/json", code)
	if failed != nil {
		return failed
	}
	if json.Unmarshal(data, into) != nil {
		return problem(code, "The request is not JSON of the expected form")
	}
	return nil
}

type failure struct {
	Error       string `json:"error"`
	Description string `json:"error_description,omitempty"`
	Nonce       string `json:"c_nonce,omitempty"`
	status      int
}

// Status implements httpx.Status.
func (f failure) Status() int { return f.status }

// fail writes an error of OAuth 2.0. Source: RFC 6749, section 5.2; RFC 6750, section 3.
func fail(w http.ResponseWriter, r *http.Request, err error) {
	var p *oid4vci.Problem
	if errors.As(err, &p) {
		status := http.StatusBadRequest
		if p.Code == oid4vci.InvalidToken {
			status = http.StatusUnauthorized
			w.Header().Set("WWW-Authenticate", `Bearer error="`+p.Code+`"`)
		}
		httpx.Write(w, failure{p.Code, p.Description, p.Nonce, status})
		return
	}
	status, _ := httpx.Problems(w, r, err) // logs it and sets Retry-After
	out := failure{Error: "server_error", status: status}
	if kind := errs.KindOf(err); kind == errs.TooMany || kind == errs.Unavailable || status == http.StatusServiceUnavailable {
		out.Error = "temporarily_unavailable"
	}
	httpx.Write(w, out)
}
