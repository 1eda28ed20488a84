// Package keys finds and parses the public keys of issuers.
package keys

import (
	"crypto"
	"encoding/base64"
	"net/url"
	"slices"
	"strings"
	"time"

	"laurel/internal/formats/dataintegrity"
	"laurel/internal/formats/jws"
	"laurel/internal/trust/verification/internal/document"
	"laurel/internal/trust/verification/internal/problem"
)

// Key is a public key with its controller.
type Key struct {
	ID         string
	Controller string
	Public     crypto.PublicKey
	Expires    time.Time
}

// RetiredAt reports whether the key had expired at a time.
func (k Key) RetiredAt(at time.Time) bool { return !k.Expires.IsZero() && !at.Before(k.Expires) }

// DIDWeb returns the URL of a did:web document. Source: the did:web method specification.
func DIDWeb(did string) (string, bool) {
	name, ok := strings.CutPrefix(did, "did:web:")
	parts := strings.Split(name, ":")
	for i, part := range parts {
		plain, err := url.PathUnescape(part)
		if err != nil || plain == "" || strings.ContainsAny(plain, "/?#@\\") || i > 0 && (plain == "." || plain == "..") {
			return "", false
		}
		if i == 0 {
			parts[0] = plain
		}
	}
	if len(parts) == 1 {
		parts = append(parts, ".well-known")
	}
	return "https://" + strings.Join(parts, "/") + "/did.json", ok
}

// DIDKey returns the key of a did:key, which is encoded in the DID itself.
func DIDKey(did, fragment string) (Key, error) {
	text := strings.TrimPrefix(did, "did:key:")
	public, err := dataintegrity.ParseMultikey(text)
	if err != nil {
		return Key{}, problem.Because("signature_unsupported")
	}
	if fragment != text {
		return Key{}, problem.Because("key_unknown", "key", did+"#"+fragment)
	}
	return Key{ID: did + "#" + fragment, Controller: did, Public: public}, nil
}

// DIDJWK returns the key of a did:jwk, which is encoded in the DID itself. Source: the did:jwk method specification.
func DIDJWK(did, fragment string) (Key, error) {
	data, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(did, "did:jwk:"))
	if err != nil {
		return Key{}, problem.Because("signature_unsupported")
	}
	public, err := jws.ParseJWK(data)
	if err != nil {
		return Key{}, problem.Because("signature_unsupported")
	}
	if fragment != "0" {
		return Key{}, problem.Because("key_unknown", "key", did+"#"+fragment)
	}
	return Key{ID: did + "#0", Controller: did, Public: public}, nil
}

// Asserting returns the assertion method of a document for which wanted is true.
func Asserting(holder document.Object, name string, wanted func(id string, key document.Object) bool) (Key, error) {
	base := holder.Text("id")
	whole := func(id string) string {
		if strings.HasPrefix(id, "#") {
			return base + id
		}
		return id
	}
	var may []string
	methods := holder.List("verificationMethod")
	for _, item := range holder.List("assertionMethod") {
		switch v := item.(type) {
		case string:
			may = append(may, whole(v))
		case map[string]any:
			may = append(may, whole(document.Object(v).Text("id")))
			methods = append(methods, v)
		}
	}
	for _, item := range methods {
		key, _ := item.(map[string]any)
		id := whole(document.Object(key).Text("id"))
		if id == "" || !wanted(id, key) {
			continue
		}
		if at, revoked := revokedAt(key); revoked { // whether or not it still stands among those that may sign
			return Key{}, problem.Because("key_revoked", "date", at)
		}
		if slices.Contains(may, id) {
			if document.Object(key).Text("controller") != base {
				break
			}
			return Parse(id, key)
		}
	}
	return Key{}, problem.Because("key_unknown", "key", name)
}

// Parse parses a verification method.
func Parse(id string, key document.Object) (Key, error) {
	out := Key{ID: id, Controller: key.Text("controller")}
	var good bool
	if out.Expires, good = key.Time("expires"); !good {
		return Key{}, problem.Because("key_retired")
	}
	if at, revoked := revokedAt(key); revoked {
		return Key{}, problem.Because("key_revoked", "date", at)
	}
	var err error
	if out.Public, err = Public(key); err != nil {
		return Key{}, problem.Because("signature_unsupported")
	}
	return out, nil
}

// Public parses the key of a verification method.
func Public(key document.Object) (crypto.PublicKey, error) {
	if text := key.Text("publicKeyMultibase"); text != "" {
		return dataintegrity.ParseMultikey(text)
	}
	return jws.ParseJWK(document.Encode(key["publicKeyJwk"]))
}

// revokedAt returns the date on which the controller declared a key compromised. Anyone who has the key can backdate signatures, so no
// signature by it is accepted. Source: Controlled Identifiers 1.0, "revoked".
func revokedAt(key document.Object) (day string, revoked bool) {
	if key["revoked"] == nil {
		return "", false
	}
	at, good := key.Time("revoked")
	if !good {
		return "?", true
	}
	return at.UTC().Format(time.DateOnly), true
}

// SameOrigin reports whether a URL is below the URL or did:web of an issuer. The same host is not sufficient, because several issuers
// may share it.
func SameOrigin(address, issuer string) bool {
	place, isDID := DIDWeb(issuer)
	if !isDID {
		rest, below := strings.CutPrefix(address, strings.TrimSuffix(issuer, "/"))
		return HostOf(issuer) != "" && HostOf(issuer) == HostOf(address) && below && (rest == "" || strings.ContainsRune("/?#", rune(rest[0])))
	}
	place = strings.TrimSuffix(strings.TrimSuffix(place, "did.json"), ".well-known/")
	return strings.HasPrefix(address, place)
}

// HostOf returns the host and port of an HTTP URL, or "".
func HostOf(address string) string {
	at, err := url.Parse(address)
	if err != nil || at.Scheme != "https" && at.Scheme != "http" || at.User != nil {
		return ""
	}
	return strings.ToLower(at.Host)
}
