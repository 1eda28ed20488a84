// Package onetime keeps the one-time tokens of users: in the links of emails, as SSO keys, and of sign-ins that wait for their second step.
package onetime

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/onetime/internal/db"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
)

// ErrWrong means that a token is unknown, of another kind, used or expired.
var ErrWrong = errs.New(errs.Invalid, "token.incorrect")

// Kind is what a token is for.
type Kind string

// The kinds. Those that sign up or were invited have no account yet: their tokens have the form, but are not kept here.
const (
	Verify Kind = "verify"
	Reset  Kind = "reset"
	Claim  Kind = "claim"
	SSO    Kind = "sso"
	Step   Kind = "second_factor" // of a sign-in that waits for its second step
)

// prefixes show people and scanners what a leaked token is for.
var prefixes = map[Kind]string{Verify: "laurel_verify_", Reset: "laurel_reset_", Claim: "laurel_claim_", SSO: "laurel_sso_", Step: "laurel_factor_"}

// New returns a new token of the kind.
func (k Kind) New() string { return secrets.NewToken(prefixes[k]) }

// Shaped reports whether a token has the form of the kind.
func (k Kind) Shaped(token string) bool { return secrets.TokenShaped(prefixes[k], token) }

// Grant is what a token permits.
type Grant struct {
	UserID       int64
	DepartmentID int64 // 0 for none
}

// Tokens keeps the hashes of tokens.
type Tokens struct {
	clock clock.Clock
	q     *db.Queries
}

// New returns Tokens.
func New(c clock.Clock) *Tokens { return &Tokens{clock: c, q: db.New()} }

// InsertTx stores the hash of a new token and returns the token.
func (t *Tokens) InsertTx(ctx context.Context, tx pgx.Tx, k Kind, g Grant, lifetime time.Duration) (string, error) {
	token, now := k.New(), t.clock.Now()
	err := t.q.UserTokenInsert(ctx, tx, db.UserTokenInsertParams{
		TokenHash: secrets.HashToken(token), Kind: string(k), UserID: g.UserID, SelectedDepartment: pg.OrNull(g.DepartmentID),
		Now: now, ExpiresAt: now.Add(lifetime),
	})
	if err != nil {
		return "", fmt.Errorf("insert %s token: %w", k, err)
	}
	return token, nil
}

// UseTx uses a token up. It returns ErrWrong.
func (t *Tokens) UseTx(ctx context.Context, tx pgx.Tx, k Kind, token string) (Grant, error) {
	if !k.Shaped(token) {
		return Grant{}, ErrWrong
	}
	row, err := t.q.UserTokenUse(ctx, tx, db.UserTokenUseParams{TokenHash: secrets.HashToken(token), Kind: string(k), Now: new(t.clock.Now())})
	return granted(row.UserID, row.SelectedDepartment, err)
}

// FindTx reads a token without using it up. It returns ErrWrong.
func (t *Tokens) FindTx(ctx context.Context, tx pgx.Tx, k Kind, token string) (Grant, error) {
	if !k.Shaped(token) {
		return Grant{}, ErrWrong
	}
	row, err := t.q.UserTokenFind(ctx, tx, db.UserTokenFindParams{TokenHash: secrets.HashToken(token), Kind: string(k), Now: t.clock.Now()})
	return granted(row.UserID, row.SelectedDepartment, err)
}

func granted(userID int64, departmentID *int64, err error) (Grant, error) {
	if pg.NoRows(err) {
		return Grant{}, ErrWrong
	}
	if err != nil {
		return Grant{}, fmt.Errorf("find token: %w", err)
	}
	g := Grant{UserID: userID}
	if departmentID != nil {
		g.DepartmentID = *departmentID
	}
	return g, nil
}

// DropTx makes the user's unused tokens of some kinds invalid.
func (t *Tokens) DropTx(ctx context.Context, tx pgx.Tx, userID int64, kinds ...Kind) error {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = string(k)
	}
	if err := t.q.UserTokensDelete(ctx, tx, db.UserTokensDeleteParams{UserID: userID, Kinds: names}); err != nil {
		return fmt.Errorf("delete tokens: %w", err)
	}
	return nil
}

// DeleteExpiredTx deletes tokens that were used or have expired, and returns their number.
func (t *Tokens) DeleteExpiredTx(ctx context.Context, tx pgx.Tx) (int64, error) {
	n, err := t.q.UserTokensDeleteExpired(ctx, tx, t.clock.Now())
	if err != nil {
		return 0, fmt.Errorf("delete expired tokens: %w", err)
	}
	return n, nil
}
