package i18n

import (
	"testing"
	"time"
)

func TestDatesAreWrittenAsBrowsersWriteThem(t *testing.T) {
	t.Parallel()
	day := time.Date(2026, time.March, 5, 23, 0, 0, 0, time.UTC)
	for code, want := range map[string]string{
		"en": "Mar 5, 2026", "en-gb": "5 Mar 2026", "de": "05.03.2026", "ar": "05\u200f/03\u200f/2026", "pl": "5 mar 2026", "zh-cn": "2026年3月5日", "xx": "Mar 5, 2026",
	} {
		if got := Date(code, day); got != want {
			t.Errorf("%s: %q, want %q", code, got, want)
		}
	}
	for _, code := range Codes {
		if f := dates[code]; len(f.Months) != 12 {
			t.Errorf("%s has no form of dates", code)
		}
	}
}
