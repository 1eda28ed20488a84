package secrets

import (
	"crypto/rand"
	"math/big"
	"strings"
)

// keyLength is the number of random base62 digits of a key: 178 bits, short enough to paste into a settings page.
const keyLength = 30

// NewKey returns an API key in a form that secret scanners recognise: the prefix, 30 random base62 digits and a checksum of 6 digits.
func NewKey(prefix string) string {
	most := new(big.Int).Exp(big.NewInt(int64(len(alphabet))), big.NewInt(keyLength), nil)
	n, _ := rand.Int(rand.Reader, most) // never fails: the program would end
	body := prefix + base62(n, keyLength)
	return body + checksum(body)
}

// KeyShaped reports whether key has the form that NewKey produces with the prefix.
func KeyShaped(prefix, key string) bool {
	if len(key) != len(prefix)+keyLength+checksumLength || !strings.HasPrefix(key, prefix) {
		return false
	}
	body := key[:len(key)-checksumLength]
	return checksum(body) == key[len(body):]
}
