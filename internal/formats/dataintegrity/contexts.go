package dataintegrity

import (
	"bytes"
	"embed"
	"fmt"

	"github.com/piprate/json-gold/ld"
)

// The vocabularies are kept as published; their licences are W3C's and 1EdTech's. A test pins each by hash.
//
//go:embed contexts/*.json
var contextFiles embed.FS

// LinkageContext is the vocabulary of domain linkage credentials. Source: DIF, Well Known DID Configuration.
const LinkageContext = "https://identity.foundation/.well-known/did-configuration/v1"

// contextNames maps the URLs of vocabularies to their files.
var contextNames = map[string]string{
	"https://www.w3.org/2018/credentials/v1":           "credentials-v1",
	"https://www.w3.org/ns/credentials/v2":             "credentials-v2",
	"https://w3id.org/security/data-integrity/v1":      "data-integrity-v1",
	"https://w3id.org/security/data-integrity/v2":      "data-integrity-v2",
	"https://w3id.org/security/suites/ed25519-2020/v1": "ed25519-2020-v1",
	"https://w3id.org/vc/status-list/2021/v1":          "status-list-2021-v1",
	"https://w3id.org/dcc/v1":                          "dcc-v1",

	LinkageContext: "did-configuration-v1",
	"https://purl.imsglobal.org/spec/ob/v3p0/context.json":        "ob-3.0.0",
	"https://w3id.org/security/multikey/v1":                       "multikey-v1",
	"https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.1.json":  "ob-3.0.1",
	"https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.2.json":  "ob-3.0.2",
	"https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json":  "ob-3.0.3",
	"https://purl.imsglobal.org/spec/ob/v3p0/extensions.json":     "ob-extensions",
	"https://purl.imsglobal.org/spec/clr/v2p0/context-2.0.1.json": "clr-2.0.1",
}

// loader returns embedded vocabularies and no others.
type loader struct{}

// LoadDocument implements ld.DocumentLoader.
func (loader) LoadDocument(address string) (*ld.RemoteDocument, error) {
	name, ok := contextNames[address]
	if !ok {
		return nil, ld.NewJsonLdError(ld.LoadingDocumentFailed, fmt.Errorf("%w: %s", ErrContext, address))
	}
	data, err := contextFiles.ReadFile("contexts/" + name + ".json")
	if err != nil {
		return nil, fmt.Errorf("read context: %w", err)
	}
	document, err := ld.DocumentFromReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("read context %s: %w", name, err)
	}
	return &ld.RemoteDocument{DocumentURL: address, Document: document}, nil
}
