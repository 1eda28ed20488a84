package importrows

import (
	"slices"
	"strings"
)

// Notices returns the notices about the whole file.
func (c *Checker) Notices(i Sheet) []Notice {
	all := []Notice{}
	for _, index := range i.SkippedColumns() {
		all = append(all, Notice{Code: "column_skipped", Params: map[string]any{"column": i.Columns[index].Name}})
	}
	shown := map[string]bool{}
	for _, keys := range c.Plan.shows {
		for key := range keys {
			shown[key] = true
		}
	}
	for _, column := range i.Mapping.Columns {
		if key, ok := strings.CutPrefix(column.Target, customPrefix); ok && !shown[key] && len(c.Plan.shows) > 0 {
			all = append(all, Notice{Code: "attribute_without_design", Params: map[string]any{"column": i.Columns[column.Index].Name}})
		}
	}
	var unfilled []string
	for key := range shown {
		if !i.Mapping.has(customPrefix + key) {
			unfilled = append(unfilled, key)
		}
	}
	if slices.Sort(unfilled); len(unfilled) > 0 && i.Settings.Mode != Update {
		all = append(all, Notice{Code: "attributes_unfilled", Params: map[string]any{"count": len(unfilled), "names": strings.Join(unfilled, ", ")}})
	}
	return all
}
