// Package sso signs the members of a department in with the OpenID or SAML provider of their organization.
package sso

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/identity"
	"laurel/internal/accounts/sso/internal/db"
	"laurel/internal/accounts/team"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/fetch"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
)

const (
	mostConnections = 10 // of one department
	mostDomains     = 50 // of one department
	mostMappings    = 100
	longestName     = 100
	longestText     = 500
	longestGroup    = 255
	longestDomain   = 253

	flowLifetime   = 10 * time.Minute // of a sign-in at the provider
	returnLifetime = 2 * time.Minute  // from the return to the session
	skew           = 90 * time.Second // by which the provider's clock may differ
)

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrNotFound        = errs.New(errs.NotFound, "sso_connection.not_found")
	ErrNameTaken       = errs.New(errs.Conflict, "sso_connection.name_taken")
	ErrTooMany         = errs.New(errs.Conflict, "sso_connection.too_many")
	ErrDomainNotFound  = errs.New(errs.NotFound, "sso_domain.not_found")
	ErrDomainListed    = errs.New(errs.Conflict, "sso_domain.listed")
	ErrDomainTaken     = errs.New(errs.Conflict, "sso_domain.taken")
	ErrDomainNoRecord  = errs.New(errs.Conflict, "sso_domain.no_record")
	ErrDomainLookup    = errs.New(errs.Conflict, "sso_domain.lookup_failed")
	ErrTooManyDomains  = errs.New(errs.Conflict, "sso_domain.too_many")
	ErrTestNotFound    = errs.New(errs.NotFound, "sso_test.not_found")
	ErrFlow            = errs.New(errs.Invalid, "sso.expired")
	ErrProvider        = errs.New(errs.Invalid, "sso.provider_unreachable")
	ErrRefused         = errs.New(errs.Invalid, "sso.provider_refused")
	ErrAnswer          = errs.New(errs.Invalid, "sso.answer_invalid")
	ErrNotVerified     = errs.New(errs.Invalid, "sso.email_not_verified")
	ErrForeignDomain   = errs.New(errs.Invalid, "sso.domain_not_verified")
	ErrOwner           = errs.New(errs.Invalid, "sso.owner")
	ErrUnsolicited     = errs.New(errs.Invalid, "sso.saml_unsolicited")
	ErrKeyWaits        = errs.New(errs.Conflict, "sso_connection.key_waits")
	ErrNoKeyWaits      = errs.New(errs.Conflict, "sso_connection.no_key_waits")
	ErrNotSAML         = errs.New(errs.Conflict, "sso_connection.not_saml")
	errConnectionIsOff = errs.New(errs.Invalid, "sso.off")
)

var (
	perAddress    = throttle.Rule{Name: "sso.address", Limit: 60, Window: time.Minute}
	checkPerScope = throttle.Rule{Name: "sso.domain_check", Limit: 30, Window: time.Minute}
)

// Mapping says what a group of the provider gives its members here.
type Mapping struct {
	Group             string `json:"group"`                         // as the provider names it
	Role              string `json:"role,omitempty"`                // ID of a role; "": none
	PermissionGroupID int64  `json:"permission_group_id,omitempty"` // 0: none
}

// Kind is the protocol of a connection.
type Kind string

// The kinds.
const (
	OIDC       Kind = "oidc"
	SAMLSignIn Kind = "saml"
)

// Connection is a provider that signs members of a department in.
type Connection struct {
	ID           int64
	UUID         uuid.UUID // in the addresses that browsers and the provider open
	DepartmentID int64
	Kind         Kind
	Name         string
	IssuerURL    string // with SAML, the provider's entity ID
	ClientID     string // with SAML, our entity ID
	HasSecret    bool
	DefaultRole  string // ID of a role
	GroupsClaim  string // the claim that lists a person's groups
	Mappings     []Mapping
	TrustsMFA    bool // the provider's sign-in counts as both factors
	Enabled      bool
	Enforced     bool // members of the department's domains cannot sign in otherwise, but for owners
	CallbackURL  string
	SAML         *SAML // nil with OpenID
	CreatedAt    time.Time

	sealed    []byte
	updatedAt time.Time
}

// Input is the fields of a connection. Fields that are not given stay unchanged.
type Input struct {
	Kind         Kind // of a new connection; "": OIDC
	Name         optional.Value[string]
	IssuerURL    optional.Value[string]
	ClientID     optional.Value[string]
	ClientSecret optional.Value[string]
	SAML         SAMLInput
	DefaultRole  optional.Value[string]
	GroupsClaim  optional.Value[string]
	Mappings     optional.Value[[]Mapping]
	TrustsMFA    optional.Value[bool]
	Enabled      optional.Value[bool]
	Enforced     optional.Value[bool]
}

// Domain is an email domain of a department.
type Domain struct {
	ID          int64
	Domain      string
	RecordName  string // of the TXT record that proves it
	RecordValue string
	VerifiedAt  *time.Time
	CreatedAt   time.Time
}

// Deps are the dependencies of the service.
type Deps struct {
	Pool        *pgxpool.Pool
	Clock       clock.Clock
	Audit       *audit.Log
	Keyring     *secrets.Keyring
	Throttle    *throttle.Limiter
	Identity    *identity.Service
	Departments *departments.Service
	Team        *team.Service
	Fetch       *fetch.Client                                            // asks providers
	TXT         func(ctx context.Context, name string) ([]string, error) // looks TXT records up
	Origin      string                                                   // scheme and host of the dashboard
}

// Service manages connections and signs people in with them.
type Service struct {
	Deps
	pushed Pushed
	q      *db.Queries
}

// Pushed knows the groups that the provider of a connection pushed somebody into.
type Pushed interface {
	PushedTx(ctx context.Context, tx pgx.Tx, connectionID, userID int64) ([]string, error)
}

// WithPushed says who knows the pushed groups. It must be called before anybody signs in.
func (s *Service) WithPushed(p Pushed) { s.pushed = p }

// New returns a service.
func New(d Deps) *Service { return &Service{Deps: d, q: db.New()} }

// MayManage returns an error unless the actor is a person who may do everything that an administrator may: a connection can sign others in
// as administrators.
func MayManage(by access.Actor) error {
	if err := by.Require(access.ManageDepartment); err != nil {
		return err
	}
	if by.UserID == 0 {
		return access.Denied(access.ManageDepartment)
	}
	return by.RequireRole(access.Administrator)
}

// MayChange returns an error unless the actor may manage and has proved lately who they are.
func MayChange(by access.Actor) error {
	if err := MayManage(by); err != nil {
		return err
	}
	return by.RequireProof()
}

func (s *Service) connectionOf(row db.SsoConnection) (Connection, error) {
	c := Connection{
		ID: row.ID, UUID: row.Uuid, DepartmentID: row.DepartmentID, Kind: OIDC, Name: row.Name, IssuerURL: row.IssuerUrl, ClientID: row.ClientID,
		HasSecret: len(row.SealedSecret) > 0, DefaultRole: row.DefaultRole, GroupsClaim: row.GroupsClaim, TrustsMFA: row.TrustsMfa,
		Enabled: row.Enabled, Enforced: row.Enforced, CallbackURL: s.address(OIDC, row.Uuid, "callback"), CreatedAt: row.CreatedAt,
		sealed: row.SealedSecret, updatedAt: row.UpdatedAt,
	}
	if row.Saml != nil {
		c.Kind, c.HasSecret, c.CallbackURL = SAMLSignIn, false, s.address(SAMLSignIn, row.Uuid, "acs")
		if err := json.Unmarshal(row.Saml, &c.SAML); err != nil {
			return c, err
		}
	}
	return c, json.Unmarshal(row.Mappings, &c.Mappings)
}

// address returns where browsers and providers reach a connection.
func (s *Service) address(k Kind, id uuid.UUID, call string) string {
	return s.Origin + "/v1/sso/" + string(k) + "/" + id.String() + "/" + call
}

// sealContext binds an encrypted client secret to its connection.
func sealContext(id uuid.UUID) string { return "sso_connections.sealed_secret of " + id.String() }

// EnforcedTx reports whether a department makes a member sign in with its provider.
func (s *Service) EnforcedTx(ctx context.Context, tx pgx.Tx, userID int64, email string) (bool, error) {
	return s.q.Enforced(ctx, tx, db.EnforcedParams{UserID: userID, Domain: domainOf(email)})
}

// DeleteExpired deletes the sign-ins and tests that nobody finished and returns their number.
func (s *Service) DeleteExpired(ctx context.Context) (n int64, err error) {
	err = pg.SingleStatementSystem(ctx, s.Pool, func(tx pg.DB) error {
		n, err = s.q.FlowsDeleteExpired(ctx, tx, s.Clock.Now())
		return err
	})
	return n, err
}
