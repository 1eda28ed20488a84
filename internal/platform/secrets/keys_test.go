package secrets

import (
	"regexp"
	"testing"
)

func TestKeysAreRecognisedOffline(t *testing.T) {
	t.Parallel()
	key := NewKey("laurel_live_")
	if !regexp.MustCompile(`^laurel_live_[0-9A-Za-z]{36}$`).MatchString(key) || key == NewKey("laurel_live_") {
		t.Fatalf("key %q", key)
	}
	cases := map[string]bool{
		key: true, "": false, key[1:]: false, key + "0": false, key[:len(key)-1] + "!": false,
		"laurel_test_" + key[12:]: false, key[:12] + swapped(key[12:]): false,
	}
	for given, want := range cases {
		if KeyShaped("laurel_live_", given) != want {
			t.Errorf("%q: shaped %v", given, !want)
		}
	}
}

// swapped changes the first digit to another one.
func swapped(s string) string {
	if s[0] == 'a' {
		return "b" + s[1:]
	}
	return "a" + s[1:]
}
