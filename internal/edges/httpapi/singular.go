package httpapi

import (
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
)

// groupPath and groupsPath are two names for the same endpoints. A Ruby client uses the singular.
const (
	groupPath  = "/v1/issuer/group"
	groupsPath = "/v1/issuer/groups"
)

// singular serves the group endpoints under both names, without a redirect.
func singular(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == groupPath || strings.HasPrefix(r.URL.Path, groupPath+"/") {
			u, c := *r.URL, *r
			u.Path = groupsPath + strings.TrimPrefix(u.Path, groupPath)
			u.RawPath = strings.Replace(u.RawPath, groupPath, groupsPath, 1)
			c.URL = &u
			r = &c
		}
		next.ServeHTTP(w, r)
	})
}

// withoutFormat also accepts ".json" after API paths, which the frameworks of some clients append.
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

// headAsGet handles HEAD requests like GET requests. The server omits the body.
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

// methods are the methods of endpoints. HEAD is implied by GET.
var methods = []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}

// wrongMethod responds to a request whose path only supports other methods, and lists those.
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
