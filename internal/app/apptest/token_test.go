package apptest_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/app/apptest"
	"laurel/internal/formats/jws"
	"laurel/internal/trust/badges"
)

// withTokens starts a Laurel whose operator switched tokens on.
func withTokens(t *testing.T) *apptest.World {
	t.Helper()
	settings := apptest.Settings(t)
	settings["LAUREL_VC_JWT"] = "true"
	return apptest.NewWith(t, settings)
}

func token(w *apptest.World, credential apptest.Reply) string {
	return string(w.Nobody().Get("/v1/openbadges/credentials/" + credential.Text("credential.uuid") + "/token").OK().Body)
}

func TestATokenIsTheSignedCredentialForSoftwareThatReadsNoProofs(t *testing.T) {
	t.Parallel()
	w := withTokens(t)
	owner := w.Issuer("owner")
	issued := owner.Issued(owner.Group("Weaving"), "ada", apptest.J{"grade": 87.5, "expired_on": "2090-01-31"})
	reply := w.Nobody().Get("/v1/openbadges/credentials/" + issued.Text("credential.uuid") + "/token").OK()
	if reply.Header.Get("Content-Type") != badges.TokenType || string(reply.Body) != token(w, issued) {
		t.Errorf("served as %s, or another each time", reply.Header.Get("Content-Type"))
	}
	m, err := jws.Parse(string(reply.Body))
	if err != nil || m.Algorithm != "RS256" {
		t.Fatalf("%+v: %v", m, err)
	}
	var said, signed map[string]any
	if err := json.Unmarshal(m.Payload, &said); err != nil {
		t.Fatal(err)
	}
	if err := officialSchema(t).Validate(said); err != nil {
		t.Errorf("the official schema: %v", err)
	}
	form := signedForm(w, issued)
	if err := json.Unmarshal(form.Body, &signed); err != nil {
		t.Fatal(err)
	}
	from, err := time.Parse(time.RFC3339, form.Text("validFrom"))
	if err != nil {
		t.Fatal(err)
	}
	subject, _ := said["credentialSubject"].(map[string]any)
	for claim, want := range map[string]any{
		"iss": form.Text("issuer.id"), "jti": form.Text("id"), "sub": subject["id"], "nbf": float64(from.Unix()),
		"exp": float64(time.Date(2090, 1, 31, 23, 59, 59, 0, time.UTC).Unix()),
	} {
		if said[claim] != want {
			t.Errorf("%s is %v, want %v", claim, said[claim], want)
		}
		delete(said, claim)
	}
	delete(subject, "id")
	delete(signed, "proof")
	a, errA := json.Marshal(said)
	b, errB := json.Marshal(signed)
	if errA != nil || errB != nil || string(a) != string(b) {
		t.Errorf("it says\n%s, the signed form\n%s", a, b)
	}
	shown := w.Nobody().Get("/v1/public/credentials/" + issued.Text("credential.uuid")).OK()
	means(t, "the address that the page tells", verified(w, shown.Text("credential.token_url")), "valid", "signature_good")
}

func TestATokenIsFoundOutWhenItWasChangedOrNoLongerHolds(t *testing.T) {
	t.Parallel()
	w := withTokens(t)
	owner := w.Issuer("owner")
	issued := owner.Issued(owner.Group("Weaving"), "ada")
	early := token(w, issued)
	if err := w.App.Badges.Rotate(t.Context(), access.Console.In(owner.Department)); err != nil {
		t.Fatal(err)
	}
	late := token(w, issued)
	if early == late {
		t.Error("both were signed by one key")
	}
	for what, text := range map[string]string{"before the key changed": early, "after": late} {
		means(t, what, verified(w, text), "valid", "signature_good")
	}
	cut := strings.LastIndex(late, ".")
	means(t, "with the signature of another", verified(w, late[:cut]+early[strings.LastIndex(early, "."):]), "changed", "signature_wrong")
	owner.Post("/v1/credentials/"+issued.Text("credential.uuid")+"/revoke", misconduct).OK()
	apptest.Eventually(t, "a token from before to be found revoked", func() bool {
		w.Clock.Advance(2 * time.Second) // nobody may ask more often
		return verified(w, late).Text("verdict") != "valid"
	})
	means(t, "a new one", verified(w, token(w, issued)), "revoked", "status_revoked")
}

func TestTokensAreHadWhereTheyAreSwitchedOnByWhoeverMaySeeTheCredential(t *testing.T) {
	t.Parallel()
	on := withTokens(t)
	owner := on.Issuer("owner")
	private := owner.Issued(owner.Group("Weaving"), "ada", apptest.J{"private": true})
	path := "/v1/openbadges/credentials/" + private.Text("credential.uuid") + "/token"
	on.Nobody().Get(path).Refused(http.StatusForbidden, "credential.private")
	link, err := url.Parse(private.Text("credential.url"))
	if err != nil {
		t.Fatal(err)
	}
	means(t, "a private one", verified(on, string(on.Nobody().Get(path+"?"+link.RawQuery).OK().Body)), "valid", "signature_good")
	if keys := on.Number("select count(*) from token_keys where encode(sealed_key, 'hex') like '3082%'"); keys != 0 { // as every RSA key in the open begins
		t.Error("a key lies open in the database")
	}

	off := apptest.New(t)
	owner = off.Issuer("owner")
	issued := owner.Issued(owner.Group("Weaving"), "ada")
	off.Nobody().Get("/v1/openbadges/credentials/"+issued.Text("credential.uuid")+"/token").Refused(http.StatusNotFound, "badge.no_tokens")
	if shown := off.Nobody().Get("/v1/public/credentials/" + issued.Text("credential.uuid")).OK(); shown.At("credential.token_url") != nil {
		t.Errorf("the page tells %s", shown.Text("credential.token_url"))
	}
}
