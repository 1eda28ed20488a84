package apptest_test

import (
	"bytes"
	"image"
	"image/png"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"laurel/internal/app/apptest"
	"laurel/internal/trust/badges"
	"laurel/internal/trust/verification"
)

// verified is what we say of a text.
func verified(w *apptest.World, input string) apptest.Reply {
	return w.Nobody().Post("/v1/verify", apptest.J{"input": input}).OK()
}

// handedIn posts a file as a browser does.
func handedIn(t *testing.T, w *apptest.World, field string, file []byte) apptest.Reply {
	t.Helper()
	return handedInAt(t, w, "/v1/verify", field, file)
}

func handedInAt(t *testing.T, w *apptest.World, path, field string, file []byte) apptest.Reply {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile(field, "file.png")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = part.Write(file)
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	return w.Nobody().Call(http.MethodPost, path, body.String(), "Content-Type", form.FormDataContentType())
}

// means fails the test unless the verdict is the wanted one and some step has the code.
func means(t *testing.T, what string, reply apptest.Reply, verdict, code string) {
	t.Helper()
	steps, _ := reply.At("steps").([]any)
	for _, step := range steps {
		if s, _ := step.(map[string]any); s["code"] == code && reply.Text("verdict") == verdict {
			return
		}
	}
	t.Errorf("%s: want %s by %s, got %s", what, verdict, code, reply.Body)
}

func onePixel(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewNRGBA(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestOurOwnCredentialsVerifyInWhateverFormTheyAreHandedIn(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	issued := owner.Issued(owner.Group("Weaving"), "ada", apptest.J{"grade": 87.5, "expired_on": "2090-01-31"})
	id := issued.Text("credential.uuid")
	document := signedForm(w, issued).Body
	for what, input := range map[string]string{
		"its page": apptest.Origin + "/" + id, "its uuid": id, "its short id": issued.Text("credential.encoded_id"), "its frame": apptest.Origin + "/embed/" + id,
		"a link without https": "laurel.example/" + id, "the signed form": string(document), "the signed form's address": apptest.Origin + "/v1/openbadges/credentials/" + id,
	} {
		reply := verified(w, input)
		means(t, what, reply, "valid", "signature_good")
		means(t, what, reply, "valid", "issuer_ours")
		if reply.Text("credential.recipient") != "ada" || reply.Text("credential.grade") != "87.5%" || reply.Text("standard") != "Open Badges 3.0" {
			t.Errorf("%s says %s", what, reply.At("credential"))
		}
	}
	assertion := w.Nobody().Get("/v1/obi/badge_assertions/" + id).OK().Body
	means(t, "the older assertion", verified(w, string(assertion)), "valid", "hosted_good")
	means(t, "its address", verified(w, apptest.Origin+"/v1/obi/badge_assertions/"+id), "valid", "issuer_ours")

	baked, err := badges.Bake(onePixel(t), badges.Text{Keyword: badges.Keyword3, JSON: document}, badges.Text{Keyword: badges.Keyword2, JSON: assertion})
	if err != nil {
		t.Fatal(err)
	}
	means(t, "a badge", handedIn(t, w, "file", baked), "valid", "signature_good")
	doctored, err := badges.Bake(onePixel(t), badges.Text{Keyword: badges.Keyword3, JSON: bytes.Replace(document, []byte(`"87.5"`), []byte(`"97.5"`), 1)})
	if err != nil {
		t.Fatal(err)
	}
	means(t, "a better grade", handedIn(t, w, "file", doctored), "changed", "signature_wrong")
	means(t, "another's name", verified(w, strings.Replace(string(document), `"name":"ada"`, `"name":"eve"`, 1)), "changed", "signature_wrong")
	means(t, "another's assertion", verified(w, strings.Replace(string(assertion), `sha256$`, `sha256$0`, 1)), "changed", "hosted_differs")
	means(t, "no such id", verified(w, "k0nothing9"), "not_a_credential", "address_empty")

	path := "/v1/credentials/" + id
	for _, change := range []struct{ verb, verdict, code string }{
		{"/suspend", "suspended", "status_suspended"}, {"/reinstate", "valid", "status_good"}, {"/revoke", "revoked", "status_revoked"},
	} {
		owner.Post(path+change.verb, misconduct).OK()
		apptest.Eventually(t, "the list to say so", func() bool {
			w.Clock.Advance(2 * time.Second) // nobody may ask more often
			return verified(w, string(document)).Text("verdict") == change.verdict
		})
		means(t, change.verb+", the signed form", verified(w, string(document)), change.verdict, change.code)
		if change.verb != "/reinstate" {
			means(t, change.verb+", the older assertion", verified(w, string(assertion)), change.verdict, change.code)
			means(t, change.verb+", its address", verified(w, apptest.Origin+"/v1/obi/badge_assertions/"+id), change.verdict, map[string]string{"/suspend": "status_suspended", "/revoke": "address_gone"}[change.verb])
		}
	}
}

func TestAPrivateCredentialVerifiesForWhoeverHasItsLink(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	issued := owner.Issued(owner.Group("Weaving"), "ada", apptest.J{"private": true})
	link, err := url.Parse(issued.Text("credential.url"))
	if err != nil {
		t.Fatal(err)
	}
	reply := verified(w, link.String())
	means(t, "with its key", reply, "valid", "signature_good")
	if reply.At("credential.recipient") != nil {
		t.Errorf("the name is told: %s", reply.Body)
	}
	link.RawQuery = ""
	means(t, "without", verified(w, link.String()), "private", "address_private")
}

func TestVerificationRefusesWhatIsNoQuestion(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	w.Nobody().Post("/v1/verify", apptest.J{}).Refused(http.StatusUnprocessableEntity, "field:input")
	w.Nobody().Post("/v1/verify", apptest.J{"input": strings.Repeat("x", 1<<20+1)}).Refused(http.StatusUnprocessableEntity, "field:input")
	w.Nobody().Call(http.MethodPost, "/v1/verify", "x", "Content-Type", "multipart/form-data").Refused(http.StatusBadRequest, "malformed_request")
	w.Nobody().Call(http.MethodPost, "/v1/verify", "x", "Content-Type", "multipart/form-data; boundary=a").Refused(http.StatusUnprocessableEntity, "field:file")
	w.Nobody().Call(http.MethodPost, "/v1/verify", "--a\r\nx", "Content-Type", "multipart/form-data; boundary=a").Refused(http.StatusBadRequest, "malformed_request")
	handedIn(t, w, "other", []byte("x")).Refused(http.StatusUnprocessableEntity, "field:file")
	handedIn(t, w, "file", make([]byte, verification.MaxInput+1)).Refused(http.StatusRequestEntityTooLarge, "request_too_large")
	means(t, "an empty file", handedIn(t, w, "file", nil), "not_a_credential", "no_credential")
	means(t, "an address inside", verified(w, "http://127.0.0.1:5432/1"), "unreachable", "address_unreachable")
	w.Nobody().Post("/v1/verify", apptest.J{"input": "hello", "email": "ada"}).Refused(http.StatusUnprocessableEntity, "field:email")
	for range 70 {
		w.Nobody().Post("/v1/verify", apptest.J{"input": "hello"}).OK() // this installation limits nobody
	}
}

func TestVerificationIsLimitedWhereRequestsAre(t *testing.T) {
	t.Parallel()
	settings := apptest.Settings(t)
	settings["LAUREL_RATE_ADDRESS"] = "2000"
	w := apptest.NewWith(t, settings)
	for i := range 61 {
		reply := w.Nobody().Post("/v1/verify", apptest.J{"input": "hello"})
		if limited := reply.Status == http.StatusTooManyRequests; limited != (i == 60) {
			t.Fatalf("request %d: %d", i, reply.Status)
		}
	}
}

func TestARecipientIsRecognisedByEmailAndGuessesAreLimited(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	issued := owner.Issued(owner.Group("Weaving"), "ada", apptest.J{"private": true})
	link, email := issued.Text("credential.url"), issued.Text("credential.recipient.email")
	ask := func(email string) apptest.Reply {
		return w.Nobody().Post("/v1/verify", apptest.J{"input": link, "email": email})
	}
	if got := ask(email).OK(); got.Text("verdict") != "valid" || got.Text("email_match") != "match" || strings.Contains(string(got.Body), email) {
		t.Errorf("the recipient: %s", got.Body)
	}
	if got := ask("eve@example.org").OK(); got.Text("verdict") != "valid" || got.Text("email_match") != "no_match" {
		t.Errorf("somebody else: %s", got.Body)
	}
	if got := verified(w, link); got.At("email_match") != nil {
		t.Errorf("nobody asked: %s", got.Body)
	}
	for i := range 29 {
		reply := ask("eve@example.org")
		if limited := reply.Status == http.StatusTooManyRequests; limited != (i == 28) {
			t.Fatalf("guess %d: %d", i, reply.Status)
		}
	}
}
