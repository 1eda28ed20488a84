package apptest_test

import (
	"bytes"
	"compress/zlib"
	"crypto/ed25519"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"laurel/internal/app/apptest"
	"laurel/internal/formats/dataintegrity"
	"laurel/internal/trust/badges"
	"laurel/internal/trust/verification"
)

const importsPath = "/v1/recipient/imports"

// strangers are an issuer of another platform: a web server with hosted badges, and a key.
type strangers struct {
	t      *testing.T
	server *httptest.Server
	key    dataintegrity.Key
	did    string

	mu    sync.Mutex
	pages map[string]func(http.ResponseWriter)
}

// abroad starts a Laurel and an issuer that it may reach.
func abroad(t *testing.T) (*apptest.World, *strangers) {
	t.Helper()
	settings := apptest.Settings(t)
	settings["LAUREL_FETCH_ALLOW"] = "127.0.0.1/32"
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	name := dataintegrity.Multikey(private.Public().(ed25519.PublicKey))
	e := &strangers{t: t, did: "did:key:" + name, key: dataintegrity.Key{Private: private, Method: "did:key:" + name + "#" + name}, pages: map[string]func(http.ResponseWriter){}}
	e.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		e.mu.Lock()
		page := e.pages[r.URL.Path]
		e.mu.Unlock()
		if page == nil {
			http.NotFound(w, r)
			return
		}
		page(w)
	}))
	t.Cleanup(e.server.Close)
	w := apptest.NewWith(t, settings)
	mint := w.Issuer("mint")
	group := mint.Group("Coining")
	for _, name := range []string{"ada", "ada2"} { // nobody else can have an account
		mint.Issued(group, name)
	}
	w.Work()
	return w, e
}

// serve answers requests for a path and returns its URL.
func (e *strangers) serve(path, kind string, status int, body []byte) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.pages[path] = func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", kind)
		w.WriteHeader(status)
		_, _ = w.Write(body)
	}
	return e.server.URL + path
}

func (e *strangers) object(path string, body apptest.J) string {
	e.t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		e.t.Fatal(err)
	}
	return e.serve(path, "application/json", 200, data)
}

// hosted serves a badge of Open Badges 2.0 and returns its URL.
func (e *strangers) hosted(path, email string) string {
	issuer := e.object("/issuer", apptest.J{"@context": "https://w3id.org/openbadges/v2", "id": e.server.URL + "/issuer", "type": "Issuer", "name": "Riverside College", "url": "https://riverside.example", "email": "b@riverside.example"})
	e.serve("/badge.png", "image/png", 200, onePixel(e.t))
	class := e.object("/class", apptest.J{
		"@context": "https://w3id.org/openbadges/v2", "id": e.server.URL + "/class", "type": "BadgeClass", "name": "Pottery", "description": "Clay",
		"image": e.server.URL + "/badge.png", "criteria": apptest.J{"narrative": "Throw"}, "issuer": issuer, "tags": []string{"kiln"},
	})
	return e.object(path, apptest.J{
		"@context": "https://w3id.org/openbadges/v2", "id": e.server.URL + path, "type": "Assertion", "recipient": apptest.J{"type": "email", "hashed": false, "identity": email},
		"badge": class, "verification": apptest.J{"type": "hosted"}, "issuedOn": "2026-01-01T00:00:00Z",
	})
}

// signed is a badge of Open Badges 3.0.
func (e *strangers) signed(id, name, email string) []byte {
	e.t.Helper()
	data, err := json.Marshal(apptest.J{
		"@context": []any{"https://www.w3.org/ns/credentials/v2", "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json"},
		"id":       id, "type": []any{"VerifiableCredential", "OpenBadgeCredential"}, "name": name,
		"issuer": apptest.J{"id": e.did, "type": []any{"Profile"}, "name": "Glass School"}, "validFrom": "2026-01-01T00:00:00Z",
		"credentialSubject": apptest.J{
			"type": []any{"AchievementSubject"}, "identifier": []any{apptest.J{"type": "IdentityObject", "hashed": false, "identityHash": email, "identityType": "emailAddress"}},
			"achievement": apptest.J{
				"id": "urn:uuid:6a1b0c62-3c1f-4c6e-9d8e-0f6b7d3c2a11", "type": []any{"Achievement"}, "name": name, "description": "Glass", "criteria": apptest.J{"narrative": "Blow"}, "tag": []any{"furnace"},
			},
		},
	})
	if err != nil {
		e.t.Fatal(err)
	}
	out, err := dataintegrity.Sign(data, e.key, time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC))
	if err != nil {
		e.t.Fatal(err)
	}
	return out
}

// upload imports a file.
func upload(t *testing.T, by apptest.Mine, name string, file []byte) apptest.Reply {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = part.Write(file)
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	return by.Call(http.MethodPost, importsPath, body.String(), "Content-Type", form.FormDataContentType())
}

func imported(by apptest.Mine) int64 { return by.Get(importsPath).OK().Int("meta.total_count") }

// verifyDue runs the weekly verification until nothing is due.
func verifyDue(t *testing.T, w *apptest.World) {
	t.Helper()
	for {
		n, err := w.App.Imported.VerifyDue(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			return
		}
	}
}

func baked(t *testing.T, document []byte) []byte {
	t.Helper()
	out, err := badges.Bake(onePixel(t), badges.Text{Keyword: badges.Keyword3, JSON: document})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestCredentialsOfOtherPlatformsAreImportedInEveryForm(t *testing.T) {
	t.Parallel()
	w, e := abroad(t)
	mine, ada := signedInAs(t, w, "ada"), apptest.Email("ada")

	got := mine.Post(importsPath, apptest.J{"url": e.hosted("/assertions/1", ada)}).OK()
	id := got.Text("import.id")
	if got.Text("import.title") != "Pottery" || got.Text("import.issuer.name") != "Riverside College" || got.Text("import.status") != "issuer_unknown" ||
		got.Text("import.recipient_match") != "match" || got.Text("import.skills.0") != "kiln" || got.Text("import.source.kind") != "link" || got.At("import.has_picture") != true {
		t.Errorf("hosted: %s", got.Body)
	}
	if steps, _ := got.At("import.verification.steps").([]any); len(steps) < 3 {
		t.Errorf("steps: %v", steps)
	}
	if picture := mine.Get(importsPath + "/" + id + "/picture").OK(); !bytes.Equal(picture.Body, onePixel(t)) || picture.Header.Get("Content-Type") != "image/png" {
		t.Errorf("picture: %v", picture.Header)
	}

	document := e.signed("https://glass.example/1", "Glassblowing", "other@example.org")
	png := baked(t, document)
	svg := []byte(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0"><openbadges:credential><![CDATA[` + string(e.signed("https://glass.example/2", "Etching", ada)) + `]]></openbadges:credential></svg>`)
	file := upload(t, mine, `C:\badges\Glass.png`, png).OK()
	if file.Text("import.recipient_match") != "no_match" || file.Text("import.source.file_name") != "Glass.png" || file.At("import.has_picture") != true {
		t.Errorf("file: %s", file.Body)
	}
	original := mine.Get(importsPath + "/" + file.Text("import.id") + "/file").OK()
	if !bytes.Equal(original.Body, png) || !strings.Contains(original.Header.Get("Content-Disposition"), "Glass.png") || !strings.Contains(original.Header.Get("Content-Security-Policy"), "sandbox") {
		t.Errorf("original: %v", original.Header)
	}
	drawing := upload(t, mine, "b.svg", svg).OK()
	if drawing.Text("import.title") != "Etching" || drawing.At("import.has_picture") != true {
		t.Errorf("svg: %s", drawing.Body)
	}
	shown := mine.Get(importsPath + "/" + drawing.Text("import.id") + "/picture").OK()
	if policy := shown.Header.Get("Content-Security-Policy"); shown.Header.Get("Content-Type") != "image/svg+xml" || !strings.HasPrefix(policy, "default-src 'none'") || !strings.HasSuffix(policy, "; sandbox") {
		t.Errorf("the drawing: %v", shown.Header)
	}
	if got := mine.Post(importsPath, apptest.J{"document": string(e.signed("https://glass.example/3", "Cutting", ada))}).OK(); got.Text("import.source.kind") != "text" {
		t.Errorf("text: %s", got.Body)
	}
	picture := upload(t, mine, "Framed diploma.png", onePixel(t)).OK()
	if picture.Text("import.status") != "unverified" || picture.Text("import.title") != "Framed diploma" || picture.At("import.next_check_at") != nil {
		t.Errorf("picture: %s", picture.Body)
	}
	mine.Post(importsPath+"/"+picture.Text("import.id")+"/verification", nil).OK()
	list := mine.Get(importsPath + "?page_size=2").OK()
	if list.Int("meta.total_count") != 5 || list.Text("imports.0.title") != "Framed diploma" || len(list.At("imports").([]any)) != 2 {
		t.Errorf("list: %s", list.Body)
	}

	// The same credential in another form is the same import.
	again := mine.Post(importsPath, apptest.J{"document": string(document)}).OK()
	if again.At("updated") != true || again.Text("import.id") != file.Text("import.id") || imported(mine) != 5 {
		t.Errorf("again: %s", again.Body)
	}
	mine.Delete(importsPath + "/" + id).OK()
	mine.Get(importsPath+"/"+id).Refused(http.StatusNotFound, "imported.not_found")
	w.Clock.Advance(2 * time.Hour)
	if _, err := w.App.Imported.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if files := w.Files("imported/"); len(files) != 4 {
		t.Errorf("files: %v", files)
	}
}

// chunk is a chunk of a PNG.
func chunk(kind string, body []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	out = append(append(out, kind...), body...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

func bomb(size int) []byte {
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	_, _ = z.Write(bytes.Repeat([]byte("{"), size))
	_ = z.Close()
	return packed.Bytes()
}

func TestWhatIsNoCredentialIsNotImported(t *testing.T) {
	t.Parallel()
	w, e := abroad(t)
	mine, ada := signedInAs(t, w, "ada"), apptest.Email("ada")
	document := e.signed("https://glass.example/1", "Glassblowing", ada)
	const size = 20 << 20
	pngBomb := append(append([]byte("\x89PNG\r\n\x1a\n"), chunk("iTXt", append([]byte("openbadgecredential\x00\x01\x00\x00\x00"), bomb(size)...))...), chunk("IEND", nil)...)
	packed := bomb(size)
	pdfBomb := fmt.Appendf(nil, "%%PDF-1.7\n1 0 obj\n<< /Type /EmbeddedFile /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream\nendobj\n", len(packed), packed)
	entities := `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg"><text>&b;</text></svg>`
	for name, c := range map[string]struct {
		file []byte
		says string
	}{
		"nothing":           {[]byte{}, "empty"},
		"a text":            {[]byte("Dear Ada"), "no credential"},
		"a changed one":     {bytes.Replace(document, []byte(`"Glass"`), []byte(`"Brass"`), 1), "was changed"},
		"a damaged PNG":     {onePixel(t)[:30], "damaged"},
		"a PNG bomb":        {pngBomb, "damaged"},
		"a PDF bomb":        {pdfBomb, "can’t be read"},
		"entities":          {[]byte(entities), "can’t be read"},
		"a deep document":   {[]byte(strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000)), "can’t be read"},
		"a drawing without": {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), "no credential"},
		"a web page":        {[]byte(`<html><body>Badge</body></html>`), "web page"},
	} {
		got := upload(t, mine, "x", c.file)
		if !got.IsRefusal(http.StatusUnprocessableEntity, "field:file") || !strings.Contains(string(got.Body), c.says) {
			t.Errorf("%s: %d %s", name, got.Status, got.Body)
		}
	}
	if got := upload(t, mine, "x", make([]byte, verification.MaxInput+1)); got.Status != http.StatusRequestEntityTooLarge || got.At("errors.file") == nil {
		t.Errorf("20 MB: %d %s", got.Status, got.Body)
	}
	e.serve("/page", "text/html", 200, []byte("<html>Badge</html>"))
	e.serve("/gone", "text/plain", 410, nil)
	hang := make(chan struct{})
	t.Cleanup(func() { close(hang) })
	e.mu.Lock()
	e.pages["/slow"] = func(http.ResponseWriter) { <-hang }
	e.mu.Unlock()
	for address, says := range map[string]string{
		"/page": "web page", "/gone": "revoked or removed", "/missing": "couldn’t be reached", "/slow": "didn’t answer in time",
	} {
		got := mine.Post(importsPath, apptest.J{"url": e.server.URL + address})
		if !got.IsRefusal(http.StatusUnprocessableEntity, "field:url") || !strings.Contains(string(got.Body), says) {
			t.Errorf("%s: %d %s", address, got.Status, got.Body)
		}
	}
	for name, c := range map[string]struct {
		body  apptest.J
		field string
	}{
		"nothing": {apptest.J{}, "url"}, "both": {apptest.J{"url": "https://a.example", "document": "{}"}, "document"}, "no address": {apptest.J{"url": "ftp://a.example/x"}, "url"},
		"a long address": {apptest.J{"url": "https://a.example/" + strings.Repeat("x", 3000)}, "url"}, "words": {apptest.J{"document": "hello"}, "document"},
		"an empty object": {apptest.J{"document": "{}"}, "document"}, "a private network": {apptest.J{"url": "http://10.0.0.1/x"}, "url"},
		"a long document": {apptest.J{"document": "{" + strings.Repeat(" ", 1<<20)}, "document"},
	} {
		if got := mine.Post(importsPath, c.body); !got.IsRefusal(http.StatusUnprocessableEntity, "field:"+c.field) {
			t.Errorf("%s: %d %s", name, got.Status, got.Body)
		}
	}
	if n := imported(mine); n != 0 {
		t.Errorf("%d were imported", n)
	}
	w.Clock.Advance(2 * time.Hour)
	upload(t, mine, "x.png", onePixel(t)).OK()
	w.Exec(`insert into imported_credentials (uuid, recipient_id, source, source_url, digest, file_key, file_name, media_type, size, picture_key, title, description,
		credential_id, standard, issuer_id, issuer_name, issuer_url, skills, status, status_since, recipient_match, report, checked_at, failures, created_at, updated_at)
		select gen_random_uuid(), i.recipient_id, 'file', '', n::text::bytea, i.file_key, '', '', 0, '', '', '', '', '', '', '', '', '{}', 'unverified', now(), '', i.report, now(), 0, now(), now()
		from imported_credentials i, generate_series(1, 499) n`)
	mine.Post(importsPath, apptest.J{"document": string(document)}).Refused(http.StatusConflict, "imported.too_many")
	if got := upload(t, mine, "x.png", onePixel(t)).OK(); got.At("updated") != true {
		t.Errorf("an update at the limit: %s", got.Body)
	}
}

func TestImportsBelongToOnePersonWhoProvedTheirAddress(t *testing.T) {
	t.Parallel()
	w, e := abroad(t)
	guild := w.Issuer("guild")
	issued := guild.Issued(guild.Group("Weaving"), "ada").Text("credential.uuid")
	bobs := guild.Issued(guild.Group("Felting"), "bob").Text("credential.uuid")
	w.Work()
	mine, bob, limited := signedInAs(t, w, "ada"), signedInAs(t, w, "bob"), guild.Recipient(issued)
	path := importsPath + "/" + mine.Post(importsPath, apptest.J{"url": e.hosted("/1", apptest.Email("ada"))}).OK().Text("import.id")
	for name, call := range map[string]func(apptest.Mine) apptest.Reply{
		"list":    func(m apptest.Mine) apptest.Reply { return m.Get(importsPath) },
		"add":     func(m apptest.Mine) apptest.Reply { return m.Post(importsPath, apptest.J{"url": e.server.URL + "/1"}) },
		"read":    func(m apptest.Mine) apptest.Reply { return m.Get(path) },
		"verify":  func(m apptest.Mine) apptest.Reply { return m.Post(path+"/verification", nil) },
		"file":    func(m apptest.Mine) apptest.Reply { return m.Get(path + "/file") },
		"picture": func(m apptest.Mine) apptest.Reply { return m.Get(path + "/picture") },
		"delete":  func(m apptest.Mine) apptest.Reply { return m.Delete(path) },
	} {
		call(w.Recipient("")).Refused(http.StatusUnauthorized, "recipient.not_signed_in")
		call(limited).Refused(http.StatusForbidden, "recipient.prove_address")
		if name != "list" && name != "add" {
			call(bob).Refused(http.StatusNotFound, "imported.not_found")
		}
	}
	mine.Get(path).OK()

	// What this installation issued is in the wallet, or comes there with the address.
	document := w.Nobody().Get("/v1/openbadges/credentials/" + issued).OK().Body
	for name, got := range map[string]apptest.Reply{
		"its page": mine.Post(importsPath, apptest.J{"url": apptest.Origin + "/" + issued}), "its document": mine.Post(importsPath, apptest.J{"document": string(document)}),
	} {
		if got.OK().Text("in_wallet") != issued || got.At("import") != nil {
			t.Errorf("%s: %s", name, got.Body)
		}
	}
	mine.Post(importsPath, apptest.J{"url": apptest.Origin + "/" + bobs}).Refused(http.StatusConflict, "imported.issued_here")
	bob.Post(importsPath, apptest.J{"document": string(document)}).Refused(http.StatusConflict, "imported.issued_here")
	if n := imported(mine); n != 1 {
		t.Errorf("%d imports", n)
	}
}

func TestImportsAreVerifiedAgainEveryWeek(t *testing.T) {
	t.Parallel()
	w, e := abroad(t)
	mine := signedInAs(t, w, "ada")
	address := e.hosted("/1", apptest.Email("ada"))
	path := importsPath + "/" + mine.Post(importsPath, apptest.J{"url": address}).OK().Text("import.id")
	first := mine.Get(path).OK()

	w.Clock.Advance(6 * 24 * time.Hour)
	verifyDue(t, w)
	if got := signedInAs(t, w, "ada").Get(path).OK(); got.Text("import.checked_at") != first.Text("import.checked_at") {
		t.Errorf("verified before a week was over: %s", got.Body)
	}
	w.Clock.Advance(2 * 24 * time.Hour)
	verifyDue(t, w)
	mine = signedInAs(t, w, "ada")
	good := mine.Get(path).OK()
	if good.Text("import.checked_at") == first.Text("import.checked_at") || good.Text("import.status") != "issuer_unknown" || good.Text("import.status_since") != first.Text("import.status_since") {
		t.Errorf("after a week: %s", good.Body)
	}

	// While the issuer cannot be reached, the last result stays.
	e.serve("/1", "text/plain", 503, nil)
	w.Clock.Advance(8 * 24 * time.Hour)
	verifyDue(t, w)
	mine = signedInAs(t, w, "ada")
	away := mine.Get(path).OK()
	if away.Text("import.status") != "issuer_unknown" || away.Text("import.checked_at") != good.Text("import.checked_at") || away.Text("import.unreachable_since") == "" || away.At("import.attempt.verdict") != "unreachable" {
		t.Errorf("unreachable: %s", away.Body)
	}
	next := func(r apptest.Reply) time.Time {
		at, err := time.Parse(time.RFC3339, r.Text("import.next_check_at"))
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	for want := time.Hour; want <= 4*time.Hour; want *= 2 {
		if wait := next(away).Sub(w.Clock.Now()); wait != want {
			t.Errorf("the next attempt is in %s, want %s", wait, want)
		}
		w.Clock.Advance(want)
		verifyDue(t, w)
		before := away.Text("import.unreachable_since")
		if away = mine.Get(path).OK(); away.Text("import.unreachable_since") != before {
			t.Errorf("unreachable since %s, then %s", before, away.Text("import.unreachable_since"))
		}
	}

	e.object("/1", apptest.J{"id": address, "revoked": true, "revocationReason": "Error"})
	e.serve("/1", "application/json", 410, []byte(`{"id":"`+address+`","revoked":true}`))
	w.Clock.Advance(8 * time.Hour)
	verifyDue(t, w)
	revoked := mine.Get(path).OK()
	if revoked.Text("import.status") != "revoked" || revoked.Text("import.title") != "Pottery" || revoked.At("import.unreachable_since") != nil || revoked.At("import.attempt") != nil ||
		revoked.Text("import.status_since") == good.Text("import.status_since") || revoked.Text("import.recipient_match") != "match" {
		t.Errorf("revoked: %s", revoked.Body)
	}

	// A person may ask, within limits.
	for range 30 {
		mine.Post(path+"/verification", nil).OK()
	}
	if got := mine.Post(path+"/verification", nil); got.Status != http.StatusTooManyRequests {
		t.Errorf("the 31st: %d", got.Status)
	}
}

func TestAnImportIsVerifiedWhenItExpires(t *testing.T) {
	t.Parallel()
	w, e := abroad(t)
	mine := signedInAs(t, w, "ada")
	address := e.hosted("/1", apptest.Email("ada"))
	until := w.Clock.Now().Add(time.Hour).UTC().Format(time.RFC3339)
	e.object("/1", apptest.J{
		"@context": "https://w3id.org/openbadges/v2", "id": address, "type": "Assertion", "recipient": apptest.J{"type": "email", "hashed": false, "identity": apptest.Email("ada")},
		"badge": e.server.URL + "/class", "verification": apptest.J{"type": "hosted"}, "issuedOn": "2026-01-01T00:00:00Z", "expires": until,
	})
	path := importsPath + "/" + mine.Post(importsPath, apptest.J{"url": address}).OK().Text("import.id")
	w.Clock.Advance(time.Hour)
	verifyDue(t, w)
	if got := mine.Get(path).OK(); got.Text("import.status") != "expired" {
		t.Errorf("after its end: %s", got.Body)
	}
}

func TestImportsFollowTheirOwner(t *testing.T) {
	t.Parallel()
	w, e := abroad(t)
	mine, second := signedInAs(t, w, "ada"), signedInAs(t, w, "ada2")
	own := mine.Post(importsPath, apptest.J{"url": e.hosted("/1", apptest.Email("ada2"))}).OK()
	second.Post(importsPath, apptest.J{"url": e.server.URL + "/1"}).OK()
	second.Post(importsPath, apptest.J{"document": string(e.signed("https://glass.example/1", "Glassblowing", apptest.Email("ada")))}).OK()
	if own.Text("import.recipient_match") != "no_match" {
		t.Errorf("before: %s", own.Body)
	}
	mine.Post("/v1/recipient/merge", addressAsked(t, w, mine, "ada2")).OK()
	verifyDue(t, w)
	if got := mine.Get(importsPath + "/" + own.Text("import.id")).OK(); got.Text("import.recipient_match") != "match" {
		t.Errorf("with the other address: %s", got.Body)
	}
	if n := imported(mine); n != 2 {
		t.Errorf("%d imports after the merge", n)
	}
	addresses := mine.Get("/v1/recipient/emails").OK()
	mine.Put(fmt.Sprint("/v1/recipient/emails/", addresses.Int("emails.1.id")), nil).OK()
	if n := imported(mine); n != 2 {
		t.Errorf("%d imports with another primary address", n)
	}

	files := unzipped(t, mine.Post(exportPath, apptest.J{}).OK().Body)
	if listed := files["imported.json"]; !strings.Contains(listed, `"Glassblowing"`) || !strings.Contains(listed, `"signature_good"`) {
		t.Errorf("imported.json is %s", listed)
	}
	if original := files["imported/"+own.Text("import.id")+".json"]; !strings.Contains(original, `"Assertion"`) {
		t.Errorf("the original is %q", original)
	}

	signedInAs(t, w, "ada").Delete("/v1/recipient/account").OK()
	if n := w.Number("select count(*) from imported_credentials"); n != 0 {
		t.Errorf("%d imports are left of a deleted account", n)
	}
	w.Clock.Advance(2 * time.Hour)
	if _, err := w.App.Imported.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left := w.Files("imported/"); len(left) != 0 || w.Number("select count(*) from imported_files") != 0 {
		t.Errorf("files are left: %v", left)
	}
}
