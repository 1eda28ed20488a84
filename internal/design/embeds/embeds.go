// Package embeds lets other products embed the design maker in their pages. It manages the origins that may embed it, the secrets that
// open it, and the sessions of opened design makers. Only hashes of secrets are stored.
package embeds

import (
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/design/embeds/internal/db"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
)

// Lifetimes of secrets and sessions.
const (
	codeLifetime    = 2 * time.Minute
	tokenLifetime   = 4 * time.Hour
	bearerLifetime  = 15 * time.Minute
	refreshLifetime = time.Hour      // a tab may sleep that long
	longest         = 12 * time.Hour // however often an opened design maker is renewed
)

const (
	maxOrigins = 20 // they all stand in one response header
	maxUserRef = 255
)

// The prefixes let people and secret scanners recognise a leaked secret. A token consists of two parts separated by a colon.
const (
	codePrefix    = "laurel_embed_"
	tokenPrefix   = "laurel_maker:"
	bearerPrefix  = "laurel_edit_"
	refreshPrefix = "laurel_renew_"
)

// The kinds of grants.
const (
	kindCode  = "code"  // one use, two minutes, one page
	kindToken = "token" // hours, every page of the department
	kindPlain = "plain" // a long-lived authorization of somebody else
)

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrOriginNotFound = errs.New(errs.NotFound, "embed.origin_not_found")
	ErrOriginTaken    = errs.New(errs.Conflict, "embed.origin_taken")
	ErrTooManyOrigins = errs.New(errs.Conflict, "embed.too_many_origins")

	// ErrOver is returned if a secret is unknown, used, expired or revoked. It does not reveal which.
	ErrOver = errs.New(errs.Unauthorized, "embed.over")
	// ErrElsewhere is returned if a secret belongs to another design or department.
	ErrElsewhere = errs.New(errs.Forbidden, "embed.elsewhere")
	// ErrParent is returned if the embedding page is not allowed to embed the design maker.
	ErrParent = errs.New(errs.Forbidden, "embed.parent_not_allowed")
	// ErrPlainOff is returned if the department does not allow long-lived authorizations in URLs.
	ErrPlainOff = errs.New(errs.Forbidden, "embed.plain_off")
)

// Service manages embedded design makers.
type Service struct {
	pool  *pgxpool.Pool
	clock clock.Clock
	audit *audit.Log
	q     *db.Queries
}

// New returns a Service.
func New(pool *pgxpool.Pool, c clock.Clock, log *audit.Log) *Service {
	return &Service{pool: pool, clock: c, audit: log, q: db.New()}
}

// maker returns the actor for a session of a design maker.
func maker(sessionID int64, g db.EmbedGrant) access.Actor {
	by := access.Actor{
		EmbedID: sessionID, DepartmentID: g.DepartmentID, Role: access.EmbeddedMaker, Scopes: access.Scopes(g.Scopes),
	}
	// A signed-in user has access to all designs, as in the dashboard.
	if g.DesignID != nil && !signedIn(g) {
		by.DesignID = *g.DesignID
	}
	return by
}

// signedIn reports whether a grant was created from a user's session.
func signedIn(g db.EmbedGrant) bool { return g.Kind == kindPlain && g.SessionID != nil }
