package apptest_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

// member is the body that invites somebody as a viewer.
func member(department int64, name, email string) apptest.J {
	rights := apptest.J{"department_id": department, "permissions": apptest.J{"role": "viewer"}}
	return apptest.J{"team_member": apptest.J{"name": name, "email": email, "department_permissions": []any{rights}}}
}

func TestADepartmentSeesOnlyWhatItTypedUntilAnInvitedPersonAccepts(t *testing.T) {
	t.Parallel()
	in := integration(t)
	w := in.World
	stranger := w.Issuer("stranger")
	added := in.Post("/v1/team_members", member(in.owner.Department, " Somebody ", stranger.Email)).OK()
	fresh := in.Post("/v1/team_members", member(in.owner.Department, "Nobody", "nobody@people.example")).OK()
	path := fmt.Sprint("/v1/team_members/", added.Int("team_member.id"))
	list := in.Get("/v1/team_members").OK()
	for _, answer := range []apptest.Reply{added, fresh, in.Get(path).OK()} {
		if answer.Text("team_member.status") != "invited" || answer.Int("team_member.id") == stranger.UserID {
			t.Errorf("%s", answer.Body)
		}
	}
	if added.Text("team_member.name") != "Somebody" || list.Text("team_members.1.name") != "Somebody" || list.Int("meta.total_count") != 3 {
		t.Errorf("%s", list.Body)
	}
	in.Post("/v1/universal/sso_keys", apptest.J{"email": stranger.Email}).Refused(http.StatusNotFound, "member.not_found")
	stranger.Department = in.owner.Department
	stranger.Get("/v1/issuer/groups").Refused(http.StatusNotFound, "department.not_found")

	w.Work()
	token := apptest.J{"token": w.Link(stranger.Email).Query().Get("token")}
	read := w.Nobody().Post("/v1/issuer_login/invitation", token).OK()
	if read.At("invitation.has_account") != true || read.Text("invitation.role") != "viewer" || read.Text("invitation.email") != stranger.Email {
		t.Errorf("%s", read.Body)
	}
	w.Nobody().Post("/v1/issuer_login/claim_account", apptest.J{"token": token["token"], "password": apptest.Password}).Refused(http.StatusConflict, "invitation.sign_in")
	stranger.Department = 0
	other := w.Issuer("other")
	other.Post("/v1/issuer_login/invitation/accept", token).Refused(http.StatusForbidden, "invitation.other_account")
	w.Nobody().Post("/v1/issuer_login/invitation/accept", token).Refused(http.StatusUnauthorized, "not_signed_in")
	if session := stranger.Post("/v1/issuer_login/invitation/accept", token).OK(); session.Int("department.id") != in.owner.Department {
		t.Errorf("%s", session.Body)
	}
	stranger.Post("/v1/issuer_login/invitation/accept", token).Refused(http.StatusUnprocessableEntity, "token.incorrect")
	if now := in.Get(path).OK(); now.Text("team_member.name") != "stranger" || now.Text("team_member.status") != "active" {
		t.Errorf("%s", now.Body)
	}
	in.Post("/v1/team_members", member(in.owner.Department, "Again", stranger.Email)).Refused(http.StatusConflict, "member.already")
	in.Post(path+"/resend", nil).Refused(http.StatusNotFound, "member.not_found")
	in.Delete(path).OK()
	stranger.Department = in.owner.Department
	stranger.Get("/v1/issuer/groups").Refused(http.StatusNotFound, "department.not_found")
}

func TestAnInvitationIsSentAgainDeclinedCanceledAndExpires(t *testing.T) {
	t.Parallel()
	in := integration(t)
	w := in.World
	const email = "vera@people.example"
	invite := func() (path string, token apptest.J) {
		t.Helper()
		path = fmt.Sprint("/v1/team_members/", in.Post("/v1/team_members", member(in.owner.Department, "Vera", email)).OK().Int("team_member.id"))
		w.Work()
		return path, apptest.J{"token": w.Link(email).Query().Get("token")}
	}
	over := func(token apptest.J) {
		t.Helper()
		w.Nobody().Post("/v1/issuer_login/invitation", token).Refused(http.StatusUnprocessableEntity, "token.incorrect")
		w.Nobody().Post("/v1/issuer_login/invitation/decline", token).Refused(http.StatusUnprocessableEntity, "token.incorrect")
		w.Nobody().Post("/v1/issuer_login/claim_account", apptest.J{"token": token["token"], "password": apptest.Password}).Refused(http.StatusUnprocessableEntity, "token.incorrect")
	}
	path, first := invite()
	in.Put(path, member(in.owner.Department, "", "")).OK()
	if again := in.Post(path+"/resend", nil).OK(); again.Text("team_member.name") != "Vera" || fmt.Sprint("/v1/team_members/", again.Int("team_member.id")) != path {
		t.Errorf("%s", again.Body)
	}
	w.Work()
	second := apptest.J{"token": w.Link(email).Query().Get("token")}
	over(first)
	w.Clock.Advance(7 * 24 * time.Hour)
	over(second)
	if late := in.Get(path).OK(); late.Text("team_member.status") != "expired" {
		t.Errorf("%s", late.Body)
	}
	_, third := invite()
	w.Nobody().Post("/v1/issuer_login/invitation/decline", third).OK()
	over(third)
	in.Get(path).Refused(http.StatusNotFound, "member.not_found")
	path, fourth := invite()
	w.Issuer("stranger").Delete(path).Refused(http.StatusNotFound, "member.not_found")
	in.Delete(path).OK()
	over(fourth)
	_, fifth := invite()
	w.Nobody().Post("/v1/issuer_login/claim_account", apptest.J{"token": fifth["token"], "password": apptest.Password}).OK()
	over(fifth)
	if list := in.Get("/v1/team_members").OK(); list.Text("team_members.1.status") != "active" || list.Int("meta.total_count") != 2 {
		t.Errorf("%s", list.Body)
	}
}

func TestAProgramInvitesChangesAndRemovesMembers(t *testing.T) {
	t.Parallel()
	in := integration(t)
	permissions := func(department int64, what string) string {
		return fmt.Sprintf(`[{"department_id":%d,"permissions":%s}]`, department, what)
	}
	write := func(rights string) string {
		return `{"team_member":{"name":"Vera","email":"Vera@people.example","department_permissions":` + rights + `}}`
	}
	own := in.owner.Department
	vera := in.Post("/v1/team_members", write(permissions(own, `{"designs":false,"emails":false,"credential_attributes":false,"analytics":true,"settings":false,"role":"viewer","groups":null}`))).OK()
	if vera.Text("team_member.email") != "vera@people.example" || vera.Text("team_member.department_permissions.0.permissions.role") != "viewer" {
		t.Errorf("%s", vera.Body)
	}
	in.World.Work()
	if len(in.World.Mail.To("vera@people.example")) != 1 {
		t.Error("she got no mail")
	}
	path := fmt.Sprint("/v1/team_members/", vera.Int("team_member.id"))
	read := in.Get(path).OK().At("team_member.department_permissions")
	if same := in.Put(path, apptest.J{"team_member": apptest.J{"department_permissions": read}}).OK(); same.Text("team_member.department_permissions.0.permissions.role") != "viewer" {
		t.Errorf("what was read is not taken back: %s", same.Body)
	}
	if more := in.Put(path, write(permissions(own, `{"role":"editor"}`))).OK(); more.At("team_member.department_permissions.0.permissions.designs") != true {
		t.Errorf("%s", more.Body)
	}
	for _, wrong := range []string{
		`[]`, `null`, permissions(own+1, `{"role":"viewer"}`), permissions(own, `{}`), permissions(own, `{"role":"owner"}`),
		permissions(own, `{"role":"editor","groups":[]}`), permissions(own, `{"role":"editor","groups":[999999999]}`),
		permissions(own, fmt.Sprintf(`{"role":"editor","groups":[%d]}`, in.World.Issuer("stranger").Group("Theirs"))),
	} {
		in.Put(path, write(wrong)).Refused(http.StatusUnprocessableEntity, "field:department_permissions")
		in.Post("/v1/team_members", write(wrong)).Refused(http.StatusUnprocessableEntity, "field:department_permissions")
	}
	in.Put(path, write(permissions(own, `{"role":"viewer"}`))).OK()
	last := fmt.Sprint("/v1/team_members/", in.owner.UserID)
	in.Put(last, write(permissions(own, `{"role":"viewer"}`))).Refused(http.StatusConflict, "member.last_administrator")
	in.Delete(last).Refused(http.StatusConflict, "member.last_administrator")
	if gone := in.Delete(path).OK(); gone.Text("team_member.name") != "Vera" {
		t.Errorf("%s", gone.Body)
	}
	in.Delete(path).Refused(http.StatusNotFound, "member.not_found")
	in.Put(path, write(permissions(0, `{"role":"viewer"}`))).Refused(http.StatusNotFound, "member.not_found")
}

func TestAMemberMayDoWhatTheirRightsSayAndNoMore(t *testing.T) {
	t.Parallel()
	in := integration(t)
	vera, other := in.owner.Viewer("vera"), in.owner.Group("Dyeing")
	theirs := in.Post("/v1/credentials", in.learner("ada", apptest.J{"group_id": other})).OK().Int("credential.accredible_internal_id")
	path := fmt.Sprint("/v1/team_members/", vera.UserID)
	may := func(rights string) {
		t.Helper()
		rights = fmt.Sprintf(`[{"department_id":%d,"permissions":%s}]`, in.owner.Department, rights)
		in.Put(path, `{"team_member":{"department_permissions":`+rights+`}}`).OK()
	}
	mine := in.learner("ben")
	mine["credential"].(apptest.J)["approve"] = false
	calls := []struct {
		name, method, path string
		body               any
	}{
		{"design", http.MethodPost, "/v1/designs", `{"design":{"name":"Leaf","kind":"certificate"}}`},
		{"attribute", http.MethodPost, "/v1/attribute_keys", `{"attribute_key":{"name":"Loom","kind":"text"}}`},
		{"department", http.MethodPost, "/v1/department/update", `{"issuer":{"description":"Ours"}}`},
		{"webhooks", http.MethodGet, "/v1/issuer/webhooks", nil},
		{"analytics", http.MethodGet, "/v1/analytics", nil},
		{"group", http.MethodPost, "/v1/issuer/groups", `{"group":{"name":"New","course_name":"New"}}`},
		{"credential", http.MethodPost, "/v1/credentials", mine},
		{"other", http.MethodGet, fmt.Sprint("/v1/credentials/", theirs), nil},
		{"team", http.MethodPut, path, fmt.Sprintf(`{"team_member":{"department_permissions":[{"department_id":%d,"permissions":{"role":"editor"}}]}}`, in.owner.Department)},
		{"keys", http.MethodPost, "/v1/issuer/api_keys", `{"api_key":{"name":"Mine","access":"write"}}`},
	}
	for _, c := range []struct{ rights, may, role string }{
		{`{"role":"viewer"}`, "analytics other", "viewer"},
		{`{"role":"viewer","analytics":false}`, "other", "partial"},
		{`{"role":"viewer","designs":true}`, "design analytics other", "partial"},
		{`{"role":"viewer","credential_attributes":true,"analytics":false}`, "attribute other", "partial"},
		{`{"role":"viewer","settings":true}`, "department webhooks analytics other", "partial"},
		{`{"role":"editor","designs":false,"credential_attributes":false,"settings":false}`, "analytics group credential other", "partial"},
		{fmt.Sprintf(`{"role":"editor","groups":[%d]}`, in.group), "design attribute credential analytics", "partial"},
		{fmt.Sprintf(`{"role":"viewer","groups":[%d]}`, in.group), "analytics", "partial"},
	} {
		may(c.rights)
		if role := vera.Post("/v1/issuer_login/whoami", nil).OK().Text("role"); role != c.role {
			t.Errorf("%s: her role is %s", c.rights, role)
		}
		for _, call := range calls {
			reply := vera.Call(call.method, call.path, call.body)
			want := slices.Contains(strings.Fields(c.may), call.name)
			// What is there already may be refused as such; what may not be seen is not there.
			if got := reply.Status != http.StatusForbidden && reply.Status != http.StatusNotFound; got != want {
				t.Errorf("%s: %s answers %d %s", c.rights, call.name, reply.Status, reply.Body)
			}
		}
	}
	may(`{"role":"viewer","groups":null}`)
	vera.Get(fmt.Sprint("/v1/credentials/", theirs)).OK()
	may(fmt.Sprintf(`{"role":"editor","emails":false,"groups":[%d,%d]}`, other, in.group))
	read := in.Get(path).OK().At("team_member.department_permissions")
	same := in.Put(path, apptest.J{"team_member": apptest.J{"department_permissions": read}}).OK()
	if groups, _ := same.At("team_member.department_permissions.0.permissions.groups").([]any); len(groups) != 2 ||
		same.At("team_member.department_permissions.0.permissions.emails") != false || same.Text("team_member.department_permissions.0.permissions.role") != "editor" {
		t.Errorf("what was read is not taken back: %s", same.Body)
	}
	last := fmt.Sprint("/v1/team_members/", in.owner.UserID)
	in.Put(last, fmt.Sprintf(`{"team_member":{"department_permissions":[{"department_id":%d,"permissions":{"role":"editor","designs":false}}]}}`, in.owner.Department)).
		Refused(http.StatusConflict, "member.last_administrator")
}

func TestAProgramRotatesItsOwnKeyAndTheFormerOneLivesTwelveHours(t *testing.T) {
	t.Parallel()
	in := integration(t)
	with := func(by apptest.Client, body any) apptest.Client {
		return in.World.With("Token token=" + by.Post("/v1/api/generate_token", body).OK().Text("api_key"))
	}
	next := with(in.Client, nil)
	in.World.Clock.Advance(12*time.Hour - time.Minute)
	in.Get("/v1/issuer/groups").OK()
	in.World.Clock.Advance(2 * time.Minute)
	in.Get("/v1/issuer/groups").Want(http.StatusUnauthorized)
	last := with(next, `{"expire_now":"true"}`)
	next.Get("/v1/issuer/groups").Want(http.StatusUnauthorized)
	last.Get("/v1/issuer/groups").OK()
	in.owner.SignIn()
	in.owner.Post("/v1/api/generate_token", nil).Denied()
}

func TestALinkOfAProgramLeadsToItsOwnPagesAlone(t *testing.T) {
	t.Parallel()
	in := integration(t)
	in.Put(fmt.Sprint("/v1/departments/", in.owner.Department), `{"department":{"url":"https://guild.example/about"}}`).OK()
	id := in.Post("/v1/credentials", in.learner("ada", apptest.J{"id": "own"})).OK().Text("credential.uuid")
	ask := func(to any) apptest.Reply {
		return in.Post("/v1/sso/generate_link", apptest.J{"credential_id": "own", "redirect_to": to, "wallet_view": "false", "embed": nil})
	}
	for to, want := range map[any]any{
		nil: nil, "": nil, "/verify?url=x": "/verify?url=x", apptest.Origin + "/group/1#top": "/group/1#top", apptest.Origin: "/", "https://guild.example/courses?a=b": "https://guild.example/courses?a=b",
	} {
		link, err := url.Parse(ask(to).OK().Text("link"))
		if err != nil {
			t.Fatal(err)
		}
		if opened := in.World.Nobody().Post("/v1/recipient/session", apptest.J{"token": link.Query().Get("jwt")}).OK(); opened.At("redirect_to") != want {
			t.Errorf("%v leads to %v", to, opened.At("redirect_to"))
		}
	}
	for _, to := range []string{
		"https://evil.example/", "//evil.example", `/\evil.example`, "https://guild.example@evil.example", "https://guild.example.evil.example/", "javascript:alert(1)", "http://guild.example/",
		"x", "https://", "/" + strings.Repeat("x", 3000), apptest.Origin + ".evil.example/", "/a\tb", "%zz",
	} {
		ask(to).Refused(http.StatusUnprocessableEntity, "field:redirect_to")
	}
	invite := in.World.Nobody().Get("/v1/auth/invite?code=secret&credential_id=" + id + "&url=https%3A%2F%2Fevil.example&ident=1").Want(http.StatusFound)
	if to := invite.Header.Get("Location"); to != apptest.Origin+"/r?for="+id+"&jwt=secret" {
		t.Errorf("it leads to %s", to)
	}
	in.World.Nobody().Get("/v1/auth/invite?url=https%3A%2F%2Fevil.example").Refused(http.StatusUnprocessableEntity, "field:code")
}

func TestAWalletShowsWhatIsPublicOfWhoShowsThemselves(t *testing.T) {
	t.Parallel()
	in := integration(t)
	w, nobody := in.World, in.World.Nobody()
	shown := in.Post("/v1/credentials", in.learner("ada")).OK().Text("credential.uuid")
	for name, more := range map[string]apptest.J{"Dyeing": {"private": true}, "Metal": {"approve": false}} {
		more["group_id"] = in.owner.Group(name)
		in.Post("/v1/credentials", in.learner("ada", more)).OK()
	}
	w.Work() // the mail with the credential comes first
	in.owner.Recipient(shown).Call(http.MethodPut, "/v1/recipient/profile", `{"vanity":"ada"}`).Refused(http.StatusForbidden, "recipient.prove_address")
	w.Nobody().Post("/v1/recipient/links", apptest.J{"token": in.owner.RecipientToken(shown)}).OK()
	w.Work()
	mine := w.Enter(w.Link(apptest.Email("ada")).Query().Get("token"))
	nobody.Get("/v1/credential-net/users/ada-l/user_wallet").Refused(http.StatusNotFound, "recipient.not_found")
	for _, wrong := range []string{"ab", "a b c", "-ada", "ada--l", strings.Repeat("x", 41), "адa"} {
		mine.Call(http.MethodPut, "/v1/recipient/profile", apptest.J{"vanity": wrong}).Refused(http.StatusUnprocessableEntity, "field:vanity")
	}
	mine.Call(http.MethodPut, "/v1/recipient/profile", `{"vanity":" Ada-L "}`).OK()
	wallet := nobody.Get("/v1/credential-net/users/ADA-l/user_wallet").OK()
	if list, _ := wallet.At("data.credentials").([]any); len(list) != 1 || wallet.Text("data.credentials.0.uuid") != shown || strings.Contains(string(wallet.Body), apptest.Email("ada")) {
		t.Errorf("%s", wallet.Body)
	}
	at, _ := url.Parse(wallet.Text("data.credentials.0.badge_assertion_url"))
	nobody.Get(at.RequestURI()).OK()
	w.Exec("insert into recipients (email, name, vanity, created_at, updated_at) values ('ben@recipients.example', 'Ben', 'ben', now(), now())")
	mine.Call(http.MethodPut, "/v1/recipient/profile", `{"vanity":"Ben"}`).Refused(http.StatusConflict, "recipient.vanity_taken")
	mine.Call(http.MethodPut, "/v1/recipient/profile", `{"vanity":""}`).OK()
	nobody.Get("/v1/credential-net/users/ada-l/user_wallet").Refused(http.StatusNotFound, "recipient.not_found")
}
