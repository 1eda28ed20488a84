package apptest_test

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/zitadel/oidc/v3/example/server/exampleop"
	"github.com/zitadel/oidc/v3/example/server/storage"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"

	"laurel/internal/app"
	"laurel/internal/app/apptest"
)

// zone is the DNS of a test.
type zone struct {
	mu  sync.Mutex
	txt map[string][]string
}

func (z *zone) set(name, value string) {
	z.mu.Lock()
	defer z.mu.Unlock()
	z.txt[name] = []string{"v=spf1 -all", value}
}

func (z *zone) find(_ context.Context, name string) ([]string, error) {
	z.mu.Lock()
	defer z.mu.Unlock()
	return z.txt[name], nil
}

// idp is a provider of an independent implementation. tamper, if set, changes the token that it answers with.
type idp struct {
	*storage.Storage
	server *httptest.Server
	known  map[string]*storage.Client
	users  map[string]*storage.User
	groups map[string][]string
	tamper func(claims map[string]any) string
}

func (p *idp) GetUserByID(id string) *storage.User { return p.users[id] }
func (p *idp) GetUserByUsername(name string) *storage.User {
	for _, u := range p.users {
		if u.Username == name {
			return u
		}
	}
	return nil
}
func (p *idp) ExampleClientID() string { return "service" }

// SetUserinfoFromScopes is where the provider adds the claims of ID tokens, and SetUserinfoFromToken those of UserInfo.
func (p *idp) SetUserinfoFromScopes(ctx context.Context, info *oidc.UserInfo, userID, clientID string, scopes []string) error {
	return p.Storage.SetUserinfoFromScopes(ctx, info, userID, clientID, scopes)
}

func (p *idp) SetUserinfoFromToken(ctx context.Context, info *oidc.UserInfo, tokenID, subject, origin string) error {
	info.AppendClaims("groups", p.groups[subject])
	return p.Storage.SetUserinfoFromToken(ctx, info, tokenID, subject, origin)
}

// GetPrivateClaimsFromScopes satisfies the interface.
func (p *idp) GetPrivateClaimsFromScopes(ctx context.Context, userID, clientID string, scopes []string) (map[string]any, error) {
	return p.Storage.GetPrivateClaimsFromScopes(ctx, userID, clientID, scopes)
}

func (p *idp) add(id, email string, verified bool, groups ...string) {
	p.users[id] = &storage.User{ID: id, Username: id, Password: "verysecure", FirstName: "Ada", LastName: "Weaver", Email: email, EmailVerified: verified}
	p.groups[id] = groups
}

// newIDP starts a provider.
func newIDP(t *testing.T) *idp {
	t.Helper()
	p := &idp{known: map[string]*storage.Client{}, users: map[string]*storage.User{}, groups: map[string][]string{}}
	var handler http.Handler
	p.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p.tamper == nil || r.URL.Path != "/oauth/token" {
			handler.ServeHTTP(w, r)
			return
		}
		p.forge(w, r, handler)
	}))
	t.Cleanup(p.server.Close)
	p.Storage = storage.NewStorageWithClients(p, p.known)
	handler = exampleop.SetupServer(p.server.URL, p, nil, false, op.WithAllowInsecure())
	return p
}

// forge answers with what tamper makes of the claims.
func (p *idp) forge(w http.ResponseWriter, r *http.Request, handler http.Handler) {
	rec := httptest.NewRecorder()
	handler.ServeHTTP(rec, r)
	var answer map[string]any
	if err := json.Unmarshal(rec.Body.Bytes(), &answer); err != nil || answer["id_token"] == nil {
		w.WriteHeader(rec.Code)
		_, _ = w.Write(rec.Body.Bytes())
		return
	}
	body, err := base64.RawURLEncoding.DecodeString(strings.Split(answer["id_token"].(string), ".")[1])
	if err != nil {
		panic(err)
	}
	claims := map[string]any{}
	_ = json.Unmarshal(body, &claims)
	answer["id_token"] = p.tamper(claims)
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(answer)
}

// sign signs claims with the provider's own key.
func (p *idp) sign(claims map[string]any) string {
	key, err := p.SigningKey(context.Background())
	if err != nil {
		panic(err)
	}
	return signWith(key.Key(), key.ID(), claims)
}

func signWith(key any, id string, claims map[string]any) string {
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.RS256, Key: jose.JSONWebKey{Key: key, KeyID: id}}, nil)
	if err != nil {
		panic(err)
	}
	body, _ := json.Marshal(claims)
	signed, err := signer.Sign(body)
	if err != nil {
		panic(err)
	}
	text, _ := signed.CompactSerialize()
	return text
}

// ssoWorld is a department with a provider and a proved domain.
type ssoWorld struct {
	*apptest.World
	t     *testing.T
	idp   *idp
	zone  *zone
	owner apptest.Issuer
	id    string // of the connection
	uuid  string
}

func newSSO(t *testing.T) *ssoWorld {
	t.Helper()
	settings := apptest.Settings(t)
	settings["LAUREL_SSO_ALLOW"] = "127.0.0.0/8"
	z := &zone{txt: map[string][]string{}}
	w := &ssoWorld{t: t, idp: newIDP(t), zone: z, World: apptest.NewWith(t, settings, app.WithTXT(z.find))}
	w.owner = w.Issuer("owner")
	client, secret := "laurel-"+rand.Text(), rand.Text()
	made := w.owner.Post("/v1/sso_connections", apptest.J{"sso_connection": apptest.J{
		"name": "Harbour College", "issuer_url": w.idp.server.URL, "client_id": client, "client_secret": secret, "enabled": true,
	}}).OK()
	w.id, w.uuid = fmt.Sprint(made.Int("sso_connection.id")), made.Text("sso_connection.uuid")
	w.idp.known[client] = storage.WebClient(client, secret, made.Text("sso_connection.callback_url"))
	w.prove("people.example")
	return w
}

// prove adds a domain and proves it.
func (w *ssoWorld) prove(domain string) {
	w.t.Helper()
	d := w.owner.Post("/v1/sso_domains", apptest.J{"sso_domain": apptest.J{"domain": domain}}).OK()
	w.zone.set(d.Text("sso_domain.record_name"), d.Text("sso_domain.record_value"))
	w.owner.Post(fmt.Sprintf("/v1/sso_domains/%d/check", d.Int("sso_domain.id")), nil).OK()
}

func (w *ssoWorld) set(change apptest.J) {
	w.t.Helper()
	w.owner.Put("/v1/sso_connections/"+w.id, apptest.J{"sso_connection": change}).OK()
}

// invite invites somebody whom the provider will bring as well.
func (w *ssoWorld) invite(email string) {
	w.t.Helper()
	w.owner.Post("/v1/team_members", apptest.J{"team_member": apptest.J{"name": "Ada", "email": email, "role_id": "viewer"}}).OK()
}

func (w *ssoWorld) notInvited() {
	w.t.Helper()
	if n := w.Number(`select count(*) from invitations`); n != 0 {
		w.t.Errorf("%d invitations are open", n)
	}
}

// leave begins a sign-in and returns the address at the provider and the browser's cookie.
func (w *ssoWorld) leave() (address, cookie string) {
	w.t.Helper()
	r := w.Nobody().Get("/v1/sso/oidc/" + w.uuid + "/start").Want(302)
	set := r.Header.Get("Set-Cookie")
	for _, part := range []string{"HttpOnly", "Secure", "SameSite=Lax", "Path=/v1/sso"} {
		if !strings.Contains(set, part) {
			w.t.Errorf("the cookie %q lacks %s", set, part)
		}
	}
	cookie, _, _ = strings.Cut(set, ";")
	return r.Header.Get("Location"), cookie
}

var loginID = regexp.MustCompile(`name="id" value="([^"]+)"`)

// visit signs in at the provider and returns the path to which it sends the browser back.
func (w *ssoWorld) visit(address, user string) string {
	w.t.Helper()
	jar, _ := cookiejar.New(nil)
	browser := &http.Client{Jar: jar, CheckRedirect: func(r *http.Request, _ []*http.Request) error {
		if r.URL.Host == "laurel.example" {
			return http.ErrUseLastResponse
		}
		return nil
	}}
	page, err := browser.Get(address)
	if err != nil {
		w.t.Fatal(err)
	}
	body, _ := io.ReadAll(page.Body)
	_ = page.Body.Close()
	found := loginID.FindSubmatch(body)
	if found == nil {
		w.t.Fatalf("no form at %s: %d %s", address, page.StatusCode, body)
	}
	back, err := browser.PostForm(w.idp.server.URL+"/login/username", url.Values{"username": {user}, "password": {"verysecure"}, "id": {string(found[1])}})
	if err != nil {
		w.t.Fatal(err)
	}
	_ = back.Body.Close()
	to, err := url.Parse(back.Header.Get("Location"))
	if err != nil || to.Host != "laurel.example" {
		w.t.Fatalf("the provider leads to %q: %d, %v", back.Header.Get("Location"), back.StatusCode, err)
	}
	return to.RequestURI()
}

// arrive comes back from the provider and returns where that leads.
func (w *ssoWorld) arrive(path, cookie string) string {
	w.t.Helper()
	return w.Nobody().Call(http.MethodGet, path, nil, "Cookie", cookie).Want(302).Header.Get("Location")
}

// signIn makes the whole round trip.
func (w *ssoWorld) signIn(user string) apptest.Reply {
	w.t.Helper()
	address, cookie := w.leave()
	if to := w.arrive(w.visit(address, user), cookie); to != "/sso/company" {
		w.t.Fatalf("the sign-in of %s leads to %s", user, to)
	}
	return w.Nobody().Call(http.MethodPost, "/v1/sso/complete", nil, "Cookie", cookie)
}

// refused makes a round trip that must end with an error.
func (w *ssoWorld) refused(user, code string) {
	w.t.Helper()
	address, cookie := w.leave()
	w.leads(w.arrive(w.visit(address, user), cookie), code)
	w.Nobody().Call(http.MethodPost, "/v1/sso/complete", nil, "Cookie", cookie).Refused(422, "sso.expired")
}

func (w *ssoWorld) leads(to, code string) {
	w.t.Helper()
	if want := "/sso/company?error=" + code; to != want {
		w.t.Errorf("it leads to %s; want %s", to, want)
	}
}

func TestSSOMakesAMemberAndFollowsTheGroups(t *testing.T) {
	t.Parallel()
	w := newSSO(t)
	group := w.owner.Post("/v1/permission_groups", `{"permission_group":{"name":"Weavers","level":"issuer"}}`).OK().Int("permission_group.id")
	w.set(apptest.J{"mappings": []apptest.J{{"group": "registrars", "role": "issuer"}, {"group": "weavers", "permission_group_id": group}}})
	w.idp.add("ada", "Ada@people.example", true, "registrars", "weavers")

	w.invite("ada@people.example")
	in := w.signIn("ada").OK()
	w.notInvited()
	if in.Text("user.email") != "ada@people.example" || in.Text("role") != "issuer" || in.Int("department.id") != w.owner.Department {
		t.Errorf("signed in as %s", in.Body)
	}
	w.With(in.Header.Get("Authorization")).Get("/v1/issuer_login/sessions").Refused(403, "session.bound")
	if n := w.Number(`select count(*) from permission_group_members where permission_group_id = $1`, group); n != 1 {
		t.Errorf("%d members of the permission group", n)
	}

	w.idp.groups["ada"] = nil
	if again := w.signIn("ada").OK(); again.Text("role") != "viewer" || again.Int("user.id") != in.Int("user.id") {
		t.Errorf("signed in again as %s", again.Body)
	}
	if n := w.Number(`select count(*) from permission_group_members where permission_group_id = $1`, group); n != 0 {
		t.Errorf("%d members of the permission group are left", n)
	}
	w.idp.users["ada"].Email = "ada.new@people.example" // the subject counts
	if again := w.signIn("ada").OK(); again.Int("user.id") != in.Int("user.id") {
		t.Errorf("another address makes another account: %s", again.Body)
	}
}

func TestSSOLinksAMemberByAProvedAddressAlone(t *testing.T) {
	t.Parallel()
	w := newSSO(t)
	viewer := w.owner.Viewer("viewer")
	w.idp.add("unverified", "viewer@people.example", false)
	w.idp.add("elsewhere", "viewer@elsewhere.example", true)
	w.idp.add("owner", "owner@people.example", true)
	w.idp.add("viewer", "viewer@people.example", true)
	w.refused("unverified", "sso.email_not_verified")
	w.refused("elsewhere", "sso.domain_not_verified")
	w.refused("owner", "sso.owner")
	if in := w.signIn("viewer").OK(); in.Int("user.id") != viewer.UserID {
		t.Errorf("signed in as %s", in.Body)
	}
	// A domain that another department has proved is not ours.
	other := w.Issuer("other")
	d := other.Post("/v1/sso_domains", `{"sso_domain":{"domain":"people.example"}}`).OK()
	w.zone.set(d.Text("sso_domain.record_name"), d.Text("sso_domain.record_value"))
	other.Post(fmt.Sprintf("/v1/sso_domains/%d/check", d.Int("sso_domain.id")), nil).Refused(409, "sso_domain.taken")
	w.zone.set(d.Text("sso_domain.record_name"), "laurel-domain=wrong")
	other.Post(fmt.Sprintf("/v1/sso_domains/%d/check", d.Int("sso_domain.id")), nil).Refused(409, "sso_domain.no_record")
}

func TestSSOStateWorksOnceInTheBrowserThatLeft(t *testing.T) {
	t.Parallel()
	w := newSSO(t)
	w.idp.add("ada", "ada@people.example", true)
	address, cookie := w.leave()
	_, stranger := w.leave()
	back := w.visit(address, "ada")
	w.leads(w.arrive(back, ""), "sso.expired")
	w.leads(w.arrive(back, stranger), "sso.expired")
	if to := w.arrive(back, cookie); to != "/sso/company" {
		t.Fatalf("it leads to %s", to)
	}
	w.leads(w.arrive(back, cookie), "sso.expired")
	w.Nobody().Call(http.MethodPost, "/v1/sso/complete", nil, "Cookie", stranger).Refused(422, "sso.expired")
	w.Nobody().Call(http.MethodPost, "/v1/sso/complete", nil, "Cookie", cookie).OK()
	w.Nobody().Call(http.MethodPost, "/v1/sso/complete", nil, "Cookie", cookie).Refused(422, "sso.expired")

	address, cookie = w.leave()
	back = w.visit(address, "ada")
	w.Clock.Advance(10 * time.Minute)
	w.leads(w.arrive(back, cookie), "sso.expired")
	w.leads(w.arrive("/v1/sso/oidc/"+w.uuid+"/callback?state=x&code=y&error=https://evil.example&next=//evil.example", cookie), "sso.expired")
}

func TestSSORefusesForgedTokens(t *testing.T) {
	t.Parallel()
	w := newSSO(t)
	w.idp.add("ada", "ada@people.example", true)
	stranger, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	sign := w.idp.sign
	with := func(name string, value any) func(map[string]any) string {
		return func(c map[string]any) string { c[name] = value; return sign(c) }
	}
	now := w.Clock.Now()
	for name, forge := range map[string]func(map[string]any) string{
		"another nonce":    with("nonce", "x"),
		"no nonce":         with("nonce", ""),
		"another audience": with("aud", []string{"someone else"}),
		"audience of many": func(c map[string]any) string {
			c["aud"] = append(c["aud"].([]any), "someone else")
			delete(c, "azp")
			return sign(c)
		},
		"another issuer":  with("iss", "https://evil.example"),
		"expired":         with("exp", now.Add(-91*time.Second).Unix()),
		"from the future": with("iat", now.Add(2*time.Minute).Unix()),
		"not valid yet":   with("nbf", now.Add(2*time.Minute).Unix()),
		"without subject": with("sub", ""),
		"another key":     func(c map[string]any) string { return signWith(stranger, "key1", c) },
		"no signature": func(c map[string]any) string {
			body, _ := json.Marshal(c)
			return base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none"}`)) + "." + base64.RawURLEncoding.EncodeToString(body) + "."
		},
		"no token": func(map[string]any) string { return "" },
	} {
		w.idp.tamper = forge
		address, cookie := w.leave()
		if to := w.arrive(w.visit(address, "ada"), cookie); to != "/sso/company?error=sso.answer_invalid" {
			t.Errorf("%s leads to %s", name, to)
		}
	}
	w.idp.tamper = with("exp", now.Add(-80*time.Second).Unix()) // within the tolerance
	w.signIn("ada").OK()
}

func TestSSOEnforcedLeavesOwnersTheirPassword(t *testing.T) {
	t.Parallel()
	w := newSSO(t)
	w.owner.Viewer("viewer")
	w.idp.add("viewer", "viewer@people.example", true)
	w.set(apptest.J{"enforced": true})
	offers := w.Nobody().Post("/v1/sso/offers", `{"email":"anybody@people.example"}`).OK()
	if offers.Text("offers.0.name") != "Harbour College" {
		t.Errorf("offers %s", offers.Body)
	}
	enter := func(name string) apptest.Reply {
		return w.Nobody().Post("/v1/issuer_login/sign_in", apptest.J{"email": name + "@people.example", "password": apptest.Password})
	}
	enter("viewer").Refused(403, "sign_in.company_only")
	enter("owner").OK()
	w.signIn("viewer").OK()
	w.set(apptest.J{"enforced": false})
	enter("viewer").OK()
}

func TestSSOMeetsTheSecondFactorThatADepartmentRequires(t *testing.T) {
	t.Parallel()
	w := newSSO(t)
	viewer := w.owner.Viewer("viewer")
	w.idp.add("viewer", "viewer@people.example", true)
	key := w.owner.Key("write")
	requireFactor(w.owner, w.Clock.Now().UTC().Format(time.RFC3339)).OK()
	viewer.Get("/v1/roles").Refused(http.StatusForbidden, "second_factor.enrol")

	in := w.signIn("viewer").OK()
	if in.At("second_factor.required") != false || in.At("second_factor.enrolled") != false || in.Int("department.id") != w.owner.Department {
		t.Errorf("signed in with the provider as %s", in.Body)
	}
	company := w.With(in.Header.Get("Authorization"))
	company.Get("/v1/roles").OK()
	if who := company.Post("/v1/issuer_login/whoami", nil).OK(); who.Int("department.id") != w.owner.Department {
		t.Errorf("the session: %s", who.Body)
	}
	viewer.SignIn() // the exemption is the session's, not the person's
	viewer.Get("/v1/roles").Refused(http.StatusForbidden, "second_factor.enrol")

	minted := key.Post("/v1/universal/sso_keys", apptest.J{"email": viewer.Email}).OK().Text("key")
	linked := w.Nobody().Post("/v1/universal/sso", apptest.J{"key": minted, "object": "issuer"}).OK()
	w.With(linked.Header.Get("Authorization")).Get("/v1/roles").OK()
}

func TestSSOTestShowsWhatArrivesAndSignsNobodyIn(t *testing.T) {
	t.Parallel()
	w := newSSO(t)
	w.set(apptest.J{"enabled": false, "mappings": []apptest.J{{"group": "registrars", "role": "issuer"}}})
	w.idp.add("ada", "ada@elsewhere.example", true, "registrars")
	r := w.owner.Post("/v1/sso_connections/"+w.id+"/test", nil).OK()
	cookie, _, _ := strings.Cut(r.Header.Get("Set-Cookie"), ";")
	test := "/v1/sso_tests/" + r.Text("test")
	w.owner.Get(test).Refused(404, "sso_test.not_found")
	if to := w.arrive(w.visit(r.Text("url"), "ada"), cookie); to != "/settings/sign-in?test="+r.Text("test") {
		t.Fatalf("it leads to %s", to)
	}
	found := w.owner.Get(test).OK()
	if found.Text("sso_test.problem") != "sso.domain_not_verified" || found.Text("sso_test.role") != "issuer" || found.Text("sso_test.claims.sub") != "ada" {
		t.Errorf("the test found %s", found.Body)
	}
	w.Issuer("other").Get(test).Refused(404, "sso_test.not_found")
	w.Nobody().Call(http.MethodPost, "/v1/sso/complete", nil, "Cookie", cookie).Refused(422, "sso.expired")
	w.leads(w.Nobody().Get("/v1/sso/oidc/"+w.uuid+"/start").Want(302).Header.Get("Location"), "sso_connection.not_found")
	if n := w.Number(`select count(*) from sso_identities`); n != 0 {
		t.Errorf("%d identities", n)
	}
}

func TestSSOConnectionsRefuseBadInputAndKeepTheSecret(t *testing.T) {
	t.Parallel()
	w := newSSO(t)
	path := "/v1/sso_connections/" + w.id
	for body, field := range map[string]string{
		`{"sso_connection":{"name":""}}`:                                               "name",
		`{"sso_connection":{"issuer_url":"http://login.example"}}`:                     "issuer_url",
		`{"sso_connection":{"issuer_url":"https://login.example"}}`:                    "client_secret",
		`{"sso_connection":{"client_id":""}}`:                                          "client_id",
		`{"sso_connection":{"default_role":"owner"}}`:                                  "default_role",
		`{"sso_connection":{"default_role":"99"}}`:                                     "default_role",
		`{"sso_connection":{"mappings":[{"group":"x"}]}}`:                              "mappings",
		`{"sso_connection":{"mappings":[{"group":"x","role":"owner"}]}}`:               "mappings",
		`{"sso_connection":{"mappings":[{"group":"x","permission_group_id":999999}]}}`: "mappings",
		`{"sso_connection":{"enabled":false,"enforced":true}}`:                         "enforced",
	} {
		w.owner.Put(path, body).Refused(422, "field:"+field)
	}
	if w.Number(`select count(*) from sso_connections where sealed_secret is not null`) != 1 || strings.Contains(string(w.owner.Get(path).OK().Body), `"client_secret"`) {
		t.Error("the secret is shown")
	}
	for domain, ok := range map[string]bool{"example": false, "192.0.2.1": false, "a b.example": false, "": false, "Bücher.example": true} {
		r := w.owner.Post("/v1/sso_domains", apptest.J{"sso_domain": apptest.J{"domain": domain}})
		if ok != (r.Status == 200) {
			t.Errorf("%q: %s", domain, r.Body)
		}
	}
}
