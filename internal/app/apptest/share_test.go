package apptest_test

import (
	"bytes"
	"image/jpeg"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

var shownImage = regexp.MustCompile(`<meta property="og:image" content="` + regexp.QuoteMeta(apptest.Origin) + `(/share/[^"]+)">`)

func TestLinksToACredentialHaveAPictureOfItsState(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	w := apptest.New(t)
	owner := w.Issuer("guild")
	group := owner.Group("Weaving")
	one := owner.Issued(group, "ada").Text("credential.uuid")
	other := owner.Issued(group, "bea").Text("credential.uuid")
	picture := func(id string) (string, []byte) {
		t.Helper()
		page := string(pageOf(w, "/"+id).OK().Body)
		address := shownImage.FindStringSubmatch(page)
		if address == nil {
			t.Fatalf("no picture in %.2000s", page)
		}
		for _, tag := range []string{`og:image:width" content="1200"`, `og:image:height" content="630"`, `"twitter:card" content="summary_large_image"`} {
			if !strings.Contains(page, tag) {
				t.Errorf("no %s", tag)
			}
		}
		made := w.Nobody().Get(address[1]).OK()
		size, err := jpeg.DecodeConfig(bytes.NewReader(made.Body))
		if err != nil || size.Width != 1200 || size.Height != 630 || made.Header.Get("Cross-Origin-Resource-Policy") != "cross-origin" {
			t.Errorf("%s: %v %v", address[1], size, err)
		}
		return address[1], made.Body
	}
	address, valid := picture(one)
	if _, ofOther := picture(other); bytes.Equal(valid, ofOther) {
		t.Error("two people have the same picture")
	}
	owner.Post("/v1/credentials/"+one+"/revoke", misconduct).OK()
	next, revoked := picture(one)
	if next == address || bytes.Equal(valid, revoked) {
		t.Error("a revoked credential has the picture of a valid one")
	}

	secret := owner.Issued(group, "cid", apptest.J{"private": true})
	id, key := secret.Text("credential.uuid"), secret.Text("credential.private_key")
	w.Nobody().Get("/share/"+id).Refused(http.StatusNotFound, "credential.not_found")
	w.Nobody().Get("/share/"+id+"?key="+key).Refused(http.StatusNotFound, "credential.not_found")
	if page := string(pageOf(w, "/"+id+"?key="+key).OK().Body); strings.Contains(page, "og:image") {
		t.Error("the page of a private credential names a picture")
	}
	w.Nobody().Get("/share/x9").Refused(http.StatusNotFound, "credential.not_found")
}
