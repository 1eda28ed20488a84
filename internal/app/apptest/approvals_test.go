package apptest_test

import (
	"fmt"
	"net/http"
	"testing"

	"laurel/internal/app/apptest"
)

// secondPerson returns an administrator beside the owner.
func secondPerson(owner apptest.Issuer, name string) apptest.Issuer {
	by := owner.Viewer(name)
	owner.Put(fmt.Sprint("/v1/team_members/", by.UserID), apptest.J{"team_member": apptest.J{"role_id": "administrator"}}).OK()
	return by
}

func require(owner apptest.Issuer, actions ...string) {
	owner.Put("/v1/approval_policy", apptest.J{"approval_policy": apptest.J{"actions": append([]string{}, actions...)}}).OK()
}

func stateOf(owner apptest.Issuer, id int64) string {
	return owner.Get(fmt.Sprint("/v1/credentials/", id)).OK().Text("credential.state")
}

func TestASecondPersonApprovesPublishing(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	bob := secondPerson(owner, "bob")
	group := owner.Group("Weaving")
	id := owner.Draft(group, "ada").Int("credential.id")
	require(owner, "publish")

	asked := owner.Post("/v1/credentials/publish", apptest.J{"credential_ids": []int64{id}, "comment": "For Friday"}).Want(http.StatusAccepted)
	path := "/v1/approvals/" + asked.Text("approval.uuid")
	w.Work()
	if state := stateOf(owner, id); state != "draft" {
		t.Fatalf("before the approval it is %s", state)
	}
	found := bob.Get(path).OK()
	if found.Int("approval.count") != 1 || found.Text("approval.groups.0.name") != "Weaving" || found.Text("approval.comment") != "For Friday" ||
		found.At("approval.can_decide") != true || found.Text("approval.credentials.0.state") != "draft" {
		t.Errorf("the second person sees %s", found.Body)
	}
	if n := bob.Get("/v1/home").OK().Int("home.attention.approvals"); n != 1 {
		t.Errorf("their start page counts %d", n)
	}
	if n := owner.Get("/v1/home").OK().Int("home.attention.approvals"); n != 0 {
		t.Errorf("that of who asked counts %d", n)
	}
	owner.Post(path+"/approve", nil).Refused(http.StatusForbidden, "approval.own")
	owner.Viewer("vera").Post(path+"/approve", nil).Denied()
	w.Issuer("stranger").Post(path+"/approve", nil).Refused(http.StatusNotFound, "approval.not_found")
	done := bob.Post(path+"/approve", apptest.J{"comment": "Fine"}).OK()
	if done.Text("approval.state") != "approved" || done.Text("approval.decision_comment") != "Fine" {
		t.Errorf("approved as %s", done.Body)
	}
	bob.Post(path+"/approve", nil).Refused(http.StatusConflict, "approval.decided")
	w.Work()
	if state := stateOf(owner, id); state != "published" {
		t.Errorf("afterwards it is %s", state)
	}
	if n := w.Number("select count(*) from publications"); n != 1 {
		t.Errorf("%d publications were started", n)
	}
	if n := w.Number("select count(*) from audit_events where action = 'credential.published' or action = 'publication.started' and user_id = $1", owner.UserID); n != 1 {
		t.Errorf("%d records say that who asked published", n)
	}
	for kind, to := range map[string]apptest.Issuer{"approval_asked": bob, "approval_approved": owner} {
		if n := w.Number("select count(*) from mails m join users u on lower(u.email) = lower(m.recipient) where m.kind = $1 and u.id = $2", kind, to.UserID); n != 1 {
			t.Errorf("%d emails of %s", n, kind)
		}
	}
}

func TestNothingIsPublishedAroundAnApproval(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	require(owner, "publish")
	key := owner.Key("write")
	credential := func(name string, approve bool) apptest.J {
		return apptest.J{"group_id": group, "approve": approve, "recipient": apptest.J{"name": name, "email": name + "@x.example"}}
	}
	made := key.Post("/v1/credentials", apptest.J{"credential": credential("one", true)}).OK()
	if made.At("credential.approve") != false {
		t.Errorf("a program publishes at once: %s", made.Body)
	}
	key.Post("/v1/credentials/bulk_create", apptest.J{"credentials": []apptest.J{credential("two", true), credential("three", true)}}).OK()
	draft := key.Post("/v1/credentials", apptest.J{"credential": credential("four", false)}).OK().Int("credential.id")
	key.Put(fmt.Sprint("/v1/credentials/", draft), apptest.J{"credential": apptest.J{"approve": true}})
	owner.Post("/v1/credentials/schedule", apptest.J{"credential_ids": []int64{draft}, "publish_at": w.Clock.Now().AddDate(0, 1, 0)}).Want(http.StatusConflict)
	asked := key.Post("/v1/credentials/publish", apptest.J{"credential_ids": []int64{draft}}).Want(http.StatusAccepted)
	w.Work()
	if n := w.Number("select count(*) from credentials where published_at is not null or state <> 'draft'"); n != 0 {
		t.Errorf("%d were published", n)
	}
	if reason := w.Text("select publish_refusal from credentials where recipient_name = 'one'"); reason != "approval_required" {
		t.Errorf("the reason is %q", reason)
	}
	// Who created the key does not approve what it asked for, and no key approves anything.
	path := "/v1/approvals/" + asked.Text("approval.uuid")
	owner.Post(path+"/approve", nil).Refused(http.StatusForbidden, "approval.own")
	key.Post(path+"/approve", nil).Refused(http.StatusForbidden, "api_key.people_only")
	secondPerson(owner, "bob").Post(path+"/approve", nil).OK()
	w.Work()
	if state := stateOf(owner, draft); state != "published" {
		t.Errorf("approved, it is %s", state)
	}
	require(owner)
	key.Post("/v1/credentials", apptest.J{"credential": credential("five", true)}).OK()
	if n := w.Number("select count(*) from credentials where published_at is not null"); n != 2 {
		t.Errorf("without the rule, %d are published", n)
	}
}

func TestWhatChangedAfterTheRequestIsNotApproved(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	bob := secondPerson(owner, "bob")
	id := owner.Draft(owner.Group("Weaving"), "ada").Int("credential.id")
	require(owner, "publish")
	ask := func() string {
		return "/v1/approvals/" + owner.Post("/v1/credentials/publish", apptest.J{"credential_ids": []int64{id}}).Want(http.StatusAccepted).Text("approval.uuid")
	}
	path := ask()
	owner.Put(fmt.Sprint("/v1/credentials/", id), apptest.J{"credential": apptest.J{"recipient": apptest.J{"name": "Eve"}}}).OK()
	if shown := bob.Get(path).OK(); shown.At("approval.credentials.0.changed") != true {
		t.Errorf("the change is not shown: %s", shown.Body)
	}
	bob.Post(path+"/approve", nil).Refused(http.StatusConflict, "approval.changed")
	if r := bob.Get(path).OK(); r.Text("approval.state") != "outdated" || r.Text("approval.outdated.code") != "approval.changed" {
		t.Errorf("it is %s", r.Body)
	}
	// Nor is what is changed between the approval and the work.
	path = ask()
	bob.Post(path+"/approve", nil).OK()
	owner.Put(fmt.Sprint("/v1/credentials/", id), apptest.J{"credential": apptest.J{"recipient": apptest.J{"name": "Mallory"}}}).OK()
	w.Work()
	if state := stateOf(owner, id); state != "draft" {
		t.Errorf("changed after the approval, it is %s", state)
	}
	// Nor is anything done for who has lost the right meanwhile.
	carl := secondPerson(owner, "carl")
	asked := carl.Post("/v1/credentials/publish", apptest.J{"credential_ids": []int64{id}}).Want(http.StatusAccepted)
	owner.Put(fmt.Sprint("/v1/team_members/", carl.UserID), apptest.J{"team_member": apptest.J{"role_id": "viewer"}}).OK()
	bob.Post("/v1/approvals/"+asked.Text("approval.uuid")+"/approve", nil).Refused(http.StatusForbidden, "starter.right_lost")
	if state := owner.Get("/v1/approvals/" + asked.Text("approval.uuid")).OK().Text("approval.state"); state != "outdated" {
		t.Errorf("the request of who lost the right is %s", state)
	}
}

func TestASecondPersonApprovesRevoking(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	bob := secondPerson(owner, "bob")
	group := owner.Group("Weaving")
	var ids []int64
	for _, name := range []string{"ada", "grace", "joan"} {
		ids = append(ids, owner.Draft(group, name).Int("credential.id"))
	}
	owner.Post("/v1/credentials/publish", apptest.J{"credential_ids": ids}).OK()
	w.Work()
	require(owner, "revoke")
	one := owner.Post(fmt.Sprintf("/v1/credentials/%d/revoke", ids[0]), apptest.J{"reason": "other", "note": "Twice"}).Want(http.StatusAccepted)
	owner.Post("/v1/credentials/revoke_many", apptest.J{"credential_ids": ids[1:2], "reason": "other"}).Want(http.StatusAccepted)
	many := owner.Post("/v1/actions", apptest.J{"kind": "revoke", "credential_ids": ids[2:], "reason": "misconduct"}).Want(http.StatusAccepted)
	owner.Post(fmt.Sprintf("/v1/credentials/%d/suspend", ids[1]), nil).OK()
	bob.Post("/v1/approvals/"+one.Text("approval.uuid")+"/reject", apptest.J{"comment": ""}).Refused(422, "field:comment")
	bob.Post("/v1/approvals/"+one.Text("approval.uuid")+"/reject", apptest.J{"comment": "Not twice"}).OK()
	bob.Post("/v1/approvals/"+many.Text("approval.uuid")+"/approve", nil).OK()
	w.Work()
	for i, want := range []string{"published", "suspended", "revoked"} {
		if state := stateOf(owner, ids[i]); state != want {
			t.Errorf("%d is %s, want %s", i, state, want)
		}
	}
	if reason := w.Text("select revocation_reason from credentials where id = $1", ids[2]); reason != "misconduct" {
		t.Errorf("revoked for %s", reason)
	}
}

func TestOwnersOverrideAndAskersWithdraw(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	bob := secondPerson(owner, "bob")
	id := owner.Draft(owner.Group("Weaving"), "ada").Int("credential.id")
	require(owner, "publish")
	ask := func(by apptest.Issuer) string {
		return "/v1/approvals/" + by.Post("/v1/credentials/publish", apptest.J{"credential_ids": []int64{id}}).Want(http.StatusAccepted).Text("approval.uuid")
	}
	path := ask(bob)
	owner.Post(path+"/withdraw", nil).Refused(http.StatusForbidden, "approval.not_own")
	bob.Post(path+"/withdraw", nil).OK()
	owner.Post(path+"/approve", nil).Refused(http.StatusConflict, "approval.decided")
	path = ask(owner)
	bob.Post(path+"/override", apptest.J{"comment": "Now"}).Denied()
	owner.Post(path+"/override", apptest.J{}).Refused(422, "field:comment")
	owner.Post(path+"/override", apptest.J{"comment": "The ceremony begins"}).OK()
	w.Work()
	if state := stateOf(owner, id); state != "published" {
		t.Errorf("overridden, it is %s", state)
	}
	if n := w.Number("select count(*) from audit_events where action = 'approval.overridden' and details->>'comment' = 'The ceremony begins'"); n != 1 {
		t.Error("the reason is not recorded")
	}
	list := owner.Get("/v1/approvals?state=overridden").OK()
	if list.Int("meta.total_count") != 1 || list.Text("approvals.0.decided_by") == "" {
		t.Errorf("the list has %s", list.Body)
	}
	owner.Get("/v1/approvals?state=done").Refused(422, "field:state")
	bob.Put("/v1/approval_policy", apptest.J{"approval_policy": apptest.J{"actions": []string{"delete"}}}).Refused(422, "field:actions")
}

func TestDesignsAreApprovedBeforeTheyAreUsed(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	bob := secondPerson(owner, "bob")
	group := owner.Group("Weaving")
	used := owner.Draft(group, "ada").Int("credential.id")
	owner.Post("/v1/credentials/publish", apptest.J{"credential_ids": []int64{used}}).OK()
	w.Work()
	require(owner, "design")
	next := owner.Draft(group, "grace").Int("credential.id")
	owner.Post("/v1/credentials/publish", apptest.J{"credential_ids": []int64{next}}).OK()
	w.Work()
	if state := stateOf(owner, next); state != "published" {
		t.Fatalf("with a design that is in use, it is %s", state)
	}
	design := owner.Design("Fresh")
	owner.Put(fmt.Sprint("/v1/issuer/groups/", group), apptest.J{"group": apptest.J{"certificate_design_id": design}}).OK()
	third := owner.Draft(group, "joan").Int("credential.id")
	owner.Post("/v1/credentials/publish", apptest.J{"credential_ids": []int64{third}}).OK()
	w.Work()
	if reason := w.Text("select publish_refusal from credentials where id = $1", third); reason != "design_unapproved" {
		t.Errorf("the reason is %q", reason)
	}
	asked := owner.Post("/v1/approvals", apptest.J{"approval": apptest.J{"action": "design", "design_id": design}}).OK()
	owner.Post("/v1/approvals", apptest.J{"approval": apptest.J{"action": "design", "design_id": design}}).Refused(http.StatusConflict, "approval.already_asked")
	bob.Post("/v1/approvals/"+asked.Text("approval.uuid")+"/approve", nil).OK()
	owner.Post("/v1/approvals", apptest.J{"approval": apptest.J{"action": "design", "design_id": design}}).Refused(http.StatusConflict, "approval.not_needed")
	owner.Post("/v1/credentials/publish", apptest.J{"credential_ids": []int64{third}}).OK()
	w.Work()
	if state := stateOf(owner, third); state != "published" {
		t.Errorf("with the approved design, it is %s", state)
	}
}
