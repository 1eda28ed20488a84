package verification

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
	maxDocument = 512 << 10
	maxDepth    = 64
)

var errJSON = errors.New("not a JSON object that all readers read alike")

// object is an untrusted JSON object. Its members may have any type.
type object map[string]any

// parseJSON parses an object. It rejects input that parsers may interpret differently (duplicate member names, invalid UTF-8, trailing
// data), and input that is too large or too deeply nested.
func parseJSON(data []byte) (object, error) {
	if len(data) > maxDocument || !utf8.Valid(data) {
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
	if err != nil || depth > maxDepth {
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

// text returns a string member, or the @value of a language-tagged string. It returns "" for any other type.
func (o object) text(name string) string {
	switch v := o[name].(type) {
	case string:
		return v
	case map[string]any:
		value, _ := v["@value"].(string)
		return value
	}
	return ""
}

// list returns a member as a list. A single value becomes a list of one.
func (o object) list(name string) []any {
	switch v := o[name].(type) {
	case nil:
		return nil
	case []any:
		return v
	default:
		return []any{v}
	}
}

// texts returns the strings of a member.
func (o object) texts(name string) []string {
	var out []string
	for _, item := range o.list(name) {
		if text, ok := item.(string); ok {
			out = append(out, text)
		}
	}
	return out
}

// object returns a member that is a single object, alone or in a list of one, or else nil.
func (o object) object(name string) object {
	if all := o.list(name); len(all) == 1 {
		inner, _ := all[0].(map[string]any)
		return inner
	}
	return nil
}

// named returns the ID that a member references, as a string or as an object with an id.
func (o object) named(name string) string {
	if text := o.text(name); text != "" {
		return text
	}
	return o.object(name).text("id")
}

// time parses a time in RFC 3339, or in Unix seconds as in Open Badges 1. Times without a time zone are in UTC. If the member is
// missing, it returns the zero time and true.
func (o object) time(name string) (time.Time, bool) {
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
