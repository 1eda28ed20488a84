package verification

import (
	"crypto"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"time"

	"laurel/internal/formats/dataintegrity"
	"laurel/internal/formats/jws"
)

// controller is a cached controller document, or the error of fetching it.
type controller struct {
	object
	err error
}

// controllerAt fetches a controller document, once per run.
func (r *run) controllerAt(id string) (object, error) {
	if known, ok := r.controllers[id]; ok {
		return known.object, known.err
	}
	address := id
	if strings.HasPrefix(id, "did:") {
		var ok bool
		if address, ok = didWeb(id); !ok {
			return nil, because("signature_unsupported")
		}
	}
	document, status := r.getObject(address)
	var err error
	if status != 200 || document == nil {
		err = because("key_unreachable")
	}
	r.controllers[id] = controller{document, err}
	return document, err
}

// didWeb returns the URL of a did:web document. Source: the did:web method specification.
func didWeb(did string) (string, bool) {
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

// key returns the key of a verification method and its controller.
func (r *run) key(method string) (heldKey, error) {
	base, fragment, _ := strings.Cut(method, "#")
	switch {
	case strings.HasPrefix(base, "did:key:"):
		return didKey(base, fragment)
	case strings.HasPrefix(base, "did:jwk:"):
		return didJWK(base, fragment)
	case strings.HasPrefix(base, "did:web:"), strings.HasPrefix(base, "https://"), strings.HasPrefix(base, "http://"):
	default:
		return heldKey{}, because("signature_unsupported")
	}
	document, err := r.controllerAt(base)
	if err != nil {
		return heldKey{}, err
	}
	if document.text("id") == method && document["publicKeyMultibase"] != nil { // a key that has an address of its own
		return r.standaloneKey(method, document)
	}
	if document.text("id") != base {
		return heldKey{}, because("key_unknown", "key", method)
	}
	return asserting(document, method, func(id string, _ object) bool { return id == method })
}

// didKey returns the key of a did:key, which is encoded in the DID itself.
func didKey(did, fragment string) (heldKey, error) {
	text := strings.TrimPrefix(did, "did:key:")
	public, err := dataintegrity.ParseMultikey(text)
	if err != nil {
		return heldKey{}, because("signature_unsupported")
	}
	if fragment != text {
		return heldKey{}, because("key_unknown", "key", did+"#"+fragment)
	}
	return heldKey{id: did + "#" + fragment, controller: did, public: public}, nil
}

// didJWK returns the key of a did:jwk, which is encoded in the DID itself. Source: the did:jwk method specification.
func didJWK(did, fragment string) (heldKey, error) {
	data, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(did, "did:jwk:"))
	if err != nil {
		return heldKey{}, because("signature_unsupported")
	}
	public, err := jws.ParseJWK(data)
	if err != nil {
		return heldKey{}, because("signature_unsupported")
	}
	if fragment != "0" {
		return heldKey{}, because("key_unknown", "key", did+"#"+fragment)
	}
	return heldKey{id: did + "#0", controller: did, public: public}, nil
}

// standaloneKey returns a key that has its own URL, if its controller lists it as an assertion method.
func (r *run) standaloneKey(method string, key object) (heldKey, error) {
	holder := key.text("controller")
	document, err := r.controllerAt(holder)
	if err != nil {
		return heldKey{}, err
	}
	if document.text("id") != holder || !slices.Contains(document.texts("assertionMethod"), method) {
		return heldKey{}, because("key_unknown", "key", method)
	}
	return parseKey(method, key)
}

// asserting returns the assertion method of a document for which wanted is true.
func asserting(document object, name string, wanted func(id string, key object) bool) (heldKey, error) {
	base := document.text("id")
	whole := func(id string) string {
		if strings.HasPrefix(id, "#") {
			return base + id
		}
		return id
	}
	var may []string
	methods := document.list("verificationMethod")
	for _, item := range document.list("assertionMethod") {
		switch v := item.(type) {
		case string:
			may = append(may, whole(v))
		case map[string]any:
			may = append(may, whole(object(v).text("id")))
			methods = append(methods, v)
		}
	}
	for _, item := range methods {
		key, _ := item.(map[string]any)
		id := whole(object(key).text("id"))
		if id == "" || !wanted(id, key) {
			continue
		}
		if at, revoked := revokedAt(key); revoked { // whether or not it still stands among those that may sign
			return heldKey{}, because("key_revoked", "date", at)
		}
		if slices.Contains(may, id) {
			if object(key).text("controller") != base {
				break
			}
			return parseKey(id, key)
		}
	}
	return heldKey{}, because("key_unknown", "key", name)
}

// parseKey parses a verification method.
func parseKey(id string, key object) (heldKey, error) {
	out := heldKey{id: id, controller: key.text("controller")}
	var good bool
	if out.expires, good = key.time("expires"); !good {
		return heldKey{}, because("key_retired")
	}
	if at, revoked := revokedAt(key); revoked {
		return heldKey{}, because("key_revoked", "date", at)
	}
	var err error
	if out.public, err = publicKey(key); err != nil {
		return heldKey{}, because("signature_unsupported")
	}
	return out, nil
}

// publicKey parses the key of a verification method.
func publicKey(key object) (crypto.PublicKey, error) {
	if text := key.text("publicKeyMultibase"); text != "" {
		return dataintegrity.ParseMultikey(text)
	}
	return jws.ParseJWK(written(key["publicKeyJwk"]))
}

// revokedAt returns the date on which the controller declared a key compromised. Anyone who has the key can backdate signatures, so no
// signature by it is accepted. Source: Controlled Identifiers 1.0, "revoked".
func revokedAt(key object) (day string, revoked bool) {
	if key["revoked"] == nil {
		return "", false
	}
	at, good := key.time("revoked")
	if !good {
		return "?", true
	}
	return at.UTC().Format(time.DateOnly), true
}

func written(value any) []byte {
	data, err := json.Marshal(value)
	if err != nil {
		return nil
	}
	return data
}

// tokenKey returns the key of a token: by its kid, or by the embedded JWK, which must also be in the issuer's document.
func (r *run) tokenKey(m jws.Message, issuer string) (heldKey, error) {
	switch kid := m.KeyID; {
	case strings.HasPrefix(kid, "did:"):
		return r.key(kid)
	case strings.HasPrefix(kid, "https://"), strings.HasPrefix(kid, "http://"):
		return r.publishedKey(kid, issuer)
	case kid != "":
		return r.key(issuer + "#" + strings.TrimPrefix(kid, "#"))
	case m.JWK == nil:
		return heldKey{}, because("unsigned")
	}
	public, err := jws.ParseJWK(m.JWK)
	if err != nil {
		return heldKey{}, because("signature_unsupported")
	}
	if strings.HasPrefix(issuer, "did:key:") {
		return r.key(issuer + "#" + strings.TrimPrefix(issuer, "did:key:"))
	}
	if strings.HasPrefix(issuer, "did:jwk:") {
		return r.key(issuer + "#0")
	}
	document, err := r.controllerAt(issuer)
	if err != nil {
		return heldKey{}, err
	}
	return asserting(document, issuer, func(_ string, key object) bool {
		told, err := publicKey(key)
		return err == nil && jws.Equal(told, public)
	})
}

// publishedKey fetches a JWK, or a JWK set from which the kid selects one. A JWK does not name its controller, so the issuer is only
// accepted as the controller if the URL belongs to it.
func (r *run) publishedKey(kid, issuer string) (heldKey, error) {
	document, status := r.getObject(kid)
	if status != 200 || document == nil {
		return heldKey{}, because("key_unreachable")
	}
	for _, item := range document.list("keys") {
		if one, _ := item.(map[string]any); object(one).text("kid") == kid {
			document = one
			break
		}
	}
	if document.text("id") != "" { // a document with keys, not a key
		return r.key(kid)
	}
	public, err := jws.ParseJWK(written(document))
	if err != nil {
		return heldKey{}, because("signature_unsupported")
	}
	holder := hostOf(kid)
	if sameOrigin(kid, issuer) {
		holder = issuer
	}
	return heldKey{id: kid, controller: holder, public: public}, nil
}

// sameOrigin reports whether a URL is below the URL or did:web of an issuer. The same host is not sufficient, because several issuers
// may share it.
func sameOrigin(address, issuer string) bool {
	place, isDID := didWeb(issuer)
	if !isDID {
		rest, below := strings.CutPrefix(address, strings.TrimSuffix(issuer, "/"))
		return hostOf(issuer) != "" && hostOf(issuer) == hostOf(address) && below && (rest == "" || strings.ContainsRune("/?#", rune(rest[0])))
	}
	place = strings.TrimSuffix(strings.TrimSuffix(place, "did.json"), ".well-known/")
	return strings.HasPrefix(address, place)
}

// hostOf returns the host and port of an HTTP URL, or "".
func hostOf(address string) string {
	at, err := url.Parse(address)
	if err != nil || at.Scheme != "https" && at.Scheme != "http" || at.User != nil {
		return ""
	}
	return strings.ToLower(at.Host)
}
