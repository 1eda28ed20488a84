package saml

import (
	"bytes"
	"compress/flate"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/big"
	"net/url"
	"strings"
	"time"

	"github.com/beevik/etree"
)

const algorithmRSASHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"

// Request asks a provider to sign somebody in.
type Request struct {
	ID         string // from NewID
	EntityID   string // ours
	ACS        string
	SignInURL  string // the provider's
	RelayState string
	Email      string // suggested to the provider; "": nobody
	Now        time.Time
}

// NewID returns an ID that nobody can guess.
func NewID() string {
	var b [20]byte
	_, _ = rand.Read(b[:])
	return "_" + hex.EncodeToString(b[:])
}

// URL returns the address at the provider that the browser opens, with the signed request.
func (r Request) URL(key *rsa.PrivateKey) (string, error) {
	message, err := r.document()
	if err != nil {
		return "", err
	}
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.DefaultCompression)
	if err != nil {
		return "", err
	}
	if _, err := w.Write(message); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	// The signature covers the parameters as they are encoded here, in this order.
	query := "SAMLRequest=" + url.QueryEscape(base64.StdEncoding.EncodeToString(packed.Bytes())) +
		"&RelayState=" + url.QueryEscape(r.RelayState) + "&SigAlg=" + url.QueryEscape(algorithmRSASHA256)
	digest := sha256.Sum256([]byte(query))
	signature, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, digest[:])
	if err != nil {
		return "", fmt.Errorf("sign request: %w", err)
	}
	query += "&Signature=" + url.QueryEscape(base64.StdEncoding.EncodeToString(signature))
	if strings.Contains(r.SignInURL, "?") {
		return r.SignInURL + "&" + query, nil
	}
	return r.SignInURL + "?" + query, nil
}

func (r Request) document() ([]byte, error) {
	doc := etree.NewDocument()
	root := doc.CreateElement("samlp:AuthnRequest")
	root.CreateAttr("xmlns:samlp", nsProtocol)
	root.CreateAttr("xmlns:saml", nsAssertion)
	root.CreateAttr("ID", r.ID)
	root.CreateAttr("Version", "2.0")
	root.CreateAttr("IssueInstant", r.Now.UTC().Format("2006-01-02T15:04:05Z"))
	root.CreateAttr("Destination", r.SignInURL)
	root.CreateAttr("ProtocolBinding", bindingPost)
	root.CreateAttr("AssertionConsumerServiceURL", r.ACS)
	root.CreateElement("saml:Issuer").SetText(r.EntityID)
	if r.Email != "" {
		name := root.CreateElement("saml:Subject").CreateElement("saml:NameID")
		name.CreateAttr("Format", formatEmail)
		name.SetText(r.Email)
	}
	root.CreateElement("samlp:NameIDPolicy").CreateAttr("AllowCreate", "true")
	return doc.WriteToBytes()
}

// NewKey returns a key that signs requests, and its certificate.
func NewKey(name string, now time.Time) (*rsa.PrivateKey, *x509.Certificate, error) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return nil, nil, err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return nil, nil, err
	}
	template := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: name}, NotBefore: now.Add(-time.Hour), NotAfter: now.AddDate(10, 0, 0),
		KeyUsage: x509.KeyUsageDigitalSignature,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, nil, err
	}
	cert, err := x509.ParseCertificate(der)
	return key, cert, err
}
