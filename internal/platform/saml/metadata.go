package saml

import (
	"crypto/ecdsa"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/xml"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/beevik/etree"

	"laurel/internal/platform/errs"
)

const (
	maxCertificates = 10
	longestEntityID = 500 // the standard allows 1024; ours are stored with the issuers of OpenID
)

// The reasons why metadata are refused.
var (
	ErrMetadata            = errs.New(errs.Invalid, "sso_connection.metadata_invalid")
	ErrMetadataSeveral     = errs.New(errs.Invalid, "sso_connection.metadata_several")
	ErrMetadataExpired     = errs.New(errs.Invalid, "sso_connection.metadata_expired")
	ErrMetadataRedirect    = errs.New(errs.Invalid, "sso_connection.metadata_no_redirect")
	ErrMetadataCertificate = errs.New(errs.Invalid, "sso_connection.metadata_no_certificate")
)

// Provider is what the metadata of an identity provider say.
type Provider struct {
	EntityID     string
	SignInURL    string              // where requests go, with the HTTP-Redirect binding
	Certificates []*x509.Certificate // that may sign responses; several during a rollover
}

type entity struct {
	XMLName    xml.Name
	EntityID   string    `xml:"entityID,attr"`
	ValidUntil string    `xml:"validUntil,attr"`
	Provider   *provider `xml:"urn:oasis:names:tc:SAML:2.0:metadata IDPSSODescriptor"`
}

type provider struct {
	Keys []struct {
		Use          string   `xml:"use,attr"`
		Certificates []string `xml:"KeyInfo>X509Data>X509Certificate"`
	} `xml:"urn:oasis:names:tc:SAML:2.0:metadata KeyDescriptor"`
	SignIn []struct {
		Binding  string `xml:"Binding,attr"`
		Location string `xml:"Location,attr"`
	} `xml:"urn:oasis:names:tc:SAML:2.0:metadata SingleSignOnService"`
}

// ParseProvider reads the metadata of one identity provider. It returns one of the reasons above.
func ParseProvider(data []byte, now time.Time) (Provider, error) {
	if len(data) > MaxMetadata {
		return Provider{}, ErrMetadata
	}
	if err := careful(data, true); err != nil {
		return Provider{}, ErrMetadata.Wrap(err)
	}
	var e entity
	if err := xml.Unmarshal(data, &e); err != nil {
		return Provider{}, ErrMetadata.Wrap(err)
	}
	switch {
	case e.XMLName.Space == nsMetadata && e.XMLName.Local == "EntitiesDescriptor":
		return Provider{}, ErrMetadataSeveral
	case e.XMLName.Space != nsMetadata || e.XMLName.Local != "EntityDescriptor" || e.Provider == nil || e.EntityID == "" || len(e.EntityID) > longestEntityID:
		return Provider{}, ErrMetadata
	}
	if e.ValidUntil != "" {
		if until, err := time.Parse(time.RFC3339, e.ValidUntil); err != nil || !now.Before(until) {
			return Provider{}, ErrMetadataExpired
		}
	}
	out := Provider{EntityID: e.EntityID}
	for _, s := range e.Provider.SignIn {
		if at, err := url.Parse(s.Location); s.Binding == bindingRedirect && err == nil && (at.Scheme == "https" || at.Scheme == "http") && at.Host != "" {
			out.SignInURL = s.Location
			break
		}
	}
	if out.SignInURL == "" {
		return Provider{}, ErrMetadataRedirect
	}
	out.Certificates = e.Provider.certificates()
	if len(out.Certificates) == 0 {
		return Provider{}, ErrMetadataCertificate
	}
	return out, nil
}

// certificates returns those that sign and can be relied on.
func (p *provider) certificates() []*x509.Certificate {
	var out []*x509.Certificate
	for _, key := range p.Keys {
		if key.Use != "" && key.Use != "signing" {
			continue
		}
		for _, text := range key.Certificates {
			der, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(text), ""))
			if err != nil {
				continue
			}
			c, err := x509.ParseCertificate(der)
			if err != nil || !strong(c) || slices.ContainsFunc(out, c.Equal) || len(out) >= maxCertificates {
				continue
			}
			out = append(out, c)
		}
	}
	return out
}

func strong(c *x509.Certificate) bool {
	switch key := c.PublicKey.(type) {
	case *rsa.PublicKey:
		return key.N.BitLen() >= 2048
	case *ecdsa.PublicKey:
		return key.Curve.Params().BitSize >= 256
	}
	return false
}

// Service is what our own metadata say.
type Service struct {
	EntityID     string
	ACS          string              // where responses go
	Certificates []*x509.Certificate // that sign requests, now or soon
}

// Metadata writes the metadata of a service.
func Metadata(s Service) ([]byte, error) {
	doc := etree.NewDocument()
	doc.CreateProcInst("xml", `version="1.0" encoding="UTF-8"`)
	root := doc.CreateElement("md:EntityDescriptor")
	root.CreateAttr("xmlns:md", nsMetadata)
	root.CreateAttr("xmlns:ds", nsSignature)
	root.CreateAttr("entityID", s.EntityID)
	sp := root.CreateElement("md:SPSSODescriptor")
	sp.CreateAttr("AuthnRequestsSigned", "true")
	sp.CreateAttr("WantAssertionsSigned", "true")
	sp.CreateAttr("protocolSupportEnumeration", nsProtocol)
	for _, c := range s.Certificates {
		key := sp.CreateElement("md:KeyDescriptor")
		key.CreateAttr("use", "signing")
		key.CreateElement("ds:KeyInfo").CreateElement("ds:X509Data").CreateElement("ds:X509Certificate").
			SetText(base64.StdEncoding.EncodeToString(c.Raw))
	}
	acs := sp.CreateElement("md:AssertionConsumerService")
	acs.CreateAttr("Binding", bindingPost)
	acs.CreateAttr("Location", s.ACS)
	acs.CreateAttr("index", "0")
	acs.CreateAttr("isDefault", "true")
	doc.Indent(2)
	return doc.WriteToBytes()
}
