package verification_test

import (
	"encoding/json"
	"strconv"
	"testing"

	"laurel/internal/trust/verification"
)

// record is a learner record of the stranger's with some signed credentials in it.
func (s *stranger) record(held ...[]byte) []byte {
	s.t.Helper()
	all := make([]any, len(held))
	for i, one := range held {
		if err := json.Unmarshal(one, &all[i]); err != nil {
			s.t.Fatal(err)
		}
	}
	return s.sign(j{
		"@context": []any{
			"https://www.w3.org/ns/credentials/v2", "https://purl.imsglobal.org/spec/clr/v2p0/context-2.0.1.json",
			"https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json", "https://purl.imsglobal.org/spec/ob/v3p0/extensions.json",
		},
		"id": "urn:uuid:00000000-0000-4000-8000-000000000001", "type": []any{"VerifiableCredential", "ClrCredential"}, "name": "Guild",
		"issuer": j{"id": s.DID, "type": []any{"Profile"}, "name": "Guild"}, "validFrom": "2026-01-01T00:00:00Z",
		"credentialSubject": j{"type": []any{"ClrSubject"}, "verifiableCredential": all},
	})
}

// one is a credential with an id and an achievement of its own.
func (s *stranger) one(number int, more j) []byte {
	c := s.credential(more)
	id := "https://" + host + "/credentials/" + strconv.Itoa(number)
	c["id"] = id
	subject := c["credentialSubject"].(j)
	subject["achievement"].(j)["id"], subject["achievement"].(j)["criteria"] = id+"#achievement", j{"id": id + "#criteria"}
	subject["identifier"].([]any)[0].(j)["salt"] = strconv.Itoa(number)
	return s.sign(c)
}

func TestLearnerRecordVerdictIsThatOfItsContents(t *testing.T) {
	t.Parallel()
	s := newStranger(t)
	listed := func(index int) j { return j{"credentialStatus": s.list("revocation", index, 7)} }
	var many [][]byte
	for i := range 30 { // more than may be fetched, were their list fetched for each
		many = append(many, s.one(i, listed(100+i)))
	}
	var better j
	if err := json.Unmarshal(s.one(2, nil), &better); err != nil {
		t.Fatal(err)
	}
	better["name"] = "Better"
	for name, c := range map[string]struct {
		text    []byte
		verdict verification.Verdict
		code    verification.Code
	}{
		"many":                    {s.record(many...), verification.IssuerUnknown, "held_unlisted"},
		"one that expired":        {s.record(s.one(1, nil), s.one(2, j{"validUntil": "2026-02-01T00:00:00Z"})), verification.IssuerUnknown, "held_expired"},
		"one that was revoked":    {s.record(s.one(1, nil), s.one(2, listed(7))), verification.Revoked, "status_revoked"},
		"one that was changed":    {s.record(s.one(1, nil), written(t, better)), verification.Changed, "signature_wrong"},
		"one without a signature": {s.record(written(t, s.credential(nil))), verification.Changed, "unsigned"},
		"one that is none":        {s.record(s.record(s.one(1, nil))), verification.Unsupported, "kind_unsupported"},
		"nothing":                 {s.record(), verification.NotACredential, "incomplete"},
	} {
		must(t, name, s.verify(c.text), c.verdict, c.code)
	}
	good := s.record(s.one(1, nil), s.one(2, nil))
	for i := 0; i < len(good); i += 41 {
		touched := append([]byte(nil), good...)
		touched[i] ^= 1
		if got := s.verify(touched); got.Verdict == verification.Valid || got.Verdict == verification.IssuerUnknown {
			t.Errorf("byte %d changed: %s", i, got.Verdict)
		}
	}
}
