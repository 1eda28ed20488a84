package verification_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"testing"

	"laurel/internal/trust/verification"
)

func TestEveryCredentialOfAPresentationIsChecked(t *testing.T) {
	t.Parallel()
	s := newStranger(t)
	good, other := raw(t, s.sign(s.credential(nil))), raw(t, s.sign(s.credential(j{"id": "https://" + host + "/credentials/2", "validUntil": "2026-02-01T00:00:00Z"})))
	changed := raw(t, s.sign(s.credential(nil)))
	changed["name"] = "Spinning"
	jwt := token(t, j{"alg": "EdDSA", "kid": s.key.Method}, s.claimed(nil), s.key.Private)
	enveloped := j{"type": "EnvelopedVerifiableCredential", "id": "data:application/vc+jwt," + jwt}
	for name, c := range map[string]struct {
		held    any
		verdict verification.Verdict
		code    verification.Code
	}{
		"one":             {good, verification.IssuerUnknown, "presented"},
		"tokens":          {[]any{jwt, enveloped}, verification.IssuerUnknown, "presented"},
		"one that ended":  {[]any{good, other}, verification.Expired, "expired"},
		"one changed":     {[]any{good, changed, other}, verification.Changed, "signature_wrong"},
		"one of no kind":  {[]any{good, "hello"}, verification.Unsupported, "kind_unsupported"},
		"a number":        {[]any{7}, verification.NotACredential, "malformed"},
		"another in it":   {[]any{j{"type": "VerifiablePresentation", "verifiableCredential": good}}, verification.Unsupported, "kind_unsupported"},
		"nothing":         {nil, verification.NotACredential, "incomplete"},
		"more than fifty": {make([]any, 51), verification.Unsupported, "kind_unsupported"},
	} {
		p := j{"@context": "https://www.w3.org/ns/credentials/v2", "type": "VerifiablePresentation", "verifiableCredential": c.held}
		must(t, name, s.verify(written(t, p)), c.verdict, c.code)
		if name == "one" {
			got := s.verify([]byte(token(t, j{"alg": "EdDSA"}, j{"vp": p}, s.key.Private)))
			must(t, "in a token", got, c.verdict, c.code)
			if got.Standard != verification.OpenBadges3 && got.Standard != verification.Presentation || got.Credential == nil || got.Credential.Recipient != "Ada" {
				t.Errorf("in a token: %s, %+v", got.Standard, got.Credential)
			}
		}
	}
}

func TestTokenStatusListDeterminesTheVerdict(t *testing.T) {
	t.Parallel()
	const address = "https://" + host + "/statuslist"
	for name, c := range map[string]struct {
		bits    int
		values  []byte
		index   int
		more    j
		verdict verification.Verdict
		code    verification.Code
	}{
		"valid":                 {1, []byte{0b0000_0010}, 0, nil, verification.IssuerUnknown, "status_good"},
		"invalid":               {1, []byte{0b0000_0010}, 1, nil, verification.Revoked, "status_revoked"},
		"suspended":             {2, []byte{0, 0b0000_1000}, 5, nil, verification.Suspended, "status_suspended"},
		"eight bits":            {8, []byte{0, 1, 0}, 1, nil, verification.Revoked, "status_revoked"},
		"its issuer's own":      {2, []byte{0b0000_0011}, 0, nil, verification.Unsupported, "status_unsupported"},
		"beyond the end":        {1, []byte{0}, 8, nil, verification.Changed, "status_wrong"},
		"three bits":            {3, []byte{0}, 0, nil, verification.Changed, "status_wrong"},
		"of another address":    {1, []byte{0}, 0, j{"sub": address + "2"}, verification.Changed, "status_wrong"},
		"over":                  {1, []byte{0}, 0, j{"exp": 1767225600}, verification.Changed, "status_wrong"},
		"of somebody else":      {1, []byte{0}, 0, j{"iss": "did:web:other.example"}, verification.Changed, "status_wrong"},
		"signed by nobody here": {1, []byte{0}, 0, j{"kid": "did:web:" + host + "#other"}, verification.Changed, "status_wrong"},
	} {
		s := newStranger(t)
		var packed bytes.Buffer
		z := zlib.NewWriter(&packed)
		if _, err := z.Write(c.values); err != nil || z.Close() != nil {
			t.Fatal(err)
		}
		list := j{"sub": address, "iat": 1767225600, "status_list": j{"bits": c.bits, "lst": b64(packed.Bytes())}}
		header := j{"alg": "EdDSA", "typ": "statuslist+jwt", "kid": s.key.Method}
		for member, value := range c.more {
			if member == "kid" {
				header[member] = value
			} else {
				list[member] = value
			}
		}
		s.serve("/statuslist", []byte(token(t, header, list, s.key.Private)))
		held := token(t, j{"alg": "EdDSA", "typ": "dc+sd-jwt", "kid": s.key.Method}, j{
			"iss": s.DID, "iat": 1767225600, "vct": "https://" + host + "/weaver", "status": j{"status_list": j{"idx": c.index, "uri": address}},
		}, s.key.Private) + "~"
		must(t, name, s.verify([]byte(held)), c.verdict, c.code)
	}
	s := newStranger(t)
	for name, status := range map[string]j{"another way": {"identifier_list": j{}}, "no list": {"status_list": j{"idx": 0, "uri": address}}, "no index": {"status_list": j{"idx": "0", "uri": address}}} {
		held := token(t, j{"alg": "EdDSA", "kid": s.key.Method}, j{"iss": s.DID, "iat": 1767225600, "vct": "x", "status": status}, s.key.Private) + "~"
		if got := s.verify([]byte(held)); got.Verdict == verification.IssuerUnknown || got.Verdict == verification.Valid {
			t.Errorf("%s: %s", name, fmt.Sprint(got.Steps))
		}
	}
}
