package attributes

import (
	"encoding/json"
	"os"
	"testing"
)

// The browser reads the same table: web/src/features/attributes.
func TestNamesFollowTheTableSharedWithTheBrowser(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/names.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct{ Name, Key, Error, Why string }
	if err := json.Unmarshal(data, &rows); err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		name := tidy(row.Name)
		problem, _ := nameProblem(name)
		key := ""
		if problem == "" {
			key, err = taken(nil).keyFor(name, 0)
		}
		if err != nil || problem != row.Error || key != row.Key {
			t.Errorf("%q (%s): key %q, problem %q, error %v; want key %q, problem %q",
				row.Name, row.Why, key, problem, err, row.Key, row.Error)
		}
	}
}
