package namechanges

import (
	"testing"

	"laurel/internal/supplements/namechanges/internal/db"
)

func TestAChangeIsReadInTheDirectionOfItsLanguage(t *testing.T) {
	t.Parallel()
	asked := db.NameChange{CurrentName: "ada@example.org", RequestedName: "ada@example.net"}
	cases := map[string]string{
		"en": "\u2068ada@example.org\u2069 \u2192 \u2068ada@example.net\u2069",
		"ar": "\u2068ada@example.org\u2069 \u2190 \u2068ada@example.net\u2069",
		"he": "\u2068ada@example.org\u2069 \u2190 \u2068ada@example.net\u2069",
	}
	for language, want := range cases {
		if got := change(asked, language); got != want {
			t.Errorf("%s: %q, want %q", language, got, want)
		}
	}
	if got := change(db.NameChange{RequestedName: "The course is wrong"}, "ar"); got != "The course is wrong" {
		t.Errorf("what is asked in words: %q", got)
	}
}
