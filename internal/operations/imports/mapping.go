package imports

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"laurel/internal/design/attributes"
	"laurel/internal/platform/errs"
)

// evidenceColumn names a part of a piece of evidence, as columns and as targets do.
var (
	evidenceTarget = regexp.MustCompile(`^evidence\.([1-9])\.(description|url)$`)
	evidenceColumn = regexp.MustCompile(`^evidence(description|url)([1-9])?$`)
)

// guess maps columns by their names: those we know in any language, and the department's own attributes.
func guess(columns []Column, custom []attributes.Attribute) Mapping {
	own := map[string]string{}
	for _, a := range custom {
		own[normal(a.Key)], own[normal(a.Name)] = customPrefix+a.Key, customPrefix+a.Key
	}
	m := Mapping{Columns: []MappedColumn{}, Constants: []Constant{}}
	taken := map[string]bool{}
	for _, c := range columns {
		name := normal(c.Name)
		target := synonyms[name]
		if own[name] != "" {
			target = own[name]
		}
		if e := evidenceColumn.FindStringSubmatch(name); e != nil {
			target = "evidence." + max(e[2], "1") + "." + e[1]
		}
		if target == "" || taken[target] {
			continue
		}
		taken[target] = true
		m.Columns = append(m.Columns, MappedColumn{Index: c.Index, Target: target, DateOrder: orderOf(c)})
	}
	if taken[toLastName] && !taken[toFirstName] && taken[toName] { // "name" beside "surname" is the first name
		for i, c := range m.Columns {
			if c.Target == toName {
				m.Columns[i].Target = toFirstName
			}
		}
	}
	return m
}

// orderOf is the order of the dates of a column where its values settle it.
func orderOf(c Column) string {
	if c.Dates == datesDMY || c.Dates == datesMDY {
		return c.Dates
	}
	return ""
}

// check refuses a mapping that cannot be, field by field.
func (m Mapping) check(columns int, kinds map[string]attributes.Kind, wrong *errs.Fields) {
	taken := map[string]bool{}
	used := map[int]bool{}
	for i, c := range m.Columns {
		field := "mapping.columns." + strconv.Itoa(i)
		if c.Index < 0 || c.Index >= columns || used[c.Index] {
			wrong.Add(field+".index", "invalid")
		}
		used[c.Index] = true
		if c.DateOrder != "" && c.DateOrder != datesDMY && c.DateOrder != datesMDY {
			wrong.Add(field+".date_order", "not_one_of", "values", "dmy, mdy")
		}
		if c.Target != "" {
			checkTarget(field+".target", c.Target, kinds, taken, wrong)
		}
	}
	for i, c := range m.Constants {
		field := "mapping.constants." + strconv.Itoa(i)
		checkTarget(field+".target", c.Target, kinds, taken, wrong)
		if strings.TrimSpace(c.Value) == "" {
			wrong.Add(field+".value", "required")
		}
	}
}

func checkTarget(field, target string, kinds map[string]attributes.Kind, taken map[string]bool, wrong *errs.Fields) {
	key, custom := strings.CutPrefix(target, customPrefix)
	switch {
	case custom && kinds[key] == "":
		wrong.Add(field, "attribute.unknown")
	case !custom && !slices.Contains(targets, target) && !evidenceTarget.MatchString(target):
		wrong.Add(field, "not_one_of", "values", strings.Join(targets, ", "))
	case taken[target] && target != toName: // several columns make up one name
		wrong.Add(field, "import.target_twice")
	}
	taken[target] = true
}

// has tells whether something goes to the target.
func (m Mapping) has(target string) bool {
	return slices.ContainsFunc(m.Columns, func(c MappedColumn) bool { return c.Target == target }) ||
		slices.ContainsFunc(m.Constants, func(c Constant) bool { return c.Target == target })
}

// keyTargets is where the value stands that a row finds its credential by.
var keyTargets = map[Key]string{ByID: toID, ByUUID: toUUID, ByLicenseID: toLicenseID, ByRecipientID: toRecipientID, ByEmail: toEmail}

// check refuses settings that cannot be, and a mapping that lacks what they need.
func (s Settings) check(m Mapping, wrong *errs.Fields) {
	if !slices.Contains([]Mode{Create, Update, Upsert, Replace}, s.Mode) {
		wrong.Add("settings.mode", "not_one_of", "values", "create, update, upsert, replace")
		return
	}
	if !slices.Contains([]string{LeaveRecipients, ChangeThese, ChangePast}, s.RecipientData) {
		wrong.Add("settings.recipient_data", "not_one_of", "values", "leave, change, change_past")
	}
	if s.Mode != Create {
		if keyTargets[s.Key] == "" {
			wrong.Add("settings.key", "not_one_of", "values", "id, uuid, license_id, recipient_id, email")
		} else if !m.has(keyTargets[s.Key]) {
			wrong.Add("mapping", "import.target_missing", "target", keyTargets[s.Key])
		}
	}
	if s.Mode == Update {
		return
	}
	if !m.has(toName) && !m.has(toFirstName) && !m.has(toLastName) {
		wrong.Add("mapping", "import.target_missing", "target", toName)
	}
	if !m.has(toEmail) {
		wrong.Add("mapping", "import.target_missing", "target", toEmail)
	}
	if s.GroupID == nil && !m.has(toGroup) {
		wrong.Add("mapping", "import.target_missing", "target", toGroup)
	}
}
