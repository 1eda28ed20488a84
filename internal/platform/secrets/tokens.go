// Package secrets creates and verifies tokens, encrypted values and password hashes.
package secrets

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"hash/crc32"
	"math/big"
	"strings"
)

const (
	alphabet       = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	tokenBytes     = 32
	randomLength   = 43 // base62 digits that hold 256 bits
	checksumLength = 6  // base62 digits that hold 32 bits
)

// NewToken returns a token of 256 random bits. The prefix names its purpose, so that people and scanners recognise a leaked token. The
// checksum at the end detects a typing error without a database query.
func NewToken(prefix string) string {
	var raw [tokenBytes]byte
	_, _ = rand.Read(raw[:]) // never fails: the program would end
	return TokenOf(prefix, raw)
}

// TokenOf returns the token of 256 bits that were derived rather than drawn. Raw returns them again.
func TokenOf(prefix string, raw [tokenBytes]byte) string {
	body := prefix + base62(new(big.Int).SetBytes(raw[:]), randomLength)
	return body + checksum(body)
}

// Raw returns the 256 bits of a token with the prefix, and whether the token has the form that TokenOf produces.
func Raw(prefix, token string) (raw [tokenBytes]byte, ok bool) {
	if !TokenShaped(prefix, token) {
		return raw, false
	}
	n := new(big.Int)
	for _, digit := range token[len(prefix) : len(prefix)+randomLength] {
		at := strings.IndexRune(alphabet, digit)
		if at < 0 {
			return raw, false
		}
		n.Add(n.Mul(n, big.NewInt(int64(len(alphabet)))), big.NewInt(int64(at)))
	}
	if n.BitLen() > 8*tokenBytes {
		return raw, false
	}
	n.FillBytes(raw[:])
	return raw, true
}

// TokenShaped reports whether token has the form that NewToken produces with the prefix.
func TokenShaped(prefix, token string) bool {
	if len(token) != len(prefix)+randomLength+checksumLength || !strings.HasPrefix(token, prefix) {
		return false
	}
	body := token[:len(token)-checksumLength]
	return checksum(body) == token[len(body):]
}

// HashToken returns the hash of a token that is stored in the database. Tokens have enough entropy for a plain, fast hash.
func HashToken(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

// Equal compares two secrets in constant time.
func Equal(a, b string) bool {
	ha, hb := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(ha[:], hb[:]) == 1
}

func checksum(body string) string {
	return base62(big.NewInt(int64(crc32.ChecksumIEEE([]byte(body)))), checksumLength)
}

// base62 formats n with exactly length digits. n must fit.
func base62(n *big.Int, length int) string {
	digits := make([]byte, length)
	base, digit := big.NewInt(int64(len(alphabet))), new(big.Int)
	for i := length - 1; i >= 0; i-- {
		n.DivMod(n, base, digit)
		digits[i] = alphabet[digit.Int64()]
	}
	return string(digits)
}
