// Package issuing serves groups and collections to issuers.
package issuing

import (
	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/departments"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/collections"
	"laurel/internal/issuing/groups"
	"laurel/internal/operations/prerequisites"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/links"
)

// Deps are the dependencies of these routes.
type Deps struct {
	Groups        *groups.Service
	Collections   *collections.Service
	Publishing    *publishing.Service
	Prerequisites *prerequisites.Service
	Departments   *departments.Service
	Links         links.Links
	Texts         httpx.Messages
	Languages     []string // that have texts
}

// Mount adds the routes to r, which is mounted at /v1 behind the issuers' authentication.
func Mount(r chi.Router, d Deps) {
	groupsAPI{
		groups: d.Groups, collections: d.Collections, publishing: d.Publishing, prerequisites: d.Prerequisites, wire: groupWire{d.Links, d.Groups.CategoryName},
		site: wire.SiteLinks{Departments: d.Departments}, texts: d.Texts, languages: d.Languages,
	}.routes(r)
	collectionsAPI{d.Collections}.routes(r)
}
