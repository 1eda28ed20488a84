package issuer

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/apikeys"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/identity"
	"laurel/internal/design/embeds"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
)

// Authenticate puts into the context who acts: the session, API key or design maker of the authorization header, in the department of the
// department-id header. Nobody is turned away here: a missing or wrong token leaves an actor that may do nothing, so that the
// endpoints that need one answer 401, and a department that is not the actor's leaves them without one, so that endpoints that
// need it answer 404. Signing out, and choosing another department, still work then.
//
// What programs may do stands in the contract: a key that lacks the scope of a call is refused before the call is made.
func Authenticate(d Deps) func(http.Handler) http.Handler {
	who := authenticator{d.Identity, d.APIKeys, d.Embeds}
	programs := gate{d.APIKeys, d.Identity, d.Meter, throttle.Rule{Name: "api key", Limit: d.KeyRate, Window: time.Minute}}
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			by, err := who.acts(r.Context(), r.Header.Get("Authorization"), wire.WantedDepartment(r))
			if by.APIKeyID != 0 {
				programs.pass(w, r, by, err, next)
				return
			}
			if err != nil && errs.KindOf(err) != errs.Unauthorized {
				httpx.Fail(w, r, err)
				return
			}
			if errors.Is(err, apikeys.ErrWrong) {
				if call, known, contractErr := called(r); contractErr == nil && known && !call.Open {
					httpx.Fail(w, r, err) // also for calls that only people may make: nobody was signed out
					return
				}
				by.Missing = err
			}
			if errors.Is(err, identity.ErrSessionLimit) {
				by.Missing = err
			}
			by.Sight = access.SightOf(by)
			by.Test = !by.Nobody() && r.Header.Get(testModeHeader) == "true"
			seen := &witness{ResponseWriter: w}
			defer func() { recordRefusal(r, d.Identity, by, seen) }()
			w = seen
			ctx, err := acting(r, by)
			if err == nil {
				err = within(r, by)
			}
			if err != nil {
				httpx.Fail(w, r, err)
				return
			}
			next.ServeHTTP(w, r.WithContext(pg.WithSight(ctx, func() string { return string(by.Sees()) })))
		})
	}
}

// testModeHeader is how users request test credentials. For API keys, the key's mode decides.
const testModeHeader = "Test-Mode"

// oneCredential is part of the route patterns of endpoints for one credential.
const oneCredential = "/credentials/{id}"

// acting returns the context of a request. Open endpoints do not depend on the mode. A department's own endpoints see live credentials
// or, in test mode, test credentials. It returns ErrTestMode for endpoints that are not available in test mode.
func acting(r *http.Request, by access.Actor) (context.Context, error) {
	ctx := access.With(r.Context(), by)
	call, known, err := called(r)
	switch {
	case err != nil:
		return nil, err
	case by.Nobody() || call.Open:
		return ctx, nil
	case by.UserID != 0 && strings.Contains(chi.RouteContext(ctx).RoutePattern(), oneCredential):
		return ctx, nil // the way here is a link, which need not know what it leads to
	case !by.Test:
		return pg.WithMode(ctx, pg.Live), nil
	case known && !call.Test:
		return nil, access.ErrTestMode
	}
	return pg.WithMode(ctx, pg.Test), nil
}

// within rejects requests that concern the whole department from members who are limited to some groups. Designs, groups and attributes
// may be read, because they contain no personal data and every page needs them.
func within(r *http.Request, by access.Actor) error {
	if by.Groups == "" && by.Sight == nil {
		return nil
	}
	call, ok, err := called(r)
	if err != nil || !ok || call.Open || call.People || !call.Whole {
		return err
	}
	by.Sight.Whole()
	if by.Groups == "" {
		return nil
	}
	for _, scope := range call.Scopes {
		if !slices.Contains([]string{"designs:read", "groups:read", "attributes:read"}, scope) {
			return errAllGroups
		}
	}
	return nil
}

// authenticator authenticates users, API keys and design maker sessions.
type authenticator struct {
	people *identity.Service
	keys   *apikeys.Service
	makers *embeds.Service
}

// acts returns the actor of an Authorization header, in the wanted department or, if that is 0, in the actor's own.
func (a authenticator) acts(ctx context.Context, header string, wanted int64) (access.Actor, error) {
	from := access.Actor{IP: httpx.ClientIP(ctx), RequestID: httpx.RequestID(ctx)}
	by, err := a.resolve(ctx, from, strings.TrimSpace(header), wanted)
	by.IP, by.RequestID = from.IP, from.RequestID
	return by, err
}

func (a authenticator) resolve(ctx context.Context, from access.Actor, header string, wanted int64) (by access.Actor, err error) {
	_, isKey := apikeys.FromHeader(header)
	switch {
	case header == "":
		return access.Actor{}, nil
	case isKey:
		by, err = a.keys.Authenticate(ctx, header, from.IP)
	case embeds.IsBearer(header):
		by, err = a.makers.Authenticate(ctx, header)
	default:
		token := header
		scheme, rest, found := strings.Cut(header, " ")
		if found && strings.EqualFold(scheme, "Token") { // only keys are sent so
			return by, apikeys.ErrWrong
		}
		if found && strings.EqualFold(scheme, "Bearer") {
			token = strings.TrimSpace(rest)
		}
		return a.people.Resolve(ctx, from, token, wanted)
	}
	if err == nil && wanted != 0 && wanted != by.DepartmentID {
		by.DepartmentID, by.Missing = 0, departments.ErrNotFound
	}
	return by, err
}
