package access

import (
	"slices"
	"strings"

	"laurel/internal/platform/errs"
)

// ErrExceeds is returned if an actor grants rights that they do not have. It lists the missing ones.
var ErrExceeds = errs.New(errs.Forbidden, "role.exceeds_own")

// rightScopes are the API key scopes that correspond to each right of a member.
var rightScopes = map[string][]string{
	"analytics":  {"credentials:read"},
	"attributes": {"attributes:write"},
	"designs":    {"designs:write"},
	"editor":     {"credentials:write", "evidence:write", "groups:write"},
	"emails":     {"groups:write"},
	"settings":   {"team:write", "webhooks:read", "webhooks:write"},
}

// lookingScopes are the API key scopes that correspond to what every member may view.
var lookingScopes = []string{"attributes:read", "credentials:read", "designs:read", "evidence:read", "groups:read", "team:read"}

// keyScopes returns the scopes that an API key needs to have the same rights as the role. An administrator's role, and any role with
// permissions outside the rights, takes all scopes except those that a key has only if they were asked for: programs that were written
// before these existed invite and sign in administrators.
func (r Role) keyScopes() []string {
	if r == Administrator || r.beyondRights() {
		return slices.DeleteFunc(KeyScopes(), func(scope string) bool { return scope == EmbedDesigner || scope == Billing })
	}
	out := slices.Clone(lookingScopes)
	for i := range rightNames {
		if r.touches(i) {
			out = append(out, rightScopes[rightNames[i]]...)
		}
	}
	return slices.Compact(slices.Sorted(slices.Values(out)))
}

// touches reports whether the role has the right with this index, or one of its permissions.
func (r Role) touches(right int) bool {
	rights := r.Rights()
	return *rights.named()[right] || slices.ContainsFunc(allowed[rightNames[right]], func(p Permission) bool { return p != UploadFiles && r.allows(p) })
}

// beyondRights reports whether the role has a permission that belongs to none of the rights.
func (r Role) beyondRights() bool {
	return slices.ContainsFunc(r.Permissions(), func(p Permission) bool {
		return p != SeePersonalData && !slices.Contains(looking, p) && !slices.ContainsFunc(rightNames, func(name string) bool { return slices.Contains(allowed[name], p) })
	})
}

// RequireRole returns ErrExceeds unless the actor has all permissions of the role, in all of its groups. Otherwise an actor could gain
// rights with an invitation or a sign-in key that they create.
func (a Actor) RequireRole(role Role) error {
	var missing []string
	if a.APIKeyID != 0 {
		for _, scope := range role.keyScopes() {
			if !slices.Contains(a.Scopes.List(), scope) {
				missing = append(missing, scope)
			}
		}
	} else {
		for _, p := range role.Permissions() {
			if !a.may(p) || a.UserID != 0 && !a.Role.groupsFor(p).holds(role.groupsFor(p)) {
				missing = append(missing, string(p))
			}
		}
	}
	if len(missing) == 0 && !a.Groups.holds(role.Groups()) {
		missing = append(missing, "groups")
	}
	if len(missing) > 0 {
		return ErrExceeds.With("missing", strings.Join(missing, ", "))
	}
	return nil
}

// holds reports whether g contains all groups of other. An empty set means all groups.
func (g Groups) holds(other Groups) bool {
	if g == "" {
		return true
	}
	for id := range strings.SplitSeq(string(other), ",") {
		if !slices.Contains(strings.Split(string(g), ","), id) {
			return false
		}
	}
	return true
}

// MakerScopes returns those of the wanted scopes that the actor may grant to a design maker. The right to open the editor includes
// designs and their images. Attributes need their own right, because all groups share them.
func (a Actor) MakerScopes(wanted Scopes) Scopes {
	allowed := slices.DeleteFunc(wanted.List(), func(scope string) bool {
		if scope != string(EditAttributes) {
			return false
		}
		if a.APIKeyID != 0 {
			return !a.Scopes.HasOne([]string{"attributes:write"})
		}
		return !a.may(ManageAttributes)
	})
	return Scopes(strings.Join(allowed, " "))
}
