package dataintegrity

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"unicode/utf8"
)

// base58 is Bitcoin's alphabet, whose Multibase prefix is "z".
const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

var errMultibase = errors.New("not a base58 Multibase value")

// multibase encodes bytes as base58btc with its prefix.
func multibase(data []byte) string {
	number, rest, radix := new(big.Int).SetBytes(data), new(big.Int), big.NewInt(58)
	var digits []byte
	for number.Sign() > 0 {
		number.DivMod(number, radix, rest)
		digits = append(digits, base58[rest.Int64()])
	}
	for _, b := range data {
		if b != 0 {
			break
		}
		digits = append(digits, base58[0])
	}
	for i, j := 0, len(digits)-1; i < j; i, j = i+1, j-1 {
		digits[i], digits[j] = digits[j], digits[i]
	}
	return "z" + string(digits)
}

// longestMultibase limits the length of decoded values. No supported key or signature is longer.
const longestMultibase = 160

func fromMultibase(text string) ([]byte, error) {
	digits, ok := strings.CutPrefix(text, "z")
	if !ok || len(digits) > longestMultibase {
		return nil, errMultibase
	}
	number, radix := new(big.Int), big.NewInt(58)
	for i := range len(digits) {
		at := strings.IndexByte(base58, digits[i])
		if at < 0 {
			return nil, errMultibase
		}
		number.Mul(number, radix).Add(number, big.NewInt(int64(at)))
	}
	zeros := 0
	for zeros < len(digits) && digits[zeros] == base58[0] {
		zeros++
	}
	return append(make([]byte, zeros), number.Bytes()...), nil
}

// ed25519Mark is the multicodec prefix of an Ed25519 public key.
var ed25519Mark = []byte{0xed, 0x01}

// Multikey encodes a public key as in DID documents: "z6Mk…".
func Multikey(key ed25519.PublicKey) string {
	return multibase(append(bytes.Clone(ed25519Mark), key...))
}

// FromMultikey decodes the result of Multikey.
func FromMultikey(text string) (ed25519.PublicKey, error) {
	data, err := fromMultibase(text)
	if err != nil {
		return nil, err
	}
	key, ok := bytes.CutPrefix(data, ed25519Mark)
	if !ok || len(key) != ed25519.PublicKeySize {
		return nil, errors.New("not an Ed25519 Multikey")
	}
	return ed25519.PublicKey(key), nil
}

// The multicodec prefixes of the other key types, with the lengths of their compressed points. Source: Controlled Identifiers 1.0,
// "Multikey".
var curves = []struct {
	mark  []byte
	curve elliptic.Curve
}{{[]byte{0x80, 0x24}, elliptic.P256()}, {[]byte{0x81, 0x24}, elliptic.P384()}}

// ParseMultikey decodes a public key of Ed25519, P-256 or P-384.
func ParseMultikey(text string) (crypto.PublicKey, error) {
	data, err := fromMultibase(text)
	if err != nil {
		return nil, err
	}
	for _, c := range curves {
		point, ok := bytes.CutPrefix(data, c.mark)
		if !ok {
			continue
		}
		x, y := elliptic.UnmarshalCompressed(c.curve, point)
		if x == nil {
			return nil, errors.New("not a point of the curve")
		}
		size := (c.curve.Params().BitSize + 7) / 8
		whole := make([]byte, 1+2*size)
		whole[0] = 4 // uncompressed. Source: SEC 1, 2.3.3
		x.FillBytes(whole[1 : 1+size])
		y.FillBytes(whole[1+size:])
		return ecdsa.ParseUncompressedPublicKey(c.curve, whole)
	}
	return FromMultikey(text)
}

// ASCII escapes all non-ASCII characters of a JSON text.
func ASCII(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		switch {
		case r < utf8.RuneSelf:
			out = append(out, text[0])
		case r > 0xffff:
			r -= 0x10000
			out = fmt.Appendf(out, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		text = text[size:]
	}
	return out
}
