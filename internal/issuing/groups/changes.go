package groups

import "reflect"

// changes returns the fields that differ between two groups, or two defaults, with their old and new values, for the audit log.
func changes(before, after any) map[string]any {
	details := map[string]any{}
	a, b := reflect.ValueOf(before), reflect.ValueOf(after)
	for i := range a.NumField() {
		name := a.Type().Field(i).Name
		was, is := a.Field(i).Interface(), b.Field(i).Interface()
		if name != "UpdatedAt" && name != "Counts" && !reflect.DeepEqual(was, is) {
			details[name] = []any{was, is}
		}
	}
	return details
}
