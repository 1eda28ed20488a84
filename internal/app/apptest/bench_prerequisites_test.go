package apptest_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/riverqueue/river"

	"laurel/internal/app/apptest"
	"laurel/internal/issuing/groups"
)

// BenchmarkPrerequisites measures a group with two prerequisites that 20,000 people hold: issuing to all of them, looking again when nothing
// changed, and following one that was suspended. Twice as many others hold one prerequisite alone.
func BenchmarkPrerequisites(b *testing.B) {
	if b.N > 1 {
		return // the one pass has measured everything
	}
	const earners, others = 20_000, 40_000
	w := apptest.New(b)
	owner := w.Issuer("owner")
	warp, weft, top := owner.Group("Warp"), owner.Group("Weft"), owner.Group("Weaving")
	for i, group := range []int64{warp, weft} {
		w.Exec(`insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, private, private_key,
				allows_duplicate, state, published_at, email_status, created_at, updated_at)
			select $1, $2, gen_random_uuid(), $3 || lpad((i + 50000)::text, 8, '0'), initcap(substr(md5('n' || i), 1, 6)), substr(md5('m' || i), 1, 10) || '@example.org',
				date '2026-01-01' - i % 700, false, '', false, 'published', now(), 'sent', now(), now()
			from generate_series($4::int, $5::int) i`, owner.Department, group, string("ab"[i]), 1-i*others/2, earners+(1-i)*others/2)
	}
	w.Exec("vacuum analyze credentials")
	owner.Put(fmt.Sprint("/v1/issuer/groups/", top), apptest.J{"group": apptest.J{"prerequisites": these(warp, weft), "prerequisites_lost": "suspend"}}).OK()
	work := func(what string, state string, want int64) {
		begun := time.Now()
		for {
			err := w.App.Prerequisites.Work(b.Context(), groups.ApplyPrerequisites{DepartmentID: owner.Department, GroupID: top})
			if err == nil {
				break
			}
			if !errors.Is(err, &river.JobSnoozeError{}) {
				b.Fatal(err)
			}
		}
		fmt.Printf("%-40s %8.2f s\n", what, time.Since(begun).Seconds())
		if n := w.Number("select count(*) from credentials where group_id = $1 and state = $2", top, state); n != want {
			b.Fatalf("%d are %s, not %d", n, state, want)
		}
	}
	work("issued to 20,000", "published", earners)
	work("looked at again", "published", earners)
	one := w.Number("select id from credentials where group_id = $1 and recipient_email in (select recipient_email from credentials where group_id = $2) limit 1", warp, top)
	owner.Post(fmt.Sprint("/v1/credentials/", one, "/suspend"), apptest.J{}).OK()
	work("followed one that was suspended", "suspended", 1)
}
