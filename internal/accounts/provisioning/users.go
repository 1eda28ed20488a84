package provisioning

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/provisioning/internal/db"
	"laurel/internal/accounts/sso"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/scim"
)

func (s *Service) scimUser(row db.ScimUser) (scim.Resource, error) {
	r := scim.Resource{}
	if err := json.Unmarshal(row.Attributes, &r); err != nil {
		return nil, fmt.Errorf("read user: %w", err)
	}
	return scim.User.Describe(r, s.Base(), row.ID.String(), version(row.Version), row.CreatedAt, row.UpdatedAt), nil
}

// Users returns the people of the provider that match, and their number.
func (s *Service) Users(ctx context.Context, p Provider, q scim.Query) ([]scim.Resource, int, error) {
	params := db.SCIMUsersParams{ConnectionID: p.connection}
	if value, ok := q.Filter.Equal("id"); ok {
		id, _ := uuid.Parse(value)
		params.ID = &id
	}
	if value, ok := q.Filter.Equal("userName"); ok {
		params.UserName = &value
	}
	if value, ok := q.Filter.Equal("externalId"); ok {
		params.ExternalID = &value
	}
	var rows []db.ScimUser
	err := pg.InDepartment(ctx, s.Pool, p.department, func(tx pgx.Tx) (err error) {
		rows, err = s.q.SCIMUsers(ctx, tx, params)
		return err
	})
	if err != nil {
		return nil, 0, fmt.Errorf("list provisioned users: %w", err)
	}
	all := make([]scim.Resource, len(rows))
	for i, row := range rows {
		if all[i], err = s.scimUser(row); err != nil {
			return nil, 0, err
		}
	}
	return q.Select(all)
}

// User returns a person of the provider.
func (s *Service) User(ctx context.Context, p Provider, id string) (scim.Resource, error) {
	key, err := uuid.Parse(id)
	if err != nil {
		return nil, missing("user", id)
	}
	var rows []db.ScimUser
	err = pg.InDepartment(ctx, s.Pool, p.department, func(tx pgx.Tx) (err error) {
		rows, err = s.q.SCIMUsers(ctx, tx, db.SCIMUsersParams{ConnectionID: p.connection, ID: &key})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read provisioned user: %w", err)
	}
	if len(rows) == 0 {
		return nil, missing("user", id)
	}
	return s.scimUser(rows[0])
}

// CreateUser adds a person. Whoever is active becomes a member.
func (s *Service) CreateUser(ctx context.Context, p Provider, r scim.Resource) (scim.Resource, error) {
	var out scim.Resource
	err := s.provision(ctx, p, func(tx pgx.Tx, c sso.Connection) (audit.Event, error) {
		n, err := s.q.SCIMUserCount(ctx, tx, c.ID)
		if err != nil {
			return audit.Event{}, fmt.Errorf("count provisioned users: %w", err)
		}
		if n >= mostUsers {
			return audit.Event{}, &scim.Error{Status: 400, Type: "tooMany", Detail: "There are too many users."}
		}
		if err := s.checkUserTx(ctx, tx, c, r); err != nil {
			return audit.Event{}, err
		}
		row := db.ScimUser{ID: uuid.New()}
		attributes, err := json.Marshal(userAttributes(r))
		if err != nil {
			return audit.Event{}, err
		}
		row, err = s.q.SCIMUserInsert(ctx, tx, db.SCIMUserInsertParams{
			ID: row.ID, DepartmentID: c.DepartmentID, ConnectionID: c.ID, UserName: r.Text("userName"), ExternalID: r.Text("externalId"),
			Active: false, Attributes: attributes, Now: s.Clock.Now(),
		})
		if err != nil {
			return audit.Event{}, userConflict(err)
		}
		if r.Active() {
			if row, err = s.keepUserTx(ctx, tx, p.actor(), c, row, r); err != nil {
				return audit.Event{}, err
			}
		}
		out, err = s.scimUser(row)
		return audit.Event{Action: "scim_user.created", ObjectKind: "scim_user", ObjectID: row.ID}, err
	})
	return out, err
}

// ChangeUser changes a person to what how returns. Becoming active makes them a member; becoming inactive deactivates their membership.
func (s *Service) ChangeUser(ctx context.Context, p Provider, id, ifMatch string, how func(scim.Resource) (scim.Resource, error)) (scim.Resource, error) {
	key, err := uuid.Parse(id)
	if err != nil {
		return nil, missing("user", id)
	}
	var out scim.Resource
	err = s.provision(ctx, p, func(tx pgx.Tx, c sso.Connection) (audit.Event, error) {
		row, err := s.lockUserTx(ctx, tx, c, key, ifMatch)
		if err != nil {
			return audit.Event{}, err
		}
		was, err := s.scimUser(row)
		if err != nil {
			return audit.Event{}, err
		}
		r, err := how(was)
		if err != nil {
			return audit.Event{}, err
		}
		if _, said := r["active"]; !said {
			r["active"] = row.Active
		}
		if err := s.checkUserTx(ctx, tx, c, r); err != nil {
			return audit.Event{}, err
		}
		if row, err = s.keepUserTx(ctx, tx, p.actor(), c, row, r); err != nil {
			return audit.Event{}, err
		}
		out, err = s.scimUser(row)
		return audit.Event{Action: "scim_user.updated", ObjectKind: "scim_user", ObjectID: row.ID}, err
	})
	return out, err
}

// DeleteUser removes a person, and their membership for good.
func (s *Service) DeleteUser(ctx context.Context, p Provider, id, ifMatch string) error {
	key, err := uuid.Parse(id)
	if err != nil {
		return missing("user", id)
	}
	return s.provision(ctx, p, func(tx pgx.Tx, c sso.Connection) (audit.Event, error) {
		row, err := s.lockUserTx(ctx, tx, c, key, ifMatch)
		if err != nil {
			return audit.Event{}, err
		}
		if row.UserID != nil {
			if err := s.Departments.LeaveTx(ctx, tx, p.actor(), *row.UserID, true); err != nil {
				return audit.Event{}, err
			}
		}
		err = s.q.SCIMUserDelete(ctx, tx, db.SCIMUserDeleteParams{ConnectionID: c.ID, ID: key})
		return audit.Event{Action: "scim_user.deleted", ObjectKind: "scim_user", ObjectID: key}, err
	})
}

func (s *Service) lockUserTx(ctx context.Context, tx pgx.Tx, c sso.Connection, id uuid.UUID, ifMatch string) (db.ScimUser, error) {
	row, err := s.q.SCIMUserLock(ctx, tx, db.SCIMUserLockParams{ConnectionID: c.ID, ID: id})
	if pg.NoRows(err) {
		return row, missing("user", id.String())
	}
	if err != nil {
		return row, fmt.Errorf("lock provisioned user: %w", err)
	}
	return row, expect(ifMatch, row.Version)
}

// keepUserTx keeps a changed person, and lets their membership follow.
func (s *Service) keepUserTx(ctx context.Context, tx pgx.Tx, by access.Actor, c sso.Connection, row db.ScimUser, r scim.Resource) (db.ScimUser, error) {
	joins, leaves := r.Active() && !row.Active, !r.Active() && row.Active
	userID := row.UserID
	if joins && userID == nil {
		id, err := s.provisionedAccountTx(ctx, tx, by, c, r)
		if err != nil {
			return row, err
		}
		userID = &id
	}
	attributes, err := json.Marshal(userAttributes(r))
	if err != nil {
		return row, err
	}
	row, err = s.q.SCIMUserUpdate(ctx, tx, db.SCIMUserUpdateParams{
		ConnectionID: c.ID, ID: row.ID, UserID: userID, UserName: r.Text("userName"), ExternalID: r.Text("externalId"), Active: r.Active(),
		Attributes: attributes, Now: s.Clock.Now(),
	})
	if err != nil {
		return row, userConflict(err)
	}
	switch {
	case joins:
		return row, s.joinTx(ctx, tx, by, c, *userID)
	case leaves && userID != nil:
		return row, s.Departments.LeaveTx(ctx, tx, by, *userID, false)
	}
	return row, nil
}

func userConflict(err error) error {
	switch {
	case pg.Violates(err, "scim_users_user_name_key"):
		return taken("Another user has this userName.")
	case pg.Violates(err, "scim_users_user_id_key"):
		return taken("Another user of this department has this email address.")
	}
	return fmt.Errorf("keep provisioned user: %w", err)
}

// joinTx makes a provisioned person a member, or gives them back what they had.
func (s *Service) joinTx(ctx context.Context, tx pgx.Tx, by access.Actor, c sso.Connection, userID int64) error {
	was, err := s.Departments.RoleTx(ctx, tx, c.DepartmentID, userID)
	if err != nil {
		return err
	}
	if was == "" {
		back, err := s.Departments.ReturnTx(ctx, tx, by, userID)
		if err != nil {
			return err
		}
		if !back {
			given, err := s.pushedTx(ctx, tx, c, userID)
			if err != nil {
				return err
			}
			if err := s.Departments.EnterTx(ctx, tx, by, userID, given.Role); err != nil {
				return err
			}
			if err := s.Identity.CloseInvitationTx(ctx, tx, by, userID); err != nil {
				return err
			}
		}
	}
	return s.followTx(ctx, tx, by, c, userID)
}

// provisionedAccountTx returns the account of a person's address, which it creates if there is none.
func (s *Service) provisionedAccountTx(ctx context.Context, tx pgx.Tx, by access.Actor, c sso.Connection, r scim.Resource) (int64, error) {
	d, err := s.Departments.ReadTx(ctx, tx, c.DepartmentID)
	if err != nil {
		return 0, err
	}
	u, err := s.Identity.AccountTx(ctx, tx, by, emailOf(r), nameOf(r), d.Language)
	return u.ID, err
}

// checkUserTx returns an error unless the person's address is in a domain that the department has proved.
func (s *Service) checkUserTx(ctx context.Context, tx pgx.Tx, c sso.Connection, r scim.Resource) error {
	email := emailOf(r)
	if email == "" {
		return invalid("The user needs an email address, or one as userName.")
	}
	proved, err := s.SSO.ProvedTx(ctx, tx, c.DepartmentID, email)
	if err != nil {
		return err
	}
	if !proved {
		return invalid("The email address is not in one of the department's verified domains.")
	}
	return nil
}

// emailOf returns a person's primary address, or the first one, or their name if it is one.
func emailOf(r scim.Resource) string {
	email := ""
	for i, item := range r.Items("emails") {
		if value, _ := item["value"].(string); i == 0 || item["primary"] == true {
			email = strings.TrimSpace(value)
		}
	}
	if name := strings.TrimSpace(r.Text("userName")); email == "" && strings.Contains(name, "@") {
		return name
	}
	return email
}

func nameOf(r scim.Resource) string {
	name, _ := r["name"].(map[string]any)
	part := func(key string) string { text, _ := name[key].(string); return text }
	for _, one := range []string{r.Text("displayName"), part("formatted"), part("givenName") + " " + part("familyName"), emailOf(r)} {
		if one = i18n.OneLine(one); one != "" {
			return one
		}
	}
	return ""
}

// userAttributes returns what is stored of a person.
func userAttributes(r scim.Resource) scim.Resource {
	out := r.Copy()
	delete(out, "id")
	delete(out, "meta")
	out["active"] = r.Active()
	return out
}
