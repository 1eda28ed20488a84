package secrets

import (
	"crypto/rand"
	"math/big"
	"strings"
)

// keyLength is the number of random base62 digits of a key: 178 bits, short enough to paste into a settings page.
const keyLength = 30

// NewKey makes a key that programs use, in the form that scanners of leaked secrets know: the prefix, 30 random base62 digits
// and 6 of their checksum.
func NewKey(prefix string) string {
	most := new(big.Int).Exp(big.NewInt(int64(len(alphabet))), big.NewInt(keyLength), nil)
	n, _ := rand.Int(rand.Reader, most) // never fails: the program would end
	body := prefix + base62(n, keyLength)
	return body + checksum(body)
}

// KeyShaped tells whether key could have been made by NewKey with that prefix.
func KeyShaped(prefix, key string) bool {
	if len(key) != len(prefix)+keyLength+checksumLength || !strings.HasPrefix(key, prefix) {
		return false
	}
	body := key[:len(key)-checksumLength]
	return checksum(body) == key[len(body):]
}
