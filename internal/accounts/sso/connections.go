package sso

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/sso/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/pg"
)

// Connections returns the connections of the actor's department by name.
func (s *Service) Connections(ctx context.Context, by access.Actor) ([]Connection, error) {
	if err := MayManage(by); err != nil {
		return nil, err
	}
	var out []Connection
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		out, err = s.connections(ctx, tx, by)
		return err
	})
	return out, err
}

func (s *Service) connections(ctx context.Context, tx pgx.Tx, by access.Actor) ([]Connection, error) {
	rows, err := s.q.ConnectionList(ctx, tx, by.DepartmentID)
	if err != nil {
		return nil, fmt.Errorf("list connections: %w", err)
	}
	out := make([]Connection, len(rows))
	for i, row := range rows {
		if out[i], err = s.connectionOf(row); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Connection returns a connection, or ErrNotFound.
func (s *Service) Connection(ctx context.Context, by access.Actor, id int64) (Connection, error) {
	if err := MayManage(by); err != nil {
		return Connection{}, err
	}
	var c Connection
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		c, err = s.connection(ctx, tx, by, id)
		return err
	})
	return c, err
}

func (s *Service) connection(ctx context.Context, tx pgx.Tx, by access.Actor, id int64) (Connection, error) {
	return s.ConnectionTx(ctx, tx, by.DepartmentID, id)
}

// ConnectionTx returns a connection of a department, or ErrNotFound. It asks for no permission.
func (s *Service) ConnectionTx(ctx context.Context, tx pgx.Tx, departmentID, id int64) (Connection, error) {
	row, err := s.q.ConnectionRead(ctx, tx, db.ConnectionReadParams{DepartmentID: departmentID, ID: id})
	if pg.NoRows(err) {
		return Connection{}, ErrNotFound
	}
	if err != nil {
		return Connection{}, fmt.Errorf("read connection: %w", err)
	}
	return s.connectionOf(row)
}

// Create adds a connection. It returns the invalid fields, ErrNameTaken, ErrTooMany, or access.ErrExceeds for roles with permissions that
// the actor lacks.
func (s *Service) Create(ctx context.Context, by access.Actor, in Input) (Connection, error) {
	c := Connection{UUID: uuid.New(), Kind: OIDC, DefaultRole: string(access.Viewer), GroupsClaim: "groups", Mappings: []Mapping{}}
	if err := MayChange(by); err != nil {
		return Connection{}, err
	}
	switch in.Kind {
	case "", OIDC:
	case SAMLSignIn:
		var err error
		if c, err = s.asSAML(c); err != nil {
			return Connection{}, err
		}
	default:
		return Connection{}, errs.Field("kind", "not_one_of", "values", "oidc, saml")
	}
	if err := s.readMetadata(ctx, by, &in); err != nil {
		return Connection{}, err
	}
	return s.write(ctx, by, "sso_connection.created", func(tx pgx.Tx) (Connection, error) {
		all, err := s.connections(ctx, tx, by)
		if err != nil {
			return c, err
		}
		if len(all) >= mostConnections {
			return c, ErrTooMany.With("max", mostConnections)
		}
		if err := s.prepare(ctx, tx, by, in, &c); err != nil {
			return c, err
		}
		mappings, more, err := c.documents()
		if err != nil {
			return c, err
		}
		row, err := s.q.ConnectionInsert(ctx, tx, db.ConnectionInsertParams{
			Uuid: c.UUID, DepartmentID: by.DepartmentID, Name: c.Name, IssuerUrl: c.IssuerURL, ClientID: c.ClientID, SealedSecret: c.sealed,
			DefaultRole: c.DefaultRole, GroupsClaim: c.GroupsClaim, Mappings: mappings, TrustsMfa: c.TrustsMFA, Enabled: c.Enabled, Enforced: c.Enforced,
			Saml: more, Now: s.Clock.Now(),
		})
		return s.kept(row, err)
	})
}

// Update changes a connection. It returns the errors of Create and ErrNotFound.
func (s *Service) Update(ctx context.Context, by access.Actor, id int64, in Input) (Connection, error) {
	if err := s.readMetadata(ctx, by, &in); err != nil {
		return Connection{}, err
	}
	return s.change(ctx, by, "sso_connection.updated", id, func(tx pgx.Tx, c *Connection) error { return s.prepare(ctx, tx, by, in, c) })
}

// change changes a connection.
func (s *Service) change(ctx context.Context, by access.Actor, action string, id int64, how func(pgx.Tx, *Connection) error) (Connection, error) {
	return s.write(ctx, by, action, func(tx pgx.Tx) (Connection, error) {
		c, err := s.connection(ctx, tx, by, id)
		if err != nil {
			return c, err
		}
		if err := how(tx, &c); err != nil {
			return c, err
		}
		mappings, more, err := c.documents()
		if err != nil {
			return c, err
		}
		row, err := s.q.ConnectionUpdate(ctx, tx, db.ConnectionUpdateParams{
			DepartmentID: by.DepartmentID, ID: c.ID, Name: c.Name, IssuerUrl: c.IssuerURL, ClientID: c.ClientID, SealedSecret: c.sealed,
			DefaultRole: c.DefaultRole, GroupsClaim: c.GroupsClaim, Mappings: mappings, TrustsMfa: c.TrustsMFA, Enabled: c.Enabled, Enforced: c.Enforced,
			Saml: more, Now: s.Clock.Now(),
		})
		return s.kept(row, err)
	})
}

// Delete removes a connection. Its members stay members, and sign in with a password. It returns ErrNotFound.
func (s *Service) Delete(ctx context.Context, by access.Actor, id int64) (Connection, error) {
	return s.write(ctx, by, "sso_connection.deleted", func(tx pgx.Tx) (Connection, error) {
		c, err := s.connection(ctx, tx, by, id)
		if err != nil {
			return c, err
		}
		if err := s.q.ConnectionDelete(ctx, tx, db.ConnectionDeleteParams{DepartmentID: by.DepartmentID, ID: c.ID}); err != nil {
			return c, fmt.Errorf("delete connection: %w", err)
		}
		return c, nil
	})
}

// write runs a change and writes it to the audit log. Changes of one department wait for each other.
func (s *Service) write(ctx context.Context, by access.Actor, action string, change func(pgx.Tx) (Connection, error)) (Connection, error) {
	if err := MayChange(by); err != nil {
		return Connection{}, err
	}
	var c Connection
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		if err := s.q.ConnectionLock(ctx, tx, by.DepartmentID); err != nil {
			return fmt.Errorf("lock connections: %w", err)
		}
		if c, err = change(tx); err != nil {
			return err
		}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{
			Action: action, ObjectKind: "sso_connection", ObjectID: c.ID, Details: map[string]any{
				"name": c.Name, "kind": c.Kind, "issuer": c.IssuerURL, "client_id": c.ClientID, "default_role": c.DefaultRole, "mappings": c.Mappings,
				"trusts_mfa": c.TrustsMFA, "enabled": c.Enabled, "enforced": c.Enforced,
			},
		})
	})
	return c, err
}

func (s *Service) kept(row db.SsoConnection, err error) (Connection, error) {
	if pg.Violates(err, "sso_connections_name_key") {
		return Connection{}, ErrNameTaken.At("name")
	}
	if err != nil {
		return Connection{}, fmt.Errorf("keep connection: %w", err)
	}
	return s.connectionOf(row)
}

// prepare sets the given fields of c, or returns an error with all invalid fields. Nobody can give roles with permissions that they lack.
func (s *Service) prepare(ctx context.Context, tx pgx.Tx, by access.Actor, in Input, c *Connection) error {
	var wrong errs.Fields
	text(&wrong, "name", in.Name.Given, i18n.OneLine(in.Name.Value), &c.Name, longestName)
	if c.Kind == SAMLSignIn {
		prepareSAML(&wrong, in.SAML, c)
	} else {
		s.prepareOIDC(ctx, &wrong, in, c)
	}
	text(&wrong, "groups_claim", in.GroupsClaim.Given, strings.TrimSpace(in.GroupsClaim.Value), &c.GroupsClaim, longestName)
	set(in.TrustsMFA.Given, in.TrustsMFA.Value, &c.TrustsMFA)
	set(in.Enabled.Given, in.Enabled.Value, &c.Enabled)
	set(in.Enforced.Given, in.Enforced.Value, &c.Enforced)
	if c.Enforced && !c.Enabled {
		wrong.Add("enforced", "sso_connection.enforced_off")
	}
	set(in.DefaultRole.Given, in.DefaultRole.Value, &c.DefaultRole)
	if in.DefaultRole.Given {
		if err := s.checkRole(ctx, tx, by, &wrong, "default_role", c.DefaultRole); err != nil {
			return err
		}
	}
	if in.Mappings.Given {
		c.Mappings = in.Mappings.Value
		if err := s.checkMappings(ctx, tx, by, &wrong, c.Mappings); err != nil {
			return err
		}
	}
	return wrong.Err()
}

func (s *Service) prepareOIDC(ctx context.Context, wrong *errs.Fields, in Input, c *Connection) {
	issuer := c.IssuerURL
	text(wrong, "issuer_url", in.IssuerURL.Given, strings.TrimSpace(in.IssuerURL.Value), &c.IssuerURL, longestText)
	text(wrong, "client_id", in.ClientID.Given, strings.TrimSpace(in.ClientID.Value), &c.ClientID, longestText)
	s.prepareSecret(wrong, in, issuer, c)
	if c.IssuerURL != "" && c.IssuerURL != issuer && !s.fetchable(ctx, c.IssuerURL) {
		wrong.Add("issuer_url", "sso_connection.issuer_refused")
	}
}

// prepareSecret keeps the client secret. Another issuer must not get the secret of the former one.
func (s *Service) prepareSecret(wrong *errs.Fields, in Input, formerIssuer string, c *Connection) {
	secret := strings.TrimSpace(in.ClientSecret.Value)
	switch {
	case in.ClientSecret.Given && utf8.RuneCountInString(secret) > longestText:
		wrong.Add("client_secret", "too_long", "max", longestText)
	case in.ClientSecret.Given && secret != "":
		c.sealed = s.Keyring.Seal([]byte(secret), sealContext(c.UUID))
	case len(c.sealed) == 0 || c.IssuerURL != formerIssuer:
		wrong.Add("client_secret", "required")
	}
}

// fetchable reports whether an issuer's documents could be fetched.
func (s *Service) fetchable(ctx context.Context, address string) bool {
	at, err := url.Parse(address)
	return err == nil && at.Host != "" && at.RawQuery == "" && at.Fragment == "" && s.Fetch.CheckURL(ctx, address) == nil
}

// checkRole checks a role that the connection gives. The role of owners cannot be given.
func (s *Service) checkRole(ctx context.Context, tx pgx.Tx, by access.Actor, wrong *errs.Fields, field, id string) error {
	role, err := s.Team.RoleTx(ctx, tx, by.DepartmentID, id)
	if errs.KindOf(err) == errs.NotFound || role == access.Owner {
		wrong.Add(field, "role.not_found")
		return nil
	}
	if err != nil {
		return err
	}
	return by.RequireRole(role)
}

func (s *Service) checkMappings(ctx context.Context, tx pgx.Tx, by access.Actor, wrong *errs.Fields, all []Mapping) error {
	if len(all) > mostMappings {
		wrong.Add("mappings", "too_many", "max", mostMappings)
		return nil
	}
	for i := range all {
		m := &all[i]
		m.Group = strings.TrimSpace(m.Group)
		switch {
		case m.Group == "" || m.Role == "" && m.PermissionGroupID == 0:
			wrong.Add("mappings", "sso_connection.mapping_incomplete")
			continue
		case utf8.RuneCountInString(m.Group) > longestGroup:
			wrong.Add("mappings", "too_long", "max", longestGroup)
			continue
		}
		if m.Role != "" {
			if err := s.checkRole(ctx, tx, by, wrong, "mappings", m.Role); err != nil {
				return err
			}
		}
		if m.PermissionGroupID != 0 {
			there, err := s.Team.HasPermissionGroupTx(ctx, tx, by.DepartmentID, m.PermissionGroupID)
			if err != nil {
				return err
			}
			if !there {
				wrong.Add("mappings", "permission_group.not_found")
			}
		}
	}
	return nil
}

// documents returns the mappings and what is known about a SAML provider as they are stored.
func (c Connection) documents() (mappings, more []byte, err error) {
	if mappings, err = json.Marshal(c.Mappings); err != nil || c.SAML == nil {
		return mappings, nil, err
	}
	more, err = json.Marshal(c.SAML)
	return mappings, more, err
}

func text(wrong *errs.Fields, field string, given bool, value string, to *string, longest int) {
	set(given, value, to)
	switch {
	case *to == "":
		wrong.Add(field, "required")
	case utf8.RuneCountInString(*to) > longest:
		wrong.Add(field, "too_long", "max", longest)
	}
}

func set[T any](given bool, value T, to *T) {
	if given {
		*to = value
	}
}
