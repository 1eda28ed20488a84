package i18n_test

import (
	"testing"

	"laurel/internal/platform/i18n"
)

func TestMoneyIsWrittenAsTheLanguageAndTheCurrencyDo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lang, code string
		amount     int64
		want       string
	}{
		{"en", "EUR", 123456, "1,234.56\u00a0EUR"},
		{"de", "EUR", 123456, "1.234,56\u00a0EUR"},
		{"de", "JPY", 123456, "123.456\u00a0JPY"},
		{"ar", "EUR", 5, "0.05\u00a0EUR"},
		{"en", "KWD", 1500, "1.500\u00a0KWD"},
		{"en", "USD", -990, "-9.90\u00a0USD"},
	} {
		if got := i18n.Money(c.lang, c.amount, c.code); got != c.want {
			t.Errorf("%s %d %s: %q, want %q", c.lang, c.amount, c.code, got, c.want)
		}
	}
}
