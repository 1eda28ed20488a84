package issuer

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/apikeys"
	"laurel/internal/accounts/identity"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/edges/openapi"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
)

// Errors that only API keys get.
var (
	errNoBilling  = errs.New(errs.NotFound, "no_such_call")
	errScope      = errs.New(errs.Forbidden, "api_key.scope_missing")
	errPeopleOnly = errs.New(errs.Forbidden, "api_key.people_only")
	errAllGroups  = errs.New(errs.Forbidden, "api_key.limited_to_groups")
)

// gate checks and records requests of API keys.
type gate struct {
	keys   *apikeys.Service
	people *identity.Service
	meter  *throttle.Meter
	rate   throttle.Rule
}

// admit checks the rate limit of an API key and whether its scopes permit the call.
func (g gate) admit(w http.ResponseWriter, r *http.Request, by access.Actor) error {
	rate := g.rate
	if by.Rate > 0 && (rate.Limit == 0 || by.Rate < rate.Limit) {
		rate.Limit = by.Rate
	}
	if rate.Limit > 0 {
		standing, err := g.meter.Count(rate, strconv.FormatInt(by.APIKeyID, 10))
		httpx.RateLimit(w, standing.Limit, standing.Remaining, standing.Reset)
		if err != nil {
			return err
		}
	}
	call, ok, err := called(r)
	if err != nil || !ok || call.Open {
		return err
	}
	switch {
	case call.People:
		return errPeopleOnly
	case !by.Scopes.HasOne(call.Scopes):
		return errScope.With("scope", strings.Join(call.Scopes, " / "))
	case call.Whole && by.Groups != "":
		return errAllGroups
	}
	return nil
}

// called returns the contract's entry for the route of a request. ok is false if there is none.
func called(r *http.Request) (openapi.Call, bool, error) {
	calls, err := openapi.Calls()
	if err != nil {
		return openapi.Call{}, false, err
	}
	call, ok := calls[r.Method+" "+chi.RouteContext(r.Context()).RoutePattern()]
	return call, ok, nil
}

// pass serves the request of an API key if it is permitted, and records it in the request log.
func (g gate) pass(w http.ResponseWriter, r *http.Request, by access.Actor, refused error, next http.Handler) {
	started := time.Now()
	seen := &witness{ResponseWriter: w, status: http.StatusInternalServerError} // unless it comes to an answer
	defer func() {
		recordRefusal(r, g.people, by, seen)
		g.keys.Note(apikeys.Request{
			KeyID: by.APIKeyID, Method: r.Method, Path: template(r), Status: seen.status, Took: time.Since(started),
			RequestID: by.RequestID, Code: seen.code(), IP: by.IP,
		})
	}()
	if refused == nil {
		refused = g.admit(seen, r, by)
	}
	var ctx context.Context
	if refused == nil {
		ctx, refused = acting(r, by)
	}
	if refused != nil {
		httpx.Fail(seen, r, refused)
		return
	}
	next.ServeHTTP(seen, r.WithContext(pg.WithGroups(ctx, string(by.Groups))))
}

// recordRefusal records an audit event when a call is refused for lack of permission, but not for lack of a proof. Open endpoints are left out: if a private
// credential of another department is refused, the actor's department need not know.
func recordRefusal(r *http.Request, people *identity.Service, by access.Actor, seen *witness) {
	if seen.status != http.StatusForbidden || seen.code() == access.ErrUnproved.Code {
		return
	}
	if call, _, err := called(r); err != nil || call.Open {
		return
	}
	if err := people.RecordRefusal(context.WithoutCancel(r.Context()), by, r.Method+" "+template(r), seen.code()); err != nil {
		slog.ErrorContext(r.Context(), "could not record a refusal", "error", err)
	}
}

// idLike matches a path segment that contains an ID or may be a secret.
var idLike = regexp.MustCompile(`[0-9]|.{25}`)

// template returns the path with placeholders for IDs. For unknown routes, the placeholders are guessed.
func template(r *http.Request) string {
	if pattern := chi.RouteContext(r.Context()).RoutePattern(); pattern != "" && !strings.HasSuffix(pattern, "*") {
		return pattern
	}
	parts := strings.Split(r.URL.Path, "/")
	for i, part := range parts {
		if idLike.MatchString(part) && part != "v1" && part != "v2" {
			parts[i] = "{…}"
		}
	}
	return strings.Join(parts, "/")
}

// witness records the status of a response and the beginning of an error body.
type witness struct {
	http.ResponseWriter
	status  int
	written bool
	refusal []byte
}

const refusalBytes = 2048

// WriteHeader records the status.
func (w *witness) WriteHeader(status int) {
	if !w.written {
		w.status, w.written = status, true
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write records the beginning of an error body.
func (w *witness) Write(data []byte) (int, error) {
	if !w.written {
		w.status, w.written = http.StatusOK, true
	}
	if w.status >= http.StatusBadRequest && len(w.refusal) < refusalBytes {
		w.refusal = append(w.refusal, data[:min(len(data), refusalBytes-len(w.refusal))]...)
	}
	return w.ResponseWriter.Write(data)
}

// Unwrap gives http.ResponseController access to the underlying writer.
func (w *witness) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// code returns the code of the error or of the first warning, or "".
func (w *witness) code() string {
	var body struct {
		Code json.RawMessage `json:"code"`
	}
	if len(w.refusal) == 0 || json.Unmarshal(w.refusal, &body) != nil {
		return w.Header().Get(wire.WarningHeader)
	}
	var code string
	_ = json.Unmarshal(body.Code, &code) // some of the wire's refusals carry a number
	return code[:min(len(code), 100)]
}
