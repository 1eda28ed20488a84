package apptest_test

import (
	"crypto/md5"
	"fmt"
	"testing"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/app/apptest"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/platform/page"
)

const (
	few     = 10_000
	million = 1_000_000
	asked   = 40 // how often each page is asked for
)

// BenchmarkCredentialList measures the list of credentials in a department with a million of them beside one with ten thousand.
func BenchmarkCredentialList(b *testing.B) {
	if b.N > 1 {
		return // the one pass has measured everything
	}
	w := apptest.New(b)
	small, large := newShelf(b, w, "small", few), newShelf(b, w, "large", million)
	for _, p := range []struct {
		what string
		ask  func(s shelf, i int) error
	}{
		{"first page", func(s shelf, _ int) error { return s.search(credentialsearch.Query{}) }},
		{"filtered by group", func(s shelf, i int) error {
			return s.search(credentialsearch.Query{GroupID: s.groups[i%len(s.groups)]})
		}},
		{"filtered by state", func(s shelf, _ int) error {
			return s.search(credentialsearch.Query{States: []credentials.State{credentials.Revoked}})
		}},
		{"filtered by date of issue", func(s shelf, _ int) error {
			return s.search(credentialsearch.Query{StartDate: "2025-03-01", EndDate: "2025-03-31"})
		}},
		{"filtered by mails that came back", func(s shelf, _ int) error { return s.search(credentialsearch.Query{EmailStatus: "bounced"}) }},
		{"filtered by privacy", func(s shelf, _ int) error { return s.search(credentialsearch.Query{Private: new(true)}) }},
		{"filtered by shared", func(s shelf, _ int) error { return s.search(credentialsearch.Query{Engagement: "shared"}) }},
		{"filtered by viewed", func(s shelf, _ int) error { return s.search(credentialsearch.Query{Engagement: "viewed"}) }},
		{"filtered by not engaged", func(s shelf, _ int) error { return s.search(credentialsearch.Query{Engagement: "none"}) }},
		{"sorted by engagement", func(s shelf, _ int) error { return s.search(credentialsearch.Query{Sort: "-engagement"}) }},
		{"search by name", func(s shelf, i int) error { return s.search(credentialsearch.Query{Term: hashed("n", i*37+1)[:6]}) }},
		{"search by name, mistyped", func(s shelf, i int) error {
			return s.search(credentialsearch.Query{Term: hashed("s", i*37+1)[:7] + "z"})
		}},
		{"search by part of an address", func(s shelf, i int) error { return s.search(credentialsearch.Query{Term: hashed("m", i*41+1)[2:10]}) }},
		{"search by id", func(s shelf, i int) error {
			return s.search(credentialsearch.Query{Term: fmt.Sprint(s.first + int64(i*97))})
		}},
		{"sorted by name", func(s shelf, _ int) error { return s.search(credentialsearch.Query{Sort: "recipient_name"}) }},
		{"a page deep down, by cursor", func(s shelf, _ int) error { return s.search(credentialsearch.Query{Cursor: s.deep}) }},
		{"counts by state", func(s shelf, _ int) error {
			_, err := w.App.Search.CountStates(b.Context(), s.by, credentialsearch.Query{})
			return err
		}},
	} {
		var at [2]figure
		for i := range asked {
			for j, s := range []shelf{small, large} {
				begun := time.Now()
				if err := p.ask(s, i); err != nil {
					b.Fatal(p.what, err)
				}
				at[j].add([]time.Duration{time.Since(begun)})
			}
		}
		ten, mil := at[0].quantile(0.95), at[1].quantile(0.95)
		fmt.Printf("%-28s  p95 %7.1f ms at 10,000  %7.1f ms at 1,000,000  x%.1f  (median x%.1f)\n", p.what, ten, mil, mil/ten,
			at[1].quantile(0.5)/at[0].quantile(0.5)) // which tells more where the machine has other things to do
	}
}

// shelf is a department with many credentials in fifty groups.
type shelf struct {
	b      *testing.B
	w      *apptest.World
	owner  apptest.Issuer
	by     access.Actor
	groups []int64
	first  int64
	deep   string
}

func newShelf(b *testing.B, w *apptest.World, name string, n int) shelf {
	b.Helper()
	owner := w.Issuer(name)
	s := shelf{b: b, w: w, owner: owner, by: owner.Actor()}
	group := owner.Group("Group 0")
	w.Exec(`insert into groups (department_id, name, course_name, certificate_design_id, created_at, updated_at)
		select department_id, 'Group ' || i, 'Course', certificate_design_id, now(), now() from groups, generate_series(1, 49) i where id = $1`, group)
	for i := range 50 {
		s.groups = append(s.groups, group+int64(i))
	}
	begun := time.Now()
	w.Exec("drop index credentials_folded_idx") // written whole afterwards, which is much quicker than row by row
	w.Exec(`insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, private, private_key,
			allows_duplicate, state, published_at, revoked_at, revocation_reason, email_status, created_at, updated_at)
		select $1, $2::bigint + i % 50, gen_random_uuid(), substr('ab', $3::int, 1) || lpad(i::text, 8, '0'),
			initcap(substr(md5('n' || i), 1, 6)) || ' ' || initcap(substr(md5('s' || i), 1, 8)), substr(md5('m' || i), 1, 10) || '@example.org',
			date '2026-01-01' - i % 700, i % 500 = 9, '', true, case when i % 50 = 7 then 'revoked' when i % 20 = 3 then 'draft' else 'published' end,
			case when i % 20 <> 3 or i % 50 = 7 then now() end, case when i % 50 = 7 then now() end, case when i % 50 = 7 then 'other' end,
			case when i % 200 = 11 then 'bounced' else 'sent' end, now(), now()
		from generate_series(1, $4::int) i`, owner.Department, group, map[string]int{"small": 1, "large": 2}[name], n)
	w.Exec("create index credentials_folded_idx on credentials using gin (folded(recipient_name) gin_trgm_ops, recipient_email gin_trgm_ops)")
	w.Exec(`insert into credential_engagements (credential_id, department_id, level, reached_at)
		select id, department_id, case when id % 100 = 0 then 4 when id % 20 = 0 then 3 when id % 5 = 0 then 2 else 1 end, now()
		from credentials where department_id = $1 and id % 5 < 2`, owner.Department)
	w.Exec("vacuum analyze credentials, credential_engagements") // as the database does by itself in time
	b.Logf("%d credentials written in %.1f s", n, time.Since(begun).Seconds())
	s.first = w.Number("select min(id) from credentials where department_id = $1", owner.Department)
	found, err := w.App.Search.Search(b.Context(), s.by, credentialsearch.Query{Term: fmt.Sprint(s.first + int64(n/10)), Page: page.Request{Size: 1}})
	if err != nil || found.Next == "" {
		b.Fatal("no place deep down: ", err)
	}
	s.deep = found.Next
	return s
}

// hashed is what names and addresses are made of.
func hashed(kind string, i int) string { return fmt.Sprintf("%x", md5.Sum(fmt.Append(nil, kind, i))) }

func (s shelf) search(q credentialsearch.Query) error {
	found, err := s.w.App.Search.Search(s.b.Context(), s.by, q)
	if err == nil && len(found.Items) == 0 {
		return fmt.Errorf("%+v finds nothing", q)
	}
	return err
}
