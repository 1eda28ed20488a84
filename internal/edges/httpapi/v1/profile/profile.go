// Package profile serves the profiles of recipients, to their owners and to everybody.
package profile

import (
	"github.com/go-chi/chi/v5"

	"laurel/internal/platform/clock"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/links"
	"laurel/internal/recipients/collections"
	"laurel/internal/recipients/profiles"
	"laurel/internal/trust/badges"
)

// Deps are the dependencies of the routes.
type Deps struct {
	Profiles    *profiles.Service
	Collections *collections.Service
	Badges      *badges.Service
	Clock       clock.Clock
	Links       links.Links
}

type api struct{ Deps }

// Mount adds the owner's routes to r, which is mounted at /v1 behind the authentication of recipients.
func Mount(r chi.Router, d Deps) {
	a := api{d}
	r.Get("/recipient/profile", httpx.JSON(a.read))
	r.Put("/recipient/profile", httpx.JSON(a.update))
	r.Get("/recipient/profile/preview", httpx.JSON(a.preview))
	r.Get("/recipient/profile/slug/{slug}", httpx.JSON(a.checkSlug))
	r.Put("/recipient/profile/photo", a.setPhoto)
	r.Delete("/recipient/profile/photo", httpx.JSON(a.removePhoto))
}

// MountPublic adds the routes for everybody.
func MountPublic(r chi.Router, d Deps) {
	a := api{d}
	r.Get("/public/profiles/{slug}", a.public)
	r.Get("/public/profiles/{slug}/photo", a.photo)
}
