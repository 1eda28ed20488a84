package badges

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/formats/dataintegrity"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
	"laurel/internal/trust/badges/internal/db"
)

// Errors about keys. Each code has a message in locales/en/errors.json.
var (
	// ErrNoIssuer means that a department has not signed anything yet and has no keys.
	ErrNoIssuer = errs.New(errs.NotFound, "badge.no_issuer")
	// ErrNoKey means that the department has no such key, or has already revoked it.
	ErrNoKey = errs.New(errs.NotFound, "badge.no_key")
)

// The algorithms of signing keys, by their standard names.
const (
	Ed25519 = "Ed25519" // signs credentials and status lists (eddsa-rdfc-2022)
	RS256   = "RS256"   // signs credentials as tokens (VC-JWT)
)

// SigningKey is a current or former signing key of a department. A revoked key may be known to others: nothing that it signed is
// valid any more.
type SigningKey struct {
	Name      string // the fragment of its verification method in the DID document
	Algorithm string
	CreatedAt time.Time
	RetiredAt *time.Time
	RevokedAt *time.Time
	// Pending is how many credentials the revoked key's signature is still the newest of, at most maxPending.
	Pending int64
}

// State is "active", "retired" or "revoked".
func (k SigningKey) State() string {
	switch {
	case k.RevokedAt != nil:
		return "revoked"
	case k.RetiredAt != nil:
		return "retired"
	}
	return "active"
}

// Identifier returns the DID of a department and the address of its DID document.
func (s *Service) Identifier(departmentID int64) (did, document string) {
	return s.links.DID(departmentID), s.links.Keys(departmentID)
}

const maxPending = 100_000

// Keys lists all keys of a department, newest first.
func (s *Service) Keys(ctx context.Context, by access.Actor) ([]SigningKey, error) {
	if err := by.Require(access.ManageSigningKeys); err != nil {
		return nil, err
	}
	var all []SigningKey
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		keys, err := s.q.SigningKeyList(ctx, tx, by.DepartmentID)
		if err != nil {
			return err
		}
		for _, k := range keys {
			key := SigningKey{Name: k.Multikey, Algorithm: Ed25519, CreatedAt: k.CreatedAt, RetiredAt: k.RetiredAt, RevokedAt: k.RevokedAt}
			if k.RevokedAt != nil {
				key.Pending, err = s.q.SigningKeyPending(ctx, tx, db.SigningKeyPendingParams{
					DepartmentID: by.DepartmentID, Multikey: k.Multikey, RowLimit: maxPending,
				})
				if err != nil {
					return err
				}
			}
			all = append(all, key)
		}
		tokens, err := s.q.TokenKeyList(ctx, tx, by.DepartmentID)
		for _, k := range tokens {
			all = append(all, SigningKey{Name: k.Name, Algorithm: RS256, CreatedAt: k.CreatedAt, RetiredAt: k.RetiredAt, RevokedAt: k.RevokedAt})
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list signing keys: %w", err)
	}
	slices.SortStableFunc(all, func(a, b SigningKey) int { return b.CreatedAt.Compare(a.CreatedAt) })
	return all, nil
}

// KeyUsage is what revoking a key affects. Credentials is how many were last signed with it, at most maxUsage; Capped means that there are
// more. It is nil for keys of tokens, which are signed on request and not kept.
type KeyUsage struct {
	Credentials *int64
	Capped      bool
}

const maxUsage = 10_000

// Usage counts the credentials that revoking a key affects. ErrNoKey if the department has no such key or has revoked it.
func (s *Service) Usage(ctx context.Context, by access.Actor, name string) (KeyUsage, error) {
	if err := by.Require(access.ManageSigningKeys); err != nil {
		return KeyUsage{}, err
	}
	var usage KeyUsage
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		key, err := s.q.SigningKeyExists(ctx, tx, db.SigningKeyExistsParams{DepartmentID: by.DepartmentID, Name: name})
		if err != nil {
			return fmt.Errorf("read signing key: %w", err)
		}
		if key.SignsTokens {
			return nil
		}
		if !key.Signs {
			return ErrNoKey
		}
		count, err := s.q.SigningKeyPending(ctx, tx, db.SigningKeyPendingParams{
			DepartmentID: by.DepartmentID, Multikey: name, RowLimit: maxUsage + 1,
		})
		if err != nil {
			return fmt.Errorf("count credentials of a signing key: %w", err)
		}
		usage.Capped = count > maxUsage
		count = min(count, maxUsage)
		usage.Credentials = &count
		return nil
	})
	return usage, err
}

// Rotate replaces the department's signing keys. Earlier signatures stay valid: the DID document keeps the old keys.
func (s *Service) Rotate(ctx context.Context, by access.Actor) error {
	if err := by.Require(access.ManageSigningKeys); err != nil {
		return err
	}
	defer s.documentCache.forget(s.links.DID(by.DepartmentID))
	return pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		now := s.clock.Now()
		if _, err := s.q.SigningKeyRetire(ctx, tx, db.SigningKeyRetireParams{DepartmentID: by.DepartmentID, Now: &now}); err != nil {
			return fmt.Errorf("retire signing key: %w", err)
		}
		// The next token makes its own.
		if _, err := s.q.TokenKeyRetire(ctx, tx, db.TokenKeyRetireParams{DepartmentID: by.DepartmentID, Now: &now}); err != nil {
			return fmt.Errorf("retire token key: %w", err)
		}
		if err := s.addKey(ctx, tx, by.DepartmentID); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{Action: "signing_key.rotated", ObjectKind: "department", ObjectID: by.DepartmentID})
	})
}

// Revoke revokes a compromised key. The DID document no longer lists it for assertions, status lists and credentials that it
// signed are signed again with the current key, and a key in use is replaced. It returns ErrNoKey.
func (s *Service) Revoke(ctx context.Context, by access.Actor, name string) error {
	if err := by.Require(access.ManageSigningKeys); err != nil {
		return err
	}
	defer s.documentCache.clear() // the DID document and the lists
	return pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		if err := s.revokeTx(ctx, tx, by.DepartmentID, name); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{Action: "signing_key.revoked", ObjectKind: "signing_key", ObjectID: name})
	})
}

func (s *Service) revokeTx(ctx context.Context, tx pgx.Tx, departmentID int64, name string) error {
	now := s.clock.Now()
	tokens, err := s.q.TokenKeyRevoke(ctx, tx, db.TokenKeyRevokeParams{DepartmentID: departmentID, Name: name, Now: &now})
	if err != nil {
		return fmt.Errorf("revoke token key: %w", err)
	}
	if tokens > 0 {
		return nil // tokens are signed when they are requested, the next one with a new key
	}
	key, err := s.q.SigningKeyRevoke(ctx, tx, db.SigningKeyRevokeParams{DepartmentID: departmentID, Multikey: name, Now: &now})
	if pg.NoRows(err) {
		return ErrNoKey
	}
	if err != nil {
		return fmt.Errorf("revoke signing key: %w", err)
	}
	if key.Current {
		if err := s.addKey(ctx, tx, departmentID); err != nil {
			return err
		}
	}
	if err := s.q.StatusListsMoveOn(ctx, tx, departmentID); err != nil {
		return fmt.Errorf("mark status lists as changed: %w", err)
	}
	if err := s.q.BadgesToSignOfKey(ctx, tx, db.BadgesToSignOfKeyParams{DepartmentID: departmentID, KeyID: key.ID}); err != nil {
		return fmt.Errorf("list credentials to sign again: %w", err)
	}
	return nil // Resign takes them up
}

// sealContext binds an encrypted seed to its row.
func sealContext(departmentID int64) string {
	return fmt.Sprint("signing_keys.sealed_seed ", departmentID)
}

// key returns the department's current signing key and its ID. The first call creates the key.
func (s *Service) key(ctx context.Context, departmentID int64) (dataintegrity.Key, int64, error) {
	var row db.SigningKey
	err := pg.InDepartment(ctx, s.pool, departmentID, func(tx pgx.Tx) (err error) {
		if row, err = s.q.SigningKeyCurrent(ctx, tx, departmentID); !pg.NoRows(err) {
			return err
		}
		if err := s.addKey(ctx, tx, departmentID); err != nil {
			return err
		}
		row, err = s.q.SigningKeyCurrent(ctx, tx, departmentID)
		return err
	})
	if err != nil {
		return dataintegrity.Key{}, 0, fmt.Errorf("read signing key: %w", err)
	}
	seed, err := s.keyring.Open(row.SealedSeed, sealContext(departmentID))
	if err != nil {
		return dataintegrity.Key{}, 0, fmt.Errorf("open signing key: %w", err)
	}
	return dataintegrity.Key{Private: ed25519.NewKeyFromSeed(seed), Method: s.links.DID(departmentID) + "#" + row.Multikey}, row.ID, nil
}

func (s *Service) addKey(ctx context.Context, tx pgx.Tx, departmentID int64) error {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return fmt.Errorf("make signing key: %w", err)
	}
	return s.q.SigningKeyInsert(ctx, tx, db.SigningKeyInsertParams{
		DepartmentID: departmentID, Multikey: dataintegrity.Multikey(public),
		SealedSeed: s.keyring.Seal(private.Seed(), sealContext(departmentID)), CreatedAt: s.clock.Now(),
	})
}
