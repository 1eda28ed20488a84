// Package oid4vci adds credentials to wallet apps by OpenID for Verifiable Credential Issuance 1.0, with pre-authorized codes: the owner
// makes an offer, their wallet exchanges its code and a transaction code for an access token, proves that it has a key, and receives the
// credential bound to that key. See ADR 116.
package oid4vci

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/links"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
	"laurel/internal/recipients/recipients"
	"laurel/internal/trust/badges"
	"laurel/internal/trust/oid4vci/internal/db"
)

// Lifetimes and limits.
const (
	offerLifetime = 5 * time.Minute
	tokenLifetime = 15 * time.Minute // long enough for a notification after the owner looked at the credential
	nonceLifetime = 5 * time.Minute
	proofWindow   = 5 * time.Minute // by how much the clock of a wallet may differ
	rowsKept      = 24 * time.Hour
	txDigits      = 6
	maxTries      = 5 // of the transaction code
	maxFetches    = 3 // of an offer, for wallets that try again
)

var (
	offersPerPerson     = throttle.Rule{Name: "wallet.offers", Limit: 60, Window: time.Hour}
	failuresPerNetwork  = throttle.Rule{Name: "wallet.token", Limit: 60, Window: 5 * time.Minute}
	deliveriesPerTicket = throttle.Rule{Name: "wallet.credential", Limit: 60, Window: time.Hour}
)

// The prefixes let people and secret scanners recognize a leaked code or token.
const (
	codePrefix  = "laurel_offer_"
	tokenPrefix = "laurel_wallet_"
)

// The credential configurations. Their names are part of offers and must stay.
const (
	Embedded = "OpenBadgeCredential"     // with an embedded proof: ldp_vc, eddsa-rdfc-2022
	Token    = "OpenBadgeCredential_jwt" // as a token: jwt_vc_json, RS256; only where tokens are enabled
)

// Errors for the owner of a credential. Each code has a message in locales/en/errors.json. Those for wallets are Problems.
var (
	ErrNotFound = errs.New(errs.NotFound, "wallet_offer.not_found")
	// ErrOver means that an offer was used up or expired.
	ErrOver = errs.New(errs.Gone, "wallet_offer.over")
	// ErrNotValid means that a credential is not valid now, or no longer the newest.
	ErrNotValid = errs.New(errs.Conflict, "wallet_offer.not_valid")
)

// State is how far an offer came.
type State string

// The states of an offer.
const (
	Waiting State = "waiting" // for a wallet
	Opened  State = "opened"  // a wallet fetched it
	Added   State = "added"   // a wallet received the credential
	Failed  State = "failed"  // the wallet says that it did not keep it
	Expired State = "expired" // no longer usable
)

// Offer is an offer of a credential to a wallet.
type Offer struct {
	ID        uuid.UUID
	State     State
	ExpiresAt time.Time
	TriesLeft int    // for the transaction code
	URI       string // that wallets open
	Link      string // of the offer itself
	TxCode    string // only when the offer is made
}

// Credentials reads credentials of their owners.
type Credentials interface {
	ReadOwn(ctx context.Context, o credentials.Owner, ref string) (credentials.Credential, error)
}

// Badges signs credentials for holders.
type Badges interface {
	SignedFor(ctx context.Context, c credentials.Credential, holder string) ([]byte, error)
	TokenFor(ctx context.Context, c credentials.Credential, holder string) (string, error)
	Tokens() bool
}

var _ Badges = (*badges.Service)(nil)

// Service makes offers and serves wallets.
type Service struct {
	Deps
	q *db.Queries
}

// Deps are the dependencies of a Service.
type Deps struct {
	Pool        *pgxpool.Pool
	Clock       clock.Clock
	Keyring     *secrets.Keyring
	Audit       *audit.Log
	Recipients  *recipients.Service
	Credentials Credentials
	Departments *departments.Service
	Badges      Badges
	Throttle    *throttle.Limiter
	Texts       *i18n.Bundle
	Links       links.Links
}

// New returns a Service.
func New(d Deps) *Service { return &Service{d, db.New()} }
