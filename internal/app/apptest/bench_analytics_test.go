package apptest_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/app/apptest"
	"laurel/internal/platform/pg"
	"laurel/internal/reach/insights"
)

// BenchmarkAnalytics measures the overview of a department with a million events beside the same counts read from the events.
func BenchmarkAnalytics(b *testing.B) {
	if b.N > 1 {
		return // the one pass has measured everything
	}
	w := apptest.New(b)
	owner := w.Issuer("guild")
	subjects := addSubjects(b, w.App, owner.Department, []int64{owner.Group("One"), owner.Group("Two")}, 0, 2000, w.Clock.Now())
	w.Exec(`insert into analytics_inbox (department_id, uuid, group_id, credential_id, type, actor, visitor, at)
		select $1, gen_random_uuid(), c.group_id, c.id, (array['viewed', 'viewed', 'viewed', 'pdf_downloaded', 'shared', 'verified'])[1 + i % 6],
			(array['owner', 'other'])[1 + i % 2], substr(decode(md5(i::text), 'hex'), 1, 8), $4::timestamptz - i * interval '7 seconds'
		from generate_series(1, $3::int) i join credentials c on c.id = $2::bigint + i % 2000`, owner.Department, subjects[0].id, million, w.Clock.Now())
	begun := time.Now()
	if err := w.App.Analytics.RollUpDepartment(b.Context(), owner.Department); err != nil {
		b.Fatal(err)
	}
	fmt.Printf("%-28s  %.1f s\n", "count a million events", time.Since(begun).Seconds())
	w.Exec("analyze analytics_events")
	var overview, raw figure
	for range 10 {
		begun := time.Now()
		if _, err := w.App.Insights.Read(b.Context(), owner.Actor(), insights.Overview, insights.Query{Compare: true}); err != nil {
			b.Fatal(err)
		}
		overview.add([]time.Duration{time.Since(begun)})
		begun = time.Now()
		err := pg.InDepartment(b.Context(), w.App.Pool, owner.Department, func(tx pgx.Tx) error {
			rows, err := tx.Query(b.Context(), `select at::date, type, actor, count(*), count(distinct visitor) from analytics_events
				where department_id = $1 and at >= $2::timestamptz - interval '180 days' group by 1, 2, 3`, owner.Department, w.Clock.Now())
			if err != nil {
				return err
			}
			lines := 0
			for rows.Next() {
				lines++
			}
			if lines == 0 {
				b.Error("there are no events")
			}
			return rows.Err()
		})
		if err != nil {
			b.Fatal(err)
		}
		raw.add([]time.Duration{time.Since(begun)})
	}
	fast, slow := overview.quantile(0.5), raw.quantile(0.5)
	fmt.Printf("%-28s  median %7.1f ms  first %7.1f ms  from the events %7.1f ms  x%.0f\n", "overview, 1,000,000 events", fast, overview.quantile(1), slow, slow/fast)
}
