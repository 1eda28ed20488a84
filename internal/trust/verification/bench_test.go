package verification_test

import (
	"testing"

	"laurel/internal/trust/verification"
)

// BenchmarkVerify checks a signed credential with its issuer's key and status list, all fetched from inside.
func BenchmarkVerify(b *testing.B) {
	s := newStranger(b)
	document := s.sign(s.credential(j{"credentialStatus": s.list("revocation", 9, 8)}))
	v := s.verifier()
	for b.Loop() {
		if got := v.Verify(b.Context(), verification.Input{File: document}); got.Verdict != verification.IssuerUnknown {
			b.Fatalf("%s %+v", got.Verdict, got.Steps)
		}
	}
}
