package apptest_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

// How many there are in the department.
const (
	members          = 10_000
	permissionGroups = 500
)

// BenchmarkScopedMember measures the list of a million credentials for a member who sees half of the groups, beside an administrator who
// sees all. The department has 10,000 members and 500 permission groups, 25 of them the member's.
func BenchmarkScopedMember(b *testing.B) {
	if b.N > 1 {
		return // the one pass has measured everything
	}
	w := apptest.New(b)
	s := newShelf(b, w, "large", million)
	admin, scoped, masked := s.owner.Viewer("administrator"), s.owner.Viewer("scoped"), s.owner.Viewer("masked")
	w.Exec("update memberships set role = 'administrator' where user_id = $1", admin.UserID)
	w.Exec("update memberships set role = 'member' where user_id = any($1)", []int64{scoped.UserID, masked.UserID})
	w.Exec(`with made as (insert into users (email, created_at, updated_at) select 'member' || i || '@example.org', now(), now()
			from generate_series(1, $2::int) i returning id)
		insert into memberships (user_id, department_id, member_id, role, created_at) select id, $1, id, 'member', now() from made`,
		s.owner.Department, members)
	w.Exec(`insert into permission_groups (department_id, name, level, scope, targets, permissions, created_at, updated_at)
		select $1, 'Permissions ' || i, 'issuer', 'groups', array[($2::bigint + i % 50)::text], case when i % 50 = 1 then 'see_personal_data' else '' end, now(), now()
		from generate_series(0, $3::int - 1) i`, s.owner.Department, s.groups[0], permissionGroups)
	w.Exec(`insert into permission_group_members (department_id, permission_group_id, user_id)
		select p.department_id, p.id, m.user_id from (select *, row_number() over (order by id) as n from permission_groups where department_id = $1) p
		join (select *, row_number() over (order by user_id) as n from memberships where department_id = $1) m
			on m.n % $2 = p.n - 1 and m.user_id <> all($3)
		union all
		select department_id, id, x from permission_groups, unnest($3::bigint[]) x
		where department_id = $1 and targets[1]::bigint % 2 = ($4 + 1) % 2 and id <= (select min(id) + 49 from permission_groups where department_id = $1)
			and (permissions = '' or x = $3[1])`,
		s.owner.Department, permissionGroups, []int64{scoped.UserID, masked.UserID}, s.groups[0])
	w.Exec("vacuum analyze memberships, permission_groups, permission_group_members")
	for _, row := range []struct {
		what, path string
		member     apptest.Issuer
		body       func(i int) apptest.J
	}{
		{"first page", "search", scoped, func(int) apptest.J { return apptest.J{} }},
		{"first page, personal data masked", "search", masked, func(int) apptest.J { return apptest.J{} }},
		{"filtered by group", "search", scoped, func(i int) apptest.J { return apptest.J{"group_id": s.groups[i%25*2+1]} }},
		{"search by name", "search", scoped, func(i int) apptest.J { return apptest.J{"term": hashed("n", i*37+1)[:6]} }},
		{"sorted by name", "search", scoped, func(int) apptest.J { return apptest.J{"sort": "recipient_name"} }},
		{"how many are revoked", "count", scoped, func(int) apptest.J { return apptest.J{"state": "revoked"} }},
	} {
		var all, some figure
		for i := range asked {
			for _, one := range []struct {
				by apptest.Issuer
				f  *figure
			}{{admin, &all}, {row.member, &some}} {
				begun := time.Now()
				found := one.by.Post("/v1/credentials/"+row.path, row.body(i)).OK()
				one.f.add([]time.Duration{time.Since(begun)})
				if strings.Contains(string(found.Body), `"total_count":0`) {
					b.Fatalf("%s finds nothing for %s", row.what, one.by.Email)
				}
			}
		}
		fmt.Printf("%-34s  p95 %7.1f ms for an administrator  %7.1f ms for a member of some groups  x%.1f  (median x%.1f)\n", row.what,
			all.quantile(0.95), some.quantile(0.95), some.quantile(0.95)/all.quantile(0.95), some.quantile(0.5)/all.quantile(0.5))
	}
}
