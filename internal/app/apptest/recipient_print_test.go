package apptest_test

import (
	"bytes"
	"fmt"
	"image/jpeg"
	"net/http"
	"os"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

func TestACollectionIsPrintedForItsOwnerAndForVisitors(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	w, mine, guild, ids := collected(t)
	more := guild.Issued(guild.Group("نسيج يدوي"), "ada").Text("credential.uuid")
	guild.Issued(guild.Group("Carding"), "grace")
	w.Work()
	mine.Put("/v1/recipient/credentials/"+ids[2]+"/privacy", apptest.J{"private": true}).OK()
	long := strings.TrimSpace(strings.Repeat("Every warp was wound by hand. ", 16))
	made := mine.Post("/v1/recipient/collections", apptest.J{
		"name": "Textile work", "description": "What I can do.", "visibility": "link", "items": []apptest.J{
			{"credential_id": ids[0], "note": long}, {"credential_id": ids[2]}, {"credential_id": more, "note": "صنعته بيدي."}, {"credential_id": ids[1]},
		},
	}).OK()
	own, shared := "/v1/recipient/collections/"+made.Text("collection.id")+"/pdf", sharedPath(made)+"/pdf"

	whole := mine.Get(own + "?language=en").OK()
	if whole.Header.Get("Content-Type") != "application/pdf" || whole.Header.Get("Cache-Control") != "no-store" || !strings.Contains(whole.Header.Get("Content-Disposition"), "Textile work.pdf") {
		t.Errorf("headers %v", whole.Header)
	}
	if folder := os.Getenv("LAUREL_TEST_KEEP"); folder != "" {
		_ = os.WriteFile(folder+"/own.pdf", whole.Body, 0o600)
		_ = os.WriteFile(folder+"/ar.pdf", mine.Get(own+"?language=ar").OK().Body, 0o600)
	}
	text, info := read(t, "pdftotext", string(whole.Body)), read(t, "pdfinfo", string(whole.Body))
	for _, want := range []string{"Textile work", "What I can do.", "Collected by", "Weaving", "Dyeing", "Spinning", "Every warp was wound by hand.", "Valid", made.Text("collection.url"), "2/3"} {
		if !strings.Contains(text, want) {
			t.Errorf("the owner's file misses %q:\n%s", want, text)
		}
	}
	for _, want := range []string{"Pages:           3", "Tagged:          yes", "Title:           Textile work"} {
		if !strings.Contains(info, want) {
			t.Errorf("want %q in\n%s", want, info)
		}
	}

	visitors := w.Nobody().Get(shared + "?language=en").OK()
	if text := read(t, "pdftotext", string(visitors.Body)); strings.Contains(text, "Dyeing") || !strings.Contains(text, "Spinning") {
		t.Errorf("visitors get\n%s", text)
	}
	if again := w.Nobody().Get(shared + "?language=en").OK(); !bytes.Equal(again.Body, visitors.Body) {
		t.Error("an unchanged collection was printed again")
	}
	mine.Put("/v1/recipient/credentials/"+ids[1]+"/privacy", apptest.J{"private": true}).OK()
	if text := read(t, "pdftotext", string(w.Nobody().Get(shared).OK().Body)); strings.Contains(text, "Spinning") {
		t.Error("a credential that became private is still in the file")
	}
	w.Nobody().Get(shared+"?language=xx").Refused(http.StatusUnprocessableEntity, "field:language")
	mine.Put("/v1/recipient/collections/"+made.Text("collection.id"), apptest.J{"visibility": "private"}).OK()
	w.Nobody().Get(shared).Want(http.StatusNotFound)
	if text := read(t, "pdftotext", string(mine.Get(own).OK().Body)); strings.Contains(text, made.Text("collection.url")) {
		t.Error("the cover names a link that opens nothing")
	}
	signedInAs(t, w, "grace").Get(own).Want(http.StatusNotFound)
}

func TestARecipientOrdersTheEvidenceOfTheirCredential(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	credential := owner.Issued(owner.Group("Weaving"), "ada", apptest.J{"allow_supplemental_evidence": true})
	w.Work()
	id := credential.Text("credential.uuid")
	mine, at := owner.Recipient(id), "/v1/recipient/credentials/"+id+"/evidence_items"
	owner.Post(evidenceOf(credential), item(apptest.J{"description": "Issuer", "category": "url", "url": "https://a.example"})).OK()
	mine.Post(at, item(apptest.J{"description": "Mine", "category": "url", "url": "https://b.example"})).OK()
	draft := mine.Post(at, item(apptest.J{"description": "Draft", "category": "url", "url": "https://c.example", "draft": true})).OK()
	order := func() string {
		var out []string
		for _, e := range w.Nobody().Get("/v1/public/credentials/" + id).OK().At("credential.evidence").([]any) {
			out = append(out, e.(map[string]any)["title"].(string))
		}
		return strings.Join(out, " ")
	}
	issuers := mine.Get(at).OK().Int("evidence_items.0.id")
	if got := order(); got != "Issuer Mine" {
		t.Fatalf("before, the order is %s", got)
	}
	mine.Put(fmt.Sprint(at, "/", issuers), item(apptest.J{"position": 2})).OK()
	mine.Put(fmt.Sprint(at, "/", draft.Int("evidence_item.id")), item(apptest.J{"position": 0})).OK()
	if got := order(); got != "Mine Issuer" {
		t.Errorf("the order is %s", got)
	}
	if got := mine.Get(at).OK(); got.Text("evidence_items.0.state") != "draft" {
		t.Errorf("a draft that was moved is %s", got.Body)
	}
	mine.Put(fmt.Sprint(at, "/", issuers), item(apptest.J{"position": 0, "description": "Other"})).Want(http.StatusForbidden)
	if n := w.Number("select count(*) from audit_events where action = 'evidence.changed'"); n != 2 {
		t.Errorf("%d moves are recorded", n)
	}
}

func TestARecipientGetsALearnerRecordOfOneCredential(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	id := owner.Issued(owner.Group("Weaving"), "ada").Text("credential.uuid")
	other := owner.Issued(owner.Group("Dyeing"), "grace").Text("credential.uuid")
	w.Work()
	mine := owner.Recipient(id)
	got := mine.Get("/v1/recipient/credentials/" + id + "/learner_record").OK()
	if !strings.Contains(string(got.Body), `"ClrCredential"`) || !strings.Contains(string(got.Body), "Weaving") || strings.Contains(string(got.Body), "Dyeing") {
		t.Errorf("the record is %s", got.Body)
	}
	if n := w.Number("select count(*) from audit_events where action = 'learner_record.signed'"); n != 1 {
		t.Errorf("%d records are recorded", n)
	}
	mine.Get("/v1/recipient/credentials/" + other + "/learner_record").Want(http.StatusNotFound)
	owner.Post("/v1/credentials/"+id+"/revoke", misconduct).OK()
	mine.Get("/v1/recipient/credentials/"+id+"/learner_record").Refused(http.StatusConflict, "badge.nothing_to_record")
}

func TestFilesOfEvidenceAreInTheDataOfAnAccount(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	weaving := guild.Issued(guild.Group("Weaving"), "ada", apptest.J{"allow_supplemental_evidence": true})
	w.Work()
	id := weaving.Text("credential.uuid")
	mine := signedInAs(t, w, "ada")
	file := mine.Send(mine.Post("/v1/recipient/credentials/"+id+"/upload_policy", apptest.J{"file_name": "loom.jpg"}).OK(), "loom.jpg", photo())
	mine.Post("/v1/recipient/credentials/"+id+"/evidence_items", item(apptest.J{"description": "My loom", "category": "image", "file": file})).OK()
	files := unzipped(t, mine.Post(exportPath, apptest.J{}).OK().Body)
	name := "Weaving " + weaving.Text("credential.encoded_id") + "/evidence/01 loom.jpg"
	if _, err := jpeg.DecodeConfig(strings.NewReader(files[name])); err != nil {
		t.Errorf("%s has %d bytes: %v", name, len(files[name]), err)
	}
}

func TestAProfileIsPreviewedBeforeItIsPublished(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	w, mine, _, ids := collected(t)
	mine.Put("/v1/recipient/credentials/"+ids[2]+"/privacy", apptest.J{"private": true}).OK()
	mine.Put(profilePath, apptest.J{"headline": "Weaver", "credential_ids": ids}).OK()
	preview := mine.Get(profilePath + "/preview").OK()
	if preview.At("published") != false || shownOn(preview) != "Weaving Spinning" || preview.Text("profile.headline") != "Weaver" {
		t.Errorf("the preview is %s", preview.Body)
	}
	publishedAs(mine, "ada-l", ids...)
	if preview := mine.Get(profilePath + "/preview").OK(); preview.At("published") != true || shownOn(preview) != shownOn(w.Nobody().Get("/v1/public/profiles/ada-l").OK()) {
		t.Errorf("once it is published, the preview is %s", preview.Body)
	}
	w.Nobody().Get(profilePath + "/preview").Want(http.StatusUnauthorized)

	picture := func() (string, []byte) {
		t.Helper()
		page := string(pageOf(w, "/u/ada-l").OK().Body)
		address := shownImage.FindStringSubmatch(page)
		if address == nil {
			t.Fatalf("no picture in %.2000s", page)
		}
		made := w.Nobody().Get(address[1]).OK()
		size, err := jpeg.DecodeConfig(bytes.NewReader(made.Body))
		if err != nil || size.Width != 1200 || size.Height != 630 {
			t.Errorf("%s: %v %v", address[1], size, err)
		}
		return address[1], made.Body
	}
	before, weaver := picture()
	mine.Put(profilePath, apptest.J{"headline": "Weaver and dyer"}).OK()
	if after, dyer := picture(); after == before || bytes.Equal(weaver, dyer) {
		t.Error("an edited profile has the picture that it had before")
	}
}
