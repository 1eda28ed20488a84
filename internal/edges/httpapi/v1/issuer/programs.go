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

// Refusals of API keys, beyond what anybody is refused.
var (
	errScope      = errs.New(errs.Forbidden, "api_key.scope_missing")
	errPeopleOnly = errs.New(errs.Forbidden, "api_key.people_only")
	errAllGroups  = errs.New(errs.Forbidden, "api_key.limited_to_groups")
)

// gate is what stands between a program and the calls of the contract.
type gate struct {
	keys   *apikeys.Service
	people *identity.Service
	meter  *throttle.Meter
	rate   throttle.Rule
}

// admit lets a key make a call that its scopes allow, as often as it may.
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

// called is what the contract says of the call that a request was routed to; ok is false where it was routed to none.
func called(r *http.Request) (openapi.Call, bool, error) {
	calls, err := openapi.Calls()
	if err != nil {
		return openapi.Call{}, false, err
	}
	call, ok := calls[r.Method+" "+chi.RouteContext(r.Context()).RoutePattern()]
	return call, ok, nil
}

// pass serves a request of a key, if it may be served, and notes it.
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

// recordRefusal puts into the department's record that a call was refused for want of a right. Calls that are open to everybody are left
// out: a private credential is refused to strangers of its department, which the department of who asks need not know.
func recordRefusal(r *http.Request, people *identity.Service, by access.Actor, seen *witness) {
	if seen.status != http.StatusForbidden {
		return
	}
	if call, _, err := called(r); err != nil || call.Open {
		return
	}
	if err := people.RecordRefusal(context.WithoutCancel(r.Context()), by, r.Method+" "+template(r), seen.code()); err != nil {
		slog.ErrorContext(r.Context(), "could not record a refusal", "error", err)
	}
}

// idLike is a part of a path that names an object, or might be a secret.
var idLike = regexp.MustCompile(`[0-9]|.{25}`)

// template is the path with placeholders in the place of ids; that of a call which does not exist is guessed.
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

// witness remembers how a request was answered: the status, and the beginning of a refusal.
type witness struct {
	http.ResponseWriter
	status  int
	written bool
	refusal []byte
}

const refusalBytes = 2048

// WriteHeader remembers the status.
func (w *witness) WriteHeader(status int) {
	if !w.written {
		w.status, w.written = status, true
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write remembers the beginning of a refusal.
func (w *witness) Write(data []byte) (int, error) {
	if !w.written {
		w.status, w.written = http.StatusOK, true
	}
	if w.status >= http.StatusBadRequest && len(w.refusal) < refusalBytes {
		w.refusal = append(w.refusal, data[:min(len(data), refusalBytes-len(w.refusal))]...)
	}
	return w.ResponseWriter.Write(data)
}

// Unwrap lets http.ResponseController reach what is under it.
func (w *witness) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// code is the code of the refusal or of the first warning, if there was one.
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
