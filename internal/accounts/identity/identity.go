// Package identity manages the people who use the dashboard: their accounts, sign-in and sessions.
package identity

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/departments"
)

// User is an account.
type User struct {
	ID       int64
	Email    string // lower case
	Name     string
	Language string
	Verified bool // the address was confirmed

	passwordHash string // empty until the account is claimed
}

// Session is what a signed-in person sees of their account and department.
type Session struct {
	User              User
	Department        *departments.Department // nil for somebody who belongs to none
	Role              access.Role
	Departments       []departments.Membership
	Enrolled          bool   // the person has a second factor
	MustEnrol         bool   // the department that was chosen requires one, which the person has not
	RefusedAddress    string // where the user works from, if the department that was chosen does not allow it
	VerificationToken string // empty once the address is confirmed
}

// SignedIn is the result of a sign-in: the token, which is shown only once, and its actor. If the account has a second factor, there is
// no session yet, and only Step is set.
type SignedIn struct {
	Token string
	Actor access.Actor
	Step  *SecondStep
}

// Device is a browser in which someone is signed in.
type Device struct {
	ID         int64
	IP         string
	UserAgent  string
	CreatedAt  time.Time
	LastSeenAt time.Time
	Current    bool
}

// Kinds of account emails, beside those about second factors.
const (
	MailVerify          = "verify"
	MailReset           = "reset"
	MailClaim           = "claim"
	MailPasswordChanged = "password_changed"
	MailHasAccount      = "has_account" // a sign-up with the address of an existing account
)

// AccountMail is an email about an account. Params contain "name" and, if there is one, "link"; those about passkeys "passkey".
type AccountMail struct {
	Kind      string
	To        string
	Language  string
	Params    map[string]string
	DedupeKey string
}

// Mail sends account emails once the transaction that caused them is committed.
type Mail interface {
	EnqueueTx(ctx context.Context, tx pgx.Tx, m AccountMail) error
}

// Defaults of Deps.SessionIdle and Deps.SessionLifetime.
const (
	DefaultSessionIdle     = 24 * time.Hour
	DefaultSessionLifetime = 14 * 24 * time.Hour
)

// Lifetimes.
const (
	seenInterval   = time.Minute // how exactly the last use is known; spares a write per request
	verifyLifetime = 24 * time.Hour
	resetLifetime  = time.Hour
	claimLifetime  = 7 * 24 * time.Hour
	ssoLifetime    = 2 * time.Minute
	stepLifetime   = 10 * time.Minute // of a sign-in that waits for its second step

	expiredInvitationKept = 30 * 24 * time.Hour
)
