// Package recipients manages recipients, one per email address, and their sign-in. Recipients are not issuers and have separate
// sessions.
package recipients

import (
	"context"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
)

// Level is the access level of a session.
type Level string

// The levels of a session.
const (
	Limited Level = "limited" // an issuer's link: what the issuer's department issued to them
	Full    Level = "full"    // they proved the address themselves: all that was issued to it
)

// Lifetimes and intervals.
const (
	LinkLifetime = 24 * time.Hour
	linkKept     = 30 * 24 * time.Hour // an old link still has a new one sent
	seenInterval = time.Minute
)

// lifetime returns the idle and the absolute lifetime of a session of this level.
func (l Level) lifetime() (idle, absolute time.Duration) {
	if l == Full {
		return 7 * 24 * time.Hour, 30 * 24 * time.Hour
	}
	return time.Hour, 12 * time.Hour
}

// The token prefixes let people and secret scanners recognize a leaked token.
const (
	linkPrefix    = "laurel_recipient_"
	sessionPrefix = "laurel_mine_"
)

// Actor is a signed-in recipient. The zero Actor has no permissions.
type Actor struct {
	RecipientID  int64
	SessionID    int64
	Email        string   // the primary address; of a limited session, the one that the link was for
	Others       []string // further addresses of theirs, which a limited session does not have
	Name         string
	TimeZone     string // of the IANA database, or "": that of the browser
	Level        Level
	DepartmentID int64         // whose credentials a limited session shows
	Groups       access.Groups // the only ones of them; empty: all
	SignedInAt   time.Time
	IP           string
	RequestID    string
}

// SignedIn returns ErrNotSignedIn for the zero Actor.
func (a Actor) SignedIn() error {
	if a.RecipientID == 0 {
		return ErrNotSignedIn
	}
	return nil
}

// Owner returns the actor as an owner of credentials.
func (a Actor) Owner() credentials.Owner {
	if a.RecipientID == 0 {
		return credentials.Owner{}
	}
	o := credentials.Owner{Emails: append([]string{a.Email}, a.Others...)}
	if a.Level != Full {
		o.DepartmentID, o.Groups = a.DepartmentID, a.Groups.IDs()
	}
	return o
}

// MayAccess reports whether the actor owns a credential.
func (a Actor) MayAccess(c credentials.Credential) bool { return a.Owner().Owns(c) }

// Recorded returns the actor for a department's audit log. It has no issuer permissions.
func (a Actor) Recorded(departmentID int64) access.Actor {
	return access.Actor{RecipientID: a.RecipientID, DepartmentID: departmentID, IP: a.IP, RequestID: a.RequestID}
}

// Link signs a recipient in once.
type Link struct {
	URL       string
	ExpiresAt time.Time

	token, credential string
}

// SignedIn is the result of signing in: the token, shown only once, the recipient, and the credential of the link.
type SignedIn struct {
	Token      string
	Actor      Actor
	Credential credentials.Credential
	RedirectTo string // where they shall go then; empty: to the credential
}

type actorKey struct{}

// With returns a context that carries the actor.
func With(ctx context.Context, a Actor) context.Context { return context.WithValue(ctx, actorKey{}, a) }

// From returns the signed-in recipient of the context, or the zero Actor.
func From(ctx context.Context) Actor {
	a, _ := ctx.Value(actorKey{}).(Actor)
	return a
}

// Errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrNotSignedIn = errs.New(errs.Unauthorized, "recipient.not_signed_in")
	// ErrLink means that a link is unknown, used, expired or revoked; the error does not say which.
	ErrLink = errs.New(errs.Gone, "recipient.link_over")
)
