package issuer

import (
	"net/http"
	"strconv"
	"strings"

	"laurel/internal/access"
	"laurel/internal/apikeys"
	"laurel/internal/departments"
	"laurel/internal/errs"
	"laurel/internal/httpx"
	"laurel/internal/identity"
)

// Authenticate puts into the context who acts: the session or API key of the authorization header, in the department of the
// department-id header. Nobody is turned away here: a missing or wrong token leaves an actor that may do nothing, so that the
// endpoints that need one answer 401, and a department that is not the actor's leaves them without one, so that endpoints that
// need it answer 404. Signing out, and choosing another department, still work then.
func Authenticate(people *identity.Service, keys *apikeys.Service) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			by, err := whoActs(r, people, keys)
			if err != nil && errs.KindOf(err) != errs.Unauthorized {
				httpx.Fail(w, r, err)
				return
			}
			by.IP, by.RequestID = httpx.ClientIP(r.Context()), httpx.RequestID(r.Context())
			next.ServeHTTP(w, r.WithContext(access.With(r.Context(), by)))
		})
	}
}

func whoActs(r *http.Request, people *identity.Service, keys *apikeys.Service) (access.Actor, error) {
	header := strings.TrimSpace(r.Header.Get("Authorization"))
	if header == "" {
		return access.Actor{}, nil
	}
	wanted := wantedDepartment(r)
	if _, isKey := apikeys.FromHeader(header); !isKey {
		token := header
		if scheme, rest, found := strings.Cut(header, " "); found && strings.EqualFold(scheme, "Bearer") {
			token = strings.TrimSpace(rest)
		}
		return people.Resolve(r.Context(), token, wanted)
	}
	by, err := keys.Authenticate(r.Context(), header)
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
