// Package dataintegrity signs and verifies JSON-LD credentials with eddsa-rdfc-2022 (W3C Data Integrity EdDSA Cryptosuites 1.0). The
// contexts of Verifiable Credentials and Open Badges are embedded, so it never uses the network.
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

// The errors of this package.
var (
	ErrDocument   = errors.New("the document cannot be signed or checked")
	ErrContext    = errors.New("the document uses a vocabulary that is not known here")
	ErrTooComplex = errors.New("the document is too complex to be checked")
	ErrNoProof    = errors.New("the document has no proof of a known kind")
	ErrSignature  = errors.New("the document or its proof was changed after signing")
)

// Suite is the cryptosuite used for signing.
const Suite = "eddsa-rdfc-2022"

// Proof is a Data Integrity proof.
type Proof struct {
	Type               string `json:"type"`
	Created            string `json:"created"`
	VerificationMethod string `json:"verificationMethod"`
	Cryptosuite        string `json:"cryptosuite"`
	ProofPurpose       string `json:"proofPurpose"`
	ProofValue         string `json:"proofValue,omitempty"`

	// A presentation's proof can be for one reader: it repeats their challenge, names their domain, and expires.
	Expires   string `json:"expires,omitempty"`
	Challenge string `json:"challenge,omitempty"`
	Domain    string `json:"domain,omitempty"`
}

// The purposes of proofs: an issuer asserts a credential, and a holder authenticates as they present it.
const (
	assertion      = "assertionMethod"
	authentication = "authentication"
)

// Audience is whom a presentation is signed for. Empty fields are left out of the proof.
type Audience struct {
	Challenge string // random text of the reader
	Domain    string // of the reader
	Expires   time.Time
}

// Key signs for one verification method, whose URL ends with the key's Multikey.
type Key struct {
	Private ed25519.PrivateKey
	Method  string
}

// A Signer signs like Sign. It caches what documents of the same shape share, which makes signing many of them much cheaper. Its zero
// value is ready to use, and it is safe for concurrent use.
type Signer struct{ templates templates }

// Sign returns the document with a proof, like the function Sign.
func (s *Signer) Sign(document []byte, key Key, at time.Time) ([]byte, error) {
	return sign(document, key, proofAt(at, assertion), s.templates.canonical)
}

// Sign returns the document with a proof created at a time, to the second. It returns ErrDocument, ErrContext or ErrTooComplex for
// documents that another implementation might read differently: undefined terms, relative IRIs, control characters.
func Sign(document []byte, key Key, at time.Time) ([]byte, error) {
	return sign(document, key, proofAt(at, assertion), canonical)
}

// SignPresentation returns a verifiable presentation with its holder's proof, like Sign.
func SignPresentation(document []byte, key Key, at time.Time, to Audience) ([]byte, error) {
	proof := proofAt(at, authentication)
	proof.Challenge, proof.Domain = to.Challenge, to.Domain
	if !to.Expires.IsZero() {
		proof.Expires = dateTime(to.Expires)
	}
	return sign(document, key, proof, canonical)
}

// CheckPresentation returns the error with which SignPresentation refuses a document, or nil.
func CheckPresentation(document []byte) error {
	doc, err := parse(document)
	if err != nil {
		return err
	}
	proof := proofAt(time.Time{}, authentication)
	proof.VerificationMethod = "did:key:z#z" // any address will do
	_, err = toSign(doc, proof, canonical)
	return err
}

func proofAt(at time.Time, purpose string) Proof {
	return Proof{Type: "DataIntegrityProof", Created: dateTime(at), Cryptosuite: Suite, ProofPurpose: purpose}
}

func dateTime(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05Z") }

func sign(document []byte, key Key, proof Proof, canonical canonicalizer) ([]byte, error) {
	doc, err := parse(document)
	if err != nil {
		return nil, err
	}
	proof.VerificationMethod = key.Method
	hash, err := toSign(doc, proof, canonical)
	if err != nil {
		return nil, err
	}
	proof.ProofValue = multibase(ed25519.Sign(key.Private, hash))
	doc["proof"] = []Proof{proof}
	return write(doc)
}

// Resolve returns the public key of a verification method and its controller. Verify returns its errors unchanged.
type Resolve func(method string) (key ed25519.PublicKey, controller string, err error)

// Verify checks the proof of a document and returns it with the controller of its key. The caller must check that the controller is the
// issuer. It returns ErrDocument, ErrContext, ErrTooComplex, ErrNoProof or ErrSignature.
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

// proofOf returns the only proof of a document. A document with several is rejected, because it is undefined which of them counts.
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
	if p.Type != "DataIntegrityProof" || p.Cryptosuite != Suite || p.ProofPurpose != assertion || p.VerificationMethod == "" {
		return Proof{}, ErrNoProof
	}
	return p, nil
}

// A canonicalizer returns the canonical N-Quads of a document.
type canonicalizer func(doc map[string]any) ([]byte, error)

// toSign returns the signed data: the hash of the canonical proof options followed by that of the canonical document.
func toSign(doc map[string]any, proof Proof, canonical canonicalizer) ([]byte, error) {
	context, ok := doc["@context"]
	if !ok {
		return nil, fmt.Errorf("%w: no @context", ErrDocument)
	}
	options := map[string]any{
		"@context": context, "type": proof.Type, "cryptosuite": proof.Cryptosuite, "proofPurpose": proof.ProofPurpose,
		"verificationMethod": proof.VerificationMethod,
	}
	for name, value := range map[string]string{
		"created": proof.Created, "expires": proof.Expires, "challenge": proof.Challenge, "domain": proof.Domain,
	} {
		if value != "" {
			options[name] = value
		}
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

// maxDocument is the maximum size of a document, in bytes.
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

// write encodes the document as JSON in ASCII, which is also correct for readers that take the text of a PNG for Latin-1.
func write(doc map[string]any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(doc); err != nil {
		return nil, fmt.Errorf("write signed document: %w", err)
	}
	return ASCII(bytes.TrimSuffix(out.Bytes(), []byte("\n"))), nil
}
