package nettest

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/pem"
	"math/big"
	"testing"
	"time"
)

// Authority issues certificates.
type Authority struct {
	t    testing.TB
	key  *rsa.PrivateKey
	cert *x509.Certificate
	PEM  string
}

// Certificate is a certificate with its key, in PEM.
type Certificate struct{ PEM, Key string }

// NewAuthority makes an authority.
func NewAuthority(t testing.TB, name string) *Authority {
	t.Helper()
	a := &Authority{t: t, key: newKey(t)}
	der := a.create(&x509.Certificate{
		Subject: pkix.Name{CommonName: name}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
		NotBefore: time.Now().Add(-48 * time.Hour), NotAfter: time.Now().AddDate(10, 0, 0),
	}, a.key)
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	a.cert, a.PEM = cert, encode("CERTIFICATE", der)
	return a
}

// Pool contains the authority alone.
func (a *Authority) Pool() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(a.cert)
	return pool
}

// PassType issues the certificate of a pass type.
func (a *Authority) PassType(name, team string, until time.Time) Certificate {
	a.t.Helper()
	return a.issue(&x509.Certificate{
		Subject: pkix.Name{
			CommonName: "Pass Type ID: " + name, OrganizationalUnit: []string{team}, Organization: []string{"Laurel"},
			ExtraNames: []pkix.AttributeTypeAndValue{{Type: asn1.ObjectIdentifier{0, 9, 2342, 19200300, 100, 1, 1}, Value: name}},
		},
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}, NotAfter: until,
	})
}

// Host issues the certificate of a server on this machine.
func (a *Authority) Host() Certificate {
	a.t.Helper()
	return a.issue(&x509.Certificate{
		Subject: pkix.Name{CommonName: "localhost"}, DNSNames: []string{"localhost"}, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, NotAfter: time.Now().AddDate(1, 0, 0),
	})
}

func (a *Authority) issue(c *x509.Certificate) Certificate {
	a.t.Helper()
	key := newKey(a.t)
	c.NotBefore = time.Now().Add(-24 * time.Hour)
	if c.NotAfter.Before(c.NotBefore) {
		c.NotBefore = c.NotAfter.Add(-24 * time.Hour)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		a.t.Fatal(err)
	}
	return Certificate{encode("CERTIFICATE", a.create(c, key)), encode("PRIVATE KEY", der)}
}

func (a *Authority) create(c *x509.Certificate, key *rsa.PrivateKey) []byte {
	a.t.Helper()
	parent := a.cert
	if parent == nil {
		parent = c
	}
	serial, err := rand.Int(rand.Reader, big.NewInt(1<<62))
	if err != nil {
		a.t.Fatal(err)
	}
	c.SerialNumber = serial
	der, err := x509.CreateCertificate(rand.Reader, c, parent, key.Public(), a.key)
	if err != nil {
		a.t.Fatal(err)
	}
	return der
}

func newKey(t testing.TB) *rsa.PrivateKey {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func encode(kind string, der []byte) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
}
