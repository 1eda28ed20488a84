// Package document parses untrusted JSON documents.
package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strconv"
	"time"
	"unicode/utf8"
)

const (
	// MaxSize is the maximum size of a document, in bytes.
	MaxSize = 512 << 10
	// MaxDepth is the maximum depth of a document.
	MaxDepth = 64
)

// ErrDamaged means that data could not be decoded or is too long.
var ErrDamaged = errors.New("damaged")

var errJSON = errors.New("not a JSON object that all readers read alike")

// Object is an untrusted JSON object. Its members may have any type.
type Object map[string]any

// Parse parses an object. It rejects input that parsers may interpret differently (duplicate member names, invalid UTF-8, trailing
// data), and input that is too large or too deeply nested.
func Parse(data []byte) (Object, error) {
	if len(data) > MaxSize || !utf8.Valid(data) {
		return nil, errJSON
	}
	d := json.NewDecoder(bytes.NewReader(data))
	value, err := parseValue(d, 0)
	if err != nil {
		return nil, errJSON
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errJSON
	}
	o, ok := value.(map[string]any)
	if !ok {
		return nil, errJSON
	}
	return o, nil
}

func parseValue(d *json.Decoder, depth int) (any, error) {
	token, err := d.Token()
	if err != nil || depth > MaxDepth {
		return nil, errJSON
	}
	switch token {
	case json.Delim('{'):
		return parseMembers(d, depth)
	case json.Delim('['):
		all := []any{}
		for d.More() {
			item, err := parseValue(d, depth+1)
			if err != nil {
				return nil, err
			}
			all = append(all, item)
		}
		_, err := d.Token()
		return all, err
	}
	return token, nil
}

func parseMembers(d *json.Decoder, depth int) (any, error) {
	o := map[string]any{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		text, ok := name.(string)
		if _, twice := o[text]; !ok || twice {
			return nil, errJSON
		}
		if o[text], err = parseValue(d, depth+1); err != nil {
			return nil, err
		}
	}
	_, err := d.Token()
	return o, err
}

// Text returns a string member, or the @value of a language-tagged string. It returns "" for any other type.
func (o Object) Text(name string) string {
	switch v := o[name].(type) {
	case string:
		return v
	case map[string]any:
		value, _ := v["@value"].(string)
		return value
	}
	return ""
}

// List returns a member as a list. A single value becomes a list of one.
func (o Object) List(name string) []any {
	switch v := o[name].(type) {
	case nil:
		return nil
	case []any:
		return v
	default:
		return []any{v}
	}
}

// Texts returns the strings of a member.
func (o Object) Texts(name string) []string {
	var out []string
	for _, item := range o.List(name) {
		if text, ok := item.(string); ok {
			out = append(out, text)
		}
	}
	return out
}

// Child returns a member that is a single object, alone or in a list of one, or else nil.
func (o Object) Child(name string) Object {
	if all := o.List(name); len(all) == 1 {
		inner, _ := all[0].(map[string]any)
		return inner
	}
	return nil
}

// Named returns the ID that a member references, as a string or as an object with an id.
func (o Object) Named(name string) string {
	if text := o.Text(name); text != "" {
		return text
	}
	return o.Child(name).Text("id")
}

// Time parses a time in RFC 3339, or in Unix seconds as in Open Badges 1. Times without a time zone are in UTC. If the member is
// missing, it returns the zero time and true.
func (o Object) Time(name string) (time.Time, bool) {
	switch v := o[name].(type) {
	case nil:
		return time.Time{}, true
	case float64:
		return time.Unix(int64(v), 0).UTC(), v > 0 && v < math.MaxInt32*4
	case string:
		for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", time.DateOnly} {
			if at, err := time.Parse(layout, v); err == nil {
				return at.UTC(), true
			}
		}
		if seconds, err := strconv.ParseInt(v, 10, 33); err == nil && seconds > 0 {
			return time.Unix(seconds, 0).UTC(), true
		}
	}
	return time.Time{}, false
}

// First returns the first date that is present. The names of the members differ between the versions of the data model.
func (o Object) First(names ...string) (at time.Time, ok bool) {
	for _, name := range names {
		if at, ok = o.Time(name); !ok || !at.IsZero() {
			return at, ok
		}
	}
	return at, ok
}

// Encode returns the JSON form of a value, or nil if it has none.
func Encode(value any) []byte {
	data, err := json.Marshal(value)
	if err != nil {
		return nil
	}
	return data
}

// Limited reads at most a number of bytes. It returns ErrDamaged for more, and if reading fails.
func Limited(from io.Reader, most int64) ([]byte, error) {
	out, err := io.ReadAll(io.LimitReader(from, most+1))
	if err != nil || int64(len(out)) > most {
		return nil, ErrDamaged
	}
	return out, nil
}

// Names reports whether a member references an ID, alone or in a list.
func (o Object) Names(member, address string) bool {
	for _, item := range o.List(member) {
		switch v := item.(type) {
		case string:
			if v == address {
				return true
			}
		case map[string]any:
			if Object(v).Text("id") == address {
				return true
			}
		}
	}
	return false
}

// Ordered reports whether the first context is that of the data model, on which the others build. No signature covers the order.
// Source: Verifiable Credentials Data Model 2.0 and 1.1, "Contexts".
func Ordered(o Object) bool {
	all := o.List("@context")
	return len(all) > 0 && (all[0] == "https://www.w3.org/ns/credentials/v2" || all[0] == "https://www.w3.org/2018/credentials/v1")
}

// Number returns a list index, which some issuers encode as a JSON number.
func Number(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return ""
}
