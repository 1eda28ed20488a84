package apptest_test

import (
	"bytes"
	"image"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

// logo gives a department a logo and returns its address.
func logo(t *testing.T, owner apptest.Issuer) string {
	t.Helper()
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	policy := owner.Post("/v1/upload_policies/organizations", apptest.J{"file_name": "logo.png", "content_type": "image/png"}).OK()
	key := owner.Send(policy, "logo.png", picture.Bytes())
	raw := policy.Text("bucket_file_url_prefix") + key
	owner.World.Nobody().Get("/files/"+key).Refused(http.StatusNotFound, "file.not_found") // nobody looked at it yet
	return owner.Post("/v1/departments/update", apptest.J{"department": apptest.J{"logo": raw}}).OK().Text("department.logo")
}

func TestPicturesThatAreSignedAreServedUnderThePublicAddress(t *testing.T) {
	t.Parallel()
	settings := apptest.Settings(t)
	w := apptest.NewWith(t, settings)
	owner := w.Issuer("owner")
	address := logo(t, owner)
	if !strings.HasPrefix(address, apptest.Origin+"/files/public/") {
		t.Fatalf("the logo is at %s", address)
	}
	served := w.Nobody().Get(strings.TrimPrefix(address, apptest.Origin)).OK()
	if served.Header.Get("Content-Type") != "image/png" || served.Header.Get("X-Content-Type-Options") != "nosniff" ||
		!strings.Contains(served.Header.Get("Cache-Control"), "immutable") || served.Header.Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("served with %v", served.Header)
	}
	issued := owner.Issued(owner.Group("Weaving"), "ada")
	store := strings.TrimSuffix(w.App.Objects.BucketURL(""), "/")
	profile := "/v1/obi/issuers/" + strconv.FormatInt(owner.Department, 10)
	documents := func() {
		t.Helper()
		if got := signedForm(w, issued).Text("issuer.image.id"); got != address {
			t.Errorf("signed: %s", got)
		}
		if got := w.Nobody().Get(profile).OK().Text("image"); got != address {
			t.Errorf("hosted: %s", got)
		}
		for _, path := range []string{
			"/v1/openbadges/credentials/" + issued.Text("credential.uuid"), "/v1/public/credentials/" + issued.Text("credential.uuid"),
			"/v1/obi/badge_assertions/" + issued.Text("credential.uuid"), profile,
		} {
			if strings.Contains(string(w.Nobody().Get(path).OK().Body), store) {
				t.Errorf("%s names the store", path)
			}
		}
	}
	documents()

	// A logo that was set while pictures had the address of the bucket.
	inBucket := w.App.Objects.BucketURL(strings.TrimPrefix(address, apptest.Origin+"/files/"))
	w.Exec("update departments set logo = $1 where id = $2", inBucket, owner.Department)
	w.Exec("update credentials set snapshot = jsonb_set(snapshot, '{issuer,logo}', to_jsonb($1::text))", inBucket)
	documents()

	folder := filepath.Join(t.TempDir(), "kit")
	if out, err := laurel(t, settings, "export", "--department", strconv.FormatInt(owner.Department, 10), "--to", folder); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	kept, err := os.ReadFile(filepath.Join(folder, "site", strings.TrimPrefix(address, apptest.Origin)))
	if err != nil || !bytes.Equal(kept, served.Body) {
		t.Errorf("the exit kit has %d bytes of the logo: %v", len(kept), err)
	}
}

func TestNothingButCheckedPicturesIsServed(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	if err := w.App.Objects.Put(t.Context(), "private/secret", "image/png", []byte("x")); err != nil {
		t.Fatal(err)
	}
	if err := w.App.Objects.Put(t.Context(), "public/page", "text/html", []byte("<script>")); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"private/secret", "public/../private/secret", "public/%2e%2e/private/secret", "public/page", "public/none", "", "public/"} {
		if got := w.Nobody().Get("/files/" + path); got.Status == http.StatusOK {
			t.Errorf("%s is served: %s", path, got.Body)
		}
	}
}
