// Package metadata validates the custom metadata that integrators attach to objects.
package metadata

import (
	"encoding/json"
	"unicode/utf8"

	"laurel/internal/platform/errs"
)

// The limits.
const (
	MaxKeys  = 50
	MaxKey   = 40
	MaxValue = 500
)

// Reserved reports whether a key has a special meaning in JavaScript, where copying an object key by key would be unsafe.
func Reserved(key string) bool {
	return key == "__proto__" || key == "constructor" || key == "prototype"
}

// Check adds field errors for metadata that exceeds the limits.
func Check(wrong *errs.Fields, field string, data map[string]any) {
	if len(data) > MaxKeys {
		wrong.Add(field, "too_many", "max", MaxKeys)
		return
	}
	for key, value := range data {
		if Reserved(key) {
			wrong.Add(field+"."+key, "reserved_key")
			continue
		}
		if utf8.RuneCountInString(key) > MaxKey {
			wrong.Add(field, "too_long", "max", MaxKey)
			continue
		}
		text, ok := value.(string)
		if !ok {
			encoded, _ := json.Marshal(value) // what was decoded from JSON can be encoded
			text = string(encoded)
		}
		if utf8.RuneCountInString(text) > MaxValue {
			wrong.Add(field+"."+key, "too_long", "max", MaxValue)
		}
	}
}
