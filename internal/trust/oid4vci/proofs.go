package oid4vci

import (
	"crypto"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"laurel/internal/formats/dataintegrity"
	"laurel/internal/formats/jws"
)

// proofType is the type in the header of key proofs. Source: OpenID4VCI 1.0, appendix F.1.
const proofType = "openid4vci-proof+jwt"

// algorithms are those of keys that credentials can be bound to.
var algorithms = []string{"EdDSA", "ES256"}

// maxKeyID limits the key ID of a proof, because a DID in it becomes a part of the credential.
const maxKeyID = 1024

// holder is a wallet that has proven to have a key.
type holder struct {
	DID   string
	key   []byte // thumbprint
	nonce string
	until time.Time // when the nonce expires
}

func badProof(why string) *Problem { return refuse("invalid_proof", why) }

// prove checks a key proof for an issuer. It returns the problems invalid_proof and invalid_nonce; whether the nonce was used before is
// checked later.
func (s *Service) prove(proof, issuer string) (holder, error) {
	m, err := jws.Parse(proof)
	if err != nil {
		return holder{}, badProof("The key proof is not a signed JWT of an accepted form")
	}
	if m.Type != proofType {
		return holder{}, badProof("The typ of the key proof is not " + proofType)
	}
	if !slices.Contains(algorithms, m.Algorithm) {
		return holder{}, badProof("The alg of the key proof is not supported")
	}
	did, key, err := keyOf(m)
	if err != nil {
		return holder{}, err
	}
	if m.Verify(key) != nil {
		return holder{}, badProof("The signature of the key proof does not fit its key")
	}
	written, err := jws.Canonical(key)
	if err != nil {
		return holder{}, badProof("The key of the key proof is not supported")
	}
	if did == "" {
		did = "did:jwk:" + base64.RawURLEncoding.EncodeToString(written)
	}
	thumbprint := sha256.Sum256(written)
	out := holder{DID: did, key: thumbprint[:]}
	out.nonce, out.until, err = s.claims(m.Payload, issuer)
	return out, err
}

// keyOf returns the key that a proof names: embedded, or in a DID that contains it.
func keyOf(m jws.Message) (did string, key crypto.PublicKey, err error) {
	did, fragment, _ := strings.Cut(m.KeyID, "#")
	switch {
	case m.JWK != nil && m.KeyID != "":
		return "", nil, badProof("The key proof has both jwk and kid")
	case m.JWK != nil:
		did = ""
		key, err = jws.ParseJWK(m.JWK)
	case len(m.KeyID) > maxKeyID:
		return "", nil, badProof("The kid of the key proof is too long")
	case strings.HasPrefix(did, "did:key:") && fragment == strings.TrimPrefix(did, "did:key:"):
		key, err = dataintegrity.ParseMultikey(fragment)
	case strings.HasPrefix(did, "did:jwk:") && fragment == "0":
		var data []byte
		if data, err = base64.RawURLEncoding.Strict().DecodeString(strings.TrimPrefix(did, "did:jwk:")); err == nil {
			key, err = jws.ParseJWK(data)
		}
	default:
		return "", nil, badProof("The key proof names no key by jwk, or by a kid that is a did:key or did:jwk")
	}
	if err != nil {
		return "", nil, badProof("The key of the key proof is not supported")
	}
	return did, key, nil
}

// claims checks the claims of a key proof and returns its nonce. Its iss is not checked: wallets are anonymous here, and no offer is bound
// to one.
func (s *Service) claims(payload []byte, issuer string) (nonce string, until time.Time, err error) {
	var claims struct {
		Audience json.RawMessage `json:"aud"`
		IssuedAt *float64        `json:"iat"`
		Nonce    *string         `json:"nonce"`
	}
	if json.Unmarshal(payload, &claims) != nil {
		return "", until, badProof("The claims of the key proof cannot be read")
	}
	var one string
	var several []string
	if json.Unmarshal(claims.Audience, &one) != nil && json.Unmarshal(claims.Audience, &several) == nil && len(several) == 1 {
		one = several[0]
	}
	now := s.Clock.Now()
	switch {
	case one != issuer:
		return "", until, badProof("The aud of the key proof is not the credential issuer")
	case claims.IssuedAt == nil:
		return "", until, badProof("The key proof has no iat")
	case *claims.IssuedAt < float64(now.Add(-proofWindow).Unix()), *claims.IssuedAt > float64(now.Add(proofWindow).Unix()):
		return "", until, badProof("The iat of the key proof is too long ago or in the future")
	case claims.Nonce == nil || *claims.Nonce == "":
		return "", until, badProof("The key proof has no nonce")
	}
	until, ours := s.nonceExpiry(*claims.Nonce)
	if !ours {
		return "", until, refuse("invalid_nonce", "The nonce is unknown or expired")
	}
	return *claims.Nonce, until, nil
}
