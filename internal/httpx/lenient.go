package httpx

import (
	"encoding/json"
	"net/url"
	"reflect"
	"strconv"
	"strings"

	"laurel/internal/errs"
)

// Real clients send numbers as text and the reverse, so inputs use these types. Empty text and null mean "not given".

// Int is a whole number that may arrive as text.
type Int int64

// Float is a number that may arrive as text.
type Float float64

// Bool is a truth value that may arrive as text.
type Bool bool

// Text is a text that may arrive as a number.
type Text string

// typeError says which type a lenient value wanted; encoding/json does not tell where it stood.
type typeError struct{ want, raw string }

func (e *typeError) Error() string { return "wanted " + e.want }

func plain(data []byte) string { return strings.TrimSpace(strings.Trim(string(data), `"`)) }

// UnmarshalJSON accepts 5, "5", "" and null.
func (n *Int) UnmarshalJSON(data []byte) error {
	s := plain(data)
	if s == "" || s == "null" {
		return nil
	}
	v, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return &typeError{"whole number", string(data)}
	}
	*n = Int(v)
	return nil
}

// UnmarshalJSON accepts 80.5, "80.5", "" and null; NaN and infinities are no numbers.
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

// UnmarshalJSON accepts text and numbers.
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

// PageSize is a page size or number: what is no number counts as not given, because clients send placeholders literally.
type PageSize int

// UnmarshalJSON never fails.
func (p *PageSize) UnmarshalJSON(data []byte) error {
	if v, err := strconv.ParseInt(plain(data), 10, 32); err == nil {
		*p = PageSize(v)
	}
	return nil
}

// decodeForm reads a form body as if it were an object of texts; name[part] becomes a nested object.
func decodeForm(data []byte, in any) error {
	values, err := url.ParseQuery(string(data))
	if err != nil {
		return ErrMalformed.Wrap(err)
	}
	root := map[string]any{}
	for name, all := range values {
		if len(all) > 1 {
			return errs.Field(name, "given_twice")
		}
		at := root
		parts := strings.FieldsFunc(name, func(r rune) bool { return r == '[' || r == ']' })
		for i, part := range parts {
			if i == len(parts)-1 {
				at[part] = all[0]
				break
			}
			next, ok := at[part].(map[string]any)
			if !ok {
				next = map[string]any{}
				at[part] = next
			}
			at = next
		}
	}
	nested, err := json.Marshal(root)
	if err != nil {
		return ErrMalformed.Wrap(err)
	}
	return unmarshal(nested, in)
}

// fieldOf finds the path of the value that a lenient type refused, by trying each field alone.
func fieldOf(data []byte, in any, e *typeError) string {
	t := reflect.TypeOf(in)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if path, ok := findField(data, t, e); ok {
		return path
	}
	return "request"
}

func findField(data []byte, t reflect.Type, e *typeError) (string, bool) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return "", false
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(data, &object) != nil {
		return "", false
	}
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		raw, ok := object[name]
		if !ok {
			continue
		}
		if json.Unmarshal(raw, reflect.New(t.Field(i).Type).Interface()) == nil {
			continue
		}
		if inner, ok := findField(raw, t.Field(i).Type, e); ok {
			return name + "." + inner, true
		}
		return name, true
	}
	return "", false
}
