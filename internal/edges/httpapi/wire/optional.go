package wire

import (
	"bytes"
	"encoding/json"

	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/optional"
)

// Given stores a raw value, so that null can be distinguished from a missing field.
type Given struct{ raw json.RawMessage }

// UnmarshalJSON stores the raw value.
func (g *Given) UnmarshalJSON(data []byte) error {
	g.raw = bytes.Clone(data)
	return nil
}

// GivenText parses a string. It returns a field error for other types.
func GivenText(field string, g Given) (optional.Value[string], error) {
	if g.raw == nil {
		return optional.Value[string]{}, nil
	}
	var t httpx.Text
	if err := json.Unmarshal(g.raw, &t); err != nil {
		return optional.Value[string]{}, errs.Field(field, "wrong_type", "type", "text")
	}
	return optional.Set(string(t)), nil
}

// GivenNumber parses a number. null and "" clear the field. It returns a field error for other types.
func GivenNumber(field string, g Given) (optional.Value[*float64], error) {
	if g.raw == nil {
		return optional.Value[*float64]{}, nil
	}
	if s := string(g.raw); s == "null" || s == `""` {
		return optional.Set[*float64](nil), nil
	}
	var n httpx.Float
	if err := json.Unmarshal(g.raw, &n); err != nil {
		return optional.Value[*float64]{}, errs.Field(field, "wrong_type", "type", "number")
	}
	return optional.Set((*float64)(&n)), nil
}

// GivenObject parses an object. PHP clients encode an empty object as []. null counts as missing.
func GivenObject(field string, g Given) (optional.Value[map[string]any], error) {
	if g.raw == nil || string(g.raw) == "null" {
		return optional.Value[map[string]any]{}, nil
	}
	object := map[string]any{}
	if string(bytes.TrimSpace(g.raw)) != "[]" {
		if err := json.Unmarshal(g.raw, &object); err != nil {
			return optional.Value[map[string]any]{}, errs.Field(field, "wrong_type", "type", "object")
		}
	}
	return optional.Set(object), nil
}

// OptionalText converts a text that may be absent.
func OptionalText(t *httpx.Text) optional.Value[string] {
	if t == nil {
		return optional.Value[string]{}
	}
	return optional.Set(string(*t))
}

// OptionalBool converts a boolean that may be absent.
func OptionalBool(b *httpx.Bool) optional.Value[bool] {
	if b == nil {
		return optional.Value[bool]{}
	}
	return optional.Set(bool(*b))
}

// OptionalInt converts a number that may be absent.
func OptionalInt(n *httpx.Int) *int {
	if n == nil {
		return nil
	}
	return new(int(*n))
}

// Maybe distinguishes a missing field from null.
type Maybe[T any] struct {
	Given bool
	Value *T
}

// UnmarshalJSON is also called for null.
func (m *Maybe[T]) UnmarshalJSON(data []byte) error {
	m.Given = true
	if string(data) == "null" {
		m.Value = nil
		return nil
	}
	m.Value = new(T)
	return json.Unmarshal(data, m.Value)
}

// As converts a field to an optional value of a domain. null counts as missing.
func As[T, W any](m Maybe[W], convert func(W) T) optional.Value[T] {
	if m.Value == nil {
		return optional.Value[T]{}
	}
	return optional.Set(convert(*m.Value))
}

// OrNone is As for fields where null has a meaning.
func OrNone[T, W any](m Maybe[W], convert func(W) *T) optional.Value[*T] {
	if !m.Given {
		return optional.Value[*T]{}
	}
	if m.Value == nil {
		return optional.Set[*T](nil)
	}
	return optional.Set(convert(*m.Value))
}

// Text converts a text. Like Bool, ID, Flag and Texts, it can be passed to As or OrNone.
func Text(t httpx.Text) string { return string(t) }

// Bool converts a boolean.
func Bool(b httpx.Bool) bool { return bool(b) }

// ID converts an ID; 0 becomes nil.
func ID(n httpx.Int) *int64 {
	if n == 0 { // clients send empty text for none
		return nil
	}
	return (*int64)(&n)
}

// Flag converts a boolean to a pointer.
func Flag(b httpx.Bool) *bool { return (*bool)(&b) }

// Object is an object that PHP clients encode as [] when it is empty.
type Object map[string]any

// UnmarshalJSON accepts [], "" and null as an empty object.
func (o *Object) UnmarshalJSON(data []byte) error {
	*o = Object{}
	if trimmed := string(bytes.TrimSpace(data)); trimmed == "[]" || trimmed == `""` || trimmed == "null" {
		return nil
	}
	return json.Unmarshal(data, (*map[string]any)(o))
}

// Texts converts a list of texts.
func Texts(in []httpx.Text) []string {
	out := make([]string, len(in))
	for i, t := range in {
		out[i] = string(t)
	}
	return out
}
