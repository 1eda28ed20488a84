package credentials

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"strings"

	"github.com/google/uuid"

	"laurel/internal/platform/secrets"
)

// sealedPrefix begins private keys that are encrypted in the database. Keys from before stand there as they are.
const sealedPrefix = "sealed:"

func newPrivateKey() string {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw) // never fails: crypto/rand ends the program instead
	return base64.RawURLEncoding.EncodeToString(raw)
}

// keySeal encrypts the private keys of credentials at rest. Nobody looks a credential up by its key, so each is sealed by itself,
// bound to its credential.
type keySeal struct{ keyring *secrets.Keyring }

func keyContext(id uuid.UUID) string { return "credential:" + id.String() + ":private_key" }

// seal is a key as the database keeps it.
func (k keySeal) seal(id uuid.UUID, key string) string {
	return sealedPrefix + base64.RawStdEncoding.EncodeToString(k.keyring.Seal([]byte(key), keyContext(id)))
}

// open is the key that the database keeps; "", which opens nothing, where it was sealed with a key that is not configured.
func (k keySeal) open(id uuid.UUID, kept string) string {
	encoded, sealed := strings.CutPrefix(kept, sealedPrefix)
	if !sealed {
		return kept
	}
	raw, err := base64.RawStdEncoding.DecodeString(encoded)
	if err != nil {
		return ""
	}
	plain, err := k.keyring.Open(raw, keyContext(id))
	if err != nil {
		return ""
	}
	return string(plain)
}

// OpenKey gives the private key of the credential with an uuid, as the database keeps it; "" where it cannot be read.
func (s *Service) OpenKey(id uuid.UUID, kept string) string { return s.s.keys.open(id, kept) }

// OpenedBy tells whether a key is the credential's own, in a time that tells nothing of the difference. A credential without its
// key, which may not be shown or could not be read, is opened by none.
func (c Credential) OpenedBy(key string) bool { return opens(key, c.PrivateKey) }

func opens(key, kept string) bool {
	return kept != "" && subtle.ConstantTimeCompare([]byte(key), []byte(kept)) == 1
}
