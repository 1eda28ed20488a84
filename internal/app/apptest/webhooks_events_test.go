package apptest_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"laurel/internal/app/apptest"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/optional"
	"laurel/internal/reach/webhooks"
)

// telling is a department whose changes are told to a receiver.
type telling struct {
	t     *testing.T
	w     *apptest.World
	owner apptest.Issuer
	group int64
}

// since are the types of the events that a change causes; jobs that it begins are worked.
func (s telling) since(change func()) []string {
	s.t.Helper()
	before := s.w.Number("select coalesce(max(id), 0) from webhook_events")
	s.w.Clock.Advance(time.Second)
	change()
	s.w.Work()
	told := s.w.Text("select coalesce(string_agg(type, ' ' order by id), '') from webhook_events where id > $1", before)
	return strings.Fields(told)
}

func (s telling) issued(who string, more ...apptest.J) string {
	return s.owner.Issued(s.group, who, more...).Text("credential.uuid")
}

// noteOwed has the database note which changes must add a webhook event, and which events were added, each with its transaction.
const noteOwed = `
create table owed (xact xid8, type text, subject_id bigint);
create table added (xact xid8, type text, subject_id bigint);
create function note_owed() returns trigger language plpgsql security definer as $$
begin
	insert into owed values (pg_current_xact_id(), tg_argv[0], new.id);
	return null;
end $$;
create function note_added() returns trigger language plpgsql security definer as $$
begin
	insert into added values (pg_current_xact_id(), new.type, new.subject_id);
	return null;
end $$;
create trigger note_added after insert on webhook_events for each row execute function note_added();
create trigger note_owed after update on designs for each row
	when (old.current_version_id is not null and (old.name, old.current_version_id) is distinct from (new.name, new.current_version_id))
	execute function note_owed('design.updated');
create trigger note_owed after insert on evidence_items for each row when (new.submitted_at is not null) execute function note_owed('evidence.submitted');
create trigger note_owed_again after update on evidence_items for each row
	when (new.submitted_at is not null and new.submitted_at is distinct from old.submitted_at) execute function note_owed('evidence.submitted');
create trigger note_owed after insert on name_changes for each row when (new.state <> 'unconfirmed') execute function note_owed('name_change.created');
create trigger note_owed_confirmed after update on name_changes for each row when (old.state = 'unconfirmed' and new.state = 'pending')
	execute function note_owed('name_change.created');
create trigger note_owed_decided after update on name_changes for each row
	when (old.state = 'pending' and new.state in ('approved', 'denied', 'auto_approved')) execute function note_owed('name_change.decided');
create trigger note_owed after update on imports for each row
	when (old.state = 'importing' and new.state in ('completed', 'completed_with_errors', 'failed', 'cancelled')) execute function note_owed('import.finished');`

// owed lists the changes that added no event, and the types that no change made.
func owed(w *apptest.World) string {
	return w.Text(`select coalesce(string_agg(missing, ', '), '') from (
		select distinct o.type || ' was not added' from owed o
		where not exists (select from added a where (a.xact, a.type, a.subject_id) = (o.xact, o.type, o.subject_id))
		union all
		select t || ' is not tested' from unnest(array['design.updated', 'evidence.submitted', 'name_change.created', 'name_change.decided', 'import.finished']) t
		where t not in (select type from owed)) x (missing)`)
}

func TestEachEventIsToldByTheChangeThatCausesIt(t *testing.T) {
	t.Parallel()
	w := hooked(t)
	w.Exec(noteOwed)
	owner := w.Issuer("owner")
	r := newReceiver(t, always(204))
	hook(owner.Client, r.URL, webhooks.Types...)
	s := telling{t, w, owner, approving(owner)}
	ada := s.issued("ada")
	w.Work()
	mine, path := owner.Recipient(ada), "/v1/credentials/"+ada
	var evidence, change int64
	evidencePath := func() string { return fmt.Sprintf("/v1/recipient/credentials/%s/evidence_items/%d", ada, evidence) }
	draftPath := "/v1/credentials/" + owner.Draft(s.group, "dan").Text("credential.uuid")
	for _, c := range []struct {
		name   string
		change func()
		want   string
	}{
		{"evidence that is begun", func() {
			evidence = mine.Post("/v1/recipient/credentials/"+ada+"/evidence_items", item(apptest.J{"description": "Loom", "category": "grade", "string_object": 1, "draft": true})).OK().Int("evidence_item.id")
		}, ""},
		{"and handed in", func() { mine.Call("PUT", evidencePath(), item(apptest.J{"draft": false})).OK() }, "evidence.submitted"},
		{"and changed", func() { mine.Call("PUT", evidencePath(), item(apptest.J{"description": "My loom"})).OK() }, "evidence.submitted"},
		{"and rejected", func() {
			owner.Post("/v1/evidence_items/decide", apptest.J{"ids": []int64{evidence}, "decision": "reject", "reason": "Too dark"}).OK()
		}, ""},
		{"a wish for another name", func() {
			change = mine.Post("/v1/recipient/credentials/"+ada+"/name_changes", apptest.J{"requested_name": "Ada King", "reason": "married"}).OK().Int("name_change.id")
		}, "name_change.created"},
		{"which is granted", func() {
			owner.Post(fmt.Sprintf("/v1/name_changes/%d/decide", change), apptest.J{"decision": "approve"}).OK()
		}, "credential.updated name_change.decided"},
		{"a wish for another address", func() {
			change = ask(mine, ada, "ada@new.example", "", apptest.J{"kind": "email"}).OK().Int("name_change.id")
		}, ""},
		{"which is confirmed", func() { confirmAddress(w, "ada@new.example").OK() }, "name_change.created"},
		{"and denied", func() { decide(owner.Client, change, "deny").OK() }, "name_change.decided"},
		{"a small correction", func() {
			owner.Put("/v1/name_changes/settings", apptest.J{"auto_approve": true}).OK()
			ask(mine, ada, "Ada Kingg", "typo").OK()
		}, "credential.updated name_change.created name_change.decided"},
		{"a mail that nobody takes", func() {
			w.Mail.Refuse(apptest.Email("bob"))
			s.issued("bob")
		}, "credential.published email.bounced"},
		{"a draft that is deleted", func() { owner.Delete(draftPath).OK() }, "credential.deleted"},
		{"a draft that comes back", func() { owner.Post(draftPath+"/restore", apptest.J{}).OK() }, ""},
		{"an import", s.importing("Full name,E-Mail\nEve,eve@people.example\n"), "import.finished"},
		{"an import that is cancelled before it runs", func() {
			i := importFile(t, w, owner, s.group, "people.csv", "Full name,E-Mail\nFay,fay@people.example\n")
			owner.Post(i.path+"/cancel", nil).OK()
		}, ""},
		{"an import that is cancelled while it runs", func() {
			i := importFile(t, w, owner, s.group, "people.csv", "Full name,E-Mail\nFay,fay@people.example\n")
			w.Exec("update imports set state = 'importing' where state = 'parsed'")
			owner.Post(i.path+"/cancel", nil).OK()
		}, "import.finished"},
		{"a last day", func() {
			owner.Put(path, apptest.J{"credential": apptest.J{"expired_on": w.Clock.Now().Add(24 * time.Hour).Format(time.DateOnly)}}).OK()
		}, "credential.updated"},
		{"that passes", func() {
			w.Clock.Advance(72 * time.Hour)
			owner.SignIn()
			if _, err := w.App.Lifecycle.ExpireDue(t.Context()); err != nil {
				t.Fatal(err)
			}
		}, "credential.expired"},
		{"and again", func() {
			if _, err := w.App.Lifecycle.ExpireDue(t.Context()); err != nil {
				t.Fatal(err)
			}
		}, ""},
		{"a design that is renamed", func() {
			owner.Put(fmt.Sprint("/v1/designs/", w.Number("select min(id) from designs where department_id = $1", owner.Department)), `{"design":{"name":"Leaf"}}`).OK()
		}, "design.updated"},
	} {
		if got := s.since(c.change); !sameSet(got, strings.Fields(c.want)) {
			t.Errorf("%s tells %v, want %s", c.name, got, c.want)
		}
	}
	if missing := owed(w); missing != "" {
		t.Error(missing)
	}
	for send(t, w) > 0 {
		continue
	}
	if sent, events := len(r.arrivals()), w.Number("select count(*) from webhook_events"); int64(sent) != events {
		t.Errorf("%d of %d events arrived", sent, events)
	}
}

// importing imports a file; what it makes are drafts.
func (s telling) importing(file string) func() {
	return func() {
		i := importFile(s.t, s.w, s.owner, s.group, "people.csv", file)
		i.check()
		i.start(nil)
	}
}

func TestAProcessKilledWhileItTellsSendsEveryEventAndMarksNoneThatWasNotSent(t *testing.T) {
	t.Parallel()
	const events, kills = 90, 2
	settings := apptest.Settings(t)
	settings["LAUREL_WEBHOOK_ALLOW"] = "127.0.0.0/8"
	k, d := newKilling(t, settings), &dam{}
	r := newReceiver(t, d.answer)
	t.Cleanup(d.open) // before the receiver waits for its requests to end
	by := newDepartment(t, k.onlooker)
	_, _, err := k.onlooker.Webhooks.Create(t.Context(), by, webhooks.Input{
		URL: optional.Set(r.URL), Events: optional.Set([]string{"credential.published"}),
	})
	if err != nil {
		t.Fatal(err)
	}
	ids := draft(t, k.onlooker, by, newGroup(t, k.onlooker, by), events)
	if _, err := k.onlooker.Publishing.Start(t.Context(), by, publishing.Request{Selection: credentialsearch.Selection{IDs: ids}}); err != nil {
		t.Fatal(err)
	}
	for i := range kills {
		point := (i + 1) * events / (kills + 1)
		d.shut(point)
		p := serve(t, settings, "--queues", "default,webhook")
		apptest.Eventually(t, "the receiver to keep the process waiting", func() bool { return len(r.arrivals()) >= point })
		p.kill()
		d.open()
		k.marked(r)
		// Another process takes over what a killed one had begun once its time for that is over; that time is not waited for here.
		k.number("with over as (update webhook_deliveries set claimed_until = now() where claimed_until is not null returning 1) select count(*) from over")
	}
	p := serve(t, settings, "--queues", "default,webhook")
	apptest.Eventually(t, "all to be told", func() bool {
		return k.number("select count(*) from webhook_deliveries where state = 'delivered'") == events
	})
	k.marked(r)
	if n := len(r.arrivals()); n < events+kills {
		t.Errorf("%d requests arrived; want those again whose answers killed processes did not live to hear", n)
	}
	if err := p.stop(); err != nil {
		t.Errorf("the last process did not stop cleanly: %v\n%s", err, p.log)
	}
}

// dam keeps requests from the nth on waiting for their answer until it opens.
type dam struct {
	mu    sync.Mutex
	point int
	gate  chan struct{} // nil: open
}

func (d *dam) shut(point int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.point, d.gate = point, make(chan struct{})
}

func (d *dam) open() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.gate != nil {
		close(d.gate)
	}
	d.gate = nil
}

func (d *dam) answer(n int) int {
	d.mu.Lock()
	gate, point := d.gate, d.point
	d.mu.Unlock()
	if gate != nil && n >= point {
		<-gate
	}
	return 204
}

// marked holds that every event that is marked as delivered arrived.
func (k *killing) marked(r *receiver) {
	k.t.Helper()
	var arrived []string
	for _, a := range r.arrivals() {
		arrived = append(arrived, a.event.ID)
	}
	lost := k.number(`select count(*) from webhook_events e join webhook_deliveries d on d.event_id = e.id
		where d.state = 'delivered' and e.uuid::text <> all ($1::text[])`, arrived)
	if lost != 0 {
		k.t.Errorf("%d events are marked as delivered and never arrived", lost)
	}
}
