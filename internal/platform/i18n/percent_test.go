package i18n_test

import (
	"testing"

	"laurel/internal/platform/i18n"
)

func TestPercentagesAreWrittenInTheLanguage(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		"en": "92.25%", "de": "92,25\u00a0%", "ar": "92.25\u200e%\u200e", "not a language": "92.25%",
	} {
		if got := i18n.Percent(code, 92.25); got != want {
			t.Errorf("%s: %q, not %q", code, got, want)
		}
	}
	if got := i18n.Percent("en", 100); got != "100%" {
		t.Errorf("a whole one is %q", got)
	}
}
