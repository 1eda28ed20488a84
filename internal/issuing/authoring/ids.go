package authoring

import (
	"crypto/rand"
	"encoding/base64"
	"strings"
)

func newPrivateKey() string {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw) // never fails: crypto/rand ends the program instead
	return base64.RawURLEncoding.EncodeToString(raw)
}

// encodedAlphabet contains the characters of new public IDs. People copy IDs from paper, so it omits characters that look alike (0 and
// o; 1, i and l) and x, which some fonts draw as a multiplication sign between digits. Every ID has a digit and a letter, so it is
// neither a route nor a number.
const encodedAlphabet = "23456789abcdefghjkmnpqrstuvwyz"

func newEncodedID() string {
	for {
		raw := make([]byte, 9)
		_, _ = rand.Read(raw) // never fails: crypto/rand ends the program instead
		for i, b := range raw {
			raw[i] = encodedAlphabet[int(b)%len(encodedAlphabet)]
		}
		id := string(raw)
		if strings.ContainsAny(id, encodedAlphabet[:8]) && strings.ContainsAny(id, encodedAlphabet[8:]) {
			return id
		}
	}
}
