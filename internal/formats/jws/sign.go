package jws

import (
	"crypto"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/big"
)

// header is the JOSE header of our tokens. Open Badges 3.0 allows no other members, and no other type than JWT.
type header struct {
	Algorithm string `json:"alg"`
	KeyID     string `json:"kid"`
	Type      string `json:"typ"`
}

// Sign returns a token signed with RS256. The same key and payload give the same token.
func Sign(payload []byte, key *rsa.PrivateKey, keyID string) (string, error) {
	head, err := json.Marshal(header{"RS256", keyID, "JWT"})
	if err != nil {
		return "", fmt.Errorf("write header: %w", err)
	}
	text := strict.EncodeToString(head) + "." + strict.EncodeToString(payload)
	sum := sha256.Sum256([]byte(text))
	signature, err := rsa.SignPKCS1v15(nil, key, crypto.SHA256, sum[:])
	if err != nil {
		return "", fmt.Errorf("sign token: %w", err)
	}
	return text + "." + strict.EncodeToString(signature), nil
}

// SignEdDSA returns a token signed with an Ed25519 key (RFC 8037), with a type of its own so that it cannot stand for another token.
func SignEdDSA(payload []byte, key ed25519.PrivateKey, keyID, kind string) (string, error) {
	head, err := json.Marshal(header{"EdDSA", keyID, kind})
	if err != nil {
		return "", fmt.Errorf("write header: %w", err)
	}
	text := strict.EncodeToString(head) + "." + strict.EncodeToString(payload)
	return text + "." + strict.EncodeToString(ed25519.Sign(key, []byte(text))), nil
}

// JWK returns a public key as JWK (RFC 7517) and its thumbprint, which serves as key ID. Source: RFC 7638, section 3.
func JWK(key *rsa.PublicKey) (written []byte, thumbprint string) {
	e, n := strict.EncodeToString(big.NewInt(int64(key.E)).Bytes()), strict.EncodeToString(key.N.Bytes())
	sum := sha256.Sum256(fmt.Appendf(nil, `{"e":%q,"kty":"RSA","n":%q}`, e, n))
	return fmt.Appendf(nil, `{"alg":"RS256","e":%q,"kty":"RSA","n":%q,"use":"sig"}`, e, n), strict.EncodeToString(sum[:])
}
