package credentials

import (
	"crypto/subtle"
	"encoding/base64"
	"strings"

	"github.com/google/uuid"

	"laurel/internal/platform/secrets"
)

// sealedPrefix marks private keys that are encrypted in the database. Older keys are stored in clear.
const sealedPrefix = "sealed:"

// keySeal encrypts the stored private keys of credentials. Credentials are never looked up by key, so each key is encrypted on its own
// and bound to its credential.
type keySeal struct{ keyring *secrets.Keyring }

func keyContext(id uuid.UUID) string { return "credential:" + id.String() + ":private_key" }

// seal returns the stored form of a key.
func (k keySeal) seal(id uuid.UUID, key string) string {
	return sealedPrefix + base64.RawStdEncoding.EncodeToString(k.keyring.Seal([]byte(key), keyContext(id)))
}

// open decrypts a stored key. It returns "", which opens nothing, if the encryption key is not configured.
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

// OpenKey returns the private key of the credential with a UUID, given its stored form, or "" if it cannot be decrypted.
func (s *Service) OpenKey(id uuid.UUID, kept string) string { return s.s.keys.open(id, kept) }

// OpenedBy reports in constant time whether a key is the credential's own. No key opens a credential whose own key is hidden or could
// not be decrypted.
func (c Credential) OpenedBy(key string) bool { return opens(key, c.PrivateKey) }

func opens(key, kept string) bool {
	return kept != "" && subtle.ConstantTimeCompare([]byte(key), []byte(kept)) == 1
}
