package access

import (
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Level is how much a permission group allows in its groups.
type Level string

// The levels. Each allows what those before it allow.
const (
	LevelViewer  Level = "viewer"
	LevelDrafter Level = "drafter"
	LevelIssuer  Level = "issuer"
	LevelManager Level = "manager"
)

// Levels returns all levels, from the fewest permissions to the most.
func Levels() []Level { return []Level{LevelViewer, LevelDrafter, LevelIssuer, LevelManager} }

var levels = map[Level][]Permission{
	LevelDrafter: {ManageCredentials, UploadFiles},
	LevelIssuer:  {ManageCredentials, UploadFiles, PublishCredentials},
	LevelManager: {ManageCredentials, UploadFiles, PublishCredentials, RevokeCredentials, ManageGroups},
}

// Permissions returns what the level allows in addition to viewing.
func (l Level) Permissions() []Permission { return levels[l] }

// scoped are the permissions that apply in some groups alone where a level gives them. Things that groups share have no group.
var scoped = []Permission{ManageCredentials, PublishCredentials, RevokeCredentials, ManageGroups}

// Features are the permissions that a permission group can give beside its level: those for things that all groups share.
func Features() []Permission {
	return slices.DeleteFunc(Grantable(), func(p Permission) bool { return slices.Contains(scoped, p) })
}

// noGroup is the Groups of who may see no group. IDs begin with 1.
const noGroup Groups = "0"

// Grant is what one permission group gives a member.
type Grant struct {
	ID       int64 // of the permission group
	Level    Level
	Features []Permission // in the whole department
	Groups   Groups       // in which the level applies; empty: all
}

// Allows reports whether the grant gives a permission.
func (g Grant) Allows(p Permission) bool {
	return slices.Contains(looking, p) || slices.Contains(levels[g.Level], p) || slices.Contains(g.Features, p)
}

// Reach returns the groups in which the grant gives a permission that it allows; empty means all of them.
func (g Grant) Reach(p Permission) Groups {
	if slices.Contains(scoped, p) {
		return g.Groups
	}
	return ""
}

// String returns the grant as a role carries it: "7:issuer:manage_designs:3,17".
func (g Grant) String() string {
	names := make([]string, len(g.Features))
	for i, p := range g.Features {
		names[i] = string(p)
	}
	groups := string(g.Groups)
	if groups == "" {
		groups = "*"
	}
	return strings.Join([]string{strconv.FormatInt(g.ID, 10), string(g.Level), strings.Join(names, ","), groups}, ":")
}

// With returns the role with one more grant.
func (r Role) With(g Grant) Role { return r + Role(";"+g.String()) }

// Own returns the role without the grants of permission groups.
func (r Role) Own() Role {
	own, _, _ := strings.Cut(string(r), ";")
	return Role(own)
}

// Grants returns the grants of permission groups that the role carries.
func (r Role) Grants() []Grant {
	_, list, found := strings.Cut(string(r), ";")
	if !found {
		return nil
	}
	var out []Grant
	for text := range strings.SplitSeq(list, ";") {
		parts := strings.Split(text, ":")
		if len(parts) != 4 {
			continue // the database writes no others
		}
		id, _ := strconv.ParseInt(parts[0], 10, 64)
		g := Grant{ID: id, Level: Level(parts[1]), Groups: Groups(parts[3])}
		for name := range strings.SplitSeq(parts[2], ",") {
			if name != "" {
				g.Features = append(g.Features, Permission(name))
			}
		}
		if parts[3] == "*" {
			g.Groups = ""
		}
		out = append(out, g)
	}
	return out
}

// ownGroups returns the groups that the role reaches without grants.
func (r Role) ownGroups() Groups {
	if r.Own() == Member {
		return noGroup
	}
	_, groups, _ := r.parts()
	return Groups(groups)
}

// groupsFor returns the groups in which the role has a permission; empty means all of them. Permissions for things that groups share apply
// wherever the role may view.
func (r Role) groupsFor(p Permission) Groups {
	grants := r.Grants()
	if grants == nil {
		return r.ownGroups()
	}
	shared := !slices.Contains(scoped, p)
	out := noGroup
	if shared || r.Own().has(p) {
		out = r.ownGroups()
	}
	for _, g := range grants {
		if shared || g.Allows(p) {
			out = out.or(g.Groups)
		}
	}
	return out
}

func (g Groups) or(other Groups) Groups {
	if g == "" || other == "" {
		return ""
	}
	ids := slices.DeleteFunc(append(g.IDs(), other.IDs()...), func(id int64) bool { return id == 0 })
	if len(ids) == 0 {
		return noGroup
	}
	return NewGroups(ids)
}

func (g Groups) and(other Groups) Groups {
	switch {
	case g == "":
		return other
	case other == "":
		return g
	}
	both := slices.DeleteFunc(g.IDs(), func(id int64) bool { return id == 0 || !slices.Contains(other.IDs(), id) })
	if len(both) == 0 {
		return noGroup
	}
	return NewGroups(both)
}

// In returns the groups in which the actor has all these permissions; empty means all of them.
func (a Actor) In(permissions ...Permission) Groups {
	out := a.Groups
	if a.UserID == 0 {
		return out
	}
	for _, p := range permissions {
		out = out.and(a.Role.groupsFor(p))
	}
	return out
}

// Sees returns the groups that the actor's request sees now; empty means all of them.
func (a Actor) Sees() Groups {
	if a.Sight == nil {
		return a.Groups
	}
	a.Sight.mu.Lock()
	defer a.Sight.mu.Unlock()
	return a.Sight.groups
}

// Sight is what a request of a member with permission groups sees: at first all groups in which they may view, and then only those in
// which they have every permission that the request has required. It is safe for concurrent use. A nil Sight is never narrowed.
type Sight struct {
	mu     sync.Mutex
	role   Role
	whole  bool
	groups Groups
}

// SightOf returns the sight of the actor's request, or nil for who has the same permissions in all groups that they see.
func SightOf(by Actor) *Sight {
	if by.UserID == 0 || by.Role.Grants() == nil {
		return nil
	}
	return &Sight{role: by.Role, groups: by.Groups}
}

// Whole notes that the request is about the whole department, so that permissions in some groups do not suffice.
func (s *Sight) Whole() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.whole = true
}

func (s *Sight) narrow(p Permission) error {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	next := s.groups.and(s.role.groupsFor(p))
	if s.whole && next != s.groups || next == noGroup && s.groups != noGroup {
		return Denied(p)
	}
	s.groups = next
	return nil
}
