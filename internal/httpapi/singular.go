package httpapi

import (
	"net/http"
	"strings"
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
