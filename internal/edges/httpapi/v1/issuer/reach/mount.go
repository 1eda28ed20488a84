// Package reach serves webhooks and figures to issuers.
package reach

import (
	"github.com/go-chi/chi/v5"

	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/groups"
	"laurel/internal/reach/analytics"
	"laurel/internal/reach/insights"
	"laurel/internal/reach/reports"
	"laurel/internal/reach/webhooks"
)

// Deps are the dependencies of these routes.
type Deps struct {
	Webhooks  *webhooks.Service
	Insights  *insights.Service
	Analytics *analytics.Service
	Groups    *groups.Service
	Reports   *reports.Service
}

// Mount adds the routes to r, which is mounted at /v1 behind the issuers' authentication.
func Mount(r chi.Router, d Deps) {
	webhooksAPI{d.Webhooks}.routes(r)
	analyticsAPI{d.Insights, d.Analytics, wire.GroupRefs{Groups: d.Groups}}.routes(r)
	reportsAPI{d.Reports}.routes(r)
}
