package credentialsearch_test

import (
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/platform/pg"
)

func TestCredentialsAreFoundByTheProblemOfTheirEmail(t *testing.T) {
	h := open(t)
	_, _, all := h.people()
	h.Issue(all["bob"].ID, all["100% Cy"].ID)
	mailed := func(status string, names ...string) {
		t.Helper()
		ids := make([]int64, len(names))
		for i, name := range names {
			ids[i] = all[name].ID
		}
		err := pg.InDepartment(t.Context(), h.Pool, h.By.DepartmentID, func(tx pgx.Tx) error {
			return h.MailedTx(t.Context(), tx, h.By.DepartmentID, ids, status)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	mailed("sent", "Ada", "bob", "100% Cy")
	mailed("bounced", "Ada", "100% Cy")
	mailed("uncertain", "bob")
	for statuses, want := range map[string][]string{
		"bounced":                     {"100% Cy", "Ada"},
		"bounced,uncertain":           {"100% Cy", "bob", "Ada"},
		"bounced,not_sent":            {"Dee_Z", "100% Cy", "Ada"},
		"sent":                        nil,
		"suppressed,complained,other": nil,
	} {
		if got := h.found(credentialsearch.Query{EmailStatus: statuses}); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", statuses, got, want)
		}
	}
	mailed("sent", "Ada") // a problem may end
	if got := h.found(credentialsearch.Query{EmailStatus: "bounced"}); !slices.Equal(got, []string{"100% Cy"}) {
		t.Errorf("bounced: %q", got)
	}
	stale := h.Insert(`select count(*) from credentials where mail_problem is distinct from
		case when email_status in ('uncertain', 'bounced', 'complained', 'suppressed') then email_status end`)
	if stale != 0 {
		t.Errorf("mail_problem differs from email_status in %d rows", stale)
	}
}

// The status of an email is written once for every credential: an index that contained it would double the cost.
func TestRecordingAnEmailAsSentWritesNoIndex(t *testing.T) {
	h := open(t)
	indexed := h.Insert(`select count(*) from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attname = 'email_status'
		where i.indrelid = 'credentials'::regclass and (a.attnum = any(i.indkey) or pg_get_indexdef(i.indexrelid) like '%email_status%')`)
	if indexed != 0 {
		t.Errorf("%d indexes contain email_status", indexed)
	}
}
