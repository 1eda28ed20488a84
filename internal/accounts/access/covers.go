package access

import (
	"slices"
	"strings"

	"laurel/internal/platform/errs"
)

// ErrExceeds refuses to hand on rights that the actor does not have: it names what is missing.
var ErrExceeds = errs.New(errs.Forbidden, "role.exceeds_own")

// rightScopes are the scopes of an API key that come to each right of a member.
var rightScopes = map[string][]string{
	"analytics":  {"credentials:read"},
	"attributes": {"attributes:write"},
	"designs":    {"designs:write"},
	"editor":     {"credentials:write", "evidence:write", "groups:write"},
	"emails":     {"groups:write"},
	"settings":   {"team:write", "webhooks:read", "webhooks:write"},
}

// lookingScopes are the scopes that come to what every member may see.
var lookingScopes = []string{"attributes:read", "credentials:read", "designs:read", "evidence:read", "groups:read", "team:read"}

// keyScopes are the scopes that an API key needs to be worth as much as a role. An administrator is worth every scope.
func (r Role) keyScopes() []string {
	if r == Administrator {
		return slices.DeleteFunc(KeyScopes(), func(scope string) bool { return scope == EmbedDesigner })
	}
	out := slices.Clone(lookingScopes)
	rights := r.Rights()
	for i, has := range rights.named() {
		if *has {
			out = append(out, rightScopes[rightNames[i]]...)
		}
	}
	return slices.Compact(slices.Sorted(slices.Values(out)))
}

// RequireRole refuses with ErrExceeds unless the actor may do all that a role may, in all groups of the role: what somebody mints,
// such as an invitation or a sign-in key, must not be worth more than they are.
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
			if !a.may(p) {
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

// holds tells whether everything in other is in g; an empty set stands for all groups.
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

// MakerScopes are those of some scopes that the actor may hand to a design maker. The right to open one is for designs and
// their pictures; attributes belong to all groups and need their own right.
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
