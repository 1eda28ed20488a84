package apptest_test

import (
	"bytes"
	"fmt"
	"net/http"
	"testing"

	"laurel/internal/app/apptest"
	"laurel/internal/issuing/groups"
)

// TestWorkOnPrerequisitesThatIsCutOffIssuesAndMailsEachOnce cuts the work off in its first chunk and in its second, which rolls back what they did.
func TestWorkOnPrerequisitesThatIsCutOffIssuesAndMailsEachOnce(t *testing.T) {
	t.Parallel()
	const people, chunk = 205, 200
	s := newTower(t)
	for _, group := range []int64{s.warp, s.weft} {
		for from := 0; from < people; from += 100 {
			var all []apptest.J
			for i := from; i < min(from+100, people); i++ {
				name := fmt.Sprint("p", i)
				all = append(all, apptest.J{"group_id": group, "approve": true, "recipient": apptest.J{"name": name, "email": apptest.Email(name)}})
			}
			s.owner.Post("/v1/credentials/bulk_create", apptest.J{"credentials": all}).OK()
		}
	}
	s.ask(apptest.J{"prerequisites": these(s.warp, s.weft)}).OK()
	s.Exec("create function cut() returns trigger language plpgsql as $$ begin if (select count(*) from stack_results) > tg_argv[0]::int then raise 'cut off'; end if; return null; end $$")
	job := groups.ApplyPrerequisites{DepartmentID: s.owner.Department, GroupID: s.top}
	made := func() [2]int64 {
		return [2]int64{
			s.Number("select count(*) from credentials where group_id = $1 and state = 'published'", s.top), s.Number("select count(*) from stack_results"),
		}
	}
	for _, after := range []int64{0, chunk} {
		s.Exec(fmt.Sprintf("create trigger cut after insert on stack_results for each statement execute function cut(%d)", after))
		for range 2 {
			if err := s.App.Prerequisites.Work(t.Context(), job); err == nil {
				t.Fatal("nothing was cut off")
			}
			if got := made(); got != [2]int64{after, after} {
				t.Errorf("cut off after %d, it left %v credentials and notes", after, got)
			}
		}
		s.Exec("drop trigger cut on stack_results")
	}
	for range 2 {
		if err := s.App.Prerequisites.Work(t.Context(), job); err != nil {
			t.Fatal(err)
		}
	}
	s.Work() // the job that the change began does the same once more
	if got := made(); got != [2]int64{people, people} {
		t.Errorf("in the end there are %v credentials and notes; want %d of each", got, people)
	}
	if n := s.Number("select count(distinct recipient_address) from credentials where group_id = $1", s.top); n != people {
		t.Errorf("%d people have one", n)
	}
	for i := range people {
		if n := len(s.Mail.To(apptest.Email(fmt.Sprint("p", i)))); n != 3 {
			t.Errorf("p%d got %d mails, want one for each of two prerequisites and the result", i, n)
		}
	}
}

func TestWhoIsLimitedToSomeGroupsNeitherSeesNorRequiresOthers(t *testing.T) {
	t.Parallel()
	s := newTower(t)
	hidden := s.owner.Group("Guild")
	s.ask(apptest.J{"prerequisites": these(s.warp, s.weft)}).OK()
	s.owner.Put(fmt.Sprint("/v1/issuer/groups/", hidden), apptest.J{"group": apptest.J{"prerequisites": these(s.warp, s.weft)}}).OK()
	s.owner.Issued(s.weft, "ada")
	s.owner.Issued(s.weft, "bea")

	vera := s.owner.Viewer("vera")
	rights := apptest.J{"role": "editor", "groups": []int64{s.top, s.warp}}
	s.owner.Put(fmt.Sprint("/v1/team_members/", vera.UserID), apptest.J{"team_member": apptest.J{
		"department_permissions": []apptest.J{{"department_id": s.owner.Department, "permissions": rights}},
	}}).OK()
	key := keyWith(s.owner, "limited", apptest.J{"access": "write", "group_ids": []int64{s.top, s.warp}})
	for who, c := range map[string]apptest.Client{"ada": key, "bea": vera.Client} {
		if g := c.Get(s.path).OK(); g.Text("group.prerequisites.0.name") != "Warp" || bytes.Contains(g.Body, []byte("Weft")) {
			t.Errorf("%s: the group is %s", who, g.Body)
		}
		put := func(group int64, ids ...int64) apptest.Reply {
			return c.Put(fmt.Sprint("/v1/issuer/groups/", group), apptest.J{"group": apptest.J{"prerequisites": these(ids...)}})
		}
		put(s.top, s.warp).OK() // all that can be seen: the other one stays
		put(s.top, s.warp, s.weft).Refused(http.StatusUnprocessableEntity, "field:prerequisites")
		put(s.warp, s.weft, hidden).Refused(http.StatusUnprocessableEntity, "field:prerequisites")
		put(hidden, s.warp, s.top).Refused(http.StatusNotFound, "group.not_found")
		if check := c.Post("/v1/issuer/groups/stack_check", apptest.J{"group_id": s.top, "prerequisites": these(s.weft, hidden)}); check.Status == http.StatusOK && check.Int("recipient_count") != 0 {
			t.Errorf("%s: the check tells %s", who, check.Body)
		}
		// What they issue counts for whatever the department stacks on it, which shows them no more than before.
		c.Issued(s.warp, who)
		s.is(t, who, "published stack", "issued to by who sees one of two")
		if found := c.Post("/v1/credentials/search", apptest.J{"email": apptest.Email(who)}).OK(); found.Int("meta.total_count") != 2 || bytes.Contains(found.Body, []byte("Guild")) || bytes.Contains(found.Body, []byte("Weft")) {
			t.Errorf("%s: they find %s", who, found.Body)
		}
	}
	if n := s.Number("select count(*) from group_prerequisites"); n != 4 {
		t.Errorf("there are %d prerequisites", n)
	}
	if n := s.Number("select count(*) from credentials where group_id = $1 and source = 'stack'", hidden); n != 2 {
		t.Errorf("%d were issued by the group that nobody of them sees", n)
	}
}
