package achievement

import (
	"reflect"
	"testing"

	"laurel/internal/trust/verification/internal/document"
)

func TestResultsBecomeAGradeAndOthers(t *testing.T) {
	t.Parallel()
	const descriptions = `[{"id":"#g","name":"Grade","resultType":"Percent"},{"id":"#h","name":"Hours","resultType":"Result"},{"id":"#l","name":"Letter","resultType":"LetterGrade"}]`
	for results, want := range map[string]struct {
		grade  string
		others []Result
	}{
		`[{"resultDescription":"#h","value":"40"},{"resultDescription":"#g","value":"92.5"}]`: {"92.5%", []Result{{"Hours", "40"}}},
		`{"resultDescription":"#h","value":"40"}`:                                             {"", []Result{{"Hours", "40"}}},
		`[{"resultDescription":"#l","value":"A"},{"resultDescription":"#g","value":"92"}]`:    {"A", []Result{{"Grade", "92"}}},
		`{"value":"passed"}`:          {"passed", nil},
		`[7,{"resultDescription":7}]`: {"", nil},
		`null`:                        {"", nil},
	} {
		o, err := document.Parse([]byte(`{"subject":{"result":` + results + `},"achievement":{"resultDescription":` + descriptions + `}}`))
		if err != nil {
			t.Fatal(err)
		}
		grade, others := Results(o.Child("subject"), o.Child("achievement"))
		if grade != want.grade || !reflect.DeepEqual(others, want.others) {
			t.Errorf("%s: %q, %v; want %q, %v", results, grade, others, want.grade, want.others)
		}
	}
}
