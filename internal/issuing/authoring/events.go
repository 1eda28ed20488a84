package authoring

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/events"
)

// creation returns the events of a new credential.
func creation(c credentials.Credential) []events.Change {
	all := events.Of([]int64{c.ID}, events.Created)
	if c.State.Issued() {
		all = append(all, events.Of([]int64{c.ID}, credentials.IssuedAs(c.State))...)
	}
	return all
}

// edit returns the event of an edit.
func edit(before, after credentials.Credential) events.Change {
	fields := changes(before, after)
	if fmt.Sprint(before.MetaData) != fmt.Sprint(after.MetaData) {
		fields["meta_data"] = nil
	}
	if fmt.Sprint(before.Recipient.MetaData) != fmt.Sprint(after.Recipient.MetaData) {
		fields["recipient.meta_data"] = nil
	}
	if before.AllowEvidence != after.AllowEvidence || before.AllowReferences != after.AllowReferences {
		fields["allow_supplemental"] = nil
	}
	return events.Change{CredentialID: after.ID, Type: transition(before.State, after.State), Changed: slices.Sorted(maps.Keys(fields))}
}

// transition returns the type of an edit by the states before and after it.
func transition(before, after credentials.State) events.Type {
	switch {
	case before == credentials.InProgress && after.Achieved():
		return events.Completed
	case before != credentials.InProgress && after == credentials.InProgress:
		return events.InProgress
	case before == credentials.Published && after == credentials.Expired:
		return events.Expired
	}
	return events.Updated
}

// changes lists the fields that an edit changed, before and after, for the history.
func changes(before, after credentials.Credential) map[string]any {
	out := map[string]any{}
	note := func(field string, a, b any) {
		if fmt.Sprint(a) != fmt.Sprint(b) {
			out[field] = map[string]any{"before": a, "after": b}
		}
	}
	for _, f := range credentials.TextFields {
		note(f.Name, *f.Value(&before), *f.Value(&after))
	}
	note("issued_on", before.IssuedOn.Format(time.DateOnly), after.IssuedOn.Format(time.DateOnly))
	note("expired_on", date(before.ExpiredOn), date(after.ExpiredOn))
	if (before.ExpiredAt == nil) != (after.ExpiredAt == nil) {
		out["expired_on"] = map[string]any{"before": date(before.ExpiredOn), "after": date(after.ExpiredOn)}
	}
	note("grade", number(before.Grade), number(after.Grade))
	note("private", before.Private, after.Private)
	note("complete", before.Complete, after.Complete)
	note("custom_attributes", before.CustomAttributes, after.CustomAttributes)
	return out
}

func date(d *time.Time) string {
	if d == nil {
		return ""
	}
	return d.Format(time.DateOnly)
}

func number(f *float64) string {
	if f == nil {
		return ""
	}
	return fmt.Sprint(*f)
}
