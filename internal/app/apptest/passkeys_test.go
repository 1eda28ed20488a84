package apptest_test

import (
	"fmt"
	"testing"

	"laurel/internal/app/apptest"
)

// ownPasskey adds a passkey of a new device to the account of an issuer, and returns the recovery codes that came with it.
func ownPasskey(t *testing.T, who apptest.Issuer, name string) (device *authenticator, id int64, codes []any) {
	t.Helper()
	device = newAuthenticator(t)
	options := who.Post("/v1/mfa/passkeys/options", nil).OK()
	device.handle = options.Text("public_key.user.id")
	r := who.Post("/v1/mfa/passkeys", apptest.J{"name": name, "credential": device.create(options)}).OK()
	return device, r.Int("passkey.id"), r.At("recovery_codes").([]any)
}

func usePasskey(w *apptest.World, device *authenticator) apptest.Reply {
	options := w.Nobody().Post("/v1/issuer_login/passkey/options", nil).OK()
	return w.Nobody().Post("/v1/issuer_login/passkey", apptest.J{"credential": device.get(options)})
}

func TestAnIssuerAddsNamesUsesAndRemovesPasskeys(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	ada, bob := w.Issuer("ada"), w.Issuer("bob")
	device, id, codes := ownPasskey(t, ada, " Ada's\nlaptop ")
	if len(codes) != 10 {
		t.Errorf("recovery codes with the first second factor: %v", codes)
	}
	second, _, codes := ownPasskey(t, ada, "Key")
	if second.handle != device.handle || len(codes) != 0 {
		t.Errorf("handles %q and %q, more recovery codes: %v", device.handle, second.handle, codes)
	}
	got := ada.Get("/v1/mfa").OK()
	if got.Text("mfa.passkeys.0.name") != "Ada's laptop" || got.At("mfa.passkeys.0.last_used_at") != nil || got.Int("mfa.recovery_codes") != 10 {
		t.Errorf("factors: %s", got.Body)
	}
	in := usePasskey(w, device).OK()
	if in.Text("user.email") != ada.Email || in.Text("department.name") != "ada" {
		t.Errorf("signed in: %s", in.Body)
	}
	if got := w.With(in.Header.Get("Authorization")).Get("/v1/mfa").OK(); got.At("mfa.passkeys.0.last_used_at") == nil {
		t.Errorf("never used: %s", got.Body)
	}

	path := fmt.Sprint("/v1/mfa/passkeys/", id)
	ada.Put(path, apptest.J{"name": " "}).Refused(422, "field:name")
	if got := ada.Put(path, apptest.J{"name": "Old laptop"}).OK(); got.Text("passkey.name") != "Old laptop" {
		t.Errorf("renamed: %s", got.Body)
	}
	bob.Put(path, apptest.J{"name": "Mine"}).Refused(404, "passkey.not_found")
	bob.Delete(path).Refused(404, "passkey.not_found")
	ada.Delete(path).OK()
	ada.Delete(path).Refused(404, "passkey.not_found")
	usePasskey(w, device).Refused(401, "passkey.refused")
	usePasskey(w, second).OK()
	w.Work()
	for kind, want := range map[string]int64{"passkey_added": 2, "passkey_removed": 1} {
		if n := w.Number("select count(*) from mails where kind = $1 and recipient = $2", kind, ada.Email); n != want {
			t.Errorf("%d emails %s, want %d", n, kind, want)
		}
	}
}

func TestAPasskeyIsTheSecondStepAfterThePassword(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	ada, bob := w.Issuer("ada"), w.Issuer("bob")
	device, id, codes := ownPasskey(t, ada, "Laptop")
	foreign, _, _ := ownPasskey(t, bob, "Phone")
	step := func() string {
		r := w.Nobody().Post("/v1/issuer_login/sign_in", apptest.J{"email": ada.Email, "password": apptest.Password})
		r.Refused(401, "second_factor.required")
		if r.Text("second_factor.methods.0") != "passkey" {
			t.Errorf("methods: %s", r.Body)
		}
		return r.Text("second_factor.token")
	}
	finish := func(token string, credential any) apptest.Reply {
		return w.Nobody().Post("/v1/issuer_login/second_factor", apptest.J{"token": token, "credential": credential})
	}
	token := step()
	options := w.Nobody().Post("/v1/issuer_login/passkey/options", apptest.J{"token": token}).OK()
	if options.Text("public_key.allowCredentials.0.id") != b64(device.id) {
		t.Errorf("options of a second step: %s", options.Body)
	}
	finish(token, foreign.get(options)).Refused(401, "passkey.refused") // another person's, whatever it answers
	finish(token, device.get(options)).Refused(410, "passkey.expired")  // a challenge is good for one answer
	options = w.Nobody().Post("/v1/issuer_login/passkey/options", apptest.J{"token": token}).OK()
	device.handle = "" // a device that is told which passkey to use need not name the user
	finish(token, device.get(options)).OK()
	finish(token, device.get(w.Nobody().Post("/v1/issuer_login/passkey/options", nil).OK())).Refused(401, "second_factor.expired")
	w.Nobody().Post("/v1/issuer_login/passkey/options", apptest.J{"token": token}).Refused(401, "second_factor.expired")
	if r := usePasskey(w, device); !r.IsRefusal(401, "passkey.refused") {
		t.Errorf("a sign-in that names nobody: %s", r.Body)
	}
	w.Nobody().Post("/v1/issuer_login/second_factor", apptest.J{"token": step(), "code": codes[0]}).OK()

	ada.Delete(fmt.Sprint("/v1/mfa/passkeys/", id)).OK()
	if got := ada.Get("/v1/mfa").OK(); got.Int("mfa.recovery_codes") != 0 {
		t.Errorf("recovery codes without a second factor: %s", got.Body)
	}
	w.Nobody().Post("/v1/issuer_login/sign_in", apptest.J{"email": ada.Email, "password": apptest.Password}).OK()
}

func TestACopiedOrUnverifiedPasskeySignsNobodyIn(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	ada := w.Issuer("ada")
	device, _, _ := ownPasskey(t, ada, "Key")
	device.count = 2
	usePasskey(w, device).OK()
	device.count = 1
	usePasskey(w, device).Refused(401, "passkey.refused")
	if n := w.Number("select count(*) from audit_events where action = 'second_factor.passkey_copied'"); n != 1 {
		t.Errorf("%d records of a copied passkey, want 1", n)
	}
	device.count, device.flags = 3, userPresent
	usePasskey(w, device).Refused(401, "passkey.refused")
	device.flags, device.origin = userPresent|userVerified, "https://elsewhere.example"
	usePasskey(w, device).Refused(401, "passkey.refused")
}
