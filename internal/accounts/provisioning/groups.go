package provisioning

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/provisioning/internal/db"
	"laurel/internal/accounts/sso"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/scim"
)

// groupResources returns groups as SCIM shows them, with their members if these are asked for.
func (s *Service) groupResources(ctx context.Context, tx pgx.Tx, rows []db.ScimGroup, members bool) ([]scim.Resource, error) {
	in := map[uuid.UUID][]any{}
	if members && len(rows) > 0 {
		ids := make([]uuid.UUID, len(rows))
		for i, row := range rows {
			ids[i] = row.ID
		}
		found, err := s.q.SCIMMembers(ctx, tx, db.SCIMMembersParams{ConnectionID: rows[0].ConnectionID, Groups: ids})
		if err != nil {
			return nil, fmt.Errorf("list members of groups: %w", err)
		}
		for _, m := range found {
			in[m.GroupID] = append(in[m.GroupID], map[string]any{
				"value": m.UserID.String(), "display": m.UserName, "type": "User", "$ref": s.Base() + scim.User.Endpoint + "/" + m.UserID.String(),
			})
		}
	}
	out := make([]scim.Resource, len(rows))
	for i, row := range rows {
		r := scim.Resource{"displayName": row.DisplayName}
		if row.ExternalID != "" {
			r["externalId"] = row.ExternalID
		}
		if members {
			if r["members"] = in[row.ID]; in[row.ID] == nil {
				r["members"] = []any{}
			}
		}
		out[i] = scim.Group.Describe(r, s.Base(), row.ID.String(), version(row.Version), row.CreatedAt, row.UpdatedAt)
	}
	return out, nil
}

// Groups returns the groups of the provider that match, and their number.
func (s *Service) Groups(ctx context.Context, p Provider, q scim.Query) (page []scim.Resource, total int, err error) {
	params := db.SCIMGroupsParams{ConnectionID: p.connection}
	if value, ok := q.Filter.Equal("id"); ok {
		id, _ := uuid.Parse(value)
		params.ID = &id
	}
	if value, ok := q.Filter.Equal("displayName"); ok {
		params.DisplayName = &value
	}
	err = pg.InDepartment(ctx, s.Pool, p.department, func(tx pgx.Tx) error {
		rows, err := s.q.SCIMGroups(ctx, tx, params)
		if err != nil {
			return fmt.Errorf("list groups: %w", err)
		}
		all, err := s.groupResources(ctx, tx, rows, q.Shows("members") || q.Filter.Mentions("members"))
		if err != nil {
			return err
		}
		page, total, err = q.Select(all)
		return err
	})
	return page, total, err
}

// Group returns a group of the provider.
func (s *Service) Group(ctx context.Context, p Provider, id string, members bool) (out scim.Resource, err error) {
	key, err := uuid.Parse(id)
	if err != nil {
		return nil, missing("group", id)
	}
	err = pg.InDepartment(ctx, s.Pool, p.department, func(tx pgx.Tx) error {
		rows, err := s.q.SCIMGroups(ctx, tx, db.SCIMGroupsParams{ConnectionID: p.connection, ID: &key})
		if err != nil {
			return fmt.Errorf("read group: %w", err)
		}
		if len(rows) == 0 {
			return missing("group", id)
		}
		all, err := s.groupResources(ctx, tx, rows, members)
		if err == nil {
			out = all[0]
		}
		return err
	})
	return out, err
}

// CreateGroup adds a group.
func (s *Service) CreateGroup(ctx context.Context, p Provider, r scim.Resource) (out scim.Resource, err error) {
	err = s.provision(ctx, p, func(tx pgx.Tx, c sso.Connection) (audit.Event, error) {
		n, err := s.q.SCIMGroupCount(ctx, tx, c.ID)
		if err != nil {
			return audit.Event{}, fmt.Errorf("count groups: %w", err)
		}
		if n >= mostGroups {
			return audit.Event{}, &scim.Error{Status: 400, Type: "tooMany", Detail: "There are too many groups."}
		}
		row, err := s.q.SCIMGroupInsert(ctx, tx, db.SCIMGroupInsertParams{
			ID: uuid.New(), DepartmentID: c.DepartmentID, ConnectionID: c.ID, DisplayName: r.Text("displayName"), ExternalID: r.Text("externalId"), Now: s.Clock.Now(),
		})
		if err != nil {
			return audit.Event{}, groupConflict(err)
		}
		if out, err = s.keepMembersTx(ctx, tx, p.actor(), c, row, nil, r, false); err != nil {
			return audit.Event{}, err
		}
		return audit.Event{Action: "scim_group.created", ObjectKind: "scim_group", ObjectID: row.ID}, nil
	})
	return out, err
}

// ChangeGroup changes a group by what how returns. Only those are touched who come or go.
func (s *Service) ChangeGroup(ctx context.Context, p Provider, id, ifMatch string, how func(scim.Resource) (scim.Resource, error)) (out scim.Resource, err error) {
	key, err := uuid.Parse(id)
	if err != nil {
		return nil, missing("group", id)
	}
	err = s.provision(ctx, p, func(tx pgx.Tx, c sso.Connection) (audit.Event, error) {
		row, was, err := s.lockGroupTx(ctx, tx, c, key, ifMatch)
		if err != nil {
			return audit.Event{}, err
		}
		r, err := how(was)
		if err != nil {
			return audit.Event{}, err
		}
		renamed := row.DisplayName != r.Text("displayName") || row.ExternalID != r.Text("externalId")
		mattered := matters(c, row)
		row, err = s.q.SCIMGroupUpdate(ctx, tx, db.SCIMGroupUpdateParams{
			ConnectionID: c.ID, ID: key, DisplayName: r.Text("displayName"), ExternalID: r.Text("externalId"), Now: s.Clock.Now(),
		})
		if err != nil {
			return audit.Event{}, groupConflict(err)
		}
		if out, err = s.keepMembersTx(ctx, tx, p.actor(), c, row, was, r, renamed && (mattered || matters(c, row))); err != nil {
			return audit.Event{}, err
		}
		return audit.Event{Action: "scim_group.updated", ObjectKind: "scim_group", ObjectID: key}, nil
	})
	return out, err
}

// DeleteGroup removes a group. Its members lose what it gave.
func (s *Service) DeleteGroup(ctx context.Context, p Provider, id, ifMatch string) error {
	key, err := uuid.Parse(id)
	if err != nil {
		return missing("group", id)
	}
	return s.provision(ctx, p, func(tx pgx.Tx, c sso.Connection) (audit.Event, error) {
		row, was, err := s.lockGroupTx(ctx, tx, c, key, ifMatch)
		if err != nil {
			return audit.Event{}, err
		}
		members, err := memberIDs(was)
		if err != nil {
			return audit.Event{}, err
		}
		if err := s.q.SCIMGroupDelete(ctx, tx, db.SCIMGroupDeleteParams{ConnectionID: c.ID, ID: key}); err != nil {
			return audit.Event{}, fmt.Errorf("delete group: %w", err)
		}
		if matters(c, row) {
			err = s.followAllTx(ctx, tx, p.actor(), c, members)
		}
		return audit.Event{Action: "scim_group.deleted", ObjectKind: "scim_group", ObjectID: key}, err
	})
}

func (s *Service) lockGroupTx(ctx context.Context, tx pgx.Tx, c sso.Connection, id uuid.UUID, ifMatch string) (db.ScimGroup, scim.Resource, error) {
	row, err := s.q.SCIMGroupLock(ctx, tx, db.SCIMGroupLockParams{ConnectionID: c.ID, ID: id})
	if pg.NoRows(err) {
		return row, nil, missing("group", id.String())
	}
	if err != nil {
		return row, nil, fmt.Errorf("lock group: %w", err)
	}
	if err := expect(ifMatch, row.Version); err != nil {
		return row, nil, err
	}
	all, err := s.groupResources(ctx, tx, []db.ScimGroup{row}, true)
	if err != nil {
		return row, nil, err
	}
	return row, all[0].Copy(), nil
}

func groupConflict(err error) error {
	if pg.Violates(err, "scim_groups_display_name_key") {
		return taken("Another group has this displayName.")
	}
	return fmt.Errorf("keep group: %w", err)
}

// matters reports whether a group gives anything.
func matters(c sso.Connection, row db.ScimGroup) bool {
	return slices.ContainsFunc(c.Mappings, func(m sso.Mapping) bool {
		return m.Group == row.DisplayName || m.Group == row.ExternalID && m.Group != ""
	})
}

// keepMembersTx keeps who is in a group, and lets those follow who come or go, or everybody.
func (s *Service) keepMembersTx(ctx context.Context, tx pgx.Tx, by access.Actor, c sso.Connection, row db.ScimGroup, was, is scim.Resource, everybody bool) (scim.Resource, error) {
	before, err := memberIDs(was)
	if err != nil {
		return nil, err
	}
	after, err := memberIDs(is)
	if err != nil {
		return nil, err
	}
	come, gone := without(after, before), without(before, after)
	if len(come) > 0 {
		n, err := s.q.SCIMMembersAdd(ctx, tx, db.SCIMMembersAddParams{ConnectionID: c.ID, GroupID: row.ID, Users: come})
		if err != nil {
			return nil, fmt.Errorf("add members to group: %w", err)
		}
		if int(n) != len(come) {
			return nil, invalid("At least one member is not a user.")
		}
	}
	if len(gone) > 0 {
		if err := s.q.SCIMMembersRemove(ctx, tx, db.SCIMMembersRemoveParams{ConnectionID: c.ID, GroupID: row.ID, Users: gone}); err != nil {
			return nil, fmt.Errorf("remove members from group: %w", err)
		}
	}
	touched := append(come, gone...)
	if everybody {
		touched = append(after, gone...)
	}
	if everybody || matters(c, row) {
		if err := s.followAllTx(ctx, tx, by, c, touched); err != nil {
			return nil, err
		}
	}
	all, err := s.groupResources(ctx, tx, []db.ScimGroup{row}, true)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

func (s *Service) followAllTx(ctx context.Context, tx pgx.Tx, by access.Actor, c sso.Connection, users []uuid.UUID) error {
	accounts, err := s.q.SCIMAccounts(ctx, tx, db.SCIMAccountsParams{ConnectionID: c.ID, Users: users})
	if err != nil {
		return fmt.Errorf("list accounts: %w", err)
	}
	for _, userID := range accounts {
		if err := s.followTx(ctx, tx, by, c, userID); err != nil {
			return err
		}
	}
	return nil
}

// memberIDs returns the members of a group. A value that names nobody is refused, not ignored.
func memberIDs(r scim.Resource) ([]uuid.UUID, error) {
	items := r.Items("members")
	out, known := make([]uuid.UUID, 0, len(items)), map[uuid.UUID]bool{}
	for _, item := range items {
		value, _ := item["value"].(string)
		id, err := uuid.Parse(value)
		if err != nil {
			return nil, invalid("Each member needs the id of a user as its value.")
		}
		if !known[id] {
			out, known[id] = append(out, id), true
		}
	}
	return out, nil
}

func without(all, some []uuid.UUID) []uuid.UUID {
	known := make(map[uuid.UUID]bool, len(some))
	for _, id := range some {
		known[id] = true
	}
	var out []uuid.UUID
	for _, id := range all {
		if !known[id] {
			out = append(out, id)
		}
	}
	return out
}
