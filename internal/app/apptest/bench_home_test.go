package apptest_test

import (
	"fmt"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

// BenchmarkHome measures the start page of a department with a million credentials and the visits of three months, for an administrator and
// for a member of half of its groups.
func BenchmarkHome(b *testing.B) {
	if b.N > 1 {
		return // the one pass has measured everything
	}
	w := apptest.New(b)
	s := newShelf(b, w, "large", million)
	w.Exec(`insert into analytics_cohorts (department_id, day, group_id, design_id, published, emailed, delivered, viewed, opened, downloaded, shared, used, clicked, referred, verified)
		select $1, current_date - d, g, 0, 200, 200, 190, 90, 80, 40, 20, 50, 9, 4, 12 from generate_series(0, 89) d, unnest($2::bigint[]) g`, s.owner.Department, s.groups)
	w.Exec(`insert into analytics_days (department_id, day, group_id, type, actor, detail, events, visitors)
		select $1, current_date - d, g, k, 'other', '', 100, 60 from generate_series(0, 89) d, unnest($2::bigint[]) g,
			unnest('{viewed,pdf_downloaded,shared,verified,link_clicked}'::text[]) k`, s.owner.Department, s.groups)
	w.Exec("vacuum analyze analytics_cohorts, analytics_days")
	scoped := s.owner.Viewer("scoped")
	some := []int64{}
	for i := 0; i < len(s.groups); i += 2 {
		some = append(some, s.groups[i])
	}
	s.owner.Put(fmt.Sprint("/v1/team_members/", scoped.UserID), apptest.J{"team_member": apptest.J{
		"department_permissions": []apptest.J{{"department_id": s.owner.Department, "permissions": apptest.J{"role": "editor", "analytics": true, "groups": some}}},
	}}).OK()
	for _, one := range []struct {
		who string
		by  apptest.Client
	}{{"an administrator", s.owner.Client}, {"a member of half of the groups", scoped.Client}} {
		var f figure
		for range asked {
			begun := time.Now()
			home := one.by.Get("/v1/home").OK()
			f.add([]time.Duration{time.Since(begun)})
			if home.Int("home.trend.series.0.total") == 0 || home.Int("home.counts.published") == 0 {
				b.Fatalf("%s sees nothing: %s", one.who, home.Body)
			}
		}
		fmt.Printf("start page, 1,000,000 credentials  p95 %7.1f ms  median %7.1f ms for %s\n", f.quantile(0.95), f.quantile(0.5), one.who)
	}
}
