package issuer

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
)

// matching is the filter of a call that changes every credential it matches. A search ignores an empty or unknown filter; here
// that would select the whole department, so matching refuses both.
type matching credentialQuery

// filters are the names of all filters. The rest of a query is about paging, which a selection ignores.
var filters = func() (names []string) {
	for _, field := range reflect.VisibleFields(reflect.TypeFor[credentialQuery]()) {
		if name := field.Tag.Get("json"); name != "" {
			names = append(names, name)
		}
	}
	return slices.DeleteFunc(names, ignored)
}()

func ignored(name string) bool {
	return slices.Contains([]string{"cursor", "sort", "page", "page_size"}, strings.ToLower(name))
}

// UnmarshalJSON refuses filters that are unknown, null, empty or a placeholder such as "None", naming each.
func (m *matching) UnmarshalJSON(data []byte) error {
	if bytes.Equal(bytes.TrimSpace(data), []byte("[]")) { // PHP writes an empty object as a list
		return nil
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(data, &given); err != nil {
		return err
	}
	var fields errs.Fields
	for name, value := range given {
		at := "all_matching." + name
		switch {
		case ignored(name):
		case !slices.ContainsFunc(filters, func(known string) bool { return strings.EqualFold(known, name) }):
			fields.Add(at, "unknown_filter")
		case httpx.Missing(strings.Trim(string(value), `"`)):
			fields.Add(at, "empty_filter")
		}
	}
	if err := fields.Err(); err != nil {
		return err
	}
	return json.Unmarshal(data, (*credentialQuery)(m))
}
