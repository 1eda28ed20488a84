package jws

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/big"
)

const (
	coordinate    = 32   // bytes of a number of P-256
	coordinate384 = 48   // and of P-384
	minRSA        = 2048 // bits
	maxRSA        = 8192 // bits; a larger one only costs time
	maxExponent   = 1<<31 - 1
)

// jwk is a public key in the format of RFC 7517.
type jwk struct {
	Type  string `json:"kty"`
	Curve string `json:"crv"`
	N     string `json:"n"`
	E     string `json:"e"`
	X     string `json:"x"`
	Y     string `json:"y"`
	D     string `json:"d"`
}

// ParseJWK parses a public key: RSA, P-256, P-384 or Ed25519. It returns ErrKey, also for a private key, which proves nothing once it
// is published.
func ParseJWK(data []byte) (crypto.PublicKey, error) {
	var k jwk
	if err := object(data, &k); err != nil {
		return nil, err
	}
	if k.D != "" {
		return nil, ErrKey
	}
	switch k.Type + " " + k.Curve {
	case "RSA ":
		n, errN := strict.DecodeString(k.N)
		e, errE := strict.DecodeString(k.E)
		exponent := new(big.Int).SetBytes(e)
		if errN != nil || errE != nil || !exponent.IsInt64() || exponent.Int64() > maxExponent {
			return nil, ErrKey
		}
		return accepted(&rsa.PublicKey{N: new(big.Int).SetBytes(n), E: int(exponent.Int64())})
	case "OKP Ed25519":
		x, err := strict.DecodeString(k.X)
		if err != nil || len(x) != ed25519.PublicKeySize {
			return nil, ErrKey
		}
		return ed25519.PublicKey(x), nil
	case "EC P-256", "EC P-384":
		curve, size := elliptic.P256(), coordinate
		if k.Curve == "P-384" {
			curve, size = elliptic.P384(), coordinate384
		}
		x, errX := strict.DecodeString(k.X)
		y, errY := strict.DecodeString(k.Y)
		if errX != nil || errY != nil || len(x) != size || len(y) != size {
			return nil, ErrKey
		}
		key, err := ecdsa.ParseUncompressedPublicKey(curve, append(append([]byte{4}, x...), y...))
		if err != nil {
			return nil, ErrKey
		}
		return key, nil
	default:
		return nil, ErrKey
	}
}

// Canonical returns a public key of Ed25519 or P-256 as JWK with its required members alone, in the order in which they are hashed. It
// returns ErrKey for others. Source: RFC 7638, section 3.
func Canonical(key crypto.PublicKey) ([]byte, error) {
	switch k := key.(type) {
	case ed25519.PublicKey:
		return fmt.Appendf(nil, `{"crv":"Ed25519","kty":"OKP","x":%q}`, strict.EncodeToString(k)), nil
	case *ecdsa.PublicKey:
		point, err := k.Bytes()
		if err != nil || k.Curve != elliptic.P256() {
			return nil, ErrKey
		}
		x, y := point[1:1+coordinate], point[1+coordinate:]
		return fmt.Appendf(nil, `{"crv":"P-256","kty":"EC","x":%q,"y":%q}`, strict.EncodeToString(x), strict.EncodeToString(y)), nil
	default:
		return nil, ErrKey
	}
}

// ParsePEM parses a public key in PEM, as Open Badges 2.0 publishes it. It returns ErrKey.
func ParsePEM(data []byte) (crypto.PublicKey, error) {
	block, _ := pem.Decode(data)
	if block == nil {
		return nil, ErrKey
	}
	var key any
	var err error
	if block.Type == "RSA PUBLIC KEY" {
		key, err = x509.ParsePKCS1PublicKey(block.Bytes)
	} else {
		key, err = x509.ParsePKIXPublicKey(block.Bytes)
	}
	if err != nil {
		return nil, ErrKey
	}
	return accepted(key)
}

func accepted(key any) (crypto.PublicKey, error) {
	switch k := key.(type) {
	case *rsa.PublicKey:
		if bits := k.N.BitLen(); bits < minRSA || bits > maxRSA || k.E < 3 || k.E&1 == 0 {
			return nil, ErrKey
		}
		return k, nil
	case *ecdsa.PublicKey:
		if k.Curve != elliptic.P256() && k.Curve != elliptic.P384() {
			return nil, ErrKey
		}
		return k, nil
	case ed25519.PublicKey:
		return k, nil
	default:
		return nil, ErrKey
	}
}
