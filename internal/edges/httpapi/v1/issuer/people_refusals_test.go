package issuer

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"laurel/internal/accounts/access"
)

const (
	get    = http.MethodGet
	post   = http.MethodPost
	remove = http.MethodDelete
)

// refused is a call and how it is turned away; want is a code, "field:" and the name of a field, or "permission".
type refused struct {
	call
	status int
	want   string
}

func (p *people) refuses(t *testing.T, rows []refused) {
	t.Helper()
	for _, row := range rows {
		w := p.do(t, row.call)
		code, fields := refusal(t, w)
		ok := code == row.want
		if field, isField := strings.CutPrefix(row.want, "field:"); isField {
			_, ok = fields[field]
		}
		if row.want == "permission" { // any that is missing
			ok = slices.Contains(access.Owner.Permissions(), access.Permission(code))
		}
		if w.Code != row.status || !ok {
			t.Errorf("%s %s as %q in %q with %.80s: %d %s; want %d %s", row.method, row.path, row.as, row.in, row.body, w.Code, w.Body, row.status, row.want)
		}
	}
}

func TestSessionRefusals(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 5000)
	newPeople(t).refuses(t, []refused{
		{call{"", "", post, "/issuer_login/whoami", ""}, 401, "not_signed_in"},
		{call{"wrong", "", post, "/issuer_login/whoami", ""}, 401, "not_signed_in"},
		{call{"write", "", post, "/issuer_login/whoami", ""}, 401, "not_signed_in"},
		{call{"", "", post, "/issuer_login/sign_in", "{"}, 400, "malformed_request"},
		{call{"", "", post, "/issuer_login/sign_in", "{}"}, 422, "field:email"},
		{call{"", "", post, "/issuer_login/sign_in", "{}"}, 422, "field:password"},
		{call{"", "", post, "/issuer_login/sign_in", `{"email":{},"password":"x"}`}, 422, "field:email"},
		{call{"", "", post, "/issuer_login/sign_in", `{"email":"a@example.org","password":[]}`}, 422, "field:password"},
		{call{"", "", post, "/issuer_login/sign_in", `{"email":"` + long + `","password":"x"}`}, 422, "field:email"},
		{call{"", "", post, "/issuer_login/sign_in", `{"email":"a@example.org","password":"` + long + `"}`}, 422, "field:password"},
		{call{"", "", post, "/issuer_login/sign_in", `{"email":"owner@example.org","password":"wrong"}`}, 401, "sign_in.failed"},
		{call{"", "", post, "/issuer_login/sign_in", `{"email":"nobody@example.org","password":"wrong"}`}, 401, "sign_in.failed"},
		{call{"", "", remove, "/issuer_login/sign_out", ""}, 401, "not_signed_in"},
		{call{"write", "", remove, "/issuer_login/sign_out", ""}, 401, "not_signed_in"},
		{call{"", "", post, "/issuer_login/create", "{}"}, 422, "field:issuer"},
		{call{"", "", post, "/issuer_login/create", `{"issuer":"x"}`}, 422, "field:issuer"},
		{call{"", "", post, "/issuer_login/create", `{"issuer":{"name":"x"}}`}, 422, "field:password"},
		{call{"", "", post, "/issuer_login/create", `{"issuer":{"name":"N","email":"n@example.org","password":"` + goodPassword + `"}}`}, 422, "captcha.required"},
		{call{"", "", post, "/issuer_login/verify_email", "{}"}, 422, "field:token"},
		{call{"", "", post, "/issuer_login/verify_email", `{"token":5}`}, 422, "field:token"},
		{call{"", "", post, "/issuer_login/verify_email", `{"token":"` + long + `"}`}, 422, "field:token"},
		{call{"", "", post, "/issuer_login/verify_email", `{"token":"laurel_verify_x"}`}, 422, "token.incorrect"},
		{call{"", "", post, "/issuer_login/resend_verification_email", "{}"}, 422, "field:verification_token"},
		{call{"", "", post, "/issuer_login/resend_verification_email", `{"verification_token":"x"}`}, 422, "token.incorrect"},
		{call{"", "", post, "/issuer_login/forget_password", "{}"}, 422, "field:email"},
		{call{"", "", post, "/issuer_login/forget_password", `{"email":"no address"}`}, 422, "field:email"},
		{call{"", "", post, "/issuer_login/forget_password", `{"email":"a@example.org"}`}, 422, "captcha.required"},
		{call{"", "", post, "/issuer_login/reset_password", `{"password":"` + goodPassword + `"}`}, 422, "field:reset_token"},
		{call{"", "", post, "/issuer_login/reset_password", `{"reset_token":"x","password":"short"}`}, 422, "field:password"},
		{call{"", "", post, "/issuer_login/reset_password", `{"reset_token":"x","password":"` + goodPassword + `"}`}, 422, "token.incorrect"},
		{call{"", "", post, "/issuer_login/claim_account", `{"password":"` + goodPassword + `"}`}, 422, "field:token"},
		{call{"", "", post, "/issuer_login/claim_account", `{"token":"x","department_id":"y","password":"` + goodPassword + `"}`}, 422, "field:department_id"},
		{call{"", "", post, "/issuer_login/claim_account", `{"token":"x","password":"` + goodPassword + `"}`}, 422, "token.incorrect"},
		{call{"", "", post, "/issuer_login/update", `{"login_issuer_params":{"name":"N"}}`}, 401, "not_signed_in"},
		{call{"owner", "", post, "/issuer_login/update", `{}`}, 422, "field:login_issuer_params"},
		{call{"owner", "", post, "/issuer_login/update", `{"login_issuer_params":{"password":"short","current_password":"x"}}`}, 422, "field:password"},
		{call{"owner", "", post, "/issuer_login/update", `{"login_issuer_params":{"password":"long enough to be one"}}`}, 422, "field:current_password"},
		{call{"owner", "", post, "/issuer_login/update", `{"login_issuer_params":{"language":"ja"}}`}, 422, "field:language"},
		{call{"owner", "", post, "/issuer_login/update", `{"login_issuer_params":{"password":7}}`}, 422, "field:login_issuer_params.password"},
		{call{"bound", "", post, "/issuer_login/update", `{"login_issuer_params":{"name":"N"}}`}, 403, "session.bound"},
		{call{"", "", post, "/issuer_login/select_department", `{"department_id":{own}}`}, 401, "not_signed_in"},
		{call{"owner", "", post, "/issuer_login/select_department", `{}`}, 422, "field:department_id"},
		{call{"owner", "", post, "/issuer_login/select_department", `{"department_id":"x"}`}, 422, "field:department_id"},
		{call{"owner", "", post, "/issuer_login/select_department", `{"department_id":{foreign}}`}, 404, "department.not_found"},
		{call{"owner", "", post, "/issuer_login/select_department", `{"department_id":999999}`}, 404, "department.not_found"},
		{call{"", "", get, "/issuer_login/sessions", ""}, 401, "not_signed_in"},
		{call{"bound", "", get, "/issuer_login/sessions", ""}, 403, "session.bound"},
		{call{"owner", "", remove, "/issuer_login/sessions/999999", ""}, 404, "session.not_found"},
		{call{"owner", "", remove, "/issuer_login/sessions/x", ""}, 404, "no_such_object"},
		{call{"", "", post, "/universal/sso", `{"object":"issuer"}`}, 422, "field:key"},
		{call{"", "", post, "/universal/sso", `{"key":"x","object":"recipient"}`}, 422, "field:object"},
		{call{"", "", post, "/universal/sso", `{"key":"x","object":"issuer"}`}, 422, "token.incorrect"},
		{call{"", "", post, "/universal/sso_keys", `{"email":"owner@example.org"}`}, 401, "not_signed_in"},
		{call{"owner", "", post, "/universal/sso_keys", `{"email":"owner@example.org"}`}, 403, "sso.api_key_only"},
		{call{"read", "", post, "/universal/sso_keys", `{"email":"owner@example.org"}`}, 403, "permission"},
		{call{"write", "", post, "/universal/sso_keys", `{}`}, 422, "field:email"},
		{call{"write", "", post, "/universal/sso_keys", `{"email":"stranger@example.org"}`}, 404, "member.not_found"},
	})
}

func TestDepartmentRefusals(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 6000)
	p := newPeople(t)
	rows := []refused{
		{call{"", "", post, "/departments/all", ""}, 401, "not_signed_in"},
		{call{"", "", post, "/departments/create", `{"department":{}}`}, 401, "not_signed_in"},
		{call{"write", "", post, "/departments/create", `{"department":{}}`}, 403, "permission"},
		{call{"bound", "", post, "/departments/create", `{"department":{}}`}, 403, "permission"},
		{call{"owner", "", post, "/departments/create", `{}`}, 422, "field:department"},
		{call{"owner", "", post, "/departments/create", `{"department":[1]}`}, 422, "field:department"},
		{call{"owner", "", post, "/departments/create", `{"department":{"name":7}}`}, 422, "field:department.name"},
		{call{"owner", "", post, "/departments/create", `{"department":{"logo":"https://files.example/{own}/x.png"}}`}, 422, "field:logo"},
		{call{"owner", "", post, "/departments/read", `{}`}, 422, "field:id"},
		{call{"owner", "", post, "/departments/read", `{"id":"x"}`}, 422, "field:id"},
		{call{"owner", "", post, "/departments/update", `{"id":{own}}`}, 422, "field:department"},
		{call{"owner", "", post, "/departments/update", `{"id":{own},"department":{"description":"` + long + `","url":"x"}}`}, 422, "field:description"},
		{call{"owner", "", post, "/departments/update", `{"id":{own},"department":{"meta_data":"x"}}`}, 422, "field:meta_data"},
		{call{"owner", "", post, "/departments/update", `{"id":{own},"department":{"id":{foreign}}}`}, 422, "field:id"},
		{call{"owner", "", post, "/departments/update", `{"id":-1,"department":{"name":"x"}}`}, 404, "department.not_found"},
		{call{"viewer", "", post, "/departments/update", `{"id":{own},"department":{"name":"x"}}`}, 403, "permission"},
		{call{"read", "", post, "/departments/update", `{"department":{"name":"x"}}`}, 403, "permission"},
		{call{"viewer", "", post, "/department/update", `{"issuer":{"name":"x"}}`}, 403, "permission"},
		{call{"", "", post, "/department/update", `{"issuer":{"name":"x"}}`}, 401, "not_signed_in"},
		{call{"owner", "{foreign}", post, "/department/update", `{"issuer":{"name":"x"}}`}, 404, "department.not_found"},
		{call{"owner", "x", post, "/department/update", `{"issuer":{"name":"x"}}`}, 404, "department.not_found"},
		{call{"write", "{foreign}", post, "/department/update", `{"issuer":{"name":"x"}}`}, 404, "department.not_found"},
		{call{"viewer", "", post, "/departments/delete", `{"id":{own}}`}, 403, "permission"},
		{call{"write", "", post, "/departments/delete", `{"id":{own}}`}, 403, "permission"},
		{call{"owner", "", post, "/departments/delete", `{"id":{own}}`}, 409, "department.only_one"},
		{call{"owner", "", get, "/issuer/organizations/get_flipper_features", ""}, 422, "field:id"},
		{call{"owner", "", get, "/issuer/organizations/get_flipper_features?id={foreign}", ""}, 404, "department.not_found"},
		{call{"owner", "", get, "/issuer/organizations/get_flipper_features?id=999999", ""}, 404, "department.not_found"},
		{call{"owner", "", get, "/issuer/organizations/get_flipper_features?id=1&id=2", ""}, 422, "field:id"},
		{call{"", "", get, "/issuer/organizations/get_flipper_features?id={own}", ""}, 401, "not_signed_in"},
	}
	for _, as := range []string{"owner", "write", "bound"} {
		for _, id := range []string{"{foreign}", "999999"} {
			rows = append(rows,
				refused{call{as, "", post, "/departments/read", `{"id":` + id + `}`}, 404, "department.not_found"},
				refused{call{as, "", post, "/departments/update", `{"department":{"id":` + id + `,"name":"mine"}}`}, 404, "department.not_found"},
				refused{call{as, "", post, "/departments/delete", `{"id":` + id + `}`}, 404, "department.not_found"},
			)
		}
	}
	p.refuses(t, rows)
}

func TestAPIKeyRefusals(t *testing.T) {
	t.Parallel()
	p := newPeople(t)
	p.refuses(t, []refused{
		{call{"", "", get, "/issuer/api_keys", ""}, 401, "not_signed_in"},
		{call{"owner", "{foreign}", get, "/issuer/api_keys", ""}, 404, "department.not_found"},
		{call{"viewer", "", get, "/issuer/api_keys", ""}, 403, "permission"},
		{call{"viewer", "", get, "/issuer/api_keys/1/requests", ""}, 403, "permission"},
		{call{"", "", post, "/issuer/api_keys", `{"api_key":{"name":"n"}}`}, 401, "not_signed_in"},
		{call{"viewer", "", post, "/issuer/api_keys", `{"api_key":{"name":"n"}}`}, 403, "permission"},
		{call{"write", "", post, "/issuer/api_keys", `{"api_key":{"name":"n"}}`}, 403, "permission"},
		{call{"bound", "", post, "/issuer/api_keys", `{"api_key":{"name":"n"}}`}, 403, "permission"},
		{call{"owner", "", post, "/issuer/api_keys", `{}`}, 422, "field:api_key"},
		{call{"owner", "", post, "/issuer/api_keys", `{"api_key":{"access":"root"}}`}, 422, "field:access"},
		{call{"owner", "", post, "/issuer/api_keys", `{"api_key":{"access":"root"}}`}, 422, "field:name"},
		{call{"owner", "", post, "/issuer/api_keys", `{"api_key":{"name":{}}}`}, 422, "field:api_key.name"},
		{call{"owner", "", post, "/issuer/api_keys", `{"api_key":{"name":"` + strings.Repeat("x", 256) + `"}}`}, 422, "field:name"},
		{call{"owner", "", post, "/issuer/api_keys", `{"api_key":{"name":"WRITE"}}`}, 409, "api_key.name_taken"},
		{call{"owner", "", remove, "/issuer/api_keys/999999", ""}, 404, "api_key.not_found"},
		{call{"owner", "", remove, "/issuer/api_keys/x", ""}, 404, "no_such_object"},
		{call{"stranger", "", remove, "/issuer/api_keys/1", ""}, 404, "api_key.not_found"},
		{call{"viewer", "", remove, "/issuer/api_keys/1", ""}, 403, "permission"},
	})
	if w := p.do(t, call{"owner", "", remove, "/issuer/api_keys/1", ""}); w.Code != 200 {
		t.Errorf("the stranger's try did something: %d %s", w.Code, w.Body)
	}
}

func TestForeignAndMissingDepartmentsAnswerByteForByteAlike(t *testing.T) {
	t.Parallel()
	p := newPeople(t)
	foreign := p.do(t, call{"owner", "", post, "/departments/read", `{"id":{foreign}}`})
	missing := p.do(t, call{"owner", "", post, "/departments/read", `{"id":999999}`})
	if foreign.Body.String() != missing.Body.String() || foreign.Code != missing.Code {
		t.Errorf("%d %s, %d %s", foreign.Code, foreign.Body, missing.Code, missing.Body)
	}
}
