package identity

import (
	"slices"
	"testing"
)

func TestCommonPasswordsAreFoundHoweverTheyAreWritten(t *testing.T) {
	t.Parallel()
	if !slices.IsSorted(common) || len(common) < 1000 {
		t.Fatalf("%d passwords, sorted %v: the search needs them sorted", len(common), slices.IsSorted(common))
	}
	cases := map[string]bool{
		"qwertyuiop": true, "QWERTYUIOP": true, "1234567890": true, "passwordpassword": true, "correct horse battery": false,
	}
	for password, want := range cases {
		if isCommon(password) != want {
			t.Errorf("%q: common %v", password, !want)
		}
	}
}
