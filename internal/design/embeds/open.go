package embeds

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/design/embeds/internal/db"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
)

// Exchange contains the parameters from the design maker's URL. DepartmentID and DesignID have to match the secret if they are set.
type Exchange struct {
	Secret       string
	DepartmentID int64
	DesignID     int64
	ParentOrigin string // the page that holds it, as far as the browser tells
}

// Opened is the session of an opened design maker: its bearer token, its refresh token, and its properties.
type Opened struct {
	Bearer        string
	Refresh       string
	ExpiresAt     time.Time
	DepartmentID  int64
	DesignID      int64 // 0: it begins a new design of Kind
	Kind          string
	Scopes        []string
	Locale        string
	ParentOrigins []string
	SignedIn      bool // opened with the session of a person, who also sees the other designs and the templates
}

// IsOwnSecret reports whether a secret from a URL is a code or token of this package. Otherwise it is a long-lived authorization.
func IsOwnSecret(secret string) bool {
	secret = bare(secret)
	return strings.HasPrefix(secret, codePrefix) || strings.HasPrefix(secret, tokenPrefix)
}

// bare removes the scheme that some hosts put before a token.
func bare(secret string) string {
	secret = strings.TrimSpace(secret)
	if scheme, rest, found := strings.Cut(secret, " "); found && strings.EqualFold(scheme, "Bearer") {
		return strings.TrimSpace(rest)
	}
	return secret
}

// Open exchanges a code or token for a session. If a code is used twice, one of the uses must be an attacker's, so all its sessions
// end. Open returns ErrOver, ErrElsewhere or ErrParent.
func (s *Service) Open(ctx context.Context, from access.Actor, in Exchange) (Opened, error) {
	var out Opened
	replayed := false
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		now := s.clock.Now()
		g, err := s.q.EmbedGrantLock(ctx, tx, secrets.HashToken(bare(in.Secret)))
		if pg.NoRows(err) {
			return ErrOver
		}
		if err != nil {
			return fmt.Errorf("find embed grant: %w", err)
		}
		if replayed = g.Kind == kindCode && g.UsedAt != nil; replayed {
			all := db.EmbedSession{DepartmentID: g.DepartmentID, GrantID: g.ID}
			return s.endTx(ctx, tx, from, all, "embed.code_replayed")
		}
		if !now.Before(g.ExpiresAt) {
			return ErrOver
		}
		if in.DepartmentID != 0 && in.DepartmentID != g.DepartmentID || in.DesignID != 0 && (g.DesignID == nil || *g.DesignID != in.DesignID) {
			return ErrElsewhere
		}
		out, err = s.openTx(ctx, tx, from, g, in.ParentOrigin)
		return err
	})
	if err == nil && replayed {
		err = ErrOver
	}
	return out, err
}

// OpenPlain opens a design maker for an actor whose long-lived authorization was in the URL, which the department has to allow. The
// session can only read and change designs. OpenPlain returns ErrPlainOff, ErrOver or ErrParent, or designs.ErrNotFound.
func (s *Service) OpenPlain(ctx context.Context, by access.Actor, in Exchange) (Opened, error) {
	var out Opened
	if err := by.Require(access.OpenDesignMaker); err != nil {
		return out, err
	}
	scopes, _ := access.NewScopes(string(access.ReadDesigns), string(access.WriteDesigns))
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		allowed, err := s.q.EmbedPlainContract(ctx, tx, by.DepartmentID)
		if err != nil {
			return fmt.Errorf("read embed settings: %w", err)
		}
		if !allowed {
			return ErrPlainOff
		}
		g, err := s.insertTx(ctx, tx, by, db.EmbedGrantInsertParams{
			Kind: kindPlain, DesignID: pg.OrNull(in.DesignID), Scopes: string(scopes), SessionID: pg.OrNull(by.SessionID), ExpiresAt: s.clock.Now(),
		})
		if err != nil {
			return err
		}
		out, err = s.openTx(ctx, tx, by, g, in.ParentOrigin)
		return err
	})
	return out, err
}

// openTx creates a session for a grant.
func (s *Service) openTx(ctx context.Context, tx pgx.Tx, from access.Actor, g db.EmbedGrant, parent string) (Opened, error) {
	if err := pg.SetTenant(ctx, tx, g.DepartmentID); err != nil {
		return Opened{}, fmt.Errorf("enter department: %w", err)
	}
	now := s.clock.Now()
	if err := s.q.EmbedGrantUsed(ctx, tx, db.EmbedGrantUsedParams{DepartmentID: g.DepartmentID, ID: g.ID, Now: &now}); err != nil {
		return Opened{}, fmt.Errorf("use embed grant: %w", err)
	}
	session, err := s.q.EmbedSessionInsert(ctx, tx, db.EmbedSessionInsertParams{DepartmentID: g.DepartmentID, GrantID: g.ID, Now: now})
	if err != nil {
		return Opened{}, fmt.Errorf("insert embed session: %w", err)
	}
	out, err := s.handTx(ctx, tx, session)
	if err != nil {
		return Opened{}, err
	}
	if parent != "" && !slices.Contains(out.ParentOrigins, parent) {
		return Opened{}, ErrParent
	}
	by := maker(session.ID, g)
	by.IP, by.RequestID = from.IP, from.RequestID
	return out, s.audit.RecordTx(ctx, tx, by, audit.Event{Action: "embed.opened", ObjectKind: "embed_grant", ObjectID: g.ID})
}

// handTx issues the next bearer and refresh token of a session. It returns ErrOver if the session is no longer valid.
func (s *Service) handTx(ctx context.Context, tx pgx.Tx, session db.EmbedSession) (Opened, error) {
	now, end := s.clock.Now(), session.CreatedAt.Add(longest)
	out := Opened{Bearer: secrets.NewToken(bearerPrefix), Refresh: secrets.NewToken(refreshPrefix)}
	out.ExpiresAt = earlier(now.Add(bearerLifetime), end).UTC()
	for _, t := range []db.EmbedTokenInsertParams{
		{TokenHash: secrets.HashToken(out.Bearer), Kind: "bearer", ExpiresAt: out.ExpiresAt},
		{TokenHash: secrets.HashToken(out.Refresh), Kind: "refresh", ExpiresAt: earlier(now.Add(refreshLifetime), end)},
	} {
		t.DepartmentID, t.SessionID = session.DepartmentID, session.ID
		if err := s.q.EmbedTokenInsert(ctx, tx, t); err != nil {
			return Opened{}, fmt.Errorf("insert embed token: %w", err)
		}
	}
	row, err := s.resolveTx(ctx, tx, out.Bearer)
	if err != nil {
		return Opened{}, err
	}
	g := row.EmbedGrant
	out.DepartmentID, out.Kind, out.Locale, out.Scopes, out.SignedIn = g.DepartmentID, g.DesignKind, g.Locale, access.Scopes(g.Scopes).List(), signedIn(g)
	if g.DesignID != nil {
		out.DesignID = *g.DesignID
	}
	if out.ParentOrigins = []string{g.AllowedOrigin}; g.AllowedOrigin == "" {
		all, err := s.originsTx(ctx, tx, g.DepartmentID)
		if err != nil {
			return Opened{}, err
		}
		out.ParentOrigins = names(all)
	}
	return out, nil
}

func (s *Service) resolveTx(ctx context.Context, tx pgx.Tx, bearer string) (db.EmbedResolveRow, error) {
	row, err := s.q.EmbedResolve(ctx, tx, db.EmbedResolveParams{TokenHash: secrets.HashToken(bearer), Now: s.clock.Now()})
	if pg.NoRows(err) {
		return row, ErrOver
	}
	if err != nil {
		return row, fmt.Errorf("resolve embed bearer: %w", err)
	}
	if g := row.EmbedGrant; g.UserID != nil {
		member := access.Actor{UserID: *g.UserID, DepartmentID: g.DepartmentID, Role: access.Role(row.Role)}
		if member.Allows(access.OpenDesignMaker) != nil {
			return row, ErrOver
		}
	}
	return row, nil
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// endTx ends a session whose refresh token was used twice. If the session has no ID, it ends all sessions of the grant, whose code was
// used twice.
func (s *Service) endTx(ctx context.Context, tx pgx.Tx, from access.Actor, session db.EmbedSession, action string) error {
	now := s.clock.Now()
	err := s.q.EmbedSessionsEnd(ctx, tx, db.EmbedSessionsEndParams{
		DepartmentID: session.DepartmentID, GrantID: session.GrantID, OnlyID: session.ID, Now: &now,
	})
	if err != nil {
		return fmt.Errorf("end embed sessions: %w", err)
	}
	by := access.Actor{EmbedID: session.ID, DepartmentID: session.DepartmentID, IP: from.IP, RequestID: from.RequestID}
	return s.audit.RecordTx(ctx, tx, by, audit.Event{Action: action, ObjectKind: "embed_grant", ObjectID: session.GrantID})
}
