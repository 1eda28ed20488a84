package badges

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"laurel/internal/formats/dataintegrity"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
)

// MaxPresented is the maximum number of credentials in a presentation. Our verifier checks as many.
const MaxPresented = 50

// maxAudience is the maximum length of a challenge or a domain, in characters.
const maxAudience = 255

// Presentation is what a recipient presents, and to whom.
type Presentation struct {
	RecipientID int64
	Challenge   string // of the reader; "" if they gave none
	Domain      string // of the reader; "" if they gave none
	Expires     time.Time
	Credentials []credentials.Credential
	Documents   [][]byte // signed by other issuers; they follow the credentials
}

// presentation2 is a verifiable presentation before it is signed. Source: Verifiable Credentials Data Model 2.0, "Verifiable
// Presentations".
type presentation2 struct {
	Context     []string          `json:"@context"`
	ID          string            `json:"id"`
	Type        []string          `json:"type"`
	Holder      string            `json:"holder"`
	Credentials []json.RawMessage `json:"verifiableCredential"`
}

// Present signs a verifiable presentation of credentials with the key of their holder, a did:key. It returns a field error for no
// credentials, more than MaxPresented, or a challenge or domain that is too long, and ErrInProgress.
func (s *Service) Present(ctx context.Context, p Presentation) ([]byte, error) {
	var wrong errs.Fields
	switch n := len(p.Credentials) + len(p.Documents); {
	case n == 0:
		wrong.Add("credential_ids", "required")
	case n > MaxPresented:
		wrong.Add("credential_ids", "too_many", "max", MaxPresented)
	}
	for field, value := range map[string]string{"challenge": p.Challenge, "domain": p.Domain} {
		if utf8.RuneCountInString(value) > maxAudience {
			wrong.Add(field, "too_long", "max", maxAudience)
		}
	}
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	key := s.holderKey(p.RecipientID)
	did, _, _ := strings.Cut(key.Method, "#")
	out := presentation2{
		Context: contexts[:1], ID: "urn:uuid:" + uuid.NewString(), Type: []string{"VerifiablePresentation"}, Holder: did,
	}
	for _, c := range p.Credentials {
		signed, err := s.Signed(ctx, c)
		if err != nil {
			return nil, fmt.Errorf("credential %d: %w", c.ID, err)
		}
		out.Credentials = append(out.Credentials, signed)
	}
	for _, each := range p.Documents {
		out.Credentials = append(out.Credentials, each)
	}
	content, err := json.Marshal(out)
	if err != nil {
		return nil, fmt.Errorf("write presentation: %w", err)
	}
	document, err := dataintegrity.SignPresentation(content, key, s.clock.Now(), dataintegrity.Audience{
		Challenge: p.Challenge, Domain: p.Domain, Expires: p.Expires,
	})
	if errors.Is(err, dataintegrity.ErrTooComplex) && len(p.Documents) > 0 {
		return nil, errs.Field("imported_ids", "imported.not_signed") // ours alone are never too much
	}
	if err != nil {
		return nil, fmt.Errorf("sign presentation: %w", err)
	}
	return document, nil
}

// CanPresent reports whether Present accepts a document of another issuer: it must be written in vocabularies that are known here.
func CanPresent(document []byte) bool {
	if document == nil {
		return false
	}
	content, err := json.Marshal(presentation2{
		Context: contexts[:1], ID: "urn:uuid:" + uuid.NewString(), Type: []string{"VerifiablePresentation"}, Holder: "did:key:z",
		Credentials: []json.RawMessage{document},
	})
	return err == nil && dataintegrity.CheckPresentation(content) == nil
}

// holderKey returns the key with which the installation signs for a recipient. It is derived from the secret key, so nothing is stored.
// A new secret key, or another primary address, means a new key; presentations made before stay valid, because a did:key contains it.
func (s *Service) holderKey(recipientID int64) dataintegrity.Key {
	private := ed25519.NewKeyFromSeed(s.keyring.MACs(fmt.Sprintf("holder's key:%d", recipientID))[0])
	public := dataintegrity.Multikey(private.Public().(ed25519.PublicKey))
	return dataintegrity.Key{Private: private, Method: "did:key:" + public + "#" + public}
}
