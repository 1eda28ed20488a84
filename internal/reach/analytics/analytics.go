// Package analytics records what people do with issued credentials and counts it by hour, day and date of issue. It stores no secret and
// no address of a person.
package analytics

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
	"laurel/internal/reach/analytics/internal/db"
)

// How much of each text is kept, in characters. Anybody may send events, so none may fill the database.
const (
	maxHTML = 256 // a link's text
	maxText = 256
	maxURL  = 2048
)

// maxData is the most bytes of free data one event may carry.
const maxData = 4096

// sharing is what browsers call a visit that hands a page on.
const sharing = "share"

// linkedIn is the way of sharing that adds a credential to a LinkedIn profile.
const linkedIn = "linkedin_profile"

// PageView is a route change.
type PageView struct {
	Domain, Env, Property, Path string
	Data                        map[string]any
	Client                      Client
}

// LinkClick is a click on a link that leaves the product.
type LinkClick struct {
	From, To, HTML, AAD string
	Client              Client
}

// Client is what visitors are told apart by within a day. It is not stored; see Visit.
type Client struct{ IP, UserAgent string }

// Service notes events.
type Service struct {
	pool     *pgxpool.Pool
	q        *db.Queries
	clock    clock.Clock
	audit    *audit.Log
	webhooks Webhooks
	// visits is what Engaged and Record have noted.
	visits visits
	salts  salts
}

// New makes the service.
func New(pool *pgxpool.Pool, c clock.Clock, log *audit.Log, webhooks Webhooks) *Service {
	return &Service{pool: pool, q: db.New(), clock: c, audit: log, webhooks: webhooks}
}

// Webhooks records views that department webhooks report.
type Webhooks interface {
	CredentialViewedTx(ctx context.Context, tx pgx.Tx, viewerDepartmentID int64, path string, at time.Time) error
	CredentialSharedTx(ctx context.Context, tx pgx.Tx, viewerDepartmentID int64, path, way string, at time.Time) error
}

// View notes a route change of somebody in departmentID, 0 when nobody is signed in.
func (s *Service) View(ctx context.Context, departmentID int64, v PageView) error {
	if v.Data == nil {
		v.Data = map[string]any{}
	}
	data, err := json.Marshal(redact(v.Data))
	if err != nil || len(data) > maxData {
		return errs.Field("data", "too_long", "max", maxData)
	}
	if v.Property == sharing {
		_ = s.WriteVisits(ctx) // that of a private credential counts once it was opened
	}
	path, now := cut(withoutSecrets(v.Path), maxURL), s.clock.Now()
	return pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		err := s.q.PageViewInsert(ctx, tx, db.PageViewInsertParams{
			DepartmentID: pg.OrNull(departmentID), Domain: cut(v.Domain, maxText), Env: cut(v.Env, maxText), Property: cut(v.Property, maxText),
			Path: path, Data: data, CreatedAt: now,
		})
		if err != nil {
			return fmt.Errorf("note page view: %w", err)
		}
		if v.Property != sharing {
			return s.webhooks.CredentialViewedTx(ctx, tx, departmentID, path, now)
		}
		way, _ := v.Data["way"].(string)
		if err := s.webhooks.CredentialSharedTx(ctx, tx, departmentID, path, way, now); err != nil {
			return err
		}
		shared := happening{Shared, way, v.Client}
		if way == linkedIn {
			shared.Type = AddedLinkedIn
		}
		return s.engagedTx(ctx, tx, departmentID, v.Path, credentials.PageShared, shared)
	})
}

// Click notes a click. Only web addresses are kept; nothing ever follows them.
func (s *Service) Click(ctx context.Context, departmentID int64, c LinkClick) error {
	to, err := url.Parse(c.To)
	if err != nil || (to.Scheme != "https" && to.Scheme != "http") || to.Host == "" {
		return errs.Field("to", "invalid_url")
	}
	_ = s.WriteVisits(ctx) // see View
	return pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		err := s.q.LinkClickInsert(ctx, tx, db.LinkClickInsertParams{
			DepartmentID: pg.OrNull(departmentID), FromUrl: cut(withoutSecrets(c.From), maxURL), ToUrl: cut(withoutSecrets(c.To), maxURL),
			Html: cut(withoutSecrets(c.HTML), maxHTML), Aad: cut(c.AAD, maxText), CreatedAt: s.clock.Now(),
		})
		if err != nil {
			return fmt.Errorf("note link click: %w", err)
		}
		return s.engagedTx(ctx, tx, departmentID, pathOf(c.From), credentials.PageUsed, happening{LinkClicked, siteOf(c.To), c.Client})
	})
}

// secret finds the parameters that the specification puts into addresses.
const secretNames = "key|authorization|issuer_token|token|reset_token|verification_token|code|jwt|password"

var (
	secret     = regexp.MustCompile(`(?i)([?&#;](?:` + secretNames + `)=)[^&#"'<>\s]*`)
	secretName = regexp.MustCompile(`(?i)^(?:` + secretNames + `)$`)
)

// withoutSecrets cuts the values of secret parameters out of a text that may hold addresses.
func withoutSecrets(text string) string { return secret.ReplaceAllString(text, "${1}-") }

// redact does so everywhere in free data.
func redact(value any) any {
	switch v := value.(type) {
	case string:
		return withoutSecrets(v)
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = redact(item)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, item := range v {
			if secretName.MatchString(key) {
				item = "-"
			}
			out[key] = redact(item)
		}
		return out
	default:
		return value
	}
}

func cut(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n])
}
