package access

import (
	"slices"
	"strconv"
	"strings"
)

// Scope is a permission that a host grants to an embedded design maker.
type Scope string

// The scopes.
const (
	ReadDesigns    Scope = "design.read"
	WriteDesigns   Scope = "design.write"
	Upload         Scope = "upload"
	EditAttributes Scope = "attributes"
)

// scopes lists the permissions of each scope. Reading designs includes viewing attributes because designs show their names.
var scopes = map[Scope]map[Permission]bool{
	ReadDesigns:    {ViewDesigns: true, ViewAttributes: true},
	WriteDesigns:   {ViewDesigns: true, ViewAttributes: true, ManageDesigns: true, CreateDesigns: true},
	Upload:         {UploadFiles: true},
	EditAttributes: {ViewAttributes: true, ManageAttributes: true},
}

// AllScopes returns the names of all scopes of a design maker.
func AllScopes() []string {
	return []string{string(ReadDesigns), string(WriteDesigns), string(Upload), string(EditAttributes)}
}

// Scopes is a set of scopes, separated by spaces as in OAuth. It is a string rather than a slice so that Actor is comparable.
type Scopes string

// NewScopes returns a set of scopes, sorted and without duplicates. ok is false if a name is unknown.
func NewScopes(names ...string) (set Scopes, ok bool) {
	for _, name := range names {
		if scopes[Scope(name)] == nil {
			return "", false
		}
	}
	sorted := slices.Compact(slices.Sorted(slices.Values(names)))
	return Scopes(strings.Join(sorted, " ")), true
}

// List returns the scopes of the set.
func (s Scopes) List() []string { return strings.Fields(string(s)) }

func (s Scopes) allow(p Permission) bool {
	return slices.ContainsFunc(s.List(), func(name string) bool { return scopes[Scope(name)][p] })
}

// keyResources are the resources that an API key can have read and write scopes for.
var keyResources = []string{
	"credentials", "groups", "designs", "attributes", "evidence", "analytics", "team", "directories", "pathways", "webhooks",
}

// WriteCredentials is the scope that an API key needs to change credentials.
const WriteCredentials = "credentials:write"

// WriteGroups is the scope that an API key needs to change groups.
const WriteGroups = "groups:write"

// ReadCredentials is the scope for reading credentials.
const ReadCredentials = "credentials:read"

// EmbedDesigner is the scope that lets an API key embed the design maker in another product's pages.
const EmbedDesigner = "designer:embed"

// Billing is the scope for calls about plans and payments. A key has it only if it was asked for.
const Billing = "billing"

// KeyScopes returns the names of all API key scopes, such as "credentials:read".
func KeyScopes() []string {
	var out []string
	for _, resource := range keyResources {
		out = append(out, resource+":read", resource+":write")
	}
	return append(out, EmbedDesigner, Billing)
}

// NewKeyScopes returns a set of API key scopes, sorted and without duplicates. ok is false if a name is unknown.
func NewKeyScopes(names ...string) (set Scopes, ok bool) {
	known := KeyScopes()
	for _, name := range names {
		if !slices.Contains(known, name) {
			return "", false
		}
	}
	return Scopes(strings.Join(slices.Compact(slices.Sorted(slices.Values(names))), " ")), true
}

// HasOne reports whether the set contains at least one of the names.
func (s Scopes) HasOne(names []string) bool {
	return slices.ContainsFunc(s.List(), func(name string) bool { return slices.Contains(names, name) })
}

// Groups is the set of groups that an actor is limited to. Empty means no limit. It is a string rather than a slice so that Actor is
// comparable.
type Groups string

// IDs returns the IDs of the groups.
func (g Groups) IDs() []int64 {
	var out []int64
	for text := range strings.SplitSeq(string(g), ",") {
		if id, err := strconv.ParseInt(text, 10, 64); err == nil {
			out = append(out, id)
		}
	}
	return out
}

// NewGroups returns a set of groups.
func NewGroups(ids []int64) Groups {
	var out []string
	for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
		out = append(out, strconv.FormatInt(id, 10))
	}
	return Groups(strings.Join(out, ","))
}
