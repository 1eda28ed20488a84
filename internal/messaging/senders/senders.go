// Package senders decides how the emails of a department go out: from which address, with which copies, and when. The outbox obeys it.
package senders

import (
	"context"
	"crypto"
	"crypto/x509"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/identity"
	"laurel/internal/messaging/senders/internal/db"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/links"
	"laurel/internal/platform/mailer"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
)

const (
	mostAddresses = 20 // of one department
	mostCopies    = 5  // of one kind
	longestName   = 255
	longestPhone  = 50
	mostADay      = 10_000_000
	mostAMinute   = 100_000

	linkLifetime = 7 * 24 * time.Hour // of the link that confirms a sender address
)

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrAddressNotFound = errs.New(errs.NotFound, "sender_address.not_found")
	ErrAddressTaken    = errs.New(errs.Conflict, "sender_address.taken")
	ErrAddressInUse    = errs.New(errs.Conflict, "sender_address.in_use")
	ErrAddressVerified = errs.New(errs.Conflict, "sender_address.verified")
	ErrTooMany         = errs.New(errs.Conflict, "sender_address.too_many")
	ErrSwitchedOff     = errs.New(errs.Conflict, "email_settings.switched_off")
	ErrLink            = errs.New(errs.Invalid, "sender_address.link_invalid")
)

// confirmations limits the attempts to guess a link.
var confirmations = throttle.Rule{Name: "sender_address.confirm", Limit: 30, Window: time.Hour}

// Event is something that a department emails people about, unless it switched that off.
type Event string

// The events.
const (
	Deliveries  Event = "delivery"     // of credentials, also in progress
	Statuses    Event = "status"       // suspended, reinstated, revoked, deleted
	NameChanges Event = "name_changes" // made, approved, denied
	References  Event = "references"

	Reminders Event = "reminders" // of what was not opened
	Expiry    Event = "expiry"    // of credentials
)

// Scheduled lists the events that have schedules of their own. A pause of these switches them off.
func Scheduled() []Event { return []Event{Reminders, Expiry} }

// Events lists all other events.
func Events() []Event { return []Event{Deliveries, Statuses, NameChanges, References} }

// Contact is whom the department's own notices go to.
type Contact struct {
	Name, Email, Phone string
}

// Quiet are the hours without emails that nobody waits for, in minutes since midnight. They may include midnight.
type Quiet struct {
	From, Until int
}

// Settings are how the emails of a department go out.
type Settings struct {
	DepartmentID int64
	FromName     string // "": the issuer's name
	AddressID    int64  // 0: emails come from the installation's address
	Address      string // of AddressID
	Verified     bool   // the address is used; until then it is only the Reply-To
	ReplyTo      string
	CC, BCC      []string // of emails about credentials
	Support      Contact
	Off          []Event
	Paused       bool    // no scheduled emails
	DailyCap     int     // 0: none
	PerMinute    int     // 0: any number
	Quiet        *Quiet  // nil: none
	Zone         string  // the department's time zone
	Server       *Server // nil: none
	Feedback     Feedback
	Signature    *mailer.Signature // of emails from the department's address; nil: they are not signed

	department, language string
}

// IsOff reports whether the department sends no emails about an event.
func (s Settings) IsOff(e Event) bool {
	return e != "" && (slices.Contains(s.Off, e) || s.Paused && slices.Contains(Scheduled(), e))
}

// From returns the address that emails come from, or "" for the installation's.
func (s Settings) From() string {
	if !s.Verified {
		return ""
	}
	return s.Address
}

// Answers returns where answers go: an address that is not verified yet at least gets these. "" means to the sender.
func (s Settings) Answers() string {
	if s.ReplyTo == "" && !s.Verified {
		return s.Address
	}
	return s.ReplyTo
}

// Input is the fields of settings. Fields that are not given stay unchanged.
type Input struct {
	FromName  optional.Value[string]
	AddressID optional.Value[*int64] // nil: the installation's address
	ReplyTo   optional.Value[string]
	CC, BCC   optional.Value[[]string]
	Support   struct{ Name, Email, Phone optional.Value[string] }
	Events    map[string]bool        // by name: whether emails are sent
	DailyCap  optional.Value[*int64] // nil: none
	PerMinute optional.Value[*int64]
	Quiet     optional.Value[*QuietInput]
	Server    optional.Value[*ServerInput] // nil removes it
}

// QuietInput is Quiet as people write it: "22:00".
type QuietInput struct {
	From, Until string
}

// Address is a sender address of a department.
type Address struct {
	ID         int64
	Email      string
	SentAt     time.Time // when the link was mailed last
	VerifiedAt *time.Time
	InUse      bool
}

// Outbox sends emails, and gives those that wait another turn after a change of the limits.
type Outbox interface {
	identity.Mail
	ReplanTx(ctx context.Context, tx pgx.Tx, departmentID int64) error
	// Address returns the address that the installation's emails come from.
	Address() string
}

// Deps are the dependencies of the service.
type Deps struct {
	Pool     *pgxpool.Pool
	Clock    clock.Clock
	Audit    *audit.Log
	Throttle *throttle.Limiter
	Links    links.Links
	Keyring  *secrets.Keyring
	Texts    *i18n.Bundle
	Host     string      // for the greeting of mail servers
	Dial     mailer.Dial // connects to the mail servers of departments
	Resolver Resolver
	Roots    *x509.CertPool // certificate authorities that they may use; nil: the system's

	BounceDomain string // of the return paths of emails through the installation's server; "": the sender's
}

// Service keeps the settings, sender addresses and mail servers of departments.
type Service struct {
	Deps
	outbox Outbox
	q      *db.Queries

	mu         sync.Mutex
	transports map[int64]kept          // by department
	signers    map[int64]crypto.Signer // by DKIM key
}

// New returns a service. Call WithOutbox before anything else.
func New(d Deps) *Service {
	return &Service{Deps: d, q: db.New(), transports: map[int64]kept{}, signers: map[int64]crypto.Signer{}}
}

// WithOutbox sets the outbox, which needs the service itself.
func (s *Service) WithOutbox(o Outbox) { s.outbox = o }

// MayChange returns an error unless the actor is a person who may manage emails and has proved lately who they are: the settings decide who
// gets copies of links that let people in.
func MayChange(by access.Actor) error {
	if err := by.Require(access.ManageEmails); err != nil {
		return err
	}
	if by.Unverified {
		return access.ErrNotVerified
	}
	return by.RequireProof()
}
