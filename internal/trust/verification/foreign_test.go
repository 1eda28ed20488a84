package verification_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laurel/internal/trust/verification"
)

// foreign reads a credential that libraries of others made; testdata/foreign/make.mjs is how.
func foreign(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata/foreign", name))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(data))
}

func TestForeignFormatsAreVerified(t *testing.T) {
	t.Parallel()
	s := newStranger(t)
	for name, c := range map[string]struct {
		verdict   verification.Verdict
		code      verification.Code
		standard  verification.Standard
		says      string
		recipient string
	}{
		"ed25519-signature-2020.json":     {verification.IssuerUnknown, "signature_good", verification.OpenBadges3, "Weaving", "Ada"},
		"ed25519-signature-2020-dcc.json": {verification.IssuerUnknown, "signature_good", verification.VerifiableCredential1, "Weaving", "Ada"},
		"ecdsa-rdfc-2019-p256.json":       {verification.IssuerUnknown, "signature_good", verification.OpenBadges3, "Weaving", "Ada"},
		"ecdsa-rdfc-2019-p384.json":       {verification.IssuerUnknown, "signature_good", verification.OpenBadges3, "Weaving", "Ada"},
		"eddsa-jcs-2022.json":             {verification.IssuerUnknown, "signature_good", verification.OpenBadges3, "Weaving", "Ada"},
		"ecdsa-sd-2023.json":              {verification.IssuerUnknown, "signature_good", verification.OpenBadges3, "Weaving", "Ada"},
		"ecdsa-sd-2023-base.json":         {verification.Unsupported, "signature_unsupported", verification.OpenBadges3, "Weaving", "Ada"},
		"two-proofs.json":                 {verification.IssuerUnknown, "signature_good", verification.OpenBadges3, "Weaving", "Ada"},
		"vc-claim.jwt":                    {verification.IssuerUnknown, "signature_good", verification.OpenBadges3, "Weaving", "Ada"},
		"es384.jwt":                       {verification.IssuerUnknown, "signature_good", verification.OpenBadges3, "Weaving", "Ada"},
		"sd-jwt-badge.txt":                {verification.IssuerUnknown, "signature_good", verification.OpenBadges3, "Weaving", "Ada"},
		"sd-jwt-vc.txt":                   {verification.IssuerUnknown, "signature_good", verification.SDJWT1, "https://guild.example/types/weaver", "Ada Lovelace"},
	} {
		got := s.verify([]byte(foreign(t, name)))
		must(t, name, got, c.verdict, c.code)
		if got.Standard != c.standard || got.Credential == nil || got.Credential.Name != c.says || got.Credential.Recipient != c.recipient {
			t.Errorf("%s is %s: %+v", name, got.Standard, got.Credential)
		}
	}
	if len(s.asked) != 0 {
		t.Errorf("asked for %q", s.asked)
	}
	must(t, "a claim that differs", s.verify([]byte(foreign(t, "vc-claim-differs.jwt"))), verification.Changed, "claims_differ")
}

func TestTamperedForeignFormatIsChangedNotUnsupported(t *testing.T) {
	t.Parallel()
	s := newStranger(t)
	for _, name := range []string{
		"ed25519-signature-2020.json", "ed25519-signature-2020-dcc.json", "ecdsa-rdfc-2019-p256.json", "ecdsa-rdfc-2019-p384.json",
		"eddsa-jcs-2022.json", "ecdsa-sd-2023.json", "two-proofs.json",
	} {
		document := foreign(t, name)
		for what, changed := range map[string]string{
			"another name":     strings.Replace(document, `"Ada"`, `"Eve"`, 1),
			"another purpose":  strings.Replace(document, `"assertionMethod"`, `"authentication"`, 1),
			"another date":     strings.Replace(document, `"2026-01-01`, `"2025-01-01`, 1),
			"an own one":       injected(document, `{"@vocab": "https://attacker.example/"}`),
			"one by address":   injected(document, `"https://attacker.example/v1"`),
			"another property": strings.Replace(document, `"name": "Ada"`, `"name": "Ada", "grade": "A"`, 1),
		} {
			if changed == document {
				t.Fatalf("%s, %s: nothing was changed", name, what)
			}
			if got := s.verify([]byte(changed)); got.Verdict != verification.Changed {
				t.Errorf("%s with %s: %s %+v", name, what, got.Verdict, got.Steps)
			}
		}
	}
	two := foreign(t, "two-proofs.json")
	first, second, _ := strings.Cut(two, `"proofValue": "z`)
	other := first + `"proofValue": "z` + strings.Replace(second, `"proofValue": "z`, `"proofValue": "z2`, 1)
	must(t, "a broken second proof", s.verify([]byte(other)), verification.Changed, "signature_wrong")
	for _, name := range []string{"vc-claim.jwt", "es384.jwt", "sd-jwt-vc.txt", "sd-jwt-badge.txt"} {
		text := []byte(foreign(t, name))
		text[bytes.IndexByte(text, '.')+20] ^= 1
		if got := s.verify(text); got.Verdict == verification.IssuerUnknown || got.Verdict == verification.Valid {
			t.Errorf("%s, changed: %s", name, got.Verdict)
		}
	}
	shown := foreign(t, "sd-jwt-vc.txt")
	must(t, "a claim without a hash", s.verify([]byte(shown+"WyJzYWx0IiwiZ3JhZGUiLCJBIl0~")), verification.Changed, "not_covered")
	token, _, _ := strings.Cut(shown, "~")
	must(t, "claims that are kept back", s.verify([]byte(token+"~")), verification.IssuerUnknown, "signature_good")
}

// injected puts a vocabulary after all others.
func injected(document, context string) string {
	end := strings.Index(document, "]")
	return document[:end] + ", " + context + document[end:]
}

// A form that nobody here knows is not called changed.
func TestUnknownFormatIsUnsupported(t *testing.T) {
	t.Parallel()
	s := newStranger(t)
	document := string(s.sign(s.credential(nil)))
	must(t, "an unknown suite", s.verify([]byte(strings.Replace(document, "eddsa-rdfc-2022", "bbs-2023", 1))), verification.Unsupported, "signature_unsupported")
	must(t, "an unknown type", s.verify([]byte(strings.Replace(document, "DataIntegrityProof", "MerkleProof2019", 1))), verification.Unsupported, "signature_unsupported")
	beside := strings.Replace(document, `"proof":[`, `"proof":[{"type":"MerkleProof2019","proofPurpose":"assertionMethod"},`, 1)
	must(t, "one beside a good one", s.verify([]byte(beside)), verification.IssuerUnknown, "proof_unchecked")
}
