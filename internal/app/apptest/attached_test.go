package apptest_test

import (
	"bytes"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

func TestTheCertificateCarriesTheSignedCredentialAsItIsNow(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	w := apptest.New(t)
	owner := w.Issuer("owner")
	issued := owner.Issued(dressed(owner, "ar"), "ada", apptest.J{"grade": 87.5})
	id := issued.Text("credential.uuid")
	certificate := func(mode string) []byte {
		return w.Nobody().Get("/v1/credentials/generate_certificate_pdf?mode=" + mode + "&credential_id=" + id).OK().Body
	}
	first := certificate("pdf")
	if !bytes.Contains(first, signedForm(w, issued).Body) || !bytes.Equal(first, certificate("pdf")) {
		t.Error("it is not the signed form that it carries, or not the same document each time")
	}
	means(t, "the certificate", handedIn(t, w, "file", first), "valid", "signature_good")
	doctored := bytes.Replace(first, []byte(`"87.5"`), []byte(`"97.5"`), 1)
	means(t, "a better grade", handedIn(t, w, "file", doctored), "changed", "signature_wrong")
	means(t, "for a printing house", handedIn(t, w, "file", certificate("print")), "not_a_credential", "pdf_without")
	if about := read(t, "pdfinfo", string(first)); strings.Contains(about, "Error") {
		t.Errorf("pdfinfo: %s", about)
	}

	w.Clock.Advance(time.Minute)
	owner.Put("/v1/credentials/"+id, apptest.J{"credential": apptest.J{"recipient": apptest.J{"name": "Ada Lovelace"}}}).OK()
	if reply := handedIn(t, w, "file", certificate("pdf")); reply.Text("verdict") != "valid" || reply.Text("credential.recipient") != "Ada Lovelace" {
		t.Errorf("after a correction: %s", reply.Body)
	}
	owner.Post("/v1/credentials/"+id+"/revoke", misconduct).OK()
	apptest.Eventually(t, "a certificate from before to be found revoked", func() bool {
		w.Clock.Advance(2 * time.Second) // nobody may ask more often
		return handedIn(t, w, "file", first).Text("verdict") != "valid"
	})
	apptest.Eventually(t, "a new certificate to be found revoked", func() bool {
		w.Clock.Advance(2 * time.Second)
		return handedIn(t, w, "file", certificate("pdf")).Text("verdict") != "valid"
	})
	means(t, "a new one", handedIn(t, w, "file", certificate("pdf")), "revoked", "status_revoked")
}

func TestThePrivateCertificateCarriesNoName(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	w := apptest.New(t)
	owner := w.Issuer("owner")
	issued := owner.Issued(dressed(owner, "en"), "ada", apptest.J{"private": true})
	path := "/v1/credentials/generate_certificate_pdf?mode=pdf&credential_id=" + issued.Text("credential.uuid")
	w.Nobody().Get(path).Refused(http.StatusForbidden, "credential.private")
	link, err := url.Parse(issued.Text("credential.url"))
	if err != nil {
		t.Fatal(err)
	}
	reply := handedIn(t, w, "file", w.Nobody().Get(path+"&"+link.RawQuery).OK().Body)
	means(t, "the private certificate", reply, "valid", "signature_good")
	if reply.At("credential.recipient") != nil {
		t.Errorf("the name is told: %s", reply.Body)
	}
}

// elsewhere is an address that a drawing would have to fetch.
var elsewhere = regexp.MustCompile(`(href="|url\()["']?[^d#"']`)

func TestTheBadgeIsADrawingThatNeedsNothingBesideIt(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	w := apptest.New(t)
	owner := w.Issuer("owner")
	issued := owner.Issued(dressed(owner, "ar"), "ada", apptest.J{"grade": 87.5})
	path := "/v1/credentials/generate_baked_badge?credential_id=" + issued.Text("credential.uuid")
	reply := w.Nobody().Get(path + "&format=svg").OK()
	if kind := reply.Header.Get("Content-Type"); kind != "image/svg+xml" || !strings.Contains(reply.Header.Get("Content-Security-Policy"), "sandbox") {
		t.Errorf("it is %s under %s", kind, reply.Header.Get("Content-Security-Policy"))
	}
	if found := elsewhere.Find(reply.Body); found != nil || !bytes.Contains(reply.Body, []byte("@font-face")) {
		t.Errorf("it needs %q, or has no fonts", found)
	}
	w.Written()
	if level := w.Number("select max(level) from credential_engagements"); level != 3 {
		t.Errorf("who fetched it went as far as %d", level)
	}
	means(t, "the drawing", handedIn(t, w, "file", reply.Body), "valid", "signature_good")
	doctored := bytes.Replace(reply.Body, []byte(`"87.5"`), []byte(`"97.5"`), 1)
	means(t, "a better grade", handedIn(t, w, "file", doctored), "changed", "signature_wrong")
	w.Nobody().Get(path+"&format=gif").Refused(http.StatusUnprocessableEntity, "field:format")
	if page := w.Nobody().Get("/v1/public/credentials/" + issued.Text("credential.uuid")).OK(); !strings.HasSuffix(page.Text("credential.badge.drawing_url"), "format=svg") {
		t.Errorf("the page offers %s", page.At("credential.badge"))
	}
}
