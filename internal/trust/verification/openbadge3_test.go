package verification_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"laurel/internal/formats/dataintegrity"
	"laurel/internal/trust/verification"
)

func TestValidCredentialOfUnknownIssuer(t *testing.T) {
	t.Parallel()
	s := newStranger(t)
	document := s.sign(s.credential(j{"credentialStatus": s.list("revocation", 77, 76, 78), "validUntil": "2027-01-01T00:00:00Z"}))
	got := s.verify(document)
	must(t, "nobody lists it", got, verification.IssuerUnknown, "issuer_unlisted")
	if got.Credential.Name != "Weaving" || got.Credential.Recipient != "Ada" || got.Credential.Issuer.Name != "Guild" || got.Standard != verification.OpenBadges3 {
		t.Errorf("%+v", got.Credential)
	}
	list := filepath.Join(t.TempDir(), "trusted.txt")
	if err := os.WriteFile(list, []byte("# schools\n"+s.DID+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	lists := map[string]string{"a list of lines": list, "an object": s.serve("/issuers.json", j{"issuers": []any{s.DID}}), "a registry": s.serve("/registry.json", j{"registry": j{s.DID: j{}}})}
	for name, source := range lists {
		got := s.verifier("/nowhere/at/all", source).Verify(t.Context(), verification.Input{Text: string(document)})
		must(t, name, got, verification.Valid, "issuer_listed")
		for _, step := range got.Steps {
			for _, param := range step.Params {
				if strings.Contains(param, "/nowhere") {
					t.Errorf("a path of ours is told: %+v", step)
				}
			}
			if step.Code == "signature_good" && step.Signer != s.key.Method {
				t.Errorf("signed by %q", step.Signer)
			}
			if step.Code == "key_found" && (len(step.Fetched) != 1 || step.Fetched[0].Status != 200) {
				t.Errorf("fetched %+v", step.Fetched)
			}
		}
	}
	got = s.verifier("/nowhere/at/all").Verify(t.Context(), verification.Input{Text: string(document)})
	must(t, "the only list is lost", got, verification.IssuerUnknown, "registry_unreachable")
}

func TestStatusAndDatesDetermineTheVerdict(t *testing.T) {
	t.Parallel()
	s := newStranger(t)
	for name, c := range map[string]struct {
		more    j
		verdict verification.Verdict
		code    verification.Code
	}{
		"revoked":            {j{"credentialStatus": s.list("revocation", 9, 9)}, verification.Revoked, "status_revoked"},
		"suspended":          {j{"credentialStatus": s.list("suspension", 3, 3)}, verification.Suspended, "status_suspended"},
		"both, in a list":    {j{"credentialStatus": []any{s.list("suspension", 3, 3), s.list("revocation", 9, 9)}}, verification.Revoked, "status_suspended"},
		"beyond the end":     {j{"credentialStatus": s.list("revocation", 16<<13, 9)}, verification.Changed, "status_wrong"},
		"no list":            {nil, verification.IssuerUnknown, "status_none"},
		"a list not there":   {j{"credentialStatus": entryAt("https://" + host + "/status/none")}, verification.Unreachable, "status_unreachable"},
		"an unknown kind":    {j{"credentialStatus": j{"id": "https://" + host + "/x", "type": "1EdTechCredentialRefresh"}}, verification.Unsupported, "status_unsupported"},
		"expired":            {j{"validUntil": "2026-11-21T12:00:00Z"}, verification.Expired, "expired"},
		"its last second":    {j{"validUntil": "2026-11-21T12:00:01Z"}, verification.IssuerUnknown, "in_time"},
		"not yet":            {j{"validFrom": "2026-11-21T12:06:00Z"}, verification.NotYetValid, "not_yet_valid"},
		"no date":            {j{"validFrom": "soon"}, verification.NotACredential, "incomplete"},
		"revoked over ended": {j{"credentialStatus": s.list("revocation", 9, 9), "validUntil": "2026-01-02T00:00:00Z"}, verification.Revoked, "expired"},
		"1EdTech's list": {j{"credentialStatus": j{"id": s.serve("/revoked.json", j{"issuer": s.DID, "revokedCredential": []any{
			j{"id": "https://" + host + "/credentials/1", "revoked": true}}}), "type": "1EdTechRevocationList"}}, verification.Revoked, "status_revoked"},
		"1EdTech's list of others": {j{"credentialStatus": j{"id": s.serve("/others.json", j{"issuer": s.DID, "revokedCredential": []any{
			j{"id": "https://" + host + "/credentials/2", "revoked": true}}}), "type": "1EdTechRevocationList"}}, verification.IssuerUnknown, "status_good"},
	} {
		document := s.sign(s.credential(c.more))
		must(t, name, s.verify(document), c.verdict, c.code)
	}
}

func entryAt(address string) j {
	return j{"id": address + "#1", "type": "BitstringStatusListEntry", "statusPurpose": "revocation", "statusListIndex": "1", "statusListCredential": address}
}

func TestStatusListOfAnotherIssuerIsRejected(t *testing.T) {
	t.Parallel()
	s, other := newStranger(t), newStranger(t)
	document := s.sign(s.credential(j{"credentialStatus": s.list("revocation", 9)}))
	must(t, "as signed", s.verify(document), verification.IssuerUnknown, "status_good")
	good := s.documents["/status/revocation"].body
	swap := func(old, new string) []byte { return bytes.Replace(good, []byte(old), []byte(new), 1) }
	var list map[string]any
	if err := json.Unmarshal(good, &list); err != nil {
		t.Fatal(err)
	}
	encoded := list["credentialSubject"].(map[string]any)["encodedList"].(string)
	bomb := func() string {
		var out bytes.Buffer
		z := gzip.NewWriter(&out)
		for range 256 {
			_, _ = z.Write(make([]byte, 1<<20))
		}
		_ = z.Close()
		return "u" + base64.RawURLEncoding.EncodeToString(out.Bytes())
	}()
	otherSigned := func() []byte {
		out, err := dataintegrity.Sign(written(t, s.listOf("revocation", packed(t, 16<<10))), other.key, now)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}()
	for name, body := range map[string][]byte{
		"other bits":       swap(encoded, packed(t, 16<<10, 1)),
		"other purpose":    swap(`"statusPurpose":"revocation"`, `"statusPurpose":"suspension"`),
		"signed by others": otherSigned,
		"unsigned":         written(t, s.listOf("revocation", packed(t, 16<<10))),
		"too short":        s.sign(s.listOf("revocation", packed(t, 1<<10))),
		"a bomb":           s.sign(s.listOf("revocation", bomb)),
		"no bits":          s.sign(s.listOf("revocation", "uAAAA")),
		"of another time": s.sign(func() j {
			l := s.listOf("revocation", packed(t, 16<<10))
			l["validUntil"] = "2026-02-01T00:00:00Z"
			return l
		}()),
		"at another place": s.sign(func() j {
			l := s.listOf("revocation", packed(t, 16<<10))
			l["id"] = "https://" + host + "/status/x"
			return l
		}()),
		"no JSON": []byte("<html>"),
	} {
		s.serve("/status/revocation", body)
		must(t, name, s.verify(document), verification.Changed, "status_wrong")
	}
}

func TestOnlyKeysOfTheIssuerAreAccepted(t *testing.T) {
	t.Parallel()
	s, other := newStranger(t), newStranger(t)
	document := s.sign(s.credential(nil))
	swapped, err := dataintegrity.Sign(written(t, s.credential(nil)), dataintegrity.Key{Private: other.key.Private, Method: s.key.Method}, now)
	if err != nil {
		t.Fatal(err)
	}
	must(t, "another key under the issuer's name", s.verify(swapped), verification.Changed, "signature_wrong")
	keyOf := "did:key:" + dataintegrity.Multikey(other.public)
	foreign, err := dataintegrity.Sign(written(t, s.credential(nil)), dataintegrity.Key{Private: other.key.Private, Method: keyOf + "#" + keyOf[8:]}, now)
	if err != nil {
		t.Fatal(err)
	}
	must(t, "a key of somebody else", s.verify(foreign), verification.Changed, "signer_not_issuer")

	var did map[string]any
	if err := json.Unmarshal(s.documents["/.well-known/did.json"].body, &did); err != nil {
		t.Fatal(err)
	}
	method := did["verificationMethod"].([]any)[0].(map[string]any)
	with := func(change func()) { change(); s.serve("/.well-known/did.json", did) }
	for _, c := range []struct {
		name   string
		change func()
		code   verification.Code
	}{
		{"expired before it signed", func() { method["expires"] = "2026-11-01T00:00:00Z" }, "key_retired"},
		{"revoked", func() { delete(method, "expires"); method["revoked"] = "2026-11-01T00:00:00Z" }, "key_revoked"},
		{"revoked and no longer for credentials", func() { did["assertionMethod"] = []any{} }, "key_revoked"},
		{"of another controller", func() {
			did["assertionMethod"] = []any{s.key.Method}
			delete(method, "revoked")
			method["controller"] = "did:web:other.example"
		}, "key_unknown"},
		{"not for credentials", func() { method["controller"] = s.DID; did["assertionMethod"] = []any{} }, "key_unknown"},
		{"document of another", func() { did["assertionMethod"] = []any{s.key.Method}; did["id"] = "did:web:other.example" }, "key_unknown"},
	} {
		with(c.change)
		verdict := verification.Changed
		if c.code == "key_revoked" {
			verdict = verification.KeyRevoked
		}
		must(t, c.name, s.verify(document), verdict, c.code)
	}
	delete(s.documents, "/.well-known/did.json")
	must(t, "no document", s.verify(document), verification.Unreachable, "key_unreachable")
}

func TestDIDKeySigns(t *testing.T) {
	t.Parallel()
	s := newStranger(t)
	name := dataintegrity.Multikey(s.public)
	s.DID = "did:key:" + name
	s.key.Method = s.DID + "#" + name
	must(t, "did:key", s.verify(s.sign(s.credential(nil))), verification.IssuerUnknown, "signature_good")
	if len(s.asked) != 0 {
		t.Errorf("asked for %v", s.asked)
	}
}

// No byte of what was signed can be another without being found out. Bytes that say the same in other letters are no change.
func TestChangedByteInSignedCredentialIsDetected(t *testing.T) {
	t.Parallel()
	s := newStranger(t)
	list := filepath.Join(t.TempDir(), "trusted.txt")
	if err := os.WriteFile(list, []byte(s.DID), 0o600); err != nil {
		t.Fatal(err)
	}
	v := s.verifier(list)
	document := s.sign(s.credential(j{"credentialStatus": s.list("revocation", 77, 76, 78), "validUntil": "2027-01-01T00:00:00Z"}))
	if got := v.Verify(t.Context(), verification.Input{File: document}); got.Verdict != verification.Valid {
		t.Fatalf("as signed: %s %+v", got.Verdict, got.Steps)
	}
	var want any
	if err := json.Unmarshal(document, &want); err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(document); i += 3 {
		changed := bytes.Clone(document)
		changed[i] ^= 1 << (i / 3 % 7)
		var says any
		if json.Unmarshal(changed, &says) == nil && reflect.DeepEqual(says, want) {
			continue
		}
		if got := v.Verify(t.Context(), verification.Input{File: changed}); got.Verdict == verification.Valid || got.Verdict == verification.IssuerUnknown {
			t.Errorf("byte %d, …%s…: %s", i, changed[max(0, i-20):min(len(changed), i+20)], got.Verdict)
		}
	}
}

func TestAddedAndRemovedMembersAreDetected(t *testing.T) {
	t.Parallel()
	s := newStranger(t)
	document := string(s.sign(s.credential(nil)))
	for name, c := range map[string]struct {
		text string
		code verification.Code
	}{
		"a term without meaning":            {strings.Replace(document, `"name":"Ada"`, `"name":"Ada","grade":"A"`, 1), "not_covered"},
		"another name":                      {strings.Replace(document, `"name":"Ada"`, `"name":"Eve"`, 1), "signature_wrong"},
		"the name twice":                    {strings.Replace(document, `"name":"Ada"`, `"name":"Eve","name":"Ada"`, 1), "malformed"},
		"no proof":                          {string(written(t, s.credential(nil))), "unsigned"},
		"a vocabulary of its own":           {strings.Replace(document, `"@context":[`, `"@context":[{"grade":"https://schema.org/name"},`, 1), "context_wrong"},
		"its vocabularies in another order": {strings.Replace(document, `"https://www.w3.org/ns/credentials/v2","https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json"`, `"https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json","https://www.w3.org/ns/credentials/v2"`, 1), "context_wrong"},
		"more after the end":                {document + "{}", "malformed"},
		"another proof":                     {strings.Replace(document, "eddsa-rdfc-2022", "ecdsa-sd-2023", 1), "signature_wrong"},
	} {
		got := s.verify([]byte(c.text))
		if found := got.Steps[len(got.Steps)-1].Code; found != c.code || got.Verdict == verification.Valid || got.Verdict == verification.IssuerUnknown {
			t.Errorf("%s: %s by %s, want %s", name, got.Verdict, found, c.code)
		}
	}
}

// The known answer of 1EdTech's implementation guide, whose key lies in its issuer's document at an address of its own.
func TestGuideCredentialVerifies(t *testing.T) {
	t.Parallel()
	s := newStranger(t)
	guide, err := os.ReadFile("../../formats/dataintegrity/testdata/ob30.json")
	if err != nil {
		t.Fatal(err)
	}
	const issuer, name = "https://example.edu/issuers/565049", "z6MkjZRZv3aez3r18pB1RBFJR1kwUVJ5jHt92JmQwXbd5hwi"
	const method = issuer + "#" + name
	const proof = `,"proof":[{"type":"DataIntegrityProof","created":"2010-01-01T19:23:24Z","verificationMethod":"` + method +
		`","cryptosuite":"eddsa-rdfc-2022","proofPurpose":"assertionMethod","proofValue":"z5x9aCBYovW3CQCbKdNyhEm7ffYSw1YpEdPywQJoNbzDD2gkzQDKJ1sYKJaWvqZtkMtSbz35HcbgXVEDYHxCzgkCr"}]}`
	document := append(bytes.TrimSuffix(bytes.TrimSpace(guide), []byte("}")), proof...)
	key := j{"id": method, "type": "Multikey", "controller": issuer, "publicKeyMultibase": name}
	for what, told := range map[string]j{
		"in the issuer's document": {"id": issuer, "verificationMethod": []any{key}, "assertionMethod": []any{method}},
		"in the assertion method":  {"id": issuer, "assertionMethod": []any{key}},
		"by a part of its name":    {"id": issuer, "verificationMethod": []any{j{"id": "#" + name, "controller": key["controller"], "publicKeyMultibase": name}}, "assertionMethod": []any{"#" + name}},
	} {
		s.serve("/issuers/565049", told)
		got := s.at("https://example.edu").Verify(t.Context(), verification.Input{Text: string(document)})
		must(t, what, got, verification.IssuerUnknown, "signature_good")
	}
	s.serve("/issuers/565049", j{"id": issuer})
	must(t, "nowhere", s.at("https://example.edu").Verify(t.Context(), verification.Input{Text: string(document)}), verification.Changed, "key_unknown")
}

func TestStandaloneKeyNeedsItsController(t *testing.T) {
	t.Parallel()
	s := newStranger(t)
	s.DID = "https://" + host + "/issuer"
	s.key.Method = "https://" + host + "/key"
	document := s.sign(s.credential(nil))
	s.serve("/key", j{"id": s.key.Method, "type": "Multikey", "controller": s.DID, "publicKeyMultibase": dataintegrity.Multikey(s.public)})
	s.serve("/issuer", j{"id": s.DID, "assertionMethod": []any{s.key.Method}})
	must(t, "named by its controller", s.verify(document), verification.IssuerUnknown, "signature_good")
	s.serve("/issuer", j{"id": s.DID, "assertionMethod": []any{}})
	must(t, "not named", s.verify(document), verification.Changed, "key_unknown")
}

func TestPageWithAlternateLinkIsVerified(t *testing.T) {
	t.Parallel()
	s := newStranger(t)
	s.serve("/credentials/1", s.sign(s.credential(nil)))
	page := func(path, href string) string {
		address := s.serve(path, []byte(`<!doctype html><link rel="alternate" type="application/vc+ld+json" href="`+href+`">`))
		d := s.documents[path]
		d.kind = "text/html; charset=utf-8"
		s.documents[path] = d
		return address
	}
	must(t, "a page", s.verify([]byte(page("/page1", "/credentials/1?a=1&amp;b=2"))), verification.IssuerUnknown, "signature_good")
	must(t, "a page that leads to itself", s.verify([]byte(page("/page2", "/page2"))), verification.NotACredential, "web_page")
	must(t, "a page that leads inwards", s.verify([]byte(page("/page3", "http://127.0.0.1/1"))), verification.Unreachable, "address_unreachable")
	must(t, "a page that leads nowhere", s.verify([]byte(page("/page4", "/credentials/2"))), verification.Unreachable, "address_unreachable")
	must(t, "a page of something else", s.verify([]byte(page("/page5", "javascript:1"))), verification.Unreachable, "address_unreachable")
}

func TestHostedAssertionMayBeRevokedWithStatus200(t *testing.T) {
	t.Parallel()
	s := newStranger(t)
	address := s.serve("/assertions/1", j{"@context": "https://w3id.org/openbadges/v2", "type": "Assertion", "id": "https://" + host + "/assertions/1", "revoked": true})
	must(t, "an assertion on plain hosting", s.verify([]byte(address)), verification.Revoked, "status_revoked")
}
