package apptest_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

// portrait uploads a picture in one colour, and returns its address.
func portrait(t *testing.T, owner apptest.Issuer, c color.Color) string {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, 40, 40))
	for i := range 1600 {
		m.Set(i%40, i/40, c)
	}
	var data bytes.Buffer
	if err := png.Encode(&data, m); err != nil {
		t.Fatal(err)
	}
	return owner.World.App.Uploads.Prefix() + owner.Upload("s3_policy", "portrait.png", data.Bytes())
}

func TestAPictureThatWasReplacedIsDeletedWithItsCredential(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	owner.Post("/v1/attribute_keys", apptest.J{"attribute_key": apptest.J{"name": "portrait", "kind": "image"}}).OK()
	group := owner.Group("Weaving")
	values := func(c color.Color) apptest.J {
		return apptest.J{"custom_attributes": apptest.J{"portrait": portrait(t, owner, c)}}
	}
	erased, purged := owner.Issued(group, "ada", values(color.Black)), owner.Issued(group, "bob", values(color.White))
	for i, made := range []apptest.Reply{erased, purged} {
		owner.Put("/v1/credentials/"+made.Text("credential.uuid"), apptest.J{"credential": values(color.RGBA{R: uint8(100 + i), A: 255})}).OK()
	}
	w.Work()
	pictures := func() int64 { return w.Number("select count(*) from uploads where state = 'ready'") }
	if n := pictures(); n != 4 {
		t.Fatalf("%d pictures, of which the history names two", n)
	}
	owner.Post("/v1/recipients/"+erased.Text("credential.uuid")+"/erase", apptest.J{"email": apptest.Email("ada")}).OK()
	if n, err := w.App.Pictures.Sweep(t.Context()); err != nil || n != 2 || pictures() != 2 {
		t.Errorf("after an erasure %d pictures were deleted (%v)", n, err)
	}
	owner.Delete("/v1/credentials/" + purged.Text("credential.uuid")).OK()
	w.Clock.Advance(31 * 24 * time.Hour)
	if _, err := w.App.Lifecycle.PurgeDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n, err := w.App.Pictures.Sweep(t.Context()); err != nil || n != 2 || len(w.Files("public/")) != 0 {
		t.Errorf("after a purge %d pictures were deleted (%v), and these are left: %v", n, err, w.Files("public/"))
	}
}

func TestPicturesOfErasedCredentialsAreDeletedUnlessSomethingElseShowsThem(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	for _, name := range []string{"portrait", "emblem"} {
		owner.Post("/v1/attribute_keys", apptest.J{"attribute_key": apptest.J{"name": name, "kind": "image"}}).OK()
	}
	group := owner.Group("Weaving")
	own, shared, framed := portrait(t, owner, color.Black), portrait(t, owner, color.White), portrait(t, owner, color.RGBA{R: 200, A: 255})
	values := func(portrait string) apptest.J {
		return apptest.J{"custom_attributes": apptest.J{"portrait": portrait, "emblem": shared}}
	}
	ada := owner.Issued(group, "ada", values(own))
	second := owner.Issued(owner.Group("Spinning"), "ada", values(framed))
	bob := owner.Issued(group, "bob", values(""))
	w.Work()
	key := func(made apptest.Reply, name string) string {
		k, ok := w.App.Uploads.Public(made.Text("credential.custom_attributes." + name))
		if !ok {
			t.Fatalf("no picture in %s", made.Body)
		}
		return k
	}
	mine, ours := key(ada, "portrait"), key(ada, "emblem")
	if n := w.Number("select count(*) from uploads where state = 'ready'"); n != 3 {
		t.Fatalf("%d pictures", n)
	}
	w.Exec("update departments set logo = $1", second.Text("credential.custom_attributes.portrait"))

	sweep := func() int64 {
		n, err := w.App.Pictures.Sweep(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := sweep(); n != 0 {
		t.Errorf("%d pictures of credentials that exist were deleted", n)
	}
	owner.Post("/v1/recipients/"+ada.Text("credential.uuid")+"/erase", apptest.J{"email": apptest.Email("ada")}).OK()
	if n := sweep(); n != 1 || len(w.Files(mine)) != 0 {
		t.Errorf("%d pictures were deleted, and these are left: %v", n, w.Files("public/"))
	}
	if len(w.Files(ours)) != 1 || w.Number("select count(*) from uploads where state = 'ready'") != 2 {
		t.Errorf("of the pictures that others show, only these are left: %v", w.Files("public/"))
	}
	if n := sweep(); n != 0 {
		t.Errorf("%d more were deleted", n)
	}

	w.Exec("update departments set logo = ''")
	owner.Post("/v1/recipients/"+bob.Text("credential.uuid")+"/erase", apptest.J{"email": apptest.Email("bob")}).OK()
	w.Clock.Advance(31 * 24 * time.Hour)
	if n := sweep(); n != 2 || len(w.Files(ours)) != 0 {
		t.Errorf("%d pictures were deleted when nothing showed them any more", n)
	}
}
