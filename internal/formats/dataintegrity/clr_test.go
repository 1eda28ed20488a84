package dataintegrity

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"testing"
)

// The known answer of 1EdTech's implementation guide for Comprehensive Learner Record 2.0.
func TestTheGuidesKnownAnswerForLearnerRecords(t *testing.T) {
	t.Parallel()
	record, err := os.ReadFile("testdata/clr20.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := parse(record)
	if err != nil {
		t.Fatal(err)
	}
	quads, err := canonical(doc)
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(quads); hex.EncodeToString(sum[:]) != "768d7015ae69e0210e1c2a45194d9c1d15d7a6022e52b946574a2a27f6fa85fe" {
		t.Errorf("document hash %x\n%s", sum, quads)
	}
	signed, err := Sign(record, guideKey(t), guideTime)
	if err != nil {
		t.Fatal(err)
	}
	var made struct{ Proof []Proof }
	if err := json.Unmarshal(signed, &made); err != nil {
		t.Fatal(err)
	}
	if got := made.Proof[0].ProofValue; got != "zF52sU1nfPAjcwCqtgxPNSor6SJnAzRBwZW5VNQXPt8xXCHkd39sgqj32DnMjhFCzbyHsLkhQ8HpBqQTkMgXy329" {
		t.Errorf("proofValue %s", got)
	}
	if _, _, err := Verify(signed, known(t)); err != nil {
		t.Error(err)
	}
}

func TestAsManyProofsAsARecordHoldsAreTakenUnlessTheyAreAlike(t *testing.T) {
	t.Parallel()
	record, err := os.ReadFile("testdata/clr20.json")
	if err != nil {
		t.Fatal(err)
	}
	of := func(value func(i int) string) []byte {
		doc, err := parse(record)
		if err != nil {
			t.Fatal(err)
		}
		subject := doc["credentialSubject"].(map[string]any)
		one := subject["verifiableCredential"].([]any)[0].(map[string]any)
		var all []any
		for i := range maxAlike + 1 {
			other, proof := maps.Clone(one), maps.Clone(one["proof"].([]any)[0].(map[string]any))
			other["id"], proof["proofValue"], other["proof"] = fmt.Sprint("urn:x:", i), value(i), []any{proof}
			all = append(all, other)
		}
		subject["verifiableCredential"] = all
		data, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	if _, err := Sign(of(func(i int) string { return fmt.Sprint("z", i) }), guideKey(t), guideTime); err != nil {
		t.Errorf("each with its own: %v", err)
	}
	if _, err := Sign(of(func(int) string { return "z1" }), guideKey(t), guideTime); !errors.Is(err, ErrTooComplex) {
		t.Errorf("all with one: %v", err)
	}
}
