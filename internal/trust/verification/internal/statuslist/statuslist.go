// Package statuslist decodes status lists.
package statuslist

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
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
