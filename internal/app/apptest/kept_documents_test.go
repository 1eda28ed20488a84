package apptest_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/jpeg"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"laurel/internal/app/apptest"
	"laurel/internal/documents/documentstore"
)

// interrupted deletes some files, and then nothing any more, as a process that is killed.
type interrupted struct {
	documentstore.Storage
	left int
}

var errKilled = errors.New("killed")

func (i *interrupted) Delete(ctx context.Context, name string) error {
	if i.left--; i.left < 0 {
		return errKilled
	}
	return i.Storage.Delete(ctx, name)
}

// looksLike reports whether two JPEGs show the same: a picture that is assembled from tiles has other bytes than one painted whole.
func looksLike(t *testing.T, a, b []byte) bool {
	t.Helper()
	first, err := jpeg.Decode(bytes.NewReader(a))
	if err != nil {
		t.Fatal(err)
	}
	second, err := jpeg.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if first.Bounds() != second.Bounds() {
		return false
	}
	var sum, n float64
	for y := range first.Bounds().Dy() {
		for x := range first.Bounds().Dx() {
			r, g, b, _ := first.At(x, y).RGBA()
			r2, g2, b2, _ := second.At(x, y).RGBA()
			sum += math.Abs(float64(r)-float64(r2)) + math.Abs(float64(g)-float64(g2)) + math.Abs(float64(b)-float64(b2))
			n += 3
		}
	}
	return sum/n/0x101 < 0.5 // of 255 levels
}

func TestPicturesArePaintedForWhoAsksAndGoWhenNobodyDoes(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	w := apptest.New(t)
	owner := w.Issuer("owner")
	design := func(kind, size, block string) int64 {
		body := fmt.Sprintf(`{"design":{"name":%q,"kind":%q,"size":%q,"language":"en","blocks":[%s]}}`, kind, kind, size, block)
		return owner.Post("/v1/certificate_designs/create", body).OK().Int("design.id")
	}
	group := owner.Post("/v1/issuer/groups", apptest.J{"group": apptest.J{
		"name": "Weaving", "course_name": "Weaving", "certificate_design_id": design("certificate", "a4", greeting),
		"badge_design_id": design("badge", "badge", strings.Replace(greeting, "[recipient.name]", "[group.course_name]", 1)),
	}}).OK().Int("group.id")
	ada, bob := owner.Issued(group, "ada").Text("credential.uuid"), owner.Issued(group, "bob").Text("credential.uuid")
	w.Work()
	w.Print()
	want := func(when string, n int) {
		t.Helper()
		if files := w.Files("picture/"); len(files) != n {
			t.Fatalf("%s, %d pictures are stored, want %d: %v", when, len(files), n, files)
		}
	}
	nobody := w.Nobody()
	look := func(kind, uuid string) []byte {
		return nobody.Get("/v1/frontend/credential_website_embed_image/" + kind + "/" + uuid + "?width=240").OK().Body
	}
	sweep := func(want int64) {
		t.Helper()
		if n, err := w.App.Kept.Sweep(t.Context()); n != want || err != nil {
			t.Fatalf("%d files were deleted, %v; want %d", n, err, want)
		}
	}
	want("before anybody asks", 0)
	first := look("certificate", ada)
	if bytes.Equal(first, look("certificate", bob)) {
		t.Error("two people have one certificate")
	}
	nobody.Get("/v1/frontend/design_image/" + w.Text("select uuid::text from design_versions limit 1") + "?width=240").OK()
	want("after two certificates and a design", 3)
	badge := look("badge", ada)
	if !bytes.Equal(badge, look("badge", bob)) {
		t.Error("badges that show nothing of their recipients differ")
	}
	want("after two badges that look the same", 4)

	w.Clock.Advance(20 * 24 * time.Hour)
	look("certificate", ada)
	sweep(0)
	w.Clock.Advance(11 * 24 * time.Hour)
	sweep(3)
	want("31 days later, with one asked for meanwhile", 1)
	w.Clock.Advance(20 * 24 * time.Hour)
	sweep(1)
	if !looksLike(t, first, look("certificate", ada)) || !bytes.Equal(badge, look("badge", bob)) {
		t.Error("a picture comes back as another")
	}
	want("after two came back", 2)
	if w.Number("select count(*) from kept_documents where name like 'picture/%'") != 2 {
		t.Error("pictures are known that are not there")
	}
}

func TestDocumentsGoWithTheirCredentialAndWithWhatTheySaid(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	stays := owner.Issued(group, "bob")
	w.Work()
	w.Print()
	printed := func() []string { return w.Files("pdf/") }
	owner.Get("/v1/credentials/generate_certificate_pdf?mode=print&credential_id=" + stays.Text("credential.uuid")).OK()
	ofBob := printed()
	goes := owner.Issued(group, "ada").Text("credential.uuid")
	w.Work()
	w.Print()
	owner.Get("/v1/credentials/generate_certificate_pdf?mode=print&credential_id=" + goes).OK()
	owner.Delete("/v1/credentials/" + goes).OK()
	sweep := func(k *documentstore.Store, want int64, wantErr error) {
		t.Helper()
		if n, err := k.Sweep(t.Context()); n != want || !errors.Is(err, wantErr) {
			t.Fatalf("%d files were deleted, %v; want %d, %v", n, err, want, wantErr)
		}
	}
	w.Clock.Advance(31 * 24 * time.Hour)
	sweep(w.App.Kept, 0, nil)
	if n, err := w.App.Lifecycle.PurgeDue(t.Context()); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	w.Clock.Advance(time.Hour)
	sweep(documentstore.New(w.App.Pool, w.Clock, &interrupted{w.App.Prints(), 1}), 0, errKilled)
	sweep(w.App.Kept, 2, nil)
	sweep(w.App.Kept, 0, nil)
	if left := printed(); !slices.Equal(left, ofBob) {
		t.Fatalf("left are %v; Bob's are %v", left, ofBob)
	}

	owner.SignIn()
	uuid := stays.Text("credential.uuid")
	owner.Put("/v1/credentials/"+uuid, apptest.J{"credential": apptest.J{"recipient": apptest.J{"name": "Robert", "email": apptest.Email("bob")}}}).OK()
	owner.Get("/v1/credentials/generate_certificate_pdf?credential_id=" + uuid).OK()
	w.Clock.Advance(6 * 24 * time.Hour)
	sweep(w.App.Kept, 0, nil)
	w.Clock.Advance(2 * 24 * time.Hour)
	sweep(w.App.Kept, int64(len(ofBob)), nil)
	left := printed()
	if len(left) != 1 || slices.Contains(ofBob, left[0]) {
		t.Errorf("left are %v, of which before the change were %v", left, ofBob)
	}
	if n := w.Number("select count(*) from kept_documents"); n != 1 {
		t.Errorf("%d documents are known", n)
	}
}
