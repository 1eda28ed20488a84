package attributes

import (
	"strings"
	"testing"

	"laurel/internal/platform/errs"
)

// declared are a department's attributes with names in several scripts.
var declared = []Attribute{
	{Name: "Instructor", Key: "instructor", Kind: Text}, {Name: "Final score", Key: "final_score", Kind: Text}, {Name: "Größe", Key: "grosse", Kind: Text},
	{Name: "الدرجة", Key: "attribute_1", Kind: Text}, {Name: "Часы обучения", Key: "chasy_obucheniya", Kind: Text}, {Name: "पाठ्यक्रम", Key: "attribute_2", Kind: Text},
	{Name: "かぎ", Key: "attribute_3", Kind: Text}, {Name: "Level 2", Key: "level_2", Kind: Text}, {Name: "مادة", Key: "attribute_4", Kind: Text}, {Name: "ماده", Key: "attribute_5", Kind: Text},
}

func TestAttributesAreFoundByKeyAndByName(t *testing.T) {
	t.Parallel()
	for sent, want := range map[string]string{
		"instructor": "instructor", "Instructor": "instructor", "INSTRUCTOR": "instructor", " Instructor ": "instructor", "Ｉｎｓｔｒｕｃｔｏｒ": "instructor",
		"final_score": "final_score", "Final Score": "final_score", "final-score": "final_score", "FinalScore": "final_score", "Final\u00a0score": "final_score",
		"Große": "grosse", "groesse": "", "GRÖSSE": "grosse", "Gro\u0308ße": "grosse", "grosse": "grosse",
		"الدرجة": "attribute_1", "الدَّرَجَة": "attribute_1", "الدرجه": "attribute_1", "الـدرجة": "attribute_1", "درجة": "",
		"часы обучения": "chasy_obucheniya", "Chasy obucheniya": "chasy_obucheniya", "پاٹھ": "",
		"पाठ्यक्रम": "attribute_2", "पठ्यक्रम": "", "かぎ": "attribute_3", "かき": "",
		"level ٢": "level_2", "Level२": "level_2", "level 3": "", "مادة": "attribute_4", "ماده": "attribute_5", "مَادة": "",
	} {
		m, err := Match(declared, map[string]any{sent: "x"})
		if err != nil {
			t.Fatal(err)
		}
		if want == "" {
			if len(m.Warnings) != 1 || m.Warnings[0].Code != codeUndeclared {
				t.Errorf("%q is taken for %v, warnings %v", sent, m.Values, m.Warnings)
			}
			continue
		}
		if len(m.Warnings) != 0 || m.Values[want] != "x" {
			t.Errorf("%q becomes %v, warnings %v; want %s", sent, m.Values, m.Warnings, want)
		}
	}
}

func TestUndeclaredAttributesAreKeptUnderTheKeyOfTheirName(t *testing.T) {
	t.Parallel()
	m, err := Match(declared, map[string]any{"Room No.": "12", "氏名": "Ada", "empty": "", "none": nil, "list": []any{}, "map": map[string]any{}})
	if err != nil || len(m.Values) != 2 || m.Values["room_no_"] != "12" || m.Values["氏名"] != "Ada" || len(m.Warnings) != 2 {
		t.Errorf("%v %v %v", m.Values, m.Warnings, err)
	}
	if w := m.Warnings[0]; w.Field != "custom_attributes.Room No." || w.Params["key"] != "room_no_" {
		t.Errorf("%+v", w)
	}
}

func TestTheKeyDecidesWhereAnAttributeIsSentTwice(t *testing.T) {
	t.Parallel()
	m, err := Match(declared, map[string]any{"Instructor": "by name", "instructor": "by key"})
	if err != nil || m.Values["instructor"] != "by key" || len(m.Warnings) != 1 || m.Warnings[0].Code != codeTwice {
		t.Errorf("%v %v %v", m.Values, m.Warnings, err)
	}
}

func TestUndeclaredAttributesHaveLimits(t *testing.T) {
	t.Parallel()
	many := map[string]any{}
	for i := range maxUndeclared + 1 {
		many["n"+strings.Repeat("x", i)] = "x"
	}
	for name, values := range map[string]map[string]any{"too many": many, "a long name": {strings.Repeat("n", maxName+1): "x"}} {
		if _, err := Match(nil, values); errs.KindOf(err) != errs.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}
