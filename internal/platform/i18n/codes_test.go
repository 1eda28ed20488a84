package i18n_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"laurel/internal/platform/i18n"
	"laurel/locales"
)

var codes = []*regexp.Regexp{
	regexp.MustCompile(`errs\.New\([^,]+, "([a-z_.]+)"\)`),
	regexp.MustCompile(`\.Add\([^,\n]+, "([a-z_.]+)"`),
	regexp.MustCompile(`errs\.Field\([^,]+, "([a-z_.]+)"`),
}

// A code without a text would reach people as its own name.
func TestEveryRefusalHasItsWords(t *testing.T) {
	t.Parallel()
	b, err := i18n.Load(locales.Files)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	err = filepath.WalkDir("../..", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, pattern := range codes {
			for _, m := range pattern.FindAllStringSubmatch(string(source), -1) {
				seen++
				if !b.Has("errors." + m[1]) {
					t.Errorf("%s: %q has no text in locales/en/errors.json", path, m[1])
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 100 {
		t.Errorf("only %d codes found: the search is broken", seen)
	}
}
