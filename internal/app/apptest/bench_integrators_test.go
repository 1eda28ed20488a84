package apptest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"laurel/internal/app/apptest"
)

// BenchmarkIntegrators measures the calls that programs make most beside a handler that makes one query and writes down what came:
// no key, no limit, no log, no walls between departments. It runs once and prints a table.
func BenchmarkIntegrators(b *testing.B) {
	if b.N > 1 {
		return // the one pass has measured everything
	}
	m, group := newIntegrating(b)
	var out bytes.Buffer
	table := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	first := fmt.Sprintf("?group_id=%d&page_size=50", group)
	search := fmt.Sprintf(`{"query":{"group.id":%d},"sort":{"id":"desc"},"page":{"size":50}}`, group)
	for _, call := range []struct {
		what       string
		bare, ours func() *http.Request
	}{
		{"read a credential", func() *http.Request { return m.get(m.bare, m.credential) }, func() *http.Request { return m.get(m.server, m.credential) }},
		{
			"list 50", func() *http.Request { return m.get(m.bare, "/v1/all_credentials"+first) },
			func() *http.Request { return m.get(m.server, "/v1/all_credentials"+first) },
		},
		{
			"search v2, 50", func() *http.Request { return m.get(m.bare, "/v1/all_credentials"+first) },
			func() *http.Request { return m.post("/v2/credentials/search", search) },
		},
		{"create a draft", func() *http.Request { return m.get(m.bare, "/create") }, m.draft},
		{"create and publish", func() *http.Request { return m.get(m.bare, "/create") }, m.create},
		{"create 100 in bulk", func() *http.Request { return m.get(m.bare, "/bulk") }, m.bulk},
	} {
		var bare, ours figure
		m.requests(call.bare) // every connection plans each of its statements afresh the first five times
		m.requests(call.ours)
		for range rounds { // in turns, so that what else the machine does hits both alike
			bare.add(m.requests(call.bare))
			ours.add(m.requests(call.ours))
		}
		_, _ = fmt.Fprintf(table, "%s\t%.0f/s\t1/%.1f of bare\tp99 %.1f ms\tbare %.1f ms\t\n", call.what, ours.perSecond(),
			bare.perSecond()/ours.perSecond(), ours.quantile(0.99), bare.quantile(0.99))
	}
	m.followUp(table)
	_ = table.Flush()
	_, _ = fmt.Fprintf(os.Stdout, "\n%s\n", out.String())
}

// followUp measures how fast a worker writes the mails of what was published and has it signed and printed: faster than it is published, or
// it would fall behind.
func (m *measuring) followUp(table io.Writer) {
	n, began := m.world.Number("select count(*) from issued_lately"), time.Now()
	for more := true; more; {
		var err error
		if more, err = m.world.App.Publishing.FollowUp(m.b.Context()); err != nil {
			m.b.Fatal(err)
		}
	}
	_, _ = fmt.Fprintf(table, "follow up what was published\t%.0f/s\tfor %d\t\t\t\n", float64(n)/time.Since(began).Seconds(), n)
}

// newIntegrating is a Laurel with a thousand credentials in a group, and a bare handler on the same database.
func newIntegrating(b *testing.B) (*measuring, int64) {
	b.Helper()
	settings := apptest.Settings(b)
	settings["LAUREL_RATE_ADDRESS"], settings["LAUREL_RATE_KEY"] = "0", "0"
	w := apptest.NewWith(b, settings)
	owner := w.Issuer("owner")
	m := &measuring{b: b, world: w, key: owner.Key("write"), group: owner.Group("Weaving")}
	many := owner.Group("Sewing")
	m.credential = fmt.Sprint("/v1/credentials/", m.key.Issued(m.group, "ada").Int("credential.accredible_internal_id"))
	w.Exec(`insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, private, private_key, state, published_at, created_at, updated_at)
		select $1, $2, gen_random_uuid(), 'a' || lpad(i::text, 8, '0'), 'Ada', 'ada' || i || '@example.org', '2026-03-10', false, '', 'published', now(), now(), now()
		from generate_series(1, 1000) i`, owner.Department, many)
	w.Exec("analyze credentials")
	pool, err := pgxpool.New(b.Context(), settings["DATABASE_URL"])
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(pool.Close)
	bare, server := httptest.NewServer(bareHandler(pool, owner.Department, m.group)), httptest.NewServer(w.App.Handler(prometheus.NewRegistry()))
	b.Cleanup(bare.Close)
	b.Cleanup(server.Close)
	m.bare, m.server = bare.URL, server.URL
	return m, many
}

// bareHandler answers with the rows of one query each.
func bareHandler(pool *pgxpool.Pool, department, group int64) http.Handler {
	const insert = `insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on,
			private, private_key, allows_duplicate, source, state, published_at, created_at, updated_at)
		select $1, $2, u, e, 'R', u || '@recipients.example', now(), false, '', true, 'bench', 'published', now(), now(), now()
		from unnest($3::uuid[], $4::text[]) x(u, e) returning *`
	var count atomic.Int64
	router := chi.NewRouter()
	answer := func(sql string, args func(r *http.Request) []any) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			rows, err := pool.Query(r.Context(), sql, args(r)...)
			if err == nil {
				var found []map[string]any
				if found, err = pgx.CollectRows(rows, pgx.RowToMap); err == nil {
					err = json.NewEncoder(w).Encode(found)
				}
			}
			if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
			}
		}
	}
	router.Get("/v1/credentials/{id}", answer("select * from credentials where id = $1", func(r *http.Request) []any { return []any{chi.URLParam(r, "id")} }))
	router.Get("/v1/all_credentials", answer("select * from credentials where department_id = $1 and group_id = $2 order by id desc limit 50",
		func(r *http.Request) []any { return []any{department, r.URL.Query().Get("group_id")} }))
	for path, n := range map[string]int{"/create": 1, "/bulk": 100} {
		router.Get(path, answer(insert, func(*http.Request) []any {
			uuids, ids := make([]uuid.UUID, n), make([]string, n)
			for i := range uuids {
				uuids[i], ids[i] = uuid.New(), fmt.Sprintf("b%09d", count.Add(1))
			}
			return []any{department, group, uuids, ids}
		}))
	}
	return router
}

func (m *measuring) post(path, body string) *http.Request {
	r, err := http.NewRequestWithContext(m.b.Context(), http.MethodPost, m.server+path, strings.NewReader(body))
	if err != nil {
		m.b.Fatal(err)
	}
	r.Header.Set("Authorization", m.key.Authorization)
	return r
}

func (m *measuring) draft() *http.Request {
	return m.post("/v1/credentials", fmt.Sprintf(`{"credential":{"group_id":%d,"approve":false,"recipient":{"name":"R","email":"r%d@recipients.example"}}}`,
		m.group, m.count.Add(1)))
}

func (m *measuring) bulk() *http.Request {
	all := make([]string, 100)
	for i := range all {
		all[i] = fmt.Sprintf(`{"group_id":%d,"recipient":{"name":"R","email":"r%d@recipients.example"}}`, m.group, m.count.Add(1))
	}
	return m.post("/v1/credentials/bulk_create", `{"credentials":[`+strings.Join(all, ",")+`]}`)
}

// BenchmarkWebhooks measures how long a thousand deliveries take, alone and while a slow and a dead receiver have a thousand each.
func BenchmarkWebhooks(b *testing.B) {
	if b.N > 1 {
		return // the one pass has measured everything
	}
	const events = 1000
	deliver := func(others bool) time.Duration {
		w := hooked(b)
		owner := w.Issuer("owner")
		quick, dead := newReceiver(b, always(200)), newReceiver(b, always(500))
		slow := newReceiver(b, func(int) int { <-time.After(3 * time.Second); return 200 })
		if others {
			hook(owner.Client, slow.URL, "credential.published")
			hook(owner.Client, dead.URL, "credential.published")
		}
		hook(owner.Client, quick.URL, "credential.published")
		publishedEvents(w, owner.Department, events)
		begun := time.Now()
		pump := w.App.Webhooks.Start(b.Context())
		apptest.Eventually(b, "a thousand deliveries", func() bool { return len(quick.arrivals()) >= events })
		took := time.Since(begun)
		if err := pump.Stop(b.Context()); err != nil {
			b.Error(err)
		}
		return took
	}
	alone, beside := deliver(false), deliver(true)
	fmt.Printf("\n1,000 webhooks: %.2f s alone, %.2f s beside a slow and a dead receiver with 1,000 each (x%.1f)\n", alone.Seconds(), beside.Seconds(),
		beside.Seconds()/alone.Seconds())
}
