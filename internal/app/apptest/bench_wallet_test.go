package apptest_test

import (
	"fmt"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

// BenchmarkWallet measures the first page of a wallet with 500 credentials, with its facets, beside a bare query for as many rows.
func BenchmarkWallet(b *testing.B) {
	if b.N > 1 {
		return // the one pass has measured everything
	}
	w := apptest.New(b)
	owner := w.Issuer("guild")
	first := owner.Issued(owner.Group("Weaving"), "ada").Text("credential.uuid")
	const held = 500
	w.Exec(`insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, private, private_key, allows_duplicate,
			state, published_at, email_status, certificate_version_id, snapshot, created_at, updated_at)
		select c.department_id, c.group_id, gen_random_uuid(), lpad(i::text, 9, 'x'), c.recipient_name, c.recipient_email, date '2026-01-01' - i, false, '', true,
			'published', now(), 'sent', c.certificate_version_id, c.snapshot, now(), now()
		from credentials c, generate_series(2, $1::int) i`, held)
	w.Exec("vacuum analyze credentials")
	mine := owner.Recipient(first)
	timed := func(ask func()) float64 {
		var all figure
		for range asked {
			begun := time.Now()
			ask()
			all.add([]time.Duration{time.Since(begun)})
		}
		return all.quantile(0.5)
	}
	bare := timed(func() {
		_ = w.Number("select count(*) from (select * from credentials where recipient_address = $1 order by issued_on desc, id desc limit 40) x", apptest.Email("ada"))
	})
	wallet := timed(func() {
		if n := mine.Get("/v1/recipient/credentials?page_size=40&facets=true").OK().Int("meta.total_count"); n != held {
			b.Fatalf("the wallet has %d credentials", n)
		}
	})
	fmt.Printf("wallet with %d credentials: first page with facets %.1f ms, a bare query for it %.1f ms (x%.1f)\n", held, wallet, bare, wallet/bare)
}
