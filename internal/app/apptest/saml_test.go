package apptest_test

import (
	"crypto/x509"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	crewjam "github.com/crewjam/saml"
	dsig "github.com/russellhaering/goxmldsig"

	"laurel/internal/app/apptest"
	"laurel/internal/platform/saml"
)

// samlWorld is a department with a SAML provider of an independent implementation, and a proved domain.
type samlWorld struct {
	*ssoWorld
	idp    *crewjam.IdentityProvider
	people map[string]*crewjam.Session
	down   atomic.Bool // the metadata cannot be fetched
	url    string      // of the provider's metadata
}

// GetServiceProvider reads our metadata as a provider does.
func (w *samlWorld) GetServiceProvider(_ *http.Request, id string) (*crewjam.EntityDescriptor, error) {
	at, err := url.Parse(id)
	if err != nil || at.Host != "laurel.example" {
		return nil, os.ErrNotExist
	}
	out := &crewjam.EntityDescriptor{}
	return out, xml.Unmarshal(w.Nobody().Get(at.Path).OK().Body, out)
}

// certify gives the provider a new key.
func (w *samlWorld) certify() {
	w.t.Helper()
	key, cert, err := saml.NewKey("provider", w.Clock.Now())
	if err != nil {
		w.t.Fatal(err)
	}
	w.idp.Key, w.idp.Certificate = key, cert
}

func newSAML(t *testing.T) *samlWorld {
	t.Helper()
	w := &samlWorld{ssoWorld: newSSO(t), people: map[string]*crewjam.Session{}}
	server := httptest.NewServer(http.HandlerFunc(func(answer http.ResponseWriter, _ *http.Request) {
		if w.down.Load() {
			answer.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		_ = xml.NewEncoder(answer).Encode(w.idp.Metadata())
	}))
	t.Cleanup(server.Close)
	w.url = server.URL + "/metadata"
	at, _ := url.Parse(w.url)
	month := 30 * 24 * time.Hour
	w.idp = &crewjam.IdentityProvider{
		MetadataURL: *at, SSOURL: *at.JoinPath("../sso"), ServiceProviderProvider: w, SignatureMethod: dsig.RSASHA256SignatureMethod,
		ValidDuration: &month,
	}
	w.certify()
	made := w.owner.Post("/v1/sso_connections", apptest.J{"sso_connection": apptest.J{
		"kind": "saml", "name": "Harbour SAML", "metadata_url": w.url, "groups_claim": "eduPersonAffiliation", "enabled": true,
	}}).OK()
	w.id, w.uuid = fmt.Sprint(made.Int("sso_connection.id")), made.Text("sso_connection.uuid")
	return w
}

func (w *samlWorld) add(id, email string, groups ...string) {
	w.people[id] = &crewjam.Session{
		ID: id, NameID: id, NameIDFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent", UserEmail: email, UserCommonName: "Ada Weaver", Groups: groups,
		CreateTime: w.Clock.Now(), ExpireTime: w.Clock.Now().Add(time.Hour),
	}
}

// leave begins a sign-in and returns the address at the provider and the browser's cookie.
func (w *samlWorld) leave() (address, cookie string) {
	w.t.Helper()
	r := w.Nobody().Get("/v1/sso/saml/" + w.uuid + "/start").Want(302)
	cookie, _, _ = strings.Cut(r.Header.Get("Set-Cookie"), ";")
	return r.Header.Get("Location"), cookie
}

// visit signs in at the provider, and returns the form that it lets the browser post.
func (w *samlWorld) visit(address, user string) url.Values {
	w.t.Helper()
	r := httptest.NewRequest(http.MethodGet, address, nil)
	w.signed(r.URL)
	req, err := crewjam.NewIdpAuthnRequest(w.idp, r)
	if err != nil {
		w.t.Fatal(err)
	}
	req.Now = w.Clock.Now()
	if err := req.Validate(); err != nil {
		w.t.Fatal(err)
	}
	if err := (crewjam.DefaultAssertionMaker{}).MakeAssertion(req, w.people[user]); err != nil {
		w.t.Fatal(err)
	}
	form, err := req.PostBinding()
	if err != nil {
		w.t.Fatal(err)
	}
	if want := "https://laurel.example/v1/sso/saml/" + w.uuid + "/acs"; form.URL != want {
		w.t.Fatalf("the provider posts to %s", form.URL)
	}
	return url.Values{"SAMLResponse": {form.SAMLResponse}, "RelayState": {form.RelayState}}
}

// signed checks the signature of a request against the first certificate of our metadata, which this provider does not do itself.
func (w *samlWorld) signed(at *url.URL) {
	w.t.Helper()
	message, signature, _ := strings.Cut(at.RawQuery, "&Signature=")
	signature, err := url.QueryUnescape(signature)
	if err != nil {
		w.t.Fatal(err)
	}
	raw, err := base64.StdEncoding.DecodeString(signature)
	if err != nil {
		w.t.Fatal(err)
	}
	own, err := w.GetServiceProvider(nil, "https://laurel.example/v1/sso/saml/"+w.uuid+"/metadata")
	if err != nil {
		w.t.Fatal(err)
	}
	der, err := base64.StdEncoding.DecodeString(own.SPSSODescriptors[0].KeyDescriptors[0].KeyInfo.X509Data.X509Certificates[0].Data)
	if err != nil {
		w.t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		w.t.Fatal(err)
	}
	if err := cert.CheckSignature(x509.SHA256WithRSA, []byte(message), raw); err != nil {
		w.t.Errorf("our request: %v", err)
	}
}

// post posts a response from the provider's site, without our cookie, and returns where that leads.
func (w *samlWorld) post(form url.Values) string {
	w.t.Helper()
	r := w.Nobody().Call(http.MethodPost, "/v1/sso/saml/"+w.uuid+"/acs", form.Encode(), "Content-Type", "application/x-www-form-urlencoded", "Origin", "https://idp.example")
	if r.Status != http.StatusSeeOther && r.Status != http.StatusFound {
		w.t.Fatalf("the response is answered with %d: %s", r.Status, r.Body)
	}
	return r.Header.Get("Location")
}

func (w *samlWorld) signIn(user string) apptest.Reply {
	w.t.Helper()
	address, cookie := w.leave()
	if to := w.arrive(w.post(w.visit(address, user)), cookie); to != "/sso/company" {
		w.t.Fatalf("the sign-in of %s leads to %s", user, to)
	}
	return w.Nobody().Call(http.MethodPost, "/v1/sso/complete", nil, "Cookie", cookie)
}

// fails makes a round trip with a form that change changes, which must end with an error that the audit log tells.
func (w *samlWorld) fails(user, code string, change func(url.Values)) {
	w.t.Helper()
	address, cookie := w.leave()
	form := w.visit(address, user)
	if change != nil {
		change(form)
	}
	before := w.refusals(code)
	w.leads(w.arrive(w.post(form), cookie), code)
	w.Nobody().Call(http.MethodPost, "/v1/sso/complete", nil, "Cookie", cookie).Refused(422, "sso.expired")
	if w.refusals(code) != before+1 {
		w.t.Errorf("%s is not in the audit log", code)
	}
}

func (w *samlWorld) refusals(code string) int64 {
	return w.Number(`select count(*) from audit_events where action = 'sso_sign_in.refused' and details ->> 'reason' = $1`, code)
}

func TestSAMLMakesAMemberAndFollowsTheGroups(t *testing.T) {
	t.Parallel()
	w := newSAML(t)
	w.set(apptest.J{"mappings": []apptest.J{{"group": "registrars", "role": "issuer"}}})
	w.add("ada", "Ada@people.example", "registrars", "weavers")
	in := w.signIn("ada").OK()
	if in.Text("user.email") != "ada@people.example" || in.Text("user.name") != "Ada Weaver" || in.Text("role") != "issuer" || in.Int("department.id") != w.owner.Department {
		t.Errorf("signed in as %s", in.Body)
	}
	w.add("ada", "ada.new@people.example") // the name ID counts
	if again := w.signIn("ada").OK(); again.Text("role") != "viewer" || again.Int("user.id") != in.Int("user.id") {
		t.Errorf("signed in again as %s", again.Body)
	}
	offers := w.Nobody().Post("/v1/sso/offers", `{"email":"anybody@people.example"}`).OK()
	if offers.Text("offers.1.kind") != "saml" || offers.Text("offers.0.kind") != "oidc" {
		t.Errorf("offers %s", offers.Body)
	}

	w.add("elsewhere", "ada@elsewhere.example")
	w.add("owner", "owner@people.example")
	w.fails("elsewhere", "sso.domain_not_verified", nil)
	w.fails("owner", "sso.owner", nil)
	w.set(apptest.J{"enabled": false})
	w.leads(w.Nobody().Get("/v1/sso/saml/"+w.uuid+"/start").Want(302).Header.Get("Location"), "sso_connection.not_found")
}

func TestSAMLRefusesForgedResponses(t *testing.T) {
	t.Parallel()
	w := newSAML(t)
	w.add("ada", "ada@people.example")
	rewrite := func(old, replacement string) func(url.Values) {
		return func(form url.Values) {
			raw, err := base64.StdEncoding.DecodeString(form.Get("SAMLResponse"))
			if err != nil || !strings.Contains(string(raw), old) {
				t.Fatalf("no %q in %s", old, raw)
			}
			form.Set("SAMLResponse", base64.StdEncoding.EncodeToString([]byte(strings.ReplaceAll(string(raw), old, replacement))))
		}
	}
	w.fails("ada", "sso.saml_signature", rewrite("ada@people.example", "owner@people.example"))
	w.fails("ada", "sso.saml_malformed", rewrite("ada@people.example", "ada@people.example<!-- -->"))
	w.fails("ada", "sso.saml_malformed", func(form url.Values) { form.Set("SAMLResponse", "x") })
	w.fails("ada", "sso.provider_refused", rewrite("status:Success", "status:Requester"))
	w.fails("ada", "sso.saml_request", func(form url.Values) {
		address, _ := w.leave()
		form.Set("SAMLResponse", w.visit(address, "ada").Get("SAMLResponse"))
	})
	w.fails("ada", "sso.saml_expired", func(url.Values) { w.Clock.Advance(3 * time.Minute) })
	w.idp.SignatureMethod = dsig.RSASHA1SignatureMethod
	w.fails("ada", "sso.saml_algorithm", nil)
	w.idp.SignatureMethod = dsig.RSASHA256SignatureMethod
	w.certify()
	w.fails("ada", "sso.saml_signature", nil)
	w.leads(w.post(url.Values{"RelayState": {"x"}, "SAMLResponse": {strings.Repeat("A", 600<<10)}}), "sso.expired")
	if n := w.Number(`select count(*) from sso_identities`); n != 0 {
		t.Errorf("%d identities", n)
	}
}

func TestSAMLResponseWorksOnceInTheBrowserThatLeft(t *testing.T) {
	t.Parallel()
	w := newSAML(t)
	w.add("ada", "ada@people.example")
	address, cookie := w.leave()
	_, stranger := w.leave()
	form := w.visit(address, "ada")
	to := w.post(form)
	w.leads(w.post(form), "sso.expired") // a replay
	w.leads(w.arrive(to, ""), "sso.expired")
	w.leads(w.arrive(to, stranger), "sso.expired")
	w.Nobody().Call(http.MethodPost, "/v1/sso/complete", nil, "Cookie", cookie).Refused(422, "sso.expired")
	if to := w.arrive(to, cookie); to != "/sso/company" {
		t.Fatalf("it leads to %s", to)
	}
	w.leads(w.arrive(to, cookie), "sso.expired")
	w.Nobody().Call(http.MethodPost, "/v1/sso/complete", nil, "Cookie", cookie).OK()

	// What nobody asked for starts a sign-in, and signs nobody in.
	unsolicited := base64.StdEncoding.EncodeToString([]byte(`<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" Version="2.0"/>`))
	if to := w.post(url.Values{"SAMLResponse": {unsolicited}}); to != "/v1/sso/saml/"+w.uuid+"/start" {
		t.Errorf("it leads to %s", to)
	}
	w.leads(w.post(url.Values{"SAMLResponse": form["SAMLResponse"]}), "sso.expired")
	w.leads(w.post(url.Values{"SAMLResponse": form["SAMLResponse"], "RelayState": {"https://evil.example"}}), "sso.expired")

	address, cookie = w.leave()
	form = w.visit(address, "ada")
	w.Clock.Advance(10 * time.Minute)
	w.leads(w.post(form), "sso.expired")
	w.leads(w.arrive("/v1/sso/saml/"+w.uuid+"/return?ticket=x", cookie), "sso.expired")
	w.Nobody().Get("/v1/sso/oidc/" + w.uuid + "/callback?state=x&code=y").Want(302)
}

func TestSAMLTestShowsWhatArrives(t *testing.T) {
	t.Parallel()
	w := newSAML(t)
	w.set(apptest.J{"enabled": false, "mappings": []apptest.J{{"group": "registrars", "role": "issuer"}}})
	w.add("ada", "ada@people.example", "registrars")
	try := func() apptest.Reply {
		r := w.owner.Post("/v1/sso_connections/"+w.id+"/test", nil).OK()
		cookie, _, _ := strings.Cut(r.Header.Get("Set-Cookie"), ";")
		if to := w.arrive(w.post(w.visit(r.Text("url"), "ada")), cookie); to != "/settings/sign-in?test="+r.Text("test") {
			t.Fatalf("it leads to %s", to)
		}
		return w.owner.Get("/v1/sso_tests/" + r.Text("test")).OK()
	}
	if found := try(); found.Text("sso_test.problem") != "" || found.Text("sso_test.role") != "issuer" || found.Text("sso_test.claims.mail") != "ada@people.example" {
		t.Errorf("the test found %s", found.Body)
	}
	w.certify()
	if found := try(); found.Text("sso_test.problem") != "sso.saml_signature" {
		t.Errorf("the test found %s", found.Body)
	}
	if n := w.Number(`select count(*) from sso_identities`); n != 0 {
		t.Errorf("%d identities", n)
	}
}

func TestSAMLKeysRollOver(t *testing.T) {
	t.Parallel()
	w := newSAML(t)
	w.add("ada", "ada@people.example")
	w.signIn("ada").OK()
	path := "/v1/sso_connections/" + w.id

	// The provider changes its key. Its metadata are read again after a day, even if they cannot be read at first.
	w.certify()
	w.fails("ada", "sso.saml_signature", nil)
	refresh := func() {
		w.Clock.Advance(25 * time.Hour)
		w.owner.SignIn()
		if _, err := w.App.SSO.RefreshMetadata(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	w.down.Store(true)
	refresh()
	if problem := w.owner.Get(path).OK().Text("sso_connection.saml.problem"); problem != "sso_connection.metadata_unreachable" {
		t.Errorf("the problem is %q", problem)
	}
	w.down.Store(false)
	refresh()
	w.add("ada", "ada@people.example")
	w.signIn("ada").OK()
	if n := w.Number(`select count(*) from audit_events where action = 'sso_connection.certificates_changed' and system = 'sign_in'`); n != 1 {
		t.Errorf("%d changes in the audit log", n)
	}

	// We change ours: both are in the metadata until the next one is used.
	w.owner.Post(path+"/use_next_key", nil).Refused(409, "sso_connection.no_key_waits")
	former := w.owner.Get(path).OK().Text("sso_connection.saml.own_certificates.0.fingerprint")
	next := w.owner.Post(path+"/keys", nil).OK().Text("sso_connection.saml.own_certificates.1.fingerprint")
	w.owner.Post(path+"/keys", nil).Refused(409, "sso_connection.key_waits")
	if n := strings.Count(string(w.Nobody().Get("/v1/sso/saml/"+w.uuid+"/metadata").OK().Body), "<ds:X509Certificate>"); n != 2 {
		t.Errorf("%d certificates in the metadata", n)
	}
	w.signIn("ada").OK()
	if used := w.owner.Post(path+"/use_next_key", nil).OK().Text("sso_connection.saml.own_certificates.0.fingerprint"); used != next || used == former {
		t.Errorf("the key in use is %s", used)
	}
	w.signIn("ada").OK()
}

func TestSAMLConnectionsRefuseBadInput(t *testing.T) {
	t.Parallel()
	w := newSAML(t)
	for body, field := range map[string]string{
		`{"sso_connection":{"kind":"saml","name":"A"}}`:                                                   "metadata_url",
		`{"sso_connection":{"kind":"saml","name":"A","metadata":"<html/>"}}`:                              "metadata",
		`{"sso_connection":{"kind":"saml","name":"A","metadata_url":"http://login.example/metadata"}}`:    "metadata_url",
		`{"sso_connection":{"kind":"other","name":"A","issuer_url":"https://login.example"}}`:             "kind",
		`{"sso_connection":{"kind":"saml","name":"` + strings.Repeat("x", 101) + `","metadata_url":"x"}}`: "metadata_url",
	} {
		w.owner.Post("/v1/sso_connections", body).Refused(422, "field:"+field)
	}
	w.owner.Put("/v1/sso_connections/"+w.id, apptest.J{"sso_connection": apptest.J{"email_attribute": strings.Repeat("x", 300)}}).Refused(422, "field:email_attribute")
	w.owner.Viewer("viewer").Get("/v1/sso_connections/" + w.id).Want(403)
	w.Issuer("other").Post("/v1/sso_connections/"+w.id+"/keys", nil).Refused(404, "sso_connection.not_found")
	w.Nobody().Get("/v1/sso/saml/6a1c5d5a-7d0f-4a43-8a52-7d1a3c2b9e10/metadata").Refused(404, "sso_connection.not_found")
	stored := w.Number(`select count(*) from sso_connections where position('PRIVATE' in encode(sealed_secret, 'escape')) > 0 or saml::text like '%private%'`)
	if body := string(w.owner.Get("/v1/sso_connections/" + w.id).OK().Body); stored != 0 || strings.Contains(body, "PRIVATE") {
		t.Error("the key is shown")
	}
}
