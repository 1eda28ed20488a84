// Package jws parses, verifies and creates compact JSON Web Signatures (RFC 7515) with the algorithms that credentials use:
// RS256, ES256, ES384 and EdDSA. The type of the key determines the algorithm, never the token alone.
package jws

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"errors"
	"math/big"
	"strings"
)

// Errors of this package.
var (
	ErrForm      = errors.New("not a compact JSON Web Signature")
	ErrAlgorithm = errors.New("signed with an algorithm that is not accepted")
	ErrKey       = errors.New("not a public key of a kind that is accepted")
	ErrSignature = errors.New("the signature does not fit")
)

// MaxSize is the maximum size of a token, in bytes.
const MaxSize = 512 << 10

// Message is a parsed token. Its contents are untrusted until Verify succeeds.
type Message struct {
	Algorithm string
	KeyID     string // kid; "" when there is none
	Type      string // typ; "" when there is none
	JWK       json.RawMessage
	Payload   []byte

	signed    []byte
	signature []byte
}

// strict rejects alternative encodings of the same bytes.
var strict = base64.RawURLEncoding.Strict()

// LooksLikeJWS reports whether a text looks like a compact token.
func LooksLikeJWS(text string) bool {
	return len(text) <= MaxSize && strings.HasPrefix(text, "eyJ") && strings.Count(text, ".") == 2 && !strings.ContainsAny(text, " {\"\n")
}

// Parse parses a token. It returns ErrForm, or ErrAlgorithm for unsupported header parameters.
func Parse(token string) (Message, error) {
	parts := strings.Split(token, ".")
	if len(token) > MaxSize || len(parts) != 3 {
		return Message{}, ErrForm
	}
	var decoded [3][]byte
	for i, part := range parts {
		var err error
		if decoded[i], err = strict.DecodeString(part); err != nil {
			return Message{}, ErrForm
		}
	}
	var header map[string]json.RawMessage
	if json.Unmarshal(decoded[0], &header) != nil || header == nil {
		return Message{}, ErrForm
	}
	for name := range header {
		switch name {
		case "alg", "kid", "jwk", "typ", "cty":
		default: // "crit", "b64", "jku", "x5u": each would change what is checked, or with which key
			return Message{}, ErrAlgorithm
		}
	}
	m := Message{JWK: header["jwk"], Payload: decoded[1], signature: decoded[2], signed: []byte(parts[0] + "." + parts[1])}
	if json.Unmarshal(header["alg"], &m.Algorithm) != nil {
		return Message{}, ErrForm
	}
	if kid, ok := header["kid"]; ok && json.Unmarshal(kid, &m.KeyID) != nil {
		return Message{}, ErrForm
	}
	if typ, ok := header["typ"]; ok && json.Unmarshal(typ, &m.Type) != nil {
		return Message{}, ErrForm
	}
	return m, nil
}

// Verify checks the signature. It returns ErrSignature, or ErrAlgorithm when the key does not match the algorithm.
func (m Message) Verify(key crypto.PublicKey) error {
	sum := sha256.Sum256(m.signed)
	var good bool
	switch k := key.(type) {
	case ed25519.PublicKey:
		if m.Algorithm != "EdDSA" && m.Algorithm != "Ed25519" {
			return ErrAlgorithm
		}
		good = len(m.signature) == ed25519.SignatureSize && ed25519.Verify(k, m.signed, m.signature)
	case *rsa.PublicKey:
		if m.Algorithm != "RS256" {
			return ErrAlgorithm
		}
		good = rsa.VerifyPKCS1v15(k, crypto.SHA256, sum[:], m.signature) == nil
	case *ecdsa.PublicKey:
		algorithm, hashed, size := "ES256", sum[:], coordinate
		if k.Curve == elliptic.P384() {
			longer := sha512.Sum384(m.signed)
			algorithm, hashed, size = "ES384", longer[:], coordinate384
		}
		if m.Algorithm != algorithm {
			return ErrAlgorithm
		}
		good = len(m.signature) == 2*size &&
			ecdsa.Verify(k, hashed, new(big.Int).SetBytes(m.signature[:size]), new(big.Int).SetBytes(m.signature[size:]))
	default:
		return ErrAlgorithm
	}
	if !good {
		return ErrSignature
	}
	return nil
}

// Equal reports whether two public keys are equal.
func Equal(a, b crypto.PublicKey) bool {
	type comparable interface{ Equal(crypto.PublicKey) bool }
	k, ok := a.(comparable)
	return ok && k.Equal(b)
}

// object decodes JSON that must be a single object.
func object(data []byte, into any) error {
	if !bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) || json.Unmarshal(data, into) != nil {
		return ErrKey
	}
	return nil
}
