package apptest_test

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/app"
	"laurel/internal/app/apptest"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/operations/exports"
)

// BenchmarkExport writes and hands out 10,000 and 100,000 rows, and reports the memory that each takes: the more rows may not
// take more of it.
func BenchmarkExport(b *testing.B) {
	if b.N > 1 {
		return // the one pass has measured everything
	}
	w := apptest.New(b)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	filled := 0
	for _, rows := range []int{10_000, 100_000} {
		w.Exec(`insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, private, private_key,
				created_at, updated_at)
			select $1, $2, gen_random_uuid(), 'a' || (10000000 + n), 'Person ' || n, 'p' || n || '@example.org', now(), false, 'k', now(), now()
			from generate_series($3::int, $4::int) n`, owner.Department, group, filled+1, rows)
		w.Exec("analyze credentials")
		filled = rows
		for _, format := range []exports.Format{exports.CSV, exports.XLSX} {
			took, peak := exported(b, w.App, owner.Actor(), format)
			fmt.Printf("data export, %d rows as %s: %.0f rows/s, %.1f s, %d MiB more at the peak\n", rows, format, float64(rows)/took.Seconds(), took.Seconds(), peak>>20)
		}
	}
}

// exported makes an export, writes it out and reports how long that took, and by how much the process grew.
func exported(b *testing.B, a *app.App, by access.Actor, format exports.Format) (took time.Duration, grown int64) {
	b.Helper()
	runtime.GC()
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0o600); err != nil { // forgets the peak so far
		b.Fatal(err)
	}
	before, started := peakMemory(b), time.Now()
	e, err := a.Exports.Start(b.Context(), by, exports.Request{
		Entity: exports.Credentials, Format: format, Filter: exports.Filter{Selection: credentialsearch.Selection{Query: &credentialsearch.Query{}}},
	})
	if err != nil {
		b.Fatal(err)
	}
	a.Operations.TimeSlice = time.Hour
	if err := a.Exports.Work(b.Context(), exports.Write{ExportID: e.ID, DepartmentID: e.DepartmentID}); err != nil {
		b.Fatal(err)
	}
	if e, err = a.Exports.Read(b.Context(), by, e.ID); err != nil {
		b.Fatal(err)
	}
	if err := a.Exports.WriteFile(b.Context(), e, io.Discard, func() {}); err != nil {
		b.Fatal(err)
	}
	return time.Since(started), peakMemory(b) - before
}

// peakMemory is the most memory that the process had, in bytes.
func peakMemory(b *testing.B) (n int64) {
	b.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		b.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if _, err := fmt.Sscanf(line, "VmHWM: %d kB", &n); err == nil {
			return n << 10
		}
	}
	b.Fatal("the system does not tell the peak of memory")
	return 0
}
