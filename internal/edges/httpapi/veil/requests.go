package veil

import (
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// filters are the members and parameters that search by what is masked.
var filters = []string{
	"email", "name", "recipient_email", "recipient_name", "recipient.email", "recipient.name", "phone_number", "recipient.phone_number",
}

// terms are those that search by all kinds of things.
var terms = []string{"query", "q", "search", "term"}

// reference matches the IDs of credentials that a term may be: a number or a UUID.
var reference = regexp.MustCompile(`^([0-9]+|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$`)

// operator is the suffix of a filter, as in "recipient_name[in]".
var operator = regexp.MustCompile(`\[\w*\]$`)

// AsksParameters reports whether parameters search by masked data: counting what is found would reveal it.
func AsksParameters(values url.Values) bool {
	for name, all := range values {
		if slices.ContainsFunc(all, func(value string) bool { return asks(name, value) }) {
			return true
		}
	}
	return false
}

// AsksBody reports whether the JSON body of a search does, or of another call that selects by a filter. A body that is no JSON asks nothing.
func AsksBody(data []byte, search bool) bool {
	value, ok := decode(data)
	if !ok {
		return false
	}
	object, _ := value.(map[string]any)
	if search {
		return asksValue("", object)
	}
	selection, ok := object["all_matching"]
	return ok && asksValue("", selection)
}

func asksValue(name string, value any) bool {
	switch v := value.(type) {
	case map[string]any:
		for key, one := range v {
			if name == "recipient" {
				key = "recipient." + key
			}
			if asksValue(key, one) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, func(one any) bool { return asksValue(name, one) })
	case string:
		return asks(name, v)
	}
	return false
}

func asks(name, value string) bool {
	value = strings.TrimSpace(value)
	name = operator.ReplaceAllString(strings.ToLower(name), "")
	switch {
	case value == "":
		return false
	case slices.Contains(filters, name) || address.MatchString(value):
		return true
	}
	return slices.Contains(terms, name) && !reference.MatchString(value)
}

// Unmasked returns a JSON body without the members whose values are masked, so that a form that is saved as it was shown changes nothing of
// what it could not show. ok is false if something masked remains: in a list, or in a body that is no JSON.
func Unmasked(data []byte) (out []byte, ok bool) {
	if !strings.Contains(string(data), hidden) && !strings.Contains(strings.ToLower(string(data)), `\u2022\u2022\u2022`) {
		return data, true
	}
	value, ok := decode(data)
	if !ok {
		return nil, false
	}
	if value, ok = strip(value); !ok {
		return nil, false
	}
	out, err := json.Marshal(value)
	return out, err == nil
}

func strip(value any) (any, bool) {
	switch v := value.(type) {
	case map[string]any:
		for key, one := range v {
			if text, isText := one.(string); isText && strings.Contains(text, hidden) {
				delete(v, key)
				continue
			}
			left, ok := strip(one)
			if !ok {
				return nil, false
			}
			v[key] = left
		}
	case []any:
		for i, one := range v {
			left, ok := strip(one)
			if !ok {
				return nil, false
			}
			v[i] = left
		}
	case string:
		return v, !strings.Contains(v, hidden)
	}
	return value, true
}
