package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"laurel/internal/trust/verification"
)

// badgeServer hosts a badge of Open Badges 2.0 and returns its address.
func badgeServer(t *testing.T) string {
	t.Helper()
	var origin string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer, ok := map[string]map[string]any{
			"/assertion": {
				"type": "Assertion", "id": origin + "/assertion", "badge": origin + "/class", "verification": map[string]any{"type": "hosted"},
				"recipient": map[string]any{"type": "email", "hashed": false, "identity": "ada\x1b[31m@example.org"}, "issuedOn": "2026-01-01T00:00:00Z",
			},
			"/ended": {
				"type": "Assertion", "id": origin + "/ended", "badge": origin + "/class", "verification": map[string]any{"type": "hosted"},
				"recipient": map[string]any{}, "issuedOn": "2020-01-01T00:00:00Z", "expires": "2021-01-01T00:00:00Z",
			},
			"/plain": {
				"type": "Assertion", "id": origin + "/plain", "badge": origin + "/class", "verification": map[string]any{"type": "hosted"},
				"recipient": map[string]any{"type": "email", "hashed": false, "identity": "ada@example.org"}, "issuedOn": "2026-01-01T00:00:00Z",
			},
			"/class":  {"type": "BadgeClass", "id": origin + "/class", "name": "Weaving", "issuer": origin + "/issuer"},
			"/issuer": {"type": "Issuer", "id": origin + "/issuer", "name": "Guild", "url": origin},
		}[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		_ = json.NewEncoder(w).Encode(answer)
	}))
	t.Cleanup(server.Close)
	origin = server.URL
	return origin
}

func TestTheCommandLineSaysWhetherACredentialHolds(t *testing.T) {
	t.Parallel()
	origin := badgeServer(t)
	dir := t.TempDir()
	trusted, file := filepath.Join(dir, "trusted"), filepath.Join(dir, "badge.json")
	if err := errors.Join(os.WriteFile(trusted, []byte(origin+"/issuer\n"), 0o600), os.WriteFile(file, []byte(`{"hello":"world"}`), 0o600)); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"LAUREL_FETCH_ALLOW": "127.0.0.1", "LAUREL_DATA_DIR": dir}
	verify := func(args ...string) (string, error) {
		var out, problems bytes.Buffer
		err := run(t.Context(), append([]string{"verify"}, args...), func(name string) string { return env[name] }, &out, &problems)
		return out.String(), err
	}
	for _, c := range []struct {
		what, says string
		code       exitCode
	}{
		{origin + "/assertion", "from an issuer we don’t know", 15},
		{origin + "/ended", "It was valid until 2021-01-01T00:00:00Z.", 13},
		{origin + "/nothing", "404 Not Found", 16},
		{"https://10.0.0.1/x", "not requested, because the address isn’t public", 16},
		{file, "It contains no credential.", 18},
	} {
		said, err := verify(c.what)
		var code exitCode
		if !errors.As(err, &code) || code != c.code || !strings.Contains(said, c.says) {
			t.Errorf("%s: %v\n%s", c.what, err, said)
		}
		if strings.Contains(said, "\x1b") {
			t.Errorf("%s steers the terminal: %q", c.what, said)
		}
	}
	env["LAUREL_TRUST_REGISTRIES"] = trusted
	if said, err := verify(origin + "/assertion"); err != nil || !strings.HasPrefix(said, "This credential is valid") || !strings.Contains(said, "Weaving") {
		t.Errorf("%v\n%s", err, said)
	}
	said, err := verify("--json", origin+"/assertion")
	var view struct{ Verdict string }
	if json.Unmarshal([]byte(said), &view) != nil || view.Verdict != "valid" || err != nil {
		t.Errorf("%v\n%s", err, said)
	}
	for _, args := range [][]string{{origin + "/assertion", "--json"}, {"--json", "--", origin + "/assertion"}} {
		if after, err := verify(args...); err != nil || !strings.HasPrefix(after, "{") {
			t.Errorf("%q: %v\n%s", args, err, after)
		}
	}
	if said, err := verify(origin+"/plain", "--email", "Ada@example.org"); err != nil || !strings.Contains(said, "issued to the email address you entered") {
		t.Errorf("the recipient's address: %v\n%s", err, said)
	}
	if _, err := verify("--email", "eve@example.org", origin+"/plain"); !errors.Is(err, wrongRecipient) {
		t.Errorf("somebody else's address: %v", err)
	}
	if _, err := verify("--email", "eve", origin+"/plain"); !errors.Is(err, errVerifyEmail) {
		t.Errorf("no address: %v", err)
	}
	if _, err := verify(); !errors.Is(err, errVerifyUsage) {
		t.Errorf("without anything: %v", err)
	}
}

func TestEveryVerdictButValidHasAnExitCodeOfItsOwn(t *testing.T) {
	t.Parallel()
	seen := map[exitCode]verification.Verdict{wrongRecipient: "of another recipient"}
	for _, verdict := range verification.Verdicts {
		code, known := verdictCodes[verdict]
		if before, twice := seen[code]; !known || twice || (code == 0) != (verdict == verification.Valid) {
			t.Errorf("%s ends with %d (known: %t, also: %s)", verdict, code, known, before)
		}
		seen[code] = verdict
	}
}

func TestFlagsMayFollowArgumentsAndOtherArgumentsAreRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args, arguments []string
		json            bool
	}{
		{[]string{"verify", "a", "--json"}, []string{"a"}, true},
		{[]string{"verify", "--json", "a"}, []string{"a"}, true},
		{[]string{"verify", "--", "--json"}, []string{"--json"}, false},
		{[]string{"verify", "-", "--json"}, []string{"-"}, true},
		{[]string{"fonts", "install", "Inter", "--", "-x"}, []string{"install", "Inter", "-x"}, false},
	} {
		o, err := read(c.args[0], c.args[1:], io.Discard)
		if err != nil || !slices.Equal(o.args, c.arguments) || o.asJSON != c.json {
			t.Errorf("%q: %q, json %t, %v", c.args, o.args, o.asJSON, err)
		}
	}
	for _, command := range []string{"serve", "work", "migrate", "demo", "export", "blueprint", "spreadsheets", "doctor"} {
		if _, err := read(command, []string{"stray"}, io.Discard); !errors.Is(err, errArguments) {
			t.Errorf("%s stray: %v", command, err)
		}
	}
}
