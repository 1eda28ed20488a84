package issuer

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/administrators"
	"laurel/internal/accounts/apikeys"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/auditchain"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/features"
	"laurel/internal/accounts/identity"
	"laurel/internal/accounts/organizations"
	"laurel/internal/accounts/provisioning"
	"laurel/internal/accounts/savedfilters"
	"laurel/internal/accounts/sso"
	"laurel/internal/accounts/team"
	"laurel/internal/design/attributes"
	"laurel/internal/design/designs"
	"laurel/internal/design/embeds"
	"laurel/internal/design/fonts"
	"laurel/internal/design/uploads"
	"laurel/internal/documents/documents"
	"laurel/internal/documents/invoicepdf"
	"laurel/internal/edges/httpapi/v1/issuer/accounts"
	approvalsapi "laurel/internal/edges/httpapi/v1/issuer/approvals"
	billingapi "laurel/internal/edges/httpapi/v1/issuer/billing"
	credentialsapi "laurel/internal/edges/httpapi/v1/issuer/credentials"
	"laurel/internal/edges/httpapi/v1/issuer/design"
	"laurel/internal/edges/httpapi/v1/issuer/emails"
	embedsapi "laurel/internal/edges/httpapi/v1/issuer/embeds"
	importsapi "laurel/internal/edges/httpapi/v1/issuer/imports"
	"laurel/internal/edges/httpapi/v1/issuer/issuing"
	"laurel/internal/edges/httpapi/v1/issuer/operations"
	paymentsapi "laurel/internal/edges/httpapi/v1/issuer/payments"
	publishingapi "laurel/internal/edges/httpapi/v1/issuer/publishing"
	"laurel/internal/edges/httpapi/v1/issuer/reach"
	"laurel/internal/edges/httpapi/v1/issuer/supplements"
	teamapi "laurel/internal/edges/httpapi/v1/issuer/team"
	"laurel/internal/edges/httpapi/v1/issuer/trust"
	"laurel/internal/issuing/authoring"
	"laurel/internal/issuing/billing"
	"laurel/internal/issuing/collections"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/groups"
	"laurel/internal/issuing/lifecycle"
	"laurel/internal/issuing/payments"
	"laurel/internal/messaging/outbox"
	"laurel/internal/messaging/senders"
	"laurel/internal/messaging/templates"
	"laurel/internal/operations/approvals"
	"laurel/internal/operations/bulk"
	"laurel/internal/operations/claims"
	"laurel/internal/operations/downloads"
	"laurel/internal/operations/exports"
	"laurel/internal/operations/imports"
	"laurel/internal/operations/moves"
	operationsengine "laurel/internal/operations/operations"
	operationspeople "laurel/internal/operations/people"
	"laurel/internal/operations/prerequisites"
	"laurel/internal/operations/publishing"
	"laurel/internal/operations/schedules"
	"laurel/internal/platform/captcha"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/idempotency"
	"laurel/internal/platform/links"
	"laurel/internal/platform/objects"
	"laurel/internal/platform/throttle"
	"laurel/internal/reach/analytics"
	"laurel/internal/reach/home"
	"laurel/internal/reach/insights"
	"laurel/internal/reach/reports"
	"laurel/internal/reach/webhooks"
	"laurel/internal/recipients/recipients"
	"laurel/internal/supplements/evidence"
	"laurel/internal/supplements/namechanges"
	"laurel/internal/supplements/references"
	"laurel/internal/trust/badges"
	"laurel/internal/trust/verification"
)

// Deps are the dependencies of the issuers' routes.
type Deps struct {
	Identity       *identity.Service
	Captcha        captcha.Verifier
	APIKeys        *apikeys.Service
	Audit          *audit.Reader
	AuditChain     *auditchain.Service
	Features       *features.Service
	Departments    *departments.Service
	Attributes     *attributes.Service
	Uploads        *uploads.Service
	Fonts          *fonts.Service
	Designs        *designs.Service
	Embeds         *embeds.Service
	Groups         *groups.Service
	Credentials    *credentials.Service
	Search         *credentialsearch.Service
	Authoring      *authoring.Service
	Lifecycle      *lifecycle.Service
	Filters        *savedfilters.Service
	SSO            *sso.Service
	Provisioning   *provisioning.Service
	Team           *team.Service
	Organizations  *organizations.Service
	Administrators *administrators.Service
	Collections    *collections.Service
	Evidence       *evidence.Service
	References     *references.Service
	Publishing     *publishing.Service
	Recipients     *recipients.Service
	Operations     *operationsengine.Service
	Bulk           *bulk.Service
	Approvals      *approvals.Service
	NameChanges    *namechanges.Service
	Outbox         *outbox.Service
	Senders        *senders.Service
	Templates      *templates.Service
	Schedules      *schedules.Service
	Documents      *documents.Service
	Downloads      *downloads.Service
	Exports        *exports.Service
	Imports        *imports.Service
	Claims         *claims.Service
	People         *operationspeople.Service
	Prerequisites  *prerequisites.Service
	Proofs         *documents.Proofs
	Badges         *badges.Service
	Verify         *verification.Service
	Webhooks       *webhooks.Service
	Payments       *payments.Service
	InvoicePDFs    *invoicepdf.Service
	Objects        *objects.Store
	Idempotency    *idempotency.Keys
	Meter          *throttle.Meter
	KeyRate        int // how many requests a minute an API key may make; 0 is any number
	Links          links.Links
	Analytics      *analytics.Service
	Home           *home.Service
	Moves          *moves.Service
	Insights       *insights.Service
	Reports        *reports.Service
	Router         http.Handler // the whole API, for calls that make others
	Texts          httpx.Messages
	Languages      []string         // that have texts
	Pricing        accounts.Pricing // nil: issuing is unlimited
	Billing        *billing.Service // nil: issuing is unlimited
	Version        string           // of the program
	SampleHosts    string           // the address of pages that show the design maker; only in development
}

// Mount adds the issuers' routes to r, which is mounted at /v1 behind Authenticate.
func Mount(r chi.Router, d Deps) {
	design.Mount(r, design.Deps{
		Attributes: d.Attributes, Uploads: d.Uploads, Fonts: d.Fonts, Designs: d.Designs, Groups: d.Groups, Credentials: d.Credentials,
		Search: d.Search, Lifecycle: d.Lifecycle, Documents: d.Documents, Proofs: d.Proofs, Files: d.Objects, Links: d.Links,
	})
	issuing.Mount(r, issuing.Deps{
		Groups: d.Groups, Collections: d.Collections, Publishing: d.Publishing, Prerequisites: d.Prerequisites, Departments: d.Departments,
		Links: d.Links, Texts: d.Texts, Languages: d.Languages,
	})
	supplements.Mount(r, supplements.Deps{
		Evidence: d.Evidence, References: d.References, NameChanges: d.NameChanges, Recipients: d.Recipients, Groups: d.Groups,
		Uploads: d.Uploads, Departments: d.Departments, Links: d.Links, Texts: d.Texts,
	})
	trust.Mount(r, trust.Deps{Badges: d.Badges, Departments: d.Departments, Verification: d.Verify, Audit: d.Audit, AuditChain: d.AuditChain})
	operations.Mount(r, operations.Deps{
		Operations: d.Operations, Bulk: d.Bulk, Approvals: d.Approvals, Claims: d.Claims, People: d.People, Exports: d.Exports, Downloads: d.Downloads, Groups: d.Groups,
		Home: d.Home, Moves: d.Moves, Insights: d.Insights, Links: d.Links, Texts: d.Texts,
	})
	importsapi.Mount(r, importsapi.Deps{Imports: d.Imports, Groups: d.Groups, Texts: d.Texts})
	teamapi.Mount(r, teamapi.Deps{Team: d.Team, Organizations: d.Organizations, Administrators: d.Administrators, Departments: d.Departments, Identity: d.Identity, Groups: d.Groups, Billing: d.Billing != nil})
	reach.Mount(r, reach.Deps{Webhooks: d.Webhooks, Insights: d.Insights, Analytics: d.Analytics, Groups: d.Groups, Reports: d.Reports})
	emails.Mount(r, emails.Deps{Senders: d.Senders, Outbox: d.Outbox, Templates: d.Templates, Schedules: d.Schedules, Texts: d.Texts, Links: d.Links})
	accounts.Mount(r, accounts.Deps{
		Identity: d.Identity, Captcha: d.Captcha, Departments: d.Departments, APIKeys: d.APIKeys, Features: d.Features, Filters: d.Filters, SSO: d.SSO, Provisioning: d.Provisioning,
		Groups: d.Groups, Links: d.Links, Pricing: d.Pricing, Version: d.Version,
	})
	embedsapi.Mount(r, embedsapi.Deps{
		Embeds: d.Embeds, Authenticate: authenticator{d.Identity, d.APIKeys, d.Embeds}.acts, Links: d.Links, SampleHosts: d.SampleHosts,
	})
	publishingapi.Mount(r, publishingapi.Deps{Credentials: d.Credentials, Publishing: d.Publishing, Outbox: d.Outbox, Approvals: d.Approvals, Texts: d.Texts})
	approvalsapi.Mount(r, approvalsapi.Deps{Approvals: d.Approvals, Texts: d.Texts})
	credentialsapi.Mount(r, d.credentials())
	batchAPI{d.Router}.routes(r)
}

// MountV2 adds the version 2 routes to r, which is mounted at /v2 behind Authenticate.
func MountV2(r chi.Router, d Deps) {
	credentialsapi.MountV2(r, d.credentials())
	paymentsapi.MountV2(r, paymentsapi.Deps{Payments: d.Payments, PDFs: d.InvoicePDFs})
	r.Group(func(r chi.Router) {
		r.Use(d.withBilling)
		billingapi.MountV2(r, billingapi.Deps{Billing: d.Billing})
	})
}

// withBilling serves calls about billing only on an installation that has it.
func (d Deps) withBilling(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if d.Billing == nil {
			httpx.Fail(w, r, errNoBilling)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (d Deps) credentials() credentialsapi.Deps {
	return credentialsapi.Deps{
		Credentials: d.Credentials, Search: d.Search, Authoring: d.Authoring, Lifecycle: d.Lifecycle, Groups: d.Groups, Evidence: d.Evidence, References: d.References, Publishing: d.Publishing, Approvals: d.Approvals,
		Downloads: d.Downloads, Analytics: d.Analytics, Identity: d.Identity, Departments: d.Departments, Uploads: d.Uploads, Links: d.Links, Texts: d.Texts,
	}
}
