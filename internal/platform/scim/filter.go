package scim

import (
	"strings"

	filter "github.com/scim2/filter-parser/v2"
)

// Filter selects resources.
type Filter struct {
	of   *Type
	root filter.Expression
}

const maxFilterDepth = 50

// Filter reads a filter. It returns nil for "".
func (t *Type) Filter(text string) (f *Filter, err error) {
	if text == "" {
		return nil, nil
	}
	defer func() { // a parser may panic on what nobody has tried yet
		if recover() != nil {
			f, err = nil, refuse("invalidFilter", "The filter cannot be read.")
		}
	}()
	if len(text) > longest || strings.Count(text, "(") > maxFilterDepth {
		return nil, refuse("invalidFilter", "The filter is too long.")
	}
	root, err := filter.ParseFilter([]byte(text))
	if err != nil {
		return nil, refuse("invalidFilter", "The filter cannot be read: %s", text)
	}
	f = &Filter{t, root}
	_, err = f.Matches(Resource{}) // finds unknown attributes
	return f, err
}

// Equal returns the value that a resource must have in an attribute to match, and whether there is one. It saves reading all of them.
func (f *Filter) Equal(name string) (string, bool) {
	if f == nil {
		return "", false
	}
	return equal(f.root, name)
}

func equal(e filter.Expression, name string) (string, bool) {
	switch e := e.(type) {
	case *filter.AttributeExpression:
		value, isText := e.CompareValue.(string)
		return value, isText && e.Operator == filter.EQ && e.AttributePath.SubAttribute == nil && strings.EqualFold(e.AttributePath.AttributeName, name)
	case *filter.LogicalExpression:
		if e.Operator != filter.AND {
			return "", false
		}
		if value, ok := equal(e.Left, name); ok {
			return value, true
		}
		return equal(e.Right, name)
	}
	return "", false
}

// Mentions reports whether a filter depends on an attribute.
func (f *Filter) Mentions(name string) bool { return f != nil && mentions(f.root, name) }

func mentions(e filter.Expression, name string) bool {
	switch e := e.(type) {
	case *filter.AttributeExpression:
		return strings.EqualFold(e.AttributePath.AttributeName, name)
	case *filter.ValuePath:
		return strings.EqualFold(e.AttributePath.AttributeName, name)
	case *filter.NotExpression:
		return mentions(e.Expression, name)
	case *filter.LogicalExpression:
		return mentions(e.Left, name) || mentions(e.Right, name)
	}
	return false
}

// Matches reports whether a resource matches.
func (f *Filter) Matches(r Resource) (bool, error) {
	if f == nil {
		return true, nil
	}
	return f.of.matches(r, f.root)
}

func (t *Type) matches(r Resource, e filter.Expression) (bool, error) {
	switch e := e.(type) {
	case *filter.NotExpression:
		ok, err := t.matches(r, e.Expression)
		return !ok, err
	case *filter.LogicalExpression:
		return both(e, func(part filter.Expression) (bool, error) { return t.matches(r, part) })
	case *filter.ValuePath:
		a, kept, known := t.find(e.AttributePath.AttributeName)
		if !known || kept && a.form != list {
			return false, refuse("invalidFilter", "There is no list %q.", e.AttributePath.AttributeName)
		}
		found := false
		items := r.Items(a.name)
		if len(items) == 0 && kept {
			_, err := a.matches(map[string]any{}, e.ValueFilter)
			return false, err
		}
		for _, item := range items {
			ok, err := a.matches(item, e.ValueFilter)
			if err != nil {
				return false, err
			}
			found = found || ok
		}
		return found, nil
	case *filter.AttributeExpression:
		return t.compare(r, e)
	}
	return false, refuse("invalidFilter", "The filter cannot be read.")
}

func both(e *filter.LogicalExpression, matches func(filter.Expression) (bool, error)) (bool, error) {
	left, err := matches(e.Left)
	if err != nil {
		return false, err
	}
	right, err := matches(e.Right)
	if e.Operator == filter.AND {
		return left && right, err
	}
	return left || right, err
}

func (t *Type) compare(r Resource, e *filter.AttributeExpression) (bool, error) {
	if urn := e.AttributePath.URI(); urn != "" && !strings.EqualFold(strings.TrimSuffix(urn, ":"), t.Schema) {
		return false, nil // of an extension that nobody here has
	}
	a, kept, known := t.find(e.AttributePath.AttributeName)
	switch {
	case !known:
		return false, refuse("invalidFilter", "There is no attribute %q.", e.AttributePath.AttributeName)
	case !kept:
		return e.Operator == filter.NE, nil
	}
	part := e.AttributePath.SubAttributeName()
	switch a.form {
	case list:
		if part == "" {
			part = "value"
		}
		return a.any(r.Items(a.name), part, e)
	case object:
		whole, _ := r[a.name].(map[string]any)
		if part == "" {
			return e.Operator == filter.PR && len(whole) > 0, nil
		}
		return a.any([]map[string]any{whole}, part, e)
	}
	return holds(r[a.name], e, a.exact)
}

// any reports whether a part of some item is as the expression says; where it must not be, whether that holds for all.
func (a attribute) any(items []map[string]any, part string, e *filter.AttributeExpression) (bool, error) {
	name, ok := a.part(part)
	if !ok {
		return false, refuse("invalidFilter", "%s has no %q.", a.name, part)
	}
	all := e.Operator == filter.NE
	for _, item := range items {
		ok, err := holds(item[name], e, false)
		if err != nil {
			return false, err
		}
		if ok != all {
			return ok, nil
		}
	}
	return all, nil
}

// matches reports whether an item of a list matches.
func (a attribute) matches(item map[string]any, e filter.Expression) (bool, error) {
	switch e := e.(type) {
	case *filter.NotExpression:
		ok, err := a.matches(item, e.Expression)
		return !ok, err
	case *filter.LogicalExpression:
		return both(e, func(part filter.Expression) (bool, error) { return a.matches(item, part) })
	case *filter.AttributeExpression:
		return a.any([]map[string]any{item}, e.AttributePath.AttributeName, e)
	}
	return false, refuse("invalidFilter", "The filter cannot be read.")
}

// holds compares a value. Text compares without regard to case, unless it is exact.
func holds(value any, e *filter.AttributeExpression, exact bool) (bool, error) {
	if e.Operator == filter.PR {
		return value != nil && value != "", nil
	}
	switch want := e.CompareValue.(type) {
	case nil:
		return (value == nil) == (e.Operator == filter.EQ), nil
	case bool:
		is, _ := value.(bool)
		return equality(is == want, e.Operator)
	case string:
		if is, ok := value.(bool); ok { // some providers write truth values as text
			wanted, err := truthOf(e.AttributePath.AttributeName, want)
			if err != nil {
				return false, err
			}
			return equality(is == wanted, e.Operator)
		}
		is, _ := value.(string)
		if !exact {
			is, want = strings.ToLower(is), strings.ToLower(want)
		}
		return compared(is, want, e.Operator, value != nil), nil
	}
	return false, refuse("invalidFilter", "Numbers are compared with no attribute.")
}

func equality(same bool, op filter.CompareOperator) (bool, error) {
	switch op {
	case filter.EQ:
		return same, nil
	case filter.NE:
		return !same, nil
	}
	return false, refuse("invalidFilter", "Truth values are compared with eq and ne.")
}

func compared(is, want string, op filter.CompareOperator, there bool) bool {
	switch op {
	case filter.EQ:
		return there && is == want
	case filter.NE:
		return !there || is != want
	case filter.CO:
		return there && strings.Contains(is, want)
	case filter.SW:
		return there && strings.HasPrefix(is, want)
	case filter.EW:
		return there && strings.HasSuffix(is, want)
	case filter.GT:
		return there && is > want
	case filter.GE:
		return there && is >= want
	case filter.LT:
		return there && is < want
	case filter.LE:
		return there && is <= want
	}
	return false
}
