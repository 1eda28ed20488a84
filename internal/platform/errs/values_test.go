package errs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"laurel/internal/platform/errs"
)

func TestValuesAreListedWithCommas(t *testing.T) {
	t.Parallel()
	type reason string
	if got := errs.Values([]reason{"issued_in_error", "other"}); got != "issued_in_error, other" {
		t.Errorf("got %q", got)
	}
}

func TestNoRefusalListsValuesInBracketsOfGo(t *testing.T) {
	t.Parallel()
	brackets := regexp.MustCompile(`"not_one_of", "values", (fmt\.Sprint|"\[)`)
	err := filepath.WalkDir("..", func(path string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		if found := brackets.Find(source); found != nil {
			t.Errorf("%s: %s", path, found)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
