package apptest_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/app/apptest"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/lifecycle"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
)

// ways are what people do to bring a credential from one state into another; what cannot be reached is tried in the way that
// leads there from elsewhere.
func way(from, to credentials.State) string {
	switch {
	case from == credentials.Deleted:
		return "restore"
	case to == credentials.Draft:
		return "unschedule"
	case to == credentials.Scheduled:
		return "schedule"
	case to == credentials.InProgress && from.Unpublished():
		return "set back and publish"
	case to == credentials.InProgress && from == credentials.Suspended:
		return "set back and reinstate"
	case to == credentials.InProgress:
		return "set back"
	case to == credentials.Published && from == credentials.InProgress:
		return "complete"
	case to == credentials.Expired && from == credentials.InProgress:
		return "let run out and complete"
	case to == credentials.Published && from.Unpublished():
		return "publish"
	case to == credentials.Published && from == credentials.Expired:
		return "extend"
	case to == credentials.Published:
		return "reinstate"
	case to == credentials.Expired && from == credentials.Suspended:
		return "let run out and reinstate"
	case to == credentials.Expired && from.Unpublished():
		return "let run out and publish"
	case to == credentials.Expired:
		return "let run out"
	case to == credentials.Suspended:
		return "suspend"
	case to == credentials.Revoked:
		return "revoke"
	}
	return "delete"
}

// door is how a state is changed: over the API, or at the services as jobs and commands do.
type door interface{ try(way string, id int64) }

type apiDoor struct{ by apptest.Client }

func (d apiDoor) try(way string, id int64) {
	path := fmt.Sprint("/v1/credentials/", id)
	one := apptest.J{"credential_ids": []int64{id}, "publish_at": time.Now().Add(48 * time.Hour).UTC().Format(time.RFC3339)}
	for step := range strings.SplitSeq(way, " and ") {
		switch step {
		case "schedule", "unschedule", "publish":
			d.by.Post("/v1/credentials/"+step, one)
		case "extend":
			d.by.Put(path, apptest.J{"credential": apptest.J{"expired_on": "2090-01-31"}})
		case "let run out":
			d.by.Put(path, apptest.J{"credential": apptest.J{"issued_on": "2020-01-01", "expired_on": "2020-12-31"}})
		case "set back", "complete":
			d.by.Put(path, apptest.J{"credential": apptest.J{"complete": step == "complete"}})
		case "delete":
			d.by.Delete(path)
		default:
			d.by.Post(path+"/"+step, misconduct)
		}
	}
}

type serviceDoor struct {
	w     *apptest.World
	owner apptest.Issuer
}

func (d serviceDoor) try(way string, id int64) {
	ctx, by, a, ref := context.Background(), d.owner.Actor(), d.w.App, fmt.Sprint(id)
	one := credentialsearch.Selection{IDs: []int64{id}}
	dates := func(issued, expired string) credentials.Input {
		return credentials.Input{IssuedOn: optional.Set(issued), ExpiredOn: optional.Set(expired)}
	}
	for step := range strings.SplitSeq(way, " and ") {
		switch step {
		case "schedule":
			_, _ = a.Lifecycle.Schedule(ctx, by, one, lifecycle.Plan{At: d.w.Clock.Now().Add(time.Hour)})
		case "unschedule":
			_, _ = a.Lifecycle.Unschedule(ctx, by, one)
		case "publish":
			_, _ = a.Publishing.Start(ctx, by, publishing.Request{Selection: one})
		case "extend":
			_, _ = a.Authoring.Update(ctx, by, ref, dates("2026-01-01", "2090-01-31"))
		case "let run out":
			_, _ = a.Authoring.Update(ctx, by, ref, dates("2020-01-01", "2020-12-31"))
		case "set back", "complete":
			_, _ = a.Authoring.Update(ctx, by, ref, credentials.Input{Complete: optional.Set(step == "complete")})
		case "delete":
			_, _ = a.Authoring.Delete(ctx, by, ref, true)
		case "restore":
			_, _ = a.Authoring.Restore(ctx, by, ref)
		default:
			to := map[string]credentials.State{"suspend": credentials.Suspended, "reinstate": credentials.Published, "revoke": credentials.Revoked}
			_, _ = a.Publishing.SetStatus(ctx, by, ref, lifecycle.StatusChange{To: to[step], Reason: "misconduct"}, false)
		}
	}
}

func TestAStateIsFollowedByThoseOfTheTableAndNoOther(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	w.Work()
	doors := map[string]door{"api": apiDoor{owner.Client}, "service": serviceDoor{w, owner}}
	// What was deleted goes back to what it was, which is told apart by how it is made below.
	restored := func(from, was credentials.State) bool {
		return from == credentials.Deleted && was != credentials.Deleted
	}
	for _, from := range credentials.States {
		for _, to := range credentials.States {
			if from == to {
				continue
			}
			for name, d := range doors {
				before := from
				if restored(from, to) {
					before = to // it is deleted from there
				}
				path := brought(w, owner.Client, group, fmt.Sprint(name, from, to), string(before))
				id := w.Number("select id from credentials where uuid = $1", path[strings.LastIndex(path, "/")+1:])
				if restored(from, to) {
					owner.Delete(path).OK()
				}
				d.try(way(from, to), id)
				if strings.Contains(way(from, to), "publish") {
					w.Work()
				}
				want := from
				if from.MayBecome(to) {
					want = to
				}
				if w.Number("select count(*) from credentials where id = $1 and state = $2", id, string(want)) != 1 {
					t.Errorf("%s: %s after an attempt to make it %s (%s) is not %s", name, from, to, way(from, to), want)
				}
			}
			plainSQL(t, w, owner, group, from, to)
		}
	}
}

// plainSQL tries the change past the product: the database has the same table.
func plainSQL(t *testing.T, w *apptest.World, owner apptest.Issuer, group int64, from, to credentials.State) {
	t.Helper()
	for _, was := range credentials.States {
		if (was != credentials.Deleted) != (from == credentials.Deleted) && was != credentials.Draft {
			continue // only of what was deleted does it matter what it was
		}
		before := from
		if from == credentials.Deleted {
			if was == credentials.Deleted {
				continue
			}
			before = was
		}
		path := brought(w, owner.Client, group, fmt.Sprint("sql", was, from, to), string(before))
		if from == credentials.Deleted {
			owner.Delete(path).OK()
		}
		err := pg.InSystem(t.Context(), w.App.Pool, func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), `update credentials set state = $1, publish_at = coalesce(publish_at, now()), suspended_at = coalesce(suspended_at, now()),
				revoked_at = coalesce(revoked_at, now()), revocation_reason = coalesce(revocation_reason, 'other') where uuid = $2`,
				string(to), path[strings.LastIndex(path, "/")+1:])
			return err
		})
		allowed := from.MayBecome(to)
		if from == credentials.Deleted { // what issued ones become depends on their last day, and a draft may have been scheduled
			allowed = to == was || expiring(was) && expiring(to) || was == credentials.Scheduled && to == credentials.Draft
		}
		if refused := pg.Violates(err, "credentials_state_change"); refused == allowed || err != nil && !refused {
			t.Errorf("plain SQL from %s (was %s) to %s: %v; want allowed %t", from, was, to, err, allowed)
		}
		if from != credentials.Deleted {
			return
		}
	}
}

func expiring(s credentials.State) bool {
	return s == credentials.InProgress || s == credentials.Published || s == credentials.Expired
}

func TestWhatIsScheduledIsPublishedOnceWhenItIsTime(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	w.Work()
	ids := map[string]int64{}
	for _, name := range []string{"mailed", "quiet", "cancelled", "postponed", "early"} {
		ids[name] = owner.Draft(group, name).Int("credential.id")
	}
	at := func(d time.Duration) string { return w.Clock.Now().Add(d).UTC().Format(time.RFC3339) }
	plan := func(name string, when string, mail bool) {
		reply := owner.Post("/v1/credentials/schedule", apptest.J{"credential_ids": []int64{ids[name]}, "publish_at": when, "send_email": mail}).OK()
		if reply.Int("changed_count") != 1 {
			t.Errorf("%s is not scheduled: %s", name, reply.Body)
		}
	}
	plan("mailed", at(time.Hour), true)
	plan("quiet", at(time.Hour), false)
	plan("cancelled", at(time.Hour), true)
	plan("postponed", at(time.Hour), true)
	plan("postponed", at(3*time.Hour), true)
	plan("early", at(time.Hour), true)
	owner.Post("/v1/credentials/unschedule", apptest.J{"credential_ids": []int64{ids["cancelled"]}}).OK()
	owner.Post("/v1/credentials/publish", apptest.J{"credential_ids": []int64{ids["early"]}}).OK()
	w.Work()
	for range 3 {
		if _, err := w.App.Publishing.PublishDue(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if got := owner.Get(fmt.Sprint("/v1/credentials/", ids["mailed"])).OK(); got.Text("credential.state") != "scheduled" || got.Text("credential.publish_at") != at(time.Hour) {
		t.Errorf("before its time: %s", got.Body)
	}
	w.Clock.Advance(time.Hour + time.Second)
	errs := make(chan error)
	for range 4 {
		go func() {
			_, err := w.App.Publishing.PublishDue(context.WithoutCancel(t.Context()))
			errs <- err
		}()
	}
	for range 4 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	w.Work()
	want := map[string]string{"mailed": "published 1", "quiet": "published 0", "cancelled": "draft 0", "postponed": "scheduled 0", "early": "published 1"}
	for name, id := range ids {
		state := owner.Get(fmt.Sprint("/v1/credentials/", id)).OK().Text("credential.state")
		if got := fmt.Sprint(state, " ", len(w.Mail.To(apptest.Email(name)))); got != want[name] {
			t.Errorf("%s: %s mails; want %s", name, got, want[name])
		}
	}
	const authored = "select count(*) from audit_events where action = 'credential.published' and user_id = (select max(user_id) from audit_events where action = 'credential.scheduled')"
	if n, all := w.Number(authored), w.Number("select count(*) from audit_events where action = 'credential.published'"); n != all || n == 0 {
		t.Errorf("%d of %d publications are told to be of who planned them", n, all)
	}
	for _, wrong := range []string{"", "soon", at(-time.Minute), at(3 * 365 * 24 * time.Hour)} {
		reply := owner.Post("/v1/credentials/schedule", apptest.J{"credential_ids": []int64{ids["cancelled"]}, "publish_at": wrong}).Want(http.StatusUnprocessableEntity)
		if reply.At("errors.publish_at") == nil {
			t.Errorf("%q is refused with %s", wrong, reply.Body)
		}
	}
}

func TestWhatCannotBePublishedOnTimeBecomesADraftThatSaysWhy(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	id := owner.Draft(owner.Group("Weaving"), "ada").Int("credential.id")
	owner.Post("/v1/credentials/schedule", apptest.J{"credential_ids": []int64{id}, "publish_at": w.Clock.Now().Add(time.Minute).UTC().Format(time.RFC3339)}).OK()
	w.Exec("update groups set certificate_design_id = null, primary_design_id = null")
	w.Clock.Advance(time.Hour)
	if n, err := w.App.Publishing.PublishDue(t.Context()); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if got := owner.Get(fmt.Sprint("/v1/credentials/", id)).OK(); got.Text("credential.state") != "draft" || got.Text("credential.publish_refusal") != "no_design" {
		t.Errorf("it is %s", got.Body)
	}
}

func TestAMonthAfterItsDeletionNothingButATombstoneIsLeft(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	issued := owner.Issued(group, "ada").Text("credential.uuid")
	private := owner.Issued(group, "bob", apptest.J{"private": true})
	draft := owner.Draft(group, "cy").Text("credential.uuid")
	kept := owner.Issued(group, "dee").Text("credential.uuid")
	w.Work()
	key := "?key=" + private.Text("credential.private_key")
	for _, uuid := range []string{issued, private.Text("credential.uuid"), draft} {
		owner.Delete("/v1/credentials/" + uuid).OK()
	}
	w.Clock.Advance(29 * 24 * time.Hour)
	owner.SignIn()
	owner.Delete("/v1/credentials/" + kept).OK()
	if n, err := w.App.Lifecycle.PurgeDue(t.Context()); n != 0 || err != nil {
		t.Fatalf("%d were purged within the month, %v", n, err)
	}
	w.Clock.Advance(2 * 24 * time.Hour)
	owner.SignIn()
	if n, err := w.App.Lifecycle.PurgeDue(t.Context()); n != 3 || err != nil {
		t.Fatalf("%d were purged, %v", n, err)
	}
	for what, n := range map[string]int64{
		"credentials": w.Number("select count(*) from credentials where state = 'deleted'") - 1,
		"mails":       w.Number("select count(*) from mails where recipient in ($1, $2)", apptest.Email("ada"), apptest.Email("bob")),
		"tombstones":  w.Number("select count(*) from tombstones where length(hash) = 32") - 3,
	} {
		if n != 0 {
			t.Errorf("%d too many %s are left", n, what)
		}
	}
	owner.Post("/v1/credentials/"+issued+"/restore", nil).Refused(http.StatusNotFound, "credential.not_found")
	owner.Post("/v1/credentials/"+kept+"/restore", nil).OK()
	for path, want := range map[string]int{
		issued: http.StatusGone, private.Text("credential.uuid") + key: http.StatusGone, private.Text("credential.encoded_id"): http.StatusNotFound, draft: http.StatusNotFound,
	} {
		if got := w.Nobody().Get("/v1/public/credentials/" + path); got.Status != want {
			t.Errorf("%s answers %d %s; want %d", path, got.Status, got.Body, want)
		}
	}
	if got := w.Nobody().Get("/" + issued); got.Status != http.StatusGone {
		t.Errorf("the public page answers %d", got.Status)
	}
}
