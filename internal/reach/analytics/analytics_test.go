package analytics_test

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/audit"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
	"laurel/internal/reach/analytics"
)

// unheard is a department without webhooks.
type unheard struct{}

func (unheard) CredentialViewedTx(context.Context, pgx.Tx, int64, string, time.Time) error {
	return nil
}

func (unheard) CredentialSharedTx(context.Context, pgx.Tx, int64, string, string, time.Time) error {
	return nil
}

func open(t *testing.T) (*analytics.Service, *pgxpool.Pool) {
	t.Helper()
	t.Parallel()
	pool := dbtest.Pool(t)
	now := clock.NewFake(time.Date(2026, time.March, 10, 13, 0, 0, 0, time.UTC))
	return analytics.New(pool, now, audit.New(now), unheard{}), pool
}

// row reads the one row of a table as JSON.
func row(t *testing.T, pool *pgxpool.Pool, table string) (out map[string]any) {
	t.Helper()
	err := pg.InSystem(t.Context(), pool, func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), "select to_jsonb(x) from "+table+" x").Scan(&out)
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestNoSecretIsKept(t *testing.T) {
	s, pool := open(t)
	err := s.View(t.Context(), 0, analytics.PageView{
		Domain: "laurel.example", Env: "production", Property: "dashboard", Path: "/abc?key=s3cret&tab=1#token=s3cret",
		Data: map[string]any{
			"password": "s3cret", "page": 2.0, "from": "/x?a=1&Authorization=s3cret",
			"nested": map[string]any{"jwt": "s3cret", "list": []any{"?code=s3cret", map[string]any{"KEY": []any{"s3cret"}}}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	err = s.Click(t.Context(), 0, analytics.LinkClick{
		From: "https://laurel.example/abc?key=s3cret", To: "https://shop.example/?token=s3cret&x=1",
		HTML: `<a href="/abc?a=1&amp;key=s3cret">Open</a>`, AAD: "x",
	})
	if err != nil {
		t.Fatal(err)
	}
	view, click := row(t, pool, "page_views"), row(t, pool, "link_clicks")
	for _, kept := range []map[string]any{view, click} {
		if data, err := json.Marshal(kept); err != nil || strings.Contains(string(data), "s3cret") {
			t.Errorf("kept %s, %v", data, err)
		}
	}
	if view["path"] != "/abc?key=-&tab=1#token=-" || click["to_url"] != "https://shop.example/?token=-&x=1" {
		t.Errorf("path %v, to %v", view["path"], click["to_url"])
	}
}

func TestEventsAreCutToSize(t *testing.T) {
	s, pool := open(t)
	long := strings.Repeat("é", 10_000)
	if err := s.View(t.Context(), 0, analytics.PageView{Domain: long, Env: long, Property: long, Path: long}); err != nil {
		t.Fatal(err)
	}
	if err := s.Click(t.Context(), 0, analytics.LinkClick{From: long, To: "https://x.example/" + long, HTML: long, AAD: long}); err != nil {
		t.Fatal(err)
	}
	for column, want := range map[string]int{"domain": 256, "path": 2048} {
		if got := []rune(row(t, pool, "page_views")[column].(string)); len(got) != want {
			t.Errorf("%s has %d characters", column, len(got))
		}
	}
	for column, want := range map[string]int{"html": 256, "aad": 256, "from_url": 2048, "to_url": 2048} {
		if got := []rune(row(t, pool, "link_clicks")[column].(string)); len(got) != want {
			t.Errorf("%s has %d characters", column, len(got))
		}
	}
	err := s.View(t.Context(), 0, analytics.PageView{Data: map[string]any{"x": long}})
	if errs.KindOf(err) != errs.Invalid {
		t.Errorf("free data without end: %v", err)
	}
}

func TestOnlyWebAddressesAreNoted(t *testing.T) {
	s, _ := open(t)
	for to, want := range map[string]bool{
		"https://x.example/": true, "http://x.example": true,
		"javascript:alert(1)": false, "JavaScript://x.example/%0aalert(1)": false, "data:text/html,x": false, "//x.example": false, "/x": false,
		"https://": false, "": false, "https://%zz": false,
	} {
		if err := s.Click(t.Context(), 0, analytics.LinkClick{To: to}); (err == nil) != want {
			t.Errorf("%q: %v", to, err)
		}
	}
}

func TestEventsBelongToTheirDepartment(t *testing.T) {
	s, pool := open(t)
	ids := map[string]int64{"mine": 0, "theirs": 0}
	for _, name := range slices.Sorted(maps.Keys(ids)) {
		var id int64
		err := pool.QueryRow(t.Context(), "insert into departments (name, created_at, updated_at) values ($1, now(), now()) returning id", name).Scan(&id)
		if err != nil {
			t.Fatal(err)
		}
		ids[name] = id
	}
	if err := s.View(t.Context(), ids["mine"], analytics.PageView{Path: "/"}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{"mine": 1, "theirs": 0} {
		var n int
		err := pg.InDepartment(t.Context(), pool, ids[name], func(tx pgx.Tx) error {
			return tx.QueryRow(t.Context(), "select count(*) from page_views").Scan(&n)
		})
		if err != nil || n != want {
			t.Errorf("%s: %d events, %v", name, n, err)
		}
	}
}
