package verification_test

import (
	"context"
	"slices"
	"testing"

	"laurel/internal/trust/badges"
	"laurel/internal/trust/verification"
)

// FuzzVerify looks for what makes a verification break, run on, or call good what nobody signed.
func FuzzVerify(f *testing.F) {
	s := newStranger(f)
	document := s.sign(s.credential(j{"credentialStatus": s.list("revocation", 9)}))
	f.Add([]byte("8kgwyjhzm"))
	f.Add(document)
	f.Add(baked(f, badges.Keyword3, document))
	f.Add(attached("", document))
	f.Add([]byte(`<svg xmlns:openbadges="http://openbadges.org"><openbadges:assertion verify="https://issuer.example/a"/></svg>`))
	f.Add([]byte("eyJhbGciOiJFZERTQSJ9.e30.AAAA"))
	f.Add(written(f, s.badges("https://"+host, nil)))
	v := s.verifier()
	nobody, cancel := context.WithCancel(f.Context())
	cancel() // but for the stranger's server, which is inside, nobody is asked
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, in := range []verification.Input{{File: data}, {Text: string(data)}} {
			got := v.Verify(nobody, in)
			if got.Verdict == verification.Valid || !slices.Contains(verification.Verdicts, got.Verdict) || len(got.Steps) == 0 {
				t.Errorf("%s: %+v", got.Verdict, got.Steps)
			}
		}
	})
}
