// Package credentials serves credentials to issuers: the endpoints of the dashboard and both versions of those for integrations.
package credentials

import (
	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/identity"
	"laurel/internal/design/uploads"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/authoring"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/groups"
	"laurel/internal/issuing/lifecycle"
	"laurel/internal/operations/approvals"
	"laurel/internal/operations/downloads"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/links"
	"laurel/internal/reach/analytics"
	"laurel/internal/supplements/evidence"
	"laurel/internal/supplements/references"
)

// Deps are the dependencies of these routes.
type Deps struct {
	Credentials *credentials.Service
	Search      *credentialsearch.Service
	Authoring   *authoring.Service
	Lifecycle   *lifecycle.Service
	Groups      *groups.Service
	Evidence    *evidence.Service
	References  *references.Service
	Publishing  *publishing.Service
	Approvals   *approvals.Service
	Downloads   *downloads.Service
	Analytics   *analytics.Service
	Identity    *identity.Service
	Departments *departments.Service
	Uploads     *uploads.Service
	Links       links.Links
	Texts       httpx.Messages
}

// Mount adds the routes to r, which is mounted at /v1 behind the issuers' authentication.
func Mount(r chi.Router, d Deps) {
	issued := d.credentials()
	contractAPI{issued, d.Downloads, d.Analytics}.routes(r)
	issued.routes(r)
	livesAPI{issued, d.Identity, d.Groups}.routes(r)
}

// MountV2 adds the version 2 routes to r, which is mounted at /v2 behind the issuers' authentication.
func MountV2(r chi.Router, d Deps) {
	a := contractV2{contractAPI{d.credentials(), d.Downloads, d.Analytics}}
	r.Post("/credentials/search", a.search)
	r.Post("/credentials/bulk_create", httpx.JSON(a.bulkCreate))
}

func (d Deps) credentials() credentialsAPI {
	return credentialsAPI{
		credentials: d.Credentials, searcher: d.Search, authoring: d.Authoring, lifecycle: d.Lifecycle, groups: d.Groups, evidence: wire.EvidenceWire{Evidence: d.Evidence, Uploads: d.Uploads, Links: d.Links},
		references: d.References, publishing: d.Publishing, approvals: d.Approvals, wire: wire.CredentialWire{Links: d.Links}, reasons: d.Texts,
		site: wire.SiteLinks{Departments: d.Departments},
	}
}
