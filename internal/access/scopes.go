package access

import (
	"slices"
	"strings"
)

// Scope is one thing that a host lets the design maker in its page do.
type Scope string

// The scopes.
const (
	ReadDesigns    Scope = "design.read"
	WriteDesigns   Scope = "design.write"
	Upload         Scope = "upload"
	EditAttributes Scope = "attributes"
)

// scopes is the table of what each scope allows. Reading a design shows the names of its attributes, too.
var scopes = map[Scope]map[Permission]bool{
	ReadDesigns:    {ViewDesigns: true, ViewAttributes: true},
	WriteDesigns:   {ViewDesigns: true, ViewAttributes: true, ManageDesigns: true, CreateDesigns: true},
	Upload:         {UploadFiles: true},
	EditAttributes: {ViewAttributes: true, ManageAttributes: true},
}

// AllScopes are the names of the scopes there are.
func AllScopes() []string {
	return []string{string(ReadDesigns), string(WriteDesigns), string(Upload), string(EditAttributes)}
}

// Scopes is a set of scopes, written as OAuth does: with spaces between them. Actors are compared, so it is no slice.
type Scopes string

// NewScopes makes a set of names; ok is false when one of them is no scope. Order and repetition do not count.
func NewScopes(names ...string) (set Scopes, ok bool) {
	for _, name := range names {
		if scopes[Scope(name)] == nil {
			return "", false
		}
	}
	sorted := slices.Compact(slices.Sorted(slices.Values(names)))
	return Scopes(strings.Join(sorted, " ")), true
}

// List names the scopes of the set.
func (s Scopes) List() []string { return strings.Fields(string(s)) }

func (s Scopes) allow(p Permission) bool {
	return slices.ContainsFunc(s.List(), func(name string) bool { return scopes[Scope(name)][p] })
}
