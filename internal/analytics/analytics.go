// Package analytics counts what people do with the product. It keeps no secret and no address of a person.
package analytics

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/analytics/internal/db"
	"laurel/internal/clock"
	"laurel/internal/errs"
	"laurel/internal/pg"
)

// maxHTML is how much of a link's text is kept, in characters.
const maxHTML = 256

// maxData is the most bytes of free data one event may carry.
const maxData = 4096

// PageView is a route change.
type PageView struct {
	Domain, Env, Property, Path string
	Data                        map[string]any
}

// LinkClick is a click on a link that leaves the product.
type LinkClick struct{ From, To, HTML, AAD string }

// Service notes events.
type Service struct {
	pool  *pgxpool.Pool
	q     *db.Queries
	clock clock.Clock
}

// New makes the service.
func New(pool *pgxpool.Pool, c clock.Clock) *Service { return &Service{pool, db.New(), c} }

// View notes a route change of somebody in departmentID, 0 when nobody is signed in.
func (s *Service) View(ctx context.Context, departmentID int64, v PageView) error {
	data, err := json.Marshal(redact(v.Data))
	if err != nil || len(data) > maxData {
		return errs.Field("data", "too_long", "max", maxData)
	}
	if v.Data == nil {
		data = []byte("{}")
	}
	return pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		err := s.q.PageViewInsert(ctx, tx, db.PageViewInsertParams{
			DepartmentID: ref(departmentID), Domain: v.Domain, Env: v.Env, Property: v.Property, Path: withoutSecrets(v.Path),
			Data: data, CreatedAt: s.clock.Now(),
		})
		if err != nil {
			return fmt.Errorf("note page view: %w", err)
		}
		return nil
	})
}

// Click notes a click. Only web addresses are kept; nothing ever follows them.
func (s *Service) Click(ctx context.Context, departmentID int64, c LinkClick) error {
	to, err := url.Parse(c.To)
	if err != nil || (to.Scheme != "https" && to.Scheme != "http") || to.Host == "" {
		return errs.Field("to", "invalid_url")
	}
	return pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		err := s.q.LinkClickInsert(ctx, tx, db.LinkClickInsertParams{
			DepartmentID: ref(departmentID), FromUrl: withoutSecrets(c.From), ToUrl: withoutSecrets(c.To), Html: cut(withoutSecrets(c.HTML), maxHTML),
			Aad: c.AAD, CreatedAt: s.clock.Now(),
		})
		if err != nil {
			return fmt.Errorf("note link click: %w", err)
		}
		return nil
	})
}

// secret finds the parameters that the specification puts into addresses.
var (
	secret     = regexp.MustCompile(`(?i)([?&](?:amp;)?(?:key|authorization|issuer_token|token|reset_token|code|jwt)=)[^&#"'<>\s]*`)
	secretName = regexp.MustCompile(`(?i)^(?:key|authorization|issuer_token|token|reset_token|code|jwt|password)$`)
)

// withoutSecrets cuts the values of secret parameters out of a text that may hold addresses.
func withoutSecrets(text string) string { return secret.ReplaceAllString(text, "${1}-") }

func redact(data map[string]any) map[string]any {
	out := make(map[string]any, len(data))
	for key, value := range data {
		if text, ok := value.(string); ok {
			value = withoutSecrets(text)
		}
		if secretName.MatchString(key) {
			value = "-"
		}
		out[key] = value
	}
	return out
}

func cut(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n])
}

func ref(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}
