package apptest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

func TestNumbersOfCredentialsTellNobodyWhichExist(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	private := owner.Issued(group, "ada", apptest.J{"private": true})
	draft, gone := owner.Draft(group, "ben"), owner.Issued(group, "cy")
	owner.Delete("/v1/credentials/" + gone.Text("credential.uuid")).OK()
	for _, path := range []string{
		"/v1/public/credentials/%v", "/v1/credential-net/credentials/%v", "/v1/credential-net/credentials/%v/events", "/v1/credential-net/credentials/%v/blockchain_transaction",
		"/v1/credentials/generate_certificate_pdf?mode=pdf&credential_id=%v", "/v1/credentials/generate_baked_badge?credential_id=%v",
		"/v1/frontend/credential_website_embed_image/certificate/%v", "/v1/frontend/credential_badge_image/%v", "/v1/frontend/credential_seo_image/%v",
		"/v1/credentials/blockchain_data/%v",
	} {
		unknown := w.Nobody().Get(fmt.Sprintf(path, 999999999))
		for name, one := range map[string]apptest.Reply{"private": private, "draft": draft, "deleted": gone} {
			got := w.Nobody().Get(fmt.Sprintf(path, one.Int("credential.accredible_internal_id")))
			if got.Status != unknown.Status || string(got.Body) != string(unknown.Body) {
				t.Errorf("%s of a %s one answers %d %s; of an unknown one %d %s", path, name, got.Status, got.Body, unknown.Status, unknown.Body)
			}
		}
	}
	w.Nobody().Get("/v1/public/credentials/"+private.Text("credential.uuid")).Refused(http.StatusForbidden, "credential.private")
	w.Nobody().Get("/v1/public/credentials/"+gone.Text("credential.uuid")).Refused(http.StatusGone, "credential.gone")
}

func TestAnAdministratorWhoNeverClaimedTheAccountDoesNotCount(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	w.Exec("update memberships set role = 'administrator'") // of a department without an owner
	member := func(role string) apptest.J {
		rights := apptest.J{"department_id": owner.Department, "permissions": apptest.J{"role": role}}
		return apptest.J{"team_member": apptest.J{"name": "Vera", "email": "vera@people.example", "department_permissions": []any{rights}}}
	}
	owner.Post("/v1/team_members", member("editor")).OK()
	own := fmt.Sprint("/v1/team_members/", owner.UserID)
	owner.Put(own, member("viewer")).Refused(http.StatusConflict, "member.last_administrator")
	w.Work()
	w.Nobody().Post("/v1/issuer_login/claim_account", apptest.J{
		"token": w.Link("vera@people.example").Query().Get("token"), "password": apptest.Password,
	}).OK()
	owner.Put(own, member("viewer")).OK()
}

func TestNamesAreOneLineAndReservedKeysAreRefused(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	made := owner.Draft(group, "ada", apptest.J{"recipient": apptest.J{"name": "Ada\n\u202eecalevoL\u202c ", "email": apptest.Email("ada")}})
	if name := made.Text("credential.recipient.name"); name != "Ada ecalevoL" {
		t.Errorf("she is called %q", name)
	}
	if name := owner.Put(fmt.Sprint("/v1/issuer/groups/", group), apptest.J{"group": apptest.J{"name": "A\r\nB", "course_name": "\u2066C\u2069"}}).OK(); name.Text("group.name") != "A B" {
		t.Errorf("the group is called %s", name.Body)
	}
	for _, field := range []string{"meta_data", "custom_attributes"} {
		for _, key := range []string{"__proto__", "constructor", "prototype"} {
			body := fmt.Sprintf(`{"credential":{"group_id":%d,"recipient":{"name":"Ada","email":"b@recipients.example"},%q:{%q:"x"}}}`, group, field, key)
			r := owner.Post("/v1/credentials", body)
			if field == "custom_attributes" && key == "__proto__" && !strings.Contains(string(r.Body), `"__proto__":`) {
				continue // the key of an attribute holds no underscores in front
			}
			if r.Status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Body), key) {
				t.Errorf("%s.%s is answered %d %s", field, key, r.Status, r.Body)
			}
		}
	}
}
