package apptest_test

import (
	"archive/zip"
	"bytes"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"laurel/internal/app"
	"laurel/internal/app/apptest"
	"laurel/internal/platform/nettest"
)

const passType = "pass.example.laurel"

// pushed is a push that the double of Apple's service received.
type pushed struct{ token, topic, id string }

// appleDouble is Apple: the authority of pass types, and a push service that speaks HTTP/2 and checks certificates.
type appleDouble struct {
	*nettest.Authority
	url    string
	mu     sync.Mutex
	pushes []pushed
	gone   map[string]bool // tokens whose device is gone
	down   bool
}

func newAppleDouble(t *testing.T) *appleDouble {
	t.Helper()
	d := &appleDouble{Authority: nettest.NewAuthority(t, "Test WWDR"), gone: map[string]bool{}}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		d.mu.Lock()
		defer d.mu.Unlock()
		token := strings.TrimPrefix(r.URL.Path, "/3/device/")
		switch {
		case r.ProtoMajor != 2 || r.Method != http.MethodPost || len(r.TLS.PeerCertificates) == 0 || !strings.Contains(r.TLS.PeerCertificates[0].Subject.CommonName, passType):
			w.WriteHeader(http.StatusForbidden)
		case d.down:
			w.WriteHeader(http.StatusServiceUnavailable)
		case d.gone[token]:
			w.WriteHeader(http.StatusGone)
			_, _ = io.WriteString(w, `{"reason":"Unregistered"}`)
		default:
			d.pushes = append(d.pushes, pushed{token, r.Header.Get("Apns-Topic"), r.Header.Get("Apns-Collapse-Id")})
		}
	}))
	host := d.Host()
	pair, err := tls.X509KeyPair([]byte(host.PEM), []byte(host.Key))
	if err != nil {
		t.Fatal(err)
	}
	server.EnableHTTP2 = true
	server.TLS = &tls.Config{Certificates: []tls.Certificate{pair}, ClientCAs: d.Pool(), ClientAuth: tls.RequireAndVerifyClientCert}
	server.StartTLS()
	t.Cleanup(server.Close)
	d.url = strings.Replace(server.URL, "127.0.0.1", "localhost", 1)
	return d
}

func (d *appleDouble) received() []pushed {
	d.mu.Lock()
	defer d.mu.Unlock()
	return append([]pushed(nil), d.pushes...)
}

func (d *appleDouble) set(do func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	do()
}

// settings configures passes for Apple Wallet.
func (d *appleDouble) settings(until time.Time) []string {
	mine := d.PassType(passType, "TEAM123456", until)
	return []string{
		"LAUREL_APPLE_PASS_CERTIFICATE", mine.PEM, "LAUREL_APPLE_PASS_KEY", mine.Key, "LAUREL_APPLE_PASS_WWDR", d.PEM, "LAUREL_APPLE_PUSH_URL", d.url,
	}
}

// passJSON is the description of a pass.
type passJSON struct {
	Body []byte
	read any
}

// At returns the value at a path such as "barcodes.0.message", or nil.
func (p passJSON) At(path string) any {
	at := p.read
	for _, name := range strings.Split(path, ".") {
		switch here := at.(type) {
		case map[string]any:
			at = here[name]
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i >= len(here) {
				return nil
			}
			at = here[i]
		default:
			return nil
		}
	}
	return at
}

// Text returns the text at a path, or "".
func (p passJSON) Text(path string) string {
	text, _ := p.At(path).(string)
	return text
}

// openedPass reads a pass and lets openssl verify it.
func openedPass(t *testing.T, d *appleDouble, data []byte) (pass passJSON, files map[string][]byte) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatalf("%v: %.300s", err, data)
	}
	files = map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if files[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	folder := t.TempDir()
	for name, data := range map[string][]byte{"manifest": files["manifest.json"], "signature": files["signature"], "ca": []byte(d.PEM)} {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.CommandContext(t.Context(), "openssl", "smime", "-verify", "-binary", "-inform", "DER", "-in", "signature", "-content", "manifest", "-CAfile", "ca", "-purpose", "any", "-out", os.DevNull)
	c.Dir = folder
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("openssl: %s", out)
	}
	pass.Body = files["pass.json"]
	if err := json.Unmarshal(pass.Body, &pass.read); err != nil {
		t.Fatal(err)
	}
	return pass, files
}

// passed makes Ada with a credential and a Laurel that makes passes for both platforms.
type passed struct {
	*apptest.World
	apple  *appleDouble
	google *googleDouble
	owner  apptest.Issuer
	mine   apptest.Mine
	id     string
}

func withPasses(t *testing.T) passed {
	t.Helper()
	p := passed{apple: newAppleDouble(t), google: newGoogleDouble(t)}
	settings := apptest.Settings(t)
	all := append(p.apple.settings(time.Now().AddDate(1, 0, 0)), p.google.settings(t)...)
	for i := 0; i+1 < len(all); i += 2 {
		settings[all[i]] = all[i+1]
	}
	p.World = apptest.NewWith(t, settings, app.WithRoots(p.apple.Pool()))
	p.owner = p.Issuer("owner")
	p.id = p.owner.Issued(p.owner.Group("Weaving"), "ada", apptest.J{"expired_on": "2090-01-31"}).Text("credential.uuid")
	p.Work()
	p.mine = signedInAs(t, p.World, "ada")
	return p
}

func (p passed) add(platform string) apptest.Reply {
	return p.mine.Post("/v1/recipient/credentials/"+p.id+"/wallet_pass", apptest.J{"platform": platform})
}

// download returns Ada's pass for Apple Wallet.
func (p passed) download(t *testing.T) (passJSON, map[string][]byte) {
	t.Helper()
	reply := p.Nobody().Get(local(p.add("apple").OK().Text("wallet_pass.url"))).OK()
	if got := reply.Header.Get("Content-Type"); got != "application/vnd.apple.pkpass" {
		t.Errorf("content type %s", got)
	}
	return openedPass(t, p.apple, reply.Body)
}

// device is an iPhone.
type device struct {
	w                   *apptest.World
	name, serial, token string
}

func (d device) call(method, path string, body any, headers ...string) apptest.Reply {
	return d.w.Nobody().Call(method, "/v1/apple_wallet/v1"+path, body, append(headers, "Authorization", "ApplePass "+d.token)...)
}

func (d device) register(push string) apptest.Reply {
	return d.call(http.MethodPost, "/devices/"+d.name+"/registrations/"+passType+"/"+d.serial, apptest.J{"pushToken": push})
}

func (d device) changes(tag string) apptest.Reply {
	return d.w.Nobody().Get("/v1/apple_wallet/v1/devices/" + d.name + "/registrations/" + passType + "?passesUpdatedSince=" + tag)
}

func (d device) latest(headers ...string) apptest.Reply {
	return d.call(http.MethodGet, "/passes/"+passType+"/"+d.serial, nil, headers...)
}

func TestAnOwnerAddsAPassToAppleWallet(t *testing.T) {
	t.Parallel()
	p := withPasses(t)
	pass, files := p.download(t)
	if pass.Text("passTypeIdentifier") != passType || pass.Text("teamIdentifier") != "TEAM123456" || pass.Text("expirationDate") != "2090-02-01T00:00:00Z" || pass.At("voided") != nil {
		t.Errorf("pass %s", pass.Body)
	}
	page := p.mine.Get("/v1/recipient/credentials/" + p.id).OK()
	if got := pass.Text("barcodes.0.message"); got != apptest.Origin+"/"+page.Text("credential.encoded_id") {
		t.Errorf("the code says %s", got)
	}
	if pass.Text("generic.primaryFields.0.value") != "Weaving" || !strings.HasPrefix(pass.Text("webServiceURL"), apptest.Origin+"/v1/apple_wallet") {
		t.Errorf("pass %s", pass.Body)
	}
	for _, name := range []string{"icon.png", "icon@2x.png", "icon@3x.png", "en.lproj/pass.strings", "de.lproj/pass.strings", "ar.lproj/pass.strings"} {
		if files[name] == nil {
			t.Errorf("%s is missing", name)
		}
	}
	if again, _ := p.download(t); again.Text("serialNumber") != pass.Text("serialNumber") {
		t.Error("asking again gives another pass")
	}
	if got, _ := json.Marshal(page.At("credential.wallet_passes")); string(got) != `["apple","google"]` {
		t.Errorf("platforms %s", got)
	}

	link := local(p.add("apple").OK().Text("wallet_pass.url"))
	p.Nobody().Get(link[:len(link)-3]+"AAA").Refused(http.StatusNotFound, "wallet_pass.not_found")
	p.Clock.Advance(6 * time.Minute)
	p.Nobody().Get(link).Refused(http.StatusNotFound, "wallet_pass.not_found")
	bob := p.owner.Issued(p.owner.Group("Other"), "bob").Text("credential.uuid")
	p.Work()
	p.mine.Post("/v1/recipient/credentials/"+bob+"/wallet_pass", apptest.J{"platform": "apple"}).Want(http.StatusNotFound)
	p.owner.Recipient(p.id).Post("/v1/recipient/credentials/"+p.id+"/wallet_pass", apptest.J{"platform": "apple"}).Refused(http.StatusForbidden, "recipient.prove_address")
	if reply := p.add("nokia"); reply.Status != http.StatusUnprocessableEntity || !strings.Contains(string(reply.Body), "platform") {
		t.Errorf("an unknown platform: %d %s", reply.Status, reply.Body)
	}
}

func TestThePassOfAPrivateCredentialOpensIt(t *testing.T) {
	t.Parallel()
	p := withPasses(t)
	p.mine.Put("/v1/recipient/credentials/"+p.id+"/privacy", apptest.J{"private": true}).OK()
	pass, _ := p.download(t)
	if !strings.Contains(pass.Text("barcodes.0.message"), "?key=") || pass.At("sharingProhibited") != true {
		t.Errorf("pass %s", pass.Body)
	}
}

func TestAppleDevicesHearOfEachChangeOnce(t *testing.T) {
	t.Parallel()
	p := withPasses(t)
	pass, _ := p.download(t)
	phone := device{p.World, "phone", pass.Text("serialNumber"), pass.Text("authenticationToken")}

	wrong := phone
	wrong.token = "no" + phone.token
	for name, reply := range map[string]apptest.Reply{
		"register": wrong.register("t1"), "latest": wrong.latest(), "unregister": wrong.call(http.MethodDelete, "/devices/phone/registrations/"+passType+"/"+phone.serial, nil),
	} {
		if reply.Status != http.StatusUnauthorized {
			t.Errorf("%s with a wrong token: %d", name, reply.Status)
		}
	}
	phone.changes("").Want(http.StatusNotFound)
	phone.register("t1").Want(http.StatusCreated)
	phone.register("t1").OK()
	watch := phone
	watch.name = "watch"
	watch.register("t2").Want(http.StatusCreated)
	if n := p.Number("select count(*) from audit_events where action = 'credential.added_to_wallet'"); n != 1 {
		t.Errorf("%d notes in the audit log", n)
	}
	first := phone.changes("").OK()
	if first.Text("serialNumbers.0") != phone.serial {
		t.Errorf("changes: %s", first.Body)
	}

	p.Clock.Advance(5 * time.Minute)
	phone.changes(first.Text("lastUpdated")).OK() // within the slack
	second := apptest.NewWith(t, p.Settings(), app.WithRoots(p.apple.Pool()))
	second.Clock.Advance(5 * time.Minute)
	p.owner.Post("/v1/credentials/"+p.id+"/suspend", apptest.J{}).OK()
	second.Work() // another process works on the same queue
	p.Work()
	all := p.apple.received()
	if len(all) != 2 || all[0].topic != passType || all[0].token == all[1].token {
		t.Fatalf("pushes after one change: %v", all)
	}
	modified := phone.latest().OK().Header.Get("Last-Modified")
	phone.latest("If-Modified-Since", modified).Want(http.StatusNotModified)
	held, _ := openedPass(t, p.apple, phone.latest().OK().Body)
	if held.At("voided") != true || held.Text("generic.headerFields.0.value") != "laurel.suspended" {
		t.Errorf("the suspended one: %s", held.Body)
	}

	p.apple.set(func() { p.apple.gone["t2"] = true })
	p.Clock.Advance(5 * time.Minute)
	second.Clock.Advance(5 * time.Minute)
	p.owner.Post("/v1/credentials/"+p.id+"/revoke", misconduct).OK()
	p.Work()
	second.Work()
	if all := p.apple.received(); len(all) != 3 || all[2].token != "t1" {
		t.Errorf("pushes after the second change: %v", all)
	}
	if n := p.Number("select count(*) from wallet_registrations"); n != 1 {
		t.Errorf("%d devices are registered", n)
	}
	ended, _ := openedPass(t, p.apple, phone.latest().OK().Body)
	if ended.At("voided") != true || ended.Text("generic.headerFields.0.value") != "laurel.revoked" {
		t.Errorf("the revoked one: %s", ended.Body)
	}
	p.add("apple").Refused(http.StatusConflict, "wallet_pass.not_valid")

	p.owner.Delete("/v1/credentials/" + p.id).OK()
	p.Work()
	if all := p.apple.received(); len(all) != 4 {
		t.Errorf("pushes after the deletion: %v", all)
	}
	rest, files := openedPass(t, p.apple, phone.latest().OK().Body)
	if rest.At("voided") != true || rest.At("barcodes") != nil || bytes.Contains(files["pass.json"], []byte("Weaving")) {
		t.Errorf("the deleted one: %s", rest.Body)
	}
	phone.call(http.MethodDelete, "/devices/phone/registrations/"+passType+"/"+phone.serial, nil).OK()
	phone.changes("").Want(http.StatusNotFound)
	p.Nobody().Post("/v1/apple_wallet/v1/log", apptest.J{"logs": []string{"it broke"}}).OK()
}

func TestPassesAreWithdrawnFromThePhonesOfADeletedAccount(t *testing.T) {
	t.Parallel()
	p := withPasses(t)
	pass, _ := p.download(t)
	phone := device{p.World, "phone", pass.Text("serialNumber"), pass.Text("authenticationToken")}
	phone.register("t1").Want(http.StatusCreated)
	p.add("google").OK()
	p.mine.Delete("/v1/recipient/account").OK()
	p.Clock.Advance(5 * time.Minute)
	for range 2 { // the second finds nothing to do
		if _, err := p.App.Passes.WithdrawOrphans(t.Context()); err != nil {
			t.Fatal(err)
		}
		p.Work()
	}
	if all := p.apple.received(); len(all) != 1 {
		t.Errorf("pushes: %v", all)
	}
	rest, files := openedPass(t, p.apple, phone.latest().OK().Body)
	if rest.At("voided") != true || rest.At("barcodes") != nil || bytes.Contains(files["pass.json"], []byte("ada")) {
		t.Errorf("the pass in Apple Wallet: %s", rest.Body)
	}
	for id, object := range p.google.objects {
		if object["classId"] == nil {
			continue // the class of the department
		}
		if kept, patches := p.google.object(id); kept["state"] != "INACTIVE" || strings.Contains(fmt.Sprint(kept), "ada") || patches != 1 {
			t.Errorf("the pass in Google Wallet after %d changes: %v", patches, kept)
		}
	}
	other := phone
	other.name = "other"
	other.register("t2").Want(http.StatusUnauthorized)

	p.Clock.Advance(91 * 24 * time.Hour)
	if _, err := p.App.Passes.WithdrawOrphans(t.Context()); err != nil {
		t.Fatal(err)
	}
	phone.latest().Want(http.StatusUnauthorized)
	if n := p.Number("select (select count(*) from wallet_passes) + (select count(*) from wallet_registrations)"); n != 0 {
		t.Errorf("%d rows are left", n)
	}
}

func TestPassesAreWithdrawnWhenTheirCredentialIsPurged(t *testing.T) {
	t.Parallel()
	p := withPasses(t)
	pass, _ := p.download(t)
	phone := device{p.World, "phone", pass.Text("serialNumber"), pass.Text("authenticationToken")}
	phone.register("t1").Want(http.StatusCreated)
	p.Number("with gone as (delete from credentials where uuid = '" + p.id + "' returning 1) select count(*) from gone")
	p.Clock.Advance(5 * time.Minute)
	if _, err := p.App.Passes.WithdrawOrphans(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.Work()
	if all := p.apple.received(); len(all) != 1 {
		t.Errorf("pushes: %v", all)
	}
	if rest, _ := openedPass(t, p.apple, phone.latest().OK().Body); rest.At("voided") != true || rest.At("barcodes") != nil {
		t.Errorf("the pass: %s", rest.Body)
	}
}

func TestAPushThatFailsIsTriedAgain(t *testing.T) {
	t.Parallel()
	p := withPasses(t)
	pass, _ := p.download(t)
	phone := device{p.World, "phone", pass.Text("serialNumber"), pass.Text("authenticationToken")}
	phone.register("t1").Want(http.StatusCreated)
	p.apple.set(func() { p.apple.down = true })
	p.owner.Post("/v1/credentials/"+p.id+"/revoke", misconduct).OK()
	apptest.Eventually(t, "the push to fail", func() bool {
		return p.Number("select count(*) from river_job where kind = 'passes.update' and state = 'retryable'") == 1
	})
	p.apple.set(func() { p.apple.down = false })
	p.Number("with now as (update river_job set state = 'available', scheduled_at = now() where kind = 'passes.update' returning 1) select count(*) from now")
	p.Work()
	if all := p.apple.received(); len(all) != 1 {
		t.Errorf("pushes: %v", all)
	}
}

func TestWithoutSettingsThereAreNoPasses(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	id := owner.Issued(owner.Group("Weaving"), "ada").Text("credential.uuid")
	w.Work()
	mine := signedInAs(t, w, "ada")
	if page := mine.Get("/v1/recipient/credentials/" + id).OK(); !strings.Contains(string(page.Body), `"wallet_passes":[]`) {
		t.Error("passes are offered")
	}
	for _, platform := range []string{"apple", "google"} {
		mine.Post("/v1/recipient/credentials/"+id+"/wallet_pass", apptest.J{"platform": platform}).Refused(http.StatusNotFound, "wallet_pass.off")
	}
	w.Nobody().Get("/v1/apple_wallet/v1/devices/x/registrations/y").Refused(http.StatusNotFound, "wallet_pass.off")
}
