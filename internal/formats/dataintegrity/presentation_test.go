package dataintegrity

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"
)

// The file names the hash of the canonical form by another implementation, jsonld.js.
func TestAPresentationIsReadAsOthersReadIt(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/presentation.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Hash     string
		Document map[string]any
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	quads, err := canonical(file.Document)
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(quads); hex.EncodeToString(sum[:]) != file.Hash {
		t.Errorf("other software signs other statements than these:\n%s", quads)
	}
}
