package dataintegrity

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"strconv"
	"testing"
)

var update = flag.Bool("update", false, "write testdata/hard.json anew")

// A hardCase is a text at a place of the document, with the hash of the canonical form, or "" where the document is refused.
// The browser tests compare the hashes with those of an independent implementation.
type hardCase struct {
	Place []string `json:"place"`
	Text  any      `json:"text"`
	Hash  string   `json:"hash"`
}

func hardCases() []hardCase {
	subject := "credentialSubject"
	var out []hardCase
	for _, text := range hard {
		out = append(out, hardCase{Place: []string{"name"}, Text: text}, hardCase{Place: []string{subject, "achievement", "criteria", "narrative"}, Text: text})
		if schemeOf(text) != "" {
			out = append(out, hardCase{Place: []string{"id"}, Text: text}, hardCase{Place: []string{subject, "achievement", "id"}, Text: text})
		}
	}
	alike := map[string]any{"type": []any{"Result"}, "value": "1"}
	for _, more := range []any{
		[]any{alike, alike}, []any{alike, alike, map[string]any{"type": []any{"Result"}, "value": "2"}}, []any{}, nil,
	} {
		out = append(out, hardCase{Place: []string{subject, "result"}, Text: more})
	}
	return append(out,
		hardCase{Place: []string{"name"}, Text: map[string]any{"@value": "Zeugnis", "@language": "de-CH"}},
		hardCase{Place: []string{"name"}, Text: map[string]any{"@value": "Zeugnis", "@language": "de_CH"}},
		hardCase{Place: []string{"name"}, Text: map[string]any{"@value": "Zeugnis", "@language": "de", "@direction": "ltr"}},
		hardCase{Place: []string{"name"}, Text: 1.5},
		hardCase{Place: []string{"name"}, Text: true},
	)
}

func put(doc map[string]any, place []string, text any) {
	for _, name := range place[:len(place)-1] {
		doc, _ = doc[name].(map[string]any)
	}
	doc[place[len(place)-1]] = text
}

func TestHardInputsKeepTheirCanonicalForm(t *testing.T) {
	t.Parallel()
	known := &templates{}
	cases := hardCases()
	for i := range cases {
		doc := guideDocument(t)
		put(doc, cases[i].Place, cases[i].Text)
		quads, err := known.canonical(clone(t, doc))
		if err == nil {
			sum := sha256.Sum256(quads)
			cases[i].Hash = hex.EncodeToString(sum[:])
		}
	}
	var got bytes.Buffer
	encoder := json.NewEncoder(&got)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(map[string]any{"document": guideDocument(t), "cases": cases}); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("testdata/hard.json", got.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/hard.json")
	if err != nil || !bytes.Equal(got.Bytes(), want) {
		t.Errorf("canonical forms have changed, or refusals; compare testdata/hard.json after -update (%v)", err)
	}
	held := 0
	for _, one := range cases {
		if one.Hash != "" {
			held++
		}
	}
	if held < 60 {
		t.Error("only " + strconv.Itoa(held) + " hard inputs are not refused")
	}
}
