package dataintegrity

import (
	"bytes"
	"crypto"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// The example of RFC 8785, 3.2.2 and 3.2.3, and what JavaScript writes in another way than Go.
func TestJSONIsWrittenInItsCanonicalForm(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`:                                        `{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
		`{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`: "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u0080\":\"Control\",\"ö\":\"Latin Small Letter O With Diaeresis\",\"€\":\"Euro Sign\",\"😀\":\"Emoji: Grinning Face\",\"\ufb33\":\"Hebrew Letter Dalet With Dagesh\"}",
		`[-0, 0.0, 1.0, 1e21, 1e20, "<&>\u2028\b\f"]`: "[0,0,1,1e+21,100000000000000000000,\"<&>\u2028\\b\\f\"]",
	} {
		var value any
		if err := json.Unmarshal([]byte(in), &value); err != nil {
			t.Fatal(err)
		}
		if got := string(CanonicalJSON(value)); got != want {
			t.Errorf("%s\n got %s\nwant %s", in, got, want)
		}
	}
}

// The known answer of the W3C's recommendations: keys of their examples.
func TestKeysOfTheOtherCurvesAreRead(t *testing.T) {
	t.Parallel()
	for text, good := range map[string]bool{
		"zDnaepBuvsQ8cpsWrVKw8fbpGpvPeNSjVPTWoq6cRqaYzBKVP":                       true,
		"z82LkuBieyGShVBhvtE2zoiD6Kma4tJGFtkAhxR5pfkp5QPw4LutoYWhvQCnGjdVn14kujQ": true,
		"zDnaepBuvsQ8cpsWrVKw8fbpGpvPeNSjVPTWoq6cRqaYzBKVQ":                       false,
		"z6MkjZRZv3aez3r18pB1RBFJR1kwUVJ5jHt92JmQwXbd5hwi":                        true,
		"z" + strings.Repeat("1", 500):                                            false,
		"":                                                                        false,
	} {
		if _, err := ParseMultikey(text); (err == nil) != good {
			t.Errorf("%.20s: %v", text, err)
		}
	}
}

func TestHostileProofValuesAreRefused(t *testing.T) {
	t.Parallel()
	for name, data := range map[string][]byte{
		"nothing": {}, "no list": {0x00}, "a list that is not there": {0x9b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff},
		"deep": bytes.Repeat([]byte{0x81}, 10_000), "a long text": {0x5a, 0xff, 0xff, 0xff, 0xff}, "an open list": {0x9f, 0xff},
		"a name twice": {0x85, 0x40, 0x40, 0x80, 0xa2, 0x00, 0x40, 0x00, 0x40, 0x80}, "more behind": {0x85, 0x40, 0x40, 0x80, 0xa0, 0x80, 0x00},
	} {
		value := "u" + base64.RawURLEncoding.EncodeToString(append(bytes.Clone(derivedMark), data...))
		if _, err := parseDisclosure(value); !errors.Is(err, errCBOR) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Too many proofs would each cost a canonical form.
func TestADocumentOfManyProofsIsRefused(t *testing.T) {
	t.Parallel()
	find := func(string) (crypto.PublicKey, string, error) { t.Error("a key was asked for"); return nil, "", nil }
	document := `{"@context":"https://www.w3.org/ns/credentials/v2","proof":[` + strings.TrimSuffix(strings.Repeat(`{"type":"Ed25519Signature2020"},`, maxProofs+1), ",") + `]}`
	if _, _, err := VerifyAll([]byte(document), find); !errors.Is(err, ErrNoProof) {
		t.Error(err)
	}
}
