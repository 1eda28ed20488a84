// Package supplements serves evidence, references, name changes and recipients' links to issuers.
package supplements

import (
	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/departments"
	"laurel/internal/design/uploads"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/links"
	"laurel/internal/recipients/recipients"
	"laurel/internal/supplements/evidence"
	"laurel/internal/supplements/namechanges"
	"laurel/internal/supplements/references"
)

// Deps are the dependencies of these routes.
type Deps struct {
	Evidence    *evidence.Service
	References  *references.Service
	NameChanges *namechanges.Service
	Recipients  *recipients.Service
	Groups      *groups.Service
	Uploads     *uploads.Service
	Departments *departments.Service
	Links       links.Links
	Texts       httpx.Messages
}

// Mount adds the routes to r, which is mounted at /v1 behind the issuers' authentication.
func Mount(r chi.Router, d Deps) {
	named, site := wire.GroupRefs{Groups: d.Groups}, wire.SiteLinks{Departments: d.Departments}
	recipientLinksAPI{d.Recipients, named}.routes(r)
	nameChangesAPI{d.NameChanges, d.Texts}.routes(r)
	evidenceAPI{d.Evidence, named, wire.EvidenceWire{Evidence: d.Evidence, Uploads: d.Uploads, Links: d.Links}, site, d.Texts}.routes(r)
	referencesAPI{d.References, site, d.Texts}.routes(r)
}
