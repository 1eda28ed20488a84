package embeds

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/design/designs"
	"laurel/internal/design/embeds/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
)

// Request contains the parameters of a code. Without a design, the design maker starts a new one of the given kind, by default a
// certificate.
type Request struct {
	DesignID      int64
	Kind          string
	AllowedOrigin string
	Scopes        []string
	Locale        string
	UserRef       string // whom the host shows it to, in the host's own words; for the audit record
	TTL           int64  // seconds; 0: the longest, two minutes
}

// Grant is a secret that opens a design maker, and what it is for.
type Grant struct {
	Secret    string
	DesignID  int64
	Kind      string
	ExpiresAt time.Time
}

func (in *Request) validate() (access.Scopes, error) {
	var wrong errs.Fields
	origin, ok := parseOrigin(in.AllowedOrigin)
	switch {
	case strings.TrimSpace(in.AllowedOrigin) == "":
		wrong.Add("allowed_origin", "required")
	case !ok:
		wrong.Add("allowed_origin", "not_an_origin")
	}
	in.AllowedOrigin = origin
	if in.DesignID < 0 {
		wrong.Add("design_id", "invalid")
	}
	if in.Kind != "" && !known(in.Kind) {
		wrong.Add("kind", "not_one_of", "values", "certificate, badge")
	}
	scopes, ok := access.NewScopes(in.Scopes...)
	switch {
	case len(in.Scopes) == 0:
		wrong.Add("scopes", "required")
	case !ok:
		wrong.Add("scopes", "not_one_of", "values", strings.Join(access.AllScopes(), ", "))
	}
	if in.Locale != "" && !i18n.Known(in.Locale) {
		wrong.Add("locale", "unknown_language")
	}
	if utf8.RuneCountInString(in.UserRef) > maxUserRef {
		wrong.Add("user_ref", "too_long", "max", maxUserRef)
	}
	const most = int64(codeLifetime / time.Second)
	switch {
	case in.TTL < 0:
		wrong.Add("ttl", "too_small", "min", 1)
	case in.TTL > most:
		wrong.Add("ttl", "too_large", "max", most)
	case in.TTL == 0:
		in.TTL = most
	}
	return scopes, wrong.Err()
}

func known(kind string) bool {
	return kind == string(designs.Certificate) || kind == string(designs.Badge)
}

// Code creates a single-use code for one origin. It returns the invalid fields, which include an origin that the department does not
// list and scopes that exceed the actor's rights, or designs.ErrNotFound if the design belongs to another department.
func (s *Service) Code(ctx context.Context, by access.Actor, in Request) (Grant, error) {
	if err := by.Require(access.OpenDesignMaker); err != nil {
		return Grant{}, err
	}
	scopes, err := in.validate()
	if err != nil {
		return Grant{}, err
	}
	if by.MakerScopes(scopes) != scopes {
		return Grant{}, errs.Field("scopes", "embed.attributes_not_yours")
	}
	row := db.EmbedGrantInsertParams{
		Kind: kindCode, DesignID: pg.OrNull(in.DesignID), DesignKind: in.Kind, AllowedOrigin: in.AllowedOrigin, Scopes: string(scopes),
		Locale: in.Locale, UserRef: in.UserRef,
	}
	return s.grant(ctx, by, row, secrets.NewToken(codePrefix), time.Duration(in.TTL)*time.Second)
}

// Token creates a token that opens the design maker for several hours in all origins of the department. It has all scopes that the
// actor may grant. A design has one token: creating another one revokes the previous one. Token returns the errors of Code.
func (s *Service) Token(ctx context.Context, by access.Actor, kind string, designID int64) (Grant, error) {
	if err := by.Require(access.OpenDesignMaker); err != nil {
		return Grant{}, err
	}
	if !known(kind) {
		return Grant{}, errs.Field("kind", "not_one_of", "values", "certificate, badge")
	}
	all, _ := access.NewScopes(access.AllScopes()...)
	scopes := by.MakerScopes(all)
	row := db.EmbedGrantInsertParams{Kind: kindToken, DesignID: pg.OrNull(designID), DesignKind: kind, Scopes: string(scopes)}
	return s.grant(ctx, by, row, secrets.NewToken(tokenPrefix), tokenLifetime)
}

func (s *Service) grant(ctx context.Context, by access.Actor, row db.EmbedGrantInsertParams, secret string, ttl time.Duration) (Grant, error) {
	row.SecretHash, row.ExpiresAt = secrets.HashToken(secret), s.clock.Now().Add(ttl)
	var out Grant
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		if row.AllowedOrigin != "" {
			all, err := s.originsTx(ctx, tx, by.DepartmentID)
			if err != nil {
				return err
			}
			if !listed(all, row.AllowedOrigin) {
				return errs.Field("allowed_origin", "embed.origin_not_listed")
			}
		}
		if row.Kind == kindToken && row.DesignID != nil {
			err := s.q.EmbedTokensReplace(ctx, tx, db.EmbedTokensReplaceParams{
				DepartmentID: by.DepartmentID, DesignID: *row.DesignID, Now: s.clock.Now(),
			})
			if err != nil {
				return fmt.Errorf("replace embed tokens: %w", err)
			}
		}
		g, err := s.insertTx(ctx, tx, by, row)
		out = Grant{Secret: secret, Kind: g.DesignKind, ExpiresAt: g.ExpiresAt.UTC()}
		if g.DesignID != nil {
			out.DesignID = *g.DesignID
		}
		return err
	})
	return out, err
}

// insertTx saves a grant of the actor and writes it to the audit log.
func (s *Service) insertTx(ctx context.Context, tx pgx.Tx, by access.Actor, row db.EmbedGrantInsertParams) (db.EmbedGrant, error) {
	if row.DesignID != nil {
		kind, err := s.q.EmbedDesignKind(ctx, tx, db.EmbedDesignKindParams{DepartmentID: by.DepartmentID, ID: *row.DesignID})
		if pg.NoRows(err) || err == nil && row.DesignKind != "" && row.DesignKind != kind {
			return db.EmbedGrant{}, designs.ErrNotFound
		}
		if err != nil {
			return db.EmbedGrant{}, fmt.Errorf("read kind of design: %w", err)
		}
		row.DesignKind = kind
	}
	if row.DesignKind == "" {
		row.DesignKind = string(designs.Certificate)
	}
	row.DepartmentID, row.ApiKeyID, row.UserID, row.Now = by.DepartmentID, pg.OrNull(by.APIKeyID), pg.OrNull(by.UserID), s.clock.Now()
	g, err := s.q.EmbedGrantInsert(ctx, tx, row)
	if err != nil {
		return g, fmt.Errorf("insert embed grant: %w", err)
	}
	return g, s.audit.RecordTx(ctx, tx, by, audit.Event{
		Action: "embed." + g.Kind + "_created", ObjectKind: "embed_grant", ObjectID: g.ID,
		Details: map[string]any{"design_id": g.DesignID, "origin": g.AllowedOrigin, "scopes": g.Scopes, "user_ref": g.UserRef},
	})
}
