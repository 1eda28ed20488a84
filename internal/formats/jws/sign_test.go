package jws

import (
	"encoding/json"
	"math/big"
	"testing"

	"crypto/rsa"
)

func TestWhatWeSignIsReadWithTheKeyThatWeTell(t *testing.T) {
	t.Parallel()
	key := made(t).rsa
	token, err := Sign([]byte(`{"a":"ž"}`), key, "did:web:x#1")
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := Sign([]byte(`{"a":"ž"}`), key, "did:web:x#1"); again != token {
		t.Error("it is another the second time")
	}
	written, _ := JWK(&key.PublicKey)
	public, err := ParseJWK(written)
	if err != nil {
		t.Fatal(err)
	}
	m, err := Parse(token)
	if err != nil || m.Verify(public) != nil || m.KeyID != "did:web:x#1" || string(m.Payload) != `{"a":"ž"}` {
		t.Errorf("%+v: %v", m, err)
	}
}

func TestAThumbprintIsAsTheStandardHasIt(t *testing.T) {
	t.Parallel()
	// Source: RFC 7638, section 3.1.
	const n = "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMs" +
		"tn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbI" +
		"SD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw"
	modulus, err := strict.DecodeString(n)
	if err != nil {
		t.Fatal(err)
	}
	written, thumbprint := JWK(&rsa.PublicKey{N: new(big.Int).SetBytes(modulus), E: 65537})
	if thumbprint != "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs" {
		t.Error(thumbprint)
	}
	var said struct{ N, E, Kty string }
	if err := json.Unmarshal(written, &said); err != nil || said.N != n || said.E != "AQAB" || said.Kty != "RSA" {
		t.Errorf("%s: %v", written, err)
	}
}
