package dataintegrity

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// hard are texts that are easily written wrong.
var hard = []string{
	"", " ", "a\tb", "a\nb", "a\r\nb", `a\b`, `a\nb`, `a"b`, `"`, `\`, `\\`, "_:c14n0", "<https://example.org>", "\" .\n_:c14n0 ", "\u0085", "\u2028",
	"Łucja Żółć", "Ⅷ", "e\u0301", "é", "𠮷野花子", "فاطمة الزهراء", "👩‍👩‍👧", "\ufeff", "\U0010ffff", "gap-1-", "https://gap-1-", "gap-", "$0", "{0}", "@id", "@type",
	"urn:uuid:4f0b1d5e-4ad1-4f0a-9d3e-0d6a2ff2a4b7", "did:web:example.org:d:1", "https://example.org/a?b=c&d=%20#e", "HTTPS://EXAMPLE.ORG", "https://", "did:", "mailto:a@example.org",
	"schema:name", "ob:x", "xsd:string", "true", "null", "1", "1.0E0", "2026-11-21T00:00:00Z", "2026-11-21", "text/plain", "x^^y", "x@en", "'", "`", "^", "|",
	"https://example.org/ü", "https://example.org/a b", "https://example.org/{a}", "Certificate", "Badge", "ext:Other", "emailAddress", "Percent", "id", "type", "name",
	strings.Repeat("x", 5000), strings.Repeat("Ж", 300),
}

// guideDocument is the guide's credential, with more of what credentials have.
func guideDocument(t testing.TB) map[string]any {
	t.Helper()
	data, err := os.ReadFile("testdata/ob30.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := parse(data)
	if err != nil {
		t.Fatal(err)
	}
	subject, ok := doc["credentialSubject"].(map[string]any)
	if !ok {
		t.Fatal("the document has no subject")
	}
	delete(subject, "id")
	subject["name"] = "Ada Lovelace"
	subject["licenseNumber"] = "L-1"
	subject["identifier"] = []any{map[string]any{
		"type": []any{"IdentityObject"}, "hashed": true, "identityHash": "sha256$1", "identityType": "emailAddress", "salt": "0f",
	}}
	subject["result"] = []any{
		map[string]any{"type": []any{"Result"}, "resultDescription": "https://example.org/groups/1#grade", "value": "87"},
		map[string]any{"type": []any{"Result"}, "resultDescription": "https://example.org/groups/1#talk", "value": "12"},
	}
	doc["awardedDate"] = "2026-11-21T00:00:00Z"
	return doc
}

// texts are the places of a document where a text stands that is no word of the vocabulary.
func texts(value any, visit func(set func(string))) {
	switch v := value.(type) {
	case map[string]any:
		for name, item := range v {
			if _, text := item.(string); text && !ofShape(name) {
				visit(func(s string) { v[name] = s })
			} else if !ofShape(name) {
				texts(item, visit)
			}
		}
	case []any:
		for i, item := range v {
			if _, text := item.(string); text {
				visit(func(s string) { v[i] = s })
			} else {
				texts(item, visit)
			}
		}
	}
}

func clone(t testing.TB, doc map[string]any) map[string]any {
	t.Helper()
	data, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	out, err := parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func agree(t *testing.T, known *templates, doc map[string]any, what string) {
	t.Helper()
	want, wantErr := canonical(clone(t, doc))
	got, err := known.canonical(clone(t, doc))
	if (err == nil) != (wantErr == nil) {
		t.Fatalf("%s: %v, the plain way %v", what, err, wantErr)
	}
	if !bytes.Equal(got, want) {
		t.Fatalf("%s:\n%s\nthe plain way:\n%s", what, got, want)
	}
}

func TestATemplateSaysWhatThePlainWaySays(t *testing.T) {
	t.Parallel()
	known := &templates{}
	agree(t, known, guideDocument(t), "as it is")
	for _, text := range hard {
		for range 3 {
			doc := guideDocument(t)
			var sets []func(string)
			texts(doc, func(set func(string)) { sets = append(sets, set) })
			sets[rand.IntN(len(sets))](text)
			agree(t, known, doc, fmt.Sprintf("%q", text))
		}
	}
}

func TestATemplateSaysWhatThePlainWaySaysOfManyChangesAtOnce(t *testing.T) {
	t.Parallel()
	known := &templates{}
	for n := range 100 {
		doc := guideDocument(t)
		texts(doc, func(set func(string)) {
			switch rand.IntN(4) {
			case 0:
				set(hard[rand.IntN(len(hard))])
			case 1:
				set(fmt.Sprintf("https://example.org/%d", rand.IntN(3)))
			}
		})
		agree(t, known, doc, fmt.Sprint("round ", n))
	}
}

func TestATemplateIsUsed(t *testing.T) {
	t.Parallel()
	known := &templates{}
	for n := range 20 {
		doc := guideDocument(t)
		doc["id"] = fmt.Sprintf("https://example.org/credentials/%d", n)
		doc["name"] = fmt.Sprintf("Course of day %d", n)
		agree(t, known, doc, fmt.Sprint("credential ", n))
	}
	for n := range 20 {
		options := map[string]any{
			"@context": guideDocument(t)["@context"], "type": "DataIntegrityProof", "cryptosuite": Suite, "proofPurpose": "assertionMethod",
			"verificationMethod": fmt.Sprintf("did:web:example.org:d:%d#key", n), "created": fmt.Sprintf("2026-11-21T10:00:%02dZ", n),
		}
		agree(t, known, options, fmt.Sprint("proof ", n))
	}
	if known.amount != 2 {
		t.Errorf("%d templates for two shapes", known.amount)
	}
	for key, all := range known.known {
		if len(all[0].quads) == 0 {
			t.Errorf("the shape goes the plain way: %s", key)
		}
	}
}
