package pg_test

import (
	"testing"

	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/pg"
)

func TestContainingFindsTheTermLiterally(t *testing.T) {
	t.Parallel()
	pool := dbtest.Pool(t)
	for _, tc := range []struct {
		text, term string
		found      bool
	}{
		{"Weaving", "eav", true}, {"Weaving", "", true}, {"100 %", "100 %", true}, {"1000", "100%", false},
		{"a_b", "a_b", true}, {"axb", "a_b", false}, {`a\b`, `a\b`, true}, {`a%b`, `a\%b`, false},
	} {
		var found bool
		if err := pool.QueryRow(t.Context(), "select $1::text like $2", tc.text, pg.Containing(tc.term)).Scan(&found); err != nil {
			t.Fatal(err)
		}
		if found != tc.found {
			t.Errorf("%q in %q: %v", tc.term, tc.text, found)
		}
	}
}
