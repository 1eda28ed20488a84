// Package provisioning lets the identity provider of a department say by SCIM who belongs to it.
package provisioning

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/identity"
	"laurel/internal/accounts/provisioning/internal/db"
	"laurel/internal/accounts/sso"
	"laurel/internal/accounts/team"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/scim"
	"laurel/internal/platform/secrets"
)

const (
	scimPrefix = "laurel_scim_"
	mostKeys   = 3 // of one connection: enough to change them without an interruption
	mostUsers  = 50_000
	mostGroups = 2_000
	scimBase   = "/scim/v2"
)

// The errors of provisioning keys.
var (
	ErrKeyNotFound = errs.New(errs.NotFound, "scim_key.not_found")
	ErrTooManyKeys = errs.New(errs.Conflict, "scim_key.too_many")
)

// Deps are the dependencies of the service.
type Deps struct {
	Pool        *pgxpool.Pool
	Clock       clock.Clock
	Audit       *audit.Log
	Identity    *identity.Service
	Departments *departments.Service
	Team        *team.Service
	SSO         *sso.Service
	Origin      string // scheme and host of the dashboard
}

// Service manages keys, and follows what providers say.
type Service struct {
	Deps
	q *db.Queries
}

// New returns a service.
func New(d Deps) *Service { return &Service{Deps: d, q: db.New()} }

// Key is a key with which the provider of a connection provisions, without its secret.
type Key struct {
	ID         int64
	Masked     string
	CreatedAt  time.Time
	LastUsedAt *time.Time
}

func keyOf(row db.ScimKey) Key {
	return Key{row.ID, strings.Repeat("•", len(scimPrefix)) + row.LastCharacters, row.CreatedAt, row.LastUsedAt}
}

// Keys returns the provisioning keys of a connection, newest first. It returns ErrNotFound.
func (s *Service) Keys(ctx context.Context, by access.Actor, connectionID int64) ([]Key, error) {
	if err := sso.MayManage(by); err != nil {
		return nil, err
	}
	out := []Key{}
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		if _, err := s.SSO.ConnectionTx(ctx, tx, by.DepartmentID, connectionID); err != nil {
			return err
		}
		rows, err := s.q.SCIMKeyList(ctx, tx, db.SCIMKeyListParams{DepartmentID: by.DepartmentID, ConnectionID: connectionID})
		for _, row := range rows {
			out = append(out, keyOf(row))
		}
		return err
	})
	return out, err
}

// CreateKey adds a provisioning key and returns its secret, which is not shown again. It returns ErrNotFound or ErrTooManyKeys.
func (s *Service) CreateKey(ctx context.Context, by access.Actor, connectionID int64) (key Key, secret string, err error) {
	if err := sso.MayChange(by); err != nil {
		return key, "", err
	}
	secret = secrets.NewKey(scimPrefix)
	err = pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		if err := s.q.ConnectionLock(ctx, tx, by.DepartmentID); err != nil {
			return fmt.Errorf("lock connections: %w", err)
		}
		c, err := s.SSO.ConnectionTx(ctx, tx, by.DepartmentID, connectionID)
		if err != nil {
			return err
		}
		rows, err := s.q.SCIMKeyList(ctx, tx, db.SCIMKeyListParams{DepartmentID: by.DepartmentID, ConnectionID: connectionID})
		if err != nil {
			return fmt.Errorf("list keys: %w", err)
		}
		if len(rows) >= mostKeys {
			return ErrTooManyKeys.With("max", mostKeys)
		}
		row, err := s.q.SCIMKeyInsert(ctx, tx, db.SCIMKeyInsertParams{
			DepartmentID: by.DepartmentID, ConnectionID: connectionID, TokenHash: secrets.HashToken(secret), LastCharacters: secret[len(secret)-6:],
			CreatedBy: pg.OrNull(by.UserID), Now: s.Clock.Now(),
		})
		if err != nil {
			return fmt.Errorf("insert key: %w", err)
		}
		key = keyOf(row)
		return s.Audit.RecordTx(ctx, tx, by, keyEvent("scim_key.created", c, row))
	})
	return key, secret, err
}

// RevokeKey ends a provisioning key. It returns ErrNotFound or ErrKeyNotFound.
func (s *Service) RevokeKey(ctx context.Context, by access.Actor, connectionID, id int64) error {
	if err := sso.MayChange(by); err != nil {
		return err
	}
	return pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		c, err := s.SSO.ConnectionTx(ctx, tx, by.DepartmentID, connectionID)
		if err != nil {
			return err
		}
		row, err := s.q.SCIMKeyDelete(ctx, tx, db.SCIMKeyDeleteParams{DepartmentID: by.DepartmentID, ConnectionID: connectionID, ID: id})
		if pg.NoRows(err) {
			return ErrKeyNotFound
		}
		if err != nil {
			return fmt.Errorf("delete key: %w", err)
		}
		return s.Audit.RecordTx(ctx, tx, by, keyEvent("scim_key.revoked", c, row))
	})
}

func keyEvent(action string, c sso.Connection, row db.ScimKey) audit.Event {
	return audit.Event{Action: action, ObjectKind: "sso_connection", ObjectID: c.ID, Details: map[string]any{"name": c.Name, "key": "…" + row.LastCharacters}}
}

// Provider is the identity provider of a connection that provisions with a key.
type Provider struct {
	id         int64 // of the key
	connection int64
	department int64
	key        string // the end of it, for the audit log
	from       access.Actor
}

// KeyID names the key, without telling it.
func (p Provider) KeyID() string { return strconv.FormatInt(p.id, 10) }

func (p Provider) actor() access.Actor {
	by := access.Provisioning.In(p.department)
	by.IP, by.RequestID = p.from.IP, p.from.RequestID
	return by
}

// Base returns the address of SCIM.
func (s *Service) Base() string { return s.Origin + scimBase }

// ErrKeyWrong is returned for a request without a key that is valid.
var ErrKeyWrong = &scim.Error{Status: 401, Detail: "The key is missing, wrong or revoked."}

// Provider returns who provisions with the key of an Authorization header, or ErrKeyWrong.
func (s *Service) Provider(ctx context.Context, from access.Actor, header string) (Provider, error) {
	scheme, key, _ := strings.Cut(strings.TrimSpace(header), " ")
	key = strings.TrimSpace(key)
	if !strings.EqualFold(scheme, "Bearer") || !secrets.KeyShaped(scimPrefix, key) {
		return Provider{}, ErrKeyWrong
	}
	var row db.SCIMKeyFindRow
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		if row, err = s.q.SCIMKeyFind(ctx, tx, secrets.HashToken(key)); err != nil {
			return err
		}
		now := s.Clock.Now()
		if row.LastUsedAt != nil && now.Sub(*row.LastUsedAt) < time.Minute {
			return nil
		}
		return s.q.SCIMKeyUse(ctx, tx, db.SCIMKeyUseParams{ID: row.ID, Now: &now})
	})
	if pg.NoRows(err) {
		return Provider{}, ErrKeyWrong
	}
	if err != nil {
		return Provider{}, fmt.Errorf("find provisioning key: %w", err)
	}
	return Provider{id: row.ID, connection: row.ConnectionID, department: row.DepartmentID, key: "…" + row.LastCharacters, from: from}, nil
}

// provision runs a change of what a provider says, and writes it to the audit log.
func (s *Service) provision(ctx context.Context, p Provider, change func(pgx.Tx, sso.Connection) (audit.Event, error)) error {
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		c, err := s.SSO.ConnectionTx(ctx, tx, p.department, p.connection)
		if err != nil {
			return err
		}
		event, err := change(tx, c)
		if err != nil {
			return err
		}
		event.Details = map[string]any{"connection": c.Name, "key": p.key}
		return s.Audit.RecordTx(ctx, tx, p.actor(), event)
	})
	return asSCIM(err)
}

// asSCIM returns an error in the form of SCIM if it is a refusal.
func asSCIM(err error) error {
	known := new(errs.Error)
	switch {
	case err == nil || !errors.As(err, &known):
		return err
	case errors.Is(err, departments.ErrLastOwner):
		return &scim.Error{Status: 403, Type: "mutability", Detail: "Owners cannot be removed by provisioning. Change their role first."}
	case errors.Is(err, departments.ErrLastAdministrator):
		return &scim.Error{Status: 403, Type: "mutability", Detail: "The last administrator cannot be removed."}
	case errors.Is(err, departments.ErrTooMany):
		return &scim.Error{Status: 409, Detail: "The person belongs to too many departments."}
	case errs.KindOf(err) == errs.Invalid:
		return &scim.Error{Status: 400, Type: "invalidValue", Detail: "The email address or the name is not valid."}
	}
	return err
}

func invalid(detail string) error {
	return &scim.Error{Status: 400, Type: "invalidValue", Detail: detail}
}

func missing(kind, id string) error {
	return &scim.Error{Status: 404, Detail: fmt.Sprintf("There is no %s %s.", kind, id)}
}

func taken(detail string) error { return &scim.Error{Status: 409, Type: "uniqueness", Detail: detail} }

// version returns the version of a resource as its entity tag.
func version(n int64) string { return fmt.Sprintf(`W/"%d"`, n) }

// Matches reports whether a list of entity tags, as If-Match and If-None-Match contain it, has a version.
func Matches(header, version string) bool {
	for _, one := range strings.Split(header, ",") {
		one = strings.TrimSpace(one)
		if one == "*" || strings.TrimPrefix(one, "W/") == strings.TrimPrefix(version, "W/") {
			return true
		}
	}
	return false
}

func expect(ifMatch string, n int64) error {
	if ifMatch != "" && !Matches(ifMatch, version(n)) {
		return &scim.Error{Status: 412, Detail: "The resource has changed. Read it again."}
	}
	return nil
}

// PushedTx returns the groups that the provider of a connection pushed somebody into, by their names and by their IDs at the provider.
func (s *Service) PushedTx(ctx context.Context, tx pgx.Tx, connectionID, userID int64) ([]string, error) {
	rows, err := s.q.SCIMGroupsOf(ctx, tx, db.SCIMGroupsOfParams{ConnectionID: connectionID, UserID: &userID})
	if err != nil {
		return nil, fmt.Errorf("list pushed groups: %w", err)
	}
	var out []string
	for _, row := range rows {
		out = append(out, row.DisplayName)
		if row.ExternalID != "" {
			out = append(out, row.ExternalID)
		}
	}
	return out, nil
}

// followTx applies the mappings of a connection to a member.
func (s *Service) followTx(ctx context.Context, tx pgx.Tx, by access.Actor, c sso.Connection, userID int64) error {
	was, err := s.Departments.RoleTx(ctx, tx, c.DepartmentID, userID)
	if err != nil || was == "" {
		return err
	}
	given, err := s.pushedTx(ctx, tx, c, userID)
	if err != nil {
		return err
	}
	if given.Mapped {
		if err := s.Departments.FollowTx(ctx, tx, by, userID, given.Role); err != nil {
			return err
		}
	}
	return s.Team.FollowTx(ctx, tx, c.DepartmentID, userID, given.Decided, given.Groups)
}

func (s *Service) pushedTx(ctx context.Context, tx pgx.Tx, c sso.Connection, userID int64) (sso.Given, error) {
	groups, err := s.PushedTx(ctx, tx, c.ID, userID)
	if err != nil {
		return sso.Given{}, err
	}
	return s.SSO.GivenTx(ctx, tx, c, groups)
}
