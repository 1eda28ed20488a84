// Package design serves attributes, uploads, fonts and designs to issuers.
package design

import (
	"github.com/go-chi/chi/v5"

	"laurel/internal/design/attributes"
	"laurel/internal/design/designs"
	"laurel/internal/design/fonts"
	"laurel/internal/design/uploads"
	"laurel/internal/documents/documents"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/groups"
	"laurel/internal/issuing/lifecycle"
	"laurel/internal/platform/links"
	"laurel/internal/platform/objects"
)

// Deps are the dependencies of these routes.
type Deps struct {
	Attributes  *attributes.Service
	Uploads     *uploads.Service
	Fonts       *fonts.Service
	Designs     *designs.Service
	Groups      *groups.Service
	Credentials *credentials.Service
	Search      *credentialsearch.Service
	Lifecycle   *lifecycle.Service
	Documents   *documents.Service
	Proofs      *documents.Proofs
	Files       *objects.Store
	Links       links.Links
}

// Mount adds the routes to r, which is mounted at /v1 behind the issuers' authentication.
func Mount(r chi.Router, d Deps) {
	attributesAPI{d.Attributes}.routes(r)
	uploadsAPI{d.Uploads}.routes(r)
	fontsAPI{d.Fonts}.routes(r)
	designsAPI{designs: d.Designs, groups: d.Groups, documents: d.Documents, proofs: d.Proofs, files: d.Files, wire: DesignWire{Links: d.Links}}.routes(r)
	versionsAPI{d.Designs, DesignWire{Links: d.Links}}.routes(r)
	recipientsAPI{d.Credentials, d.Search, d.Lifecycle, d.Documents}.routes(r)
}
