package apptest_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"

	"laurel/internal/app/apptest"
)

// groupsNamed counts the groups of a name.
func groupsNamed(in integrator, name string) int64 {
	return in.World.Number("select count(*) from groups where department_id = $1 and name = $2", in.owner.Department, name)
}

func TestARefusedCredentialLeavesNoGroupBehind(t *testing.T) {
	t.Parallel()
	in := integration(t)
	in.Post("/v1/credentials", in.learner("ada", apptest.J{"id": "own-1"})).OK()
	nobody := apptest.J{"name": "No address"}
	in.Post("/v1/credentials", in.learner("ben", apptest.J{"group_id": nil, "group_name": "Refused", "recipient": nobody})).
		Refused(http.StatusUnprocessableEntity, "field:recipient.email")
	in.Post("/v1/credentials", in.learner("ben", apptest.J{"group_id": nil, "group_name": "Refused", "approve": false, "id": "own-1"})).
		Refused(http.StatusUnprocessableEntity, "field:license_id")
	in.Post("/v1/credentials", in.learner("ben", apptest.J{"group_id": in.group, "course_link": "https://school.example/", "recipient": nobody})).
		Refused(http.StatusUnprocessableEntity, "field:recipient.email")
	if n := groupsNamed(in, "Refused"); n != 0 {
		t.Errorf("%d groups were created", n)
	}
	if link := in.World.Text("select course_link from groups where id = $1", in.group); link != "" {
		t.Errorf("the group links to %s", link)
	}

	in.World.Exec("update groups set certificate_design_id = null, primary_design_id = null where id = $1", in.group)
	in.Post("/v1/credentials", in.learner("ben", apptest.J{"recipient": nobody})).Refused(http.StatusUnprocessableEntity, "field:recipient.email")
	if n := in.World.Number("select count(*) from groups where id = $1 and certificate_design_id is null", in.group); n != 1 {
		t.Error("the group was given a design")
	}
}

func TestRefusedCredentialsOfABatchLeaveNoGroupBehind(t *testing.T) {
	t.Parallel()
	in := integration(t)
	item := func(name, group string, more ...apptest.J) any {
		return in.learner(name, append(more, apptest.J{"group_id": nil, "group_name": group})...)["credential"]
	}
	nobody := apptest.J{"recipient": apptest.J{"name": "No address"}}
	reply := in.Post("/v1/credentials/bulk_create", apptest.J{"credentials": []any{
		item("ada", "Refused", nobody), item("ben", "Shared", nobody), item("cy", "Shared"), item("di", "shared"), item("eve", "Refused", nobody), in.learner("fay")["credential"],
		in.learner("gil", nobody, apptest.J{"course_link": "https://school.example/"})["credential"],
	}}).OK()
	for _, i := range []int{0, 1, 4, 6} {
		fieldsOf(t, reply, fmt.Sprint(i, ".errors"), "recipient.email")
	}
	for i, name := range map[int]string{2: "cy", 3: "di", 5: "fay"} {
		if reply.Text(fmt.Sprint(i, ".credential.recipient.name")) != name || reply.At(fmt.Sprint(i, ".credential.approve")) != true {
			t.Errorf("%s: %s", name, reply.Body)
		}
	}
	if refused, shared := groupsNamed(in, "Refused"), groupsNamed(in, "Shared"); refused != 0 || shared != 1 {
		t.Errorf("%d groups of refused credentials and %d of the others, want 0 and 1", refused, shared)
	}
	if n := in.World.Number("select count(*) from credentials c join groups g on g.id = c.group_id where g.name = 'Shared'"); n != 2 {
		t.Errorf("%d credentials share a group, want 2", n)
	}
	if link := in.World.Text("select course_link from groups where id = $1", in.group); link != "" {
		t.Errorf("the group links to %s", link)
	}
}

func TestCallsThatNameTheSameNewGroupCreateItOnce(t *testing.T) {
	t.Parallel()
	in := integration(t)
	bad := in.learner("bad", apptest.J{"group_id": nil, "group_name": "Basketry", "recipient": apptest.J{"name": "No address"}})
	var all sync.WaitGroup
	for i := range 4 {
		one := func(kind string) apptest.J {
			return in.learner(fmt.Sprint(kind, i), apptest.J{"group_id": nil, "group_name": "Basketry"})
		}
		for _, call := range []func(){
			func() {
				if reply := in.Post("/v1/credentials", one("single")); reply.Status != http.StatusOK {
					t.Errorf("%d %s", reply.Status, reply.Body)
				}
			},
			func() {
				in.Post("/v1/credentials", bad).Refused(http.StatusUnprocessableEntity, "field:recipient.email")
			},
			func() {
				many := apptest.J{"credentials": []any{bad["credential"], one("first")["credential"], one("second")["credential"]}}
				if reply := in.Post("/v1/credentials/bulk_create", many); reply.Status != http.StatusOK || reply.At("2.credential.approve") != true {
					t.Errorf("%s", reply.Body)
				}
			},
		} {
			all.Go(call)
		}
	}
	all.Wait()
	if n := groupsNamed(in, "Basketry"); n != 1 {
		t.Errorf("%d groups, want 1", n)
	}
	if n := in.World.Number("select count(*) from credentials c join groups g on g.id = c.group_id where g.name = 'Basketry'"); n != 12 {
		t.Errorf("%d credentials, want 12", n)
	}
	if n := in.World.Number("select count(*) from audit_events where action = 'group.created' and department_id = $1", in.owner.Department); n != 2 {
		t.Errorf("%d groups were recorded, want 2", n)
	}
}
