package scim

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	filter "github.com/scim2/filter-parser/v2"
)

// maxOperations limits the operations of a request.
const maxOperations = 1000

type operation struct {
	Op    string `json:"op"`
	Path  string `json:"path"`
	Value any    `json:"value"`
}

// Patch applies the operations of a request to a resource, all or none. It returns the changed copy.
func (t *Type) Patch(r Resource, data []byte) (Resource, error) {
	var in struct {
		Schemas    []string    `json:"schemas"`
		Operations []operation `json:"Operations"` // the package reads names in any case
	}
	if err := json.Unmarshal(data, &in); err != nil {
		return nil, refuse("invalidSyntax", "The body is not a patch request.")
	}
	if len(in.Operations) == 0 || len(in.Operations) > maxOperations {
		return nil, refuse("invalidSyntax", "A patch request has 1 to %d operations.", maxOperations)
	}
	if len(in.Schemas) > 0 && !slices.Contains(in.Schemas, patchSchema) {
		return nil, refuse("invalidSyntax", "The schema of a patch request is %s.", patchSchema)
	}
	out := r.Copy()
	for _, op := range in.Operations {
		op.Op = strings.ToLower(op.Op)
		if !slices.Contains([]string{"add", "replace", "remove"}, op.Op) {
			return nil, refuse("invalidSyntax", "The operation %q is none of add, replace and remove.", op.Op)
		}
		if err := t.apply(out, op); err != nil {
			return nil, err
		}
	}
	return out, t.check(out)
}

func (t *Type) apply(r Resource, op operation) error {
	if op.Path != "" {
		return t.applyAt(r, op)
	}
	if op.Op == "remove" {
		return refuse("noTarget", "An operation that removes needs a path.")
	}
	values, ok := op.Value.(map[string]any)
	if !ok {
		return refuse("invalidValue", "An operation without a path needs an object.")
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		path := name
		if strings.EqualFold(name, t.Schema) {
			path = ""
		} else if strings.EqualFold(name, enterpriseSchema) {
			continue
		}
		if err := t.apply(r, operation{op.Op, path, values[name]}); err != nil {
			return err
		}
	}
	return nil
}

func (t *Type) applyAt(r Resource, op operation) error {
	path, err := t.path(op.Path)
	if err != nil {
		return err
	}
	if path == nil {
		return nil // an attribute that is not kept
	}
	a := path.attribute
	switch {
	case a.readOnly:
		return refuse("mutability", "%s cannot be changed.", a.name)
	case op.Op == "remove":
		return path.remove(r, op.Value)
	case op.Value == nil && a.form != list:
		return path.remove(r, nil)
	case path.part == "" && path.which == nil:
		return path.set(r, op)
	case a.form == object:
		value, err := a.partValue(path.part, op.Value)
		if err != nil {
			return err
		}
		whole, _ := r[a.name].(map[string]any)
		if whole == nil {
			whole = map[string]any{}
		}
		whole[path.part] = value
		r[a.name] = whole
		return nil
	}
	return path.change(r, op)
}

// target is what a path names.
type target struct {
	attribute attribute
	which     filter.Expression // items of a list; nil: all
	part      string            // of an object or of items; "": the whole
}

// path reads a path. It returns nil for an attribute of the standard that is not kept.
func (t *Type) path(text string) (*target, error) {
	if len(text) > longest {
		return nil, refuse("invalidPath", "The path is too long.")
	}
	if len(text) > len(enterpriseSchema) && strings.EqualFold(text[:len(enterpriseSchema)], enterpriseSchema) || strings.EqualFold(text, enterpriseSchema) {
		return nil, nil
	}
	parsed, err := parsePath(text)
	if err != nil {
		return nil, refuse("invalidPath", "The path %q cannot be read.", text)
	}
	if urn := parsed.AttributePath.URI(); urn != "" && !strings.EqualFold(strings.TrimSuffix(urn, ":"), t.Schema) {
		return nil, refuse("invalidPath", "The schema %q is not known.", urn)
	}
	a, kept, known := t.find(parsed.AttributePath.AttributeName)
	switch {
	case !known:
		return nil, refuse("invalidPath", "There is no attribute %q.", parsed.AttributePath.AttributeName)
	case !kept:
		return nil, nil
	}
	out := &target{attribute: a, which: parsed.ValueExpression}
	part := parsed.SubAttributeName()
	if part == "" {
		part = parsed.AttributePath.SubAttributeName()
	}
	if part == "" && out.which == nil {
		return out, nil
	}
	if out.which != nil && a.form != list {
		return nil, refuse("invalidPath", "%s is no list.", a.name)
	}
	if part != "" {
		var ok bool
		if out.part, ok = a.part(part); !ok {
			return nil, refuse("invalidPath", "%s has no %q.", a.name, part)
		}
	}
	return out, nil
}

// parsePath returns an error instead of the panics with which a parser could answer what nobody has tried yet.
func parsePath(text string) (p filter.Path, err error) {
	defer func() {
		if recover() != nil {
			err = refuse("invalidPath", "The path cannot be read.")
		}
	}()
	return filter.ParsePath([]byte(text))
}

// set adds or replaces a whole attribute.
func (p *target) set(r Resource, op operation) error {
	a := p.attribute
	if op.Value == nil { // not the same as no items: what a provider means by it is anybody's guess
		return refuse("invalidValue", "%s needs a value.", a.name)
	}
	value, err := a.value(op.Value)
	if err != nil {
		return err
	}
	switch {
	case a.form == object:
		whole, _ := r[a.name].(map[string]any)
		if whole == nil {
			whole = map[string]any{}
		}
		maps.Copy(whole, value.(map[string]any))
		value = whole
	case a.form == list && op.Op == "add":
		value = a.join(r, value.([]any))
	case a.form == list:
		value = a.join(Resource{}, value.([]any))
	}
	r[a.name] = value
	return nil
}

// join adds items to those of a list. There is one item of a value, and at most one primary.
func (a attribute) join(r Resource, items []any) []any {
	out, _ := r[a.name].([]any)
	for _, item := range items {
		one := item.(map[string]any)
		if one["primary"] == true {
			for _, other := range out {
				delete(other.(map[string]any), "primary")
			}
		}
		at := slices.IndexFunc(out, func(other any) bool { return sameItem(other.(map[string]any), one) })
		if at >= 0 {
			maps.Copy(out[at].(map[string]any), one)
			continue
		}
		out = append(out, one)
	}
	if out == nil {
		out = []any{}
	}
	return out
}

func sameItem(a, b map[string]any) bool {
	av, _ := a["value"].(string)
	bv, _ := b["value"].(string)
	return av != "" && strings.EqualFold(av, bv) && reflect.DeepEqual(a["type"], b["type"])
}

// change changes the items that a path selects. Where none is selected, adding by a plain condition makes one.
func (p *target) change(r Resource, op operation) error {
	a, found := p.attribute, false
	var parts map[string]any
	if p.part != "" {
		value, err := a.partValue(p.part, op.Value)
		if err != nil {
			return err
		}
		parts = map[string]any{p.part: value}
	} else {
		value, err := a.object(op.Value)
		if err != nil {
			return err
		}
		parts = value.(map[string]any)
	}
	for _, item := range r.Items(a.name) {
		if p.which != nil {
			ok, err := a.matches(item, p.which)
			if err != nil {
				return err
			}
			if !ok {
				continue
			}
		}
		found = true
		maps.Copy(item, parts)
	}
	if found {
		return nil
	}
	made := map[string]any{}
	if p.which != nil && (!a.implied(p.which, made) || a.name == "members") {
		return refuse("noTarget", "Nothing in %s matches the path.", a.name)
	}
	maps.Copy(made, parts)
	r[a.name] = a.join(r, []any{made})
	return nil
}

// implied reads what an item must be to match a condition of equalities.
func (a attribute) implied(e filter.Expression, into map[string]any) bool {
	switch e := e.(type) {
	case *filter.AttributeExpression:
		part, ok := a.part(e.AttributePath.AttributeName)
		if !ok || e.Operator != filter.EQ {
			return false
		}
		value, err := a.partValue(part, e.CompareValue)
		into[part] = value
		return err == nil
	case *filter.LogicalExpression:
		return e.Operator == filter.AND && a.implied(e.Left, into) && a.implied(e.Right, into)
	}
	return false
}

// remove removes an attribute, a part of it, or items of a list: those that the path selects, or those that the value lists.
func (p *target) remove(r Resource, value any) error {
	a := p.attribute
	switch {
	case a.form == list:
		return p.removeItems(r, value)
	case p.part != "":
		if whole, ok := r[a.name].(map[string]any); ok {
			delete(whole, p.part)
		}
	default:
		delete(r, a.name)
	}
	return nil
}

func (p *target) removeItems(r Resource, value any) error {
	a := p.attribute
	var listed []map[string]any
	if value != nil && p.which == nil {
		read, err := a.value(value)
		if err != nil {
			return err
		}
		listed = Resource{a.name: read}.Items(a.name)
		if slices.ContainsFunc(listed, func(one map[string]any) bool { return one["value"] == nil }) {
			return refuse("invalidValue", "Each item to remove from %s needs a value.", a.name)
		}
	}
	kept := []any{}
	for _, item := range r.Items(a.name) {
		goes := listed == nil
		for _, one := range listed {
			goes = goes || one["value"] == item["value"]
		}
		if p.which != nil {
			ok, err := a.matches(item, p.which)
			if err != nil {
				return err
			}
			goes = goes && ok
		}
		switch {
		case goes && p.part != "":
			delete(item, p.part)
			kept = append(kept, item)
		case !goes:
			kept = append(kept, item)
		}
	}
	r[a.name] = kept
	return nil
}
