package dataintegrity

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
	"time"
	"unicode"
)

// The known answer of 1EdTech's implementation guide for Open Badges 3.0.
const (
	guideSeed   = "6241a409e6707bb640a0140a8a32bc3d193c33a661747284d6adfa4ed4180be4"
	guideMethod = "https://example.edu/issuers/565049#z6MkjZRZv3aez3r18pB1RBFJR1kwUVJ5jHt92JmQwXbd5hwi"
	guideValue  = "z5x9aCBYovW3CQCbKdNyhEm7ffYSw1YpEdPywQJoNbzDD2gkzQDKJ1sYKJaWvqZtkMtSbz35HcbgXVEDYHxCzgkCr"
)

var guideTime = time.Date(2010, time.January, 1, 19, 23, 24, 0, time.UTC)

func guideKey(t *testing.T) Key {
	t.Helper()
	seed, err := hex.DecodeString(guideSeed)
	if err != nil {
		t.Fatal(err)
	}
	return Key{ed25519.NewKeyFromSeed(seed), guideMethod}
}

func guide(t *testing.T) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/ob30.json")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func signed(t *testing.T) []byte {
	t.Helper()
	document, err := Sign(guide(t), guideKey(t), guideTime)
	if err != nil {
		t.Fatal(err)
	}
	return document
}

// known resolves the guide's key alone.
func known(t *testing.T) Resolve {
	key := guideKey(t)
	return func(method string) (ed25519.PublicKey, string, error) {
		if method != key.Method {
			return nil, "", errors.New("unknown key")
		}
		return key.Private.Public().(ed25519.PublicKey), "https://example.edu/issuers/565049", nil
	}
}

func TestTheGuidesKnownAnswer(t *testing.T) {
	t.Parallel()
	doc, err := parse(guide(t))
	if err != nil {
		t.Fatal(err)
	}
	quads, err := canonical(doc)
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(quads); hex.EncodeToString(sum[:]) != "87f65a76d40146205e3b3e06cb0fbd153f97f9ce70372390f52566bb7f9e0773" {
		t.Errorf("document hash %x\n%s", sum, quads)
	}
	var made struct{ Proof []Proof }
	if err := json.Unmarshal(signed(t), &made); err != nil {
		t.Fatal(err)
	}
	want := Proof{
		Type: "DataIntegrityProof", Created: "2010-01-01T19:23:24Z", VerificationMethod: guideMethod, Cryptosuite: Suite, ProofPurpose: "assertionMethod",
		ProofValue: guideValue,
	}
	if len(made.Proof) != 1 || made.Proof[0] != want {
		t.Errorf("proof %+v\nwant %+v", made.Proof, want)
	}
	if got := Multikey(guideKey(t).Private.Public().(ed25519.PublicKey)); "https://example.edu/issuers/565049#"+got != guideMethod {
		t.Errorf("key %s", got)
	}
}

func TestWhatIsSignedVerifies(t *testing.T) {
	t.Parallel()
	proof, controller, err := Verify(signed(t), known(t))
	if err != nil || controller != "https://example.edu/issuers/565049" || proof.VerificationMethod != guideMethod {
		t.Errorf("%+v by %s, %v", proof, controller, err)
	}
	single := strings.Replace(strings.Replace(string(signed(t)), `"proof":[`, `"proof":`, 1), `"}],"type"`, `"},"type"`, 1)
	if _, _, err := Verify([]byte(single), known(t)); err != nil {
		t.Errorf("a proof that is no list: %v\n%s", err, single)
	}
}

// Every byte that means something is signed: changing it is found out, or makes the document unreadable.
func TestAnyChangedByteIsFoundOut(t *testing.T) {
	t.Parallel()
	document := signed(t)
	for at := range document {
		changed := bytes.Clone(document)
		changed[at] ^= 1
		if unicode.IsLetter(rune(document[at])) {
			changed[at] ^= 1 ^ 0x20 // the other case
		}
		if _, _, err := Verify(changed, known(t)); err == nil && !equalJSON(document, changed) {
			t.Errorf("byte %d: %q instead of %q is not found out", at, changed[at], document[at])
		}
	}
}

// equalJSON reports whether two texts say the same to every reader of JSON.
func equalJSON(a, b []byte) bool {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	first, _ := json.Marshal(x)
	second, _ := json.Marshal(y)
	return bytes.Equal(first, second)
}

func TestWhatWouldFallOutOfTheSignatureIsRefused(t *testing.T) {
	t.Parallel()
	change := func(old, replacement string) string {
		document := string(guide(t))
		if !strings.Contains(document, old) {
			t.Fatalf("the document has no %s", old)
		}
		return strings.Replace(document, old, replacement, 1)
	}
	for what, test := range map[string]struct {
		document string
		want     error
	}{
		"an unknown property":           {change(`"name": "Teamwork Badge"`, `"name": "Teamwork Badge", "nickname": "T"`), ErrDocument},
		"an unknown property deep down": {change(`"name": "Teamwork"`, `"name": "Teamwork", "level": "9"`), ErrDocument},
		"a relative type":               {change(`["Achievement"]`, `["Achievement", "Unheard"]`), ErrDocument},
		"a relative address":            {change(`"http://example.com/credentials/3527"`, `"credentials/3527"`), ErrDocument},
		"a relative address inside":     {change(`"did:example:ebfeb1f712ebc6f1c276e12ec21"`, `"subject"`), ErrDocument},
		"an address with a space":       {change(`credentials/3527`, `credentials/35 27`), ErrDocument},
		"an address with no right host": {change(`http://example.com/credentials/3527`, `http://example-/credentials/3527`), ErrDocument},
		"a language that is none":       {change(`"name": "Teamwork Badge"`, `"name": {"@value": "Teamwork Badge", "@language": "en_US"}`), ErrDocument},
		"a control character":           {change(`Teamwork Badge`, `Teamwork\u0007Badge`), ErrDocument},
		"a deletion character":          {change(`Teamwork Badge`, `Teamwork\u007fBadge`), ErrDocument},
		"half a character":              {change(`Teamwork Badge`, `Teamwork\ud800Badge`), ErrDocument},
		"an unknown vocabulary":         {change(`context-3.0.3.json`, `context-9.json`), ErrContext},
		"a vocabulary from elsewhere":   {change(`"https://www.w3.org/ns/credentials/v2",`, `"https://www.w3.org/ns/credentials/v2", "https://evil.example/context",`), ErrContext},
		"no vocabulary":                 {`{"id":"urn:uuid:1"}`, ErrDocument},
		"no object":                     {`[]`, ErrDocument},
		"no JSON":                       {`{`, ErrDocument},
	} {
		if _, err := Sign([]byte(test.document), guideKey(t), guideTime); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", what, err, test.want)
		}
	}
}

func TestAProofOfAnotherKindIsNotTaken(t *testing.T) {
	t.Parallel()
	document := string(signed(t))
	for what, changed := range map[string]string{
		"another suite":   strings.Replace(document, `"cryptosuite":"eddsa-rdfc-2022"`, `"cryptosuite":"eddsa-jcs-2022"`, 1),
		"another purpose": strings.Replace(document, `"assertionMethod"`, `"authentication"`, 1),
		"more in a proof": strings.Replace(document, `"proofPurpose"`, `"domain":"x","proofPurpose"`, 1),
		"no proof":        string(guide(t)),
		"an empty list":   strings.Replace(string(guide(t)), `"validFrom"`, `"proof":[],"validFrom"`, 1),
	} {
		if _, _, err := Verify([]byte(changed), known(t)); !errors.Is(err, ErrNoProof) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestAnotherKeyIsFoundOut(t *testing.T) {
	t.Parallel()
	public, _, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = Verify(signed(t), func(string) (ed25519.PublicKey, string, error) { return public, "x", nil })
	if !errors.Is(err, ErrSignature) {
		t.Error(err)
	}
}

func TestTheVocabulariesAreThoseThatWerePublished(t *testing.T) {
	t.Parallel()
	sums := map[string]string{}
	for _, name := range contextNames {
		data, err := contextFiles.ReadFile("contexts/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(data)
		sums[name] = hex.EncodeToString(sum[:8])
	}
	for name, want := range pinned {
		if sums[name] != want {
			t.Errorf("%s has changed: %s", name, sums[name])
		}
		delete(sums, name)
	}
	for name, sum := range sums {
		t.Errorf("%s is not pinned: %s", name, sum)
	}
}

func TestMultibaseKeepsLeadingZeros(t *testing.T) {
	t.Parallel()
	for _, data := range [][]byte{{}, {0}, {0, 0, 1}, {255, 254}, bytes.Repeat([]byte{0}, 64)} {
		back, err := fromMultibase(multibase(data))
		if err != nil || !bytes.Equal(back, data) {
			t.Errorf("%v came back as %v, %v", data, back, err)
		}
	}
	for _, wrong := range []string{"", "u6Mk", "z0", "zO", "z" + strings.Repeat("2", 200)} {
		if _, err := fromMultibase(wrong); err == nil {
			t.Errorf("%q was taken", wrong)
		}
	}
}

func TestASCIIKeepsWhatIsSaid(t *testing.T) {
	t.Parallel()
	text := []byte(`{"a":"Łucja 😀 日本 \u00e9"}`)
	plain := ASCII(text)
	if !equalJSON(text, plain) {
		t.Errorf("%s", plain)
	}
	for _, b := range plain {
		if b > 0x7e {
			t.Errorf("not plain: %s", plain)
		}
	}
}
