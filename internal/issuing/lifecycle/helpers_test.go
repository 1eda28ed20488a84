package lifecycle_test

import (
	"testing"

	"laurel/internal/issuing/issuingtest"
)

// house adds helpers of these tests to the common ones.
type house struct{ *issuingtest.House }

func open(t *testing.T) *house {
	t.Helper()
	return &house{issuingtest.Open(t)}
}
