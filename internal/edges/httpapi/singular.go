package httpapi

import (
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
)

// group and groups are the two names of the same calls: a client in Ruby uses the singular.
const (
	group  = "/v1/issuer/group"
	groups = "/v1/issuer/groups"
)

// singular serves the calls of groups under both names, without a redirect.
func singular(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == group || strings.HasPrefix(r.URL.Path, group+"/") {
			u, c := *r.URL, *r
			u.Path = groups + strings.TrimPrefix(u.Path, group)
			u.RawPath = strings.Replace(u.RawPath, group, groups, 1)
			c.URL = &u
			r = &c
		}
		next.ServeHTTP(w, r)
	})
}

// withoutFormat serves the calls of the API also with ".json" behind their paths: the frameworks of some clients add it.
func withoutFormat(next http.Handler) http.Handler {
	const suffix = ".json"
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		inAPI := strings.HasPrefix(r.URL.Path, "/v1/") || strings.HasPrefix(r.URL.Path, "/v2/")
		if inAPI && strings.HasSuffix(r.URL.Path, suffix) {
			u, c := *r.URL, *r
			u.Path, u.RawPath = strings.TrimSuffix(u.Path, suffix), strings.TrimSuffix(u.RawPath, suffix)
			c.URL = &u
			r = &c
		}
		next.ServeHTTP(w, r)
	})
}

// headAsGet answers HEAD wherever GET is answered, with the headers of GET: the server leaves the body out.
func headAsGet(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			c := *r
			c.Method = http.MethodGet
			r = &c
		}
		next.ServeHTTP(w, r)
	})
}

var errMethod = errs.New(errs.NotAllowed, "method_not_allowed")

// methods are those that calls may have; HEAD goes with GET.
var methods = []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}

// wrongMethod refuses a request for a path that has other methods, and names them.
func wrongMethod(routes chi.Routes) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var allowed []string
		for _, method := range methods {
			if !routes.Match(chi.NewRouteContext(), method, r.URL.Path) {
				continue
			}
			if allowed = append(allowed, method); method == http.MethodGet {
				allowed = append(allowed, http.MethodHead)
			}
		}
		w.Header().Set("Allow", strings.Join(append(allowed, http.MethodOptions), ", "))
		httpx.Fail(w, r, errMethod.With("methods", strings.Join(allowed, ", ")))
	}
}
