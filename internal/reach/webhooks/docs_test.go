package webhooks_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laurel/internal/reach/webhooks"
)

// signed is a request as it is sent, and whether a receiver with the secret believes it at a time. The browser's tests hold the
// helper in TypeScript against the same file.
type signed struct {
	Secret    string `json:"secret"`
	Signature string `json:"signature"`
	Body      string `json:"body"`
	Now       int64  `json:"now"`
	Believed  bool   `json:"believed"`
}

const at = 1773147600

func cases() []signed {
	body := `{"id":"0d1f6c0e-4f43-4a53-9f5e-6a0a4f3f3c11","type":"webhook.test","name":"Åsa"}`
	one := webhooks.Sign([]string{"first"}, time.Unix(at, 0), body)
	two := webhooks.Sign([]string{"second", "first"}, time.Unix(at, 0), body)
	return []signed{
		{"first", one, body, at, true},
		{"first", two, body, at + 300, true},
		{"second", two, body, at, true},
		{"second", one, body, at, false},
		{"first", one, body + " ", at, false},
		{"first", one, body, at + 301, false},
		{"first", one, body, at - 301, false},
		{"first", strings.Replace(one, "t=1", "t=2", 1), body, at, false},
		{"first", "", body, at, false},
		{"first", "t=,v1=", body, at, false},
	}
}

func TestTheSignedRequestsThatHelpersAreHeldAgainstAreSignedAsWeDo(t *testing.T) {
	t.Parallel()
	want, err := json.MarshalIndent(cases(), "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("testdata/signed.json")
	if err != nil || strings.TrimSpace(string(got)) != string(want) {
		t.Errorf("testdata/signed.json is not what Sign makes (%v); it makes\n%s", err, want)
	}
}

func TestTheDocumentedHelperInGoBelievesWhatWeSigned(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../../docs/webhooks.md")
	if err != nil {
		t.Fatal(err)
	}
	_, code, _ := strings.Cut(string(page), "```go\n")
	code, _, _ = strings.Cut(code, "```")
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module receiver\n\ngo 1.24\n", "verify.go": strings.Replace(code, "package webhook", "package main", 1), "main.go": `package main

import (
	"encoding/json"
	"os"
	"time"
)

func main() {
	var all []struct {
		Secret, Signature, Body string
		Now                     int64
	}
	if err := json.NewDecoder(os.Stdin).Decode(&all); err != nil {
		panic(err)
	}
	var believed []bool
	for _, c := range all {
		believed = append(believed, Verify(c.Secret, c.Signature, []byte(c.Body), time.Unix(c.Now, 0)))
	}
	_ = json.NewEncoder(os.Stdout).Encode(believed)
}
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	input, err := json.Marshal(cases())
	if err != nil {
		t.Fatal(err)
	}
	run := exec.CommandContext(t.Context(), "go", "run", ".")
	run.Dir, run.Stdin, run.Stderr = dir, strings.NewReader(string(input)), os.Stderr
	out, err := run.Output()
	if err != nil {
		t.Fatalf("run the helper: %v", err)
	}
	var believed []bool
	if err := json.Unmarshal(out, &believed); err != nil || len(believed) != len(cases()) {
		t.Fatalf("%v: %s", err, out)
	}
	for i, c := range cases() {
		if believed[i] != c.Believed {
			t.Errorf("case %d: believed %v, want %v", i+1, believed[i], c.Believed)
		}
	}
}
