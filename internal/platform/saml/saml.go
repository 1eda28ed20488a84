// Package saml speaks the service provider's side of SAML 2.0 sign-in: it reads the metadata of identity providers, writes our own, signs
// requests and checks responses. It accepts one narrow profile, and refuses everything outside it.
package saml

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"

	rtvalidator "github.com/mattermost/xml-roundtrip-validator"

	"laurel/internal/platform/errs"
)

// The namespaces of SAML.
const (
	nsProtocol  = "urn:oasis:names:tc:SAML:2.0:protocol"
	nsAssertion = "urn:oasis:names:tc:SAML:2.0:assertion"
	nsMetadata  = "urn:oasis:names:tc:SAML:2.0:metadata"
	nsSignature = "http://www.w3.org/2000/09/xmldsig#"

	bindingRedirect = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
	bindingPost     = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
)

// The sizes of documents that are read.
const (
	MaxResponse = 256 << 10 // bytes of a response, before it is decoded
	MaxMetadata = 1 << 20   // bytes of metadata

	maxElements = 20_000
	maxDepth    = 64
)

// The reasons why a response is refused. Each code has a message in locales/en/errors.json.
var (
	ErrMalformed   = errs.New(errs.Invalid, "sso.saml_malformed")
	ErrDeclined    = errs.New(errs.Invalid, "sso.provider_refused")
	ErrEncrypted   = errs.New(errs.Invalid, "sso.saml_encrypted")
	ErrUnsigned    = errs.New(errs.Invalid, "sso.saml_unsigned")
	ErrAlgorithm   = errs.New(errs.Invalid, "sso.saml_algorithm")
	ErrSignature   = errs.New(errs.Invalid, "sso.saml_signature")
	ErrCertificate = errs.New(errs.Invalid, "sso.saml_certificate_expired")
	ErrIssuer      = errs.New(errs.Invalid, "sso.saml_issuer")
	ErrAudience    = errs.New(errs.Invalid, "sso.saml_audience")
	ErrRecipient   = errs.New(errs.Invalid, "sso.saml_recipient")
	ErrRequest     = errs.New(errs.Invalid, "sso.saml_request")
	ErrExpired     = errs.New(errs.Invalid, "sso.saml_expired")
	ErrEarly       = errs.New(errs.Invalid, "sso.saml_early")
	ErrSubject     = errs.New(errs.Invalid, "sso.saml_subject")
)

// careful returns an error for XML that parsers read differently, that declares entities, or that is too deep or too long. Comments are
// refused unless they are allowed: programs disagree on what surrounds them.
func careful(data []byte, comments bool) error {
	d := xml.NewDecoder(bytes.NewReader(data))
	elements, depth := 0, 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.StartElement:
			if depth == 0 && elements > 0 {
				return errors.New("it contains several documents")
			}
			elements++
			depth++
		case xml.EndElement:
			depth--
		case xml.Directive:
			return errors.New("it contains a document type")
		case xml.ProcInst:
			if token.Target != "xml" {
				return fmt.Errorf("it contains the processing instruction %s", token.Target)
			}
		case xml.Comment:
			if !comments {
				return errors.New("it contains a comment")
			}
		}
		if elements > maxElements || depth > maxDepth {
			return errors.New("it contains too many elements")
		}
	}
	if elements == 0 {
		return errors.New("it is empty")
	}
	return rtvalidator.Validate(bytes.NewReader(data))
}
