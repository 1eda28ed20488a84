package secrets

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
)

// ErrUnreadable is returned for an encrypted value that was changed, belongs to another row, or whose key is no longer configured.
var ErrUnreadable = errors.New("secrets: the sealed value cannot be opened")

// KeyIDBytes is the number of bytes of a key's hash at the start of every value encrypted with it.
const KeyIDBytes = 4

// Keyring encrypts stored values with AES-256-GCM. The first key encrypts, and every key decrypts what it encrypted. To rotate, put a
// new key in front.
type Keyring struct{ keys []sealingKey }

type sealingKey struct {
	id   []byte
	aead cipher.AEAD
	mac  []byte
}

// NewKeyring takes one or more keys of 32 bytes.
func NewKeyring(keys ...[]byte) (*Keyring, error) {
	if len(keys) == 0 {
		return nil, errors.New("secrets: no key")
	}
	r := &Keyring{}
	for _, key := range keys {
		if len(key) != 2*aes.BlockSize {
			return nil, fmt.Errorf("secrets: a key of %d bytes, want %d", len(key), 2*aes.BlockSize)
		}
		block, err := aes.NewCipher(key)
		if err != nil {
			return nil, fmt.Errorf("secrets: use key: %w", err)
		}
		aead, err := cipher.NewGCMWithRandomNonce(block)
		if err != nil {
			return nil, fmt.Errorf("secrets: use key: %w", err)
		}
		sum := sha256.Sum256(append([]byte("laurel key id:"), key...))
		mac := sha256.Sum256(append([]byte("laurel mac key:"), key...))
		r.keys = append(r.keys, sealingKey{id: sum[:KeyIDBytes], aead: aead, mac: mac[:]})
	}
	return r, nil
}

// RandomKeyring returns a keyring with a random key, for tests.
func RandomKeyring() *Keyring {
	key := make([]byte, 2*aes.BlockSize)
	_, _ = rand.Read(key) // never fails: the program would end
	r, _ := NewKeyring(key)
	return r
}

// Seal encrypts plain. It can only be decrypted with the same context. Use the row and column as context, so that a value copied to
// another place cannot be read there.
func (r *Keyring) Seal(plain []byte, context string) []byte {
	k := r.keys[0]
	return k.aead.Seal(bytes.Clone(k.id), nil, plain, []byte(context)) //nolint:gosec // G407: this cipher makes its own random nonce
}

// Open decrypts the result of Seal, or returns ErrUnreadable.
func (r *Keyring) Open(sealed []byte, context string) ([]byte, error) {
	for _, k := range r.keys {
		rest, ours := bytes.CutPrefix(sealed, k.id)
		if !ours {
			continue
		}
		if plain, err := k.aead.Open(nil, nil, rest, []byte(context)); err == nil {
			return plain, nil
		}
	}
	return nil, ErrUnreadable
}

// MACs returns the HMAC-SHA-256 of data under each key, the current key's first: make values with the first, and accept those of all.
func (r *Keyring) MACs(data string) [][]byte {
	all := make([][]byte, len(r.keys))
	for i, k := range r.keys {
		h := hmac.New(sha256.New, k.mac)
		_, _ = h.Write([]byte(data)) // never fails
		all[i] = h.Sum(nil)
	}
	return all
}

// Has reports whether a key of the ring encrypted sealed. The first KeyIDBytes of a value suffice.
func (r *Keyring) Has(sealed []byte) bool {
	return slices.ContainsFunc(r.keys, func(k sealingKey) bool { return bytes.HasPrefix(sealed, k.id) })
}

// SealsWith reports whether the ring's current key encrypted sealed. The first KeyIDBytes of a value suffice.
func (r *Keyring) SealsWith(sealed []byte) bool { return bytes.HasPrefix(sealed, r.keys[0].id) }
