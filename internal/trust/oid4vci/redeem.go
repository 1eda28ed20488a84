package oid4vci

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
	"laurel/internal/trust/oid4vci/internal/db"
)

// GrantType is the only grant type. Source: OpenID4VCI 1.0, section 3.5.
const GrantType = "urn:ietf:params:oauth:grant-type:pre-authorized_code"

// detailType is the type of authorization details about credentials. Source: OpenID4VCI 1.0, section 5.1.1.
const detailType = "openid_credential"

// TokenRequest is a request for an access token.
type TokenRequest struct {
	GrantType string
	Code      string
	TxCode    string
	Details   string // JSON; "" if the wallet sent none
	IP        string
}

// TokenReply is an access token for one credential. Source: OpenID4VCI 1.0, section 6.2.
type TokenReply struct {
	AccessToken string   `json:"access_token"`
	TokenType   string   `json:"token_type"`
	ExpiresIn   int      `json:"expires_in"`
	Nonce       string   `json:"c_nonce"` // for wallets of earlier drafts, which do not know the nonce endpoint
	NonceLeft   int      `json:"c_nonce_expires_in"`
	Details     []detail `json:"authorization_details,omitempty"`
}

type detail struct {
	Type          string   `json:"type"`
	Configuration string   `json:"credential_configuration_id"`
	Identifiers   []string `json:"credential_identifiers"`
}

var errGrant = refuse("invalid_grant", "The pre-authorized code is unknown, expired or used")

// Redeem exchanges a pre-authorized code and a transaction code for an access token, once. It returns a Problem: invalid_tx_code for a
// wrong transaction code that may be tried again, and invalid_grant when the offer is over. It returns throttle.ErrTooMany for a network
// with too many failures.
func (s *Service) Redeem(ctx context.Context, in TokenRequest) (TokenReply, error) {
	switch {
	case in.GrantType == "" || in.Code == "":
		return TokenReply{}, refuse("invalid_request", "grant_type and pre-authorized_code are required")
	case in.GrantType != GrantType:
		return TokenReply{}, refuse("unsupported_grant_type", "Only pre-authorized codes are supported")
	case in.TxCode == "":
		return TokenReply{}, refuse("invalid_request", "tx_code is required")
	}
	wanted, err := s.wanted(in.Details)
	if err != nil {
		return TokenReply{}, err
	}
	network := throttle.Network(in.IP)
	if err := s.Throttle.Allow(ctx, failuresPerNetwork, network); err != nil {
		return TokenReply{}, err
	}
	if !secrets.TokenShaped(codePrefix, in.Code) {
		return TokenReply{}, errGrant
	}
	token := secrets.NewToken(tokenPrefix)
	var refusal error // apart from err, so that a counted try is committed
	var id uuid.UUID
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		row, err := s.q.WalletOfferLockByCode(ctx, tx, secrets.HashToken(in.Code))
		if pg.NoRows(err) {
			return errGrant
		}
		if err != nil {
			return fmt.Errorf("lock offer: %w", err)
		}
		now := s.Clock.Now()
		if !usable(row, now) {
			return errGrant
		}
		id = row.Uuid
		if !s.rightTxCode(row, in.TxCode) {
			refusal, err = s.wrongTx(ctx, tx, row)
			return err
		}
		until := now.Add(tokenLifetime)
		return s.q.WalletOfferUse(ctx, tx, db.WalletOfferUseParams{ID: row.ID, Now: now, TokenHash: secrets.HashToken(token), TokenExpiresAt: until})
	})
	if err := errors.Join(err, refusal); err != nil {
		return TokenReply{}, err
	}
	if err := s.Throttle.Forgive(ctx, failuresPerNetwork, network); err != nil {
		return TokenReply{}, err
	}
	for i := range wanted {
		wanted[i].Identifiers = []string{identifier(wanted[i].Configuration, id)}
	}
	return TokenReply{token, "bearer", int(tokenLifetime.Seconds()), s.Nonce(), int(nonceLifetime.Seconds()), wanted}, nil
}

// wanted reads the authorization details of a request.
func (s *Service) wanted(text string) ([]detail, error) {
	if text == "" {
		return nil, nil
	}
	var all []detail
	if json.Unmarshal([]byte(text), &all) != nil || len(all) == 0 || len(all) > len(s.configurations()) {
		return nil, refuse("invalid_authorization_details", "authorization_details is not a list of the offered credentials")
	}
	for _, d := range all {
		if d.Type != detailType || !slices.Contains(s.configurations(), d.Configuration) {
			return nil, refuse("invalid_authorization_details", "authorization_details names a credential that is not offered")
		}
	}
	return all, nil
}

// identifier names the credential of an offer in one configuration.
func identifier(configuration string, offer uuid.UUID) string {
	return configuration + ":" + offer.String()
}

func (s *Service) rightTxCode(row db.WalletOffer, code string) bool {
	right := 0
	for _, hash := range s.txHashes(row.Uuid, code) {
		right |= subtle.ConstantTimeCompare(hash, row.TxCodeHash)
	}
	return right == 1
}

// wrongTx counts a wrong transaction code. The last one ends the offer. The name invalid_tx_code is from errata set 1 of OpenID4VCI 1.0;
// the first text has no code that tells a wrong transaction code from an offer that is over.
func (s *Service) wrongTx(ctx context.Context, tx pgx.Tx, row db.WalletOffer) (refusal, err error) {
	tries, err := s.q.WalletOfferTry(ctx, tx, row.ID)
	if err != nil {
		return nil, fmt.Errorf("count transaction code: %w", err)
	}
	if left := maxTries - tries; left > 0 {
		return refuse("invalid_tx_code", fmt.Sprintf("The transaction code is wrong. Attempts left: %d", left)), nil
	}
	return refuse("invalid_grant", "The transaction code was wrong too often. A new offer is needed"), nil
}
