package access

import (
	"slices"
	"strconv"
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

// keyResources are what an API key may be let read and write.
var keyResources = []string{
	"credentials", "groups", "designs", "attributes", "evidence", "analytics", "team", "directories", "pathways", "webhooks",
}

// EmbedDesigner lets an API key open the design maker in its own product's pages.
const EmbedDesigner = "designer:embed"

// KeyScopes are the names of what an API key may be let do: "credentials:read".
func KeyScopes() []string {
	var out []string
	for _, resource := range keyResources {
		out = append(out, resource+":read", resource+":write")
	}
	return append(out, EmbedDesigner)
}

// NewKeyScopes makes a set of what an API key may do; ok is false when one of the names is no such scope.
func NewKeyScopes(names ...string) (set Scopes, ok bool) {
	known := KeyScopes()
	for _, name := range names {
		if !slices.Contains(known, name) {
			return "", false
		}
	}
	return Scopes(strings.Join(slices.Compact(slices.Sorted(slices.Values(names))), " ")), true
}

// HasOne tells whether the set holds one of some scopes.
func (s Scopes) HasOne(names []string) bool {
	return slices.ContainsFunc(s.List(), func(name string) bool { return slices.Contains(names, name) })
}

// Groups is a set of groups that somebody is limited to; empty is no limit. Actors are compared, so it is no slice.
type Groups string

// IDs lists the groups of the set.
func (g Groups) IDs() []int64 {
	var out []int64
	for text := range strings.SplitSeq(string(g), ",") {
		if id, err := strconv.ParseInt(text, 10, 64); err == nil {
			out = append(out, id)
		}
	}
	return out
}

// NewGroups makes a set of groups.
func NewGroups(ids []int64) Groups {
	var out []string
	for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
		out = append(out, strconv.FormatInt(id, 10))
	}
	return Groups(strings.Join(out, ","))
}
