package issuer

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/apikeys"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/features"
	"laurel/internal/accounts/identity"
	"laurel/internal/accounts/savedfilters"
	"laurel/internal/design/attributes"
	"laurel/internal/design/designs"
	"laurel/internal/design/embeds"
	"laurel/internal/design/fonts"
	"laurel/internal/design/uploads"
	"laurel/internal/documents/documents"
	"laurel/internal/issuing/collections"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/groups"
	"laurel/internal/messaging/outbox"
	"laurel/internal/operations/bulk"
	"laurel/internal/operations/claims"
	"laurel/internal/operations/dataexports"
	"laurel/internal/operations/exports"
	"laurel/internal/operations/imports"
	"laurel/internal/operations/publishing"
	"laurel/internal/operations/stacks"
	"laurel/internal/platform/captcha"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/idempotency"
	"laurel/internal/platform/links"
	"laurel/internal/platform/objects"
	"laurel/internal/platform/throttle"
	"laurel/internal/reach/analytics"
	"laurel/internal/reach/webhooks"
	"laurel/internal/recipients/recipients"
	"laurel/internal/supplements/evidence"
	"laurel/internal/supplements/namechanges"
	"laurel/internal/supplements/references"
	"laurel/internal/trust/badges"
	"laurel/internal/trust/verification"
)

// Deps are the services behind the issuers' routes.
type Deps struct {
	Identity    *identity.Service
	Captcha     captcha.Verifier
	APIKeys     *apikeys.Service
	Features    *features.Service
	Departments *departments.Service
	Attributes  *attributes.Service
	Uploads     *uploads.Service
	Fonts       *fonts.Service
	Designs     *designs.Service
	Embeds      *embeds.Service
	Groups      *groups.Service
	Credentials *credentials.Service
	Filters     *savedfilters.Service
	Collections *collections.Service
	Evidence    *evidence.Service
	References  *references.Service
	Publishing  *publishing.Service
	Recipients  *recipients.Service
	Bulk        *bulk.Service
	NameChanges *namechanges.Service
	Outbox      *outbox.Service
	Documents   *documents.Service
	Exports     *exports.Service
	DataExports *dataexports.Service
	Imports     *imports.Service
	Claims      *claims.Service
	Stacks      *stacks.Service
	Proofs      *documents.Proofs
	Badges      *badges.Service
	Verify      *verification.Service
	Webhooks    *webhooks.Service
	Objects     *objects.Store
	Idempotency *idempotency.Keys
	Meter       *throttle.Meter
	KeyRate     int // how many requests a minute an API key may make; 0 is any number
	Links       links.Links
	Analytics   *analytics.Service
	Router      http.Handler // the whole API, for calls that make others
	Texts       httpx.Messages
	Languages   []string // that have texts
	Version     string   // of the program
	SampleHosts string   // the address of pages that show the design maker; only in development
}

// Mount adds the issuers' routes to r, which stands at /v1 behind Authenticate.
func Mount(r chi.Router, d Deps) {
	named := groupRefs{d.Groups}
	sessionAPI{d.Identity, d.Captcha, startDesign(d.Groups), d.Version}.routes(r)
	departmentsAPI{d.Departments, startDesign(d.Groups)}.routes(r)
	featuresAPI{d.Features}.routes(r)
	apiKeysAPI{d.APIKeys}.routes(r)
	signingKeysAPI{d.Badges, d.Identity}.routes(r)
	domainAPI{d.Departments, d.Badges, d.Verify}.routes(r)
	webhooksAPI{d.Webhooks}.routes(r)
	attributesAPI{d.Attributes}.routes(r)
	uploadsAPI{d.Uploads}.routes(r)
	fontsAPI{d.Fonts}.routes(r)
	designsAPI{designs: d.Designs, groups: d.Groups, documents: d.Documents, proofs: d.Proofs, files: d.Objects, wire: designWire{d.Links}}.routes(r)
	versionsAPI{d.Designs, designWire{d.Links}}.routes(r)
	recipientsAPI{d.Credentials, d.Documents}.routes(r)
	embedsAPI{embeds: d.Embeds, links: d.Links, sampleHosts: d.SampleHosts, who: authenticator{d.Identity, d.APIKeys, d.Embeds}}.routes(r)
	exportsAPI{d.Exports, d.Links}.routes(r)
	claimsAPI{d.Claims, named, d.Links}.routes(r)
	dataExportsAPI{d.DataExports, d.Links}.routes(r)
	importsAPI{d.Imports, named, d.Texts}.routes(r)
	recordsAPI{d.Badges}.routes(r)
	recipientLinksAPI{d.Recipients, named}.routes(r)
	actionsAPI{d.Bulk, named, d.Texts}.routes(r)
	nameChangesAPI{d.NameChanges, d.Texts}.routes(r)
	groupsAPI{groups: d.Groups, collections: d.Collections, publishing: d.Publishing, stacks: d.Stacks, wire: groupWire{d.Links, d.Groups.CategoryName}, site: siteLinks{d.Departments}, texts: d.Texts, languages: d.Languages}.routes(r)
	evidenceWords := EvidenceWire{Evidence: d.Evidence, Uploads: d.Uploads, Links: d.Links}
	evidenceAPI{d.Evidence, named, evidenceWords, siteLinks{d.Departments}, d.Texts}.routes(r)
	referencesAPI{d.References, siteLinks{d.Departments}, d.Texts}.routes(r)
	contractOf(d).routes(r)
	batchAPI{d.Router}.routes(r)
	organizationAPI{d.Departments, d.Identity, d.Groups, d.Links}.routes(r)
	issued := credentialsOf(d)
	issued.routes(r)
	savedFiltersAPI{d.Filters}.routes(r)
	collectionsAPI{d.Collections}.routes(r)
	livesAPI{issued, d.Identity, d.Groups}.routes(r)
}

// credentialsOf is what serves credentials.
func credentialsOf(d Deps) credentialsAPI {
	evidenceWords := EvidenceWire{Evidence: d.Evidence, Uploads: d.Uploads, Links: d.Links}
	return credentialsAPI{
		credentials: d.Credentials, groups: d.Groups, evidence: evidenceWords, references: d.References, publishing: d.Publishing, outbox: d.Outbox,
		wire: credentialWire{d.Links}, reasons: d.Texts, site: siteLinks{d.Departments},
	}
}

// contractOf is what serves the calls of credentials that other products make.
func contractOf(d Deps) contractAPI { return contractAPI{credentialsOf(d), d.Exports, d.Analytics} }
