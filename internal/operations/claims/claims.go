// Package claims lets people claim a credential through a link that an issuer shares. A link can have a period, a quota and allowed
// domains. An email address can claim once per link, and has to be confirmed first.
package claims

import (
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/credentials"
	"laurel/internal/messaging/outbox"
	"laurel/internal/operations/claims/internal/db"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/captcha"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/links"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
)

// The errors of this package.
var (
	ErrNotFound      = errs.New(errs.NotFound, "claim.link_not_found")
	ErrNotOpen       = errs.New(errs.Conflict, "claim.not_open")
	ErrClosed        = errs.New(errs.Conflict, "claim.closed")
	ErrPaused        = errs.New(errs.Conflict, "claim.paused")
	ErrFull          = errs.New(errs.Conflict, "claim.full")
	ErrSecret        = errs.New(errs.NotFound, "claim.secret_expired")
	ErrHasOne        = errs.New(errs.Conflict, "claim.has_one")
	ErrNothing       = errs.New(errs.Invalid, "claim.nothing_selected")
	ErrGroupNotFound = errs.New(errs.NotFound, "group.not_found")
)

// LinkState is whether a link accepts claims.
type LinkState string

// The states of a link.
const (
	Active LinkState = "active"
	Paused LinkState = "paused"
)

// State is the state of a claim.
type State string

// The states of a claim.
const (
	Unconfirmed State = "unconfirmed"
	Waiting     State = "waiting" // for approval
	Issued      State = "issued"
	Denied      State = "denied"
)

// Link is a claim link.
type Link struct {
	ID             int64
	GroupID        int64
	GroupName      string
	Token          string
	Name           string
	OpensAt        *time.Time
	ClosesAt       *time.Time
	Quota          *int
	TakenCount     int
	WaitingCount   int
	IssuedCount    int
	AllowedDomains []string
	NeedsApproval  bool
	State          LinkState
	CreatedAt      time.Time
	UpdatedAt      time.Time

	departmentID, createdBy, apiKeyID int64
}

// Public is what the public page of a link shows.
type Public struct {
	Link              Link
	CourseName        string
	CourseDescription string
	IssuerName        string
	IssuerLogo        string
	DesignVersion     *uuid.UUID
	Refusal           error // why nothing can be claimed now; nil when it can
}

// Claim is one person's claim.
type Claim struct {
	ID             int64
	Name           string
	Email          string
	Standing       State
	CredentialID   int64 // 0 without one
	CredentialUUID *uuid.UUID
	CreatedAt      time.Time
	DecidedAt      *time.Time
}

// Input is the settings of a link. GroupID is only used on creation.
type Input struct {
	GroupID        int64
	Name           string
	OpensAt        *time.Time
	ClosesAt       *time.Time
	Quota          *int
	AllowedDomains []string
	NeedsApproval  bool
	State          LinkState
}

// MaxQuota is the maximum quota of a link, and maxDomains the maximum number of allowed domains.
const (
	MaxQuota   = 1_000_000
	maxDomains = 50
)

var domainPattern = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$`)

// checked returns the normalized input, or an error with all invalid fields.
func (in Input) checked() (Input, error) {
	var wrong errs.Fields
	if in.Name = strings.TrimSpace(in.Name); in.Name == "" {
		wrong.Add("name", "required")
	} else if utf8.RuneCountInString(in.Name) > 255 {
		wrong.Add("name", "too_long", "max", 255)
	}
	if in.OpensAt != nil && in.ClosesAt != nil && !in.ClosesAt.After(*in.OpensAt) {
		wrong.Add("closes_at", "claim.closes_before_it_opens")
	}
	if in.Quota != nil && (*in.Quota < 1 || *in.Quota > MaxQuota) {
		wrong.Add("quota", "claim.quota", "max", MaxQuota)
	}
	if len(in.AllowedDomains) > maxDomains {
		wrong.Add("allowed_domains", "too_many", "max", maxDomains)
	}
	domains := make([]string, 0, len(in.AllowedDomains))
	for _, d := range in.AllowedDomains {
		if d = strings.TrimPrefix(strings.ToLower(strings.TrimSpace(d)), "@"); d == "" {
			continue
		}
		if len(d) > 255 || !domainPattern.MatchString(d) {
			wrong.Add("allowed_domains", "claim.not_a_domain", "domain", d)
		}
		domains = append(domains, d)
	}
	in.AllowedDomains = domains
	if in.State == "" {
		in.State = Active
	}
	if in.State != Active && in.State != Paused {
		wrong.Add("state", "not_one_of", "values", "active, paused")
	}
	return in, wrong.Err()
}

// refusal returns the reason why the link accepts no claims at the given time, or nil.
func (l Link) refusal(now time.Time) error {
	switch {
	case l.State == Paused:
		return ErrPaused
	case l.createdBy == 0 && l.apiKeyID == 0:
		return ErrClosed // whoever would issue is no more
	case l.OpensAt != nil && now.Before(*l.OpensAt):
		return ErrNotOpen
	case l.ClosesAt != nil && !now.Before(*l.ClosesAt):
		return ErrClosed
	case l.Quota != nil && l.TakenCount >= *l.Quota:
		return ErrFull
	}
	return nil
}

// admits reports whether the address belongs to an allowed domain or one of its subdomains. Without allowed domains, every address
// does.
func (l Link) admits(email string) bool {
	_, host, _ := strings.Cut(strings.ToLower(email), "@")
	for _, d := range l.AllowedDomains {
		if host == d || strings.HasSuffix(host, "."+d) {
			return true
		}
	}
	return len(l.AllowedDomains) == 0
}

// Deps are the dependencies of a Service.
type Deps struct {
	Pool        *pgxpool.Pool
	Clock       clock.Clock
	Audit       *audit.Log
	Publishing  *publishing.Service
	Credentials *credentials.Service
	Outbox      *outbox.Service
	Throttle    *throttle.Limiter
	Captcha     captcha.Verifier
	Links       links.Links
	Keyring     *secrets.Keyring
}

// Service manages claim links and their claims.
type Service struct {
	Deps
	q *db.Queries
}

// New returns a Service.
func New(d Deps) *Service { return &Service{d, db.New()} }
