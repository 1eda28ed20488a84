package oid4vci

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/secrets"
	"laurel/internal/trust/oid4vci/internal/db"
)

const (
	nonceRandom = 16              // bytes
	nonceBody   = nonceRandom + 8 // with the time at which it expires
	nonceMAC    = 16
)

// Nonce returns a nonce for a key proof. It carries its expiry and a MAC, so that nothing is stored before it is used.
func (s *Service) Nonce() string {
	raw := make([]byte, nonceBody, nonceBody+nonceMAC)
	_, _ = rand.Read(raw[:nonceRandom])                                                            // never fails: the program would end
	binary.BigEndian.PutUint64(raw[nonceRandom:], uint64(s.Clock.Now().Add(nonceLifetime).Unix())) //nolint:gosec // after 1970
	return base64.RawURLEncoding.EncodeToString(append(raw, s.nonceMACs(raw)[0][:nonceMAC]...))
}

func (s *Service) nonceMACs(body []byte) [][]byte {
	return s.Keyring.MACs("wallet nonce:" + string(body))
}

// nonceExpiry returns when a nonce expires, and whether it is ours and has not expired.
func (s *Service) nonceExpiry(nonce string) (time.Time, bool) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(nonce)
	if err != nil || len(raw) != nonceBody+nonceMAC {
		return time.Time{}, false
	}
	ours := 0
	for _, mac := range s.nonceMACs(raw[:nonceBody]) {
		ours |= subtle.ConstantTimeCompare(mac[:nonceMAC], raw[nonceBody:])
	}
	until := time.Unix(int64(binary.BigEndian.Uint64(raw[nonceRandom:])), 0) //nolint:gosec // covered by the MAC
	return until, ours == 1 && s.Clock.Now().Before(until)
}

// spendTx uses a nonce up. It returns invalid_nonce for one that was used before.
func (s *Service) spendTx(ctx context.Context, tx pgx.Tx, nonce string, until time.Time) error {
	n, err := s.q.WalletNonceSpend(ctx, tx, db.WalletNonceSpendParams{Hash: secrets.HashToken(nonce), ExpiresAt: until})
	if err != nil {
		return fmt.Errorf("use nonce: %w", err)
	}
	if n == 0 {
		return refuse("invalid_nonce", "The nonce was used before")
	}
	return nil
}
