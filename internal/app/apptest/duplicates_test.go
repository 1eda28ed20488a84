package apptest_test

import (
	"fmt"
	"net/http"
	"testing"

	"laurel/internal/app/apptest"
)

func TestTheGroupSaysWhatBecomesOfDuplicatesUnlessTheCallDoes(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	path := fmt.Sprint("/v1/issuer/groups/", group)
	rule := func(is string) apptest.Reply {
		return owner.Put(path, apptest.J{"group": apptest.J{"duplicate_behavior": is}})
	}
	add := func(name, behavior string) apptest.Reply {
		credential := apptest.J{"group_id": group, "recipient": apptest.J{"name": name, "email": apptest.Email("ada")}}
		if behavior != "" {
			credential["duplicate_behavior"] = behavior
		}
		return owner.Post("/v1/credentials", apptest.J{"credential": credential})
	}
	if got := owner.Get(path).OK().Text("group.duplicate_behavior"); got != "deny" {
		t.Fatalf("a new group says %s", got)
	}
	first := add("Ada", "").OK().Text("credential.uuid")
	add("Ada again", "").Want(http.StatusUnprocessableEntity)
	if got := add("Ada B", "replace").OK(); got.Text("credential.uuid") != first || got.Text("credential.recipient.name") != "Ada B" {
		t.Errorf("the call said replace: %s", got.Body)
	}
	if got := rule("replace").OK(); got.Text("group.duplicate_behavior") != "replace" || got.At("group.allow_duplicate_credentials") != false {
		t.Errorf("the group: %s", got.Body)
	}
	if got := add("Ada C", "").OK(); got.Text("credential.uuid") != first || got.Text("credential.recipient.name") != "Ada C" {
		t.Errorf("the group said replace: %s", got.Body)
	}
	add("Ada D", "deny").Want(http.StatusUnprocessableEntity)
	add("Ada D", "allow").Want(http.StatusUnprocessableEntity)
	rule("allow").OK()
	if got := add("Ada E", "").OK().Text("credential.uuid"); got == first {
		t.Error("the group allowed a second, but the first was changed")
	}
	for _, forbids := range []string{"deny", "replace"} {
		rule(forbids).Refused(http.StatusConflict, "group.duplicates_exist")
	}
	if got := rule("sometimes"); got.Status != http.StatusUnprocessableEntity || got.Text("errors.duplicate_behavior.0") == "" {
		t.Errorf("an unknown rule: %s", got.Body)
	}
	if n := w.Number("select count(*) from credentials"); n != 2 {
		t.Errorf("there are %d credentials", n)
	}
}

func TestASpreadsheetChangesWhatItsPeopleHaveWhereTheGroupSaysSo(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	owner.Put(fmt.Sprint("/v1/issuer/groups/", group), apptest.J{"group": apptest.J{"duplicate_behavior": "replace"}}).OK()
	had := owner.Draft(group, "ada").Text("credential.uuid")
	i := importFile(t, w, owner, group, "people.csv", "name,email\nAda Lovelace,"+apptest.Email("ada")+"\nBob,"+apptest.Email("bob")+"\n")
	i.check()
	done := i.start(nil)
	if done.Int("import.created") != 1 || done.Int("import.updated") != 1 {
		t.Fatalf("import: %s", done.Body)
	}
	if got := owner.Get("/v1/credentials/" + had).OK().Text("credential.recipient.name"); got != "Ada Lovelace" {
		t.Errorf("she is called %s", got)
	}
}

func TestAClaimNeverChangesWhatWasIssued(t *testing.T) {
	t.Parallel()
	c := newClaiming(t, apptest.J{})
	c.owner.Put(fmt.Sprint("/v1/issuer/groups/", c.group), apptest.J{"group": apptest.J{"duplicate_behavior": "replace"}}).OK()
	had := c.owner.Issued(c.group, "ada").Text("credential.uuid")
	c.ask("Somebody Else", apptest.Email("ada")).OK()
	c.w.Work()
	if mailed := c.w.Number("select count(*) from claims"); mailed == 1 {
		c.confirm(c.w.Link(apptest.Email("ada")).Query().Get("code"))
	}
	if got := c.owner.Get("/v1/credentials/" + had).OK().Text("credential.recipient.name"); got == "Somebody Else" || c.issued() != 1 {
		t.Errorf("she is called %s now, and has %d", got, c.issued())
	}
}
