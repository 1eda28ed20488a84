package jws

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"testing"
)

func b64(data []byte) string { return base64.RawURLEncoding.EncodeToString(data) }

// sign makes a token as any other implementation would.
func sign(t *testing.T, header, payload string, key any) string {
	t.Helper()
	text := b64([]byte(header)) + "." + b64([]byte(payload))
	sum := sha256.Sum256([]byte(text))
	var signature []byte
	var err error
	switch k := key.(type) {
	case *rsa.PrivateKey:
		signature, err = rsa.SignPKCS1v15(nil, k, crypto.SHA256, sum[:])
	case ed25519.PrivateKey:
		signature = ed25519.Sign(k, []byte(text))
	case *ecdsa.PrivateKey:
		var r, s *big.Int
		r, s, err = ecdsa.Sign(rand.Reader, k, sum[:])
		signature = append(r.FillBytes(make([]byte, 32)), s.FillBytes(make([]byte, 32))...)
	case []byte:
		mac := hmac.New(sha256.New, k)
		_, _ = mac.Write([]byte(text))
		signature = mac.Sum(nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return text + "." + b64(signature)
}

type keys struct {
	rsa *rsa.PrivateKey
	ed  ed25519.PrivateKey
	ec  *ecdsa.PrivateKey
}

func made(t *testing.T) keys {
	t.Helper()
	r, err1 := rsa.GenerateKey(rand.Reader, 2048)
	_, e, err2 := ed25519.GenerateKey(rand.Reader)
	c, err3 := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	return keys{r, e, c}
}

func (k keys) jwks(t *testing.T) map[string]string {
	t.Helper()
	point, err := k.ec.PublicKey.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{
		"RS256": fmt.Sprintf(`{"kty":"RSA","n":%q,"e":"AQAB","alg":"RS256"}`, b64(k.rsa.N.Bytes())),
		"EdDSA": fmt.Sprintf(`{"kty":"OKP","crv":"Ed25519","x":%q}`, b64(k.ed.Public().(ed25519.PublicKey))),
		"ES256": fmt.Sprintf(`{"kty":"EC","crv":"P-256","x":%q,"y":%q}`, b64(point[1:33]), b64(point[33:])),
	}
}

func TestATokenFitsItsKeyAndNoOther(t *testing.T) {
	t.Parallel()
	k := made(t)
	private := map[string]any{"RS256": k.rsa, "EdDSA": k.ed, "ES256": k.ec}
	public := map[string]crypto.PublicKey{}
	for algorithm, text := range k.jwks(t) {
		key, err := ParseJWK([]byte(text))
		if err != nil {
			t.Fatalf("%s: %v", algorithm, err)
		}
		public[algorithm] = key
	}
	for algorithm, key := range private {
		token := sign(t, `{"alg":"`+algorithm+`","kid":"k","typ":"JWT"}`, `{"a":1}`, key)
		m, err := Parse(token)
		if err != nil || m.KeyID != "k" || string(m.Payload) != `{"a":1}` || !LooksLikeJWS(token) {
			t.Fatalf("%s: %+v, %v", algorithm, m, err)
		}
		for other, with := range public {
			if err := m.Verify(with); (err == nil) != (other == algorithm) {
				t.Errorf("%s by a key of %s: %v", algorithm, other, err)
			}
		}
		for i := range len(token) {
			for _, letter := range []byte("A.z_") {
				changed := token[:i] + string(letter) + token[i+1:]
				if changed == token {
					continue
				}
				if m, err := Parse(changed); err == nil && m.Verify(public[algorithm]) == nil {
					t.Fatalf("%s: good with byte %d changed to %c", algorithm, i, letter)
				}
			}
		}
	}
}

func TestAlgorithmsAreNotTheTokensChoice(t *testing.T) {
	t.Parallel()
	k := made(t)
	der, err := x509.MarshalPKIXPublicKey(&k.rsa.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
	key, err := ParsePEM(text)
	if err != nil || !Equal(key, &k.rsa.PublicKey) || Equal(key, k.ed.Public()) {
		t.Fatalf("%v, %v", key, err)
	}
	for name, token := range map[string]string{
		"none":                b64([]byte(`{"alg":"none"}`)) + "." + b64([]byte(`{}`)) + ".",
		"the key as a secret": sign(t, `{"alg":"HS256"}`, `{}`, text),
		"another hash":        sign(t, `{"alg":"RS384"}`, `{}`, k.rsa),
		"no algorithm":        sign(t, `{"kid":"x"}`, `{}`, k.rsa),
		"critical":            sign(t, `{"alg":"RS256","crit":["b64"],"b64":false}`, `{}`, k.rsa),
		"own key's address":   sign(t, `{"alg":"RS256","jku":"https://evil.example/"}`, `{}`, k.rsa),
		"header is a list":    sign(t, `["RS256"]`, `{}`, k.rsa),
		"four parts":          sign(t, `{"alg":"RS256"}`, `{}`, k.rsa) + ".x",
		"padding":             sign(t, `{"alg":"RS256"}`, `{}`, k.rsa) + "=",
	} {
		if m, err := Parse(token); err == nil && m.Verify(key) == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

func TestKeysThatAreTooWeakOrPrivateAreRefused(t *testing.T) {
	t.Parallel()
	k := made(t)
	for name, text := range map[string]string{
		"short":     fmt.Sprintf(`{"kty":"RSA","n":%q,"e":"AQAB"}`, b64(k.rsa.N.Bytes()[:128])),
		"even e":    fmt.Sprintf(`{"kty":"RSA","n":%q,"e":"Ag"}`, b64(k.rsa.N.Bytes())),
		"e of one":  fmt.Sprintf(`{"kty":"RSA","n":%q,"e":"AQ"}`, b64(k.rsa.N.Bytes())),
		"huge e":    fmt.Sprintf(`{"kty":"RSA","n":%q,"e":%q}`, b64(k.rsa.N.Bytes()), b64(k.rsa.N.Bytes())),
		"private":   fmt.Sprintf(`{"kty":"OKP","crv":"Ed25519","x":%q,"d":"x"}`, b64(k.ed.Public().(ed25519.PublicKey))),
		"off curve": fmt.Sprintf(`{"kty":"EC","crv":"P-256","x":%q,"y":%q}`, b64(make([]byte, 32)), b64(make([]byte, 32))),
		"secret":    `{"kty":"oct","k":"AAAA"}`, "list": `[]`, "nothing": ``, "null": `null`, "text": `"x"`,
	} {
		if _, err := ParseJWK([]byte(text)); !errors.Is(err, ErrKey) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, text := range map[string]string{"nothing": "", "no key": "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"} {
		if _, err := ParsePEM([]byte(text)); !errors.Is(err, ErrKey) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
