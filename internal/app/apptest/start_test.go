package apptest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

// shellBlocks finds the commands of a guide.
var shellBlocks = regexp.MustCompile("(?s)```sh\n(.*?)```")

// startCommands are the commands of the ten-minute start, in turn.
func startCommands(t *testing.T) string {
	t.Helper()
	guide, err := os.ReadFile("../../../docs/integrating.md")
	if err != nil {
		t.Fatal(err)
	}
	_, start, found := strings.Cut(string(guide), "\n## Ten-minute start\n")
	if !found {
		t.Fatal("docs/integrating.md has no ten-minute start")
	}
	start, _, _ = strings.Cut(start, "\n## ")
	script := "set -eu\n"
	for _, block := range shellBlocks.FindAllStringSubmatch(start, -1) {
		script += block[1]
	}
	return script
}

func TestTheTenMinuteStartEndsWithAPublishedCredentialAndItsPDF(t *testing.T) {
	t.Parallel()
	settings := apptest.Settings(t)
	settings["LAUREL_PUBLIC_URL"] = "http://laurel.example"
	w := apptest.NewWith(t, settings)
	key := strings.TrimPrefix(w.Issuer("owner").Key("write").Authorization, "Token token=")

	// The commands are run as they are written; curl finds the test's server where the guide's host is.
	server, err := url.Parse(w.Address())
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	settle := fmt.Sprintf("connect-to = laurel.example:80:%s\n", server.Host)
	if err := os.WriteFile(filepath.Join(folder, ".curlrc"), []byte(settle), 0o600); err != nil {
		t.Fatal(err)
	}
	run := exec.CommandContext(t.Context(), "bash", "-c", startCommands(t))
	run.Dir = folder
	run.Env = append(os.Environ(), "CURL_HOME="+folder, "LAUREL=http://laurel.example", "LAUREL_KEY="+key)
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}

	var read struct {
		Credential struct {
			ID, State string
			Approve   bool
		}
	}
	data, err := os.ReadFile(filepath.Join(folder, "credential.json"))
	if err != nil || json.Unmarshal(data, &read) != nil {
		t.Fatalf("%v: %s", err, data)
	}
	if c := read.Credential; c.ID != "weaving-2026-ada" || c.State != "published" || !c.Approve {
		t.Errorf("%+v", c)
	}
	pdf, err := os.ReadFile(filepath.Join(folder, "ada.pdf"))
	if err != nil || !bytes.HasPrefix(pdf, []byte("%PDF")) {
		t.Errorf("%v: %.40s", err, pdf)
	}
}
