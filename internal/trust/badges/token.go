package badges

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/formats/jws"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
	"laurel/internal/trust/badges/internal/db"
)

// TokenType is the content type of a credential token. Source: Securing Verifiable Credentials using JOSE and COSE, "Media Types".
const TokenType = "application/vc+jwt"

// ErrNoTokens means that tokens are disabled.
var ErrNoTokens = errs.New(errs.NotFound, "badge.no_tokens")

// TokenAddress returns the URL of the credential's token, or "" if tokens are disabled.
func (s *Service) TokenAddress(c credentials.Credential) string {
	if !s.tokens {
		return ""
	}
	return s.links.BadgeToken(c.UUID.String(), c.Key())
}

// Token returns the signed credential as a token (VC-JWT, RS256), for software that does not support embedded proofs. It is derived
// from the signed form and the key, so it is not stored. It returns ErrNoTokens.
func (s *Service) Token(ctx context.Context, c credentials.Credential) (string, error) {
	if !s.tokens {
		return "", ErrNoTokens
	}
	signed, err := s.Signed(ctx, c)
	if err != nil {
		return "", err
	}
	return s.token(ctx, c, signed, "urn:uuid:"+uuid.NewSHA1(c.UUID, []byte("recipient")).String())
}

// Tokens reports whether the operator enabled tokens.
func (s *Service) Tokens() bool { return s.tokens }

// token signs a signed credential again as a token about a subject.
func (s *Service) token(ctx context.Context, c credentials.Credential, signed []byte, subject string) (string, error) {
	payload, err := claims(signed, subject)
	if err != nil {
		return "", err
	}
	key, name, err := s.tokenKey(ctx, c.DepartmentID)
	if err != nil {
		return "", err
	}
	return jws.Sign(payload, key, s.links.DID(c.DepartmentID)+"#"+name)
}

// claims converts a signed credential into the payload of a token: without its proof, and with the registered JWT claims. A token needs
// a subject, so a recipient without a DID gets a pseudonymous ID that differs for each credential. Source: Open Badges 3.0, "JSON Web Token Proof
// Format".
func claims(signed []byte, subject string) ([]byte, error) {
	var told struct {
		ID      string                     `json:"id"`
		Issuer  struct{ ID string }        `json:"issuer"`
		From    time.Time                  `json:"validFrom"`
		Until   *time.Time                 `json:"validUntil"`
		Subject map[string]json.RawMessage `json:"credentialSubject"`
	}
	var payload map[string]any
	if err := errors.Join(json.Unmarshal(signed, &told), json.Unmarshal(signed, &payload)); err != nil {
		return nil, fmt.Errorf("read signed badge: %w", err)
	}
	told.Subject["id"] = json.RawMessage(strconv.Quote(subject))
	delete(payload, "proof")
	payload["credentialSubject"] = told.Subject
	payload["iss"], payload["sub"], payload["jti"], payload["nbf"] = told.Issuer.ID, subject, told.ID, told.From.Unix()
	if told.Until != nil {
		payload["exp"] = told.Until.Unix()
	}
	return json.Marshal(payload)
}

// tokenBits is the size of token signing keys, in bits.
const tokenBits = 2048

// tokenContext binds an encrypted key to its row.
func tokenContext(departmentID int64) string {
	return fmt.Sprint("token_keys.sealed_key ", departmentID)
}

// tokenKey returns the department's current token signing key and its name. The first call creates the key.
func (s *Service) tokenKey(ctx context.Context, departmentID int64) (*rsa.PrivateKey, string, error) {
	row, err := s.currentTokenKey(ctx, departmentID)
	if pg.NoRows(err) {
		if err = s.addTokenKey(ctx, departmentID); err == nil {
			row, err = s.currentTokenKey(ctx, departmentID)
		}
	}
	if err != nil {
		return nil, "", fmt.Errorf("read token key: %w", err)
	}
	opened, err := s.keyring.Open(row.SealedKey, tokenContext(departmentID))
	if err != nil {
		return nil, "", fmt.Errorf("open token key: %w", err)
	}
	key, err := x509.ParsePKCS1PrivateKey(opened)
	if err != nil {
		return nil, "", fmt.Errorf("read token key: %w", err)
	}
	return key, row.Name, nil
}

func (s *Service) currentTokenKey(ctx context.Context, departmentID int64) (row db.TokenKeyCurrentRow, err error) {
	err = pg.InDepartment(ctx, s.pool, departmentID, func(tx pgx.Tx) error {
		row, err = s.q.TokenKeyCurrent(ctx, tx, departmentID)
		return err
	})
	return row, err
}

func (s *Service) addTokenKey(ctx context.Context, departmentID int64) error {
	key, err := rsa.GenerateKey(rand.Reader, tokenBits)
	if err != nil {
		return fmt.Errorf("make token key: %w", err)
	}
	defer s.documentCache.forget(s.links.DID(departmentID))
	public, name := jws.JWK(&key.PublicKey)
	return pg.InDepartment(ctx, s.pool, departmentID, func(tx pgx.Tx) error {
		return s.q.TokenKeyInsert(ctx, tx, db.TokenKeyInsertParams{
			DepartmentID: departmentID, Name: name, PublicKey: public, CreatedAt: s.clock.Now(),
			SealedKey: s.keyring.Seal(x509.MarshalPKCS1PrivateKey(key), tokenContext(departmentID)),
		})
	})
}
