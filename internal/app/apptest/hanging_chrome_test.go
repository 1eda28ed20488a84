package apptest_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"laurel/internal/app/apptest"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/operations/publishing"
)

// stopChrome stops the processes of a Chrome whose files lie in a folder, as a machine that swaps does.
func stopChrome(t *testing.T, folder string) {
	t.Helper()
	all := mentions(folder)
	if len(all) == 0 {
		t.Fatal("no Chrome runs")
	}
	for _, name := range all {
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(name)))
		if err != nil {
			t.Fatal(err)
		}
		_ = syscall.Kill(pid, syscall.SIGSTOP)
	}
}

func TestPagesAreAnsweredWhileChromeHangsAndDocumentsAreMadeAfterwards(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	settings := apptest.Settings(t)
	folder := passable(t)
	settings["TMPDIR"] = folder
	onlooker := open(t, settings)
	by := newDepartment(t, onlooker)
	ids := draft(t, onlooker, by, newGroup(t, onlooker, by), 3)
	if _, err := onlooker.Publishing.Start(t.Context(), by, publishing.Request{Selection: credentialsearch.Selection{IDs: ids}}); err != nil {
		t.Fatal(err)
	}
	p := serve(t, settings)
	apptest.Eventually(t, "the documents to be made", func() bool {
		return apptest.Number(t, onlooker, "select count(distinct credential_id) from kept_documents") == 3
	})
	issued, err := onlooker.Credentials.ReadIssued(t.Context(), by.DepartmentID, ids)
	if err != nil {
		t.Fatal(err)
	}
	ref := issued[0].UUID.String()
	paper := func(i int) string {
		return fmt.Sprintf("%s/v1/credentials/generate_certificate_pdf?credential_id=%s&mode=print", p.url, issued[i].UUID)
	}
	// A Chrome that a busy machine made fail is started again by the next document.
	for i := 1; i < len(issued) && len(mentions(folder)) == 0; i++ {
		_ = textOf(t, paper(i))
	}
	stopChrome(t, folder)
	for path, want := range map[string]string{
		"/" + ref: "<html", "/v1/public/credentials/" + ref: ref, "/v1/openbadges/credentials/" + ref: "proof", "/healthz": "ok", "/readyz": `"ready":true`,
	} {
		if got := textOf(t, p.url+path); !strings.Contains(got, want) {
			t.Errorf("%s is answered %.300s", path, got)
		}
	}
	apptest.Eventually(t, "another Chrome to make the document", func() bool { return bytes.HasPrefix([]byte(textOf(t, paper(0))), []byte("%PDF")) })
	if err := p.stop(); err != nil {
		t.Errorf("it does not stop cleanly: %v", err)
	}
	apptest.Eventually(t, "no process to be left", func() bool { return len(mentions(folder)) == 0 })
}
