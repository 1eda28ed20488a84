package importrows

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"laurel/internal/design/attributes"
	"laurel/internal/platform/errs"
)

// The names of the parts of a piece of evidence, as targets and as columns.
var (
	evidenceTarget = regexp.MustCompile(`^evidence\.([1-9])\.(description|url)$`)
	evidenceColumn = regexp.MustCompile(`^evidence(description|url)([1-9])?$`)
)

// Guess maps columns by name: known names in many languages, and the department's custom attributes.
func Guess(columns []Column, custom []attributes.Attribute) Mapping {
	own := map[string]string{}
	for _, a := range custom {
		own[normal(a.Key)], own[normal(a.Name)] = customPrefix+a.Key, customPrefix+a.Key
	}
	m := Mapping{Columns: []MappedColumn{}, Constants: []Constant{}}
	taken := map[string]bool{}
	for _, c := range columns {
		name := normal(c.Name)
		Target := synonyms[name]
		if own[name] != "" {
			Target = own[name]
		}
		if e := evidenceColumn.FindStringSubmatch(name); e != nil {
			Target = "evidence." + max(e[2], "1") + "." + e[1]
		}
		if Target == "" || taken[Target] {
			continue
		}
		taken[Target] = true
		m.Columns = append(m.Columns, MappedColumn{Index: c.Index, Target: Target, DateOrder: orderOf(c)})
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

// orderOf returns the date order of a column if its values determine it.
func orderOf(c Column) string {
	if c.Dates == datesDMY || c.Dates == datesMDY {
		return c.Dates
	}
	return ""
}

// Check adds a field error for each invalid part of the mapping.
func (m Mapping) Check(columns int, kinds map[string]attributes.Kind, wrong *errs.Fields) {
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

func checkTarget(field, Target string, kinds map[string]attributes.Kind, taken map[string]bool, wrong *errs.Fields) {
	key, custom := strings.CutPrefix(Target, customPrefix)
	switch {
	case custom && kinds[key] == "":
		wrong.Add(field, "attribute.unknown")
	case !custom && !slices.Contains(targets, Target) && !evidenceTarget.MatchString(Target):
		wrong.Add(field, "not_one_of", "values", strings.Join(targets, ", "))
	case taken[Target] && Target != toName: // several columns make up one name
		wrong.Add(field, "import.target_twice")
	}
	taken[Target] = true
}

// has reports whether a column or a constant is mapped to the target.
func (m Mapping) has(Target string) bool {
	return slices.ContainsFunc(m.Columns, func(c MappedColumn) bool { return c.Target == Target }) ||
		slices.ContainsFunc(m.Constants, func(c Constant) bool { return c.Target == Target })
}

// KeyTargets are the targets that contain the key of a row's credential.
var KeyTargets = map[Key]string{ByID: toID, ByUUID: toUUID, ByLicenseID: ToLicenseID, ByRecipientID: toRecipientID, ByEmail: ToEmail}

// Check adds field errors for invalid settings and for required targets that the mapping lacks.
func (s Settings) Check(m Mapping, wrong *errs.Fields) {
	if !slices.Contains([]Mode{Create, Update, Upsert, Replace}, s.Mode) {
		wrong.Add("settings.mode", "not_one_of", "values", "create, update, upsert, replace")
		return
	}
	if !slices.Contains([]string{LeaveRecipients, ChangeThese, ChangePast}, s.RecipientData) {
		wrong.Add("settings.recipient_data", "not_one_of", "values", "leave, change, change_past")
	}
	if s.Mode != Create {
		if KeyTargets[s.Key] == "" {
			wrong.Add("settings.key", "not_one_of", "values", "id, uuid, license_id, recipient_id, email")
		} else if !m.has(KeyTargets[s.Key]) {
			wrong.Add("mapping", "import.target_missing", "target", KeyTargets[s.Key])
		}
	}
	if s.Mode == Update {
		return
	}
	if !m.has(toName) && !m.has(toFirstName) && !m.has(toLastName) {
		wrong.Add("mapping", "import.target_missing", "target", toName)
	}
	if !m.has(ToEmail) {
		wrong.Add("mapping", "import.target_missing", "target", ToEmail)
	}
	if s.GroupID == nil && !m.has(toGroup) {
		wrong.Add("mapping", "import.target_missing", "target", toGroup)
	}
}
