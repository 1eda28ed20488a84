package evidence

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
)

// Content is the structured data of an item, which depends on its category.
type Content struct {
	Grade      *float64  `json:"grade,omitempty"` // percent
	Transcript []Row     `json:"transcript,omitempty"`
	Duration   *Duration `json:"duration,omitempty"`
	Text       string    `json:"text,omitempty"` // of an item without category; may hold HTML, which is never shown as such
}

// Row is a line of a transcript.
type Row struct {
	Subject string   `json:"subject"`
	Grade   string   `json:"grade"` // a percentage or a mark, such as "1.3" or "A"
	Weight  *float64 `json:"weight,omitempty"`
}

// Duration is the length of a course.
type Duration struct {
	Start string `json:"start_date"`
	End   string `json:"end_date"`
	Days  *int   `json:"duration_in_days"`
}

const (
	maxRows = 200
	maxText = 100_000
)

func (c Content) encoded() string {
	data, err := json.Marshal(c)
	if err != nil { // it holds nothing that JSON cannot write
		panic(err)
	}
	return string(data)
}

// Field is the API's name of the content, for errors.
const Field = "string_object"

// take parses content in the forms that clients send: a grade as a number, a string or an object; transcripts and durations as arrays,
// objects or their JSON text.
func (c *Content) take(category Category, value any, wrong *errs.Fields) {
	*c = Content{}
	switch category {
	case Grade:
		c.takeGrade(value, wrong)
	case Transcript:
		c.takeTranscript(value, wrong)
	case CourseDuration:
		c.takeDuration(value, wrong)
	default:
		c.takeText(value, wrong)
	}
}

func (c *Content) takeGrade(value any, wrong *errs.Fields) {
	if object, ok := value.(map[string]any); ok {
		value = object["grade"]
	}
	grade, ok := number(value)
	if value == nil || value == "" {
		return
	}
	if !ok || !(grade >= 0 && grade <= 100) {
		wrong.Add(Field, "credential.grade_percentage")
		return
	}
	c.Grade = &grade
}

func number(value any) (float64, bool) {
	switch v := value.(type) {
	case float64:
		return v, true
	case string:
		n, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(v), "%")), 64)
		return n, err == nil
	}
	return 0, false
}

func (c *Content) takeTranscript(value any, wrong *errs.Fields) {
	var rows []map[string]any
	if !unpack(value, &rows) {
		wrong.Add(Field, "evidence.transcript_rows")
		return
	}
	if len(rows) > maxRows {
		wrong.Add(Field, "too_many", "max", maxRows)
		return
	}
	for i, row := range rows {
		r := Row{Subject: words(row, "subject", "category"), Grade: words(row, "grade", "percent")}
		if r.Subject == "" || r.Grade == "" || utf8.RuneCountInString(r.Subject) > 255 || utf8.RuneCountInString(r.Grade) > 20 {
			wrong.Add(Field, "evidence.transcript_row", "row", i+1)
			return
		}
		if w, given := row["weight"]; given && w != nil && w != "" {
			weight, ok := number(w)
			if !ok || !(weight >= 0 && weight <= 1000) {
				wrong.Add(Field, "evidence.transcript_row", "row", i+1)
				return
			}
			r.Weight = &weight
		}
		c.Transcript = append(c.Transcript, r)
	}
}

// words returns the first of the named values that is present, as text.
func words(row map[string]any, names ...string) string {
	for _, name := range names {
		switch v := row[name].(type) {
		case string:
			if v = strings.TrimSpace(v); v != "" {
				return v
			}
		case float64:
			return strconv.FormatFloat(v, 'f', -1, 64)
		}
	}
	return ""
}

func (c *Content) takeDuration(value any, wrong *errs.Fields) {
	var in struct {
		Start string `json:"start_date"`
		End   string `json:"end_date"`
		Days  any    `json:"duration_in_days"`
	}
	if !unpack(value, &in) {
		wrong.Add(Field, "evidence.duration")
		return
	}
	d := Duration{Start: day(in.Start), End: day(in.End)}
	days, ok := number(in.Days)
	if n := int(days); ok && days >= 0 && days <= 100_000 {
		d.Days = &n
	}
	if d.Days == nil && d.Start == "" && d.End == "" || d.End != "" && d.End < d.Start {
		wrong.Add(Field, "evidence.duration")
		return
	}
	c.Duration = &d
}

// day formats a date as the product stores it, or returns "" for an invalid one.
func day(text string) string {
	d, err := credentials.ParseDate(text)
	if err != nil {
		return ""
	}
	return d.Format(time.DateOnly)
}

func (c *Content) takeText(value any, wrong *errs.Fields) {
	switch v := value.(type) {
	case nil:
	case string:
		c.Text = v
	case float64, bool:
		c.Text = fmt.Sprint(v)
	default:
		data, err := json.Marshal(v)
		if err != nil {
			wrong.Add(Field, "wrong_type", "type", "text")
		}
		c.Text = string(data)
	}
	if utf8.RuneCountInString(c.Text) > maxText {
		wrong.Add(Field, "too_long", "max", maxText)
	}
}

// unpack parses a value that may be JSON text. A missing value is empty.
func unpack(value any, into any) bool {
	text, ok := value.(string)
	if value == nil || ok && strings.TrimSpace(text) == "" {
		text = "null"
	} else if !ok {
		data, err := json.Marshal(value)
		if err != nil {
			return false
		}
		text = string(data)
	}
	return json.Unmarshal([]byte(text), into) == nil
}
