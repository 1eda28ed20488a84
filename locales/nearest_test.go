package locales_test

import (
	"testing"

	"laurel/locales"
)

func TestNearest(t *testing.T) {
	t.Parallel()
	for tag, want := range map[string]string{
		"": "en", "de": "de", "de-AT": "de", "gsw": "de", "ar-EG": "ar", "en-GB": "en", "ja": "pt-br", "x-y": "pt-br",
	} {
		another := "pt-br"
		if tag == "" {
			another = "en"
		}
		if got := locales.Nearest(tag, another); got != want {
			t.Errorf("%q: got %q, want %q", tag, got, want)
		}
	}
}
