package identity

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/url"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/secrets"
)

// Kinds of one-use secrets.
const (
	tokenVerify = "verify"
	tokenReset  = "reset"
	tokenClaim  = "claim"
	tokenSSO    = "sso"
)

// Prefixes tell people and scanners what a leaked token opens.
const sessionPrefix = "laurel_session_"

var prefixes = map[string]string{
	tokenVerify: "laurel_verify_", tokenReset: "laurel_reset_", tokenClaim: "laurel_claim_", tokenSSO: "laurel_sso_",
}

// letter is a mail whose link carries a one-use secret.
type letter struct {
	kind         string // of token and mail
	path         string // of the dashboard's page
	lifetime     time.Duration
	departmentID int64
}

// sendTx makes a secret and mails its link. Older secrets of the kind are worthless from now on.
func (s *Service) sendTx(ctx context.Context, tx pgx.Tx, u User, l letter) error {
	if err := s.store.dropTokens(ctx, tx, u.ID, l.kind); err != nil {
		return err
	}
	token, err := s.store.insertToken(ctx, tx, l.kind, grant{u.ID, l.departmentID}, s.Clock.Now(), l.lifetime)
	if err != nil {
		return err
	}
	query := url.Values{"token": {token}}
	if l.departmentID != 0 {
		query.Set("department_id", strconv.FormatInt(l.departmentID, 10))
	}
	return s.mailTx(ctx, tx, u, l.kind, s.link(l.path, query), hex.EncodeToString(secrets.HashToken(token)[:12]))
}

// mailTx writes to the user; once tells one occasion from the next.
func (s *Service) mailTx(ctx context.Context, tx pgx.Tx, u User, kind, link, once string) error {
	params := map[string]string{"name": u.Name}
	if link != "" {
		params["link"] = link
	}
	err := s.Mail.EnqueueTx(ctx, tx, AccountMail{
		Kind: kind, To: u.Email, Language: u.Language, Params: params, DedupeKey: fmt.Sprintf("account:%s:%d:%s", kind, u.ID, once),
	})
	if err != nil {
		return fmt.Errorf("enqueue %s mail: %w", kind, err)
	}
	return nil
}

func (s *Service) link(path string, query url.Values) string {
	return s.Origin + path + "?" + query.Encode()
}

// verificationContext ties a sealed user id to its one purpose.
const verificationContext = "identity: ask for another verification mail"

// verificationToken names the user to ResendVerification without telling their id. It does not verify anything.
func (s *Service) verificationToken(u User) string {
	if u.Verified {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(s.Keyring.Seal([]byte(strconv.FormatInt(u.ID, 10)), verificationContext))
}

func (s *Service) openVerificationToken(token string) (userID int64, err error) {
	sealed, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return 0, ErrToken
	}
	plain, err := s.Keyring.Open(sealed, verificationContext)
	if err != nil {
		return 0, ErrToken
	}
	if userID, err = strconv.ParseInt(string(plain), 10, 64); err != nil {
		return 0, ErrToken
	}
	return userID, nil
}
