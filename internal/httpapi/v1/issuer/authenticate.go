package issuer

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"laurel/internal/access"
	"laurel/internal/apikeys"
	"laurel/internal/departments"
	"laurel/internal/embeds"
	"laurel/internal/errs"
	"laurel/internal/httpx"
	"laurel/internal/identity"
	"laurel/internal/throttle"
)

// Authenticate puts into the context who acts: the session, API key or design maker of the authorization header, in the department of the
// department-id header. Nobody is turned away here: a missing or wrong token leaves an actor that may do nothing, so that the
// endpoints that need one answer 401, and a department that is not the actor's leaves them without one, so that endpoints that
// need it answer 404. Signing out, and choosing another department, still work then.
//
// What programs may do stands in the contract: a key that lacks the scope of a call is refused before the call is made.
func Authenticate(d Deps) func(http.Handler) http.Handler {
	who := authenticator{d.Identity, d.APIKeys, d.Embeds}
	programs := gate{d.APIKeys, d.Meter, throttle.Rule{Name: "api key", Limit: d.KeyRate, Window: time.Minute}}
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			by, err := who.acts(r.Context(), r.Header.Get("Authorization"), wantedDepartment(r))
			if by.APIKeyID != 0 {
				programs.pass(w, r, by, err, next)
				return
			}
			if err != nil && errs.KindOf(err) != errs.Unauthorized {
				httpx.Fail(w, r, err)
				return
			}
			next.ServeHTTP(w, r.WithContext(access.With(r.Context(), by)))
		})
	}
}

// authenticator knows everybody who may sign in.
type authenticator struct {
	people *identity.Service
	keys   *apikeys.Service
	makers *embeds.Service
}

// acts tells who an authorization stands for, in the wanted department or with 0 in their own.
func (a authenticator) acts(ctx context.Context, header string, wanted int64) (access.Actor, error) {
	by, err := a.resolve(ctx, strings.TrimSpace(header), wanted)
	by.IP, by.RequestID = httpx.ClientIP(ctx), httpx.RequestID(ctx)
	return by, err
}

func (a authenticator) resolve(ctx context.Context, header string, wanted int64) (by access.Actor, err error) {
	_, isKey := apikeys.FromHeader(header)
	switch {
	case header == "":
		return access.Actor{}, nil
	case isKey:
		by, err = a.keys.Authenticate(ctx, header, httpx.ClientIP(ctx))
	case embeds.IsBearer(header):
		by, err = a.makers.Authenticate(ctx, header)
	default:
		token := header
		if scheme, rest, found := strings.Cut(header, " "); found && strings.EqualFold(scheme, "Bearer") {
			token = strings.TrimSpace(rest)
		}
		return a.people.Resolve(ctx, token, wanted)
	}
	if err == nil && wanted != 0 && wanted != by.DepartmentID {
		by.DepartmentID, by.Missing = 0, departments.ErrNotFound
	}
	return by, err
}

// nowhere is a department that cannot exist.
const nowhere = -1

// wantedDepartment reads the department-id header: 0 when there is none, a department nobody has when it is no number.
func wantedDepartment(r *http.Request) int64 {
	header := strings.TrimSpace(r.Header.Get("department-id"))
	if header == "" {
		return 0
	}
	id, err := strconv.ParseInt(header, 10, 64)
	if err != nil || id <= 0 {
		return nowhere
	}
	return id
}
