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

	"laurel/internal/accounts/onetime"
	"laurel/internal/platform/secrets"
)

// sessionPrefix shows people and scanners what a leaked token is for.
const sessionPrefix = "laurel_session_"

// letter is an email whose link contains a one-time token.
type letter struct {
	kind         onetime.Kind // also of the mail
	path         string       // of the dashboard's page
	lifetime     time.Duration
	departmentID int64
}

// sendTx creates a token and emails its link. Older tokens of the kind become invalid.
func (s *Service) sendTx(ctx context.Context, tx pgx.Tx, u User, l letter) error {
	if err := s.tokens.DropTx(ctx, tx, u.ID, l.kind); err != nil {
		return err
	}
	token, err := s.tokens.InsertTx(ctx, tx, l.kind, onetime.Grant{UserID: u.ID, DepartmentID: l.departmentID}, l.lifetime)
	if err != nil {
		return err
	}
	query := url.Values{"token": {token}}
	if l.departmentID != 0 {
		query.Set("department_id", strconv.FormatInt(l.departmentID, 10))
	}
	return s.mailTx(ctx, tx, u, string(l.kind), s.link(l.path, query), hex.EncodeToString(secrets.HashToken(token)[:12]))
}

// mailTx writes an email to the user. once distinguishes occasions, so that each email is sent once.
func (s *Service) mailTx(ctx context.Context, tx pgx.Tx, u User, kind, link, once string) error {
	params := map[string]string{}
	if link != "" {
		params["link"] = link
	}
	return s.mailWithTx(ctx, tx, u, kind, once, params)
}

// mailWithTx is mailTx with other parameters than a link. It adds the user's name.
func (s *Service) mailWithTx(ctx context.Context, tx pgx.Tx, u User, kind, once string, params map[string]string) error {
	params["name"] = u.Name
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

// verificationContext binds an encrypted user ID to its purpose.
const verificationContext = "identity: ask for another verification mail"

// verificationToken identifies the user to ResendVerification without revealing their ID. It verifies nothing.
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
