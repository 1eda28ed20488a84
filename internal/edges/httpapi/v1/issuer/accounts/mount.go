// Package accounts serves issuers' sessions, departments, API keys and saved filters.
package accounts

import (
	"context"
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/apikeys"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/features"
	"laurel/internal/accounts/identity"
	"laurel/internal/accounts/provisioning"
	"laurel/internal/accounts/savedfilters"
	"laurel/internal/accounts/sso"
	ssoapi "laurel/internal/edges/httpapi/v1/issuer/sso"
	"laurel/internal/platform/captcha"
	"laurel/internal/platform/links"
)

// Groups provides what accounts need from groups.
type Groups interface {
	// DefaultDesign returns the default design of the department. It creates the design if there is none.
	DefaultDesign(ctx context.Context, by access.Actor) (int64, error)
}

// Pricing provides the plans of departments.
type Pricing interface {
	// PlanName returns the plan of a department, or "" without one.
	PlanName(ctx context.Context, departmentID int64) (string, error)
}

// Deps are the dependencies of these routes.
type Deps struct {
	Identity     *identity.Service
	Captcha      captcha.Verifier
	Departments  *departments.Service
	APIKeys      *apikeys.Service
	Features     *features.Service
	Filters      *savedfilters.Service
	SSO          *sso.Service
	Provisioning *provisioning.Service
	Groups       Groups
	Links        links.Links
	Pricing      Pricing // nil: issuing is unlimited
	Version      string  // of the program
}

// Mount adds the routes to r, which is mounted at /v1 behind the issuers' authentication.
func Mount(r chi.Router, d Deps) {
	session := sessionAPI{d.Identity, d.Captcha, startDesign(d.Groups), d.Pricing, d.Version}
	session.routes(r)
	ssoapi.Mount(r, ssoapi.Deps{SSO: d.SSO, Provisioning: d.Provisioning, Links: d.Links, Enter: func(r *http.Request, in identity.SignedIn, err error) (any, error) {
		return session.enter(r, in, err)
	}})
	mfaAPI{d.Identity}.routes(r)
	proofAPI{d.Identity}.routes(r)
	departmentsAPI{d.Departments, startDesign(d.Groups)}.routes(r)
	organizationAPI{d.Departments, d.Identity, d.Groups, d.Links}.routes(r)
	apiKeysAPI{d.APIKeys}.routes(r)
	featuresAPI{d.Features}.routes(r)
	savedFiltersAPI{d.Filters}.routes(r)
}
