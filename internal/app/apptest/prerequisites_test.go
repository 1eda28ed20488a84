package apptest_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"laurel/internal/app/apptest"
	"laurel/internal/issuing/groups"
)

// tower is a group that asks for two others.
type tower struct {
	*apptest.World
	owner           apptest.Issuer
	warp, weft, top int64
	path            string // of the top
}

func newTower(t *testing.T) tower {
	t.Helper()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	s := tower{World: w, owner: owner, warp: owner.Group("Warp"), weft: owner.Group("Weft"), top: owner.Group("Weaving")}
	s.path = fmt.Sprint("/v1/issuer/groups/", s.top)
	return s
}

func these(ids ...int64) []apptest.J {
	out := make([]apptest.J, len(ids))
	for i, id := range ids {
		out[i] = apptest.J{"id": id}
	}
	return out
}

func (s tower) ask(more apptest.J) apptest.Reply {
	return s.owner.Put(s.path, apptest.J{"group": more})
}

// state is that of the one credential that a person has of the top, or "none".
func (s tower) state(name string) string {
	if s.Number("select count(*) from credentials where group_id = $1 and recipient_address = $2 and not test", s.top, apptest.Email(name)) == 0 {
		return "none"
	}
	return s.Text("select state || ' ' || source from credentials where group_id = $1 and recipient_address = $2", s.top, apptest.Email(name))
}

func (s tower) is(t *testing.T, name, state, when string) {
	t.Helper()
	s.Work()
	if got := s.state(name); got != state {
		t.Errorf("%s: %s has %s, not %s", when, name, got, state)
	}
}

func TestWhoHoldsAllPrerequisitesIsIssuedTheResultOnce(t *testing.T) {
	t.Parallel()
	s := newTower(t)
	s.owner.Issued(s.warp, "early")
	s.owner.Issued(s.weft, "early")
	check := func() int64 {
		return s.owner.Post("/v1/issuer/groups/stack_check", apptest.J{"group_id": s.top, "prerequisites": these(s.warp, s.weft)}).OK().Int("recipient_count")
	}
	if n := check(); n != 1 {
		t.Errorf("%d people would be issued one", n)
	}
	if g := s.ask(apptest.J{"prerequisites": these(s.warp, s.weft)}).OK(); g.Text("group.prerequisites.0.name") != "Warp" || g.Int("group.prerequisites.1.id") != s.weft ||
		g.Text("group.prerequisites_lost") != "keep" || g.At("group.prerequisites_after") != nil {
		t.Errorf("the group is %s", g.Body)
	}
	s.is(t, "early", "published stack", "who held both before the group asked for them")
	s.owner.Issued(s.weft, "ada")
	s.is(t, "ada", "none", "with one of two")
	s.owner.Draft(s.warp, "ada")
	s.is(t, "ada", "none", "with one and a draft")
	s.owner.Issued(s.warp, "bea")
	trial := keyWith(s.owner, "trial", apptest.J{"mode": "test", "access": "write"})
	trial.Issued(s.weft, "bea")
	s.is(t, "bea", "none", "with a test")
	s.owner.Post("/v1/credentials/publish", apptest.J{"all_matching": apptest.J{}}).OK()
	s.Work()
	s.is(t, "ada", "published stack", "with both")
	if n := len(s.Mail.To(apptest.Email("ada"))); n != 3 {
		t.Errorf("%d mails", n)
	}
	if n := check(); n != 0 {
		t.Errorf("%d people still would be", n)
	}

	// Whatever runs again, at the same time too, and whatever became of the first: nobody is issued a second one.
	s.owner.Issued(s.warp, "cleo")
	s.owner.Issued(s.weft, "cleo")
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			if err := s.App.Prerequisites.Work(t.Context(), groups.ApplyPrerequisites{DepartmentID: s.owner.Department, GroupID: s.top}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	s.is(t, "cleo", "published stack", "three jobs at once")
	s.owner.Delete(fmt.Sprint("/v1/credentials/", s.Number("select id from credentials where group_id = $1 and recipient_address = $2", s.top, apptest.Email("cleo")))).OK()
	if err := s.App.Prerequisites.Repair(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.is(t, "cleo", "deleted stack", "after it was deleted by hand")
	if n := s.Number("select count(*) from credentials where source = 'stack'"); n != 3 {
		t.Errorf("%d were issued", n)
	}
}

func TestNothingIsIssuedForPrerequisitesBeforeTheirDay(t *testing.T) {
	t.Parallel()
	s := newTower(t)
	day := s.Clock.Now().AddDate(0, 0, 2).Format(time.DateOnly)
	if g := s.ask(apptest.J{"prerequisites": these(s.warp, s.weft), "prerequisites_after": day}).OK(); g.Text("group.prerequisites_after") != day {
		t.Errorf("the group is %s", g.Body)
	}
	s.owner.Issued(s.warp, "ada")
	s.owner.Issued(s.weft, "ada")
	s.is(t, "ada", "none", "two days before")
	s.Clock.Advance(48 * time.Hour)
	s.owner.SignIn()
	if err := s.App.Prerequisites.Repair(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.is(t, "ada", "published stack", "on the day")
	if g := s.ask(apptest.J{"prerequisites_after": nil}).OK(); g.At("group.prerequisites_after") != nil || g.At("group.prerequisites.1") == nil {
		t.Errorf("the group is %s", g.Body)
	}
	s.ask(apptest.J{"state": "archived"}).OK()
	s.owner.Issued(s.warp, "bea")
	s.owner.Issued(s.weft, "bea")
	s.is(t, "bea", "none", "an archived group")
}

func TestAPrerequisiteThatIsLostDoesWhatTheGroupSays(t *testing.T) {
	t.Parallel()
	s := newTower(t)
	s.ask(apptest.J{"prerequisites": these(s.warp, s.weft)}).OK()
	first := map[string]string{}
	for _, name := range []string{"ada", "bea", "cleo", "dora"} {
		first[name] = fmt.Sprint("/v1/credentials/", s.owner.Issued(s.warp, name).Text("credential.uuid"))
		s.owner.Issued(s.weft, name)
	}
	s.is(t, "ada", "published stack", "with both")
	s.owner.Delete(first["dora"]).OK()
	s.is(t, "dora", "published stack", "a group that keeps")

	s.ask(apptest.J{"prerequisites_lost": "suspend"}).OK()
	s.is(t, "dora", "suspended stack", "a group that begins to suspend")
	s.owner.Post(first["ada"]+"/suspend", apptest.J{"reason": "Unpaid"}).OK()
	s.is(t, "ada", "suspended stack", "a prerequisite that is suspended")
	if why := s.Text("select suspension_reason from credentials where group_id = $1 and recipient_address = $2", s.top, apptest.Email("ada")); why != "The prerequisite “Warp” is no longer valid." {
		t.Errorf("the reason is %q", why)
	}
	s.owner.Post(first["ada"]+"/reinstate", apptest.J{}).OK()
	s.is(t, "ada", "published stack", "a prerequisite that holds again")
	own := s.Text("select uuid from credentials where group_id = $1 and recipient_address = $2", s.top, apptest.Email("dora"))
	s.owner.Post("/v1/credentials/"+own+"/reinstate", apptest.J{}).OK()
	if err := s.App.Prerequisites.Repair(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.is(t, "dora", "published stack", "one that its issuer reinstated")

	s.ask(apptest.J{"prerequisites_lost": "revoke"}).OK()
	s.is(t, "dora", "revoked stack", "a group that begins to revoke")
	s.owner.Post(first["bea"]+"/suspend", apptest.J{}).OK()
	s.is(t, "bea", "published stack", "a prerequisite that may hold again")
	s.owner.Post(first["bea"]+"/revoke", misconduct).OK()
	s.is(t, "bea", "revoked stack", "a prerequisite that was revoked")
	if note := s.Text("select revocation_reason || ': ' || revocation_note from credentials where group_id = $1 and recipient_address = $2", s.top, apptest.Email("bea")); note != "other: The prerequisite “Warp” is no longer valid." {
		t.Errorf("the note is %q", note)
	}
	s.is(t, "cleo", "published stack", "somebody else")
	s.owner.Put(first["cleo"], apptest.J{"credential": apptest.J{"issued_on": "2020-01-01", "expired_on": "2020-12-31"}}).OK()
	s.is(t, "cleo", "revoked stack", "a prerequisite that ran out")
}

func TestPrerequisitesAreGroupsOfTheDepartmentThatDoNotComeFromTheGroupItself(t *testing.T) {
	t.Parallel()
	s := newTower(t)
	theirs := s.Issuer("other").Group("Theirs")
	away := s.owner.Group("Away")
	s.owner.Put(fmt.Sprint("/v1/issuer/groups/", away), apptest.J{"group": apptest.J{"state": "archived"}}).OK()
	s.owner.Put(fmt.Sprint("/v1/issuer/groups/", s.warp), apptest.J{"group": apptest.J{"prerequisites": these(s.weft, s.owner.Group("Spinning"))}}).OK()
	for what, wrong := range map[string][]int64{
		"one alone": {s.warp, s.warp}, "itself": {s.top, s.weft}, "another department's": {s.warp, theirs}, "none that exists": {s.warp, 1 << 40}, "archived": {s.warp, away},
	} {
		if got := s.ask(apptest.J{"prerequisites": these(wrong...)}); got.Status != http.StatusUnprocessableEntity || got.Text("errors.prerequisites.0") == "" {
			t.Errorf("%s: %s", what, got.Body)
		}
	}
	for field, wrong := range map[string]any{"prerequisites_after": "soon", "prerequisites_lost": "sell"} {
		if got := s.ask(apptest.J{field: wrong}); got.Status != http.StatusUnprocessableEntity || got.Text("errors."+field+".0") == "" {
			t.Errorf("%s: %s", field, got.Body)
		}
	}
	s.ask(apptest.J{"prerequisites": these(s.warp, s.weft), "prerequisites_lost": "suspend"}).OK()
	ring := s.owner.Put(fmt.Sprint("/v1/issuer/groups/", s.weft), apptest.J{"group": apptest.J{"prerequisites": these(s.top, s.owner.Group("Dyeing"))}})
	if ring.Status != http.StatusUnprocessableEntity || ring.Text("errors.prerequisites.0") == "" {
		t.Errorf("a ring: %s", ring.Body)
	}
	s.owner.Delete(fmt.Sprint("/v1/issuer/groups/", s.weft)).Refused(http.StatusConflict, "group.is_prerequisite")
	if twin := s.owner.Post(s.path+"/clone", apptest.J{}).OK(); twin.Int("group.prerequisites.1.id") != s.weft || twin.Text("group.prerequisites_lost") != "suspend" {
		t.Errorf("the clone is %s", twin.Body)
	}
	s.ask(apptest.J{"prerequisites": these()}).OK()
	if n := s.Number("select count(*) from group_prerequisites where group_id = $1", s.top); n != 0 {
		t.Errorf("%d are left", n)
	}
	if found := s.owner.Get("/v1/issuer/groups?name=Warp").OK(); found.Text("groups.0.prerequisites.0.name") != "Spinning" {
		t.Errorf("the list is %s", found.Body)
	}
}
