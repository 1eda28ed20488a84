package apptest_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"laurel/internal/app/apptest"
)

// BenchmarkVerifiers measures what those who check credentials ask for, beside a handler that does nothing but answer the same
// bytes, and how long a bulk revocation takes until the list tells of it.
func BenchmarkVerifiers(b *testing.B) {
	if b.N > 1 {
		return // the one pass has measured everything
	}
	w := apptest.New(b)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	issued := owner.Issued(group, "ada")
	form := signedForm(w, issued)
	server := httptest.NewServer(w.App.Handler(prometheus.NewRegistry()))
	b.Cleanup(server.Close)
	m := &measuring{b: b, world: w, key: owner.Client, group: group, server: server.URL}

	var out bytes.Buffer
	table := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	for what, path := range map[string]string{
		"public page": "/" + issued.Text("credential.uuid"), "did.json": fmt.Sprint("/d/", owner.Department, "/did.json"), "status list": strings.TrimPrefix(form.Text("credentialStatus.statusListCredential"), apptest.Origin),
	} {
		answer := w.Nobody().Get(path).OK()
		bareServer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(answer.Body) }))
		b.Cleanup(bareServer.Close)
		var bare, served figure
		for range rounds { // in turns, so that what else the machine does hits both alike
			bare.add(m.requests(func() *http.Request { return m.get(bareServer.URL, path) }))
			served.add(m.requests(func() *http.Request { return m.get(server.URL, path) }))
		}
		_, _ = fmt.Fprintf(table, "%s\t%.0f/s\t1/%.1f of bare\tp99 %.1f ms\t\n", what, served.perSecond(), bare.perSecond()/served.perSecond(), served.quantile(0.99))
	}
	const many = 10_000
	w.Exec(`insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, private, private_key, state, published_at, created_at, updated_at)
		select $1, $2, gen_random_uuid(), 'a' || lpad(i::text, 8, '0'), 'Ada', 'ada' || i || '@example.org', '2026-03-10', false, '', 'published', now(), now(), now()
		from generate_series(1, $3::int) i`, owner.Department, group, many)
	w.Exec(`insert into status_entries (department_id, number, position, credential_id)
		select department_id, 1, row_number() over (order by id) * 7, id from credentials where encoded_id like 'a0%' on conflict do nothing`)
	begun := time.Now()
	owner.Post("/v1/credentials/revoke_many", apptest.J{"all_matching": apptest.J{"group_id": group}, "reason": "superseded"}).OK()
	answered := time.Since(begun)
	apptest.Eventually(b, "the list to tell", func() bool {
		_, bits := list(b, w, form.Text("credentialStatus.statusListCredential"))
		return isSet(bits, form.Text("credentialStatus.statusListIndex"))
	})
	_, _ = fmt.Fprintf(table, "revoke 10,000 at once\t%.0f/s\tanswered after %.2f s\ttold after %.2f s\t\n",
		many/answered.Seconds(), answered.Seconds(), time.Since(begun).Seconds())
	_ = table.Flush()
	_, _ = fmt.Fprintf(os.Stdout, "\n%s\n", out.String())
}
