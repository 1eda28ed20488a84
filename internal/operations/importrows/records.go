package importrows

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"laurel/internal/design/attributes"
	"laurel/internal/formats/spreadsheets"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/links"
	"laurel/internal/platform/optional"
	"laurel/internal/supplements/evidence"
)

// Plan is a mapping prepared for parsing rows.
type Plan struct {
	settings Settings
	kinds    map[string]attributes.Kind
	columns  []MappedColumn
	constant []Constant
	Where    map[string]int            // the first column of a target
	shows    map[int64]map[string]bool // the custom attributes that the designs of groups show
	today    time.Time
}

func newPlan(sheet Sheet, kinds map[string]attributes.Kind, shows map[int64]map[string]bool, today time.Time) *Plan {
	p := &Plan{settings: sheet.Settings, kinds: kinds, constant: sheet.Mapping.Constants, Where: map[string]int{}, shows: shows, today: today}
	orders := map[int]string{}
	for _, c := range sheet.Columns {
		orders[c.Index] = orderOf(c)
	}
	for _, c := range sheet.Mapping.Columns {
		if c.Target == "" {
			continue
		}
		if c.DateOrder == "" {
			c.DateOrder = orders[c.Index]
		}
		if _, ok := p.Where[c.Target]; !ok {
			p.Where[c.Target] = c.Index
		}
		p.columns = append(p.columns, c)
	}
	return p
}

// piece is a piece of evidence, assembled from columns.
type piece struct{ description, url string }

// Record is a parsed row.
type Record struct {
	Number   int
	cells    []string
	Input    credentials.Input
	group    string // as written
	groupID  int64
	key      string
	Email    string // in lower case
	Target   *Target
	Evidence map[int]piece
	Problems []Problem
}

// Target is the credential that a row updates.
type Target struct {
	ID, groupID int64
	name, Email string
	license     string
	issued      time.Time
	expires     *time.Time
}

func (r *Record) add(p *Plan, severity, code, field, at string, params map[string]any) {
	problem := Problem{Code: code, Severity: severity, Field: field, Params: params}
	if column, ok := p.Where[at]; ok {
		problem.Column = &column
	}
	r.Problems = append(r.Problems, problem)
}

func (r *Record) wrong(p *Plan, code, at string) { r.add(p, Wrong, code, at, at, nil) }

// Counts returns the number of errors and warnings.
func (r *Record) Counts() (wrong, warnings int) {
	for _, problem := range r.Problems {
		if problem.Severity == Wrong {
			wrong++
		} else {
			warnings++
		}
	}
	return wrong, warnings
}

// record parses a row without accessing the database.
func (p *Plan) record(number int, cells []string) *Record {
	r := &Record{Number: number, cells: cells, Evidence: map[int]piece{}}
	values := map[string]string{}
	for _, c := range p.constant {
		values[c.Target] = strings.TrimSpace(c.Value)
	}
	orders := map[string]string{}
	for _, c := range p.columns {
		value := ""
		if c.Index < len(cells) {
			value = spreadsheets.Plain(cells[c.Index])
		}
		orders[c.Target] = c.DateOrder
		if c.Target == toName && values[toName] != "" && p.Where[toName] != c.Index {
			value = strings.TrimSpace(values[toName] + " " + value)
		}
		values[c.Target] = value
	}
	if first, last := values[toFirstName], values[toLastName]; first != "" || last != "" {
		values[toName] = strings.TrimSpace(values[toName] + " " + first + " " + last)
	}
	r.group = values[toGroup]
	r.key = values[KeyTargets[p.settings.Key]]
	r.Email = strings.ToLower(values[ToEmail])
	r.texts(values)
	p.dates(r, values, orders)
	p.numbers(r, values)
	p.attributes(r, values, orders)
	p.pieces(r, values)
	return r
}

// pieces collects the evidence of the row.
func (p *Plan) pieces(r *Record, values map[string]string) {
	for name, value := range values {
		m := evidenceTarget.FindStringSubmatch(name)
		if m == nil || value == "" {
			continue
		}
		n, _ := strconv.Atoi(m[1]) // a digit
		e := r.Evidence[n]
		if m[2] == "url" {
			e.url = value
			if !links.Web(value) || len(value) > maxLink {
				r.wrong(p, "invalid_url", name)
			}
		} else {
			e.description = value
			if utf8.RuneCountInString(value) > maxNarrative {
				r.add(p, Wrong, "too_long", name, name, map[string]any{"max": maxNarrative})
			}
		}
		r.Evidence[n] = e
	}
}

// The limits of a piece of evidence.
const (
	maxTitle     = 150
	maxNarrative = 5000
	maxLink      = 2048
)

// Proof returns the evidence of a row, ordered by number.
func (r *Record) Proof() []evidence.Input {
	var all []evidence.Input
	for _, n := range slices.Sorted(maps.Keys(r.Evidence)) {
		e := r.Evidence[n]
		title := []rune(strings.TrimSpace(e.description))
		if len(title) == 0 {
			title = []rune(e.url)
		}
		in := evidence.Input{Title: optional.Set(strings.TrimSpace(string(title[:min(len(title), maxTitle)])))}
		if len(title) > maxTitle {
			in.Narrative = optional.Set(e.description)
		}
		if e.url != "" {
			in.Category, in.Link = optional.Set(string(evidence.URL)), optional.Set(e.url)
		}
		all = append(all, in)
	}
	return all
}

// texts copies text values unchanged. Empty cells are ignored.
func (r *Record) texts(values map[string]string) {
	for _, f := range credentials.TextFields {
		if value := values[targetOf(f)]; value != "" {
			*f.Input(&r.Input) = optional.Set(value)
		}
	}
	if phone := values[toPhone]; phone != "" {
		r.Input.RecipientPhone.Value = strings.NewReplacer(" ", "", "-", "", "(", "", ")", "", "/", "").Replace(phone)
	}
}

func (p *Plan) dates(r *Record, values, orders map[string]string) {
	for name, to := range map[string]*optional.Value[string]{toIssuedOn: &r.Input.IssuedOn, toExpiredOn: &r.Input.ExpiredOn} {
		if values[name] == "" {
			continue
		}
		d, wrong := readDate(values[name], orders[name])
		if wrong != "" {
			r.wrong(p, wrong, name)
			continue
		}
		*to = optional.Set(d.Format(time.DateOnly))
	}
}

// truths maps words to boolean values.
var truths = map[string]bool{
	"true": true, "yes": true, "1": true, "y": true, "x": true, "ja": true, "oui": true, "sí": true, "si": true, "sim": true, "نعم": true,
	"false": false, "no": false, "0": false, "n": false, "nein": false, "non": false, "não": false, "لا": false,
}

func (p *Plan) numbers(r *Record, values map[string]string) {
	if text := values[toGrade]; text != "" {
		text = strings.TrimSpace(strings.TrimSuffix(text, "%"))
		if !strings.Contains(text, ".") {
			text = strings.Replace(text, ",", ".", 1)
		}
		grade, err := strconv.ParseFloat(text, 64)
		switch {
		case err != nil:
			r.wrong(p, "invalid_number", toGrade)
		case !(grade >= 0 && grade <= 100):
			r.wrong(p, "grade_percentage", toGrade)
		default:
			r.Input.Grade = optional.Set(&grade)
		}
	}
	if text := values[toPrivate]; text != "" {
		private, ok := truths[strings.ToLower(text)]
		if !ok {
			r.wrong(p, "invalid_boolean", toPrivate)
			return
		}
		r.Input.Private = optional.Set(private)
	}
}

func (p *Plan) attributes(r *Record, values, orders map[string]string) {
	custom := map[string]any{}
	for name, value := range values {
		key, ok := strings.CutPrefix(name, customPrefix)
		if !ok || value == "" {
			continue
		}
		if p.kinds[key] == attributes.Date {
			d, wrong := readDate(value, orders[name])
			if wrong != "" {
				r.wrong(p, wrong, name)
				continue
			}
			value = d.Format(time.DateOnly)
		}
		custom[key] = value
	}
	if len(custom) > 0 {
		r.Input.CustomAttributes = optional.Set(custom)
	}
}

// whole makes the input clear the fields that the row does not set.
func (r *Record) whole() {
	for _, f := range credentials.TextFields {
		if !f.Key {
			f.Input(&r.Input).Given = true
		}
	}
	r.Input.ExpiredOn.Given, r.Input.Grade.Given = true, true
	if !r.Input.CustomAttributes.Given {
		r.Input.CustomAttributes = optional.Set(map[string]any{})
	}
}

// leaveRecipient removes the recipient's data from the input.
func (r *Record) leaveRecipient() {
	for _, f := range credentials.RecipientFields() {
		*f.Input(&r.Input) = optional.Value[string]{}
	}
}

// fields maps the fields in errors of credentials to targets.
var fields = func() map[string]string {
	all := map[string]string{"issued_on": toIssuedOn, "expired_on": toExpiredOn, "grade": toGrade}
	for _, f := range credentials.TextFields {
		all[f.Name] = targetOf(f)
	}
	return all
}()

// codes maps error codes of credentials to problem codes.
var codes = map[string]string{
	"credential.grade_percentage": "grade_percentage", "credential.expires_before_issue": "expires_before_issue",
	"credential.duplicate": "duplicate_in_group", "credential.license_taken": "license_taken", "attribute.unknown": "invalid",
	"wrong_type": "invalid", "group.not_found": "unknown_group", "credential.group_archived": "group_archived",
	"credential.group_without_design": "group_without_design", "credential.not_found": "unknown_key", "unknown_language": "invalid",
}

func codeOf(code string) string {
	if ours, ok := codes[code]; ok {
		return ours
	}
	return code
}

// refused adds an error of credentials as problems of the columns it concerns.
func (r *Record) refused(p *Plan, err error) error {
	refusal, ok := errors.AsType[*errs.Error](err)
	if !ok {
		return err
	}
	for _, field := range slices.Sorted(maps.Keys(refusal.Fields)) {
		at := fields[field]
		if key, ok := strings.CutPrefix(field, "custom_attributes."); ok {
			at = customPrefix + key
		}
		if at == "" {
			continue
		}
		if _, ok := p.Where[at]; !ok && at == toName {
			at = toFirstName
		}
		for _, d := range refusal.Fields[field] {
			r.add(p, Wrong, codeOf(d.Code), fields[field], at, d.Params)
		}
	}
	if len(r.Problems) == 0 {
		r.add(p, Wrong, codeOf(refusal.Code), "", "", refusal.Params)
	}
	return nil
}
