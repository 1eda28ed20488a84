package documents

import (
	"testing"

	"laurel/internal/documents/rendering"
	"laurel/internal/issuing/credentials"
)

func TestGradeIsPrintedAsAPercentage(t *testing.T) {
	t.Parallel()
	grade, want := 92.5, rendering.Value{Kind: "percent", Value: "92.5"}
	if got := (&Service{}).Values(credentials.Credential{Grade: &grade}, nil)["credential.grade"]; got != want {
		t.Errorf("%v, not %v", got, want)
	}
}
