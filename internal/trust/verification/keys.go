package verification

import (
	"slices"
	"strings"

	"laurel/internal/formats/jws"
	"laurel/internal/trust/verification/internal/document"
	"laurel/internal/trust/verification/internal/keys"
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
		if address, ok = keys.DIDWeb(id); !ok {
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

// key returns the key of a verification method and its controller.
func (r *run) key(method string) (keys.Key, error) {
	base, fragment, _ := strings.Cut(method, "#")
	switch {
	case strings.HasPrefix(base, "did:key:"):
		return keys.DIDKey(base, fragment)
	case strings.HasPrefix(base, "did:jwk:"):
		return keys.DIDJWK(base, fragment)
	case strings.HasPrefix(base, "did:web:"), strings.HasPrefix(base, "https://"), strings.HasPrefix(base, "http://"):
	default:
		return keys.Key{}, because("signature_unsupported")
	}
	document, err := r.controllerAt(base)
	if err != nil {
		return keys.Key{}, err
	}
	if document.Text("id") == method && document["publicKeyMultibase"] != nil { // a key that has an address of its own
		return r.standaloneKey(method, document)
	}
	if document.Text("id") != base {
		return keys.Key{}, because("key_unknown", "key", method)
	}
	return keys.Asserting(document, method, func(id string, _ object) bool { return id == method })
}

// standaloneKey returns a key that has its own URL, if its controller lists it as an assertion method.
func (r *run) standaloneKey(method string, key object) (keys.Key, error) {
	holder := key.Text("controller")
	document, err := r.controllerAt(holder)
	if err != nil {
		return keys.Key{}, err
	}
	if document.Text("id") != holder || !slices.Contains(document.Texts("assertionMethod"), method) {
		return keys.Key{}, because("key_unknown", "key", method)
	}
	return keys.Parse(method, key)
}

// tokenKey returns the key of a token: by its kid, or by the embedded JWK, which must also be in the issuer's document.
func (r *run) tokenKey(m jws.Message, issuer string) (keys.Key, error) {
	switch kid := m.KeyID; {
	case strings.HasPrefix(kid, "did:"):
		return r.key(kid)
	case strings.HasPrefix(kid, "https://"), strings.HasPrefix(kid, "http://"):
		return r.publishedKey(kid, issuer)
	case kid != "":
		return r.key(issuer + "#" + strings.TrimPrefix(kid, "#"))
	case m.JWK == nil:
		return keys.Key{}, because("unsigned")
	}
	public, err := jws.ParseJWK(m.JWK)
	if err != nil {
		return keys.Key{}, because("signature_unsupported")
	}
	if strings.HasPrefix(issuer, "did:key:") {
		return r.key(issuer + "#" + strings.TrimPrefix(issuer, "did:key:"))
	}
	if strings.HasPrefix(issuer, "did:jwk:") {
		return r.key(issuer + "#0")
	}
	document, err := r.controllerAt(issuer)
	if err != nil {
		return keys.Key{}, err
	}
	return keys.Asserting(document, issuer, func(_ string, key object) bool {
		told, err := keys.Public(key)
		return err == nil && jws.Equal(told, public)
	})
}

// publishedKey fetches a JWK, or a JWK set from which the kid selects one. A JWK does not name its controller, so the issuer is only
// accepted as the controller if the URL belongs to it.
func (r *run) publishedKey(kid, issuer string) (keys.Key, error) {
	found, status := r.getObject(kid)
	if status != 200 || found == nil {
		return keys.Key{}, because("key_unreachable")
	}
	for _, item := range found.List("keys") {
		if one, _ := item.(map[string]any); object(one).Text("kid") == kid {
			found = one
			break
		}
	}
	if found.Text("id") != "" { // a document with keys, not a key
		return r.key(kid)
	}
	public, err := jws.ParseJWK(document.Encode(found))
	if err != nil {
		return keys.Key{}, because("signature_unsupported")
	}
	holder := keys.HostOf(kid)
	if keys.SameOrigin(kid, issuer) {
		holder = issuer
	}
	return keys.Key{ID: kid, Controller: holder, Public: public}, nil
}
