package evidence

import (
	"errors"
	"maps"
	"strconv"

	"laurel/internal/platform/errs"
)

// changes lists the fields that an edit changed, before and after, for the history.
func changes(before, after Item) map[string]any {
	out := map[string]any{}
	note := func(field string, a, b any) {
		if a != b {
			out[field] = map[string]any{"before": a, "after": b}
		}
	}
	note("description", before.Title, after.Title)
	note("narrative", before.Narrative, after.Narrative)
	note("url", before.Link, after.Link)
	note("string_object", before.Content.encoded(), after.Content.encoded())
	note("file", fileName(before), fileName(after))
	note("preview", before.Preview, after.Preview)
	note("hidden", before.Hidden, after.Hidden)
	note("visibility", string(before.Visibility), string(after.Visibility))
	return out
}

func fileName(i Item) string {
	if i.File == nil {
		return ""
	}
	return i.File.Name
}

func numbered(n int, field string) string { return "evidence_items." + strconv.Itoa(n) + "." + field }

// at adds the number of the item to the fields of an error.
func at(err error, n int) error {
	var refusal *errs.Error
	if !errors.As(err, &refusal) || refusal.Fields == nil {
		return err
	}
	told := *refusal
	told.Fields = make(map[string][]errs.Detail, len(refusal.Fields))
	for field, details := range maps.All(refusal.Fields) {
		told.Fields[numbered(n, field)] = details
	}
	return &told
}

// atField assigns an error to a field, so that a form can show it there. Internal errors stay as they are.
func atField(err error, field string) error {
	var refusal *errs.Error
	if errors.As(err, &refusal) && refusal.Kind == errs.Invalid {
		return refusal.At(field)
	}
	return err
}
