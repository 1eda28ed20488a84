package apptest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

// oneMore is a request for another credential of the same person.
func oneMore(owner apptest.Client, group int64, name, behavior string, more apptest.J) apptest.Reply {
	credential := apptest.J{"group_id": group, "recipient": apptest.J{"name": name, "email": strings.ToUpper(apptest.Email(name))}, "duplicate_behavior": behavior}
	for field, value := range more {
		credential[field] = value
	}
	return owner.Post("/v1/credentials", apptest.J{"credential": credential})
}

func TestDuplicatesAreDeniedReplacedOrAllowedAsAsked(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	once, often := owner.Group("Once"), owner.Group("Often")
	owner.Put(fmt.Sprint("/v1/issuer/groups/", often), apptest.J{"group": apptest.J{"allow_duplicate_credentials": true}}).OK()
	for _, group := range []int64{once, often} {
		first := owner.Issued(group, "ada").Int("credential.id")
		count := func() int64 { return w.Number("select count(*) from credentials where group_id = $1", group) }
		if oneMore(owner.Client, group, "ada", "deny", nil).Want(http.StatusUnprocessableEntity); count() != 1 {
			t.Errorf("denied, and there are %d", count())
		}
		replaced := oneMore(owner.Client, group, "ada", "replace", apptest.J{"grade": 77, "approve": true}).OK()
		if replaced.Int("credential.id") != first || replaced.At("credential.grade") != 77.0 || count() != 1 {
			t.Errorf("replaced into %s", replaced.Body)
		}
		if oneMore(owner.Client, group, "bob", "replace", nil).OK(); count() != 2 {
			t.Errorf("nobody to replace, and there are %d", count())
		}
		if reply := oneMore(owner.Client, group, "ada", "perhaps", nil).Want(http.StatusUnprocessableEntity); reply.At("errors.duplicate_behavior") == nil {
			t.Errorf("refused with %s", reply.Body)
		}
	}
	if reply := oneMore(owner.Client, once, "ada", "allow", nil).Want(http.StatusUnprocessableEntity); reply.At("errors.duplicate_behavior") == nil {
		t.Errorf("refused with %s", reply.Body)
	}
	oneMore(owner.Client, often, "ada", "allow", nil).OK()
	oneMore(owner.Client, often, "ada", "", nil).OK()
	if n := w.Number("select count(*) from credentials where group_id = $1", often); n != 4 {
		t.Errorf("there are %d where duplicates are allowed", n)
	}
}

func TestManyWhoReplaceAtOnceMakeOneCredential(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Often")
	owner.Put(fmt.Sprint("/v1/issuer/groups/", group), apptest.J{"group": apptest.J{"allow_duplicate_credentials": true}}).OK()
	done := make(chan apptest.Reply)
	for range 8 {
		go func() { done <- oneMore(owner.Client, group, "ada", "replace", nil) }()
	}
	for range 8 {
		(<-done).OK()
	}
	if n := w.Number("select count(*) from credentials"); n != 1 {
		t.Errorf("there are %d", n)
	}
}

func TestARenewalTakesThePlaceOfTheOldOneWhenItIsIssued(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group, next := owner.Group("Weaving"), owner.Group("Weaving II")
	owner.Put(fmt.Sprint("/v1/issuer/groups/", group), apptest.J{"group": apptest.J{"auto_expiry": apptest.J{"amount": 2, "unit": "year"}}}).OK()
	w.Work()
	for _, c := range []struct {
		name, oldState string
		body           apptest.J
		group          int64
	}{
		{"ada", "published", apptest.J{}, group},
		{"bob", "revoked", apptest.J{"revoke": true}, group},
		{"cy", "published", apptest.J{"group_id": next}, next},
	} {
		old := owner.Issued(group, c.name, apptest.J{"grade": 90, "license_id": "own-" + c.name})
		path := "/v1/credentials/" + old.Text("credential.uuid")
		draft := owner.Post(path+"/renew", c.body).OK()
		renewal := "/v1/credentials/" + draft.Text("credential.uuid")
		if draft.Text("credential.state") != "draft" || draft.At("credential.grade") != 90.0 || draft.Int("credential.group_id") != c.group ||
			draft.At("credential.license_id") != nil || (draft.At("credential.expired_on") != nil) != (c.group == group) || draft.Int("credential.supersedes.id") != old.Int("credential.accredible_internal_id") {
			t.Errorf("the renewal is %s", draft.Body)
		}
		owner.Post(path+"/renew", nil).Refused(http.StatusConflict, "credential.renewed")
		if w.Nobody().Get("/v1/public/credentials/"+old.Text("credential.uuid")).OK().At("credential.superseded_by") != nil {
			t.Error("the public page tells of a draft")
		}
		owner.Post("/v1/credentials/publish", apptest.J{"credential_ids": []int64{draft.Int("credential.id")}}).OK()
		w.Work()
		before, after := owner.Get(path).OK(), owner.Get(renewal).OK()
		if before.Text("credential.state") != c.oldState || after.Text("credential.state") != "published" || before.Int("credential.superseded_by.id") != draft.Int("credential.id") {
			t.Errorf("%s: afterwards the old one is %s, the new one %s", c.name, before.Body, after.Body)
		}
		if c.oldState == "revoked" && before.Text("credential.revocation.reason") != "superseded" {
			t.Errorf("it was revoked as %s", before.Body)
		}
		public := w.Nobody().Get("/v1/public/credentials/" + old.Text("credential.uuid")).OK()
		if got := public.Text("credential.superseded_by.uuid"); got != draft.Text("credential.uuid") {
			t.Errorf("the public page names %q", got)
		}
		if got := w.Nobody().Get("/v1/public/credentials/" + draft.Text("credential.uuid")).OK().Text("credential.supersedes.uuid"); got != old.Text("credential.uuid") {
			t.Errorf("the page of the renewal names %q", got)
		}
		if c.group == group { // one of the two counts
			oneMore(owner.Client, group, c.name, "", nil).Want(http.StatusUnprocessableEntity)
		}
	}
	owner.Post("/v1/credentials/"+owner.Draft(group, "dee").Text("credential.uuid")+"/renew", nil).Refused(http.StatusConflict, "credential.not_published")
}

func TestARenewalIntoAGroupWhereTheRecipientIsStaysADraft(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group, next := owner.Group("Weaving"), owner.Group("Weaving II")
	old := owner.Issued(group, "ada").Text("credential.uuid")
	owner.Issued(next, "ada")
	draft := owner.Post("/v1/credentials/"+old+"/renew", apptest.J{"group_id": next}).OK()
	owner.Post("/v1/credentials/publish", apptest.J{"credential_ids": []int64{draft.Int("credential.id")}}).OK()
	w.Work()
	got := owner.Get("/v1/credentials/" + draft.Text("credential.uuid")).OK()
	if got.Text("credential.state") != "draft" || got.Text("credential.publish_refusal") != "duplicate" {
		t.Errorf("it is %s", got.Body)
	}
}

func TestAMovedCredentialKeepsItsTextsOrTakesThoseOfItsNewGroup(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	from, to := owner.Group("Weaving"), owner.Group("Dyeing")
	signed := func(uuid string) string {
		return string(w.Nobody().Get("/v1/openbadges/credentials/" + uuid).OK().Body)
	}
	for name, c := range map[string]struct{ texts, name string }{"ada": {"keep", "Weaving"}, "bob": {"follow", "Dyeing"}} {
		uuid := owner.Issued(from, name).Text("credential.uuid")
		before := signed(uuid)
		moved := owner.Post("/v1/credentials/"+uuid+"/move", apptest.J{"group_id": to, "texts": c.texts}).OK()
		if moved.Int("credential.group_id") != to || moved.Text("credential.group_name") != "Dyeing" || moved.Text("credential.name") != c.name {
			t.Errorf("moved into %s", moved.Body)
		}
		after := signed(uuid)
		if after == before || !strings.Contains(after, `"name":"`+c.name+`"`) {
			t.Errorf("signed as %s", after)
		}
	}
	draft := owner.Draft(from, "cy").Text("credential.uuid")
	if got := owner.Post("/v1/credentials/"+draft+"/move", apptest.J{"group_id": to}).OK(); got.Text("credential.name") != "Dyeing" {
		t.Errorf("the draft is %s", got.Body)
	}
	again := owner.Draft(from, "ada").Text("credential.uuid")
	owner.Post("/v1/credentials/"+again+"/move", apptest.J{"group_id": to}).Want(http.StatusUnprocessableEntity)
	owner.Post("/v1/credentials/"+again+"/move", apptest.J{"group_id": w.Issuer("stranger").Group("Theirs")}).Refused(http.StatusNotFound, "group.not_found")
}

func TestANewPrivateKeyClosesTheOldLink(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	owner.Put(fmt.Sprint("/v1/issuer/groups/", group), apptest.J{"group": apptest.J{"generate_private_credential": true}}).OK()
	credential := owner.Issued(group, "ada", apptest.J{"private": nil}) // null is what the group says
	uuid, old := credential.Text("credential.uuid"), credential.Text("credential.private_key")
	now := owner.Post("/v1/credentials/"+uuid+"/rotate_key", nil).OK().Text("credential.private_key")
	public := "/v1/public/credentials/" + uuid + "?key="
	w.Nobody().Get(public+old).Refused(http.StatusForbidden, "credential.private")
	w.Nobody().Get(public + now).OK()
	if got := owner.Get("/v1/credentials/" + uuid + "/history").OK().Text("events.0.action"); got != "credential.key_rotated" {
		t.Errorf("the history begins with %s", got)
	}
}

func TestACorrectionGoesToTheOthersThatItIsMeantFor(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group, other := owner.Group("Weaving"), owner.Group("Dyeing")
	stranger := w.Issuer("stranger")
	theirs := stranger.Issued(stranger.Group("Weaving"), "ada").Text("credential.uuid")
	ada, inOther := owner.Issued(group, "ada"), owner.Issued(other, "ada").Text("credential.uuid")
	bob := owner.Issued(group, "bob").Text("credential.uuid")
	path := "/v1/credentials/" + ada.Text("credential.uuid")
	shared := owner.Get(path + "/shared").OK()
	if shared.Int("recipient_count") != 1 || shared.Int("group_count") != 1 {
		t.Errorf("shared by %s", shared.Body)
	}
	name := func(c apptest.Client, uuid string) string {
		r := c.Get("/v1/credentials/" + uuid).OK()
		return fmt.Sprint(r.Text("credential.recipient.name"), " ", r.Text("credential.recipient.email"), " ", r.Text("credential.name"))
	}
	owner.Put(path, apptest.J{"also": []string{"recipient", "group"}, "credential": apptest.J{
		"name": "Fine weaving", "recipient": apptest.J{"name": "Ada Byron", "email": "byron@recipients.example"},
	}}).OK()
	w.Exec("update river_job set state = 'available', finalized_at = null, attempt = 0 where kind = 'operations.run'")
	w.Work()
	for uuid, want := range map[string]string{
		ada.Text("credential.uuid"): "Ada Byron byron@recipients.example Fine weaving",
		inOther:                     "Ada Byron byron@recipients.example Dyeing",
		bob:                         "bob bob@recipients.example Fine weaving",
	} {
		if got := name(owner.Client, uuid); got != want {
			t.Errorf("%s; want %s", got, want)
		}
	}
	if got := name(stranger.Client, theirs); got != "ada ada@recipients.example Weaving" {
		t.Errorf("another department's is %s", got)
	}
	if n := w.Number("select count(*) from audit_events where action = 'credential.updated'"); n != 3 {
		t.Errorf("%d changes are recorded; want one each", n)
	}
	owner.Put(path, apptest.J{"also": []string{"everybody"}, "credential": apptest.J{"name": "X"}}).Want(http.StatusUnprocessableEntity)
}

func TestAnExampleGoesToWhoAsksAndMakesNothing(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	path := fmt.Sprint("/v1/issuer/groups/", group, "/send_example")
	owner.Post(path, nil).OK()
	w.Work()
	mails := w.Mail.To(owner.Email)
	if len(mails) != 1 || !strings.Contains(mails[0].Subject, "Example: Weaving") || !strings.Contains(mails[0].HTML, "?sample=true") {
		t.Fatalf("mails %+v", mails)
	}
	if n := w.Number("select count(*) from credentials"); n != 0 {
		t.Errorf("%d credentials were made", n)
	}
	owner.Key("write").Post(path, nil).Refused(http.StatusConflict, "credential.example_needs_person")
}
