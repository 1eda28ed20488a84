package apptest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"laurel/internal/accounts/access"
	"laurel/internal/app/apptest"
)

const (
	secretName    = "Zebedee Quillfeather"
	secretAddress = "zebedee.quillfeather@hidden.example"
)

// unsighted returns a member with every permission but that to see personal data.
func unsighted(owner apptest.Issuer, name string) apptest.Issuer {
	all := slices.DeleteFunc(access.Grantable(), func(p access.Permission) bool { return p == access.SeePersonalData })
	role := owner.Post("/v1/roles", apptest.J{"role": apptest.J{"name": "Without " + name, "permissions": all}}).OK().Text("role.id")
	by := owner.Viewer(name)
	owner.Put(fmt.Sprint("/v1/team_members/", by.UserID), apptest.J{"team_member": apptest.J{"role_id": role}}).OK()
	return by
}

// quillfeather issues a credential to somebody whose name and address nothing else contains, and changes it, so that the records have both.
func quillfeather(owner apptest.Issuer, group string) string {
	made := owner.Post("/v1/credentials", apptest.J{"credential": apptest.J{
		"group_id": group, "recipient": apptest.J{"name": "Zeb " + secretName, "email": "old." + secretAddress, "phone_number": "+4915712345678"},
	}}).OK()
	id := fmt.Sprint(made.Int("credential.id"))
	owner.Put("/v1/credentials/"+id, apptest.J{"credential": apptest.J{"recipient": apptest.J{"name": secretName, "email": secretAddress}}}).OK()
	return id
}

func TestMembersWithoutThePermissionSeeNoPersonalData(t *testing.T) {
	t.Parallel()
	w := withEverything(t)
	owner := w.Issuer("owner")
	mine := possessions(owner)
	mine["credential"] = quillfeather(owner, mine["group"])
	by := unsighted(owner, "clerk")
	w.Work()
	hidden := append(strings.Fields(w.Text(`select string_agg(distinct address, ' ') from (
		select lower(recipient_email) as address from credentials where recipient_email <> '' union select lower(recipient) from mails
		union select lower(email) from claims) x where address not in (select lower(email) from users)`)), secretName, "Quillfeather", "4915712345678")
	if len(hidden) < 5 || !slices.Contains(hidden, secretAddress) {
		t.Fatalf("too little is there to hide: %v", hidden)
	}
	for _, id := range membersCalls(t) {
		if strings.HasPrefix(id, "departmentDelete") || id == "accountUpdate" {
			continue
		}
		op := apptest.Operations(t)[id]
		r := operations[id].call(by.Client, op, mine)
		body := strings.ToLower(string(r.Body))
		for _, secret := range hidden {
			if strings.Contains(body, strings.ToLower(secret)) {
				t.Errorf("%s answers %d with %s: %.3000s", id, r.Status, secret, r.Body)
			}
		}
	}
	if found := owner.Get("/v1/credentials/" + quillfeather(owner, mine["group"])).OK(); found.Text("credential.recipient.email") != secretAddress {
		t.Errorf("whoever may see it is shown %s", found.Body)
	}
}

func TestMaskedDataIsNoOracleAndIsNotWrittenBack(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := fmt.Sprint(owner.Group("Weaving"))
	id := quillfeather(owner, group)
	by := unsighted(owner, "clerk")
	for path, bodies := range map[string][]any{
		"/v1/credentials/search": {apptest.J{"query": "zebedee"}, apptest.J{"email": secretAddress}, apptest.J{"recipient": apptest.J{"name": "Quill"}}, apptest.J{"recipient.email": "x"}},
		"/v1/credentials/count":  {apptest.J{"query": secretAddress}},
		"/v2/credentials/search": {apptest.J{"query": apptest.J{"recipient_email": secretAddress}}, apptest.J{"query": apptest.J{"recipient_name[in]": []string{secretName}}}},
		"/v1/actions":            {apptest.J{"kind": "delete", "all_matching": apptest.J{"email": secretAddress}}},
	} {
		for _, body := range bodies {
			by.Post(path, body).Denied()
		}
	}
	for _, path := range []string{"/v1/recipients?query=zeb", "/v1/recipients?email=" + secretAddress, "/v1/all_credentials?email=" + secretAddress, "/v1/evidence_items?query=zeb"} {
		by.Get(path).Denied()
	}
	if found := by.Post("/v1/credentials/search", apptest.J{"query": id}).OK(); found.Int("meta.total_count") != 1 || found.Text("credentials.0.recipient.name") != "Z••• Q•••" {
		t.Errorf("by its ID they find %s", found.Body)
	}
	shown := by.Get("/v1/credentials/" + id).OK()
	if email := shown.Text("credential.recipient.email"); email != "z•••@hidden.example" {
		t.Errorf("the address is shown as %s", email)
	}
	changed := shown.At("credential").(map[string]any)
	changed["description"] = "With honours"
	by.Put("/v1/credentials/"+id, apptest.J{"credential": apptest.J{"recipient": changed["recipient"], "description": "With honours"}}).OK()
	kept := owner.Get("/v1/credentials/" + id).OK()
	for path, want := range map[string]string{
		"credential.recipient.name": secretName, "credential.recipient.email": secretAddress, "credential.recipient.phone_number": "+4915712345678", "credential.description": "With honours",
	} {
		if got := kept.Text(path); got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
	by.Post("/v1/credentials", apptest.J{"credential": apptest.J{"group_id": group, "recipient": apptest.J{"name": "Z•••", "email": "new@people.example"}}}).Want(422)
	by.Post("/v1/credentials/generate_single_pdf/"+id, nil).Denied()
	by.Post("/v1/exports", apptest.J{"kind": "certificate", "credential_ids": []string{id}}).Denied()
	by.Post("/v1/issuer/api_keys", apptest.J{"api_key": apptest.J{"name": "Mine", "access": "read"}}).Denied()
	by.Post("/v1/issuer/webhooks", apptest.J{"webhook": apptest.J{"url": "https://hooks.example/x", "events": []string{"credential.published"}}}).Denied()
}

func TestBuiltInRolesSeePersonalDataOrNot(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := fmt.Sprint(owner.Group("Weaving"))
	id := quillfeather(owner, group)
	for role, want := range map[string]string{
		"administrator": secretAddress, "issuer": secretAddress, "viewer": secretAddress, "designer": "z•••@hidden.example",
	} {
		by := owner.Viewer(role)
		owner.Put(fmt.Sprint("/v1/team_members/", by.UserID), apptest.J{"team_member": apptest.J{"role_id": role}}).OK()
		if got := by.Get("/v1/credentials/" + id).OK().Text("credential.recipient.email"); got != want {
			t.Errorf("as %s it is %s, want %s", role, got, want)
		}
	}
	member := owner.Viewer("member")
	owner.Put(fmt.Sprint("/v1/team_members/", member.UserID), apptest.J{"team_member": apptest.J{"role_id": "member"}}).OK()
	permissionGroup(owner, "Issuers", "issuer", "groups", []string{group}, member)
	if got := member.Get("/v1/credentials/" + id).OK().Text("credential.recipient.name"); got != "Z••• Q•••" {
		t.Errorf("a member of a permission group is shown %s", got)
	}
	owner.Post("/v1/permission_groups", apptest.J{"permission_group": apptest.J{
		"name": "Sighted", "level": "viewer", "scope": "all", "permissions": []string{"see_personal_data"}, "member_ids": []int64{member.UserID},
	}}).OK()
	if got := member.Get("/v1/credentials/" + id).OK().Text("credential.recipient.name"); got != secretName {
		t.Errorf("with the permission they are shown %s", got)
	}
}
