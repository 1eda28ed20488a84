package recipients

import (
	"context"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/captcha"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/links"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
	"laurel/internal/recipients/recipients/internal/db"
)

// Service manages recipients and their sessions.
type Service struct {
	Deps
	q *db.Queries
}

// Deps are the dependencies of a Service.
type Deps struct {
	Pool        *pgxpool.Pool
	Clock       clock.Clock
	Audit       *audit.Log
	Credentials *credentials.Service
	Search      *credentialsearch.Service
	Departments *departments.Service
	Outbox      *outbox.Service
	Throttle    *throttle.Limiter
	Links       links.Links
	Queue       *jobs.Queue
	Captcha     captcha.Verifier
	Passwords   *secrets.Passwords
	Keyring     *secrets.Keyring
	Privacy     Privacy
	Belongings  []Belongings
}

// Belongings are what another package keeps for each person.
type Belongings interface {
	// MoveTx gives a person's to their new primary row.
	MoveTx(ctx context.Context, tx pgx.Tx, from, to int64) error
	// JoinTx gives those of an account that joins another to that one, or ends them.
	JoinTx(ctx context.Context, tx pgx.Tx, from, to int64) error
}

// Privacy changes who may see a credential.
type Privacy interface {
	SetPrivate(ctx context.Context, by access.Actor, ref string, private bool) (credentials.Credential, error)
}

// New returns a Service.
func New(d Deps) *Service { return &Service{d, db.New()} }

// openTx starts a session for a link.
func (s *Service) openTx(ctx context.Context, tx pgx.Tx, from Actor, l db.RecipientLink, r db.Recipient, userAgent string) (SignedIn, error) {
	now, level := s.Clock.Now(), Level(l.Level)
	if level == Full { // the link's address may be one of several
		person, err := s.q.RecipientPerson(ctx, tx, r.Email)
		if err != nil {
			return SignedIn{}, fmt.Errorf("find recipient: %w", err)
		}
		r = person
	}
	idle, absolute := level.lifetime()
	out := SignedIn{Token: secrets.NewToken(sessionPrefix)}
	id, err := s.q.RecipientSessionInsert(ctx, tx, db.RecipientSessionInsertParams{
		DepartmentID: &l.DepartmentID, LinkID: &l.ID, RecipientID: r.ID, TokenHash: secrets.HashToken(out.Token), Level: l.Level,
		Ip: from.IP, UserAgent: cut(userAgent), Now: now, IdleAfter: now.Add(idle), ExpiresAt: now.Add(absolute), OnlyGroups: l.OnlyGroups,
	})
	if err != nil {
		return out, fmt.Errorf("insert recipient session: %w", err)
	}
	if level == Full {
		if err := s.q.RecipientActivate(ctx, tx, db.RecipientActivateParams{ID: r.ID, Now: now}); err != nil {
			return out, fmt.Errorf("activate recipient: %w", err)
		}
	}
	out.Actor = actorOf(id, l.DepartmentID, l.OnlyGroups, level, r)
	out.Actor.IP, out.Actor.RequestID = from.IP, from.RequestID
	return out, s.Audit.RecordTx(ctx, tx, out.Actor.Recorded(l.DepartmentID), audit.Event{
		Action: "credential.recipient_signed_in", ObjectKind: "credential", ObjectID: l.CredentialID,
	})
}

func actorOf(sessionID, departmentID int64, groups []int64, level Level, r db.Recipient) Actor {
	return Actor{RecipientID: r.ID, SessionID: sessionID, Email: r.Email, Name: r.Name, TimeZone: r.TimeZone, Level: level, DepartmentID: departmentID, Groups: access.NewGroups(groups)}
}

// maxUserAgent is the maximum length of a stored user agent.
const maxUserAgent = 255

func cut(userAgent string) string {
	if !utf8.ValidString(userAgent) {
		return ""
	}
	if runes := []rune(userAgent); len(runes) > maxUserAgent {
		return string(runes[:maxUserAgent])
	}
	return userAgent
}

// Resolve returns the recipient of a session token. It returns ErrNotSignedIn for an unknown, ended or expired session.
func (s *Service) Resolve(ctx context.Context, token string) (Actor, error) {
	if !secrets.TokenShaped(sessionPrefix, token) {
		return Actor{}, ErrNotSignedIn
	}
	var by Actor
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		now := s.Clock.Now()
		row, err := s.q.RecipientSessionResolve(ctx, tx, db.RecipientSessionResolveParams{TokenHash: secrets.HashToken(token), Now: now})
		if pg.NoRows(err) {
			return ErrNotSignedIn
		}
		if err != nil {
			return fmt.Errorf("resolve recipient session: %w", err)
		}
		session := row.RecipientSession
		by = actorOf(session.ID, pg.OrZero(session.DepartmentID), session.OnlyGroups, Level(session.Level), row.Recipient)
		by.SignedInAt = session.CreatedAt
		if by.Level == Full {
			by.Others = row.Others
		}
		if now.Sub(session.LastSeenAt) < seenInterval {
			return nil
		}
		return s.seenTx(ctx, tx, by, now)
	})
	return by, err
}

func (s *Service) seenTx(ctx context.Context, tx pgx.Tx, by Actor, now time.Time) error {
	idle, _ := by.Level.lifetime()
	err := s.q.RecipientSessionSeen(ctx, tx, db.RecipientSessionSeenParams{ID: by.SessionID, Now: now, IdleAfter: now.Add(idle)})
	if err != nil {
		return fmt.Errorf("note recipient session use: %w", err)
	}
	return nil
}

// SignOut ends the current session. It returns ErrNotSignedIn.
func (s *Service) SignOut(ctx context.Context, by Actor) error {
	if err := by.SignedIn(); err != nil {
		return err
	}
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		n, err := s.q.RecipientSessionDelete(ctx, tx, db.RecipientSessionDeleteParams{ID: by.SessionID, RecipientID: by.RecipientID})
		if err != nil {
			return fmt.Errorf("end recipient session: %w", err)
		}
		if n == 0 {
			return ErrNotSignedIn
		}
		return s.Audit.RecordTx(ctx, tx, by.Recorded(by.DepartmentID), audit.Event{
			Action: "recipient.signed_out", ObjectKind: "recipient", ObjectID: by.RecipientID,
		})
	})
}

// ReadPublic resolves a public link: the owner of a private credential needs no key. Errors are those of credentials.ReadPublic.
func (s *Service) ReadPublic(ctx context.Context, by Actor, ref, key string) (credentials.Credential, error) {
	c, err := s.Credentials.ReadPublic(ctx, ref, key)
	if err == nil || by.RecipientID == 0 {
		return c, err
	}
	if own, ownErr := s.Credentials.ReadOwn(ctx, by.Owner(), ref); ownErr == nil {
		return own, nil
	}
	return c, err
}

// Read returns a credential of the recipient, or credentials.ErrNotFound. It returns ErrNotSignedIn.
func (s *Service) Read(ctx context.Context, by Actor, ref string) (credentials.Credential, error) {
	if err := by.SignedIn(); err != nil {
		return credentials.Credential{}, err
	}
	return s.Credentials.ReadOwn(ctx, by.Owner(), ref)
}

// SetPrivate makes a credential of the recipient private or public. It returns credentials.ErrNotFound, ErrNotSignedIn, or ErrLimited for
// the session of an issuer's link.
func (s *Service) SetPrivate(ctx context.Context, by Actor, ref string, private bool) (credentials.Credential, error) {
	c, err := s.Read(ctx, by, ref)
	if err != nil {
		return credentials.Credential{}, err
	}
	if by.Level != Full {
		return credentials.Credential{}, ErrLimited
	}
	return s.Privacy.SetPrivate(ctx, by.Recorded(c.DepartmentID), c.UUID.String(), private)
}

// List lists the recipient's credentials, newest first, optionally filtered by a search. It returns ErrNotSignedIn or field errors.
func (s *Service) List(ctx context.Context, by Actor, q credentialsearch.OwnQuery) (credentialsearch.Owned, error) {
	if err := by.SignedIn(); err != nil {
		return credentialsearch.Owned{}, err
	}
	return s.Search.ListOwn(ctx, by.Owner(), q)
}

// Facets returns the filter values of the actor's credentials. It returns ErrNotSignedIn.
func (s *Service) Facets(ctx context.Context, by Actor) (credentialsearch.OwnFacets, error) {
	if err := by.SignedIn(); err != nil {
		return credentialsearch.OwnFacets{}, err
	}
	return s.Search.FacetsOwn(ctx, by.Owner())
}

// DeleteExpired deletes expired sessions, links and sign-in requests and returns their number.
func (s *Service) DeleteExpired(ctx context.Context) (int64, error) {
	now := s.Clock.Now()
	var sessions, old, requests int64
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		if sessions, err = s.q.RecipientSessionsDeleteExpired(ctx, tx, now); err != nil {
			return err
		}
		if old, err = s.q.RecipientLinksDeleteOld(ctx, tx, now.Add(-linkKept)); err != nil {
			return err
		}
		requests, err = s.q.RecipientSignInsDeleteOld(ctx, tx, now)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("delete expired recipient sessions: %w", err)
	}
	return sessions + old + requests, nil
}
