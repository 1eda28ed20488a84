package documents

import (
	"testing"

	"laurel/internal/documents/rendering"
	"laurel/internal/issuing/credentials"
)

func TestAGradeIsPrintedAsAPercentageUnlessItWasIssuedWithoutASign(t *testing.T) {
	t.Parallel()
	grade := 92.5
	for bare, want := range map[bool]rendering.Value{
		false: {Kind: "percent", Value: "92.5"}, true: {Kind: "text", Value: "92.5"},
	} {
		got := (&Service{}).Values(credentials.Credential{Grade: &grade, BareGrade: bare}, nil)["credential.grade"]
		if got != want {
			t.Errorf("bare %v: %v, not %v", bare, got, want)
		}
	}
}
