package dataintegrity

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// disclosure is the content of a derived proof of ecdsa-sd-2023. Source: Data Integrity ECDSA Cryptosuites 1.0, 3.5.7.
type disclosure struct {
	base       []byte // signature by the issuer over proof, key and what must be shown
	public     []byte // of a key that signed each other statement alone, as a Multikey
	signatures [][]byte
	labels     map[string]string // of nodes without an address, by their canonical names
	mandatory  []int
}

// The CBOR tags at the start of a proof value that distinguish base proofs from derived proofs.
var derivedMark = []byte{0xd9, 0x5d, 0x01}

const maxDisclosure = 256 << 10

func disclosureBytes(value string) ([]byte, bool) {
	encoded, ok := strings.CutPrefix(value, "u")
	if !ok || len(encoded) > maxDisclosure {
		return nil, false
	}
	data, err := base64.RawURLEncoding.DecodeString(encoded)
	return data, err == nil
}

// derived reports whether a proof value is a derived proof, which discloses a part of a credential. Malformed values count as derived,
// so that they are invalid rather than unsupported.
func derived(value string) bool {
	data, ok := disclosureBytes(value)
	return !ok || !bytes.HasPrefix(data, []byte{0xd9, 0x5d, 0x00})
}

// disclosed checks a derived proof of ecdsa-sd-2023: the issuer signed the mandatory statements and each other disclosed statement.
func disclosed(doc, proof map[string]any, key crypto.PublicKey) error {
	d, err := parseDisclosure(text(proof["proofValue"]))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrSignature, err)
	}
	options, err := canonicalOptions(doc, proof)
	if err != nil {
		return err
	}
	quads, err := canonical(doc)
	if err != nil {
		return err
	}
	statements, err := relabelled(quads, d.labels)
	if err != nil {
		return err
	}
	var mandatory bytes.Buffer
	var others []string
	for i, statement := range statements {
		if slices.Contains(d.mandatory, i) {
			mandatory.WriteString(statement)
		} else {
			others = append(others, statement)
		}
	}
	sum := func(data []byte) []byte { s := sha256.Sum256(data); return s[:] }
	signed := slices.Concat(sum(options), d.public, sum(mandatory.Bytes()))
	if !fits(key, signed, d.base, sum) || len(others) != len(d.signatures) {
		return ErrSignature
	}
	public, err := ParseMultikey(multibase(d.public))
	each, ok := public.(*ecdsa.PublicKey)
	if err != nil || !ok {
		return ErrSignature
	}
	for i, statement := range others {
		if !fits(each, []byte(statement), d.signatures[i], sum) {
			return ErrSignature
		}
	}
	return nil
}

// nameless matches blank nodes in a canonical statement, and literals, which are left unchanged.
var nameless = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|<[^>]*>|_:c14n\d+`)

// relabelled replaces the labels of blank nodes by the issuer's and sorts the statements.
func relabelled(quads []byte, labels map[string]string) ([]string, error) {
	missing := false
	statements := strings.SplitAfter(string(quads), "\n")
	statements = slices.DeleteFunc(statements, func(s string) bool { return s == "" })
	for i, statement := range statements {
		statements[i] = nameless.ReplaceAllStringFunc(statement, func(word string) string {
			name, node := strings.CutPrefix(word, "_:")
			if !node {
				return word
			}
			label, known := labels[name]
			missing = missing || !known
			return "_:" + label
		})
	}
	if missing {
		return nil, ErrSignature
	}
	slices.Sort(statements)
	return statements, nil
}

var errCBOR = errors.New("not a derived proof")

// parseDisclosure parses a derived proof value.
func parseDisclosure(value string) (disclosure, error) {
	data, ok := disclosureBytes(value)
	if !ok || !bytes.HasPrefix(data, derivedMark) {
		return disclosure{}, errCBOR
	}
	parsed, rest, err := parseCBOR(data[len(derivedMark):], 0)
	parts, isList := parsed.([]any)
	if err != nil || len(rest) > 0 || !isList || len(parts) != 5 {
		return disclosure{}, errCBOR
	}
	d := disclosure{labels: map[string]string{}}
	var okBase, okPublic bool
	d.base, okBase = parts[0].([]byte)
	d.public, okPublic = parts[1].([]byte)
	signatures, okSignatures := parts[2].([]any)
	labels, okLabels := parts[3].(map[uint64]any)
	indexes, okIndexes := parts[4].([]any)
	if !okBase || !okPublic || !okSignatures || !okLabels || !okIndexes {
		return disclosure{}, errCBOR
	}
	for _, item := range signatures {
		signature, ok := item.([]byte)
		if !ok {
			return disclosure{}, errCBOR
		}
		d.signatures = append(d.signatures, signature)
	}
	for number, item := range labels {
		label, ok := item.([]byte)
		if !ok || len(label) != sha256.Size {
			return disclosure{}, errCBOR
		}
		d.labels["c14n"+strconv.FormatUint(number, 10)] = "u" + base64.RawURLEncoding.EncodeToString(label)
	}
	for _, item := range indexes {
		index, ok := item.(uint64)
		if !ok || index > maxDisclosure {
			return disclosure{}, errCBOR
		}
		d.mandatory = append(d.mandatory, int(index))
	}
	return d, nil
}

// parseCBOR parses an integer, a byte string, an array or a map of integers, which are the only types in proof values. Source: RFC
// 8949, 3.
func parseCBOR(data []byte, depth int) (value any, rest []byte, err error) {
	if len(data) == 0 || depth > 3 {
		return nil, nil, errCBOR
	}
	kind, n := data[0]>>5, uint64(data[0]&31)
	rest = data[1:]
	if n >= 24 {
		size := 1 << (n - 24)
		if n > 27 || len(rest) < size {
			return nil, nil, errCBOR
		}
		n = binary.BigEndian.Uint64(append(make([]byte, 8-size), rest[:size]...))
		rest = rest[size:]
	}
	if kind != 0 && n > uint64(len(rest)) { // each item takes a byte at least
		return nil, nil, errCBOR
	}
	switch kind {
	case 0:
		return n, rest, nil
	case 2:
		return rest[:n], rest[n:], nil
	case 4:
		list := make([]any, n)
		for i := range list {
			if list[i], rest, err = parseCBOR(rest, depth+1); err != nil {
				return nil, nil, err
			}
		}
		return list, rest, nil
	case 5:
		return parseCBORMap(rest, n, depth)
	default:
		return nil, nil, errCBOR
	}
}

func parseCBORMap(rest []byte, n uint64, depth int) (any, []byte, error) {
	out := map[uint64]any{}
	for range n {
		name, after, err := parseCBOR(rest, depth+1)
		number, ok := name.(uint64)
		if _, twice := out[number]; err != nil || !ok || twice {
			return nil, nil, errCBOR
		}
		if out[number], rest, err = parseCBOR(after, depth+1); err != nil {
			return nil, nil, err
		}
	}
	return out, rest, nil
}
