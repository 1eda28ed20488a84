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

// values lists the fields of a new credential that are not empty, its group and its state, from which the audit log is replayed.
func values(c credentials.Credential) map[string]any {
	none := time.Time{}
	out := map[string]any{"group_id": c.Group.ID, "state": c.State}
	for field, pair := range changes(credentials.Credential{IssuedOn: none}, c) {
		out[field] = pair.(change).After
	}
	return out
}

// edit returns the event of an edit.
func edit(before, after credentials.Credential) events.Change {
	fields := changes(before, after)
	delete(fields, "expired_at")
	for _, field := range []string{"allow_supplemental_evidence", "allow_supplemental_references"} {
		if _, changed := fields[field]; changed {
			delete(fields, field)
			fields["allow_supplemental"] = nil
		}
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
			out[field] = change{a, b}
		}
	}
	for _, f := range credentials.TextFields {
		note(f.Name, *f.Value(&before), *f.Value(&after))
	}
	note("issued_on", before.IssuedOn.Format(time.DateOnly), after.IssuedOn.Format(time.DateOnly))
	note("expired_on", date(before.ExpiredOn), date(after.ExpiredOn))
	if (before.ExpiredAt == nil) != (after.ExpiredAt == nil) {
		out["expired_on"] = change{date(before.ExpiredOn), date(after.ExpiredOn)}
		note("expired_at", moment(before.ExpiredAt), moment(after.ExpiredAt))
	}
	note("grade", number(before.Grade), number(after.Grade))
	note("private", before.Private, after.Private)
	note("complete", before.Complete, after.Complete)
	note("custom_attributes", before.CustomAttributes, after.CustomAttributes)
	note("meta_data", before.MetaData, after.MetaData)
	note("recipient.meta_data", before.Recipient.MetaData, after.Recipient.MetaData)
	note("allow_supplemental_evidence", before.AllowEvidence, after.AllowEvidence)
	note("allow_supplemental_references", before.AllowReferences, after.AllowReferences)
	return out
}

// change is a field's value before and after a change, as the history keeps it.
type change struct {
	Before any `json:"before"`
	After  any `json:"after"`
}

func moment(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
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
