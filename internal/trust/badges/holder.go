package badges

import (
	"context"
	"encoding/json"
	"fmt"

	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/pg"
)

// SignedFor returns a signed form of an issued credential about a holder, which is a DID, for the wallet app that has the holder's key. It
// shares the status entry of the credential's own form: revoking, suspending or correcting the credential ends both. It is not stored. It
// returns ErrInProgress.
func (s *Service) SignedFor(ctx context.Context, c credentials.Credential, holder string) ([]byte, error) {
	if _, err := s.Signed(ctx, c); err != nil { // gives the credential its status entry
		return nil, err
	}
	key, _, err := s.key(ctx, c.DepartmentID)
	if err != nil {
		return nil, err
	}
	var k known
	if err := pg.Batch(pg.WithGenericPlan(ctx), s.pool, c.DepartmentID, s.queries(ctx, &k, c.DepartmentID, []int64{c.ID})...); err != nil {
		return nil, err
	}
	if _, placed := k.places[c.ID]; !placed && !c.Test {
		return nil, fmt.Errorf("credential %d has no status entry: it was corrected just now", c.ID)
	}
	out := s.unsigned(c, k)
	out.Subject.ID = holder
	content, err := json.Marshal(out)
	if err != nil {
		return nil, fmt.Errorf("write badge: %w", err)
	}
	document, err := s.signer.Sign(content, key, s.clock.Now())
	if err != nil {
		return nil, fmt.Errorf("sign credential %d: %w", c.ID, err)
	}
	return document, nil
}

// TokenFor returns what SignedFor does as a token. It returns ErrNoTokens or ErrInProgress.
func (s *Service) TokenFor(ctx context.Context, c credentials.Credential, holder string) (string, error) {
	if !s.tokens {
		return "", ErrNoTokens
	}
	signed, err := s.SignedFor(ctx, c, holder)
	if err != nil {
		return "", err
	}
	return s.token(ctx, c, signed, holder)
}
