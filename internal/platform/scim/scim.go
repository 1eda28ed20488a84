// Package scim speaks SCIM 2.0 (RFC 7643 and 7644) for users and groups: it reads resources as identity providers send them, applies their
// changes, evaluates their filters, and writes errors, lists and schemas.
package scim

import (
	"encoding/json"
	"fmt"
	"strings"
)

// The URNs of what is sent and received.
const (
	UserSchema       = "urn:ietf:params:scim:schemas:core:2.0:User"
	GroupSchema      = "urn:ietf:params:scim:schemas:core:2.0:Group"
	enterpriseSchema = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"
	listSchema       = "urn:ietf:params:scim:api:messages:2.0:ListResponse"
	errorSchema      = "urn:ietf:params:scim:api:messages:2.0:Error"
	patchSchema      = "urn:ietf:params:scim:api:messages:2.0:PatchOp"
)

// Error is a refusal in the form of SCIM.
type Error struct {
	Status int
	Type   string // scimType; "" where the standard has none
	Detail string
}

func (e *Error) Error() string { return e.Detail }

// Document returns the body of the response.
func (e *Error) Document() map[string]any {
	out := map[string]any{"schemas": []string{errorSchema}, "status": fmt.Sprint(e.Status), "detail": e.Detail}
	if e.Type != "" {
		out["scimType"] = e.Type
	}
	return out
}

func refuse(kind, detail string, args ...any) error {
	return &Error{Status: 400, Type: kind, Detail: fmt.Sprintf(detail, args...)}
}

// Resource is a user or a group with canonical attribute names: values are text, truth values, and lists of objects with canonical names.
type Resource map[string]any

// Text returns an attribute that is text, or "".
func (r Resource) Text(name string) string {
	text, _ := r[name].(string)
	return text
}

// Active reports whether a user is active. One that does not say is.
func (r Resource) Active() bool {
	active, given := r["active"].(bool)
	return active || !given
}

// Items returns the objects of a list.
func (r Resource) Items(name string) []map[string]any {
	list, _ := r[name].([]any)
	out := make([]map[string]any, 0, len(list))
	for _, one := range list {
		if item, ok := one.(map[string]any); ok {
			out = append(out, item)
		}
	}
	return out
}

// Copy returns a resource that shares nothing with r.
func (r Resource) Copy() Resource {
	data, err := json.Marshal(r)
	if err != nil {
		return Resource{}
	}
	out := Resource{}
	if err := json.Unmarshal(data, &out); err != nil {
		return Resource{}
	}
	return out
}

type form int

const (
	text form = iota
	truth
	object // one, with parts
	list   // of objects, with parts
)

// attribute is one that is kept. Parts of objects are text, but for primary.
type attribute struct {
	name     string
	form     form
	parts    []string
	required bool
	exact    bool // letters count in comparisons
	readOnly bool
}

// Type is a kind of resource.
type Type struct {
	Name     string
	Endpoint string
	Schema   string
	kept     []attribute
	ignored  []string // those of the standard that are not kept
}

// The kinds of resources.
var (
	User = &Type{
		Name: "User", Endpoint: "/Users", Schema: UserSchema,
		kept: []attribute{
			{name: "userName", required: true}, {name: "externalId", exact: true}, {name: "displayName"}, {name: "active", form: truth},
			{name: "name", form: object, parts: []string{"formatted", "familyName", "givenName"}},
			{name: "emails", form: list, parts: []string{"value", "type", "primary", "display"}},
		},
		ignored: []string{
			"nickName", "profileUrl", "title", "userType", "preferredLanguage", "locale", "timezone", "password", "phoneNumbers", "ims", "photos",
			"addresses", "groups", "entitlements", "roles", "x509Certificates",
		},
	}
	Group = &Type{
		Name: "Group", Endpoint: "/Groups", Schema: GroupSchema,
		kept: []attribute{
			{name: "displayName", required: true}, {name: "externalId", exact: true},
			{name: "members", form: list, parts: []string{"value", "display", "type", "$ref"}},
		},
	}
)

// common are attributes of every resource that only the service writes.
var common = []attribute{{name: "id", exact: true, readOnly: true}, {name: "meta", form: object, parts: []string{"resourceType", "created", "lastModified", "location", "version"}, readOnly: true}}

// find returns the attribute of a name, whatever its case. known is true for those of the standard that are not kept.
func (t *Type) find(name string) (a attribute, kept, known bool) {
	for _, one := range append(t.kept, common...) {
		if strings.EqualFold(one.name, name) {
			return one, true, true
		}
	}
	for _, one := range append(t.ignored, "schemas") {
		if strings.EqualFold(one, name) {
			return a, false, true
		}
	}
	return a, false, false
}

func (a attribute) part(name string) (string, bool) {
	for _, one := range a.parts {
		if strings.EqualFold(one, name) {
			return one, true
		}
	}
	return "", false
}

const longest = 1000 // characters of a text

// Read returns a resource as a provider sends it. Attributes that are not kept are left out.
func (t *Type) Read(data []byte) (Resource, error) {
	var raw map[string]any
	if err := json.Unmarshal(data, &raw); err != nil || raw == nil {
		return nil, refuse("invalidSyntax", "The body is not a JSON object.")
	}
	out := Resource{}
	for name, value := range raw {
		a, kept, _ := t.find(name)
		if !kept || a.readOnly || value == nil {
			continue
		}
		value, err := a.value(value)
		if err != nil {
			return nil, err
		}
		out[a.name] = value
	}
	return out, t.check(out)
}

func (t *Type) check(r Resource) error {
	for _, a := range t.kept {
		if a.required && strings.TrimSpace(r.Text(a.name)) == "" {
			return refuse("invalidValue", "%s is required.", a.name)
		}
	}
	return nil
}

// value returns a value in the form of its attribute. Some providers write truth values as text, and lists of one as the one.
func (a attribute) value(v any) (any, error) {
	switch a.form {
	case truth:
		return truthOf(a.name, v)
	case object:
		return a.object(v)
	case list:
		items, isList := v.([]any)
		if !isList {
			items = []any{v}
		}
		out := make([]any, 0, len(items))
		for _, item := range items {
			if plain, ok := item.(string); ok {
				item = map[string]any{"value": plain}
			}
			one, err := a.object(item)
			if err != nil {
				return nil, err
			}
			out = append(out, one)
		}
		return out, nil
	}
	return textOf(a.name, v)
}

func (a attribute) object(v any) (any, error) {
	in, ok := v.(map[string]any)
	if !ok {
		return nil, refuse("invalidValue", "%s must be an object.", a.name)
	}
	out := map[string]any{}
	for name, value := range in {
		part, kept := a.part(name)
		if !kept || value == nil {
			continue
		}
		value, err := a.partValue(part, value)
		if err != nil {
			return nil, err
		}
		out[part] = value
	}
	return out, nil
}

func (a attribute) partValue(part string, v any) (any, error) {
	if part == "primary" {
		return truthOf(a.name+"."+part, v)
	}
	return textOf(a.name+"."+part, v)
}

func truthOf(name string, v any) (bool, error) {
	switch v := v.(type) {
	case bool:
		return v, nil
	case string:
		switch strings.ToLower(v) {
		case "true":
			return true, nil
		case "false":
			return false, nil
		}
	}
	return false, refuse("invalidValue", "%s must be true or false.", name)
}

func textOf(name string, v any) (string, error) {
	out, ok := v.(string)
	if !ok || len(out) > longest || strings.ContainsRune(out, 0) {
		return "", refuse("invalidValue", "%s must be text of at most %d characters.", name, longest)
	}
	return out, nil
}
