package apptest_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"laurel/internal/app/apptest"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/operations/bulk"
	engine "laurel/internal/operations/operations"
	"laurel/internal/operations/publishing"
)

// many is what bulk actions are tried on.
type many struct {
	*testing.T
	w     *apptest.World
	owner apptest.Issuer
	group int64
	ids   []int64
}

// newMany issues three credentials without telling their recipients.
func newMany(t *testing.T) *many {
	t.Helper()
	w := apptest.New(t)
	m := &many{T: t, w: w, owner: w.Issuer("owner")}
	m.group = m.owner.Group("Weaving")
	for _, name := range []string{"ada", "bob", "cleo"} {
		m.ids = append(m.ids, m.owner.Draft(m.group, name).Int("credential.id"))
	}
	m.owner.Post("/v1/credentials/publish", apptest.J{"credential_ids": m.ids, "send_email": false}).OK()
	w.Work()
	return m
}

// act does something to all three and waits for its end.
func (m *many) act(order apptest.J) apptest.Reply {
	m.Helper()
	body := apptest.J{"credential_ids": m.ids, "send_email": false}
	for key, value := range order {
		body[key] = value
	}
	return m.ended(m.owner.Post("/v1/actions", body).OK())
}

func (m *many) ended(begun apptest.Reply) apptest.Reply {
	m.Helper()
	m.w.Work()
	return m.owner.Get("/v1/actions/" + begun.Text("action.uuid")).OK()
}

func (m *many) undo(done apptest.Reply) apptest.Reply {
	m.Helper()
	return m.ended(m.owner.Post("/v1/actions/"+done.Text("action.uuid")+"/undo", nil).OK())
}

// counts checks how many were done, unchanged and refused.
func (m *many) counts(what string, a apptest.Reply, done, unchanged, refused int64) {
	m.Helper()
	got := []int64{a.Int("action.done_count"), a.Int("action.unchanged_count"), a.Int("action.refused_count")}
	if want := []int64{done, unchanged, refused}; fmt.Sprint(got) != fmt.Sprint(want) || a.Text("action.state") != "finished" {
		m.Errorf("%s: done, unchanged, refused %v; want %v; %s", what, got, want, a.Body)
	}
}

func (m *many) number(where string) int64 {
	m.Helper()
	return m.w.Number("select count(*) from credentials where " + where)
}

func TestEveryBulkActionThatCanBeUndoneIs(t *testing.T) {
	t.Parallel()
	m := newMany(t)
	other := m.owner.Group("Spinning")
	for _, c := range []struct {
		order apptest.J
		after string // holds for all three afterwards
	}{
		{apptest.J{"kind": "expiry", "expired_on": "2020-01-01"}, ""},
		{apptest.J{"kind": "expiry", "expired_on": "2099-12-31"}, "expired_on = '2099-12-31'"},
		{apptest.J{"kind": "privacy", "privacy": "private"}, "private"},
		{apptest.J{"kind": "move", "group_id": other}, fmt.Sprint("group_id = ", other)},
		{apptest.J{"kind": "suspend", "reason": "Under review"}, "state = 'suspended' and suspension_reason = 'Under review'"},
		{apptest.J{"kind": "delete"}, "state = 'deleted'"},
	} {
		kind := fmt.Sprint(c.order["kind"], " ", c.order["expired_on"])
		a := m.act(c.order)
		if c.after == "" { // before the day of issue
			m.counts(kind, a, 0, 0, 3)
			continue
		}
		m.counts(kind, a, 3, 0, 0)
		if n := m.number(c.after); n != 3 {
			t.Errorf("%s: %d are %s", kind, n, c.after)
		}
		m.counts("undo of "+kind, m.undo(a), 3, 0, 0)
		if n := m.number(fmt.Sprint("state = 'published' and expired_on is null and not private and suspended_at is null and group_id = ", m.group)); n != 3 {
			t.Errorf("undo of %s: %d are as they were", kind, n)
		}
		m.owner.Post("/v1/actions/"+a.Text("action.uuid")+"/undo", nil).Refused(409, "action.undone")
	}
}

func TestCredentialsThatAreMovedTogetherNameTheirNewGroup(t *testing.T) {
	t.Parallel()
	m := newMany(t)
	other := m.owner.Group("Spinning")
	read := func(group int64, name string) {
		t.Helper()
		if n := m.number(fmt.Sprintf("snapshot -> 'group' ->> 'id' = '%d' and snapshot -> 'group' ->> 'name' = '%s' and snapshot -> 'group' ->> 'course_name' = 'Weaving'", group, name)); n != 3 {
			t.Errorf("%d of 3 name group %d, %s, and keep the course that they were issued with", n, group, name)
		}
		c := m.owner.Get(fmt.Sprint("/v1/credentials/", m.ids[0])).OK()
		if c.Int("credential.group_id") != group || c.Text("credential.group_name") != name {
			t.Errorf("it answers %s", c.Body)
		}
	}
	a := m.act(apptest.J{"kind": "move", "group_id": other})
	m.counts("moving", a, 3, 0, 0)
	read(other, "Spinning")
	m.counts("undo", m.undo(a), 3, 0, 0)
	read(m.group, "Weaving")
}

func TestUndoLeavesAloneWhatWasChangedSince(t *testing.T) {
	t.Parallel()
	m := newMany(t)
	a := m.act(apptest.J{"kind": "expiry", "expired_on": "2099-12-31"})
	m.owner.Put(fmt.Sprint("/v1/credentials/", m.ids[0]), apptest.J{"credential": apptest.J{"expired_on": "2088-01-01"}}).OK()
	u := m.undo(a)
	m.counts("undo", u, 2, 0, 1)
	refused := m.owner.Get("/v1/actions/" + u.Text("action.uuid") + "/items?outcome=refused").OK()
	if refused.Int("meta.total_count") != 1 || refused.Int("items.0.credential_id") != m.ids[0] || refused.Text("items.0.message") == "" {
		t.Errorf("%s", refused.Body)
	}
	if n := m.number("expired_on = '2088-01-01'"); n != 1 {
		t.Errorf("%d keep what was set since", n)
	}
	m.owner.Post("/v1/actions/"+u.Text("action.uuid")+"/undo", nil).Refused(409, "action.cannot_undo")
}

func TestWhatABulkActionCannotDoIsTold(t *testing.T) {
	t.Parallel()
	m := newMany(t)
	other := m.owner.Group("Spinning")
	m.owner.Draft(other, "ada", apptest.J{"recipient": apptest.J{"name": "=1+1", "email": apptest.Email("ada")}})
	a := m.act(apptest.J{"kind": "move", "group_id": other})
	m.counts("moving where Ada is already", a, 2, 0, 1)
	m.counts("moving again", m.act(apptest.J{"kind": "move", "group_id": other}), 0, 2, 1)
	file := m.owner.Get("/v1/actions/" + a.Text("action.uuid") + "/refused").OK()
	if text := string(file.Body); !strings.HasPrefix(text, "credential_id,recipient_name,recipient_email,reason\n") || !strings.Contains(text, apptest.Email("ada")) {
		t.Errorf("%s", text)
	}
	m.counts("revoking", m.act(apptest.J{"kind": "revoke", "reason": "superseded"}), 3, 0, 0)
	m.counts("suspending what is revoked", m.act(apptest.J{"kind": "suspend"}), 0, 0, 3)
	for field, order := range map[string]apptest.J{
		"kind": {"kind": "burn"}, "expired_on": {"kind": "expiry", "expired_on": "tomorrow"}, "privacy": {"kind": "privacy"},
		"group_id": {"kind": "move"}, "reason": {"kind": "revoke"},
	} {
		order["credential_ids"] = m.ids
		if reply := m.owner.Post("/v1/actions", order); reply.Status != 422 || reply.At("errors."+field) == nil {
			t.Errorf("%s: %d %s", field, reply.Status, reply.Body)
		}
	}
	m.owner.Post("/v1/actions", apptest.J{"kind": "delete"}).Refused(422, "credential.nothing_selected")
	m.owner.Post("/v1/actions", apptest.J{"kind": "move", "group_id": 1, "credential_ids": m.ids}).Refused(404, "group.not_found")
}

func TestRemindersGoToThoseWhoHaveNotOpenedTheirMail(t *testing.T) {
	t.Parallel()
	m := newMany(t)
	m.w.Exec("update credentials set email_status = 'opened' where id = $1", m.ids[0])
	m.counts("remind", m.act(apptest.J{"kind": "remind"}), 2, 0, 1)
	m.counts("resend", m.act(apptest.J{"kind": "resend"}), 3, 0, 0)
	if n := m.w.Number("select count(*) from mails where kind = 'delivery' and state = 'sent'"); n != 5 {
		t.Errorf("%d mails", n)
	}
}

func TestACancelledActionLeavesTheRest(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	id := owner.Draft(owner.Group("Weaving"), "ada").Int("credential.id")
	a := owner.Post("/v1/actions", apptest.J{"kind": "delete", "credential_ids": []int64{id}}).OK()
	path := "/v1/actions/" + a.Text("action.uuid")
	owner.Post(path+"/undo", nil).Refused(409, "action.working")
	if c := owner.Post(path+"/cancel", nil).OK(); c.Text("action.state") != "cancelled" || c.Int("action.refused_count") != 1 {
		t.Errorf("%s", c.Body)
	}
	owner.Post(path+"/cancel", nil).Refused(409, "action.finished")
	owner.Post(path+"/undo", nil).Refused(409, "action.nothing_to_undo")
	w.Work()
	owner.Get(fmt.Sprint("/v1/credentials/", id)).OK()
	if list := owner.Get("/v1/actions").OK(); list.Int("meta.total_count") != 1 || list.Text("actions.0.by") == "" {
		t.Errorf("%s", list.Body)
	}
}

func TestAProcessKilledInTheMidstOfABulkActionDoesEachOnce(t *testing.T) {
	t.Parallel()
	k := newKilling(t, apptest.Settings(t))
	by := newDepartment(t, k.onlooker)
	ids := draft(t, k.onlooker, by, newGroup(t, k.onlooker, by), crowd)
	no := 0
	if _, err := k.onlooker.Publishing.Start(t.Context(), by, publishing.Request{Selection: credentialsearch.Selection{IDs: ids}, HoldMinutes: &no}); err != nil {
		t.Fatal(err)
	}
	p := k.serve()
	apptest.Eventually(t, "all to be published", func() bool { return k.number("select count(*) from credentials where state = 'published'") == crowd })
	all := credentialsearch.Selection{Query: &credentialsearch.Query{}}
	if _, err := k.onlooker.Bulk.Start(t.Context(), by, bulk.Request{Kind: bulk.Resend, Selection: all}); err != nil {
		t.Fatal(err)
	}
	begun, err := k.onlooker.Bulk.Start(t.Context(), by, bulk.Request{Kind: bulk.Expiry, Params: bulk.Params{ExpiredOn: "2099-12-31"}, Selection: all})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		<-time.After(rand.N(300 * time.Millisecond)) // not a wait for something: the random point itself
		p.kill()
		p = k.serve()
	}
	apptest.Eventually(t, "the work to end", func() bool { return k.number(apptest.OpenJobs, sendingQueues) == 0 })
	for what, sql := range map[string]string{
		"have the date":         "select count(*) from credentials where expired_on = '2099-12-31'",
		"changes were recorded": "select count(*) from audit_events where action = 'credential.updated'",
		"mails were written":    "select count(*) from mails",
		"mails went out":        "select count(*) from mails where state = 'sent'",
		"were counted":          "select done_count from operations where kind = 'resend'",
	} {
		if n := k.number(sql); n != crowd {
			t.Errorf("%d %s; want %d", n, what, crowd)
		}
	}
	stranger := by
	stranger.DepartmentID++
	if _, err := k.onlooker.Bulk.Undo(t.Context(), stranger, begun.UUID); !errors.Is(err, engine.ErrNotFound) {
		t.Errorf("a stranger undoes it: %v", err)
	}
	if err := p.stop(); err != nil {
		t.Errorf("the last process did not stop cleanly: %v", err)
	}
}
