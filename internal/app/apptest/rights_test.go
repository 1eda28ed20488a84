package apptest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/app/apptest"
	"laurel/internal/platform/pg"
)

// crowded is more than one chunk of work.
const crowded = 501

// losing is a department in which a starter loses a right while their work runs.
type losing struct {
	*testing.T
	w       *apptest.World
	owner   apptest.Issuer // may do everything, and keeps it
	starter apptest.Issuer // starts the work
	group   int64
}

// newLosing makes a department with two administrators and more drafts than one chunk has.
func newLosing(t *testing.T, w *apptest.World, name string) losing {
	t.Helper()
	l := losing{T: t, w: w, owner: w.Issuer(name + "-owner")}
	l.starter = l.owner.Viewer(name + "-starter")
	l.must(w.App.Departments.SetRole(t.Context(), l.owner.Actor(), l.starter.UserID, access.Administrator))
	l.group = l.owner.Group("Weaving")
	w.Exec(`insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, private, private_key, created_at, updated_at)
		select $1::bigint, $2, gen_random_uuid(), 'a' || lpad(($1 * 1000 + i)::text, 8, '0'), 'Ada', 'ada' || i || '@recipients.example', '2026-03-10', false, '', now(), now()
		from generate_series(1, $3::int) i`, l.owner.Department, l.group, crowded)
	return l
}

func (l losing) must(err error) {
	l.Helper()
	if err != nil {
		l.Fatal(err)
	}
}

// after has SQL run in the transaction of the first change of a table's row for which a condition holds.
func (l losing) after(table, condition, sql string) {
	l.Helper()
	name := fmt.Sprintf("lose_%d", l.owner.Department)
	l.w.Exec(fmt.Sprintf("create function %s() returns trigger security definer language plpgsql as $$ begin %s; return null; end $$", name, sql))
	l.w.Exec(fmt.Sprintf("create trigger %s after update on %s for each row when (new.department_id = %d and %s) execute function %[1]s()",
		name, table, l.owner.Department, condition))
}

// keep ends what after began.
func (l losing) keep(table string) {
	l.Helper()
	l.w.Exec(fmt.Sprintf("drop trigger lose_%d on %s", l.owner.Department, table))
}

func (l losing) member(set string) string {
	return fmt.Sprintf("update memberships set %s where user_id = %d", set, l.starter.UserID)
}

// losses are the ways to lose a right; key reports whether an API key does the work.
func losses() []struct {
	name, code string
	key        bool
	sql        func(losing) string
} {
	key := func(set string) func(losing) string {
		return func(l losing) string {
			return fmt.Sprintf("update api_keys set %s where department_id = %d", set, l.owner.Department)
		}
	}
	return []struct {
		name, code string
		key        bool
		sql        func(losing) string
	}{
		{"removed", "starter.not_member", false, func(l losing) string {
			return fmt.Sprintf("delete from memberships where user_id = %d", l.starter.UserID)
		}},
		{"viewer", "starter.right_lost", false, func(l losing) string { return l.member("role = 'viewer'") }},
		{"narrowed", "starter.groups_lost", false, func(l losing) string { return l.member(fmt.Sprintf("role = 'partial:editor/%d'", l.group)) }},
		{"revoked-key", "starter.key_ended", true, key("revoked_at = now()")},
		{"expired-key", "starter.key_ended", true, key("expires_at = '2020-01-01'")},
		{"reading-key", "starter.right_lost", true, key("access = 'read', scopes = 'credentials:read'")},
		{"key-of-a-group", "starter.groups_lost", true, key("group_ids = array[1::bigint]")},
	}
}

// who is the client that starts the work.
func (l losing) who(key bool) apptest.Client {
	l.Helper()
	if key {
		return l.starter.Key("write")
	}
	return l.starter.Client
}

func TestABulkActionStopsWhenItsStarterLosesTheRight(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	for _, loss := range losses() {
		l := newLosing(t, w, loss.name)
		who := l.who(loss.key)
		l.after("operations", "old.done_count = 0 and new.done_count > 0", loss.sql(l))
		begun := who.Post("/v1/actions", apptest.J{"kind": "delete", "all_matching": apptest.J{"group_id": l.group}}).OK()
		w.Work()
		path := "/v1/actions/" + begun.Text("action.uuid")
		a := l.owner.Get(path).OK()
		if a.Text("action.state") != "stopped" || a.Text("action.stop.code") != loss.code || a.Text("action.stop.message") == "" ||
			a.Int("action.done_count") != 500 || a.Int("action.stop.not_done_count") != 1 {
			t.Errorf("%s: %s", loss.name, a.Body)
		}
		if n := l.deleted(); n != 500 {
			t.Errorf("%s: %d are deleted", loss.name, n)
		}
		if by := w.Text("select system from audit_events where action = 'action.stopped' and department_id = " + fmt.Sprint(l.owner.Department)); by != "rights_check" {
			t.Errorf("%s: stopped by %q", loss.name, by)
		}
		l.keep("operations")
		l.owner.Post(path+"/resume", nil).OK()
		w.Work()
		if a := l.owner.Get(path).OK(); a.Text("action.state") != "finished" || a.Int("action.done_count") != crowded || a.Text("action.by") != loss.name+"-owner" || l.deleted() != crowded {
			t.Errorf("%s: resumed: %s", loss.name, a.Body)
		}
		l.owner.Post(path+"/resume", nil).Refused(409, "action.not_stopped")
	}
}

func (l losing) deleted() int64 {
	l.Helper()
	return l.w.Number("select count(*) from credentials where state = 'deleted' and department_id = $1", l.owner.Department)
}

func TestAProcessThatTakesWorkUpReadsTheRightsOfItsStarter(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	l := newLosing(t, w, "restart")
	begun := l.starter.Post("/v1/actions", apptest.J{"kind": "delete", "all_matching": apptest.J{"group_id": l.group}}).OK()
	l.must(w.App.Departments.RemoveMember(t.Context(), l.owner.Actor(), l.starter.UserID))
	w.Another()
	apptest.Eventually(t, "the action to stop", func() bool { return w.Number("select count(*) from operations where stop_reason is not null") == 1 })
	path := "/v1/actions/" + begun.Text("action.uuid")
	if a := l.owner.Get(path).OK(); a.Text("action.stop.code") != "starter.not_member" || a.Int("action.stop.not_done_count") != crowded || l.deleted() != 0 {
		t.Errorf("%s", a.Body)
	}
	viewer := l.owner.Viewer("onlooker")
	viewer.Post(path+"/resume", nil).Denied()
	l.must(pg.InSystem(t.Context(), w.App.Pool, func(tx pgx.Tx) error {
		return w.App.Departments.AddMemberTx(t.Context(), tx, l.owner.Actor(), l.starter.UserID, access.Administrator)
	}))
	l.starter.Post(path+"/resume", nil).OK()
	apptest.Eventually(t, "the rest to be deleted", func() bool { return l.deleted() == crowded })
}

func (l losing) published() int64 {
	l.Helper()
	return l.w.Number("select count(*) from credentials where state = 'published' and department_id = $1", l.owner.Department)
}

func TestAPublicationStopsWhenItsStarterLosesTheRight(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	for _, loss := range losses() {
		l := newLosing(t, w, loss.name)
		who := l.who(loss.key)
		l.after("publications", "old.published_count = 0 and new.published_count > 0", loss.sql(l))
		begun := who.Post("/v1/credentials/publish", apptest.J{"all_matching": apptest.J{"group_id": l.group}, "send_email": false}).OK()
		w.Work()
		path := "/v1/publications/" + begun.Text("publication.uuid")
		p := l.owner.Get(path).OK()
		if p.Text("publication.state") != "finished" || p.Text("publication.stop.code") != loss.code || p.Int("publication.stop.not_done_count") != 1 || l.published() != 500 {
			t.Errorf("%s: %s", loss.name, p.Body)
		}
		l.keep("publications")
		l.owner.Post(path+"/resume", nil).OK()
		w.Work()
		if p := l.owner.Get(path).OK(); p.Int("publication.published_count") != crowded || l.published() != crowded {
			t.Errorf("%s: resumed: %s", loss.name, p.Body)
		}
		l.owner.Post(path+"/resume", nil).Refused(409, "publication.not_stopped")
	}
}

func TestAnUndoOfAPublicationStopsWhenItsStarterLosesTheRight(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	l := newLosing(t, w, "undo")
	begun := l.owner.Post("/v1/credentials/publish", apptest.J{"all_matching": apptest.J{"group_id": l.group}, "hold_minutes": 60}).OK()
	w.Another() // its emails wait, so the queues do not become empty
	apptest.Eventually(t, "all to be published", func() bool { return w.Number("select count(*) from publications where finished_at is not null") == 1 })
	l.after("publications", "old.undone_count = 0 and new.undone_count > 0", fmt.Sprintf("delete from memberships where user_id = %d", l.starter.UserID))
	path := "/v1/publications/" + begun.Text("publication.uuid")
	l.starter.Post(path+"/undo", nil).OK()
	apptest.Eventually(t, "the undo to stop", func() bool {
		return w.Number("select count(*) from publications where undo_stop_reason is not null") == 1
	})
	if p := l.owner.Get(path).OK(); p.Text("publication.undo_stop.code") != "starter.not_member" || p.Int("publication.undone_count") != 500 || l.published() != 1 {
		t.Errorf("%s", p.Body)
	}
	l.keep("publications")
	l.owner.Post(path+"/undo", nil).OK()
	apptest.Eventually(t, "the undo to end", func() bool {
		return w.Number("select count(*) from publications where undo_stop_reason is null and undo_finished_at is not null") == 1
	})
	if p := l.owner.Get(path).OK(); p.Int("publication.undone_count") != crowded || l.published() != 0 || w.Number("select count(*) from mails where state = 'sent'") != 0 {
		t.Errorf("undone again: %s", p.Body)
	}
}

// sheet is a file with more rows than one chunk has.
func sheet() string {
	var rows strings.Builder
	rows.WriteString("Name,E-Mail\n")
	for i := range crowded {
		fmt.Fprintf(&rows, "Bea,bea%d@people.example\n", i)
	}
	return rows.String()
}

func TestAnImportStopsWhenItsStarterLosesTheRight(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	for _, loss := range losses() {
		l := newLosing(t, w, loss.name)
		i := importFile(t, w, l.owner, l.group, "people.csv", sheet())
		want(t, i.check(), apptest.J{"state": "validated", "error_rows": 0})
		l.after("imports", "old.created = 0 and new.created > 0", loss.sql(l))
		l.who(loss.key).Post(i.path+"/start", apptest.J{"consent": true}).OK()
		w.Work()
		want(t, i.read(), apptest.J{"state": "stopped", "stop.code": loss.code, "stop.not_done_count": 1, "stop.can_resume": true, "created": 500})
		viewer := l.owner.Viewer(loss.name + "-onlooker")
		want(t, viewer.Get(i.path).OK(), apptest.J{"state": "stopped", "stop.can_resume": false})
		viewer.Post(i.path+"/resume", nil).Denied()
		l.keep("imports")
		l.owner.Post(i.path+"/resume", nil).OK()
		w.Work()
		want(t, i.read(), apptest.J{"state": "completed", "created": crowded, "failed": 0})
		l.owner.Post(i.path+"/resume", nil).Refused(409, "import.not_stopped")
	}
}

func TestAnImportStopsBeforeItChecksRowsOfWhoLeft(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	l := newLosing(t, w, "check")
	i := importFile(t, w, l.owner, l.group, "people.csv", sheet())
	read := i.read()
	l.after("imports", "old.state = 'parsed' and new.state = 'mapped'", losses()[0].sql(l)) // in the transaction that enqueues the check
	l.starter.Put(i.path+"/mapping", apptest.J{"mapping": read.At("import.mapping"), "settings": read.At("import.settings")}).OK()
	w.Work()
	want(t, i.read(), apptest.J{"state": "stopped", "stop.code": "starter.not_member", "stop.not_done_count": crowded})
	l.owner.Post(i.path+"/start", apptest.J{"consent": true}).Refused(409, "import.not_validated")
	l.owner.Post(i.path+"/resume", nil).OK()
	w.Work()
	want(t, i.read(), apptest.J{"state": "validated", "good_rows": crowded})
}

func TestAnUndoOfAnImportStopsWhenItsStarterLosesTheRight(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	l := newLosing(t, w, "undo")
	i := importFile(t, w, l.owner, l.group, "people.csv", sheet())
	i.check()
	want(t, i.start(nil), apptest.J{"created": crowded})
	l.after("import_rows", "old.undone is null and new.undone is not null", fmt.Sprintf("delete from memberships where user_id = %d", l.starter.UserID))
	l.starter.Post(i.path+"/undo", nil).OK()
	w.Work()
	want(t, i.read(), apptest.J{"undo.stop.code": "starter.not_member", "undo.stop.not_done_count": 1, "undo.stop.can_resume": true, "undo.deleted": 500})
	l.keep("import_rows")
	l.owner.Post(i.path+"/undo", nil).OK()
	w.Work()
	want(t, i.read(), apptest.J{"undo.stop": nil, "undo.deleted": crowded, "undo.not_undone": []any{}})
	l.owner.Post(i.path+"/undo", nil).Refused(409, "import.already_undone")
}

func TestAnUndoOfAnImportStopsWithThatOfItsPublication(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	l := newLosing(t, w, "published")
	i := importFile(t, w, l.owner, l.group, "people.csv", sheet())
	i.check()
	i.start(apptest.J{"publish": true, "send_email": true, "hold_minutes": 60})
	w.Another() // its emails wait, so the queues do not become empty
	apptest.Eventually(t, "all to be published", func() bool { return w.Number("select count(*) from publications where finished_at is not null") == 1 })
	// Whoever has not confirmed their address may delete drafts, and revoke nothing.
	l.after("publications", "old.undone_count = 0 and new.undone_count > 0", fmt.Sprintf("update users set verified_at = null where id = %d", l.starter.UserID))
	l.starter.Post(i.path+"/undo", nil).OK()
	apptest.Eventually(t, "the undo to stop", func() bool { return w.Number("select count(*) from imports where undo_stop_reason is not null") == 1 })
	want(t, i.read(), apptest.J{"undo.stop.code": "starter.right_lost", "undo.stop.not_done_count": crowded, "undo.revoked": 0, "undo.not_undone": []any{}})
	l.keep("publications")
	l.owner.Post(i.path+"/undo", nil).OK()
	apptest.Eventually(t, "the undo to end", func() bool {
		return w.Number("select count(*) from imports where undo_stop_reason is null and undo ->> 'finished_at' is not null") == 1
	})
	want(t, i.read(), apptest.J{"undo.stop": nil, "undo.revoked": crowded, "undo.not_undone": []any{}})
}

func TestACorrectionOfOthersStopsWhenItsStarterLosesTheRight(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	for _, loss := range losses() {
		l := newLosing(t, w, loss.name)
		l.owner.Draft(l.group, "last")
		who := l.who(loss.key)
		first := w.Number("select min(id) from credentials where group_id = $1", l.group)
		l.after("credentials", fmt.Sprintf("new.name = 'Fine weaving' and new.id = %d", first+1), loss.sql(l))
		who.Put(fmt.Sprint("/v1/credentials/", first), apptest.J{"also": []string{"group"}, "credential": apptest.J{"name": "Fine weaving"}}).OK()
		w.Work()
		if n := w.Number("select count(*) from credentials where group_id = $1 and name = 'Fine weaving'", l.group); n != crowded {
			t.Errorf("%s: %d are corrected", loss.name, n)
		}
		recorded := w.Text(fmt.Sprintf(`select coalesce(string_agg(system || ' ' || (details ->> 'reason'), ', '), '') from audit_events
			where action = 'credential.correction_stopped' and department_id = %d`, l.owner.Department))
		if want := "rights_check " + loss.code; recorded != want {
			t.Errorf("%s: recorded %q, want %q", loss.name, recorded, want)
		}
	}
}

func TestACorrectionOfOthersReachesOnlyTheGroupsOfItsStarter(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	first, second, hidden := owner.Group("First"), owner.Group("Second"), owner.Group("Hidden")
	uuid := owner.Draft(first, "ada").Text("credential.uuid")
	owner.Draft(second, "ada")
	owner.Draft(hidden, "ada")
	key := keyWith(owner, "limited", apptest.J{"access": "write", "group_ids": []int64{first, second}})
	key.Put("/v1/credentials/"+uuid, apptest.J{"also": []string{"recipient"}, "credential": apptest.J{
		"recipient": apptest.J{"name": "Ada King", "email": apptest.Email("ada")},
	}}).OK()
	w.Work()
	for group, want := range map[int64]string{first: "Ada King", second: "Ada King", hidden: "ada"} {
		if got := w.Text(fmt.Sprint("select recipient_name from credentials where group_id = ", group)); got != want {
			t.Errorf("group %d: %s, want %s", group, got, want)
		}
	}
}

func TestARewordingStopsWhenItsStarterLosesTheRight(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	for _, loss := range losses() {
		l := newLosing(t, w, loss.name)
		w.Exec("update credentials set state = 'published', published_at = now(), email_status = 'sent' where group_id = $1", l.group)
		path := fmt.Sprint("/v1/issuer/groups/", l.group)
		l.owner.Put(path, apptest.J{"group": apptest.J{"course_name": "Weaving by hand"}}).OK()
		l.after("operations", "old.done_count = 0 and new.done_count > 0", loss.sql(l))
		l.who(loss.key).Post(path+"/rewordings", nil).OK()
		w.Work()
		r := l.owner.Get(path + "/rewordings").OK()
		if r.Text("rewording.stop.code") != loss.code || r.Int("rewording.stop.not_done_count") != 1 || r.At("rewording.stop.can_resume") != true ||
			r.Int("rewording.done_count") != 500 || r.Int("outdated_count") != 1 {
			t.Errorf("%s: %s", loss.name, r.Body)
		}
		viewer := l.owner.Viewer(loss.name + "-onlooker")
		if r := viewer.Get(path + "/rewordings").OK(); r.At("rewording.stop.can_resume") != false {
			t.Errorf("%s: a viewer reads %s", loss.name, r.Body)
		}
		l.keep("operations")
		l.owner.Post(path+"/rewordings", nil).OK()
		w.Work()
		after := l.owner.Get(path + "/rewordings").OK()
		if after.Int("outdated_count") != 0 || after.At("rewording.stop") != nil || after.Text("rewording.finished_at") == "" {
			t.Errorf("%s: started again: %s", loss.name, after.Body)
		}
	}
}
