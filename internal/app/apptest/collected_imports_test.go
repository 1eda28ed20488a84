package apptest_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"laurel/internal/app/apptest"
	"laurel/internal/platform/i18n"
)

// collectionNames returns the names in a collection, of credentials and imports.
func collectionNames(r apptest.Reply) string {
	var names []string
	list, _ := r.At("collection.items").([]any)
	for _, each := range list {
		item := each.(map[string]any)
		if imported, is := item["imported"].(map[string]any); is {
			names = append(names, imported["title"].(string))
		} else {
			names = append(names, item["credential"].(map[string]any)["name"].(string))
		}
	}
	return strings.Join(names, " ")
}

func TestACollectionContainsImportedCredentials(t *testing.T) {
	t.Parallel()
	w, e := abroad(t)
	mine, ada := signedInAs(t, w, "ada"), apptest.Email("ada")
	coining := mine.Get("/v1/recipient/credentials").OK().Text("credentials.0.uuid")
	glass := upload(t, mine, "glass.png", baked(t, e.signed("https://glass.example/1", "Glassblowing", ada))).OK().Text("import.id")
	pottery := mine.Post(importsPath, apptest.J{"url": e.hosted("/assertions/1", ada)}).OK().Text("import.id")
	plain := upload(t, mine, "Old.png", onePixel(t)).OK().Text("import.id")

	made := mine.Post("/v1/recipient/collections", apptest.J{"name": "Crafts", "visibility": "link", "items": []apptest.J{
		{"imported_id": glass, "note": "At the furnace."}, {"credential_id": coining}, {"imported_id": plain},
	}}).OK()
	path := "/v1/recipient/collections/" + made.Text("collection.id")
	if got := collectionNames(made); !strings.HasPrefix(got, "Glassblowing Coining ") {
		t.Errorf("order: %s", got)
	}
	if made.At("collection.items.0.imported.status") != "issuer_unknown" || made.At("collection.items.0.imported.verified_at") == nil ||
		made.At("collection.items.0.note") != "At the furnace." || made.At("collection.items.0.credential") != nil ||
		made.At("collection.items.2.imported.status") != "unverified" || made.At("collection.items.2.imported.verified_at") != nil {
		t.Errorf("made: %s", made.Body)
	}
	added := mine.Post(path+"/credentials", apptest.J{"credential_ids": []string{coining}, "imported_ids": []string{pottery, glass}}).OK()
	if got := collectionNames(added); !strings.HasPrefix(got, "Glassblowing Coining ") || !strings.HasSuffix(got, " Pottery") || added.Int("collection.credential_count") != 4 {
		t.Errorf("added: %s", got)
	}
	if list := mine.Get("/v1/recipient/collections").OK(); list.Int("collections.0.credential_count") != 4 || list.Text("collections.0.items.0.imported.title") != "Glassblowing" {
		t.Errorf("list: %s", list.Body)
	}

	// Others see where they come from and what their verification said, without scripts too.
	seen := w.Nobody().Get(sharedPath(made)).OK()
	if collectionNames(seen) != collectionNames(added) || seen.Text("collection.items.0.imported.issuer.name") != "Glass School" || strings.Contains(string(seen.Body), ada) {
		t.Errorf("shared: %s", seen.Body)
	}
	picture := sharedPath(made) + "/imports/" + glass + "/picture"
	if !strings.Contains(seen.Text("collection.items.0.imported.picture_url"), picture) {
		t.Errorf("picture: %v", seen.At("collection.items.0.imported.picture_url"))
	}
	if got := w.Nobody().Get(picture).OK(); got.Header.Get("Content-Type") != "image/png" || !strings.Contains(got.Header.Get("Content-Security-Policy"), "sandbox") || len(got.Body) == 0 {
		t.Errorf("picture: %v", got.Header)
	}
	w.Nobody().Get(sharedPath(made)+"/imports/"+uuid.NewString()+"/picture").Refused(http.StatusNotFound, "imported.not_found")
	_, token, _ := strings.Cut(made.Text("collection.url"), "/c/")
	html := string(w.Nobody().Get("/c/" + token).OK().Body)
	for _, want := range []string{"Glassblowing – Glass School – Intact, issuer not confirmed – Verified on " + i18n.Date("en", w.Clock.Now()), "Not verified", "At the furnace.", ">Coining</a>"} {
		if !strings.Contains(html, want) {
			t.Errorf("the page without scripts has no %q", want)
		}
	}

	// Its presentation contains what issuers signed, and our verifier reads it.
	presented := w.Nobody().Get(sharedPath(made) + "/presentation").OK()
	var p struct {
		Held []json.RawMessage `json:"verifiableCredential"`
	}
	if err := json.Unmarshal(presented.Body, &p); err != nil || len(p.Held) != 2 {
		t.Fatalf("%v: %d credentials", err, len(p.Held))
	}
	verified := w.Nobody().Post("/v1/verify", apptest.J{"input": string(presented.Body)}).OK()
	if verified.Text("verdict") != "issuer_unknown" || !strings.Contains(string(verified.Body), `"holder_signed"`) {
		t.Errorf("verified: %s", verified.Body)
	}
	changed := bytes.Replace(presented.Body, []byte("Glassblowing"), []byte("Glassmaking"), 1)
	if got := w.Nobody().Post("/v1/verify", apptest.J{"input": string(changed)}).OK(); got.Text("verdict") != "changed" {
		t.Errorf("changed: %s", got.Body)
	}
	mine.Post("/v1/recipient/presentations", apptest.J{"credential_ids": []string{coining}, "imported_ids": []string{glass}}).OK()
	mine.Post("/v1/recipient/presentations", apptest.J{"imported_ids": []string{plain}}).Refused(http.StatusUnprocessableEntity, "field:imported_ids")

	mine.Delete(importsPath + "/" + glass).OK()
	if got := collectionNames(w.Nobody().Get(sharedPath(made)).OK()); strings.Contains(got, "Glassblowing") || !strings.HasPrefix(got, "Coining ") {
		t.Errorf("after an import was removed: %s", got)
	}
	w.Nobody().Get(picture).Refused(http.StatusNotFound, "imported.not_found")
	held := mine.Get(path).OK()
	listed := func() int64 { return mine.Get("/v1/recipient/collections").OK().Int("collections.0.credential_count") }
	if left := int64(len(held.At("collection.items").([]any))); listed() != left {
		t.Errorf("the collection counts %d of %d", listed(), left)
	}
	signedInAs(t, w, "ada2").Post(importsPath+"/"+glass+"/restore", nil).Refused(http.StatusNotFound, "imported.not_found")
	if back := mine.Post(importsPath+"/"+glass+"/restore", nil).OK(); back.Text("import.id") != glass || listed() != int64(len(held.At("collection.items").([]any)))+1 {
		t.Errorf("restored: %s", back.Body)
	}
	if got := collectionNames(w.Nobody().Get(sharedPath(made)).OK()); !strings.Contains(got, "Glassblowing") {
		t.Errorf("after it was restored: %s", got)
	}
	mine.Post(importsPath+"/"+glass+"/restore", nil).Refused(http.StatusNotFound, "imported.not_found")
	mine.Delete(importsPath + "/" + glass).OK()
	w.Clock.Advance(2 * time.Hour)
	if _, err := w.App.Imported.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	mine.Post(importsPath+"/"+glass+"/restore", nil).Refused(http.StatusNotFound, "imported.not_found")
	mine.Put(path, apptest.J{"visibility": "private"}).OK()
	w.Nobody().Get(sharedPath(made)+"/imports/"+pottery+"/picture").Refused(http.StatusNotFound, "recipient_collection.not_found")
}

func TestACollectionRefusesImportsItCannotHold(t *testing.T) {
	t.Parallel()
	w, e := abroad(t)
	mine, other := signedInAs(t, w, "ada"), signedInAs(t, w, "ada2")
	coining := mine.Get("/v1/recipient/credentials").OK().Text("credentials.0.uuid")
	own := mine.Post(importsPath, apptest.J{"url": e.hosted("/assertions/1", apptest.Email("ada"))}).OK().Text("import.id")
	foreign := other.Post(importsPath, apptest.J{"url": e.hosted("/assertions/2", apptest.Email("ada2"))}).OK().Text("import.id")
	made := mine.Post("/v1/recipient/collections", apptest.J{"name": "Mine", "items": []apptest.J{{"imported_id": own}}}).OK()
	path := "/v1/recipient/collections/" + made.Text("collection.id")
	for name, got := range map[string]apptest.Reply{
		"make":    mine.Post("/v1/recipient/collections", apptest.J{"name": "X", "items": []apptest.J{{"imported_id": foreign}}}),
		"change":  mine.Put(path, apptest.J{"items": []apptest.J{{"imported_id": own}, {"imported_id": foreign}}}),
		"add":     mine.Post(path+"/credentials", apptest.J{"imported_ids": []string{foreign}}),
		"present": mine.Post("/v1/recipient/presentations", apptest.J{"imported_ids": []string{foreign}}),
	} {
		if !got.IsRefusal(http.StatusNotFound, "imported.not_found") {
			t.Errorf("%s with another person's import: %d %s", name, got.Status, got.Body)
		}
	}
	mine.Post(path+"/credentials", apptest.J{"credential_ids": []string{own}}).Refused(http.StatusNotFound, "credential.not_found")
	for name, items := range map[string][]apptest.J{
		"both": {{"credential_id": coining, "imported_id": own}}, "neither": {{"note": "X"}}, "one twice": {{"imported_id": own}, {"imported_id": own}},
		"no id": {{"imported_id": "7"}}, "too many": slices.Repeat([]apptest.J{{"imported_id": own}}, 201),
	} {
		if got := mine.Put(path, apptest.J{"items": items}); !got.IsRefusal(http.StatusUnprocessableEntity, "field:items") {
			t.Errorf("%s: %d %s", name, got.Status, got.Body)
		}
	}
	mine.Post(path+"/credentials", apptest.J{"imported_ids": []string{"7"}}).Refused(http.StatusUnprocessableEntity, "field:imported_ids")
	mine.Post(path+"/credentials", apptest.J{}).Refused(http.StatusUnprocessableEntity, "field:credential_ids")
	if got := collectionNames(mine.Get(path).OK()); got != "Pottery" {
		t.Errorf("afterwards: %s", got)
	}
}

func TestCollectedImportsStayWhenTheirOwnersMerge(t *testing.T) {
	t.Parallel()
	w, e := abroad(t)
	mine, second := signedInAs(t, w, "ada"), signedInAs(t, w, "ada2")
	document := e.signed("https://glass.example/1", "Glassblowing", apptest.Email("ada"))
	upload(t, mine, "a.json", document).OK()
	twin := upload(t, second, "b.json", document).OK().Text("import.id")
	other := second.Post(importsPath, apptest.J{"url": e.hosted("/assertions/2", apptest.Email("ada2"))}).OK().Text("import.id")
	made := second.Post("/v1/recipient/collections", apptest.J{"name": "Hers", "visibility": "link", "items": []apptest.J{
		{"imported_id": twin, "note": "Hot."}, {"imported_id": other},
	}}).OK()
	mine.Post("/v1/recipient/merge", addressAsked(t, w, mine, "ada2")).OK()
	if seen := w.Nobody().Get(sharedPath(made)).OK(); collectionNames(seen) != "Glassblowing Pottery" || seen.Text("collection.items.0.note") != "Hot." {
		t.Errorf("after the merge: %s", seen.Body)
	}
}
