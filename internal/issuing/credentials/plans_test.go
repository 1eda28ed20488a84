package credentials_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/issuingtest"
	"laurel/internal/platform/pg"
)

// crowd adds 20,000 credentials to a new group, of which every tenth renews the one before it, and returns the group and the first ID.
func crowd(h *issuingtest.House) (group, first int64) {
	h.T.Helper()
	group = h.Group(h.By, "Crowd", "")
	h.Exec(`insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, private, private_key,
			created_at, updated_at)
		select $1, $2, gen_random_uuid(), 'a2' || lpad(to_hex(n), 6, '0'), 'Ada', 'ada' || n || '@example.org', '2026-03-01', false, 'key', now(), now()
		from generate_series(1, 20000) n`, h.By.DepartmentID, group)
	h.Exec(`update credentials set supersedes_id = id - 1
		where group_id = $1 and id % 10 = 0 and id > (select min(id) from credentials where group_id = $1)`, group)
	owner, err := pgx.Connect(h.T.Context(), h.Pool.Config().ConnString())
	if err != nil {
		h.T.Fatal(err)
	}
	defer func() { _ = owner.Close(h.T.Context()) }()
	if _, err := owner.Exec(h.T.Context(), "analyze credentials"); err != nil {
		h.T.Fatal(err)
	}
	return group, h.Insert("select min(id) from credentials where group_id = $1", group)
}

// plan returns the plan of a statement as the department sees the database.
func plan(h *issuingtest.House, sql string, args ...any) string {
	h.T.Helper()
	var lines []string
	err := pg.InDepartment(h.T.Context(), h.Pool, h.By.DepartmentID, func(tx pgx.Tx) error {
		rows, err := tx.Query(h.T.Context(), "explain "+sql, args...)
		if err == nil {
			lines, err = pgx.CollectRows(rows, pgx.RowTo[string])
		}
		return err
	})
	if err != nil {
		h.T.Fatalf("explain: %v", err)
	}
	return strings.Join(lines, "\n")
}

func TestRenewalsAreFoundByIndexes(t *testing.T) {
	h := issuingtest.Open(t)
	_, first := crowd(h)
	got := plan(h, `select (select jsonb_agg(to_jsonb(r)) from credential_related(c.department_id, c.id, c.supersedes_id) r)
		from credentials c where c.department_id = $1 and c.id = $2`, h.By.DepartmentID, first+15)
	if found := strings.Count(got, "Index Scan using"); found != 3 {
		t.Errorf("%d rows are found by an index each, want 3", found)
	}
	for _, slow := range []string{"Bitmap", "Seq Scan", "Function Scan"} { // a function scan is a call that the planner did not inline
		if strings.Contains(got, slow) {
			t.Errorf("the plan has a %s", slow)
		}
	}
	if t.Failed() {
		t.Log(got)
	}
}

func TestAConditionWithoutIndexCostsNoCall(t *testing.T) {
	h := issuingtest.Open(t)
	_, first := crowd(h)
	got := plan(h, "select id from credentials where without_index(department_id = $1) and id = any($2::bigint[])",
		h.By.DepartmentID, []int64{first, first + 1})
	if !strings.Contains(got, "credentials_pkey") || !strings.Contains(got, ") IS TRUE)") || strings.Contains(got, "without_index") {
		t.Errorf("the plan is\n%s", got)
	}
}
