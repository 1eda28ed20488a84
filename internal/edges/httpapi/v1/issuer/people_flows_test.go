package issuer

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/identity"
	"laurel/internal/platform/pg"
)

// well calls and fails the test unless the answer is 200.
func (p *people) well(t *testing.T, c call) *httptest.ResponseRecorder {
	t.Helper()
	w := p.do(t, c)
	if w.Code != 200 {
		t.Fatalf("%s %s as %q: %d %s", c.method, c.path, c.as, w.Code, w.Body)
	}
	return w
}

func decoded[T any](t *testing.T, w *httptest.ResponseRecorder) (out T) {
	t.Helper()
	if err := json.Unmarshal(w.Body.Bytes(), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestSignInHandsTheTokenOutAndSignOutEndsIt(t *testing.T) {
	t.Parallel()
	p := newPeople(t)
	w := p.well(t, call{"", "", post, "/issuer_login/sign_in", `{"email":"owner@example.org","password":"` + goodPassword + `","referrer_host":"x"}`})
	session := decoded[sessionReply](t, w)
	if session.Department.ID != p.department || session.Role != "owner" || len(session.Permissions) == 0 || session.VerificationToken != nil || session.Version != "1.2.3" {
		t.Errorf("session %s", w.Body)
	}
	p.tokens["new"] = "Bearer " + w.Header().Get("Authorization")
	p.well(t, call{"new", "", post, "/issuer_login/whoami", ""})
	p.well(t, call{"new", "", remove, "/issuer_login/sign_out", ""})
	p.refuses(t, []refused{{call{"new", "", post, "/issuer_login/whoami", ""}, 401, "not_signed_in"}})
}

func TestThrottledSignInSaysWhenToComeBack(t *testing.T) {
	t.Parallel()
	p := newPeople(t)
	wrong := call{"", "", post, "/issuer_login/sign_in", `{"email":"owner@example.org","password":"wrong"}`}
	for range 5 {
		p.do(t, wrong)
	}
	w := p.do(t, wrong)
	if code, _ := refusal(t, w); w.Code != 429 || code != "sign_in.too_many" || w.Header().Get("Retry-After") != "60" {
		t.Errorf("%d %s, Retry-After %q", w.Code, w.Body, w.Header().Get("Retry-After"))
	}
}

func TestAccountFromSignUpToRecovery(t *testing.T) {
	t.Parallel()
	p := newPeople(t)
	signUp := func(email string) string {
		w := p.well(t, call{"", "", post, "/issuer_login/create", fmt.Sprintf(
			`{"issuer":{"name":"N","email":%q,"password":%q,"department_name":"School"},"recaptcha_response":%q}`, email, goodPassword, p.solved())})
		if w.Header().Get("Authorization") != "" {
			t.Errorf("signing up to %s signs in", email)
		}
		return w.Body.String()
	}
	if known, fresh := signUp("owner@example.org"), signUp("n@example.org"); known != fresh {
		t.Errorf("a known address answers %s, a new one %s", known, fresh)
	}
	p.well(t, call{"", "", post, "/issuer_login/verify_email", fmt.Sprintf(`{"token":%q}`, p.link.Get("token"))})
	w := p.well(t, call{"", "", post, "/issuer_login/sign_in", fmt.Sprintf(`{"email":"n@example.org","password":%q}`, goodPassword)})
	p.tokens["new"] = w.Header().Get("Authorization")
	if s := decoded[sessionReply](t, w); s.Department.Name != "School" || !s.User.Verified || s.VerificationToken != nil {
		t.Errorf("session %+v", s)
	}
	p.well(t, call{"", "", post, "/issuer_login/forget_password", fmt.Sprintf(`{"email":"n@example.org","recaptcha_response":%q}`, p.solved())})
	p.well(t, call{"", "", post, "/issuer_login/reset_password", fmt.Sprintf(`{"reset_token":%q,"password":"another fine sentence"}`, p.link.Get("token"))})
	p.refuses(t, []refused{{call{"new", "", post, "/issuer_login/whoami", ""}, 401, "not_signed_in"}})
	p.well(t, call{"", "", post, "/issuer_login/sign_in", `{"email":"n@example.org","password":"another fine sentence"}`})
}

func TestInvitedPersonClaimsTheirAccountAndIsSignedIn(t *testing.T) {
	t.Parallel()
	p := newPeople(t)
	by, err := p.identity.Resolve(t.Context(), access.Actor{}, p.tokens["owner"], 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.identity.Invite(t.Context(), by, identity.Invite{Email: "new@example.org", Name: "New", Role: access.Viewer})
	if err != nil {
		t.Fatal(err)
	}
	w := p.well(t, call{"", "", post, "/issuer_login/claim_account", fmt.Sprintf(
		`{"token":%q,"department_id":%q,"password":%q}`, p.link.Get("token"), p.link.Get("department_id"), goodPassword)})
	if s := decoded[sessionReply](t, w); s.Department.ID != p.department || s.Role != access.Viewer || !s.User.Verified || w.Header().Get("Authorization") == "" {
		t.Errorf("session %s", w.Body)
	}
}

func TestSingleSignOnByAnAPIKey(t *testing.T) {
	t.Parallel()
	p := newPeople(t)
	key := decoded[ssoKeyReply](t, p.well(t, call{"write", "", post, "/universal/sso_keys", `{"email":"viewer@example.org"}`}))
	redeem := call{"", "", post, "/universal/sso", fmt.Sprintf(`{"key":%q,"object":"issuer"}`, key.Key)}
	w := p.well(t, redeem)
	if s := decoded[sessionReply](t, w); s.User.Email != "viewer@example.org" || s.Department.ID != p.department || len(s.Departments) != 1 {
		t.Errorf("session %s", w.Body)
	}
	p.refuses(t, []refused{{redeem, 422, "token.incorrect"}})
}

func TestPersonInADepartmentThatIsGoneStillFindsTheirWay(t *testing.T) {
	t.Parallel()
	p := newPeople(t)
	for _, c := range []call{
		{"owner", "999999", post, "/issuer_login/whoami", ""},
		{"owner", "999999", post, "/departments/all", ""},
		{"owner", "999999", post, "/issuer_login/select_department", `{"department_id":{own}}`},
		{"owner", "999999", post, "/departments/create", `{"department":{}}`},
		{"owner", "999999", remove, "/issuer_login/sign_out", ""},
	} {
		p.well(t, c)
	}
}

func TestDepartmentsAreMadeChangedAndDeleted(t *testing.T) {
	t.Parallel()
	p := newPeople(t)
	made := decoded[departmentReply](t, p.well(t, call{"owner", "", post, "/departments/create", `{"department":{"name":null}}`})).Department
	if made.Name != "" || made.URL != "" || made.Logo != "" || made.MetaData == nil {
		t.Errorf("made %+v", made)
	}
	in := fmt.Sprint(made.ID)
	changes := []string{
		`{"id":` + in + `,"department":{"name":"Second","meta_data":{"a":1},"generate_private_credential":"true","linkedin_company_id":42}}`,
		`{"department":{"id":` + in + `,"url":"https://example.org","meta_data":[],"department_id":{foreign}}}`,
	}
	for _, change := range changes {
		p.well(t, call{"owner", "", post, "/departments/update", change})
	}
	p.well(t, call{"owner", in, post, "/department/update", `{"issuer":{"id":{own},"description":"d"}}`})
	got := decoded[departmentReply](t, p.well(t, call{"owner", "", post, "/departments/read", `{"id":` + in + `}`})).Department
	if got.Name != "Second" || got.URL != "https://example.org" || got.Description != "d" || !got.GeneratePrivateCredential ||
		got.LinkedinCompanyID != "42" || len(got.MetaData) != 0 {
		t.Errorf("got %+v", got)
	}
	p.well(t, call{"owner", "", post, "/departments/delete", `{"id":` + in + `}`})
	all := decoded[departmentsReply](t, p.well(t, call{"owner", "", post, "/departments/all", ""}))
	if len(all.Departments) != 1 || all.Departments[0].ID != p.department {
		t.Errorf("all %+v", all)
	}
}

func TestKeysAreShownOnceAndDieWhenRevoked(t *testing.T) {
	t.Parallel()
	p := newPeople(t)
	made := decoded[newAPIKeyReply](t, p.well(t, call{"owner", "", post, "/issuer/api_keys", `{"api_key":{"name":"new","access":"write"}}`}))
	p.tokens["new"] = "Bearer " + made.Secret
	features := p.well(t, call{"new", "", get, "/issuer/organizations/get_flipper_features?id={own}", ""})
	for _, built := range []string{`"api_keys":true`, `"spreadsheet_import":true`, `"evidence":true`} {
		if !strings.Contains(features.Body.String(), built) {
			t.Errorf("features %s lack %s", features.Body, built)
		}
	}
	list := p.well(t, call{"owner", "", get, "/issuer/api_keys", ""})
	if strings.Contains(list.Body.String(), made.Secret) || len(decoded[apiKeysReply](t, list).APIKeys) != 3 {
		t.Errorf("list %s", list.Body)
	}
	p.well(t, call{"owner", "", remove, fmt.Sprintf("/issuer/api_keys/%d", made.APIKey.ID), ""})
	p.refuses(t, []refused{{call{"new", "", get, "/issuer/api_keys", ""}, 401, "api_key.wrong"}})
}

func TestSessionsAreListedAndEnded(t *testing.T) {
	t.Parallel()
	p := newPeople(t)
	list := decoded[sessionsReply](t, p.well(t, call{"owner", "", get, "/issuer_login/sessions", ""}))
	if len(list.Sessions) != 2 { // their own and the one the API key opened
		t.Fatalf("sessions %+v", list)
	}
	for _, s := range list.Sessions {
		if !s.Current {
			p.well(t, call{"owner", "", remove, fmt.Sprintf("/issuer_login/sessions/%d", s.ID), ""})
		}
	}
	p.refuses(t, []refused{{call{"bound", "", post, "/issuer_login/whoami", ""}, 401, "not_signed_in"}})
	p.well(t, call{"owner", "", post, "/issuer_login/update", `{"login_issuer_params":{"name":"O","language":"de"}}`})
	p.well(t, call{"", "", get, "/captcha/challenge", ""})
}

func TestAnUnconfirmedAddressMakesNoKeys(t *testing.T) {
	t.Parallel()
	p := newPeople(t)
	verified := func(at string) {
		t.Helper()
		err := pg.InSystem(t.Context(), p.pool, func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), "update users set verified_at = "+at+" where email = 'stranger@example.org'")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	verified("null") // as accounts of earlier releases may be
	p.tokens["new"] = p.tokens["stranger"]
	key := call{as: "new", method: "POST", path: "/issuer/api_keys", body: `{"api_key":{"name":"mine","access":"write"}}`}
	if w := p.do(t, key); w.Code != 403 {
		t.Fatalf("before: %d %s", w.Code, w.Body)
	}
	verified("now()")
	if w := p.do(t, key); w.Code != 200 {
		t.Fatalf("after: %d %s", w.Code, w.Body)
	}
}
