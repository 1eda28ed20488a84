package factors

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/factors/internal/db"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
)

const (
	recoveryCodes = 10
	recoveryBytes = 10 // 80 bits, which a fast hash protects
	recoveryGroup = 4
)

// SpendTx accepts a code of the user's app or a recovery code, each once. It returns ErrWrongCode.
func (s *Service) SpendTx(ctx context.Context, tx pgx.Tx, from access.Actor, u User, code string) error {
	if len(code) != totpDigits {
		return s.spendRecoveryTx(ctx, tx, from, u, code)
	}
	row, err := s.q.TOTPFind(ctx, tx, u.ID)
	if pg.NoRows(err) || err == nil && row.ConfirmedAt == nil {
		return ErrWrongCode
	}
	if err != nil {
		return fmt.Errorf("find authenticator app: %w", err)
	}
	step, err := s.step(row, code)
	if err != nil {
		return err
	}
	n, err := s.q.TOTPUse(ctx, tx, db.TOTPUseParams{Step: step, UserID: u.ID})
	if err != nil {
		return fmt.Errorf("use code: %w", err)
	}
	if n == 0 {
		return ErrWrongCode // this code was used before
	}
	return nil
}

func (s *Service) spendRecoveryTx(ctx context.Context, tx pgx.Tx, from access.Actor, u User, code string) error {
	now := s.Clock.Now()
	hash := recoveryHash(u.ID, code)
	n, err := s.q.RecoveryCodeUse(ctx, tx, db.RecoveryCodeUseParams{UserID: u.ID, CodeHash: hash, Now: now})
	if err != nil {
		return fmt.Errorf("use recovery code: %w", err)
	}
	if n == 0 {
		return ErrWrongCode
	}
	if err := s.recordTx(ctx, tx, from, u.ID, "second_factor.recovery_code_used", nil); err != nil {
		return err
	}
	return s.Tell(ctx, tx, u, MailCodeUsed, hex.EncodeToString(hash[:12]), map[string]string{})
}

// RenewCodesTx replaces all recovery codes of a user who proved themselves, and returns the new ones. It returns ErrNone for a user
// without a second factor.
func (s *Service) RenewCodesTx(ctx context.Context, tx pgx.Tx, by access.Actor, u User) ([]string, error) {
	methods, err := s.MethodsTx(ctx, tx, u.ID)
	if err != nil {
		return nil, err
	}
	if len(methods) == 0 {
		return nil, ErrNone
	}
	codes, err := s.replaceCodesTx(ctx, tx, u.ID)
	if err != nil {
		return nil, err
	}
	return codes, s.changedTx(ctx, tx, by, u, "second_factor.codes_renewed", MailCodesRenewed)
}

// firstCodesTx returns recovery codes for the first second factor of a user, and none for a further one.
func (s *Service) firstCodesTx(ctx context.Context, tx pgx.Tx, userID int64) ([]string, error) {
	methods, err := s.MethodsTx(ctx, tx, userID)
	if err != nil || len(methods) > 0 {
		return nil, err
	}
	return s.replaceCodesTx(ctx, tx, userID)
}

func (s *Service) replaceCodesTx(ctx context.Context, tx pgx.Tx, userID int64) ([]string, error) {
	if err := s.q.RecoveryCodesDelete(ctx, tx, userID); err != nil {
		return nil, fmt.Errorf("delete recovery codes: %w", err)
	}
	codes, hashes := newRecoveryCodes(userID)
	err := s.q.RecoveryCodesInsert(ctx, tx, db.RecoveryCodesInsertParams{UserID: userID, CodeHashes: hashes, Now: s.Clock.Now()})
	if err != nil {
		return nil, fmt.Errorf("insert recovery codes: %w", err)
	}
	return codes, nil
}

// PlainCode drops what people type between the characters of a code.
func PlainCode(code string) string {
	return strings.ToLower(strings.NewReplacer(" ", "", "-", "", "\u00a0", "").Replace(strings.TrimSpace(code)))
}

// newRecoveryCodes returns fresh codes as they are shown, such as abcd-efgh-ijkl-mnop, and their hashes.
func newRecoveryCodes(userID int64) (codes []string, hashes [][]byte) {
	for range recoveryCodes {
		var raw [recoveryBytes]byte
		_, _ = rand.Read(raw[:]) // never fails: the program would end
		text := strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(raw[:]))
		hashes = append(hashes, recoveryHash(userID, text))
		var groups []string
		for at := 0; at < len(text); at += recoveryGroup {
			groups = append(groups, text[at:at+recoveryGroup])
		}
		codes = append(codes, strings.Join(groups, "-"))
	}
	return codes, hashes
}

func recoveryHash(userID int64, code string) []byte {
	return secrets.HashToken(strconv.FormatInt(userID, 10) + ":" + code)
}
