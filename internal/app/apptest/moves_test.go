package apptest_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"laurel/internal/app/apptest"
	engine "laurel/internal/operations/operations"
)

// moving is a group with an issued credential, and another department of its organization.
type moving struct {
	w          *apptest.World
	owner      apptest.Issuer
	second     int64
	group      int64
	credential apptest.Reply
}

func newMoving(t *testing.T) moving {
	t.Helper()
	w := apptest.New(t)
	m := moving{w: w, owner: w.Issuer("guild")}
	m.second = secondDepartment(m.owner, "Dyeing")
	m.owner.Post("/v1/attribute_keys", apptest.J{"attribute_key": apptest.J{"name": "Loom", "kind": "text"}}).OK()
	m.group = m.owner.Group("Weaving")
	m.credential = m.owner.Issued(m.group, "ada", apptest.J{"custom_attributes": apptest.J{"loom": "Jacquard"}})
	w.Work()
	apptest.Eventually(t, "emails and events to be done", func() bool {
		return w.Number("select count(*) from mails where state in ('queued', 'sending')") == 0 && w.Number("select count(*) from credential_event_batches") == 0
	})
	return m
}

func (m moving) path() string { return fmt.Sprint("/v1/groups/", m.group, "/move") }

// move moves the group and waits until the operation has ended.
func (m moving) move(t *testing.T) {
	t.Helper()
	reply := m.owner.Post(m.path(), apptest.J{"department_id": m.second}).OK()
	m.ended(t, reply.Text("operation.uuid"))
}

func (m moving) ended(t *testing.T, uuid string) apptest.Reply {
	t.Helper()
	var reply apptest.Reply
	apptest.Eventually(t, "the operation to end", func() bool {
		reply = m.owner.Get("/v1/operations/" + uuid).OK()
		state := reply.Text("operation.state")
		return state != "waiting" && state != "running"
	})
	if reply.Text("operation.state") != "finished" || reply.Int("operation.refused_count") != 0 {
		t.Errorf("%s", reply.Body)
	}
	return reply
}

// badge returns the signed badge of the credential.
func (m moving) badge() apptest.Reply {
	return m.w.Nobody().Get("/v1/openbadges/credentials/" + m.credential.Text("credential.uuid")).OK()
}

// run is the job of the operation.
func (m moving) run() engine.Run {
	return engine.Run{OperationID: m.w.Number("select max(id) from operations"), DepartmentID: m.owner.Department, Prepares: true}
}

func TestAGroupMovesWithItsCredentialsToAnotherDepartment(t *testing.T) {
	t.Parallel()
	m := newMoving(t)
	id, public := m.credential.Int("credential.id"), "/v1/public/credentials/"+m.credential.Text("credential.uuid")
	design := m.w.Number("select certificate_version_id from credentials where id = $1", id)
	entries := m.w.Number("select count(*) from status_entries where credential_id = $1", id)
	history := m.w.Number("select count(*) from mails where credential_id = $1", id)
	preview := m.owner.Get(fmt.Sprint(m.path(), "?department_id=", m.second)).OK()
	if preview.Int("move.credentials_count") != 1 || preview.Int("move.designs_count") != 1 || len(preview.At("move.problems").([]any)) != 0 {
		t.Errorf("%s", preview.Body)
	}

	m.move(t)
	there := in(m.owner, m.second)
	m.owner.Get(fmt.Sprint("/v1/credentials/", id)).Want(http.StatusNotFound)
	m.owner.Get(fmt.Sprint("/v1/issuer/groups/", m.group)).Want(http.StatusNotFound)
	moved := there.Get(fmt.Sprint("/v1/credentials/", id)).OK()
	if moved.Int("credential.group_id") != m.group || moved.Text("credential.uuid") != m.credential.Text("credential.uuid") {
		t.Errorf("%s", moved.Body)
	}
	m.w.Nobody().Get(public).OK()
	if n := m.w.Number(`select count(*) from credentials c join design_versions v on v.id = c.certificate_version_id and v.department_id = c.department_id
		join groups g on g.id = c.group_id and g.department_id = c.department_id and g.certificate_design_id = v.design_id
		where c.id = $1 and c.department_id = $2 and v.id <> $3`, id, m.second, design); n != 1 {
		t.Error("the design was not copied with the version of the credential")
	}
	if n := m.w.Number("select count(*) from mails where credential_id = $1 and department_id = $2", id, m.second); n != history || n == 0 {
		t.Errorf("%d emails of %d moved", n, history)
	}
	if n := m.w.Number("select count(*) from status_entries where credential_id = $1 and department_id = $2", id, m.owner.Department); n != entries {
		t.Errorf("%d entries of status lists of %d stayed", n, entries)
	}
	for department, action := range map[int64]string{m.owner.Department: "group.moved_away", m.second: "group.moved_here"} {
		if n := m.w.Number("select count(*) from audit_events where department_id = $1 and action = $2", department, action); n != 1 {
			t.Errorf("%d times %s", n, action)
		}
	}
	there.Put(fmt.Sprint("/v1/credentials/", id), apptest.J{"credential": apptest.J{"recipient": apptest.J{"name": "Ada Lovelace"}}}).OK()
}

func TestWhatWasSignedBeforeAMoveIsRevokedInItsOldList(t *testing.T) {
	t.Parallel()
	m := newMoving(t)
	id := m.credential.Int("credential.id")
	uuid := m.credential.Text("credential.uuid")
	signed := m.badge()
	verdict := func() string {
		return m.w.Nobody().Post("/v1/verify", apptest.J{"input": string(signed.Body)}).OK().Text("verdict")
	}
	valid := verdict()
	list := m.w.Number("select number from status_entries where credential_id = $1", id)
	position := m.w.Number("select position from status_entries where credential_id = $1", id)
	set := func() int64 {
		return m.w.Number("select count(*) from status_list_bits($1, $2::int) p where p = $3::int", m.owner.Department, list, position)
	}
	m.move(t)
	m.w.Nobody().Get(fmt.Sprint("/v1/obi/issuers/", m.owner.Department)).OK()
	if again := m.badge(); again.Text("issuer.id") == signed.Text("issuer.id") {
		t.Errorf("still signed by %s", again.Text("issuer.id"))
	}
	if now := verdict(); now != valid {
		t.Errorf("what was signed before is %s, was %s", now, valid)
	}
	if set() != 0 {
		t.Error("moved means revoked in the list of the old department")
	}
	before := m.w.Number("select version from status_lists where department_id = $1 and number = $2", m.owner.Department, list)
	in(m.owner, m.second).Post("/v1/credentials/"+uuid+"/revoke", misconduct).OK()
	if set() != 1 {
		t.Error("revoked in the new department, but not in the list of the old one")
	}
	apptest.Eventually(t, "what was signed before to be revoked", func() bool { return verdict() == "revoked" })
	if after := m.w.Number("select version from status_lists where department_id = $1 and number = $2", m.owner.Department, list); after <= before {
		t.Errorf("the list is served as it was: version %d, was %d", after, before)
	}
}

func TestMovesThatAreNotPossibleSayWhy(t *testing.T) {
	t.Parallel()
	m := newMoving(t)
	stranger := m.w.Issuer("stranger")
	viewer := m.owner.Viewer("vera")
	m.owner.Post(m.path(), apptest.J{"department_id": m.owner.Department}).Refused(http.StatusUnprocessableEntity, "field:department_id")
	m.owner.Post(m.path(), apptest.J{}).Refused(http.StatusUnprocessableEntity, "field:department_id")
	m.owner.Post(m.path(), apptest.J{"department_id": stranger.Department}).Refused(http.StatusNotFound, "department.not_found")
	m.owner.Post("/v1/groups/1/move", apptest.J{"department_id": m.second}).Want(http.StatusNotFound)
	viewer.Post(m.path(), apptest.J{"department_id": m.second}).Want(http.StatusForbidden)
	m.owner.Key("write").Post(m.path(), apptest.J{"department_id": m.second}).Want(http.StatusForbidden)

	other := m.owner.Group("Spinning")
	m.w.Exec("insert into group_prerequisites (department_id, group_id, prerequisite_id) values ($1, $2, $3)", m.owner.Department, other, m.group)
	m.owner.Post(m.path(), apptest.J{"department_id": m.second}).Refused(http.StatusConflict, "group_move.prerequisites")
	preview := m.owner.Get(fmt.Sprint(m.path(), "?department_id=", m.second)).OK()
	if !strings.Contains(string(preview.Body), "group_move.prerequisites") {
		t.Errorf("%s", preview.Body)
	}
	if n := m.w.Number("select count(*) from operations where kind = 'move_group'"); n != 0 {
		t.Errorf("%d operations", n)
	}
}

func TestAMoveThatIsKilledHappensOnceOrNotAtAll(t *testing.T) {
	t.Parallel()
	m := newMoving(t)
	reply := m.owner.Post(m.path(), apptest.J{"department_id": m.second}).OK()
	for range 5 { // other processes that are killed while they work
		ctx, kill := context.WithTimeout(t.Context(), 15*time.Millisecond)
		_ = m.w.Another().Operations.Work(ctx, m.run())
		kill()
	}
	m.ended(t, reply.Text("operation.uuid"))
	if n := m.w.Number("select count(*) from designs where department_id = $1 and name = 'Weaving'", m.second); n != 1 {
		t.Errorf("the design was copied %d times", n)
	}
	if n := m.w.Number("select count(*) from audit_events where action = 'group.moved_here'"); n != 1 {
		t.Errorf("moved %d times", n)
	}
}

func TestAMergedDepartmentIsEmptyAndArchived(t *testing.T) {
	t.Parallel()
	m := newMoving(t)
	m.owner.Group("Spinning")
	path := fmt.Sprint(organization(m.owner), "/departments/", m.owner.Department, "/merge")
	m.owner.Viewer("vera").Post(path, apptest.J{"into_id": m.second}).Refused(http.StatusNotFound, "organization.not_found")
	reply := m.owner.Post(path, apptest.J{"into_id": m.second}).OK()
	done := m.ended(t, reply.Text("operation.uuid"))
	if done.Int("operation.done_count") != 2 {
		t.Errorf("%s", done.Body)
	}
	if n := m.w.Number("select count(*) from groups where department_id = $1", m.second); n != 2 {
		t.Errorf("%d groups", n)
	}
	m.owner.Post("/v1/issuer/groups", someGroup).Refused(http.StatusForbidden, "department.archived")
}
