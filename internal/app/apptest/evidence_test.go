package apptest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/app/apptest"
	"laurel/internal/formats/dataintegrity"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
	"laurel/internal/supplements/evidence"
)

// evidenceOf is where the evidence of a credential stands.
func evidenceOf(credential apptest.Reply) string {
	return "/v1/credentials/" + credential.Text("credential.uuid") + "/evidence_items"
}

func item(fields apptest.J) apptest.J { return apptest.J{"evidence_item": fields} }

// photo is a JPEG that tells where it was taken.
func photo() []byte {
	var b bytes.Buffer
	_ = jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 40, 20)), nil)
	exif := "Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x00GPS-SECRET"
	return append(append([]byte{0xff, 0xd8, 0xff, 0xe1, 0, byte(len(exif) + 2)}, exif...), b.Bytes()[2:]...)
}

// fetched follows the address of a file as a browser does.
func fetched(t *testing.T, redirect apptest.Reply) (http.Header, []byte) {
	t.Helper()
	return fetchedFrom(t, redirect.Want(http.StatusFound).Header.Get("Location"))
}

func fetchedFrom(t *testing.T, address string) (http.Header, []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	data, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%s answers %d %s %v", address, res.StatusCode, data, err)
	}
	return res.Header, data
}

func TestEvidenceSpeaksAsItsClientsDo(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	credential := owner.Draft(owner.Group("Weaving"), "ada")
	at := evidenceOf(credential)
	for _, tc := range []struct {
		in   apptest.J
		want string // JSON of string_object
	}{
		{apptest.J{"description": "Exam", "category": "grade", "string_object": "90"}, `{"grade":90}`},
		{apptest.J{"description": "Exam", "category": "grade", "string_object": 80.5}, `{"grade":80.5}`},
		{apptest.J{"description": "Record", "category": "transcript", "string_object": `[{"category":"Looms","percent":"75"},{"category":"Dyes","percent":88}]`}, `"[{\"category\":\"Looms\",\"percent\":75},{\"category\":\"Dyes\",\"percent\":88}]"`},
		{apptest.J{"description": "Course", "category": "course_duration", "string_object": `{"start_date":"2026-01-05","end_date":"2026-01-09","duration_in_days":5}`}, `"{\"start_date\":\"2026-01-05\",\"end_date\":\"2026-01-09\",\"duration_in_days\":5}"`},
		{apptest.J{"description": "Essay", "string_object": "<p>On looms</p>", "custom": "x", "hidden": false}, `"<p>On looms</p>"`},
		{apptest.J{"description": "Loom", "category": "url", "url": "https://example.org/loom", "preview": true}, `null`},
		{apptest.J{"description": "Loom", "category": "file", "file": "https://example.org/loom.pdf"}, `null`},
	} {
		made := owner.Post(at, item(tc.in)).OK()
		var want any
		if err := json.Unmarshal([]byte(tc.want), &want); err != nil {
			t.Fatal(err)
		}
		if got := made.At("evidence_item.string_object"); !reflect.DeepEqual(got, want) {
			t.Errorf("%v gives %v; want %v", tc.in, got, want)
		}
	}
	titled := owner.Post(at, item(apptest.J{"title": "Loom", "string_object": "warp"})).OK()
	if titled.Text("evidence_item.title") != "Loom" || titled.Text("evidence_item.description") != "Loom" || titled.Text("evidence_item.scan_state") != "not_scanned" {
		t.Errorf("%s", titled.Body)
	}
	owner.Delete(fmt.Sprint(at, "/", titled.Int("evidence_item.id"))).OK()
	all := owner.Get("/v1/credentials/" + credential.Text("credential.uuid")).OK()
	if n := len(all.At("credential.evidence_items").([]any)); n != 7 {
		t.Errorf("the credential has %d items", n)
	}
	first := all.Int("credential.evidence_items.0.id")
	one := fmt.Sprint(at, "/", first)
	owner.Put(one, `{"evidence_item":{"string_object":95}}`).OK() // as plug-ins do when somebody tries again
	if got := owner.Get(one).OK().At("evidence_item.string_object.grade"); got != 95.0 {
		t.Errorf("the grade is %v", got)
	}
	owner.Put(one, `{"evidence_item":{"position":99}}`).OK()
	if last := owner.Get(at).OK().Int("evidence_items.6.id"); last != first {
		t.Errorf("the last is %d; want %d", last, first)
	}
	if gone := owner.Delete(one).OK(); gone.Text("evidence_item.description") != "Exam" {
		t.Errorf("deleting answers %s", gone.Body)
	}
	owner.Get(one).Refused(404, "evidence.not_found")
	long := strings.Repeat("loom ", 100)
	told := owner.Post(at, item(apptest.J{"description": long})).OK()
	if told.Text("evidence_item.narrative") != strings.TrimSpace(long) || len([]rune(told.Text("evidence_item.description"))) != 150 {
		t.Errorf("a long description becomes %s", told.Body)
	}
}

func TestEvidenceIsRefusedFieldByField(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	at := evidenceOf(owner.Draft(owner.Group("Weaving"), "ada"))
	program := owner.Upload("evidence", "tool.png", []byte("MZ\x90\x00 no picture at all"))
	stranger := w.Issuer("stranger").Upload("evidence", "mine.txt", []byte("mine"))
	for field, in := range map[string]apptest.J{
		"description":   {"category": "url", "url": "https://example.org"},
		"narrative":     {"description": "x", "narrative": strings.Repeat("n", 5001)},
		"category":      {"description": "x", "category": "rumour"},
		"url":           {"description": "x", "category": "url", "url": "javascript:alert(1)"},
		"file":          {"description": "x", "category": "image", "file": program},
		"string_object": {"description": "x", "category": "grade", "string_object": 101},
		"visibility":    {"description": "x", "visibility": "friends"},
		"preview":       {"description": "x", "preview": "https://evil.example/x.png"},
	} {
		owner.Post(at, item(in)).Refused(422, "field:"+field)
	}
	for _, in := range []apptest.J{
		{"description": "x", "category": "url"}, {"description": "x", "category": "url", "url": "http://a:b@school.example/x"}, {"description": "x", "category": "url", "url": "//evil.example"},
	} {
		owner.Post(at, item(in)).Refused(422, "field:url")
	}
	for _, file := range []string{stranger, "public/none", "../../etc/passwd", "data:text/html,x"} {
		owner.Post(at, item(apptest.J{"description": "x", "category": "file", "file": file})).Refused(422, "field:file")
	}
	for _, text := range []string{`"not json"`, `[{"category":""}]`, `[]`, `{"a":1}`} {
		owner.Post(at, `{"evidence_item":{"description":"x","category":"transcript","string_object":`+text+`}}`).Refused(422, "field:string_object")
	}
	if n := w.Number("select count(*) from evidence_items"); n != 0 {
		t.Errorf("%d items were kept", n)
	}
}

func TestFilesOfEvidenceAreServedSafely(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	credential := owner.Issued(owner.Group("Weaving"), "ada")
	w.Work()
	at := evidenceOf(credential)
	add := func(category, name string, data []byte) apptest.Reply {
		return owner.Post(at, item(apptest.J{"description": name, "category": category, "file": owner.Upload("evidence", name, data)})).OK()
	}
	open := func(made apptest.Reply) (http.Header, []byte) {
		return fetched(t, w.Nobody().Get("/v1/evidence_items/"+made.Text("evidence_item.uuid")+"/file"))
	}
	picture := add("image", "loom.jpg", photo())
	head, data := open(picture)
	if head.Get("Content-Type") != "image/jpeg" || !strings.HasPrefix(head.Get("Content-Disposition"), "inline") || bytes.Contains(data, []byte("GPS-SECRET")) || bytes.Contains(data, []byte("Exif")) {
		t.Errorf("the picture comes as %v with %d bytes", head, len(data))
	}
	for name, content := range map[string]string{
		"page.html": "<!doctype html><script>alert(1)</script>", "drawing.svg": `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`,
		"x.png.html": "<html>", "tool.exe": "MZ\x90\x00", "\u202egnp.exe\r\n\"": "MZ", "../../x": "x", "feed.xml": "<?xml version='1.0'?><x/>",
	} {
		head, data := open(add("file", name, []byte(content)))
		if head.Get("Content-Type") != "application/octet-stream" || !strings.HasPrefix(head.Get("Content-Disposition"), "attachment") || string(data) != content {
			t.Errorf("%q comes as %v", name, head)
		}
		if strings.ContainsAny(head.Get("Content-Disposition"), "\r\n\u202e/") {
			t.Errorf("%q is named %q", name, head.Get("Content-Disposition"))
		}
	}
	pdf := add("file", "record.pdf", []byte("%PDF-1.7\n"))
	if head, _ := open(pdf); head.Get("Content-Type") != "application/pdf" || !strings.HasPrefix(head.Get("Content-Disposition"), "inline") {
		t.Errorf("a PDF comes as %v", head)
	}
	owner.Post(at, item(apptest.J{"description": "again", "category": "file", "file": owner.Upload("evidence", "a.txt", []byte("a"))})).OK()
	owner.Post(at, item(apptest.J{"description": "eleventh", "category": "file", "file": owner.Upload("evidence", "a.txt", []byte("a"))})).Refused(422, "field:file")
	if files := w.Files("private/uploads/"); len(files) != 0 && len(files) != 1 { // the eleventh was looked at, but not as one of them
		t.Errorf("what was sent is still there: %v", files)
	}
	owner.Delete(fmt.Sprint(at, "/", pdf.Int("evidence_item.id"))).OK()
	w.Nobody().Get("/v1/evidence_items/"+pdf.Text("evidence_item.uuid")+"/file").Refused(404, "evidence.no_file")
	before := len(w.Files("private/evidence/"))
	w.Clock.Advance(2 * time.Hour)
	if n, err := w.App.Evidence.Sweep(t.Context()); err != nil || n != 2 { // the deleted one and the eleventh
		t.Errorf("%d files swept, %v", n, err)
	}
	if after := len(w.Files("private/evidence/")); after != before-2 {
		t.Errorf("%d files are left of %d", after, before)
	}
	open(picture)
}

func TestOnlyEvidenceForEverybodyIsPublicAndSigned(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	credential := owner.Issued(owner.Group("Weaving"), "ada")
	w.Work()
	at := evidenceOf(credential)
	for _, in := range []apptest.J{
		{"description": "For everybody", "category": "url", "url": "https://example.org/loom", "narrative": "A **loom**"},
		{"description": "Hidden one", "category": "url", "url": "https://example.org/hidden", "hidden": true},
		{"description": "Between us", "category": "grade", "string_object": 50, "visibility": "private"},
		{"description": "With the key", "category": "grade", "string_object": 60, "visibility": "key_holders"},
	} {
		owner.Post(at, item(in)).OK()
	}
	id := credential.Text("credential.uuid")
	page := "/v1/public/credentials/" + id
	shown := func(path string) []string {
		var titles []string
		for _, e := range w.Nobody().Get(path).OK().At("credential.evidence").([]any) {
			titles = append(titles, e.(apptest.J)["title"].(string))
		}
		return titles
	}
	if got := fmt.Sprint(shown(page)); got != "[For everybody]" {
		t.Errorf("strangers see %s", got)
	}
	read, err := w.App.Credentials.Read(t.Context(), owner.Actor(), id)
	if err != nil {
		t.Fatal(err)
	}
	key := read.PrivateKey
	if got := fmt.Sprint(shown(page + "?key=" + key)); got != "[For everybody With the key]" {
		t.Errorf("who has the key sees %s", got)
	}
	owner.Post(at, item(apptest.J{"description": "Essay \u0007", "string_object": "<p>On looms &amp; <script>alert(1)</script>dyes</p>"})).OK()
	owner.Post(at, item(apptest.J{"description": "Photo", "category": "image", "file": owner.Upload("evidence", "loom.jpg", photo())})).OK()
	form := signedForm(w, credential)
	if _, _, err := dataintegrity.Verify(form.Body, resolver(t, w)); err != nil {
		t.Errorf("with evidence: %v", err)
	}
	var document any
	if err := json.Unmarshal(form.Body, &document); err != nil {
		t.Fatal(err)
	}
	if err := officialSchema(t).Validate(document); err != nil {
		t.Errorf("%v\n%s", err, form.Body)
	}
	if got := form.At("evidence.1.narrative"); got != "On looms & dyes" {
		t.Errorf("the essay reads %q", got)
	}
	for name, body := range map[string][]byte{"signed": form.Body, "hosted": w.Nobody().Get("/v1/obi/badge_assertions/" + id).OK().Body} {
		if !bytes.Contains(body, []byte(`"https://example.org/loom"`)) || !bytes.Contains(body, []byte("For everybody")) {
			t.Errorf("the %s badge lacks the evidence: %s", name, body)
		}
		for _, secret := range []string{"Hidden one", "Between us", "With the key"} {
			if bytes.Contains(body, []byte(secret)) {
				t.Errorf("the %s badge tells %q", name, secret)
			}
		}
	}
}

func TestChangedEvidenceCorrectsTheSignedBadgeAndThePageSaysSo(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	credential := owner.Draft(owner.Group("Weaving"), "ada")
	at := evidenceOf(credential)
	first := owner.Post(at, item(apptest.J{"description": "Exam", "category": "grade", "string_object": 90})).OK()
	second := owner.Post(at, item(apptest.J{"description": "Loom", "category": "url", "url": "https://example.org/loom"})).OK()
	w.Clock.Advance(time.Minute)
	owner.Post("/v1/credentials/publish", apptest.J{"credential_ids": []any{credential.At("credential.id")}}).OK()
	w.Work()
	page := "/v1/public/credentials/" + credential.Text("credential.uuid")
	if at := w.Nobody().Get(page).OK().At("credential.evidence_changed_at"); at != nil {
		t.Errorf("nothing changed, but the page says %v", at)
	}
	signed := signedForm(w, credential)
	w.Clock.Advance(time.Hour)
	owner.Put(fmt.Sprint(at, "/", second.Int("evidence_item.id")), `{"evidence_item":{"position":0}}`).OK()
	if again := signedForm(w, credential); string(again.Body) != string(signed.Body) {
		t.Error("another order signed the badge anew")
	}
	owner.Delete(fmt.Sprint(at, "/", first.Int("evidence_item.id"))).OK()
	corrected := signedForm(w, credential)
	if corrected.Text("id") != signed.Text("id") || corrected.Text("proof.0.created") <= signed.Text("proof.0.created") || bytes.Contains(corrected.Body, []byte("Exam")) {
		t.Errorf("after the change it is %s", corrected.Body)
	}
	if at := w.Nobody().Get(page).OK().Text("credential.evidence_changed_at"); !strings.HasPrefix(at, w.Clock.Now().UTC().Format(time.DateOnly)) {
		t.Errorf("the page says %s", at)
	}
	history := owner.Get("/v1/credentials/" + credential.Text("credential.uuid") + "/history").OK()
	if history.Text("events.0.action") != "evidence.removed" || history.Text("events.0.details.evidence") != "Exam" {
		t.Errorf("the history begins %s", history.Body)
	}
}

func TestAPrivateCredentialKeepsItsFilesToWhoHasTheKey(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	credential := owner.Issued(owner.Group("Weaving"), "ada", apptest.J{"private": true})
	made := owner.Post(evidenceOf(credential), item(apptest.J{"description": "a", "category": "file", "file": owner.Upload("evidence", "a.txt", []byte("a"))})).OK()
	file := "/v1/evidence_items/" + made.Text("evidence_item.uuid") + "/file"
	w.Nobody().Get(file).Refused(403, "credential.private")
	w.Nobody().Get(file+"?key=wrong").Refused(403, "credential.private")
	w.Nobody().Get("/v1/evidence_items/6c1c0d6a-5d8a-4c2c-8f4e-1f5b7a9b3c11/file").Refused(404, "evidence.no_file")
	fetched(t, w.Nobody().Get(file+"?key="+credential.Text("credential.private_key")))
	fetchedFrom(t, made.Text("evidence_item.file.url"))
	hidden := owner.Put(fmt.Sprint(evidenceOf(credential), "/", made.Int("evidence_item.id")), `{"evidence_item":{"hidden":true}}`).OK()
	w.Nobody().Get(file+"?key="+credential.Text("credential.private_key")).Refused(404, "evidence.no_file")
	fetchedFrom(t, hidden.Text("evidence_item.file.url")) // its issuer still sees it
}

func TestEvidenceOfAnotherDepartmentIsNoneAtAll(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, stranger := w.Issuer("owner"), w.Issuer("stranger")
	mine, theirs := owner.Draft(owner.Group("Weaving"), "ada"), stranger.Draft(stranger.Group("Dyeing"), "bob")
	made := stranger.Post(evidenceOf(theirs), item(apptest.J{"description": "Exam", "category": "grade", "string_object": 90})).OK()
	foreign := fmt.Sprint(evidenceOf(mine), "/", made.Int("evidence_item.id"))
	owner.Get(foreign).Refused(404, "evidence.not_found")
	owner.Put(foreign, `{"evidence_item":{"hidden":true}}`).Refused(404, "evidence.not_found")
	owner.Delete(foreign).Refused(404, "evidence.not_found")
	if left := stranger.Get(evidenceOf(theirs)).OK(); left.At("evidence_items.0.hidden") != false {
		t.Errorf("theirs is %s", left.Body)
	}
}

func TestSpreadsheetsAddEvidenceInTheirOwnTransaction(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	credential := owner.Draft(owner.Group("Weaving"), "ada")
	add := func(all ...evidence.Input) error {
		return pg.InDepartment(t.Context(), w.App.Pool, owner.Department, func(tx pgx.Tx) error {
			return w.App.Evidence.PutTx(t.Context(), tx, owner.Actor(), credential.Int("credential.id"), all)
		})
	}
	good := evidence.Input{Title: optional.Set("Loom"), Category: optional.Set("url"), Link: optional.Set("https://example.org/loom")}
	bad := evidence.Input{Title: optional.Set("Exam"), Category: optional.Set("grade"), Value: optional.Set[any]("many")}
	if err := add(good, bad); err == nil || !strings.Contains(fmt.Sprintf("%+v", err), "invalid") {
		t.Errorf("a wrong grade: %v", err)
	}
	if n := w.Number("select count(*) from evidence_items"); n != 0 {
		t.Errorf("%d items of a refused row were kept", n)
	}
	if err := add(good, good, good); err != nil {
		t.Fatal(err)
	}
	if n := w.Number("select count(*) from evidence_items where position in (0, 1, 2)"); n != 3 {
		t.Errorf("%d items", n)
	}
}
