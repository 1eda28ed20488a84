package access

import (
	"errors"
	"testing"

	"laurel/internal/platform/errs"
)

func TestNobodyHandsOnMoreThanTheyMayDo(t *testing.T) {
	t.Parallel()
	key := func(groups Groups, scopes ...string) Actor {
		set, ok := NewKeyScopes(scopes...)
		if !ok {
			t.Fatal(scopes)
		}
		return Actor{APIKeyID: 1, DepartmentID: 1, Role: KeyWrite, Scopes: set, Groups: groups}
	}
	person := func(role Role) Actor { return Actor{UserID: 1, DepartmentID: 1, Role: role, Groups: role.Groups()} }
	designer := Rights{Designs: true}.Role()
	for name, c := range map[string]struct {
		by   Actor
		role Role
		ok   bool
	}{
		"administrator makes an administrator":   {person(Administrator), Administrator, true},
		"administrator makes a viewer":           {person(Administrator), Viewer, true},
		"member makes one like themselves":       {person(designer), designer, true},
		"member makes an administrator":          {person(designer), Administrator, false},
		"member of a group makes one of all":     {person("partial:editor/3"), "partial:editor", false},
		"member of a group makes one of another": {person("partial:editor/3"), "partial:editor/3,4", false},
		"member of groups makes one of fewer":    {person("partial:editor/3,4"), "partial:editor/4", true},
		"key with every scope":                   {key("", KeyScopes()...), Administrator, true},
		"key for the team alone":                 {key("", "team:read", "team:write"), Administrator, false},
		"key for the team makes a viewer":        {key("", "team:read", "team:write"), Viewer, false},
		"key that reads makes a viewer":          {key("", lookingScopes...), Viewer, true},
		"key that reads makes a designer":        {key("", lookingScopes...), designer, false},
		"key for designs makes a designer":       {key("", append([]string{"designs:write"}, lookingScopes...)...), designer, true},
		"key of a group":                         {key("3", KeyScopes()...), Viewer, false},
		"key of a group makes one of that group": {key("3", KeyScopes()...), "partial:editor/3", true},
	} {
		err := c.by.RequireRole(c.role)
		if c.ok && err != nil || !c.ok && (!errors.Is(err, ErrExceeds) || errs.KindOf(err) != errs.Forbidden) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAKeyOpensTheDesignMakerWithItsOwnScopeOnly(t *testing.T) {
	t.Parallel()
	for scope, ok := range map[Scopes]bool{"credentials:write designs:write team:write": false, EmbedDesigner: true} {
		by := Actor{APIKeyID: 1, DepartmentID: 1, Role: KeyWrite, Scopes: scope}
		if err := by.Require(OpenDesignMaker); (err == nil) != ok {
			t.Errorf("%s: %v", scope, err)
		}
	}
	all, _ := NewScopes(AllScopes()...)
	for by, want := range map[Actor]Scopes{
		{APIKeyID: 1, Role: KeyWrite, Scopes: EmbedDesigner}:                       "design.read design.write upload",
		{APIKeyID: 1, Role: KeyWrite, Scopes: "attributes:write " + EmbedDesigner}: all,
		{UserID: 1, Role: Administrator}:                                           all,
		{UserID: 1, Role: Rights{Designs: true}.Role()}:                            "design.read design.write upload",
		{UserID: 1, Role: Rights{Designs: true, Attributes: true}.Role()}:          all,
	} {
		if got := by.MakerScopes(all); got != want {
			t.Errorf("%+v: %s, want %s", by, got, want)
		}
	}
}
