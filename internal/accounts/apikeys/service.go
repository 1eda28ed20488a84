package apikeys

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/apikeys/internal/db"
	"laurel/internal/accounts/audit"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
)

// Service manages API keys.
type Service struct {
	pool  *pgxpool.Pool
	clock clock.Clock
	audit *audit.Log
	notes notes
	known memory
	q     *db.Queries
}

// New returns a Service.
func New(pool *pgxpool.Pool, c clock.Clock, log *audit.Log) *Service {
	return &Service{pool: pool, clock: c, audit: log, q: db.New()}
}

// Create creates a key and returns it with its secret, which is not stored. It returns ErrNameTaken if an active key has the name,
// ErrTooMany if the department has 20 active keys, or the invalid fields.
func (s *Service) Create(ctx context.Context, by access.Actor, in Create) (Key, string, error) {
	if err := maySign(by); err != nil {
		return Key{}, "", err
	}
	if err := in.validate(s.clock.Now()); err != nil {
		return Key{}, "", err
	}
	secret := secrets.NewKey(prefix(in.Test))
	var key Key
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		if err := s.room(ctx, tx, by.DepartmentID); err != nil {
			return err
		}
		if err := s.groupsExist(ctx, tx, by.DepartmentID, in.GroupIDs); err != nil {
			return err
		}
		id, err := s.insert(ctx, tx, by, in, secret)
		if err != nil {
			return err
		}
		if key, err = s.find(ctx, tx, by.DepartmentID, id); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{Action: "api_key.created", ObjectKind: "api_key", ObjectID: key.ID, Details: map[string]any{
			"name": key.Name, "test": key.Test, "access": key.Access, "scopes": key.Scopes, "groups": key.GroupIDs, "networks": key.Networks, "rate": key.Rate, "expires_at": key.ExpiresAt,
		}})
	})
	if err != nil {
		return Key{}, "", err
	}
	return key, secret, nil
}

// maySign returns an error unless the actor may create secrets that grant access, and has proved who they are.
func maySign(by access.Actor) error {
	if err := by.Require(access.ManageAPIKeys); err != nil {
		return err
	}
	if by.Bound { // the key that opened the session would outlive its own revocation
		return access.Denied(access.ManageAPIKeys)
	}
	return by.RequireProof()
}

func (s *Service) insert(ctx context.Context, tx pgx.Tx, by access.Actor, in Create, secret string) (int64, error) {
	set, _ := access.NewKeyScopes(in.Scopes...)
	id, err := s.q.APIKeyInsert(ctx, tx, db.APIKeyInsertParams{
		DepartmentID: by.DepartmentID, Name: in.Name, Test: in.Test, TokenHash: secrets.HashToken(secret), LastCharacters: secret[len(secret)-shownAtEnd:],
		Access: string(in.Access), Scopes: string(set), GroupIds: orNone(in.GroupIDs), Networks: in.Networks, Rate: int32(in.Rate), ExpiresAt: in.ExpiresAt, //nolint:gosec // at most maxRate
		CreatedBy: &by.UserID, Now: s.clock.Now(),
	})
	if pg.Violates(err, "api_keys_name_key") {
		return 0, ErrNameTaken.With("name", in.Name).At("name")
	}
	if err != nil {
		return 0, fmt.Errorf("insert api key: %w", err)
	}
	return id, nil
}

func orNone(ids []int64) []int64 {
	if ids == nil {
		return []int64{}
	}
	return ids
}

func (s *Service) room(ctx context.Context, tx pgx.Tx, departmentID int64) error {
	if err := s.q.APIKeysLock(ctx, tx, departmentID); err != nil {
		return fmt.Errorf("lock api keys: %w", err)
	}
	n, err := s.q.APIKeysCount(ctx, tx, departmentID)
	if err != nil {
		return fmt.Errorf("count api keys: %w", err)
	}
	if n >= maxActive {
		return ErrTooMany.With("max", maxActive)
	}
	return nil
}

func (s *Service) groupsExist(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) error {
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	if len(ids) == 0 {
		return nil
	}
	n, err := s.q.APIKeyGroupsCount(ctx, tx, db.APIKeyGroupsCountParams{DepartmentID: departmentID, Ids: ids})
	if err != nil {
		return fmt.Errorf("count groups of api key: %w", err)
	}
	if int(n) != len(ids) {
		return errs.Field("group_ids", "api_key.group_unknown")
	}
	return nil
}

// List returns the keys that are not revoked, newest first.
func (s *Service) List(ctx context.Context, by access.Actor) ([]Key, error) {
	if err := by.Require(access.ViewAPIKeys); err != nil {
		return nil, err
	}
	var out []Key
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		rows, err := s.q.APIKeysList(ctx, tx, db.APIKeysListParams{DepartmentID: by.DepartmentID, RowLimit: maxActive})
		if err != nil {
			return fmt.Errorf("list api keys: %w", err)
		}
		for _, row := range rows {
			out = append(out, fromRow(row, s.clock.Now()))
		}
		return nil
	})
	return out, err
}

// find returns a key. It returns ErrNotFound if the key does not exist, is revoked, or belongs to another department.
func (s *Service) find(ctx context.Context, tx pgx.Tx, departmentID, id int64) (Key, error) {
	rows, err := s.q.APIKeysList(ctx, tx, db.APIKeysListParams{DepartmentID: departmentID, ID: &id, RowLimit: 1})
	if err != nil {
		return Key{}, fmt.Errorf("find api key: %w", err)
	}
	if len(rows) == 0 {
		return Key{}, ErrNotFound
	}
	return fromRow(rows[0], s.clock.Now()), nil
}

// Rotate replaces the secret of a key and returns the new one, which is not stored. The old secret stays valid for 24 hours, unless
// atOnce is set. It returns ErrNotFound.
func (s *Service) Rotate(ctx context.Context, by access.Actor, id int64, atOnce bool) (Key, string, error) {
	if err := maySign(by); err != nil {
		return Key{}, "", err
	}
	return s.rotate(ctx, by, id, overlap, atOnce)
}

// RotateOwn replaces the secret of the API key that makes the request and returns the new one. The old secret stays valid for 12 hours,
// unless atOnce is set. Users get access.ErrDenied.
func (s *Service) RotateOwn(ctx context.Context, by access.Actor, atOnce bool) (string, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return "", err
	}
	if by.APIKeyID == 0 {
		return "", access.Denied(access.ManageAPIKeys)
	}
	_, secret, err := s.rotate(ctx, by, by.APIKeyID, ownOverlap, atOnce)
	return secret, err
}

func (s *Service) rotate(ctx context.Context, by access.Actor, id int64, overlap time.Duration, atOnce bool) (Key, string, error) {
	var key Key
	var secret string
	defer s.known.forget()
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		if key, err = s.find(ctx, tx, by.DepartmentID, id); err != nil {
			return err
		}
		until := s.clock.Now()
		if !atOnce {
			until = until.Add(overlap)
		}
		secret = secrets.NewKey(prefix(key.Test))
		n, err := s.q.APIKeyRotate(ctx, tx, db.APIKeyRotateParams{
			DepartmentID: by.DepartmentID, ID: id, OldUntil: &until, TokenHash: secrets.HashToken(secret), LastCharacters: secret[len(secret)-shownAtEnd:],
		})
		if err != nil {
			return fmt.Errorf("rotate api key: %w", err)
		}
		if n == 0 { // revoked meanwhile
			return ErrNotFound
		}
		if key, err = s.find(ctx, tx, by.DepartmentID, id); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "api_key.rotated", ObjectKind: "api_key", ObjectID: id, Details: map[string]any{"at_once": atOnce},
		})
	})
	if err != nil {
		return Key{}, "", err
	}
	return key, secret, nil
}

// Revoke invalidates a key: immediately, and in other processes within a second. It returns ErrNotFound.
func (s *Service) Revoke(ctx context.Context, by access.Actor, id int64) error {
	if err := by.Require(access.ManageAPIKeys); err != nil {
		return err
	}
	defer s.known.forget()
	return pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		now := s.clock.Now()
		n, err := s.q.APIKeyRevoke(ctx, tx, db.APIKeyRevokeParams{DepartmentID: by.DepartmentID, ID: id, Now: &now})
		if err != nil {
			return fmt.Errorf("revoke api key: %w", err)
		}
		if n == 0 {
			return ErrNotFound
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{Action: "api_key.revoked", ObjectKind: "api_key", ObjectID: id})
	})
}
