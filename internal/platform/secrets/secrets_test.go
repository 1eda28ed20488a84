package secrets_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"laurel/internal/platform/secrets"
)

func TestTokensDifferAndCarryPrefixAndChecksum(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		token := secrets.NewToken("lrl_key_")
		if seen[token] || !secrets.TokenShaped("lrl_key_", token) || len(token) != 8+43+6 {
			t.Fatalf("token %s", token)
		}
		seen[token] = true
	}
}

func TestTokensWithAMistakeAreNotShaped(t *testing.T) {
	token := secrets.NewToken("lrl_")
	for name, changed := range map[string]string{
		"empty":        "",
		"cut":          token[:len(token)-1],
		"other prefix": "xyz_" + token[4:],
		"one letter":   token[:10] + string(token[10]^1) + token[11:],
		"longer":       token + "0",
	} {
		if secrets.TokenShaped("lrl_", changed) {
			t.Errorf("%s passes: %s", name, changed)
		}
	}
}

func TestHashTokenIsStable(t *testing.T) {
	if a, b := secrets.HashToken("x"), secrets.HashToken("x"); !bytes.Equal(a, b) || len(a) != 32 || bytes.Equal(a, secrets.HashToken("y")) {
		t.Error("hash differs for the same token, or not for another")
	}
}

func TestEqual(t *testing.T) {
	if !secrets.Equal("same", "same") || secrets.Equal("same", "other") || secrets.Equal("", "x") {
		t.Error("wrong answer")
	}
}

func ring(t *testing.T, keys ...byte) *secrets.Keyring {
	t.Helper()
	var all [][]byte
	for _, k := range keys {
		all = append(all, bytes.Repeat([]byte{k}, 32))
	}
	r, err := secrets.NewKeyring(all...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestSealedValuesOpenAgainAndLookDifferentEachTime(t *testing.T) {
	r := ring(t, 1)
	a, b := r.Seal([]byte("smtp password"), "mail:1"), r.Seal([]byte("smtp password"), "mail:1")
	if bytes.Equal(a, b) || bytes.Contains(a, []byte("smtp")) {
		t.Error("the sealed value tells something")
	}
	if plain, err := r.Open(a, "mail:1"); err != nil || string(plain) != "smtp password" {
		t.Errorf("opened %q, %v", plain, err)
	}
}

func TestSealedValuesAreRefused(t *testing.T) {
	r := ring(t, 1)
	sealed := r.Seal([]byte("x"), "mail:1")
	changed := bytes.Clone(sealed)
	changed[len(changed)-1] ^= 1
	for name, open := range map[string]func() ([]byte, error){
		"in another place": func() ([]byte, error) { return r.Open(sealed, "mail:2") },
		"changed":          func() ([]byte, error) { return r.Open(changed, "mail:1") },
		"cut":              func() ([]byte, error) { return r.Open(sealed[:5], "mail:1") },
		"empty":            func() ([]byte, error) { return r.Open(nil, "mail:1") },
		"by another key":   func() ([]byte, error) { return ring(t, 2).Open(sealed, "mail:1") },
	} {
		if _, err := open(); !errors.Is(err, secrets.ErrUnreadable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestARotatedKeyStillOpens(t *testing.T) {
	sealed := ring(t, 1).Seal([]byte("old"), "c")
	both := ring(t, 2, 1)
	if plain, err := both.Open(sealed, "c"); err != nil || string(plain) != "old" {
		t.Errorf("opened %q, %v", plain, err)
	}
	if plain, err := ring(t, 2).Open(both.Seal([]byte("new"), "c"), "c"); err != nil || string(plain) != "new" {
		t.Errorf("the new key does not seal: %q, %v", plain, err)
	}
}

func TestKeysOfTheWrongLengthAreRefused(t *testing.T) {
	if _, err := secrets.NewKeyring(make([]byte, 16)); err == nil {
		t.Error("accepted 16 bytes")
	}
	if _, err := secrets.NewKeyring(); err == nil {
		t.Error("accepted no key")
	}
}

func TestPasswords(t *testing.T) {
	p, ctx := secrets.NewPasswords(), t.Context()
	hash, err := p.Hash(ctx, "correct horse")
	if err != nil || !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Fatalf("hash %q, %v", hash, err)
	}
	for name, row := range map[string]struct {
		hash, password string
		want           bool
	}{
		"right":                             {hash, "correct horse", true},
		"wrong":                             {hash, "correct horsf", false},
		"empty":                             {hash, "", false},
		"nobody":                            {"", "correct horse", false},
		"nobody, empty":                     {"", "", false},
		"a hash made at another cost (m=8)": {"$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "x", false},
	} {
		if got, err := p.Verify(ctx, row.hash, row.password); err != nil || got != row.want {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	for _, broken := range []string{"plain", "$2b$10$bcrypt", "$argon2id$v=19$m=8,t=0,p=1$AAAA$AAAA"} {
		if ok, err := p.Verify(ctx, broken, "x"); ok || err == nil {
			t.Errorf("broken hash %q: %v, %v", broken, ok, err)
		}
	}
}

func TestPasswordsGiveUpWithTheirCaller(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := secrets.NewPasswords().Hash(ctx, "x"); !errors.Is(err, context.Canceled) {
		t.Errorf("hashing goes on for a caller that left: %v", err)
	}
}

func TestATokenGivesItsBitsBack(t *testing.T) {
	t.Parallel()
	for _, raw := range [][32]byte{{}, {0: 255, 31: 1}, {31: 7}} {
		token := secrets.TokenOf("laurel_test_", raw)
		if got, ok := secrets.Raw("laurel_test_", token); !ok || got != raw {
			t.Errorf("%s: %x, %v; want %x", token, got, ok, raw)
		}
	}
	largest := [32]byte{}
	for i := range largest {
		largest[i] = 255
	}
	if got, ok := secrets.Raw("laurel_test_", secrets.TokenOf("laurel_test_", largest)); !ok || got != largest {
		t.Errorf("the largest value: %x, %v", got, ok)
	}
	for _, wrong := range []string{"", "laurel_test_x", "laurel_other_" + strings.Repeat("0", 49)} {
		if _, ok := secrets.Raw("laurel_test_", wrong); ok {
			t.Errorf("%q is a token", wrong)
		}
	}
}

func TestMACsDifferByKeyAndData(t *testing.T) {
	t.Parallel()
	old, both := ring(t, 1), ring(t, 2, 1)
	if got := both.MACs("a"); len(got) != 2 || !bytes.Equal(got[1], old.MACs("a")[0]) || bytes.Equal(got[0], got[1]) {
		t.Errorf("%x beside %x", got, old.MACs("a"))
	}
	if bytes.Equal(old.MACs("a")[0], old.MACs("b")[0]) {
		t.Error("different data has the same MAC")
	}
}
