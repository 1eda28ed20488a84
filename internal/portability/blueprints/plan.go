package blueprints

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Action is what happens to an object.
type Action string

// The actions.
const (
	Create    Action = "+"
	Update    Action = "~"
	Unchanged Action = "="
	Delete    Action = "-"
)

// Change is the planned change of one object.
type Change struct {
	Sign   Action
	File   string
	What   string   // "group", and so on
	Name   string   // as it is called now, or will be
	Fields []string // what changes: `course_name: "A" → "B"`
}

// Plan lists the changes that applying a blueprint makes.
type Plan []Change

// Changes counts the objects that change.
func (p Plan) Changes() int {
	n := 0
	for _, c := range p {
		if c.Sign != Unchanged {
			n++
		}
	}
	return n
}

// maxFields limits the listed fields of one object; a design has hundreds.
const maxFields = 12

// String formats the plan line by line and summarises unchanged objects.
func (p Plan) String() string {
	var b strings.Builder
	kept := map[string]int{}
	for _, c := range p {
		if c.Sign == Unchanged {
			kept[c.What]++
			continue
		}
		fmt.Fprintf(&b, "%s %s %q  %s\n", c.Sign, c.What, c.Name, c.File)
		for i, field := range c.Fields {
			if i == maxFields {
				fmt.Fprintf(&b, "    and %d more\n", len(c.Fields)-i)
				break
			}
			b.WriteString("    " + field + "\n")
		}
	}
	for _, what := range slices.Sorted(maps.Keys(kept)) {
		fmt.Fprintf(&b, "= %d of kind %s stay as they are\n", kept[what], what)
	}
	return b.String()
}

// differences lists the fields in which two values differ.
func differences(before, after any) ([]string, error) {
	a, err := plain(before)
	if err != nil {
		return nil, err
	}
	b, err := plain(after)
	if err != nil {
		return nil, err
	}
	var out []string
	differ("", a, b, &out)
	return out, nil
}

// plain converts a value to its JSON form.
func plain(value any) (out any, err error) {
	data, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	return out, decode(data, &out)
}

func differ(at string, a, b any, out *[]string) {
	below := func(key string) string {
		if at == "" {
			return key
		}
		return at + "." + key
	}
	switch before := a.(type) {
	case map[string]any:
		if after, ok := b.(map[string]any); ok {
			keys := maps.Clone(before)
			maps.Copy(keys, after)
			for _, key := range slices.Sorted(maps.Keys(keys)) {
				differ(below(key), before[key], after[key], out)
			}
			return
		}
	case []any:
		if after, ok := b.([]any); ok && len(before) == len(after) {
			for i := range before {
				differ(below(fmt.Sprint(i)), before[i], after[i], out)
			}
			return
		}
	}
	if short(a) != short(b) || !equal(a, b) {
		*out = append(*out, fmt.Sprintf("%s: %s → %s", at, short(a), short(b)))
	}
}

func equal(a, b any) bool {
	one, err := json.Marshal(a)
	other, wrong := json.Marshal(b)
	return err == nil && wrong == nil && string(one) == string(other)
}

const maxValueLength = 60

// short formats a value for a plan.
func short(value any) string {
	if list, ok := value.([]any); ok {
		words := make([]string, len(list))
		for i, one := range list {
			words[i] = short(one)
		}
		value = json.RawMessage("[" + strings.Join(words, ", ") + "]")
	}
	var text string
	switch v := value.(type) {
	case nil:
		return "nothing"
	case json.RawMessage:
		text = string(v)
	case string:
		text = fmt.Sprintf("%q", v)
	case map[string]any:
		text = fmt.Sprintf("%d values", len(v))
	default:
		text = fmt.Sprint(v)
	}
	if runes := []rune(text); len(runes) > maxValueLength {
		return string(runes[:maxValueLength]) + "…"
	}
	return text
}
