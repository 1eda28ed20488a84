// Package imports serves imports of credentials from spreadsheets to issuers.
package imports

import (
	"context"
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/groups"
	"laurel/internal/operations/imports"
	"laurel/internal/platform/httpx"
)

// Deps are the dependencies of these routes.
type Deps struct {
	Imports *imports.Service
	Groups  *groups.Service
	Texts   httpx.Messages
}

// Mount adds the routes to r, which is mounted at /v1 behind the issuers' authentication.
func Mount(r chi.Router, d Deps) {
	importsAPI{d.Imports, wire.GroupRefs{Groups: d.Groups}, d.Texts}.routes(r)
}

// Payload returns an import as the routes do.
func Payload(ctx context.Context, texts httpx.Messages, i imports.Import) any {
	return importsAPI{words: texts}.wire(new(http.Request).WithContext(ctx), i)
}
