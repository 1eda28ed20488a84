// Package embeds serves the embedded design maker to issuers and to the pages that embed it.
package embeds

import (
	"context"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/design/embeds"
	"laurel/internal/platform/links"
)

// Authenticate returns the actor of an Authorization header, in the wanted department or, if that is 0, in the actor's own.
type Authenticate func(ctx context.Context, header string, wanted int64) (access.Actor, error)

// Deps are the dependencies of these routes.
type Deps struct {
	Embeds       *embeds.Service
	Authenticate Authenticate // for authorizations that open the design maker
	Links        links.Links
	SampleHosts  string // the address of pages that show the design maker; only in development
}

// Mount adds the routes to r, which is mounted at /v1 behind the issuers' authentication.
func Mount(r chi.Router, d Deps) {
	embedsAPI{embeds: d.Embeds, links: d.Links, sampleHosts: d.SampleHosts, authenticate: d.Authenticate}.routes(r)
}
