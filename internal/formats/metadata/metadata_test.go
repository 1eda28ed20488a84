package metadata

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"laurel/internal/platform/errs"
)

func TestCheckHoldsMetaDataToItsLimits(t *testing.T) {
	t.Parallel()
	many := map[string]any{}
	for i := range MaxKeys + 1 {
		many[strconv.Itoa(i)] = true
	}
	for name, tc := range map[string]struct {
		data  map[string]any
		field string
	}{
		"none":             {nil, ""},
		"small":            {map[string]any{"campus": "north", "year": 2026.0, "list": []any{"a"}}, ""},
		"at the limit":     {map[string]any{strings.Repeat("é", MaxKey): strings.Repeat("é", MaxValue)}, ""},
		"too many keys":    {many, "meta_data"},
		"key too long":     {map[string]any{strings.Repeat("k", MaxKey+1): 1.0}, "meta_data"},
		"value too long":   {map[string]any{"k": strings.Repeat("v", MaxValue+1)}, "meta_data.k"},
		"nested too large": {map[string]any{"k": []any{strings.Repeat("v", MaxValue)}}, "meta_data.k"},
	} {
		var wrong errs.Fields
		Check(&wrong, "meta_data", tc.data)
		var refusal *errs.Error
		if errors.As(wrong.Err(), &refusal) != (tc.field != "") || tc.field != "" && refusal.Fields[tc.field] == nil {
			t.Errorf("%s: %v, want a refusal of %q", name, wrong.Err(), tc.field)
		}
	}
}
