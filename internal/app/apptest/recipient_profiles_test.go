package apptest_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

const profilePath = "/v1/recipient/profile"

// publishedAs makes the actor's published profile with a slug and credentials.
func publishedAs(mine apptest.Mine, slug string, ids ...string) apptest.Reply {
	return mine.Put(profilePath, apptest.J{"slug": slug, "published": true, "credential_ids": ids}).OK()
}

// shownOn returns the names of the credentials on a public profile.
func shownOn(r apptest.Reply) string {
	var names []string
	list, _ := r.At("profile.credentials").([]any)
	for _, c := range list {
		names = append(names, c.(map[string]any)["name"].(string))
	}
	return strings.Join(names, " ")
}

func TestARecipientPublishesAProfileWithChosenCredentials(t *testing.T) {
	t.Parallel()
	w, mine, guild, ids := collected(t)
	empty := mine.Get(profilePath).OK()
	if empty.At("profile.published") != false || empty.At("profile.indexable") != false || empty.At("profile.slug") != nil || empty.Text("profile.shows") != "chosen" {
		t.Errorf("an unwritten profile: %s", empty.Body)
	}
	mine.Put(profilePath, apptest.J{"published": true}).Refused(http.StatusUnprocessableEntity, "field:slug")
	made := mine.Put(profilePath, apptest.J{
		"slug": " Ada-Lovelace ", "headline": " Weaver  and dyer ", "bio": "I weave.\n", "links": []apptest.J{{"url": "https://ada.example/work"}, {"label": "Looms", "url": "https://looms.example"}},
		"credential_ids": []string{ids[1], ids[0]},
	}).OK()
	if made.Text("profile.slug") != "ada-lovelace" || made.Text("profile.headline") != "Weaver and dyer" || made.Text("profile.bio") != "I weave." || made.Text("profile.links.0.label") != "ada.example" {
		t.Errorf("made: %s", made.Body)
	}
	public := "/v1/public/profiles/ada-lovelace"
	unknown := w.Nobody().Get("/v1/public/profiles/nobody-here").Want(http.StatusNotFound)
	if unpublished := w.Nobody().Get(public).Want(http.StatusNotFound); string(unpublished.Body) != string(unknown.Body) {
		t.Errorf("an unpublished profile answers %s, an unknown one %s", unpublished.Body, unknown.Body)
	}
	mine.Put(profilePath, apptest.J{"published": true}).OK()
	seen := w.Nobody().Get(public).OK()
	if shownOn(seen) != "Spinning Weaving" || seen.Text("profile.headline") != "Weaver and dyer" || strings.Contains(string(seen.Body), apptest.Email("ada")) {
		t.Errorf("others see %s", seen.Body)
	}

	// Others see neither what is private nor what was withdrawn; the owner sees both, marked.
	mine.Put(profilePath, apptest.J{"credential_ids": ids}).OK()
	mine.Put("/v1/recipient/credentials/"+ids[2]+"/privacy", apptest.J{"private": true}).OK()
	guild.Post("/v1/credentials/"+ids[0]+"/revoke", apptest.J{"reason": "misconduct"}).OK()
	if got := shownOn(w.Nobody().Get(public).OK()); got != "Spinning" {
		t.Errorf("others see %q", got)
	}
	if own := mine.Get(profilePath).OK(); own.At("profile.items.0.hidden") != true || own.At("profile.items.1.hidden") != false || own.At("profile.items.2.hidden") != true {
		t.Errorf("own: %s", own.Body)
	}
	all := mine.Put(profilePath, apptest.J{"shows": "all"}).OK()
	if got := shownOn(w.Nobody().Get(public).OK()); got != "Spinning" || all.Text("profile.shows") != "all" {
		t.Errorf("of all, others see %q", got)
	}
	mine.Put(profilePath, apptest.J{"published": false}).OK()
	w.Nobody().Get(public).Refused(http.StatusNotFound, "recipient.not_found")
	if n := w.Number("select count(*) from audit_events where action = 'recipient.profile_updated'"); n != 5 {
		t.Errorf("%d changes are recorded", n)
	}
}

func TestSkillsOfAProfileAreProvenByItsCredentials(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	var ids []string
	for name, skills := range map[string][]string{"Weaving": {"Looms", "Patience"}, "Dyeing": {"patience", "Colour"}} {
		group := guild.Post("/v1/issuer/groups", apptest.J{"group": apptest.J{"name": name, "course_name": name, "certificate_design_id": guild.Design(name), "learning_outcomes": skills}}).OK().Int("group.id")
		ids = append(ids, guild.Issued(group, "ada").Text("credential.uuid"))
	}
	w.Work()
	mine := signedInAs(t, w, "ada")
	publishedAs(mine, "ada-l", ids...)
	seen := w.Nobody().Get("/v1/public/profiles/ada-l").OK()
	skills, _ := seen.At("profile.skills").([]any)
	if proofs, _ := seen.At("profile.skills.0.credential_ids").([]any); len(skills) != 3 || !strings.EqualFold(seen.Text("profile.skills.0.name"), "patience") || len(proofs) != 2 {
		t.Errorf("skills: %v", skills)
	}
	mine.Put("/v1/recipient/credentials/"+ids[0]+"/privacy", apptest.J{"private": true}).OK()
	if left, _ := w.Nobody().Get("/v1/public/profiles/ada-l").OK().At("profile.skills").([]any); len(left) != 2 {
		t.Errorf("a private credential proves skills: %v", left)
	}
}

func TestAProfileRefusesWhatItCannotHold(t *testing.T) {
	t.Parallel()
	w, mine, guild, ids := collected(t)
	bobs := guild.Issued(guild.Group("Felting"), "bob").Text("credential.uuid")
	limited := guild.Recipient(ids[0])
	w.Work()
	many := make([]string, 101)
	for i := range many {
		many[i] = ids[0]
	}
	nine := make([]apptest.J, 9)
	for i := range nine {
		nine[i] = apptest.J{"url": "https://a.example"}
	}
	for name, c := range map[string]struct {
		body  apptest.J
		field string
	}{
		"a long headline": {apptest.J{"headline": strings.Repeat("é", 121)}, "headline"}, "a long bio": {apptest.J{"bio": strings.Repeat("é", 1001)}, "bio"},
		"too many links": {apptest.J{"links": nine}, "links"}, "a script as a link": {apptest.J{"links": []apptest.J{{"url": "javascript:alert(1)"}}}, "links"},
		"a link without TLS": {apptest.J{"links": []apptest.J{{"url": "http://a.example"}}}, "links"}, "a link with a password": {apptest.J{"links": []apptest.J{{"url": "https://a:b@c.example"}}}, "links"},
		"another choice": {apptest.J{"shows": "none"}, "shows"}, "too many credentials": {apptest.J{"credential_ids": many}, "credential_ids"},
		"a credential twice": {apptest.J{"credential_ids": []string{ids[0], ids[0]}}, "credential_ids"}, "no credential": {apptest.J{"credential_ids": []string{"x"}}, "credential_ids"},
	} {
		if got := mine.Put(profilePath, c.body); got.Status != http.StatusUnprocessableEntity || !strings.Contains(string(got.Body), `"`+c.field) {
			t.Errorf("%s: %d %s", name, got.Status, got.Body)
		}
	}
	mine.Put(profilePath, apptest.J{"credential_ids": []string{bobs}}).Refused(http.StatusNotFound, "credential.not_found")
	w.Nobody().Get(profilePath).Refused(http.StatusUnauthorized, "recipient.not_signed_in")
	w.Nobody().Put(profilePath, apptest.J{"headline": "X"}).Refused(http.StatusUnauthorized, "recipient.not_signed_in")

	// An issuer's link reads what everybody may see, and changes nothing.
	mine.Put(profilePath, apptest.J{"slug": "ada-l", "headline": "Draft", "credential_ids": ids}).OK()
	if got := limited.Get(profilePath).OK(); strings.Contains(string(got.Body), "Draft") || got.At("profile.slug") != nil {
		t.Errorf("an issuer's link reads %s", got.Body)
	}
	limited.Put(profilePath, apptest.J{"headline": "X"}).Refused(http.StatusForbidden, "recipient.prove_address")
	limited.Get(profilePath+"/slug/ada-k").Refused(http.StatusForbidden, "recipient.prove_address")
	limited.Delete(profilePath+"/photo").Refused(http.StatusForbidden, "recipient.prove_address")
	if got := photoSent(limited, drawn(t, 8, 8)); got.Status != http.StatusForbidden {
		t.Errorf("an issuer's link sets a photo: %d", got.Status)
	}
	mine.Put(profilePath, apptest.J{"published": true}).OK()
	if got := limited.Get(profilePath).OK(); got.Text("profile.headline") != "Draft" {
		t.Errorf("an issuer's link reads %s", got.Body)
	}
}

func TestASlugIsRefusedWhenOthersCouldBeMisled(t *testing.T) {
	t.Parallel()
	w, mine, guild, _ := collected(t)
	guild.Issued(guild.Group("Felting"), "bob")
	w.Work()
	bob := signedInAs(t, w, "bob")
	bob.Put(profilePath, apptest.J{"slug": "taken-one"}).OK()
	for slug, reason := range map[string]string{
		"ab": "length", strings.Repeat("x", 41): "length", "-ada": "hyphens", "ada-": "hyphens", "ada--l": "hyphens", "a b c": "characters", "ada_l": "characters",
		"admin": "reserved", "adm1n": "reserved", "ADM1N": "reserved", "paypa1": "reserved", "laure1": "reserved", "laurel": "reserved", "4dmin": "reserved", "adrnin": "reserved",
		"ad-min": "reserved", "supp0rt": "reserved", "api": "reserved", "fuck-you": "reserved", "sh1t": "reserved",
		"аdmin": "characters", "ａdmin": "characters", "ada\u200dl": "characters", "taken-one": "taken",
	} {
		mine.Put(profilePath, apptest.J{"slug": slug}).Refused(http.StatusUnprocessableEntity, "field:slug")
		got := mine.Get(profilePath + "/slug/" + url.PathEscape(slug)).OK()
		if got.At("available") != false || got.Text("reason") != reason {
			t.Errorf("%q: %s", slug, got.Body)
		}
		if suggestions, _ := got.At("suggestions").([]any); reason == "taken" && len(suggestions) == 0 {
			t.Errorf("nothing is suggested for %q", slug)
		}
	}
	for _, slug := range []string{"ada", "grace-h", "user-17", "adminah", "classic-art"} {
		if got := mine.Get(profilePath + "/slug/" + slug).OK(); got.At("available") != true {
			t.Errorf("%q: %s", slug, got.Body)
		}
	}
	w.Nobody().Get(profilePath+"/slug/ada").Refused(http.StatusUnauthorized, "recipient.not_signed_in")
	for range 120 {
		if mine.Get(profilePath+"/slug/ada").Status == http.StatusTooManyRequests {
			return
		}
	}
	t.Error("looking up slugs is not throttled")
}

func TestASlugChangesOnceIn30DaysAndTheFormerOneRedirects(t *testing.T) {
	t.Parallel()
	w, mine, guild, ids := collected(t)
	guild.Issued(guild.Group("Felting"), "bob")
	w.Work()
	bob := signedInAs(t, w, "bob")
	publishedAs(mine, "ada-one", ids[1])
	publishedAs(mine, "ada-two", ids[1]) // the first choice was free
	mine.Put(profilePath, apptest.J{"slug": "ada-three"}).Refused(http.StatusUnprocessableEntity, "field:slug")
	if got := mine.Get(profilePath + "/slug/ada-three").OK(); got.Text("reason") != "too_early" || got.At("changeable_at") == nil {
		t.Errorf("too early: %s", got.Body)
	}
	mine.Put(profilePath, apptest.J{"slug": ""}).Refused(http.StatusUnprocessableEntity, "field:slug")
	mine.Put(profilePath, apptest.J{"slug": "ada-two", "headline": "Unchanged slug"}).OK()

	moved := w.Nobody().Get("/v1/public/profiles/ada-one").Want(http.StatusMovedPermanently)
	if moved.Header.Get("Location") != "/v1/public/profiles/ada-two" {
		t.Errorf("the former slug leads to %s", moved.Header.Get("Location"))
	}
	bob.Put(profilePath, apptest.J{"slug": "ada-one"}).Refused(http.StatusUnprocessableEntity, "field:slug")
	if got := bob.Get(profilePath + "/slug/ada-one").OK(); got.Text("reason") != "taken" {
		t.Errorf("a former slug is available: %s", got.Body)
	}
	mine.Put(profilePath, apptest.J{"published": false}).OK()
	w.Nobody().Get("/v1/public/profiles/ada-one").Refused(http.StatusNotFound, "recipient.not_found")
	mine.Put(profilePath, apptest.J{"published": true}).OK()

	w.Clock.Advance(31 * 24 * time.Hour)
	mine = signedInAs(t, w, "ada")
	mine.Put(profilePath, apptest.J{"slug": "ada-one"}).OK() // back to one's own former slug
	w.Nobody().Get("/v1/public/profiles/ada-one").OK()
	w.Nobody().Get("/v1/public/profiles/ada-two").Want(http.StatusMovedPermanently)

	w.Clock.Advance(366 * 24 * time.Hour)
	bob = signedInAs(t, w, "bob")
	w.Nobody().Get("/v1/public/profiles/ada-two").Refused(http.StatusNotFound, "recipient.not_found")
	bob.Put(profilePath, apptest.J{"slug": "ada-two"}).OK()
	if _, err := w.App.Profiles.DeleteExpired(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := bob.Get(profilePath).OK(); got.Text("profile.slug") != "ada-two" {
		t.Errorf("bob has %s", got.Body)
	}
}

func TestTheVanityOfEarlierClientsIsTheSlug(t *testing.T) {
	t.Parallel()
	w, mine, _, ids := collected(t)
	mine.Put(profilePath, apptest.J{"vanity": "ada-l"}).OK()
	wallet := "/v1/credential-net/users/ada-l/user_wallet"
	if list, _ := w.Nobody().Get(wallet).OK().At("data.credentials").([]any); len(list) != 3 {
		t.Errorf("the wallet has %d credentials", len(list))
	}
	mine.Put(profilePath, apptest.J{"shows": "chosen", "credential_ids": ids[:1]}).OK()
	if list, _ := w.Nobody().Get(wallet).OK().At("data.credentials").([]any); len(list) != 1 {
		t.Errorf("the wallet shows %d credentials, one was chosen", len(list))
	}
	if n := w.Number("select count(*) from recipients where vanity = 'ada-l'"); n != 1 {
		t.Error("the previous release does not see the name")
	}
	mine.Put(profilePath, apptest.J{"published": false}).OK()
	w.Nobody().Get(wallet).Refused(http.StatusNotFound, "recipient.not_found")
	if n := w.Number("select count(*) from recipients where vanity = 'ada-l'"); n != 0 {
		t.Error("the previous release shows the wallet")
	}
	mine.Put(profilePath, apptest.J{"vanity": "adm1n"}).Refused(http.StatusUnprocessableEntity, "field:vanity")

	// A name that the previous release gives somebody meanwhile is a published profile.
	w.Exec("insert into recipients (email, name, vanity, created_at, updated_at) values ('ben@recipients.example', 'Ben', 'ben', now(), now())")
	w.Nobody().Get("/v1/public/profiles/ben").OK()
	mine.Put(profilePath, apptest.J{"slug": "ben"}).Refused(http.StatusUnprocessableEntity, "field:slug")
}

// drawn is a PNG picture of a size.
func drawn(t *testing.T, width, height int) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for x := range width {
		for y := range height {
			img.Set(x, y, color.RGBA{uint8(255 * x / width), uint8(255 * y / height), 0, 255})
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// photoSent uploads a photo, with name, value pairs of further fields.
func photoSent(mine apptest.Mine, data []byte, fields ...string) apptest.Reply {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for i := 0; i+1 < len(fields); i += 2 {
		_ = form.WriteField(fields[i], fields[i+1])
	}
	part, _ := form.CreateFormFile("file", "me.png")
	_, _ = part.Write(data)
	_ = form.Close()
	return mine.Call(http.MethodPut, profilePath+"/photo", body.String(), "Content-Type", form.FormDataContentType())
}

func TestAPhotoIsSquareAndSeenOnPublishedProfilesOnly(t *testing.T) {
	t.Parallel()
	w, mine, _, ids := collected(t)
	set := photoSent(mine, drawn(t, 1200, 800)).OK()
	first := w.Text("select photo_key from recipient_profiles")
	if set.At("profile.photo_url") == nil || strings.HasPrefix(first, "public/") {
		t.Errorf("set: %s, kept as %s", set.Body, first)
	}
	mine.Put(profilePath, apptest.J{"slug": "ada-l"}).OK()
	photo := "/v1/public/profiles/ada-l/photo"
	w.Nobody().Get(photo).Refused(http.StatusNotFound, "recipient.not_found")
	publishedAs(mine, "ada-l", ids...)
	got := w.Nobody().Get(photo).OK()
	img, err := jpeg.Decode(bytes.NewReader(got.Body))
	if err != nil || img.Bounds().Dx() != 512 || img.Bounds().Dy() != 512 {
		t.Fatalf("the photo is %v, %v", img.Bounds(), err)
	}
	// The middle third of the width: red goes from a sixth to five sixths.
	if r, _, _, _ := img.At(2, 256).RGBA(); r>>8 < 30 || r>>8 > 60 {
		t.Errorf("the left edge has red %d", r>>8)
	}
	if !strings.Contains(w.Nobody().Get("/v1/public/profiles/ada-l").OK().Text("profile.photo_url"), photo) {
		t.Error("the profile does not name its photo")
	}

	photoSent(mine, drawn(t, 1200, 800), "crop_x", "0", "crop_y", "0", "crop_size", "0.5").OK()
	img, err = jpeg.Decode(bytes.NewReader(w.Nobody().Get(photo).OK().Body))
	if err != nil || img.Bounds().Dx() != 400 {
		t.Fatalf("the corner is %v, %v", img.Bounds(), err)
	}
	if r, _, _, _ := img.At(2, 200).RGBA(); r>>8 > 10 {
		t.Errorf("the left edge of the corner has red %d", r>>8)
	}
	if left := w.Files("private/photos/"); len(left) != 1 {
		t.Errorf("files: %v", left)
	}
	for field, value := range map[string]string{"crop_x": "2", "crop_y": "-1", "crop_size": "NaN"} {
		photoSent(mine, drawn(t, 8, 8), field, value).Refused(http.StatusUnprocessableEntity, "field:"+field)
	}
	mine.Delete(profilePath + "/photo").OK()
	w.Nobody().Get(photo).Refused(http.StatusNotFound, "recipient.not_found")
	if left := w.Files("private/photos/"); len(left) != 0 {
		t.Errorf("files after removing it: %v", left)
	}
}

func TestHostilePicturesAreNoPhotos(t *testing.T) {
	t.Parallel()
	w, mine, _, _ := collected(t)
	var animated bytes.Buffer
	if err := gif.Encode(&animated, image.NewPaletted(image.Rect(0, 0, 4, 4), color.Palette{color.Black}), nil); err != nil {
		t.Fatal(err)
	}
	huge := drawn(t, 4, 4)
	copy(huge[16:24], []byte{0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30}) // says it is 30,000 px wide and high
	for name, data := range map[string][]byte{
		"a script": []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), "a page": []byte("<html><script>alert(1)</script>"),
		"a GIF": animated.Bytes(), "a bomb": huge, "half a picture": drawn(t, 64, 64)[:60], "a WebP without pixels": []byte("RIFF\x04\x00\x00\x00WEBP"), "nothing": {},
	} {
		if got := photoSent(mine, data); got.Status != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d %s", name, got.Status, got.Body)
		}
	}
	if got := photoSent(mine, make([]byte, 6<<20)); got.Status != http.StatusRequestEntityTooLarge {
		t.Errorf("a large file: %d", got.Status)
	}
	if left := w.Files("private/photos/"); len(left) != 0 || w.Number("select count(*) from recipient_photos") != 0 {
		t.Errorf("something is kept: %v", left)
	}
	// What hides behind the pixels is gone.
	photoSent(mine, append(drawn(t, 64, 64), []byte("<script>alert(1)</script>")...)).OK()
	mine.Put(profilePath, apptest.J{"slug": "ada-l", "published": true}).OK()
	if got := w.Nobody().Get("/v1/public/profiles/ada-l/photo").OK(); bytes.Contains(got.Body, []byte("script")) || http.DetectContentType(got.Body) != "image/jpeg" {
		t.Error("the photo keeps what hid in the file")
	}
}

func TestProfilesMergeWithAccounts(t *testing.T) {
	t.Parallel()
	w, mine, guild, ids := collected(t)
	home := guild.Issued(guild.Group("Felting"), "ada-at-home").Text("credential.uuid")
	w.Work()
	other := signedInAs(t, w, "ada-at-home")
	publishedAs(other, "ada-home", home)
	photoSent(other, drawn(t, 64, 64)).OK()
	publishedAs(mine, "ada-work", ids[1])
	mine.Post("/v1/recipient/merge", addressAsked(t, w, mine, "ada-at-home")).OK()

	// Both had one: the other's slug redirects, and its photo stays.
	w.Nobody().Get("/v1/public/profiles/ada-home").Want(http.StatusMovedPermanently)
	if seen := w.Nobody().Get("/v1/public/profiles/ada-work").OK(); shownOn(seen) != "Spinning" || seen.At("profile.photo_url") == nil {
		t.Errorf("the merged profile: %s", seen.Body)
	}
	if n := w.Number("select count(*) from recipient_profiles"); n != 1 {
		t.Errorf("%d profiles", n)
	}
	// Another primary address takes the profile along.
	list := mine.Get("/v1/recipient/emails").OK()
	mine.Put(fmt.Sprint("/v1/recipient/emails/", list.Int("emails.1.id")), nil).OK()
	if seen := w.Nobody().Get("/v1/public/profiles/ada-work").OK(); shownOn(seen) != "Spinning" {
		t.Errorf("after another primary address: %s", seen.Body)
	}
	if own := mine.Get(profilePath).OK(); own.Text("profile.slug") != "ada-work" || len(own.At("profile.items").([]any)) != 1 {
		t.Errorf("own: %s", own.Body)
	}
	// Credentials of an address that was given up are gone from the profile.
	mine.Delete(fmt.Sprint("/v1/recipient/emails/", list.Int("emails.0.id"))).OK()
	if seen := w.Nobody().Get("/v1/public/profiles/ada-work").OK(); shownOn(seen) != "" {
		t.Errorf("after giving up an address: %s", seen.Body)
	}
}

func TestAProfileGoesWithItsAccountAndIsExportedBefore(t *testing.T) {
	t.Parallel()
	w, mine, guild, ids := collected(t)
	guild.Issued(guild.Group("Felting"), "bob")
	w.Work()
	photoSent(mine, drawn(t, 64, 64)).OK()
	publishedAs(mine, "ada-l", ids...)
	files := unzipped(t, mine.Post(exportPath, apptest.J{}).OK().Body)
	if !strings.Contains(files["account.json"], `"slug": "ada-l"`) || http.DetectContentType([]byte(files["photo.jpg"])) != "image/jpeg" {
		t.Errorf("the export misses the profile or the photo: %s", files["account.json"])
	}

	mine.Delete("/v1/recipient/account").OK()
	w.Nobody().Get("/v1/public/profiles/ada-l").Refused(http.StatusNotFound, "recipient.not_found")
	w.Nobody().Get("/v1/public/profiles/ada-l/photo").Refused(http.StatusNotFound, "recipient.not_found")
	w.Clock.Advance(11 * time.Minute)
	if _, err := w.App.Profiles.DeleteExpired(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left := w.Files("private/photos/"); len(left) != 0 {
		t.Errorf("files: %v", left)
	}
	for _, table := range []string{"recipient_profiles", "recipient_profile_credentials", "recipient_slugs", "recipient_photos"} {
		if n := w.Number("select count(*) from " + table); n != 0 {
			t.Errorf("%s has %d rows", table, n)
		}
	}
	signedInAs(t, w, "bob").Put(profilePath, apptest.J{"slug": "ada-l"}).OK() // a deleted account keeps nothing
}

func TestAPublicCollectionIsListedOnThePublishedProfile(t *testing.T) {
	t.Parallel()
	w, mine, _, ids := collected(t)
	made := mine.Post("/v1/recipient/collections", apptest.J{"name": "Textile work", "visibility": "public", "items": items(ids...)}).OK()
	mine.Post("/v1/recipient/collections", apptest.J{"name": "For the mill", "visibility": "link"}).OK()
	w.Nobody().Get(sharedPath(made)).OK()
	publishedAs(mine, "ada-l")
	listed := func() string {
		var names []string
		list, _ := w.Nobody().Get("/v1/public/profiles/ada-l").OK().At("profile.collections").([]any)
		for _, c := range list {
			names = append(names, c.(map[string]any)["name"].(string))
		}
		return strings.Join(names, ", ")
	}
	if got := listed(); got != "Textile work" {
		t.Errorf("listed: %q", got)
	}
	path := "/v1/recipient/collections/" + made.Text("collection.id")
	mine.Put(path, apptest.J{"expires_at": w.Clock.Now().Add(time.Hour).Format(time.RFC3339)}).OK()
	w.Clock.Advance(time.Hour)
	if got := listed(); got != "" {
		t.Errorf("listed after its link expired: %q", got)
	}
	mine.Put(path, apptest.J{"expires_at": nil, "visibility": "link"}).OK()
	if got := listed(); got != "" {
		t.Errorf("listed with a link alone: %q", got)
	}
	mine.Put(path, apptest.J{"visibility": "everybody"}).Refused(http.StatusUnprocessableEntity, "field:visibility")
}

func TestTheProfilePageShowsItsFactsWithoutScripts(t *testing.T) {
	t.Parallel()
	w, mine, _, ids := collected(t)
	page := func(path string, status int) string { return string(w.Nobody().Get(path).Want(status).Body) }
	publishedAs(mine, "ada-one", ids...)
	publishedAs(mine, "ada-l", ids...)
	mine.Put(profilePath, apptest.J{"headline": "Weaver & <b>dyer</b>", "bio": "</script><script>alert(1)</script>", "links": []apptest.J{{"label": "Work", "url": "https://ada.example"}}}).OK()
	html := page("/u/ada-l", http.StatusOK)
	for _, want := range []string{
		"<title>ada</title>", "Weaver &amp; &lt;b&gt;dyer&lt;/b&gt;", `<a href="https://ada.example" rel="nofollow ugc noopener">Work</a>`, "Spinning", `<meta name="robots" content="noindex">`,
		`<meta property="og:image" content="` + apptest.Origin + "/share/profile/ada-l", `<link rel="canonical" href="` + apptest.Origin + `/u/ada-l">`, `"@type":"ProfilePage"`, `"hasCredential":[`, `id="page-data"`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if strings.Contains(html, "<script>alert") || strings.Contains(html, apptest.Email("ada")) {
		t.Error("the page shows markup or the address")
	}
	if moved := w.Nobody().Get("/u/ada-one").Want(http.StatusMovedPermanently); moved.Header.Get("Location") != "/u/ada-l" {
		t.Errorf("the former slug leads to %s", moved.Header.Get("Location"))
	}
	sitemap := func() string { return page("/sitemap.xml", http.StatusOK) }
	if strings.Contains(sitemap(), "/u/ada-l") {
		t.Error("the sitemap lists a profile that search engines may not list")
	}
	mine.Put(profilePath, apptest.J{"indexable": true}).OK()
	if strings.Contains(page("/u/ada-l", http.StatusOK), `content="noindex"`) || !strings.Contains(sitemap(), apptest.Origin+"/u/ada-l<") {
		t.Error("a profile that search engines may list says noindex, or is not in the sitemap")
	}
	mine.Put(profilePath, apptest.J{"published": false}).OK()
	if strings.Contains(sitemap(), "/u/ada-l") {
		t.Error("the sitemap lists an unpublished profile")
	}
	if page("/u/ada-l", http.StatusNotFound) == "" || strings.Contains(page("/u/ada-l", http.StatusNotFound), "dyer") {
		t.Error("an unpublished profile shows what it says")
	}
	w.Nobody().Get("/share/profile/ada-l").Want(http.StatusNotFound)
	w.Nobody().Get("/u/ada-one").Want(http.StatusNotFound)
}
