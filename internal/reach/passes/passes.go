// Package passes makes passes of credentials for Apple Wallet and Google Wallet, and keeps those up to date that people have on their
// devices. Each platform is off without its certificate or account. See ADR 118.
package passes

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments"
	"laurel/internal/design/designs"
	"laurel/internal/formats/pkpass"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/googlewallet"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/links"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
	"laurel/internal/reach/passes/internal/db"
	"laurel/internal/recipients/recipients"
)

// Platform is a wallet of phones.
type Platform string

// The platforms.
const (
	Apple  Platform = "apple"
	Google Platform = "google"
)

// Lifetimes and limits.
const (
	linkLifetime = 5 * time.Minute // of a download
	maxDevices   = 20              // of one pass
	maxListed    = 1000            // passes in one answer to a device
	// listSlack is how far a list of changed passes looks back beyond what its device has seen, because a change may be committed after a
	// later one. Devices ask for a pass that they have with its date.
	listSlack = 2 * time.Minute
)

var (
	passesPerPerson = throttle.Rule{Name: "passes.made", Limit: 60, Window: time.Hour}
	buildsPerPass   = throttle.Rule{Name: "passes.built", Limit: 120, Window: time.Hour}
)

// Errors. Each code has a message in locales/en/errors.json.
var (
	// ErrNotFound is returned for unknown passes and links that expired.
	ErrNotFound = errs.New(errs.NotFound, "wallet_pass.not_found")
	// ErrOff means that passes of a platform are not configured here.
	ErrOff = errs.New(errs.NotFound, "wallet_pass.off")
	// ErrNotValid means that a credential is not valid now, or no longer the newest.
	ErrNotValid = errs.New(errs.Conflict, "wallet_pass.not_valid")
	// ErrUnreachable means that the platform did not answer.
	ErrUnreachable = errs.New(errs.Unavailable, "wallet_pass.unreachable")
	// ErrToken means that a device showed no token of the pass, or one of another.
	ErrToken = errs.New(errs.Unauthorized, "wallet_pass.token")
	// ErrDevice means that a device cannot be registered: it names itself wrongly, or the pass has too many.
	ErrDevice = errs.New(errs.Invalid, "wallet_pass.device")
)

// Link is where the owner of a credential gets its pass.
type Link struct {
	Platform  Platform
	URL       string
	ExpiresAt time.Time
}

// Pusher tells a device that a pass has changed. It returns applepush.ErrGone for a token that works no more.
type Pusher interface {
	Push(ctx context.Context, token, id string) error
}

// AppleSetup is what passes for Apple Wallet are made with.
type AppleSetup struct {
	Signer   *pkpass.Signer
	PassType string
	Team     string
	Push     Pusher
}

// GoogleAPI keeps resources in Google Wallet.
type GoogleAPI interface {
	Put(ctx context.Context, kind googlewallet.Kind, id string, resource any) error
	Patch(ctx context.Context, kind googlewallet.Kind, id string, resource any) error
}

// GoogleSetup is what passes for Google Wallet are made with.
type GoogleSetup struct {
	IssuerID string
	Email    string // of the service account
	Sign     func(claims []byte) (string, error)
	API      GoogleAPI
	SaveURL  string
}

// Credentials reads credentials of their owners.
type Credentials interface {
	ReadOwn(ctx context.Context, o credentials.Owner, ref string) (credentials.Credential, error)
}

// Pictures renders credentials.
type Pictures interface {
	Picture(ctx context.Context, c credentials.Credential, kind designs.Kind, width int) ([]byte, error)
}

// Files reads uploaded pictures. A missing one is no error.
type Files interface {
	Open(ctx context.Context, address string) ([]byte, bool, error)
}

// Deps are the dependencies of a Service.
type Deps struct {
	Pool        *pgxpool.Pool
	Clock       clock.Clock
	Queue       *jobs.Queue
	Keyring     *secrets.Keyring
	Audit       *audit.Log
	Recipients  *recipients.Service
	Credentials Credentials
	Departments *departments.Service
	Pictures    Pictures
	Files       Files
	Throttle    *throttle.Limiter
	Texts       *i18n.Bundle
	Links       links.Links
	Log         *slog.Logger

	Apple      *AppleSetup  // nil: off
	Google     *GoogleSetup // nil: off
	Configured []Platform   // also those whose settings are wrong
}

// Service makes passes and serves devices.
type Service struct {
	Deps
	q *db.Queries
}

// New returns a Service.
func New(d Deps) *Service { return &Service{d, db.New()} }

// Platforms lists those for which passes are made now.
func (s *Service) Platforms() []Platform {
	all := []Platform{}
	if s.apple() == nil {
		all = append(all, Apple)
	}
	if s.Google != nil {
		all = append(all, Google)
	}
	return all
}

var errWrong = errors.New("passes: the settings of the platform are wrong; `laurel doctor` says more")

// apple returns an error unless passes can be signed now: ErrOff if that is not configured.
func (s *Service) apple() error {
	switch {
	case s.Apple != nil:
		return s.Apple.Signer.Valid(s.Clock.Now())
	case s.configured(Apple):
		return errWrong
	}
	return ErrOff
}

func (s *Service) google() error {
	switch {
	case s.Google != nil:
		return nil
	case s.configured(Google):
		return errWrong
	}
	return ErrOff
}

func (s *Service) configured(p Platform) bool {
	return slices.Contains(s.Configured, p)
}
