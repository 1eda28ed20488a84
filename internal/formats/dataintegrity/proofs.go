package dataintegrity

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/sha256"
	"crypto/sha512"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
)

// ErrInjected means that a document lists a vocabulary that it does not use, which somebody added after it was signed.
var ErrInjected = errors.New("a vocabulary was added to the document")

// maxProofs is the maximum number of proofs of a document that are checked.
const maxProofs = 8

// A Finder returns the public key of a verification method and its controller. VerifyAll returns its errors unchanged.
type Finder func(method string) (key crypto.PublicKey, controller string, err error)

// Checked is a valid proof.
type Checked struct {
	Method     string
	Controller string
	Created    string // as it stands; "" without one
	Expires    string // as it stands; "" without one
}

// VerifyPresentation checks every proof of a verifiable presentation, which its holder makes for the purpose of authentication, like
// VerifyAll. The caller compares holder, challenge and domain.
func VerifyPresentation(document []byte, find Finder) (fit []Checked, unknown int, err error) {
	return verifyAll(document, authentication, find)
}

// VerifyAll checks every proof of a document and returns the valid ones and the number of proofs of an unknown type. A single invalid
// proof is an error. It supports Ed25519Signature2020 and the cryptosuites eddsa-rdfc-2022, eddsa-jcs-2022, ecdsa-rdfc-2019,
// ecdsa-jcs-2019 and ecdsa-sd-2023 (derived proofs). It returns the errors of Verify, ErrNoProof if no proof is of a known type, and
// ErrInjected.
func VerifyAll(document []byte, find Finder) (fit []Checked, unknown int, err error) {
	return verifyAll(document, assertion, find)
}

func verifyAll(document []byte, purpose string, find Finder) (fit []Checked, unknown int, err error) {
	doc, err := parse(document)
	if err != nil {
		return nil, 0, err
	}
	proofs := listOf(doc["proof"])
	delete(doc, "proof")
	if len(proofs) == 0 || len(proofs) > maxProofs {
		return nil, 0, fmt.Errorf("%w: %d proofs", ErrNoProof, len(proofs))
	}
	for _, item := range proofs {
		proof, ok := item.(map[string]any)
		if !ok {
			return nil, 0, fmt.Errorf("%w: a proof is no object", ErrSignature)
		}
		checked, err := verifyOne(doc, proof, purpose, find)
		if errors.Is(err, ErrNoProof) {
			unknown++
			continue
		}
		if err != nil {
			return nil, 0, err
		}
		fit = append(fit, checked)
	}
	if len(fit) == 0 {
		return nil, 0, fmt.Errorf("%w: %d of an unknown kind", ErrNoProof, unknown)
	}
	return fit, unknown, nil
}

// suites are the supported algorithms by proof type or cryptosuite.
var suites = map[string]func(doc, proof map[string]any, key crypto.PublicKey) error{
	"Ed25519Signature2020": rdfc, Suite: rdfc, "ecdsa-rdfc-2019": rdfc, "eddsa-jcs-2022": jcs, "ecdsa-jcs-2019": jcs, "ecdsa-sd-2023": disclosed,
}

func verifyOne(doc, proof map[string]any, purpose string, find Finder) (Checked, error) {
	name := text(proof["type"])
	if name == "DataIntegrityProof" {
		name = text(proof["cryptosuite"])
	}
	verify, known := suites[name]
	if !known || proof["previousProof"] != nil {
		return Checked{}, fmt.Errorf("%w: %q", ErrNoProof, name)
	}
	if name == "ecdsa-sd-2023" && !derived(text(proof["proofValue"])) {
		return Checked{}, fmt.Errorf("%w: a base proof, which only its holder can use", ErrNoProof)
	}
	c := Checked{Method: text(proof["verificationMethod"]), Created: text(proof["created"]), Expires: text(proof["expires"])}
	if proof["proofPurpose"] != purpose || c.Method == "" {
		return Checked{}, fmt.Errorf("%w: the proof is for %v", ErrSignature, proof["proofPurpose"])
	}
	key, controller, err := find(c.Method)
	if err != nil {
		return Checked{}, err
	}
	if !suits(name, key) {
		return Checked{}, fmt.Errorf("%w: a key of another kind", ErrSignature)
	}
	c.Controller = controller
	err = verify(doc, proof, key)
	if errors.Is(err, ErrContext) {
		err = inContext(doc, proof, key, verify)
	}
	return c, err
}

// suits reports whether a key has the type that an algorithm requires.
func suits(name string, key crypto.PublicKey) bool {
	switch k := key.(type) {
	case ed25519.PublicKey:
		return name == "Ed25519Signature2020" || name == Suite || name == "eddsa-jcs-2022"
	case *ecdsa.PublicKey:
		return name == "ecdsa-rdfc-2019" || name == "ecdsa-jcs-2019" || name == "ecdsa-sd-2023" && k.Curve == elliptic.P256()
	default:
		return false
	}
}

// inContext classifies a document that uses unknown vocabularies. If all its terms are defined without them and its signature is valid,
// the vocabularies were added later. If it contains the vocabulary itself, it can be checked: it was changed, or it is of an
// unsupported kind.
func inContext(doc, proof map[string]any, key crypto.PublicKey, verify func(doc, proof map[string]any, key crypto.PublicKey) error) error {
	contexts := listOf(doc["@context"])
	kept := slices.DeleteFunc(slices.Clone(contexts), func(context any) bool {
		_, known := contextNames[text(context)]
		return !known
	})
	own := slices.ContainsFunc(contexts, func(context any) bool { _, named := context.(string); return !named })
	if len(kept) > 0 && len(kept) < len(contexts) {
		without := maps.Clone(doc)
		without["@context"] = kept
		switch err := verify(without, proof, key); {
		case err == nil, own && errors.Is(err, ErrSignature):
			return ErrInjected
		}
	}
	return fmt.Errorf("%w: it uses vocabularies of its own", ErrContext)
}

// rdfc verifies a signature over the canonical N-Quads of proof and document.
func rdfc(doc, proof map[string]any, key crypto.PublicKey) error {
	signature, err := fromMultibase(text(proof["proofValue"]))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrSignature, err)
	}
	options, err := canonicalOptions(doc, proof)
	if err != nil {
		return err
	}
	document, err := canonical(doc)
	if err != nil {
		return err
	}
	return check(key, options, document, signature)
}

// canonicalOptions returns the canonical form of a proof without its value.
func canonicalOptions(doc, proof map[string]any) ([]byte, error) {
	options := maps.Clone(proof)
	delete(options, "proofValue")
	options["@context"] = doc["@context"]
	out, err := canonical(options)
	if err != nil {
		return nil, fmt.Errorf("proof: %w", err)
	}
	return out, nil
}

// jcs verifies a signature over proof and document as canonical JSON (RFC 8785). Source: Data Integrity EdDSA Cryptosuites 1.0, 3.3.
func jcs(doc, proof map[string]any, key crypto.PublicKey) error {
	signature, err := fromMultibase(text(proof["proofValue"]))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrSignature, err)
	}
	options := maps.Clone(proof)
	delete(options, "proofValue")
	document := doc
	if context, there := options["@context"]; there {
		signed, now := listOf(context), listOf(doc["@context"])
		if len(signed) > len(now) || !bytes.Equal(CanonicalJSON(signed), CanonicalJSON(now[:len(signed)])) {
			return fmt.Errorf("%w: its vocabularies are others", ErrSignature)
		}
		if len(signed) < len(now) {
			return ErrInjected
		}
		document = maps.Clone(doc)
		document["@context"] = context
	}
	return check(key, CanonicalJSON(options), CanonicalJSON(document), signature)
}

// check hashes options and document and verifies the signature of the hashes: SHA-384 for P-384, and SHA-256 for other keys.
func check(key crypto.PublicKey, options, document, signature []byte) error {
	sum := func(data []byte) []byte { s := sha256.Sum256(data); return s[:] }
	if k, ok := key.(*ecdsa.PublicKey); ok && k.Curve == elliptic.P384() {
		sum = func(data []byte) []byte { s := sha512.Sum384(data); return s[:] }
	}
	if !fits(key, append(sum(options), sum(document)...), signature, sum) {
		return ErrSignature
	}
	return nil
}

// fits verifies the signature of a message. ECDSA signatures are two integers of equal length.
func fits(key crypto.PublicKey, message, signature []byte, sum func([]byte) []byte) bool {
	switch k := key.(type) {
	case ed25519.PublicKey:
		return len(signature) == ed25519.SignatureSize && ed25519.Verify(k, message, signature)
	case *ecdsa.PublicKey:
		half := (k.Curve.Params().BitSize + 7) / 8
		return len(signature) == 2*half &&
			ecdsa.Verify(k, sum(message), new(big.Int).SetBytes(signature[:half]), new(big.Int).SetBytes(signature[half:]))
	default:
		return false
	}
}

func text(value any) string {
	s, _ := value.(string)
	return s
}

// listOf returns a value as a list. A single value becomes a list of one.
func listOf(value any) []any {
	switch v := value.(type) {
	case nil:
		return nil
	case []any:
		return v
	default:
		return []any{v}
	}
}
