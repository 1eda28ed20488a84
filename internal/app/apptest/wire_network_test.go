package apptest_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

func TestOtherSitesReadWhatThePublicPageShows(t *testing.T) {
	t.Parallel()
	in := integration(t)
	made := in.Post("/v1/credentials", in.learner("ada", apptest.J{"description": "Warp & <weft>", "id": "own"})).OK()
	nobody := in.World.Nobody()
	for _, ref := range []string{made.Text("credential.uuid"), fmt.Sprint(made.Int("credential.accredible_internal_id")), made.Text("credential.encoded_id")} {
		read := nobody.Get("/v1/credential-net/credentials/" + ref).OK()
		fieldsOf(t, read, "data", strings.Fields(`uuid name description issued_on expired_on expired revoked_at private url badge_image group_id group learning_outcomes recipient issuer`)...)
		fieldsOf(t, read, "data.issuer", "id", "name", "url", "image_url")
		if read.Text("data.uuid") != made.Text("credential.uuid") || read.Text("data.recipient.email") != "a***@***" ||
			read.Text("data.description") != "<p>Warp &amp; &lt;weft&gt;</p>" || read.Text("data.group.course_name") != "Weaving" {
			t.Errorf("%s", read.Body)
		}
		inOrder(t, read.Body, `{"uuid":`, `"name":`, `"recipient":{"email":`, `"name":`, `"issuer":{"id":`, `"name":`, `"url":`)
	}
	path := "/v1/credential-net/credentials/" + made.Text("credential.uuid")
	chain := nobody.Get(path + "/blockchain_transaction").OK()
	if chain.At("verify") != false || chain.At("block_credential_address") != nil || chain.Text("blockcerts_proof.credentialSubject.claim.name") != "Weaving" {
		t.Errorf("%s", chain.Body)
	}
	in.owner.Post("/v1/credentials/own/revoke", `{"reason":"misconduct"}`).OK()
	events := nobody.Get(path + "/events").OK()
	if events.Text("events.0.type") != "issued" || events.Text("events.1.type") != "revoked" {
		t.Errorf("%s", events.Body)
	}
	if revoked := nobody.Get(path).OK(); revoked.Text("data.revoked_at") == "" {
		t.Errorf("%s", revoked.Body)
	}
	issuer := fmt.Sprint("/v1/blockcerts/issuer/", in.owner.Department)
	if profile := nobody.Get(issuer).OK(); profile.Text("id") != apptest.Origin+issuer || profile.Text("type") != "Profile" || bytes.Contains(profile.Body, []byte("@people.example")) {
		t.Errorf("%s", profile.Body)
	}
	nobody.Get("/v1/blockcerts/issuer/999999999").Want(http.StatusNotFound)
}

// inOrder fails the test unless the texts stand in the body one after the other.
func inOrder(t *testing.T, body []byte, texts ...string) {
	t.Helper()
	rest := string(body)
	for _, text := range texts {
		_, after, found := strings.Cut(rest, text)
		if !found {
			t.Fatalf("%s does not follow in %s", text, body)
		}
		rest = after
	}
}

func TestOtherSitesShowPicturesOfCredentials(t *testing.T) {
	t.Parallel()
	in := integration(t)
	id := fmt.Sprint(in.Post("/v1/credentials", in.learner("ada")).OK().Int("credential.id"))
	nobody := in.World.Nobody()
	same := nobody.Get("/v1/frontend/credential_website_embed_image/certificate/" + id).OK()
	if main := nobody.Get("/v1/frontend/credential_seo_image/" + id).OK(); !bytes.Equal(main.Body, same.Body) || main.Header.Get("Content-Type") != "image/jpeg" {
		t.Errorf("%.80s", main.Body)
	}
	nobody.Get("/v1/frontend/credential_badge_image/" + id).Want(http.StatusNotFound) // it has a certificate alone
}

func TestOtherSitesLearnNothingOfWhatIsNotPublic(t *testing.T) {
	t.Parallel()
	in := integration(t)
	private := in.Post("/v1/credentials", in.learner("ada", apptest.J{"private": true})).OK().Text("credential.uuid")
	draft := in.Post("/v1/credentials", in.learner("ben", apptest.J{"approve": false})).OK().Text("credential.uuid")
	key := in.Get("/v1/credentials/" + private).OK().Text("credential.private_key")
	nobody := in.World.Nobody()
	for _, path := range []string{
		"/v1/credential-net/credentials/%s", "/v1/credential-net/credentials/%s/events", "/v1/credential-net/credentials/%s/blockchain_transaction",
		"/v1/frontend/credential_badge_image/%s", "/v1/frontend/credential_seo_image/%s",
	} {
		for _, ref := range []string{private, private + "?key=wrong", draft, "999999999", "none"} {
			reply, page := nobody.Get(fmt.Sprintf(path, ref)), nobody.Get("/v1/public/credentials/"+ref)
			if reply.Status != page.Status || reply.Status < 400 || string(reply.Body) != string(page.Body) {
				t.Errorf("%s of %s answers %d %s, the page %d %s", path, ref, reply.Status, reply.Body, page.Status, page.Body)
			}
		}
	}
	opened := nobody.Get("/v1/credential-net/credentials/" + private + "?key=" + key).OK()
	if opened.At("data.private") != true || bytes.Contains(opened.Body, []byte(apptest.Email("ada"))) {
		t.Errorf("%s", opened.Body)
	}
	nobody.Get("/v1/frontend/credential_seo_image/" + private + "?key=" + key).OK()
}
