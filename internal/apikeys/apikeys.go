// Package apikeys lets programs act for a department. A key is shown once; only its hash is kept.
package apikeys

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/access"
	"laurel/internal/apikeys/internal/db"
	"laurel/internal/audit"
	"laurel/internal/clock"
	"laurel/internal/errs"
	"laurel/internal/pg"
	"laurel/internal/secrets"
)

// Prefix begins every key, so that people and scanners recognise a leaked one.
const Prefix = "laurel_live_"

const (
	maxActive    = 20
	shownAtEnd   = 16          // masked numbers keep the last 16 characters
	usedInterval = time.Minute // how exactly the last use is known; spares a write per request
)

// Access is what a key may do.
type Access string

// The kinds of access.
const (
	Read  Access = "read"
	Write Access = "write"
)

var roles = map[Access]access.Role{Read: access.KeyRead, Write: access.KeyWrite}

// The refusals of this package. Each code has a message in locales/en.json.
var (
	ErrNotFound  = errs.New(errs.NotFound, "api_key.not_found")
	ErrNameTaken = errs.New(errs.Conflict, "api_key.name_taken")
	ErrTooMany   = errs.New(errs.Conflict, "api_key.too_many")

	// ErrWrong says that a key is unknown or was revoked.
	ErrWrong = access.ErrNotSignedIn
)

// Key is an API key without its secret.
type Key struct {
	ID         int64
	Name       string
	Masked     string
	Access     Access
	CreatedAt  time.Time
	LastUsedAt *time.Time
}

// Create is a new key. Access is Read where it is not given.
type Create struct {
	Name   string
	Access Access
}

func (in *Create) validate() error {
	var wrong errs.Fields
	in.Name = strings.TrimSpace(in.Name)
	switch {
	case in.Name == "":
		wrong.Add("name", "required")
	case utf8.RuneCountInString(in.Name) > 255:
		wrong.Add("name", "too_long", "max", 255)
	}
	if in.Access == "" {
		in.Access = Read
	}
	if roles[in.Access] == "" {
		wrong.Add("access", "not_one_of", "values", "read, write")
	}
	return wrong.Err()
}

// Service is what can be done with keys.
type Service struct {
	pool  *pgxpool.Pool
	clock clock.Clock
	audit *audit.Log
	q     *db.Queries
}

// New makes the service.
func New(pool *pgxpool.Pool, c clock.Clock, log *audit.Log) *Service {
	return &Service{pool: pool, clock: c, audit: log, q: db.New()}
}

// Create makes a key and returns it with its secret, which nobody sees again. It refuses wrong fields, a name that an active
// key has with ErrNameTaken, and more than 20 active keys with ErrTooMany.
func (s *Service) Create(ctx context.Context, by access.Actor, in Create) (Key, string, error) {
	if err := by.Require(access.ManageAPIKeys); err != nil {
		return Key{}, "", err
	}
	if by.Bound { // the key that opened the session would outlive its own revocation
		return Key{}, "", access.ErrDenied.With("action", string(access.ManageAPIKeys))
	}
	if err := in.validate(); err != nil {
		return Key{}, "", err
	}
	secret := secrets.NewKey(Prefix)
	var key Key
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		if err := s.room(ctx, tx, by.DepartmentID); err != nil {
			return err
		}
		row, err := s.q.APIKeyInsert(ctx, tx, db.APIKeyInsertParams{
			DepartmentID: by.DepartmentID, Name: in.Name, TokenHash: secrets.HashToken(secret), LastCharacters: secret[len(secret)-shownAtEnd:],
			Access: string(in.Access), CreatedBy: &by.UserID, Now: s.clock.Now(),
		})
		if pg.Violates(err, "api_keys_name_key") {
			return ErrNameTaken.With("name", in.Name).At("name")
		}
		if err != nil {
			return fmt.Errorf("insert api key: %w", err)
		}
		key = fromRow(row)
		return s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "api_key.created", ObjectKind: "api_key", ObjectID: key.ID, Details: map[string]any{"name": key.Name, "access": key.Access},
		})
	})
	if err != nil {
		return Key{}, "", err
	}
	return key, secret, nil
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

// List returns the active keys, the newest first.
func (s *Service) List(ctx context.Context, by access.Actor) ([]Key, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return nil, err
	}
	var out []Key
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		rows, err := s.q.APIKeysList(ctx, tx, db.APIKeysListParams{DepartmentID: by.DepartmentID, RowLimit: maxActive})
		if err != nil {
			return fmt.Errorf("list api keys: %w", err)
		}
		for _, row := range rows {
			out = append(out, fromRow(row))
		}
		return nil
	})
	return out, err
}

// Revoke makes a key worthless at once, in every process. It refuses with ErrNotFound.
func (s *Service) Revoke(ctx context.Context, by access.Actor, id int64) error {
	if err := by.Require(access.ManageAPIKeys); err != nil {
		return err
	}
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

// Authenticate tells what a key in an authorization header may do, or refuses with ErrWrong. The hash is what is looked up, so
// no comparison tells how much of a guess was right.
func (s *Service) Authenticate(ctx context.Context, header string) (access.Actor, error) {
	key, ok := FromHeader(header)
	if !ok || !secrets.KeyShaped(Prefix, key) {
		return access.Actor{}, ErrWrong
	}
	var by access.Actor
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		row, err := s.q.APIKeyResolve(ctx, tx, secrets.HashToken(key))
		if pg.NoRows(err) {
			return ErrWrong
		}
		if err != nil {
			return fmt.Errorf("resolve api key: %w", err)
		}
		by = access.Actor{APIKeyID: row.ID, DepartmentID: row.DepartmentID, Role: roles[Access(row.Access)]}
		now := s.clock.Now()
		if row.LastUsedAt != nil && now.Sub(*row.LastUsedAt) < usedInterval {
			return nil
		}
		if err := s.q.APIKeyUsed(ctx, tx, db.APIKeyUsedParams{ID: row.ID, DepartmentID: row.DepartmentID, Now: &now}); err != nil {
			return fmt.Errorf("note api key use: %w", err)
		}
		return nil
	})
	if err != nil {
		return access.Actor{}, err
	}
	return by, nil
}

// FromHeader finds a key in the forms that real clients send: Token token=KEY, Token token="KEY", Token KEY, Bearer KEY, KEY.
// ok is false where the header holds something else, as a session's token.
func FromHeader(header string) (key string, ok bool) {
	value := strings.TrimSpace(header)
	if scheme, rest, found := strings.Cut(value, " "); found && (strings.EqualFold(scheme, "Token") || strings.EqualFold(scheme, "Bearer")) {
		value = strings.TrimSpace(rest)
	}
	if name, rest, found := strings.Cut(value, "="); found && strings.EqualFold(strings.TrimSpace(name), "token") {
		value = strings.TrimSpace(rest)
	}
	value = strings.Trim(value, `"`)
	return value, strings.HasPrefix(value, Prefix)
}

func fromRow(row db.ApiKey) Key {
	return Key{
		ID: row.ID, Name: row.Name, Masked: strings.Repeat("•", len(Prefix)) + row.LastCharacters, Access: Access(row.Access),
		CreatedAt: row.CreatedAt.UTC(), LastUsedAt: row.LastUsedAt,
	}
}
