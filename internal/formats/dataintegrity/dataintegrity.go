// Package dataintegrity signs and checks JSON-LD credentials with eddsa-rdfc-2022 (W3C Data Integrity EdDSA Cryptosuites 1.0).
// It knows the contexts of Verifiable Credentials and Open Badges by heart and never asks the network.
package dataintegrity

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// The refusals of this package.
var (
	ErrDocument   = errors.New("the document cannot be signed or checked")
	ErrContext    = errors.New("the document uses a vocabulary that is not known here")
	ErrTooComplex = errors.New("the document is too complex to be checked")
	ErrNoProof    = errors.New("the document has no proof of a known kind")
	ErrSignature  = errors.New("the document or its proof was changed after signing")
)

// Suite is the one cryptosuite.
const Suite = "eddsa-rdfc-2022"

// Proof is a Data Integrity proof.
type Proof struct {
	Type               string `json:"type"`
	Created            string `json:"created"`
	VerificationMethod string `json:"verificationMethod"`
	Cryptosuite        string `json:"cryptosuite"`
	ProofPurpose       string `json:"proofPurpose"`
	ProofValue         string `json:"proofValue,omitempty"`
}

// Key signs as one verification method, whose URL ends with the key's own Multikey form.
type Key struct {
	Private ed25519.PrivateKey
	Method  string
}

// A Signer signs as Sign does. It remembers what documents of the same shape have in common, so that many of them cost a
// fraction. Its zero value is ready to use, by several goroutines at once.
type Signer struct{ templates templates }

// Sign returns the document with a proof, as the function of that name.
func (s *Signer) Sign(document []byte, key Key, at time.Time) ([]byte, error) {
	return sign(document, key, at, s.templates.canonical)
}

// Sign returns the document with a proof made at a moment, to the second. It refuses with ErrDocument, ErrContext and
// ErrTooComplex what another implementation would read otherwise: terms without a meaning, relative addresses, control characters.
func Sign(document []byte, key Key, at time.Time) ([]byte, error) {
	return sign(document, key, at, canonical)
}

func sign(document []byte, key Key, at time.Time, canonical canonicalizer) ([]byte, error) {
	doc, err := parse(document)
	if err != nil {
		return nil, err
	}
	proof := Proof{
		Type: "DataIntegrityProof", Created: at.UTC().Format("2006-01-02T15:04:05Z"), VerificationMethod: key.Method,
		Cryptosuite: Suite, ProofPurpose: "assertionMethod",
	}
	hash, err := toSign(doc, proof, canonical)
	if err != nil {
		return nil, err
	}
	proof.ProofValue = multibase(ed25519.Sign(key.Private, hash))
	doc["proof"] = []Proof{proof}
	return write(doc)
}

// Resolve finds the public key behind a verification method and who controls it. Its error is told as it is.
type Resolve func(method string) (key ed25519.PublicKey, controller string, err error)

// Verify checks the proof of a document and returns it with the controller of its key; whether that is the issuer is for the
// caller to say. It refuses with ErrDocument, ErrContext, ErrTooComplex, ErrNoProof and ErrSignature.
func Verify(document []byte, resolve Resolve) (Proof, string, error) {
	doc, err := parse(document)
	if err != nil {
		return Proof{}, "", err
	}
	proof, err := proofOf(doc)
	if err != nil {
		return Proof{}, "", err
	}
	signature, err := fromMultibase(proof.ProofValue)
	if err != nil || len(signature) != ed25519.SignatureSize {
		return Proof{}, "", ErrSignature
	}
	delete(doc, "proof")
	hash, err := toSign(doc, proof, canonical)
	if err != nil {
		return Proof{}, "", err
	}
	key, controller, err := resolve(proof.VerificationMethod)
	if err != nil {
		return Proof{}, "", err
	}
	if !ed25519.Verify(key, hash, signature) {
		return Proof{}, "", ErrSignature
	}
	return proof, controller, nil
}

// proofOf finds the one proof of a document. A document with several is refused: which of them count is not ours to guess.
func proofOf(doc map[string]any) (Proof, error) {
	raw, err := json.Marshal(doc["proof"])
	if err != nil {
		return Proof{}, ErrNoProof
	}
	var all []map[string]any
	if json.Unmarshal(raw, &all) != nil {
		var one map[string]any
		if json.Unmarshal(raw, &one) != nil || one == nil {
			return Proof{}, ErrNoProof
		}
		all = []map[string]any{one}
	}
	if len(all) != 1 {
		return Proof{}, ErrNoProof
	}
	known := map[string]bool{"type": true, "created": true, "verificationMethod": true, "cryptosuite": true, "proofPurpose": true, "proofValue": true}
	for name := range all[0] {
		if !known[name] { // it would be a part of what was signed
			return Proof{}, fmt.Errorf("%w: proof has %q", ErrNoProof, name)
		}
	}
	var p Proof
	if raw, err = json.Marshal(all[0]); err != nil || json.Unmarshal(raw, &p) != nil {
		return Proof{}, ErrNoProof
	}
	if p.Type != "DataIntegrityProof" || p.Cryptosuite != Suite || p.ProofPurpose != "assertionMethod" || p.VerificationMethod == "" {
		return Proof{}, ErrNoProof
	}
	return p, nil
}

// A canonicalizer gives the canonical form of a document as N-Quads.
type canonicalizer func(doc map[string]any) ([]byte, error)

// toSign is what is signed: the hash of the canonical proof options, then that of the canonical document.
func toSign(doc map[string]any, proof Proof, canonical canonicalizer) ([]byte, error) {
	context, ok := doc["@context"]
	if !ok {
		return nil, fmt.Errorf("%w: no @context", ErrDocument)
	}
	options := map[string]any{
		"@context": context, "type": proof.Type, "cryptosuite": proof.Cryptosuite, "proofPurpose": proof.ProofPurpose,
		"verificationMethod": proof.VerificationMethod,
	}
	if proof.Created != "" {
		options["created"] = proof.Created
	}
	first, err := canonical(options)
	if err != nil {
		return nil, fmt.Errorf("proof: %w", err)
	}
	second, err := canonical(doc)
	if err != nil {
		return nil, err
	}
	a, b := sha256.Sum256(first), sha256.Sum256(second)
	return append(a[:], b[:]...), nil
}

// maxDocument is the largest document that is looked at, in bytes.
const maxDocument = 512 << 10

func parse(document []byte) (map[string]any, error) {
	if len(document) > maxDocument {
		return nil, fmt.Errorf("%w: larger than %d bytes", ErrDocument, maxDocument)
	}
	var doc map[string]any
	if err := json.Unmarshal(document, &doc); err != nil || doc == nil {
		return nil, fmt.Errorf("%w: not a JSON object", ErrDocument)
	}
	return doc, nil
}

// write gives the document as JSON in plain ASCII: readers that take a PNG's text for Latin-1 read it right as well.
func write(doc map[string]any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(doc); err != nil {
		return nil, fmt.Errorf("write signed document: %w", err)
	}
	return ASCII(bytes.TrimSuffix(out.Bytes(), []byte("\n"))), nil
}
