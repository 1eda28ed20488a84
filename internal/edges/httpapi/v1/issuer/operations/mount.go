// Package operations serves long-running operations, claim links, downloads, exports and the start page to issuers.
package operations

import (
	"github.com/go-chi/chi/v5"

	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/groups"
	"laurel/internal/operations/approvals"
	"laurel/internal/operations/bulk"
	"laurel/internal/operations/claims"
	"laurel/internal/operations/downloads"
	"laurel/internal/operations/exports"
	"laurel/internal/operations/moves"
	"laurel/internal/operations/operations"
	"laurel/internal/operations/people"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/links"
	"laurel/internal/reach/home"
	"laurel/internal/reach/insights"
)

// Deps are the dependencies of these routes.
type Deps struct {
	Operations *operations.Service
	Bulk       *bulk.Service
	Approvals  *approvals.Service
	Claims     *claims.Service
	Moves      *moves.Service
	People     *people.Service
	Exports    *exports.Service
	Downloads  *downloads.Service
	Home       *home.Service
	Insights   *insights.Service
	Groups     *groups.Service
	Links      links.Links
	Texts      httpx.Messages
}

// Mount adds the routes to r, which is mounted at /v1 behind the issuers' authentication.
func Mount(r chi.Router, d Deps) {
	tasks := tasksAPI{d.Operations, d.Texts}
	tasks.routes(r)
	movesAPI{d.Moves, tasks}.routes(r)
	r.Get("/home", httpx.JSON(homeAPI{d.Home, d.Insights, tasks, d.Links}.read))
	actionsAPI{d.Bulk, d.Approvals, wire.GroupRefs{Groups: d.Groups}, d.Texts}.routes(r)
	claimsAPI{d.Claims, wire.GroupRefs{Groups: d.Groups}, d.Links}.routes(r)
	peopleAPI{d.People, wire.GroupRefs{Groups: d.Groups}, d.Texts, d.Downloads}.routes(r)
	exportsAPI{d.Exports, d.Links}.routes(r)
	downloadsAPI{d.Downloads, d.Links}.routes(r)
}
