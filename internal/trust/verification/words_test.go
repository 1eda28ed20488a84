package verification_test

import (
	"testing"

	"laurel/internal/platform/i18n"
	"laurel/internal/trust/verification"
	"laurel/locales"
)

func TestAllCodesAreTranslated(t *testing.T) {
	t.Parallel()
	texts, err := i18n.Load(locales.Files)
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for _, code := range verification.Codes() {
		keys = append(keys, "steps."+string(code))
	}
	for _, verdict := range verification.Verdicts {
		keys = append(keys, "verdict."+string(verdict)+".title", "verdict."+string(verdict)+".text")
	}
	for _, problem := range verification.Problems {
		keys = append(keys, "problems."+problem)
	}
	for _, key := range keys {
		if !texts.Has("verification." + key) {
			t.Errorf("verification.%s has no words", key)
		}
	}
}
