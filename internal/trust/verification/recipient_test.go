package verification_test

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"laurel/internal/trust/verification"
)

func hashed(identity, salt string) string {
	sum := sha256.Sum256([]byte(identity + salt))
	return "sha256$" + hex.EncodeToString(sum[:])
}

func TestEmailIsComparedWithRecipient(t *testing.T) {
	t.Parallel()
	s := newStranger(t)
	subject := func(identities ...any) j {
		of, _ := s.credential(nil)["credentialSubject"].(j)
		of["identifier"] = identities
		return j{"credentialSubject": of}
	}
	identity := func(hash, salt string, isHashed bool) j {
		return j{"type": "IdentityObject", "hashed": isHashed, "identityHash": hash, "identityType": "emailAddress", "salt": salt}
	}
	ada := identity(hashed("ada@example.org", "pepper"), "pepper", true)
	// The known answer of the standard's own example.
	guide := identity("sha256$b5809d8a92f8858436d7e6b87c12ebc0ae1eac4baecc2c0b913aee2c922ef399", "Kosher", true)
	for name, c := range map[string]struct {
		more  j
		email string
		want  verification.EmailMatch
		code  verification.Code
	}{
		"the recipient":             {subject(ada), "ada@example.org", verification.EmailMatches, "email_match"},
		"in capital letters":        {subject(ada), "Ada@Example.org", verification.EmailMatches, "email_match"},
		"hashed as it was typed":    {subject(identity(hashed("Ada@Example.org", "x"), "x", true)), "Ada@Example.org", verification.EmailMatches, "email_match"},
		"without a salt":            {subject(identity(hashed("ada@example.org", ""), "", true)), "ada@example.org", verification.EmailMatches, "email_match"},
		"the example":               {subject(guide), "a@example.com", verification.EmailMatches, "email_match"},
		"one of several":            {subject(guide, ada), "ada@example.org", verification.EmailMatches, "email_match"},
		"in MD5":                    {subject(identity("md5$5d41402abc4b2a76b9719d911017c592", "", true)), "hello@example.org", verification.EmailDiffers, "email_no_match"},
		"openly":                    {subject(identity("ADA@example.org", "", false)), "ada@example.org", verification.EmailMatches, "email_match"},
		"somebody else":             {subject(ada), "eve@example.org", verification.EmailDiffers, "email_no_match"},
		"the hash itself":           {subject(ada), "sha256@example.org", verification.EmailDiffers, "email_no_match"},
		"a credential without one":  {subject(j{"type": "IdentityObject", "identityHash": "4711", "identityType": "systemId"}), "ada@example.org", verification.EmailUnstated, "email_not_stated"},
		"a subject with an address": {j{"credentialSubject": j{"id": "mailto:ada@example.org", "type": []any{"AchievementSubject"}, "achievement": s.credential(nil)["credentialSubject"].(j)["achievement"]}}, "ada@example.org", verification.EmailMatches, "email_match"},
	} {
		got := s.verifier().Verify(t.Context(), verification.Input{Text: string(s.sign(s.credential(c.more))), Email: c.email})
		must(t, name, got, verification.IssuerUnknown, c.code)
		if got.EmailMatch != c.want {
			t.Errorf("%s: %q", name, got.EmailMatch)
		}
	}
	older := s.badges("https://"+host, j{"recipient": j{"type": "email", "hashed": true, "salt": "pepper", "identity": hashed("ada@example.org", "pepper")}})
	s.serve("/assertion", older)
	got := s.verifier().Verify(t.Context(), verification.Input{Text: string(written(t, older)), Email: "ada@example.org"})
	must(t, "Open Badges 2.0", got, verification.IssuerUnknown, "email_match")
}

// Anybody can write a recipient into a credential that nobody signed, so its recipient is not compared.
func TestEmailIsNotComparedForUnprovenCredentials(t *testing.T) {
	t.Parallel()
	s := newStranger(t)
	unsigned := written(t, s.credential(nil))
	for name, text := range map[string]string{"unsigned": string(unsigned), "no credential": "hello"} {
		got := s.verifier().Verify(t.Context(), verification.Input{Text: text, Email: "ada@example.org"})
		if got.EmailMatch != "" {
			t.Errorf("%s: %q", name, got.EmailMatch)
		}
	}
	if got := s.verify(s.sign(s.credential(nil))); got.EmailMatch != "" {
		t.Errorf("nobody asked: %q", got.EmailMatch)
	}
}
