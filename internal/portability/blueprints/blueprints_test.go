package blueprints

import (
	"slices"
	"strings"
	"testing"
)

func TestFileNamesSupportAnyScript(t *testing.T) {
	t.Parallel()
	taken := map[string]bool{}
	for _, c := range []struct{ name, file string }{
		{"Weaving & Dyeing", "groups/weaving-dyeing.json"},
		{"weaving / dyeing", "groups/weaving-dyeing-" + hashed("weaving / dyeing") + ".json"},
		{"介護実務研修 2026", "groups/介護実務研修-2026.json"},
		{"../../etc/passwd", "groups/etc-passwd.json"},
		{"★", "groups/" + hashed("★") + ".json"},
		{strings.Repeat("long ", 40), "groups/" + strings.TrimRight(strings.Repeat("long-", 10)[:48], "-") + ".json"},
	} {
		if got := fileOf("groups", "", c.name, taken); got != c.file {
			t.Errorf("%q has the file %s; want %s", c.name, got, c.file)
		}
	}
}

func TestDifferencesAreListedByField(t *testing.T) {
	t.Parallel()
	before := map[string]any{"a": 1, "list": []any{"x", "y"}, "same": map[string]any{"k": "v"}, "gone": true, "deep": []any{map[string]any{"left": "1%"}}}
	after := map[string]any{"a": 2, "list": []any{"x"}, "same": map[string]any{"k": "v"}, "new": nil, "deep": []any{map[string]any{"left": "2%"}}}
	got, err := differences(before, after)
	want := []string{`a: 1 → 2`, `deep.0.left: "1%" → "2%"`, `gone: true → nothing`, `list: ["x", "y"] → ["x"]`}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q %v", got, err)
	}
}
