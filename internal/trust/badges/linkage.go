package badges

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/formats/dataintegrity"
)

// linkageYears is how long a domain linkage credential is valid. It is long because the file is put on a website by hand; revoking the
// key ends it earlier.
const linkageYears = 5

// linkage is a domain linkage credential before it is signed. Source: DIF, Well Known DID Configuration, "Domain Linkage Credential".
type linkage struct {
	Context    []string       `json:"@context"`
	Type       []string       `json:"type"`
	Issuer     string         `json:"issuer"`
	ValidFrom  string         `json:"validFrom"`
	ValidUntil string         `json:"validUntil"`
	Subject    linkageSubject `json:"credentialSubject"`
}

type linkageSubject struct {
	ID     string `json:"id"`
	Origin string `json:"origin"`
}

// DomainLinkage returns the signed DID configuration for an origin such as "https://example.org". Published on the department's
// website, it links the domain to the department's DID.
func (s *Service) DomainLinkage(ctx context.Context, by access.Actor, origin string) ([]byte, error) {
	if err := by.Require(access.ManageSigningKeys); err != nil {
		return nil, err
	}
	key, _, err := s.key(ctx, by.DepartmentID)
	if err != nil {
		return nil, err
	}
	now, did := s.clock.Now().UTC(), s.links.DID(by.DepartmentID)
	content, err := json.Marshal(linkage{
		Context: []string{contexts[0], dataintegrity.LinkageContext}, Type: []string{"VerifiableCredential", "DomainLinkageCredential"}, Issuer: did,
		ValidFrom: now.Format(time.RFC3339), ValidUntil: now.AddDate(linkageYears, 0, 0).Format(time.RFC3339), Subject: linkageSubject{did, origin},
	})
	if err != nil {
		return nil, fmt.Errorf("write domain linkage: %w", err)
	}
	signed, err := dataintegrity.Sign(content, key, now)
	if err != nil {
		return nil, fmt.Errorf("sign domain linkage: %w", err)
	}
	return json.Marshal(map[string]any{"@context": dataintegrity.LinkageContext, "linked_dids": []json.RawMessage{signed}})
}
