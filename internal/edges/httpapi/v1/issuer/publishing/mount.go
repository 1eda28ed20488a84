// Package publishing serves publications and the emails of credentials to issuers.
package publishing

import (
	"github.com/go-chi/chi/v5"

	"laurel/internal/issuing/credentials"
	"laurel/internal/messaging/outbox"
	"laurel/internal/operations/approvals"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/httpx"
)

// Deps are the dependencies of these routes.
type Deps struct {
	Credentials *credentials.Service
	Publishing  *publishing.Service
	Outbox      *outbox.Service
	Approvals   *approvals.Service
	Texts       httpx.Messages
}

// Mount adds the routes to r, which is mounted at /v1 behind the issuers' authentication.
func Mount(r chi.Router, d Deps) {
	publishingAPI{d.Credentials, d.Publishing, d.Outbox, d.Approvals, d.Texts}.routes(r)
}
