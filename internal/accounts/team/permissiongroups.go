package team

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/team/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
)

const (
	mostPermissionGroups = 500 // of one department
	mostTargets          = 100 // of one permission group
	mostGroupMembers     = 500 // of one permission group
	longestTarget        = 255
)

// The errors of permission groups.
var (
	ErrGroupNotFound = errs.New(errs.NotFound, "permission_group.not_found")
	ErrGroupTaken    = errs.New(errs.Conflict, "permission_group.name_taken")
	ErrTooManyGroups = errs.New(errs.Conflict, "permission_group.too_many")
)

// Scope says in which groups the level of a permission group applies.
type Scope string

// The scopes.
const (
	ScopeAll         Scope = "all"
	ScopeGroups      Scope = "groups"
	ScopeTags        Scope = "tags" // groups with one of the tags, also those that get it later
	ScopeCollections Scope = "collections"
)

var scopes = []Scope{ScopeAll, ScopeGroups, ScopeTags, ScopeCollections}

// PermissionGroup gives its members a level in some groups, and permissions in the whole department, in addition to their roles.
type PermissionGroup struct {
	ID          int64
	Name        string
	Description string
	Level       access.Level
	Scope       Scope
	Targets     []string // IDs of groups or collections, or tags; none for ScopeAll
	Permissions []access.Permission
	MemberIDs   []int64
}

// grant returns what the permission group gives, for the decision whether the actor may give it. Groups that will have a tag or be in a
// collection are not known yet, so these scopes count as all groups.
func (g PermissionGroup) grant() access.Grant {
	out := access.Grant{ID: g.ID, Level: g.Level, Features: g.Permissions}
	if g.Scope == ScopeGroups {
		var ids []int64
		for _, target := range g.Targets {
			ids = append(ids, number(target))
		}
		out.Groups = access.NewGroups(ids)
	}
	return out
}

// GroupInput is the fields of a permission group. Fields that are not given stay unchanged.
type GroupInput struct {
	Name        optional.Value[string]
	Description optional.Value[string]
	Level       optional.Value[string]
	Scope       optional.Value[string]
	Targets     optional.Value[[]string]
	Permissions optional.Value[[]string]
	MemberIDs   optional.Value[[]int64]
}

// apply sets the given fields of g, or returns an error with all invalid fields.
func (in GroupInput) apply(g *PermissionGroup) error {
	var wrong errs.Fields
	if in.Name.Given {
		g.Name = i18n.OneLine(in.Name.Value)
	}
	if g.Name == "" {
		wrong.Add("name", "required")
	}
	if in.Description.Given {
		g.Description = strings.TrimSpace(in.Description.Value)
	}
	checkText(&wrong, "name", g.Name, longestName)
	checkText(&wrong, "description", g.Description, longestDescription)
	if in.Level.Given {
		g.Level = access.Level(in.Level.Value)
	}
	if !slices.Contains(access.Levels(), g.Level) {
		wrong.Add("level", "not_one_of", "values", "viewer, drafter, issuer, manager")
	}
	in.applyScope(&wrong, g)
	if in.Permissions.Given {
		g.Permissions = permissions(&wrong, "permissions", in.Permissions.Value, access.Features())
	}
	if in.MemberIDs.Given {
		g.MemberIDs = slices.Compact(slices.Sorted(slices.Values(in.MemberIDs.Value)))
	}
	if len(g.MemberIDs) > mostGroupMembers {
		wrong.Add("member_ids", "too_many", "max", mostGroupMembers)
	}
	return wrong.Err()
}

func (in GroupInput) applyScope(wrong *errs.Fields, g *PermissionGroup) {
	if in.Scope.Given {
		if g.Scope != Scope(in.Scope.Value) {
			g.Targets = []string{} // those of another scope
		}
		g.Scope = Scope(in.Scope.Value)
	}
	if !slices.Contains(scopes, g.Scope) {
		wrong.Add("scope", "not_one_of", "values", "all, groups, tags, collections")
		return
	}
	if in.Targets.Given {
		g.Targets = []string{}
		for _, target := range in.Targets.Value {
			if target = i18n.OneLine(target); target != "" && !slices.Contains(g.Targets, target) {
				g.Targets = append(g.Targets, target)
			}
		}
	}
	switch {
	case g.Scope == ScopeAll:
		g.Targets = []string{}
	case len(g.Targets) == 0:
		wrong.Add("targets", "required")
	case len(g.Targets) > mostTargets:
		wrong.Add("targets", "too_many", "max", mostTargets)
	}
	for _, target := range g.Targets {
		checkText(wrong, "targets", target, longestTarget)
	}
}

// PermissionGroups returns the permission groups of the actor's department by name.
func (s *Service) PermissionGroups(ctx context.Context, by access.Actor) ([]PermissionGroup, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return nil, err
	}
	var out []PermissionGroup
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		out, err = s.groups(ctx, tx, by, 0)
		return err
	})
	return out, err
}

// PermissionGroup returns a permission group, or ErrGroupNotFound.
func (s *Service) PermissionGroup(ctx context.Context, by access.Actor, id int64) (PermissionGroup, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return PermissionGroup{}, err
	}
	var out PermissionGroup
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		out, err = s.group(ctx, tx, by, id)
		return err
	})
	return out, err
}

func (s *Service) group(ctx context.Context, tx pgx.Tx, by access.Actor, id int64) (PermissionGroup, error) {
	if id <= 0 {
		return PermissionGroup{}, ErrGroupNotFound
	}
	found, err := s.groups(ctx, tx, by, id)
	if err == nil && len(found) == 0 {
		err = ErrGroupNotFound
	}
	if err != nil {
		return PermissionGroup{}, err
	}
	return found[0], nil
}

func (s *Service) groups(ctx context.Context, tx pgx.Tx, by access.Actor, id int64) ([]PermissionGroup, error) {
	rows, err := s.q.PermissionGroupList(ctx, tx, db.PermissionGroupListParams{DepartmentID: by.DepartmentID, ID: id, MaxRows: mostPermissionGroups})
	if err != nil {
		return nil, fmt.Errorf("list permission groups: %w", err)
	}
	out := make([]PermissionGroup, len(rows))
	for i, row := range rows {
		out[i] = groupOf(row.PermissionGroup, row.MemberIds)
	}
	return out, nil
}

// CreatePermissionGroup adds a permission group. It returns the invalid fields, ErrGroupTaken, ErrTooManyGroups, or access.ErrExceeds for
// permissions that the actor lacks.
func (s *Service) CreatePermissionGroup(ctx context.Context, by access.Actor, in GroupInput) (PermissionGroup, error) {
	return s.writeGroup(ctx, by, "permission_group.created", func(tx pgx.Tx) (PermissionGroup, error) {
		all, err := s.groups(ctx, tx, by, 0)
		if err != nil {
			return PermissionGroup{}, err
		}
		if len(all) >= mostPermissionGroups {
			return PermissionGroup{}, ErrTooManyGroups.With("max", mostPermissionGroups)
		}
		g := PermissionGroup{Level: access.LevelViewer, Scope: ScopeAll, Targets: []string{}}
		if err := s.prepareGroup(ctx, tx, by, in, &g); err != nil {
			return g, err
		}
		row, err := s.q.PermissionGroupInsert(ctx, tx, db.PermissionGroupInsertParams{
			DepartmentID: by.DepartmentID, Name: g.Name, Description: g.Description, Level: string(g.Level), Scope: string(g.Scope), Targets: g.Targets,
			Permissions: join(g.Permissions, ","), Now: s.clock.Now(),
		})
		return s.keepGroup(ctx, tx, row, g.MemberIDs, err)
	})
}

// UpdatePermissionGroup changes a permission group, with effect from the next request of its members. It returns the errors of
// CreatePermissionGroup and ErrGroupNotFound.
func (s *Service) UpdatePermissionGroup(ctx context.Context, by access.Actor, id int64, in GroupInput) (PermissionGroup, error) {
	return s.writeGroup(ctx, by, "permission_group.updated", func(tx pgx.Tx) (PermissionGroup, error) {
		g, err := s.mine(ctx, tx, by, id)
		if err != nil {
			return g, err
		}
		if err := s.prepareGroup(ctx, tx, by, in, &g); err != nil {
			return g, err
		}
		row, err := s.q.PermissionGroupUpdate(ctx, tx, db.PermissionGroupUpdateParams{
			DepartmentID: by.DepartmentID, ID: g.ID, Name: g.Name, Description: g.Description, Level: string(g.Level), Scope: string(g.Scope), Targets: g.Targets,
			Permissions: join(g.Permissions, ","), Now: s.clock.Now(),
		})
		return s.keepGroup(ctx, tx, row, g.MemberIDs, err)
	})
}

// DeletePermissionGroup deletes a permission group and ends what it gives its members. It returns ErrGroupNotFound or access.ErrExceeds.
func (s *Service) DeletePermissionGroup(ctx context.Context, by access.Actor, id int64) (PermissionGroup, error) {
	return s.writeGroup(ctx, by, "permission_group.deleted", func(tx pgx.Tx) (PermissionGroup, error) {
		g, err := s.mine(ctx, tx, by, id)
		if err != nil {
			return g, err
		}
		if err := s.q.PermissionGroupDelete(ctx, tx, db.PermissionGroupDeleteParams{DepartmentID: by.DepartmentID, ID: g.ID}); err != nil {
			return g, fmt.Errorf("delete permission group: %w", err)
		}
		return g, nil
	})
}

// mine returns a permission group that the actor may change. It returns access.ErrExceeds if the group gives permissions they lack.
func (s *Service) mine(ctx context.Context, tx pgx.Tx, by access.Actor, id int64) (PermissionGroup, error) {
	g, err := s.group(ctx, tx, by, id)
	if err != nil {
		return g, err
	}
	return g, by.RequireRole(access.Member.With(g.grant()))
}

// prepareGroup applies the input, whose targets must exist. Nobody can give permissions that they lack.
func (s *Service) prepareGroup(ctx context.Context, tx pgx.Tx, by access.Actor, in GroupInput, g *PermissionGroup) error {
	if err := in.apply(g); err != nil {
		return err
	}
	if in.Targets.Given && (g.Scope == ScopeGroups || g.Scope == ScopeCollections) {
		found, err := s.q.PermissionGroupTargets(ctx, tx, db.PermissionGroupTargetsParams{DepartmentID: by.DepartmentID, Scope: string(g.Scope), Targets: g.Targets})
		if err != nil {
			return fmt.Errorf("find what a permission group is for: %w", err)
		}
		if len(found) != len(g.Targets) {
			return errs.Field("targets", "permission_group.no_target")
		}
	}
	return by.RequireRole(access.Member.With(g.grant()))
}

func (s *Service) keepGroup(ctx context.Context, tx pgx.Tx, row db.PermissionGroup, members []int64, err error) (PermissionGroup, error) {
	if pg.Violates(err, "permission_groups_name_key") {
		return PermissionGroup{}, ErrGroupTaken.At("name")
	}
	if err != nil {
		return PermissionGroup{}, fmt.Errorf("keep permission group: %w", err)
	}
	kept, err := s.q.PermissionGroupMembersSet(ctx, tx, db.PermissionGroupMembersSetParams{DepartmentID: row.DepartmentID, ID: row.ID, MemberIds: members})
	if err != nil {
		return PermissionGroup{}, fmt.Errorf("keep the members of a permission group: %w", err)
	}
	if len(kept) != len(members) {
		return PermissionGroup{}, errs.Field("member_ids", "permission_group.no_member")
	}
	return groupOf(row, kept), nil
}

// writeGroup runs a change and writes it to the audit log. Changes of one department wait for each other.
func (s *Service) writeGroup(ctx context.Context, by access.Actor, action string, change func(pgx.Tx) (PermissionGroup, error)) (PermissionGroup, error) {
	if err := by.Require(access.ManageTeam); err != nil {
		return PermissionGroup{}, err
	}
	var g PermissionGroup
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		if err := s.q.PermissionGroupLock(ctx, tx, by.DepartmentID); err != nil {
			return fmt.Errorf("lock permission groups: %w", err)
		}
		if g, err = change(tx); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: action, ObjectKind: "permission_group", ObjectID: g.ID, Details: map[string]any{
				"name": g.Name, "level": g.Level, "scope": g.Scope, "targets": g.Targets, "permissions": g.Permissions, "members": len(g.MemberIDs),
			},
		})
	})
	return g, err
}

func groupOf(row db.PermissionGroup, members []int64) PermissionGroup {
	return PermissionGroup{
		ID: row.ID, Name: row.Name, Description: row.Description, Level: access.Level(row.Level), Scope: Scope(row.Scope), Targets: row.Targets,
		Permissions: named(row.Permissions), MemberIDs: members,
	}
}

// Access is what the actor may do, and where it comes from.
type Access struct {
	Role     access.Role // their own, without grants
	RoleName string      // of a custom role
	Groups   access.Groups
	Grants   []NamedGrant
}

// NamedGrant is what one permission group gives.
type NamedGrant struct {
	access.Grant
	Name string
}

// Access returns what the actor may do in their department.
func (s *Service) Access(ctx context.Context, by access.Actor) (Access, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Access{}, err
	}
	out := Access{Role: by.Role.Own(), Groups: by.Role.Own().Groups()}
	grants := by.Role.Grants()
	custom := out.Role.CustomID()
	if len(grants) == 0 && custom == 0 {
		return out, nil
	}
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		if custom != 0 {
			roles, err := s.custom(ctx, tx, by, custom)
			if err != nil {
				return err
			}
			for _, one := range roles {
				out.RoleName = one.Name
			}
		}
		all, err := s.groups(ctx, tx, by, 0)
		for _, g := range grants {
			name := ""
			if i := slices.IndexFunc(all, func(one PermissionGroup) bool { return one.ID == g.ID }); i >= 0 {
				name = all[i].Name
			}
			out.Grants = append(out.Grants, NamedGrant{g, name})
		}
		return err
	})
	return out, err
}

func named(list string) []access.Permission {
	out := []access.Permission{}
	for name := range strings.SplitSeq(list, ",") {
		if name != "" {
			out = append(out, access.Permission(name))
		}
	}
	return out
}
