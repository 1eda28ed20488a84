package badges

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/pg"
	"laurel/internal/trust/badges/internal/db"
)

// document is a DID document. Source: DID Core 1.0, with the keys as Multikey and JsonWebKey (Controlled Identifiers 1.0).
type document struct {
	Context            []string `json:"@context"`
	ID                 string   `json:"id"`
	VerificationMethod []method `json:"verificationMethod"`
	AssertionMethod    []string `json:"assertionMethod"`
}

type method struct {
	ID                 string `json:"id"`
	Type               string `json:"type"`
	Controller         string `json:"controller"`
	PublicKeyMultibase string `json:"publicKeyMultibase,omitempty"`
	// PublicKeyJWK is set for keys that sign tokens.
	PublicKeyJWK json.RawMessage `json:"publicKeyJwk,omitempty"`
	// Retired is when the department stopped signing with the key; its signatures stay valid. The term is our own: the standard's
	// "expires" would make verifiers refuse every earlier signature.
	Retired string `json:"retired,omitempty"`
	// Revoked is when the key was found to be compromised; none of its signatures is valid. Source: Controlled Identifiers 1.0.
	Revoked string `json:"revoked,omitempty"`
}

// DID returns the DID document with every key that the department ever signed with. It may be cached for up to cacheTTL. It returns
// ErrNoIssuer.
func (s *Service) DID(ctx context.Context, departmentID int64) (Response, error) {
	return s.documentCache.serve(s.links.DID(departmentID), func() ([]byte, error) {
		var keys []db.SigningKeyListRow
		var tokens []db.TokenKeyListRow
		err := pg.InDepartment(ctx, s.pool, departmentID, func(tx pgx.Tx) (err error) {
			if keys, err = s.q.SigningKeyList(ctx, tx, departmentID); err != nil {
				return err
			}
			tokens, err = s.q.TokenKeyList(ctx, tx, departmentID)
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("read signing keys: %w", err)
		}
		if len(keys) == 0 {
			return nil, ErrNoIssuer
		}
		return json.Marshal(documentOf(s.links.DID(departmentID), keys, tokens))
	})
}

// documentOf returns a DID document. A revoked key stays in it, so that verifiers can explain why they reject a signature, but it is
// not in assertionMethod, so that verifiers which ignore "revoked" reject it too.
func documentOf(did string, keys []db.SigningKeyListRow, tokens []db.TokenKeyListRow) document {
	d := document{Context: []string{"https://www.w3.org/ns/did/v1", "https://w3id.org/security/multikey/v1"}, ID: did, AssertionMethod: []string{}}
	add := func(m method, retired, revoked *time.Time) {
		m.Controller = did
		switch {
		case revoked != nil:
			m.Revoked = revoked.UTC().Format(time.RFC3339)
		case retired != nil:
			m.Retired = retired.UTC().Format(time.RFC3339)
		}
		if revoked == nil {
			d.AssertionMethod = append(d.AssertionMethod, m.ID)
		}
		d.VerificationMethod = append(d.VerificationMethod, m)
	}
	for _, key := range keys {
		add(method{ID: did + "#" + key.Multikey, Type: "Multikey", PublicKeyMultibase: key.Multikey}, key.RetiredAt, key.RevokedAt)
	}
	if len(tokens) > 0 {
		d.Context = append(d.Context, "https://w3id.org/security/jwk/v1")
	}
	for _, key := range tokens {
		add(method{ID: did + "#" + key.Name, Type: "JsonWebKey", PublicKeyJWK: key.PublicKey}, key.RetiredAt, key.RevokedAt)
	}
	return d
}
