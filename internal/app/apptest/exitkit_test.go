package apptest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	_ "image/jpeg" // what pictures are
	_ "image/png"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"laurel/internal/app"
	"laurel/internal/app/apptest"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/config"
	"laurel/internal/trust/badges"
	"laurel/internal/trust/verification"
)

// laurel runs the real program with some settings and returns what it printed.
func laurel(t *testing.T, settings map[string]string, args ...string) (out string, err error) {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatalf("build the program: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH")}
	for name, value := range settings {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	printed, err := cmd.CombinedOutput()
	return string(printed), err
}

// hosted is a plain file server at an address that no Laurel answers at.
func hosted(t *testing.T, listener net.Listener, folder string) {
	t.Helper()
	server := &http.Server{Handler: http.FileServer(http.Dir(folder)), ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
}

// kitted is a Laurel whose exit kit lies on a plain file server, and which was stopped.
type kitted struct {
	t      *testing.T
	origin string
	folder string
	cfg    config.Config
	ids    map[string]string // state to uuid
	copies map[string][]byte // state to the signed form that was handed out before anything was withdrawn
	older  map[string][]byte // the same of assertions
	issued map[string]apptest.Reply

	group   string // its page
	design  string // the address of its picture as verifiers know it
	picture []byte // of the group, as its page showed it
}

// kit issues credentials, brings them into their states, exports them with the program beside the running server, and stops it.
func kit(t *testing.T, states ...string) *kitted {
	t.Helper()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := strconv.Itoa(listener.Addr().(*net.TCPAddr).Port)
	k := &kitted{
		t: t, origin: "http://localhost:" + port, folder: filepath.Join(t.TempDir(), "kit"),
		ids: map[string]string{}, copies: map[string][]byte{}, older: map[string][]byte{}, issued: map[string]apptest.Reply{},
	}
	settings := apptest.Settings(t)
	settings["LAUREL_PUBLIC_URL"], settings["LAUREL_VC_JWT"] = k.origin, "true"
	if k.cfg, err = config.Load(func(name string) string { return settings[name] }); err != nil {
		t.Fatal(err)
	}
	w := apptest.NewWith(t, settings)
	owner := w.Issuer("Guild")
	design := owner.Post("/v1/certificate_designs/create", apptest.J{"design": apptest.J{"name": "Badge", "kind": "badge"}}).OK().Int("design.id")
	group := owner.Post("/v1/issuer/groups", apptest.J{"group": apptest.J{
		"name": "Weaving", "course_name": "Weaving", "certificate_design_id": owner.Design("Certificate"), "badge_design_id": design, "language": "ar",
		"grade_bands": []apptest.J{{"from": 75, "name": "Merit"}}, "criteria": "Weave a cloth.", "criteria_url": "https://guild.example/rules",
		"alignments": []apptest.J{{"name": "Weaver", "url": "https://esco.example/weaver", "framework": "ESCO"}},
	}}).OK().Int("group.id")
	for _, state := range states {
		k.issue(w, owner.Client, group, state)
	}
	k.group = fmt.Sprint("group/", group)
	_, picture, _ := strings.Cut(w.Nobody().Get("/v1/public/groups/"+strconv.FormatInt(group, 10)).OK().Text("group.image_url"), k.origin)
	k.picture = w.Nobody().Get(picture).OK().Body
	k.design, _, _ = strings.Cut(picture, "?")
	out, err := laurel(t, settings, "export", "--department", strconv.FormatInt(owner.Department, 10), "--to", k.folder)
	if err != nil || strings.Contains(out, "could not be made") {
		t.Fatalf("export: %v\n%s", err, out)
	}
	w.Stop()
	hosted(t, listener, filepath.Join(k.folder, "site"))
	return k
}

// prove adds a public file, a private link and a hidden text to the published credential.
func (k *kitted) prove(owner apptest.Client) {
	k.t.Helper()
	path := "/v1/credentials/" + k.ids["published"] + "/evidence_items"
	for _, item := range []apptest.J{
		{"category": "file", "description": "Cloth", "file": owner.Upload("evidence", "cloth.txt", []byte("a cloth"))},
		{"category": "url", "description": "Loom", "url": "https://guild.example/loom", "visibility": "private"},
		{"category": "url", "description": "Hidden loom", "url": "https://guild.example/hidden", "hidden": true},
	} {
		owner.Post(path, apptest.J{"evidence_item": item}).OK()
	}
}

func (k *kitted) issue(w *apptest.World, owner apptest.Client, group int64, state string) {
	k.t.Helper()
	more := apptest.J{"expired_on": "2090-01-31", "grade": 75, "private": state == "private"}
	reply := owner.Issued(group, state, more)
	id := reply.Text("credential.uuid")
	k.ids[state], k.issued[state] = id, reply
	if state == "published" {
		k.prove(owner)
	}
	if state != "private" {
		k.copies[state] = signedForm(w, reply).Body
		k.older[state] = w.Nobody().Get("/v1/obi/badge_assertions/" + id).OK().Body
	}
	path := "/v1/credentials/" + id
	switch state {
	case "expired":
		owner.Put(path, apptest.J{"credential": apptest.J{"issued_on": "2020-01-01", "expired_on": "2020-12-31"}}).OK()
	case "suspended":
		owner.Post(path+"/suspend", apptest.J{"reason": "Under review"}).OK()
	case "revoked":
		owner.Post(path+"/revoke", misconduct).OK()
	case "deleted":
		owner.Delete(path).OK()
	}
}

// says fails the test unless a verifier that has only the network to go by comes to a verdict.
func (k *kitted) says(what string, in verification.Input, want verification.Verdict) {
	k.t.Helper()
	got := app.Verifier(k.cfg, clock.System{}, nil).Verify(k.t.Context(), in)
	if got.Verdict != want {
		k.t.Errorf("%s: %s; want %s\n%+v", what, got.Verdict, want, got.Steps)
	}
}

func (k *kitted) read(name string) []byte {
	k.t.Helper()
	data, err := os.ReadFile(filepath.Join(k.folder, name))
	if err != nil {
		k.t.Fatal(err)
	}
	return data
}

func TestAnExitKit(t *testing.T) {
	t.Parallel()
	k := kit(t, "published", "expired", "suspended", "revoked", "deleted", "private")
	t.Run("tells nobody what is private", k.tellsNobody)
	t.Run("holds pages and documents", k.holds)
	t.Run("holds evidence, drawings and learner records", k.holdsWhatIsBeside)
	t.Run("verifies from a plain file server", k.verifies)
}

func (k *kitted) verifies(t *testing.T) {
	text := func(s string) verification.Input { return verification.Input{Text: s} }
	for state, want := range map[string]verification.Verdict{
		"published": verification.Valid, "expired": verification.Expired, "suspended": verification.Suspended, "revoked": verification.Revoked,
	} {
		id := k.ids[state]
		signed := k.read("site/v1/openbadges/credentials/" + id)
		k.says(state+", the signed form", verification.Input{File: signed}, want)
		for _, path := range []string{"/v1/openbadges/credentials/" + id, "/" + id, "/" + k.issued[state].Text("credential.encoded_id"), "/v1/obi/badge_assertions/" + id} {
			k.says(state+", "+path, text(k.origin+path), want)
		}
		k.says(state+", its token", verification.Input{File: k.read("site/" + id + "/credential.jwt")}, want)
		k.says(state+", its PDF", verification.Input{File: k.read("site/" + id + "/certificate.pdf")}, want)
		k.says(state+", its badge", verification.Input{File: k.read("site/v1/frontend/credential_website_embed_image/badge/" + id)}, want)
	}
	// What people kept from before.
	k.says("a copy", verification.Input{File: k.copies["published"]}, verification.Valid)
	k.says("an older copy", verification.Input{File: k.older["published"]}, verification.Valid)
	k.says("a copy from before it was revoked", verification.Input{File: k.copies["revoked"]}, verification.Revoked)
	k.says("an older copy from before it was revoked", verification.Input{File: k.older["revoked"]}, verification.Revoked)
	k.says("an older copy from before it was suspended", verification.Input{File: k.older["suspended"]}, verification.Suspended)
	k.says("a copy of a deleted one", verification.Input{File: k.copies["deleted"]}, verification.Revoked) // plain hosting cannot say 410
	k.says("an older copy of a deleted one", verification.Input{File: k.older["deleted"]}, verification.Revoked)
	changed := strings.Replace(string(k.copies["published"]), `"name":"published"`, `"name":"somebody else"`, 1)
	k.says("a changed copy", text(changed), verification.Changed)

	lists := filepath.Join(k.folder, "site", "d")
	if err := os.Rename(lists, lists+".away"); err != nil {
		t.Fatal(err)
	}
	k.says("without the keys", verification.Input{File: k.copies["published"]}, verification.Unreachable)
}

var script = regexp.MustCompile(`(?i)<script|javascript:|\son\w+=`)

func (k *kitted) tellsNobody(t *testing.T) {
	id, key := k.ids["private"], keyOf(t, k.issued["private"])
	told := 0
	err := filepath.WalkDir(filepath.Join(k.folder, "site"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		told++
		for _, secret := range []string{id, key, k.issued["private"].Text("credential.encoded_id"), apptest.Email("published"), apptest.Email("private")} {
			if strings.Contains(path+string(data), secret) {
				t.Errorf("%s tells %s", path, secret)
			}
		}
		if filepath.Ext(path) == ".html" && filepath.Base(path) != "verifier.html" && script.Match(data) {
			t.Errorf("%s has a script: %s", path, data)
		}
		return nil
	})
	if err != nil || told < 12 {
		t.Fatalf("%d files, %v", told, err)
	}
	below := "private/" + key + "/"
	k.says("the private one, by whoever holds its file", verification.Input{File: k.read(below + "v1/openbadges/credentials/" + id)}, verification.Valid)
	if page := string(k.read(below + id + "/index.html")); !strings.Contains(page, "noindex") || !strings.Contains(page, "?key="+key) {
		t.Errorf("the private page: %s", page)
	}
	if info, err := os.Stat(filepath.Join(k.folder, "private")); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("others may read what is private: %v, %v", info, err)
	}
}

// alike reports whether two pictures show the same, whatever their formats lose.
func alike(t *testing.T, a, b []byte) bool {
	t.Helper()
	first, _, err := image.Decode(bytes.NewReader(a))
	if err != nil {
		t.Fatal(err)
	}
	second, _, err := image.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	size := first.Bounds()
	differing := 0
	for at := range size.Dx() * size.Dy() {
		_, one, _, _ := first.At(at%size.Dx(), at/size.Dx()).RGBA()
		_, other, _, _ := second.At(at%size.Dx(), at/size.Dx()).RGBA()
		if d := int(one>>8) - int(other>>8); d > 64 || d < -64 {
			differing++
		}
	}
	return size == second.Bounds() && differing < size.Dx()*size.Dy()/20_000
}

func (k *kitted) holds(t *testing.T) {
	page := string(k.read("site/" + k.ids["published"] + "/index.html"))
	for _, want := range []string{`lang="ar" dir="rtl"`, "<strong><bdi>published</bdi></strong>", "مُنحت إلى", `href="/d/`, "certificate.pdf", "credential.jwt", "<bdi>75\u200e%\u200e</bdi> · <bdi>Merit</bdi>"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s:\n%s", want, page)
		}
	}
	for _, path := range []string{k.ids["published"], k.group} {
		page := string(k.read("site/" + path + "/index.html"))
		for _, want := range []string{"Weave a cloth.", `href="https://guild.example/rules"`, `href="https://esco.example/weaver"`, "ESCO"} {
			if !strings.Contains(page, want) {
				t.Errorf("%s lacks %s:\n%s", path, want, page)
			}
		}
	}
	for path, served := range map[string][]byte{"openbadges/credentials/": k.copies["published"], "obi/badge_assertions/": k.older["published"]} {
		if got := k.read("site/v1/" + path + k.ids["published"]); !bytes.Equal(got, served) {
			t.Errorf("%s is not as it was served: %s; want %s", path, got, served)
		}
	}
	if document := k.read("site/" + k.ids["published"] + "/certificate.pdf"); !bytes.HasPrefix(document, []byte("%PDF-")) {
		t.Errorf("no PDF: %.40q", document)
	}
	if page := string(k.read("site/" + k.group + "/index.html")); !strings.Contains(page, `src="/`+k.group+`/picture.png"`) {
		t.Errorf("the page of the group shows another picture:\n%s", page)
	}
	for _, path := range []string{"/" + k.group + "/picture.png", k.design} {
		if got := k.read("site" + path); !strings.HasPrefix(string(got), "\x89PNG") || !alike(t, got, k.picture) {
			t.Errorf("%s is not as the page of the group showed it: %d bytes; want %d", path, len(got), len(k.picture))
		}
	}
	baked := k.read("site/v1/frontend/credential_website_embed_image/badge/" + k.ids["published"])
	if _, err := badges.Unbake(baked, badges.Keyword3); err != nil {
		t.Errorf("the badge carries no credential: %v", err)
	}
	verifier := string(k.read("site/verifier.html"))
	_, rest, _ := strings.Cut(verifier, `<script type="application/json" id="kept" data-date="20`)
	_, rest, _ = strings.Cut(rest, ">")
	block, _, _ := strings.Cut(rest, "</script>")
	var kept []struct{ ID string }
	if err := json.Unmarshal([]byte(block), &kept); err != nil || len(kept) != 3 || !strings.HasPrefix(kept[0].ID, "did:web:localhost") {
		t.Errorf("the page that verifies without a network holds %+v, %v", kept, err)
	}
	names := []string{}
	entries, err := os.ReadDir(k.folder)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if want := []string{"README.txt", "credentials.csv", "evidence", "nginx.conf", "private", "records", "records.csv", "site"}; err != nil || !slices.Equal(names, want) {
		t.Errorf("the folder holds %q, %v; want %q", names, err, want)
	}
}

func (k *kitted) holdsWhatIsBeside(t *testing.T) {
	id := k.ids["published"]
	page := string(k.read("site/" + id + "/index.html"))
	for _, want := range []string{"Cloth", "cloth.txt", "/v1/evidence_items/", "badge.svg"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s:\n%s", want, page)
		}
	}
	if strings.Contains(page, "oom") {
		t.Errorf("the page tells of evidence that is not public:\n%s", page)
	}
	var open, closed []struct {
		Title, Visibility string
		Hidden            bool
		File              struct{ Path, Name, Type string }
	}
	for name, to := range map[string]any{"site/" + id + "/evidence.json": &open, "evidence/" + id + "/evidence.json": &closed} {
		if err := json.Unmarshal(k.read(name), to); err != nil {
			t.Fatal(err)
		}
	}
	if len(open) != 1 || open[0].Title != "Cloth" || string(k.read("site/"+open[0].File.Path)) != "a cloth" {
		t.Errorf("public evidence is %+v", open)
	}
	if !strings.Contains(string(k.read("site/v1/openbadges/credentials/"+id)), k.origin+"/"+open[0].File.Path) {
		t.Error("the file is not where the signed badge says")
	}
	if len(closed) != 2 || closed[0].Visibility != "private" || !closed[1].Hidden {
		t.Errorf("other evidence is %+v", closed)
	}
	if drawing := k.read("site/" + id + "/badge.svg"); !bytes.Contains(drawing, []byte("<openbadges:credential")) {
		t.Errorf("the drawing carries no credential: %.200q", drawing)
	}
	k.says("the drawing", verification.Input{File: k.read("site/" + id + "/badge.svg")}, verification.Valid)
	lines := strings.Split(strings.TrimSpace(string(k.read("records.csv"))), "\n")
	if len(lines) != 4 { // published, expired and private ones, each of a recipient of their own
		t.Errorf("the records are %q", lines)
	}
	for _, line := range lines[1:] {
		cells := strings.Split(line, ",")
		if cells[0] == apptest.Email("published") {
			k.says("the learner record", verification.Input{File: k.read(cells[1])}, verification.Valid)
		}
	}
	for _, folder := range []string{"evidence", "records"} {
		if info, err := os.Stat(filepath.Join(k.folder, folder)); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("others may read %s: %v, %v", folder, info, err)
		}
	}
}

func keyOf(t *testing.T, issued apptest.Reply) string {
	t.Helper()
	_, key, found := strings.Cut(issued.Text("credential.url"), "?key=")
	if !found {
		t.Fatalf("no key in %s", issued.Body)
	}
	return key
}

func TestAnExportRefusesWhatItCannotDo(t *testing.T) {
	t.Parallel()
	settings := apptest.Settings(t)
	w := apptest.NewWith(t, settings)
	owner := w.Issuer("Guild")
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "kept.txt"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	fresh := filepath.Join(t.TempDir(), "new")
	own := strconv.FormatInt(owner.Department, 10)
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "usage: laurel export"}, {[]string{"--department", own}, "usage: laurel export"},
		{[]string{"--department", "999999", "--to", fresh}, "no such department"},
		{[]string{"--department", own, "--to", fresh}, "has issued nothing"},
	} {
		if out, err := laurel(t, settings, append([]string{"export"}, c.args...)...); err == nil || !strings.Contains(out, c.want) {
			t.Errorf("%q: %v, %s; want %q", c.args, err, out, c.want)
		}
	}
	owner.Issued(owner.Group("Weaving"), "ada")
	if out, err := laurel(t, settings, "export", "--department", own, "--to", full); err == nil || !strings.Contains(out, "is not empty") {
		t.Errorf("a folder with something in it: %v, %s", err, out)
	}
	if entries, _ := os.ReadDir(full); len(entries) != 1 {
		t.Errorf("it left something there: %v", entries)
	}
}
