// Package embeds lets other products show the design maker in their own pages: which pages may, what lets a frame in, and what
// the design maker in it may do. Secrets are kept as hashes only.
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

// How long things last.
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

// Prefixes tell people and scanners what a leaked secret opens. A token has two parts with a colon between them.
const (
	codePrefix    = "laurel_embed_"
	tokenPrefix   = "laurel_maker:"
	bearerPrefix  = "laurel_edit_"
	refreshPrefix = "laurel_renew_"
)

// The kinds of what opens a design maker.
const (
	kindCode  = "code"  // one use, two minutes, one page
	kindToken = "token" // hours, every page of the department
	kindPlain = "plain" // a long-lived authorization of somebody else
)

// The refusals of this package. Each code has a message in locales/en/errors.json.
var (
	ErrOriginNotFound = errs.New(errs.NotFound, "embed.origin_not_found")
	ErrOriginTaken    = errs.New(errs.Conflict, "embed.origin_taken")
	ErrTooManyOrigins = errs.New(errs.Conflict, "embed.too_many_origins")

	// ErrOver says that a secret is unknown, used, out of time or withdrawn; nobody learns which.
	ErrOver = errs.New(errs.Unauthorized, "embed.over")
	// ErrElsewhere says that a secret was made for another design or department.
	ErrElsewhere = errs.New(errs.Forbidden, "embed.elsewhere")
	// ErrParent says that the page which holds the design maker may not.
	ErrParent = errs.New(errs.Forbidden, "embed.parent_not_allowed")
	// ErrPlainOff says that the department takes no long-lived authorization from an address.
	ErrPlainOff = errs.New(errs.Forbidden, "embed.plain_off")
)

// Service is what can be done with embedded design makers.
type Service struct {
	pool  *pgxpool.Pool
	clock clock.Clock
	audit *audit.Log
	q     *db.Queries
}

// New makes the service.
func New(pool *pgxpool.Pool, c clock.Clock, log *audit.Log) *Service {
	return &Service{pool: pool, clock: c, audit: log, q: db.New()}
}

// maker is the design maker that a session stands for, as permissions, audit and designs know it.
func maker(sessionID int64, g db.EmbedGrant) access.Actor {
	by := access.Actor{
		EmbedID: sessionID, DepartmentID: g.DepartmentID, Role: access.EmbeddedMaker, Scopes: access.Scopes(g.Scopes),
	}
	// Who is signed in has the other designs too, as in the dashboard.
	if g.DesignID != nil && !signedIn(g) {
		by.DesignID = *g.DesignID
	}
	return by
}

// signedIn tells whether a grant stands for the session of a person in the department.
func signedIn(g db.EmbedGrant) bool { return g.Kind == kindPlain && g.SessionID != nil }

func ref(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}
