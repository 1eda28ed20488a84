package apptest_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

// unproved lets so much time pass that all people must prove again who they are.
func unproved(w *apptest.World) { w.Clock.Advance(15 * time.Minute) }

// proven gives the password again.
func proven(who apptest.Issuer) apptest.Issuer {
	who.Authorization = who.Post("/v1/proof", apptest.J{"current_password": apptest.Password}).OK().Header.Get("Authorization")
	return who
}

func TestDangerousCallsNeedARecentProof(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	ada := w.Issuer("ada")
	device, id, codes := ownPasskey(t, ada, "Key")
	newKey := func(name string) apptest.Reply {
		return ada.Post("/v1/issuer/api_keys", apptest.J{"api_key": apptest.J{"name": name}})
	}
	newKey("first").OK()
	unproved(w)
	for _, r := range []apptest.Reply{
		newKey("second"), ada.Post("/v1/mfa/totp", nil), ada.Post("/v1/mfa/totp/delete", nil), ada.Post("/v1/mfa/recovery_codes", nil),
		ada.Post("/v1/mfa/passkeys/options", nil), ada.Delete(fmt.Sprint("/v1/mfa/passkeys/", id)), ada.Post("/v1/issuer/signing_keys/rotate", nil),
		ada.Get("/v1/audit_events/log"), ada.Delete(fmt.Sprint("/v1/departments/", ada.Department)),
	} {
		if !r.IsRefusal(http.StatusForbidden, "proof.required") {
			t.Errorf("%s", r.Body)
		}
	}
	ada.Get("/v1/issuer/api_keys").OK()
	w.Work()
	if n := w.Number("select count(*) from audit_events where action = 'access.refused'"); n != 0 {
		t.Errorf("%d refusals are on record, although nobody lacked a permission", n)
	}

	if got := ada.Get("/v1/proof").OK(); got.Text("proof.methods.0") != "passkey" {
		t.Errorf("methods: %s", got.Body)
	}
	ada.Post("/v1/proof", apptest.J{"current_password": apptest.Password}).Refused(422, "field:code") // a second factor outranks the password
	ada.Post("/v1/proof", apptest.J{"code": "abcd-efgh-ijkl-mnop"}).Refused(422, "field:code")
	options := ada.Post("/v1/proof/options", nil).OK()
	former := ada.Client
	ada.Authorization = ada.Post("/v1/proof", apptest.J{"credential": device.get(options)}).OK().Header.Get("Authorization")
	former.Get("/v1/issuer/api_keys").Want(http.StatusUnauthorized)
	newKey("second").OK()
	unproved(w)
	ada.Authorization = ada.Post("/v1/proof", apptest.J{"code": codes[0]}).OK().Header.Get("Authorization")
	ada.Delete(fmt.Sprint("/v1/mfa/passkeys/", id)).OK()

	unproved(w)
	if got := ada.Get("/v1/proof").OK(); got.Text("proof.methods.0") != "password" {
		t.Errorf("methods without a second factor: %s", got.Body)
	}
	ada.Post("/v1/proof", apptest.J{"current_password": "wrong"}).Refused(422, "field:current_password")
	newKey("third").Refused(http.StatusForbidden, "proof.required")
	ada = proven(ada)
	newKey("third").OK()
}
