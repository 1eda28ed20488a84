package auditlog

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Step is an entry of the log that is about a credential.
type Step struct {
	Entry

	Changes []FieldChange `json:"changes,omitempty"` // by field
}

// FieldChange is the value of a field before and after an entry. Before is nil if the entry does not say.
type FieldChange struct {
	Field  string `json:"field"`
	Before any    `json:"before,omitempty"`
	After  any    `json:"after"`
}

// Replayed is what the log says about a credential.
type Replayed struct {
	Steps []Step `json:"steps"`
	// Values are the fields of the credential after the last step, under their names in the API: those that are not empty, its group_id
	// and its state. A published credential counts as expired from the day after expired_on, in UTC.
	Values map[string]any `json:"values"`
	// Erased reports that details of the credential were erased, so Values may be incomplete.
	Erased bool `json:"erased"`
}

// Replay verifies a log as Verify does, and follows the credential with the given number through it. It returns *Invalid for a log that fails.
func Replay(r io.Reader, credentialID int64, known ...string) (Replayed, Report, error) {
	p := replayer{id: strconv.FormatInt(credentialID, 10), values: map[string]any{}}
	report, err := verify(r, p.take, known...)
	if err != nil {
		return Replayed{}, report, err
	}
	return Replayed{p.steps, p.result(report.Origin.ExportedAt), p.erased}, report, nil
}

// replayer follows a credential. What its state is follows from whether it was issued, suspended, revoked or deleted, if it is complete, and
// when it expires.
type replayer struct {
	id     string
	steps  []Step
	values map[string]any
	erased bool

	issued, scheduled, suspended, revoked, deleted bool
}

func (p *replayer) take(e Entry) error {
	var err error
	switch {
	case e.ObjectKind == "credential" && e.ObjectID == p.id:
		err = p.credential(e)
	case e.Action == "publication.progressed":
		err = p.publication(e)
	}
	if err != nil {
		return fmt.Errorf("read details of entry %d: %w", e.Position, err)
	}
	return nil
}

// publication follows a credential that a publication issued or refused.
func (p *replayer) publication(e Entry) error {
	var d struct {
		Published []int64           `json:"published"`
		Refused   map[string]string `json:"refused"`
	}
	if err := json.Unmarshal(e.Details, &d); err != nil {
		return err
	}
	_, refused := d.Refused[p.id]
	issued := slices.ContainsFunc(d.Published, func(id int64) bool { return strconv.FormatInt(id, 10) == p.id })
	if !issued && !refused {
		return nil
	}
	p.issued, p.scheduled = p.issued || issued, false
	p.steps = append(p.steps, Step{Entry: e})
	return nil
}

// credential follows an entry that is about the credential itself.
func (p *replayer) credential(e Entry) error {
	changes, err := changesOf(e.Details)
	if err != nil {
		return err
	}
	for _, c := range changes {
		p.values[c.Field] = c.After
		if c.Field == "state" && c.After != "draft" {
			p.issued = true
		}
	}
	switch strings.TrimPrefix(e.Action, "credential.") {
	case "scheduled":
		p.scheduled = true
	case "unscheduled":
		p.scheduled = false
	case "published":
		p.issued, p.scheduled = true, false
	case "suspended":
		p.suspended = true
	case "reinstated":
		p.suspended = false
	case "revoked":
		p.revoked, p.suspended = true, false
	case "deleted":
		p.deleted = true
	case "restored":
		p.deleted = false
	}
	p.erased = p.erased || e.Erased()
	p.steps = append(p.steps, Step{e, changes})
	return nil
}

// changesOf lists the fields that an entry set: those with a value after it, and the values of a new credential.
func changesOf(text json.RawMessage) ([]FieldChange, error) {
	var details map[string]any
	if err := json.Unmarshal(text, &details); err != nil {
		return nil, err
	}
	var changes []FieldChange
	for field, value := range details {
		members, _ := value.(map[string]any)
		if field == "values" {
			for field, value := range members {
				changes = append(changes, FieldChange{field, nil, value})
			}
		} else if after, ok := members["after"]; ok {
			changes = append(changes, FieldChange{field, members["before"], after})
		}
	}
	slices.SortFunc(changes, func(a, b FieldChange) int { return strings.Compare(a.Field, b.Field) })
	return changes, nil
}

// result returns the fields at a time.
func (p *replayer) result(at time.Time) map[string]any {
	out := maps.Clone(p.values)
	maps.DeleteFunc(out, func(_ string, v any) bool {
		switch v := v.(type) {
		case nil:
			return true
		case string:
			return v == ""
		case bool:
			return !v
		case map[string]any:
			return len(v) == 0
		}
		return false
	})
	if len(p.steps) > 0 {
		out["state"] = p.state(out, at)
	}
	return out
}

func (p *replayer) state(values map[string]any, at time.Time) string {
	lasts, _ := values["expired_on"].(string)
	switch {
	case p.deleted:
		return "deleted"
	case p.revoked:
		return "revoked"
	case p.suspended:
		return "suspended"
	case p.scheduled:
		return "scheduled"
	case !p.issued:
		return "draft"
	case values["complete"] != true:
		return "in_progress"
	case values["expired_at"] != nil || lasts != "" && lasts < at.UTC().Format(time.DateOnly):
		return "expired"
	}
	return "published"
}
