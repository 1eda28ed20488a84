package httpx

import (
	"bytes"
	"encoding/json"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"laurel/internal/platform/errs"
)

// Real clients send numbers as strings and strings as numbers, so inputs use these types. An empty string and null count as missing.

// Int is an integer that may be sent as a string.
type Int int64

// Float is a number that may be sent as a string.
type Float float64

// Bool is a boolean that may be sent as a string or a number.
type Bool bool

// Text is a string that may be sent as a number.
type Text string

// typeError names the type that a lenient value expected. encoding/json does not report its path.
type typeError struct{ want, raw string }

func (e *typeError) Error() string { return "wanted " + e.want }

func plain(data []byte) string { return strings.TrimSpace(strings.Trim(string(data), `"`)) }

// Missing reports whether a client sent its language's word for a missing value, such as None.
func Missing(text string) bool {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "", "null", "none", "nil", "undefined":
		return true
	}
	return false
}

// UnmarshalJSON accepts 5 and "5". "", null and other languages' words for it count as missing.
func (n *Int) UnmarshalJSON(data []byte) error {
	s := plain(data)
	if Missing(s) {
		return nil
	}
	v, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return &typeError{"whole number", string(data)}
	}
	*n = Int(v)
	return nil
}

// UnmarshalJSON accepts 80.5, "80.5", "" and null, but neither NaN nor infinities.
func (n *Float) UnmarshalJSON(data []byte) error {
	s := plain(data)
	if s == "" || s == "null" {
		return nil
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || v != v || v > 1e15 || v < -1e15 {
		return &typeError{"number", string(data)}
	}
	*n = Float(v)
	return nil
}

// UnmarshalJSON accepts true, "true", 1, "1" and their opposites.
func (b *Bool) UnmarshalJSON(data []byte) error {
	switch strings.ToLower(plain(data)) {
	case "true", "1":
		*b = true
	case "false", "0":
		*b = false
	case "", "null":
	default:
		return &typeError{"boolean", string(data)}
	}
	return nil
}

// UnmarshalJSON accepts strings and numbers.
func (t *Text) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && (data[0] == '-' || data[0] >= '0' && data[0] <= '9') {
		*t = Text(data)
		return nil
	}
	var s *string
	if err := json.Unmarshal(data, &s); err != nil {
		return &typeError{"text", string(data)}
	}
	if s != nil {
		*t = Text(*s)
	}
	return nil
}

// Ref identifies an object by its ID or name. It may be sent as a number.
type Ref string

// UnmarshalJSON accepts strings and numbers. "", null and other languages' words for it count as missing.
func (ref *Ref) UnmarshalJSON(data []byte) error {
	var text Text
	if err := text.UnmarshalJSON(data); err != nil {
		return err
	}
	if *ref = Ref(text); Missing(string(text)) {
		*ref = ""
	}
	return nil
}

// PageSize is a page size or page number. Anything but a number counts as missing, because clients send unfilled placeholders.
type PageSize int

// UnmarshalJSON never fails.
func (p *PageSize) UnmarshalJSON(data []byte) error {
	if v, err := strconv.ParseInt(plain(data), 10, 32); err == nil {
		*p = PageSize(v)
	}
	return nil
}

// emptied replaces [] by {} where an object is expected, because PHP clients cannot tell an empty object from an empty list.
func emptied(data []byte, t reflect.Type) []byte {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if reflect.PointerTo(t).Implements(unmarshaler) {
		return data
	}
	switch t.Kind() {
	case reflect.Struct, reflect.Map:
		if string(bytes.TrimSpace(data)) == "[]" {
			return []byte("{}")
		}
		var object map[string]json.RawMessage
		if json.Unmarshal(data, &object) != nil {
			return data
		}
		for name, raw := range object {
			if inner := typeOf(t, name); inner != nil {
				object[name] = emptied(raw, inner)
			}
		}
		return rewritten(data, object)
	case reflect.Slice:
		var list []json.RawMessage
		if json.Unmarshal(data, &list) != nil {
			return data
		}
		for i, raw := range list {
			list[i] = emptied(raw, t.Elem())
		}
		return rewritten(data, list)
	}
	return data
}

var unmarshaler = reflect.TypeFor[json.Unmarshaler]()

func rewritten(data []byte, value any) []byte {
	again, err := json.Marshal(value)
	if err != nil {
		return data
	}
	return again
}

// typeOf returns the type of an object's member, or nil if there is none.
func typeOf(t reflect.Type, name string) reflect.Type {
	if t.Kind() == reflect.Map {
		return t.Elem()
	}
	for i := range t.NumField() {
		f := t.Field(i)
		own, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case own == name:
			return f.Type
		case f.Anonymous && own == "":
			embedded := f.Type
			if embedded.Kind() == reflect.Pointer {
				embedded = embedded.Elem()
			}
			if inner := typeOf(embedded, name); inner != nil {
				return inner
			}
		}
	}
	return nil
}

// maxNesting is the maximum nesting of form field names, deeper than any input needs.
const maxNesting = 8

// decodeForm decodes a form body as an object of strings. name[part] becomes a nested object.
func decodeForm(data []byte, in any) error {
	values, err := url.ParseQuery(string(data))
	if err != nil {
		return ErrMalformed.Wrap(err)
	}
	root := map[string]any{}
	for name, all := range values {
		switch {
		case len(all) > 1:
			return errs.Field(name, "given_twice")
		case !utf8.ValidString(name+all[0]) || !setNested(root, name, all[0]):
			return ErrMalformed
		}
	}
	nested, err := json.Marshal(root)
	if err != nil {
		return ErrMalformed.Wrap(err)
	}
	return unmarshal(nested, in)
}

// setNested sets a value under a name such as credential[recipient][name]. It rejects malformed names, and names that make a field both
// a string and an object.
func setNested(at map[string]any, name, value string) bool {
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '[' || r == ']' })
	if len(parts) == 0 || len(parts) > maxNesting {
		return false
	}
	last := len(parts) - 1
	for _, part := range parts[:last] {
		if at[part] == nil {
			at[part] = map[string]any{}
		}
		next, ok := at[part].(map[string]any)
		if !ok {
			return false
		}
		at = next
	}
	if at[parts[last]] != nil {
		return false
	}
	at[parts[last]] = value
	return true
}

// fieldOf finds the path of the value that a lenient type rejected by decoding each field separately.
func fieldOf(data []byte, in any) string {
	if path, ok := findField(data, reflect.TypeOf(in)); ok {
		return path
	}
	return "request"
}

func findField(data []byte, t reflect.Type) (string, bool) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.Slice:
		var list []json.RawMessage
		_ = json.Unmarshal(data, &list) // what is no list has no refused element
		for i, raw := range list {
			if path, ok := refused(strconv.Itoa(i), raw, t.Elem()); ok {
				return path, true
			}
		}
	case reflect.Struct:
		var object map[string]json.RawMessage
		_ = json.Unmarshal(data, &object)
		for i := range t.NumField() {
			f := t.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if f.Anonymous && name == "" { // its fields are ours
				if path, ok := findField(data, f.Type); ok {
					return path, true
				}
				continue
			}
			if raw, ok := object[name]; ok {
				if path, ok := refused(name, raw, f.Type); ok {
					return path, true
				}
			}
		}
	}
	return "", false
}

// refused reports whether t rejects the value, and which part of it.
func refused(name string, raw []byte, t reflect.Type) (string, bool) {
	if json.Unmarshal(raw, reflect.New(t).Interface()) == nil {
		return "", false
	}
	if inner, ok := findField(raw, t); ok {
		return name + "." + inner, true
	}
	return name, true
}
