package passwords

import (
	"slices"
	"strings"
	"testing"

	"laurel/internal/platform/errs"
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

func TestPasswordsThatAreEasyToGuessAreRefused(t *testing.T) {
	t.Parallel()
	for password, ok := range map[string]bool{
		"aaaaaaaaaa": false, "abcdefghij": false, "1234567890": false, "qwertyuiop": false, "Password123": false, "P@ssw0rd2024": false,
		"iloveyou1234": false, "adalovelace": false, "ada.lovelace1": false, "19870412198": false, "laurellaurel": false, "asdfghjkl;": false,
		"correct horse battery staple": true, "x7#Kq9!vTz2p": true, "viermal grüne Lampen": true, "سفينة تبحر نحو القمر": true, strings.Repeat("ö", 1000): false,
		"J4nuary-heron-crochet": true,
	} {
		var wrong errs.Fields
		Check(&wrong, password, "ada.lovelace@example.org", "Ada Lovelace")
		if (wrong.Err() == nil) != ok {
			t.Errorf("%q: %v", password, wrong.Err())
		}
	}
}
