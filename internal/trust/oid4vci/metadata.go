package oid4vci

import (
	"context"

	"laurel/internal/accounts/departments"
	"laurel/internal/trust/badges"
)

// The names of the credential formats. Source: OpenID4VCI 1.0, appendix A.1.
const (
	formatEmbedded = "ldp_vc"
	formatToken    = "jwt_vc_json"
)

// Server is the metadata of the authorization server. Source: RFC 8414, and OpenID4VCI 1.0, section 12.3.
type Server struct {
	Issuer      string   `json:"issuer"`
	Endpoint    string   `json:"token_endpoint"`
	GrantTypes  []string `json:"grant_types_supported"`
	AuthMethods []string `json:"token_endpoint_auth_methods_supported"`
	Details     []string `json:"authorization_details_types_supported"`
	Anonymous   bool     `json:"pre-authorized_grant_anonymous_access_supported"`
}

// Issuer is the metadata of a credential issuer. It repeats what it says as an authorization server, for wallets of earlier drafts.
// Source: OpenID4VCI 1.0, section 12.2.4.
type Issuer struct {
	CredentialIssuer string                   `json:"credential_issuer"`
	Credential       string                   `json:"credential_endpoint"`
	Nonce            string                   `json:"nonce_endpoint"`
	Notification     string                   `json:"notification_endpoint"`
	Display          []display                `json:"display"`
	Configurations   map[string]configuration `json:"credential_configurations_supported"`
	Server
}

type display struct {
	Name        string `json:"name"`
	Locale      string `json:"locale"`
	Logo        *logo  `json:"logo,omitempty"`
	Description string `json:"description,omitempty"`
}

type logo struct {
	URI     string `json:"uri"`
	AltText string `json:"alt_text"`
}

type configuration struct {
	Format     string               `json:"format"`
	Algorithms []string             `json:"credential_signing_alg_values_supported"`
	Binding    []string             `json:"cryptographic_binding_methods_supported"`
	ProofTypes map[string]supported `json:"proof_types_supported"`
	Definition definition           `json:"credential_definition"`
	Metadata   credentialMetadata   `json:"credential_metadata"`
	Display    []display            `json:"display"` // for wallets of earlier drafts
}

type supported struct {
	Algorithms []string `json:"proof_signing_alg_values_supported"`
}

type definition struct {
	Context []string `json:"@context,omitempty"`
	Type    []string `json:"type"`
}

type credentialMetadata struct {
	Display []display `json:"display"`
}

// Issuer returns the metadata of a department as a credential issuer, or with 0 of the installation. It returns departments.ErrNotFound.
func (s *Service) Issuer(ctx context.Context, departmentID int64) (Issuer, error) {
	server, d, err := s.server(ctx, departmentID)
	if err != nil {
		return Issuer{}, err
	}
	out := Issuer{
		CredentialIssuer: server.Issuer, Credential: s.Links.WalletEndpoint("credential"), Nonce: s.Links.WalletEndpoint("nonce"),
		Notification: s.Links.WalletEndpoint("notification"), Configurations: map[string]configuration{}, Server: server,
	}
	var credential []display
	for _, language := range s.Texts.Languages() {
		one := display{Name: d.Name, Locale: badges.LanguageTag(language)}
		if one.Name == "" {
			one.Name = s.Links.Host()
		}
		if d.Logo != "" {
			one.Logo = &logo{s.Links.File(d.Logo), d.Name}
		}
		out.Display = append(out.Display, one)
		credential = append(credential, display{
			Name: s.Texts.Text(language, "walletApp.offer.name", nil), Locale: one.Locale, Logo: one.Logo,
			Description: s.Texts.Text(language, "walletApp.offer.description", nil),
		})
	}
	for _, name := range s.configurations() {
		c := configuration{
			Format: formatEmbedded, Algorithms: []string{"eddsa-rdfc-2022"}, Binding: []string{"did:key", "did:jwk", "jwk"},
			ProofTypes: map[string]supported{"jwt": {algorithms}}, Metadata: credentialMetadata{credential}, Display: credential,
			Definition: definition{badges.Contexts(), badges.Types()},
		}
		if name == Token {
			c.Format, c.Algorithms, c.Definition.Context = formatToken, []string{badges.RS256}, nil
		}
		out.Configurations[name] = c
	}
	return out, nil
}

// Server returns the metadata of a department, or with 0 of the installation, as an authorization server. It returns
// departments.ErrNotFound.
func (s *Service) Server(ctx context.Context, departmentID int64) (Server, error) {
	server, _, err := s.server(ctx, departmentID)
	return server, err
}

func (s *Service) server(ctx context.Context, departmentID int64) (Server, departments.Public, error) {
	var d departments.Public
	if departmentID != 0 {
		var err error
		if d, err = s.Departments.ReadPublic(ctx, departmentID); err != nil {
			return Server{}, d, err
		}
	}
	return Server{
		s.Links.CredentialIssuer(departmentID), s.Links.WalletEndpoint("token"), []string{GrantType}, []string{"none"}, []string{detailType}, true,
	}, d, nil
}
