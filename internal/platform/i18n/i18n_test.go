package i18n_test

import (
	"testing"
	"testing/fstest"

	"laurel/internal/platform/i18n"
	"laurel/locales"
)

func bundle(t *testing.T) *i18n.Bundle {
	t.Helper()
	b, err := i18n.Load(fstest.MapFS{
		"en/errors.json": {Data: []byte(`{"errors":{"design":{"in_use":"In use by {{name}}"},"access_denied":"You may not {{action}}"}}`)},
		"en/team.json": {Data: []byte(`{
			"permissions":{"manage_designs":"manage designs"},"mails_one":"{{count}} mail","mails_other":"{{count}} mails"}`)},
		"ar/team.json": {Data: []byte(`{"mails_two":"رسالتان","mails_other":"{{count}} رسالة"}`)},
	})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestTexts(t *testing.T) {
	t.Parallel()
	b := bundle(t)
	for name, c := range map[string]struct {
		lang, key string
		params    map[string]any
		want      string
	}{
		"placeholder":                {"en", "errors.design.in_use", map[string]any{"name": "Nurses"}, "In use by Nurses"},
		"a value is no template":     {"en", "errors.design.in_use", map[string]any{"name": "{{x}}", "x": "y"}, "In use by {{x}}"},
		"permission in words":        {"en", "errors.access_denied", map[string]any{"action": "manage_designs"}, "You may not manage designs"},
		"one":                        {"en", "mails", map[string]any{"count": 1}, "1 mail"},
		"many":                       {"en", "mails", map[string]any{"count": 3}, "3 mails"},
		"dual":                       {"ar", "mails", map[string]any{"count": 2}, "رسالتان"},
		"missing falls back":         {"ar", "errors.design.in_use", map[string]any{"name": "x"}, "In use by x"},
		"language without a file":    {"sl", "mails", map[string]any{"count": 1}, "1 mail"},
		"unknown key is never shown": {"en", "errors.some.odd_code", nil, "odd code"},
	} {
		if got := b.Text(c.lang, c.key, c.params); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestNegotiate(t *testing.T) {
	t.Parallel()
	b := bundle(t)
	for header, want := range map[string]string{"": "en", "ar-EG,en;q=0.5": "ar", "xx": "en", ";;;": "en", "en-GB": "en"} {
		if got := b.Negotiate(header); got != want {
			t.Errorf("%q: %s, want %s", header, got, want)
		}
	}
}

func TestTheFilesOfALanguageAreOneTree(t *testing.T) {
	t.Parallel()
	merged, ok := bundle(t).JSON("en")
	want := `{"errors":{"access_denied":"You may not {{action}}","design":{"in_use":"In use by {{name}}"}},` +
		`"mails_one":"{{count}} mail","mails_other":"{{count}} mails","permissions":{"manage_designs":"manage designs"}}` + "\n"
	if !ok || string(merged) != want {
		t.Errorf("%t %s", ok, merged)
	}
	if _, ok := bundle(t).JSON("sl"); ok {
		t.Error("a language without texts has some")
	}
}

func TestAnAreaIsInOneFile(t *testing.T) {
	t.Parallel()
	_, err := i18n.Load(fstest.MapFS{
		"en/a.json": {Data: []byte(`{"errors":{"one":"One"}}`)},
		"en/b.json": {Data: []byte(`{"errors":{"two":"Two"}}`)},
	})
	if err == nil || err.Error() != `read en/b.json: "errors" is also in another file` {
		t.Errorf("%v", err)
	}
}

func TestTheProductsTextsLoad(t *testing.T) {
	t.Parallel()
	if _, err := i18n.Load(locales.Files); err != nil {
		t.Fatal(err)
	}
}
