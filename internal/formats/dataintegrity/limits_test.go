package dataintegrity

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"
)

// with returns the guide's credential with a change.
func with(t *testing.T, change func(doc map[string]any)) []byte {
	t.Helper()
	doc, err := parse(guide(t))
	if err != nil {
		t.Fatal(err)
	}
	change(doc)
	data, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestADocumentMadeToTakeForeverIsRefusedAtOnce(t *testing.T) {
	t.Parallel()
	subject := func(doc map[string]any) map[string]any { return doc["credentialSubject"].(map[string]any) }
	many := func(n int, one any) []any {
		out := make([]any, n)
		for i := range out {
			out[i] = one
		}
		return out
	}
	bare := func() map[string]any { return map[string]any{"type": []any{"Evidence"}} }
	for name, change := range map[string]func(map[string]any){
		"twins": func(doc map[string]any) { doc["evidence"] = many(14, bare()) },
		"twins below twins": func(doc map[string]any) {
			subject(doc)["result"] = many(2, map[string]any{"type": []any{"Result"}, "alignment": many(7, map[string]any{"type": []any{"Alignment"}})})
		},
		"a graph of its own": func(doc map[string]any) {
			doc["evidence"] = []any{map[string]any{"id": "_:a", "type": []any{"Evidence"}}}
		},
		"a crowd": func(doc map[string]any) {
			all := make([]any, maxNameless+1)
			for i := range all {
				all[i] = map[string]any{"type": []any{"Evidence"}, "name": strings.Repeat("x", i%50) + time.Unix(int64(i), 0).String()}
			}
			doc["evidence"] = all
		},
		"deep": func(doc map[string]any) {
			var inner any = "x"
			for range maxDepth + 1 {
				inner = []any{inner}
			}
			doc["name"] = inner
		},
	} {
		started := time.Now()
		if _, err := Sign(with(t, change), guideKey(t), guideTime); !errors.Is(err, ErrTooComplex) {
			t.Errorf("%s: %v", name, err)
		}
		if took := time.Since(started); took > time.Minute { // unbounded, it takes far longer
			t.Errorf("%s took %s", name, took)
		}
	}
	if _, err := Sign(with(t, func(doc map[string]any) { doc["evidence"] = many(3, bare()) }), guideKey(t), guideTime); err != nil {
		t.Errorf("three alike: %v", err)
	}
}

func TestAVocabularyInsideTheDocumentIsRefused(t *testing.T) {
	t.Parallel()
	own := map[string]any{"nomen": "https://schema.org/name"}
	for name, change := range map[string]func(map[string]any){
		"at the top": func(doc map[string]any) { doc["@context"] = append(doc["@context"].([]any), own) },
		"within":     func(doc map[string]any) { doc["credentialSubject"].(map[string]any)["@context"] = own },
	} {
		if _, err := Sign(with(t, change), guideKey(t), guideTime); !errors.Is(err, ErrContext) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
