package archtest

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

var (
	triggerInSchema = regexp.MustCompile(`(?m)^CREATE TRIGGER (\w+) .*? ON (\w+) `)
	triggerRow      = regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (`[^|]*`) \\|")
	quotedName      = regexp.MustCompile("`(\\w+)`")
)

// TestEveryTriggerIsDocumented compares the triggers of the schema with docs/architecture.md, which gives the reason for each.
func TestEveryTriggerIsDocumented(t *testing.T) {
	t.Parallel()
	read := func(name string) string {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	exist, listed := map[string]bool{}, map[string]bool{}
	for _, m := range triggerInSchema.FindAllStringSubmatch(read("migrations/schema.sql"), -1) {
		exist[m[2]+": "+m[1]] = true
	}
	for _, row := range triggerRow.FindAllStringSubmatch(read("docs/architecture.md"), -1) {
		for _, name := range quotedName.FindAllStringSubmatch(row[2], -1) {
			listed[row[1]+": "+name[1]] = true
		}
	}
	if len(exist) == 0 || !maps.Equal(exist, listed) {
		t.Errorf("the schema has the triggers %v, docs/architecture.md lists %v", slices.Sorted(maps.Keys(exist)), slices.Sorted(maps.Keys(listed)))
	}
}
