package evidence

import (
	"reflect"
	"testing"

	"laurel/internal/platform/errs"
)

func TestContentIsReadAsClientsSendIt(t *testing.T) {
	t.Parallel()
	grade := func(g float64) Content { return Content{Grade: &g} }
	days, weight := 5, 2.5
	for _, tc := range []struct {
		category Category
		value    any
		want     Content
		refused  bool
	}{
		{Grade, 90.0, grade(90), false},
		{Grade, "80.5", grade(80.5), false},
		{Grade, "75 %", grade(75), false},
		{Grade, map[string]any{"grade": 60.0}, grade(60), false},
		{Grade, "", Content{}, false},
		{Grade, nil, Content{}, false},
		{Grade, -1.0, Content{}, true},
		{Grade, 100.1, Content{}, true},
		{Grade, "NaN", Content{}, true},
		{Grade, "A", Content{}, true},
		{Transcript, `[{"category":"Looms","percent":"75"}]`, Content{Transcript: []Row{{Subject: "Looms", Grade: "75"}}}, false},
		{Transcript, []any{map[string]any{"subject": "Looms", "grade": "A", "weight": 2.5}}, Content{Transcript: []Row{{"Looms", "A", &weight}}}, false},
		{Transcript, "looms", Content{}, true},
		{Transcript, `[{"category":"Looms"}]`, Content{}, true},
		{Transcript, `[{"category":"Looms","percent":1,"weight":"heavy"}]`, Content{}, true},
		{Transcript, `{"category":"Looms"}`, Content{}, true},
		{CourseDuration, `{"start_date":"2026-01-05","end_date":"09/01/2026","duration_in_days":"5"}`, Content{Duration: &Duration{"2026-01-05", "2026-01-09", &days}}, false},
		{CourseDuration, map[string]any{"duration_in_days": 5.0}, Content{Duration: &Duration{Days: &days}}, false},
		{CourseDuration, `{"start_date":"2026-01-05","end_date":"2026-01-01"}`, Content{}, true},
		{CourseDuration, "long", Content{}, true},
		{None, "<p>On looms</p>", Content{Text: "<p>On looms</p>"}, false},
		{None, 5.0, Content{Text: "5"}, false},
		{None, map[string]any{"a": 1.0}, Content{Text: `{"a":1}`}, false},
	} {
		var got Content
		var wrong errs.Fields
		got.take(tc.category, tc.value, &wrong)
		if refused := wrong.Err() != nil; refused != tc.refused || !refused && !reflect.DeepEqual(got, tc.want) {
			t.Errorf("%s %v: %s, refused: %v", tc.category, tc.value, got.encoded(), wrong.Err())
		}
	}
}

func TestPlainTextHasNoMarkUp(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"plain":                                   "plain",
		"<p>One</p><p>Two<br>Three</p>":           "One\n\nTwo\nThree",
		"a < b && b > c":                          "a < b && b > c",
		"&lt;b&gt; &amp; &#x1F600;":               "<b> & 😀",
		"x<script>alert(1)</SCRIPT >y<style>z":    "xy",
		"<img src=x onerror=alert(1)>picture":     "picture",
		"<a href='javascript:alert(1)'>link</a>":  "link",
		"<scr<script>ipt>alert(1)</script>":       "ipt>alert(1)",
		"unfinished <b":                           "unfinished",
		"<!-- note -->kept<":                      "kept<",
		"<ul><li>one</li>\n\n\n<li>two</li></ul>": "one\n\ntwo",
	} {
		if got := PlainText(text); got != want {
			t.Errorf("%q reads %q; want %q", text, got, want)
		}
	}
}
