package verification_test

import (
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"testing"

	"laurel/internal/trust/verification"
)

func b64(data []byte) string { return base64.RawURLEncoding.EncodeToString(data) }

func rsaKey(t *testing.T) (*rsa.PrivateKey, j) {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	return key, j{"kty": "RSA", "n": b64(key.N.Bytes()), "e": "AQAB", "alg": "RS256"}
}

// token signs a payload as compact JWS.
func token(t *testing.T, header, payload j, key crypto.Signer) string {
	t.Helper()
	text := b64(written(t, header)) + "." + b64(written(t, payload))
	sum := sha256.Sum256([]byte(text))
	var signature []byte
	var err error
	if _, ok := key.(ed25519.PrivateKey); ok {
		signature, err = key.Sign(rand.Reader, []byte(text), crypto.Hash(0))
	} else {
		signature, err = key.Sign(rand.Reader, sum[:], crypto.SHA256)
	}
	if err != nil {
		t.Fatal(err)
	}
	return text + "." + b64(signature)
}

// claimed adds what the token says for itself.
func (s *stranger) claimed(more j) j {
	c := s.credential(j{"iss": s.DID, "jti": "https://" + host + "/credentials/1", "nbf": 1767225600})
	for name, value := range more {
		c[name] = value
	}
	return c
}

func TestTokenIsCheckedWithIssuerKeys(t *testing.T) {
	t.Parallel()
	s := newStranger(t)
	key, jwk := rsaKey(t)
	stray, strayJWK := rsaKey(t)
	var did map[string]any
	if err := json.Unmarshal(s.documents["/.well-known/did.json"].body, &did); err != nil {
		t.Fatal(err)
	}
	method := s.DID + "#rsa-1"
	did["verificationMethod"] = append(did["verificationMethod"].([]any), j{"id": method, "type": "JsonWebKey", "controller": s.DID, "publicKeyJwk": jwk})
	did["assertionMethod"] = append(did["assertionMethod"].([]any), method)
	s.serve("/.well-known/did.json", did)
	published := s.serve("/keys/1", jwk)
	set := s.serve("/keys/all", j{"keys": []any{j{"kid": "https://" + host + "/keys/all#2", "kty": "RSA", "n": jwk["n"], "e": "AQAB"}, strayJWK}}) + "#2"
	elsewhere := j{"alg": "RS256", "kid": "https://elsewhere.example/key"}
	for name, c := range map[string]struct {
		text    string
		verdict verification.Verdict
		code    verification.Code
	}{
		"by its method":        {token(t, j{"alg": "RS256", "kid": method}, s.claimed(nil), key), verification.IssuerUnknown, "signature_good"},
		"by a part":            {token(t, j{"alg": "RS256", "kid": "#rsa-1"}, s.claimed(nil), key), verification.IssuerUnknown, "signature_good"},
		"by EdDSA":             {token(t, j{"alg": "EdDSA", "kid": s.key.Method}, s.claimed(nil), s.key.Private), verification.IssuerUnknown, "signature_good"},
		"by a bare key":        {token(t, j{"alg": "RS256", "kid": published}, s.claimed(nil), key), verification.IssuerUnknown, "signature_good"},
		"by a set":             {token(t, j{"alg": "RS256", "kid": set}, s.claimed(nil), key), verification.IssuerUnknown, "signature_good"},
		"with the key in it":   {token(t, j{"alg": "RS256", "jwk": jwk}, s.claimed(nil), key), verification.IssuerUnknown, "signature_good"},
		"with a stray key":     {token(t, j{"alg": "RS256", "jwk": strayJWK}, s.claimed(nil), stray), verification.Changed, "key_unknown"},
		"signed by a stray":    {token(t, j{"alg": "RS256", "kid": method}, s.claimed(nil), stray), verification.Changed, "signature_wrong"},
		"key of another kind":  {token(t, j{"alg": "EdDSA", "kid": method}, s.claimed(nil), s.key.Private), verification.Unsupported, "signature_unsupported"},
		"no key named":         {token(t, j{"alg": "RS256"}, s.claimed(nil), key), verification.Changed, "unsigned"},
		"unreachable key":      {token(t, elsewhere, s.claimed(nil), key), verification.Unreachable, "key_unreachable"},
		"another issuer":       {token(t, j{"alg": "RS256", "kid": method}, s.claimed(j{"iss": "did:web:other.example"}), key), verification.Changed, "claims_differ"},
		"another id":           {token(t, j{"alg": "RS256", "kid": method}, s.claimed(j{"jti": "x"}), key), verification.Changed, "claims_differ"},
		"another beginning":    {token(t, j{"alg": "RS256", "kid": method}, s.claimed(j{"nbf": 1}), key), verification.Changed, "claims_differ"},
		"an end of its own":    {token(t, j{"alg": "RS256", "kid": method}, s.claimed(j{"exp": 1}), key), verification.Changed, "claims_differ"},
		"somebody's other key": {token(t, j{"alg": "RS256", "kid": s.serve("/d/2/key", jwk)}, s.claimed(j{"issuer": j{"id": s.DID + ":d:1", "name": "G"}, "iss": s.DID + ":d:1"}), key), verification.Changed, "signer_not_issuer"},
		"none":                 {b64([]byte(`{"alg":"none"}`)) + "." + b64(written(t, s.claimed(nil))) + ".", verification.Changed, "unsigned"},
	} {
		must(t, name, s.verify([]byte(c.text)), c.verdict, c.code)
	}
	good := token(t, j{"alg": "RS256", "kid": method}, s.claimed(nil), key)
	for i := 0; i < len(good); i += 17 {
		changed := []byte(good)
		changed[i] ^= 1
		if got := s.verify(changed); got.Verdict == verification.Valid || got.Verdict == verification.IssuerUnknown {
			t.Errorf("byte %d changed: %s", i, got.Verdict)
		}
	}
}

// badges serves a class and its issuer of Open Badges 2.0 at an origin and returns the assertion's members.
func (s *stranger) badges(origin string, more j) j {
	s.serve("/issuer", j{"@context": "https://w3id.org/openbadges/v2", "type": "Issuer", "id": origin + "/issuer", "name": "Guild", "url": origin, "email": "x@example.org",
		"publicKey": origin + "/key", "revocationList": origin + "/revoked"})
	s.serve("/class", j{"type": "BadgeClass", "id": origin + "/class", "name": "Weaving", "description": "Looms", "issuer": origin + "/issuer"})
	a := j{
		"@context": "https://w3id.org/openbadges/v2", "type": "Assertion", "id": origin + "/assertion", "badge": origin + "/class",
		"recipient": j{"type": "email", "hashed": false, "identity": "ada@example.org"}, "verification": j{"type": "hosted"}, "issuedOn": "2026-01-01T00:00:00Z",
	}
	for name, value := range more {
		a[name] = value
	}
	return a
}

func TestHostedBadgeIsFetchedFromIssuer(t *testing.T) {
	t.Parallel()
	s := newStranger(t)
	v, origin := network(t, s)
	serve := func(more j) []byte {
		a := s.badges(origin, more)
		s.serve("/assertion", a)
		return written(t, a)
	}
	verify := func(what []byte) verification.Result {
		return v.Verify(t.Context(), verification.Input{Text: string(what)})
	}

	good := serve(nil)
	got := verify([]byte(origin + "/assertion"))
	must(t, "its address", got, verification.IssuerUnknown, "hosted_good")
	if got.Credential.Name != "Weaving" || got.Credential.Recipient != "ada@example.org" || got.Credential.Issuer.Name != "Guild" {
		t.Errorf("%+v", got.Credential)
	}
	must(t, "the assertion", verify(good), verification.IssuerUnknown, "hosted_good")
	serve(j{"narrative": "new"})
	must(t, "served with more", verify(good), verification.IssuerUnknown, "hosted_newer")
	for name, more := range map[string]j{
		"another recipient": {"recipient": j{"type": "email", "hashed": false, "identity": "eve@example.org"}}, "another end": {"expires": "2030-01-01T00:00:00Z"},
		"another class": {"badge": origin + "/other"}, "another day": {"issuedOn": "2025-01-01T00:00:00Z"},
	} {
		serve(more)
		must(t, name, verify(good), verification.Changed, "hosted_differs")
	}
	serve(j{"id": origin + "/other"})
	must(t, "another id", verify(good), verification.Changed, "hosted_elsewhere")
	serve(j{"revoked": true})
	must(t, "revoked", verify(good), verification.Revoked, "status_revoked")
	serve(j{"revoked": true, "revocationReason": ""})
	must(t, "its address, revoked", verify([]byte(origin+"/assertion")), verification.Revoked, "status_revoked")
	s.documents["/assertion"] = document{410, []byte(`{"revoked":true}`), "application/json"}
	must(t, "gone", verify(good), verification.Revoked, "status_revoked")
	must(t, "its address, gone", verify([]byte(origin+"/assertion")), verification.Revoked, "address_gone")
	delete(s.documents, "/assertion")
	must(t, "not there", verify(good), verification.Unreachable, "hosted_unreachable")
	must(t, "expired", verify(serve(j{"expires": "2026-02-01T00:00:00Z"})), verification.Expired, "expired")

	// Whoever may put a file somewhere could name any issuer in it.
	stolen := j{"id": "https://issuer.example/issuer", "type": "Issuer", "name": "Guild", "verification": j{"allowedOrigins": []any{origin[7:]}}}
	must(t, "an issuer brought along", verify(serve(j{"badge": j{"id": origin + "/class", "type": "BadgeClass", "name": "Weaving", "issuer": stolen}})),
		verification.Unreachable, "class_unreachable")
	s.serve("/issuer", j{"type": "Issuer", "id": origin + "/issuer", "name": "Guild", "verification": j{"allowedOrigins": []any{"badges.example"}}})
	s.serve("/assertion", json.RawMessage(good))
	must(t, "not where the issuer's badges lie", verify(good), verification.Changed, "hosted_elsewhere")
	must(t, "the older way", verify(serve(j{"verification": nil, "verify": j{"type": "hosted", "url": origin + "/assertion"}, "uid": "1"})), verification.IssuerUnknown, "hosted_good")
}

func TestSignedBadgeIsCheckedWithIssuerKey(t *testing.T) {
	t.Parallel()
	s := newStranger(t)
	origin := "https://" + host
	key, _ := rsaKey(t)
	stray, _ := rsaKey(t)
	a := s.badges(origin, j{"id": "urn:uuid:1", "verification": j{"type": "signed", "creator": origin + "/key"}})
	der, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	cryptographic := j{"type": "CryptographicKey", "id": origin + "/key", "owner": origin + "/issuer", "publicKeyPem": string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}))}
	s.serve("/key", cryptographic)
	s.serve("/revoked", j{"type": "RevocationList", "issuer": origin + "/issuer", "revokedAssertions": []any{j{"id": "urn:uuid:2"}}})
	rs := j{"alg": "RS256"}
	must(t, "signed", s.verify([]byte(token(t, rs, a, key))), verification.IssuerUnknown, "signature_good")
	must(t, "by a stray key", s.verify([]byte(token(t, rs, a, stray))), verification.Changed, "signature_wrong")
	must(t, "only said to be signed", s.verify(written(t, a)), verification.Changed, "unsigned")
	s.serve("/revoked", j{"type": "RevocationList", "issuer": origin + "/issuer", "revokedAssertions": []any{j{"id": "urn:uuid:1"}}})
	must(t, "revoked", s.verify([]byte(token(t, rs, a, key))), verification.Revoked, "status_revoked")
	delete(s.documents, "/revoked")
	must(t, "no list", s.verify([]byte(token(t, rs, a, key))), verification.Unreachable, "status_unreachable")
	cryptographic["owner"] = origin + "/other"
	s.serve("/key", cryptographic)
	must(t, "of another owner", s.verify([]byte(token(t, rs, a, key))), verification.Changed, "key_unknown")
	cryptographic["owner"], cryptographic["id"] = origin+"/issuer", origin+"/key2"
	s.serve("/key2", cryptographic)
	a["verification"] = j{"type": "signed", "creator": origin + "/key2"}
	must(t, "a key that the issuer does not name", s.verify([]byte(token(t, rs, a, key))), verification.Changed, "key_unknown")
}
