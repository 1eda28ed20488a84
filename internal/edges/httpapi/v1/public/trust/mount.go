// Package trust serves badges, what verifiers need, and the verification of anybody's credentials.
package trust

import (
	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/departments"
	"laurel/internal/documents/collectionpdf"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/links"
	"laurel/internal/reach/analytics"
	"laurel/internal/recipients/collections"
	"laurel/internal/trust/badges"
	"laurel/internal/trust/verification"
)

// Deps are the dependencies of these routes.
type Deps struct {
	Credentials *credentials.Service
	Departments *departments.Service
	Groups      *groups.Service
	Shared      *collections.Service
	Printed     *collectionpdf.Service
	Badges      *badges.Service
	Verify      *verification.Service
	Analytics   *analytics.Service
	Texts       *i18n.Bundle
	Links       links.Links
	Sender      string // contact address of departments that have none of their own
}

type api struct{ Deps }

// Mount adds the routes to r, which is mounted at /v1.
func Mount(r chi.Router, d Deps) {
	a := api{d}
	r.Get("/openbadges/credentials/{uuid}", a.signedBadge)
	r.Get("/openbadges/credentials/{uuid}/token", a.badgeToken)
	r.Get("/obi/badge_assertions/{uuid}", a.assertion)
	r.Get("/obi/issuer_badge_classes/{id}", a.badgeClass)
	r.Get("/obi/issuers/{id}", a.badgeIssuer)
	r.Get("/credentials/blockchain_data/{id}", httpx.JSON(a.chainData))
	r.Get("/public/collections/{token}/pdf", a.sharedPDF)
	r.Get("/public/collections/{token}/imports/{id}/picture", a.sharedImportPicture)
	r.Post("/verify", a.verify)
}
