// Package pkpass makes passes for Apple Wallet: signed archives of a description, its translations and its pictures.
package pkpass

import (
	"crypto"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/pem"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/smallstep/pkcs7"
	"github.com/youmark/pkcs8"
)

// Signer signs passes with a pass type certificate.
type Signer struct {
	certificate, intermediate *x509.Certificate
	key                       crypto.Signer
}

// NewSigner reads the certificate of a pass type, its private key and the intermediate certificate of Apple (WWDR) from PEM. The password
// is "" for a key that is not encrypted. The error says what is wrong with which of them.
func NewSigner(certificate, key, intermediate, password string) (*Signer, error) {
	s := &Signer{}
	var err error
	if s.certificate, err = parseCertificate(certificate); err != nil {
		return nil, fmt.Errorf("the certificate cannot be read: %w", err)
	}
	if s.intermediate, err = parseCertificate(intermediate); err != nil {
		return nil, fmt.Errorf("the WWDR certificate cannot be read: %w", err)
	}
	if s.key, err = parseKey(key, password); err != nil {
		return nil, fmt.Errorf("the key cannot be read: %w", err)
	}
	if public, ok := s.key.Public().(interface{ Equal(crypto.PublicKey) bool }); !ok || !public.Equal(s.certificate.PublicKey) {
		return nil, errors.New("the key does not belong to the certificate")
	}
	if err := s.certificate.CheckSignatureFrom(s.intermediate); err != nil {
		return nil, errors.New("the WWDR certificate did not issue the certificate, whose issuer is " + s.certificate.Issuer.CommonName)
	}
	return s, nil
}

func block(text string, kinds ...string) ([]byte, string, error) {
	for rest := []byte(text); ; {
		var b *pem.Block
		if b, rest = pem.Decode(rest); b == nil {
			return nil, "", fmt.Errorf("it has no %s in PEM", kinds[0])
		}
		if slices.Contains(kinds, b.Type) {
			return b.Bytes, b.Type, nil
		}
	}
}

func parseCertificate(text string) (*x509.Certificate, error) {
	der, _, err := block(text, "CERTIFICATE")
	if err != nil {
		return nil, err
	}
	return x509.ParseCertificate(der)
}

func parseKey(text, password string) (crypto.Signer, error) {
	der, kind, err := block(text, "PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "RSA PRIVATE KEY")
	if err != nil {
		return nil, err
	}
	var key any
	switch kind {
	case "RSA PRIVATE KEY":
		key, err = x509.ParsePKCS1PrivateKey(der)
	case "PRIVATE KEY":
		key, err = x509.ParsePKCS8PrivateKey(der)
	default:
		key, err = pkcs8.ParsePKCS8PrivateKey(der, []byte(password))
	}
	if err != nil {
		return nil, err
	}
	private, ok := key.(*rsa.PrivateKey)
	if !ok {
		return nil, errors.New("it is not an RSA key")
	}
	return private, nil
}

// Subject describes the certificate, for people.
func (s *Signer) Subject() string {
	if name := s.certificate.Subject.CommonName; name != "" {
		return name
	}
	return s.certificate.Subject.String()
}

// ExpiresAt is when the first of the certificate and its issuer's expires.
func (s *Signer) ExpiresAt() time.Time {
	if s.intermediate.NotAfter.Before(s.certificate.NotAfter) {
		return s.intermediate.NotAfter
	}
	return s.certificate.NotAfter
}

// userID is the attribute of a subject that holds the pass type identifier.
var userID = asn1.ObjectIdentifier{0, 9, 2342, 19200300, 100, 1, 1}

// PassType is the pass type identifier in the certificate, or "".
func (s *Signer) PassType() string { return attribute(s.certificate.Subject, userID) }

// Team is the team identifier in the certificate, or "".
func (s *Signer) Team() string {
	if units := s.certificate.Subject.OrganizationalUnit; len(units) > 0 {
		return units[0]
	}
	return ""
}

func attribute(name pkix.Name, id asn1.ObjectIdentifier) string {
	for _, a := range name.Names {
		if text, ok := a.Value.(string); ok && a.Type.Equal(id) {
			return text
		}
	}
	return ""
}

// TLS is the certificate as a client shows it to Apple's push service.
func (s *Signer) TLS() tls.Certificate {
	return tls.Certificate{Certificate: [][]byte{s.certificate.Raw, s.intermediate.Raw}, PrivateKey: s.key, Leaf: s.certificate}
}

// sign returns the detached signature of a manifest in DER, with both certificates and the time of signing.
func (s *Signer) sign(manifest []byte) ([]byte, error) {
	signed, err := pkcs7.NewSignedData(manifest)
	if err != nil {
		return nil, fmt.Errorf("prepare signature: %w", err)
	}
	signed.SetDigestAlgorithm(pkcs7.OIDDigestAlgorithmSHA256)
	if err := signed.AddSignerChain(s.certificate, s.key, []*x509.Certificate{s.intermediate}, pkcs7.SignerInfoConfig{}); err != nil {
		return nil, fmt.Errorf("sign manifest: %w", err)
	}
	signed.Detach()
	return signed.Finish()
}

// Valid returns an error unless the certificate and its issuer's are valid at a time.
func (s *Signer) Valid(now time.Time) error {
	for _, c := range []*x509.Certificate{s.certificate, s.intermediate} {
		if now.Before(c.NotBefore) || now.After(c.NotAfter) {
			from, until := c.NotBefore.Format(time.DateOnly), c.NotAfter.Format(time.DateOnly)
			return fmt.Errorf("%s is valid from %s to %s only", c.Subject.CommonName, from, until)
		}
	}
	return nil
}
