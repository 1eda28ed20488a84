// Package trust serves signing keys, the issuer's domain, learner records and the audit log to issuers.
package trust

import (
	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/auditchain"
	"laurel/internal/accounts/departments"
	"laurel/internal/trust/badges"
	"laurel/internal/trust/verification"
)

// Deps are the dependencies of these routes.
type Deps struct {
	Badges       *badges.Service
	Departments  *departments.Service
	Verification *verification.Service
	Audit        *audit.Reader
	AuditChain   *auditchain.Service
}

// Mount adds the routes to r, which is mounted at /v1 behind the issuers' authentication.
func Mount(r chi.Router, d Deps) {
	signingKeysAPI{d.Badges}.routes(r)
	domainAPI{d.Departments, d.Badges, d.Verification}.routes(r)
	recordsAPI{d.Badges}.routes(r)
	auditAPI{d.Audit, d.AuditChain}.routes(r)
}
