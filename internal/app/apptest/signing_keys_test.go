package apptest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

// methodsOf reads the verification methods of a department by their ids, and those that may sign credentials.
func methodsOf(w *apptest.World, department int64) (methods map[string]map[string]any, mayAssert []string) {
	did := w.Nobody().Get(fmt.Sprintf("/d/%d/did.json", department)).OK()
	var document struct {
		VerificationMethod []map[string]any `json:"verificationMethod"`
		AssertionMethod    []string         `json:"assertionMethod"`
	}
	if err := json.Unmarshal(did.Body, &document); err != nil {
		panic(err)
	}
	methods = map[string]map[string]any{}
	for _, m := range document.VerificationMethod {
		methods[m["id"].(string)] = m
	}
	return methods, document.AssertionMethod
}

func TestARetiredKeyIsDatedAndStillVerifies(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	form := signedForm(w, owner.Issued(owner.Group("Weaving"), "ada"))
	key := form.Text("proof.0.verificationMethod")
	w.Clock.Advance(3600e9)
	owner = proven(owner)
	after := owner.Post("/v1/issuer/signing_keys/rotate", nil).OK()
	if after.Text("signing_keys.0.state") != "active" || after.Text("signing_keys.1.state") != "retired" {
		t.Errorf("%s", after.Body)
	}
	methods, may := methodsOf(w, owner.Department)
	if methods[key]["retired"] == nil || methods[key]["expires"] != nil || methods[key]["revoked"] != nil || !slices.Contains(may, key) {
		t.Errorf("the retired key is %v", methods[key])
	}
	means(t, "a copy signed with the retired key", verified(w, string(form.Body)), "valid", "signature_good")
}

// TestARevocationIsAnsweredAlsoWhenTheSessionCannotBeRotated lets the database refuse the new token of the session.
func TestARevocationIsAnsweredAlsoWhenTheSessionCannotBeRotated(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	signedForm(w, owner.Issued(owner.Group("Weaving"), "ada"))
	name := owner.Get("/v1/issuer/signing_keys").OK().Text("signing_keys.0.name")
	w.Exec(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`)
	w.Exec(`create trigger refuse before update of token_hash on sessions for each row execute function refuse()`)
	after := owner.Post("/v1/issuer/signing_keys/"+name+"/revoke", nil).OK()
	if !strings.Contains(string(after.Body), `"state":"revoked"`) || after.Header.Get("Authorization") != "" {
		t.Errorf("%s, token %q", after.Body, after.Header.Get("Authorization"))
	}
	owner.Get("/v1/issuer/signing_keys").OK() // the session goes on
}

func TestWhatACompromisedKeySignedIsSignedAgainAndItsCopiesAreRefused(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	ada, grace := owner.Issued(group, "ada"), owner.Issued(group, "grace")
	copied := signedForm(w, ada)
	signedForm(w, grace)
	list := copied.Text("credentialStatus.statusListCredential")[len(apptest.Origin):]
	w.Nobody().Get(list).OK() // signed with the key that is going to be revoked
	key := copied.Text("proof.0.verificationMethod")
	name := owner.Get("/v1/issuer/signing_keys").OK().Text("signing_keys.0.name")
	w.Clock.Advance(3600e9)
	owner = proven(owner)

	revoke := "/v1/issuer/signing_keys/" + name + "/revoke"
	after := owner.Post(revoke, nil).OK()
	if after.Int("signing_keys.1.pending_count") != 2 {
		t.Errorf("two credentials wait for another signature: %s", after.Body)
	}
	means(t, "a copy signed with the compromised key", verified(w, string(copied.Body)), "key_revoked", "key_revoked")
	methods, may := methodsOf(w, owner.Department)
	if methods[key]["revoked"] == nil || slices.Contains(may, key) || len(may) != 1 {
		t.Errorf("the revoked key is %v; %v may sign", methods[key], may)
	}
	newList := w.Nobody().Get(list).OK()
	if newList.Text("proof.0.verificationMethod") != may[0] {
		t.Errorf("the status list is signed with %s", newList.Text("proof.0.verificationMethod"))
	}

	if more, err := w.App.Badges.Resign(t.Context()); more || err != nil {
		t.Fatal(more, err)
	}
	if n := w.Number("select count(distinct credential_id) from signed_badges b join signing_keys k on k.id = b.key_id where k.retired_at is null"); n != 2 {
		t.Errorf("%d of 2 are signed again by the job", n)
	}
	if left := owner.Get("/v1/issuer/signing_keys").OK().Int("signing_keys.1.pending_count"); left != 0 {
		t.Errorf("%d are said to wait", left)
	}
	for _, credential := range []apptest.Reply{ada, grace} {
		form := signedForm(w, credential)
		if form.Text("proof.0.verificationMethod") != may[0] || form.Text("id") != apptest.Origin+"/v1/openbadges/credentials/"+credential.Text("credential.uuid") {
			t.Errorf("%s", form.Body)
		}
		means(t, "what is handed out now", verified(w, string(form.Body)), "valid", "signature_good")
	}
	owner.Post(revoke, nil).Refused(http.StatusNotFound, "badge.no_key")
}

func TestAProofOrANewPasswordReplacesTheTokenOfTheSession(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	signedForm(w, owner.Issued(owner.Group("Weaving"), "ada"))
	for _, step := range []struct {
		path string
		body apptest.J
	}{
		{"/v1/proof", apptest.J{"current_password": apptest.Password}},
		{"/v1/issuer_login/update", apptest.J{"login_issuer_params": apptest.J{"password": apptest.Password + " anew", "current_password": apptest.Password}}},
	} {
		former := owner.Client
		owner.Authorization = owner.Post(step.path, step.body).OK().Header.Get("Authorization")
		former.Get("/v1/issuer_login/sessions").Want(http.StatusUnauthorized)
		owner.Get("/v1/issuer_login/sessions").OK()
	}
}

func TestTheUsageOfAKeyIsTheCredentialsThatRevokingItAffects(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, stranger := w.Issuer("owner"), w.Issuer("stranger")
	group := owner.Group("Weaving")
	for _, name := range []string{"ada", "grace"} {
		signedForm(w, owner.Issued(group, name))
	}
	key := owner.Get("/v1/issuer/signing_keys").OK().Text("signing_keys.0.name")
	usage := "/v1/issuer/signing_keys/" + key + "/usage"
	if got := owner.Get(usage).OK(); got.Int("credential_count") != 2 || got.At("count_is_capped") != false {
		t.Errorf("%s", got.Body)
	}
	stranger.Get(usage).Refused(http.StatusNotFound, "badge.no_key")
	owner.Viewer("viewer").Get(usage).Denied()
	owner.Get("/v1/issuer/signing_keys/nothing/usage").Refused(http.StatusNotFound, "badge.no_key")

	w.Clock.Advance(3600e9) // so that the next key is newer
	owner = proven(owner)
	owner.Post("/v1/issuer/signing_keys/"+key+"/revoke", nil).OK()
	owner.Get(usage).Refused(http.StatusNotFound, "badge.no_key")
	next := owner.Get("/v1/issuer/signing_keys").OK().Text("signing_keys.0.name")
	if got := owner.Get("/v1/issuer/signing_keys/" + next + "/usage").OK(); got.Int("credential_count") != 0 {
		t.Errorf("%s", got.Body)
	}
}

func TestKeysAreChangedByAnAdministratorWhoProvedThemselves(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, stranger := w.Issuer("owner"), w.Issuer("stranger")
	signedForm(w, owner.Issued(owner.Group("Weaving"), "ada"))
	signedForm(w, stranger.Issued(stranger.Group("Weaving"), "ada"))
	theirs := stranger.Get("/v1/issuer/signing_keys").OK().Text("signing_keys.0.name")
	mine := owner.Get("/v1/issuer/signing_keys").OK().Text("signing_keys.0.name")
	viewer, key := owner.Viewer("viewer"), owner.Key("write")
	for _, path := range []string{"/rotate", "/" + mine + "/revoke"} {
		path = "/v1/issuer/signing_keys" + path
		unproved(w)
		owner.Post(path, nil).Refused(http.StatusForbidden, "proof.required")
		viewer.Post(path, nil).Denied()
		key.Post(path, nil).Want(http.StatusForbidden)
	}
	owner = proven(owner)
	owner.Post("/v1/issuer/signing_keys/"+theirs+"/revoke", nil).Refused(http.StatusNotFound, "badge.no_key")
	if n := w.Number("select count(*) from signing_keys"); n != 2 {
		t.Errorf("%d keys; nobody was allowed to make one", n)
	}
	if n := w.Number("select count(*) from signing_keys where retired_at is not null"); n != 0 {
		t.Errorf("%d keys were retired", n)
	}
}

func TestAnOperatorListsRotatesAndRevokesKeysAtTheCommandLine(t *testing.T) {
	t.Parallel()
	settings := apptest.Settings(t)
	w := apptest.NewWith(t, settings)
	owner := w.Issuer("owner")
	form := signedForm(w, owner.Issued(owner.Group("Weaving"), "ada"))
	_, name, _ := strings.Cut(form.Text("proof.0.verificationMethod"), "#")
	department := fmt.Sprint(owner.Department)
	for _, c := range []struct {
		args  []string
		state string
	}{
		{nil, "active"}, {[]string{"rotate"}, "retired"}, {[]string{"revoke", name}, "revoked"},
	} {
		out, err := laurel(t, settings, append(append([]string{"keys"}, c.args...), "--department", department)...)
		found := regexp.MustCompile(`(?m)^` + name + `\s+Ed25519\s+` + c.state + `\s`).MatchString(out)
		if err != nil || !found {
			t.Errorf("keys %v: %v\n%s", c.args, err, out)
		}
	}
	for _, wrong := range [][]string{{"keys"}, {"keys", "revoke", "--department", department}, {"keys", "revoke", name, "--department", department}, {"keys", "--department", "999999"}} {
		if out, err := laurel(t, settings, wrong...); err == nil {
			t.Errorf("%v is taken: %s", wrong, out)
		}
	}
}
