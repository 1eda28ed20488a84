package i18n_test

import (
	"testing"

	"laurel/internal/platform/i18n"
)

func TestANameIsOneLineWithoutMarksThatReorderText(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Ada":                               "Ada",
		"  Ada \n Lovelace\t":               "Ada Lovelace",
		"Ada\u2028Lovelace":                 "Ada Lovelace",
		"exe.\u202egpj":                     "exe.gpj",
		"\u2066Ada\u2069\u0007\u0000":       "Ada",
		"\u200fعائشة":                       "\u200fعائشة",
		"می\u200cخواهم":                     "می\u200cخواهم",
		"family \U0001F468\u200d\U0001F469": "family \U0001F468\u200d\U0001F469",
		"\xff\xfeA":                         "A",
	} {
		if got := i18n.OneLine(name); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}
