package apptest_test

import (
	"fmt"
	"testing"

	"laurel/internal/app/apptest"
	"laurel/internal/platform/clamd"
	"laurel/internal/supplements/evidence"
)

// scanned is a Laurel whose files are looked at by a daemon.
func scanned(t *testing.T, f *clamd.Fake) *apptest.World {
	t.Helper()
	if err := f.Start("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Stop)
	settings := apptest.Settings(t)
	settings["LAUREL_CLAMD"] = "tcp://" + f.Address()
	return apptest.NewWith(t, settings)
}

func TestAFileIsHandedOutOnceTheScannerFoundItClean(t *testing.T) {
	t.Parallel()
	w := scanned(t, &clamd.Fake{})
	owner := w.Issuer("owner")
	credential := owner.Issued(owner.Group("Weaving"), "ada")
	at := evidenceOf(credential)
	add := func(name, content string) apptest.Reply {
		return owner.Post(at, item(apptest.J{"description": name, "category": "file", "file": owner.Upload("evidence", name, []byte(content))})).OK()
	}
	good, bad := add("good.txt", "warp"), add("bad.txt", clamd.Infected)
	link := owner.Post(at, item(apptest.J{"description": "x", "category": "url", "url": "https://example.org"})).OK()
	if good.Text("evidence_item.scan_state") != "pending" || good.At("evidence_item.file.url") != nil || link.Text("evidence_item.scan_state") != "not_scanned" {
		t.Errorf("before anybody looked: %s and %s", good.Body, link.Body)
	}
	file := func(made apptest.Reply) string {
		return "/v1/evidence_items/" + made.Text("evidence_item.uuid") + "/file"
	}
	w.Nobody().Get(file(good)).Refused(404, "evidence.no_file")
	w.Work()
	fetched(t, w.Nobody().Get(file(good)))
	w.Nobody().Get(file(bad)).Refused(404, "evidence.no_file")
	now := owner.Get(at).OK()
	if now.Text("evidence_items.0.scan_state") != "clean" || now.Text("evidence_items.1.scan_state") != "blocked" || now.At("evidence_items.1.file.url") != nil {
		t.Errorf("after somebody looked: %s", now.Body)
	}
	history := owner.Get("/v1/credentials/" + credential.Text("credential.uuid") + "/history").OK()
	if history.Text("events.0.action") != "evidence.blocked" || history.Text("events.0.details.malware") != "Fake.Malware-1" {
		t.Errorf("the history begins %s", history.Body)
	}
	if shown := w.Nobody().Get("/v1/public/credentials/" + credential.Text("credential.uuid")).OK().At("credential.evidence").([]any); len(shown) != 2 {
		t.Errorf("the public sees %d pieces", len(shown))
	}
}

func TestFilesWaitWhileTheScannerGivesNoVerdict(t *testing.T) {
	t.Parallel()
	f := &clamd.Fake{Reply: "stream: Database reload ERROR"}
	w := scanned(t, f)
	owner := w.Issuer("owner")
	credential := owner.Issued(owner.Group("Weaving"), "ada")
	made := owner.Post(evidenceOf(credential), item(apptest.J{"description": "a", "category": "file", "file": owner.Upload("evidence", "a.txt", []byte("warp"))})).OK()
	job := evidence.ScanFile{DepartmentID: owner.Department, CredentialID: credential.Int("credential.accredible_internal_id"), ItemID: made.Int("evidence_item.id")}
	look := func() error { return w.App.Evidence.Scan(t.Context(), job) }
	waits := func(when string) {
		t.Helper()
		if err := look(); err == nil {
			t.Errorf("%s the file counts as looked at", when)
		}
		if state := w.Text("select scan from evidence_items"); state != "pending" {
			t.Errorf("%s it is %s", when, state)
		}
		w.Nobody().Get("/v1/evidence_items/"+made.Text("evidence_item.uuid")+"/file").Refused(404, "evidence.no_file")
	}
	waits("while the scanner fails")
	address := f.Address()
	f.Stop()
	waits("while the scanner is down")
	back := &clamd.Fake{}
	if err := back.Start("tcp", address); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(back.Stop)
	for range 2 { // a job may run twice
		if err := look(); err != nil {
			t.Fatal(err)
		}
	}
	fetched(t, w.Nobody().Get("/v1/evidence_items/"+made.Text("evidence_item.uuid")+"/file"))
	owner.Delete(fmt.Sprint(evidenceOf(credential), "/", job.ItemID)).OK()
	if err := look(); err != nil {
		t.Errorf("of an item that is gone: %v", err)
	}
}
