// Package reach serves webhooks to issuers.
package reach

import (
	"github.com/go-chi/chi/v5"

	"laurel/internal/reach/webhooks"
)

// Deps are the dependencies of these routes.
type Deps struct {
	Webhooks *webhooks.Service
}

// Mount adds the routes to r, which is mounted at /v1 behind the issuers' authentication.
func Mount(r chi.Router, d Deps) {
	webhooksAPI{d.Webhooks}.routes(r)
}
