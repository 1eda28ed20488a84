// Package statuslist decodes status lists.
package statuslist

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"slices"
	"strings"

	"laurel/internal/trust/verification/internal/document"
)

const (
	minSize = 16 << 10 // bytes; a shorter list would tell who is meant. Source: Bitstring Status List 1.0, 6.1
	maxSize = 4 << 20
)

// Unpack decodes at most maxSize bytes. A Bitstring Status List starts with the multibase prefix u; the older format does not.
func Unpack(text string, bitstring bool) ([]byte, error) {
	if bitstring {
		var ok bool
		if text, ok = strings.CutPrefix(text, "u"); !ok {
			return nil, document.ErrDamaged
		}
	}
	packed, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
	if err != nil {
		return nil, err
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	bits, err := document.Limited(z, maxSize)
	if err != nil || bitstring && len(bits) < minSize {
		return nil, document.ErrDamaged
	}
	return bits, nil
}

// Inflate decompresses at most maxSize bytes of zlib-compressed data.
func Inflate(text string) ([]byte, error) {
	packed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil, err
	}
	z, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return document.Limited(z, maxSize)
}

// Value returns an entry of a compressed list whose entries have 1, 2, 4 or 8 bits each, and whether there is one. Source: IETF, Token
// Status List, "Compressed Byte Array".
func Value(text string, bits float64, index uint64) (value byte, ok bool) {
	values, err := Inflate(text)
	if err != nil || !slices.Contains([]float64{1, 2, 4, 8}, bits) {
		return 0, false
	}
	each := uint64(bits)
	at := index * each
	if at/8 >= uint64(len(values)) {
		return 0, false
	}
	return values[at/8] >> (at % 8) & byte(1<<each-1), true
}
