package scim

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	defaultCount = 100
	maxCount     = 500
)

// Query is what a request says about a list, or about how a resource is shown.
type Query struct {
	of         *Type
	Filter     *Filter
	start      int // the first one is 1
	count      int
	sortBy     *target
	descending bool
	only       []string // attributes to show; empty: all
	without    []string
}

// Query reads the parameters of a request.
func (t *Type) Query(get func(string) string) (Query, error) {
	q := Query{of: t, start: 1, count: defaultCount, only: split(get("attributes")), without: split(get("excludedAttributes"))}
	var err error
	if q.Filter, err = t.Filter(get("filter")); err != nil {
		return q, err
	}
	for name, into := range map[string]*int{"startIndex": &q.start, "count": &q.count} {
		if text := get(name); text != "" {
			if *into, err = strconv.Atoi(text); err != nil {
				return q, refuse("invalidValue", "%s must be a number.", name)
			}
		}
	}
	q.start, q.count = max(q.start, 1), min(max(q.count, 0), maxCount)
	if by := get("sortBy"); by != "" {
		if q.sortBy, err = t.path(by); err != nil {
			return q, err
		}
	}
	q.descending = strings.EqualFold(get("sortOrder"), "descending")
	return q, nil
}

func split(text string) []string {
	var out []string
	for _, one := range strings.Split(text, ",") {
		if one = strings.TrimSpace(one); one != "" {
			out = append(out, one)
		}
	}
	return out
}

// Shows reports whether a query shows an attribute. What it does not show need not be read.
func (q Query) Shows(name string) bool {
	names := func(list []string) bool {
		return slices.ContainsFunc(list, func(one string) bool {
			if _, rest, found := strings.Cut(strings.ToLower(one), strings.ToLower(q.of.Schema)+":"); found {
				one = rest
			}
			one, _, _ = strings.Cut(one, ".")
			return strings.EqualFold(one, name)
		})
	}
	switch {
	case name == "id" || name == "schemas":
		return true
	case len(q.only) > 0:
		return names(q.only)
	}
	return !names(q.without)
}

// Show returns a resource with the attributes that the query asks for.
func (q Query) Show(r Resource) Resource {
	out := Resource{"schemas": []string{q.of.Schema}}
	for name, value := range r {
		if q.Shows(name) {
			out[name] = value
		}
	}
	return out
}

// Select returns the page of the resources that the query asks for, and their number.
func (q Query) Select(all []Resource) ([]Resource, int, error) {
	var found []Resource
	for _, r := range all {
		ok, err := q.Filter.Matches(r)
		if err != nil {
			return nil, 0, err
		}
		if ok {
			found = append(found, r)
		}
	}
	if q.sortBy != nil {
		slices.SortStableFunc(found, func(a, b Resource) int {
			order := cmp.Compare(q.sortBy.key(a), q.sortBy.key(b))
			if q.descending {
				return -order
			}
			return order
		})
	}
	from := min(q.start-1, len(found))
	return found[from:min(from+q.count, len(found))], len(found), nil
}

// key is what a resource is sorted by. Of lists, the primary item counts, or the first.
func (p *target) key(r Resource) string {
	value := r[p.attribute.name]
	part := p.part
	if p.attribute.form == list {
		value = nil
		for i, item := range r.Items(p.attribute.name) {
			if i == 0 || item["primary"] == true {
				value = item
			}
		}
		if part == "" {
			part = "value"
		}
	}
	if whole, ok := value.(map[string]any); ok {
		value = whole[part]
	}
	switch value := value.(type) {
	case string:
		return strings.ToLower(value)
	case bool:
		return strconv.FormatBool(value)
	}
	return ""
}

// List returns the body of a response with a page of resources.
func (q Query) List(page []Resource, total int) map[string]any {
	shown := make([]Resource, len(page))
	for i, r := range page {
		shown[i] = q.Show(r)
	}
	return ListOf(shown, q.start, total)
}

// ListOf returns the body of a response with resources.
func ListOf[T any](all []T, start, total int) map[string]any {
	return map[string]any{"schemas": []string{listSchema}, "totalResults": total, "startIndex": start, "itemsPerPage": len(all), "Resources": all}
}

// Describe adds what the service knows about a resource.
func (t *Type) Describe(r Resource, base, id, version string, created, changed time.Time) Resource {
	out := maps.Clone(r)
	out["id"] = id
	out["meta"] = map[string]any{
		"resourceType": t.Name, "location": base + t.Endpoint + "/" + id, "version": version,
		"created": created.UTC().Format(time.RFC3339Nano), "lastModified": changed.UTC().Format(time.RFC3339Nano),
	}
	return out
}
