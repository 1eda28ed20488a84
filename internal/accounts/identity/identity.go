// Package identity holds the people who use the dashboard: their accounts, how they sign in, and the sessions that follow.
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

// Session is what a signed-in person sees of themselves and where they work.
type Session struct {
	User              User
	Department        *departments.Department // nil for somebody who belongs to none
	Role              access.Role
	Departments       []departments.Membership
	VerificationToken string // empty once the address is confirmed
}

// SignedIn is what signing in gives: the token, shown this once, and the actor it stands for.
type SignedIn struct {
	Token string
	Actor access.Actor
}

// Place is one browser somebody is signed in with.
type Place struct {
	ID         int64
	IP         string
	UserAgent  string
	CreatedAt  time.Time
	LastSeenAt time.Time
	Current    bool
}

// Kinds of account mail.
const (
	MailVerify          = "verify"
	MailReset           = "reset"
	MailClaim           = "claim"
	MailPasswordChanged = "password_changed"
	MailHasAccount      = "has_account" // a sign-up with the address of an existing account
)

// AccountMail is a mail about an account. Params hold "name" and, where there is something to click, "link".
type AccountMail struct {
	Kind      string
	To        string
	Language  string
	Params    map[string]string
	DedupeKey string
}

// Mail sends account mails once the transaction that caused them is committed.
type Mail interface {
	EnqueueTx(ctx context.Context, tx pgx.Tx, m AccountMail) error
}

// Defaults of Deps.SessionIdle and Deps.SessionLifetime.
const (
	DefaultSessionIdle     = 24 * time.Hour
	DefaultSessionLifetime = 14 * 24 * time.Hour
)

// How long things last.
const (
	seenInterval   = time.Minute // how exactly the last use is known; spares a write per request
	verifyLifetime = 24 * time.Hour
	resetLifetime  = time.Hour
	claimLifetime  = 7 * 24 * time.Hour
	ssoLifetime    = 2 * time.Minute

	expiredInvitationKept = 30 * 24 * time.Hour
)
