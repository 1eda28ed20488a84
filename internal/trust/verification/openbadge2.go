package verification

import (
	"bytes"
	"reflect"
	"slices"
	"strings"

	"laurel/internal/formats/jws"
	"laurel/internal/trust/verification/internal/achievement"
	"laurel/internal/trust/verification/internal/document"
	"laurel/internal/trust/verification/internal/keys"
	"laurel/internal/trust/verification/internal/recipients"
)

// assertion is a credential of Open Badges 1 or 2.0. It is verified by the hosted copy at its id, or by its signature.
type assertion struct {
	object
	proof object // says how it is proven
	id    string // its address, where it is hosted
	old   bool   // of Open Badges 1
}

// openBadge2 checks a hosted or signed assertion.
func (r *run) openBadge2(a assertion, token *jws.Message) {
	r.result.Credential = &Credential{ID: a.id, Recipient: recipients.Plain2(a.object)}
	kinds := a.proof.Texts("type")
	is := func(names ...string) bool {
		return slices.ContainsFunc(kinds, func(kind string) bool { return oneOf(kind, names...) })
	}
	var class, issuer object
	var err error
	switch {
	case is("signed", "SignedBadge"):
		if token == nil {
			r.note("unsigned")
			return
		}
		class, issuer, err = r.signedAssertion(a, *token)
	case is("hosted", "HostedBadge") || len(kinds) == 0 && !a.old:
		if a, err = r.hosted(a); err == nil {
			class, issuer, err = r.classOf(a)
		}
		if err == nil {
			err = checkHosting(a, class, issuer)
		}
		if err == nil {
			r.note("class_found")
		}
	default:
		err = because("kind_unsupported")
	}
	r.result.Credential = summary2(a, class, issuer)
	r.identities = recipients.OpenBadges2(a.object)
	if err != nil {
		r.end(err)
		return
	}
	issued, issuedGood := a.First("issuedOn", "issued_on")
	until, untilGood := a.Time("expires")
	if !issuedGood || !untilGood || issued.IsZero() {
		r.note("incomplete", "missing", "issuedOn")
		return
	}
	r.result.Credential.IssuedAt, r.result.Credential.ValidUntil = issued, until
	r.dates(issued, until)
	r.issuer(issuer.Text("id"))
	r.finished = true
}

func summary2(a assertion, class, issuer object) *Credential {
	issued, _ := a.First("issuedOn", "issued_on")
	until, _ := a.Time("expires")
	return &Credential{
		ID: a.id, Name: class.Text("name"), Description: class.Text("description"), Recipient: recipients.Plain2(a.object),
		Issuer: Issuer{ID: issuer.Text("id"), Name: issuer.Text("name"), URL: issuer.Text("url")}, IssuedAt: issued, ValidUntil: until,
		Skills: achievement.Skills(class), Image: achievement.Picture(class),
	}
}

// hosted fetches an assertion from its own URL. The hosted copy is authoritative, not the one that was submitted.
func (r *run) hosted(a assertion) (assertion, error) {
	if keys.HostOf(a.id) == "" {
		return a, because("incomplete", "missing", "id")
	}
	if a.id == r.from {
		if revoked(a.object) {
			return a, r.removedStep(a.id)
		}
		r.note("hosted_good", "url", a.id)
		return a, nil
	}
	there, status := r.getObject(a.id)
	switch {
	case status == 410:
		return a, r.removedStep(a.id)
	case status != 200 || there == nil:
		return a, because("hosted_unreachable", "url", a.id)
	}
	if revoked(there) {
		return a, r.removedStep(a.id)
	}
	now := assertion{object: there, proof: there.Child("verification"), id: there.Text("id"), old: a.old}
	if a.old {
		now.proof, now.id = there.Child("verify"), there.Child("verify").Text("url")
	}
	if now.id != a.id {
		return a, because("hosted_elsewhere", "url", a.id)
	}
	for _, name := range []string{"recipient", "badge", "issuedOn", "issued_on", "expires"} {
		if !reflect.DeepEqual(a.object[name], there[name]) {
			return a, because("hosted_differs", "url", a.id, "member", name)
		}
	}
	if reflect.DeepEqual(a.object, there) {
		r.note("hosted_good", "url", a.id)
	} else {
		r.note("hosted_newer", "url", a.id)
	}
	return now, nil
}

// removedStep returns the step for an assertion that was revoked or is no longer hosted. For assertions of this installation, the
// record has the reason.
func (r *run) removedStep(id string) error {
	if code := r.goneStep(id); code != "" {
		return because(code)
	}
	return because("status_revoked")
}

// goneStep returns the step for a credential of this installation that is suspended, in progress or deleted, or else "".
func (r *run) goneStep(address string) Code {
	code, _ := r.record(address)
	if oneOf(string(code), "status_suspended", "status_in_progress", "status_deleted") {
		return code
	}
	return ""
}

// revoked reports whether an assertion is marked as revoked.
func revoked(a object) bool {
	says, there := a["revoked"]
	return there && says != false
}

// classOf fetches the badge class of an assertion, and its issuer.
func (r *run) classOf(a assertion) (class, issuer object, err error) {
	if class, err = r.part(a.object, "badge", a.old); err != nil {
		return nil, nil, err
	}
	if issuer, err = r.issuerOf(class, a.old); err != nil {
		return class, nil, err
	}
	if class.Text("name") == "" || issuer.Text("name") == "" {
		return class, issuer, because("incomplete", "missing", "badge.name, badge.issuer.name")
	}
	return class, issuer, nil
}

// issuerOf fetches the issuer of a badge class from the issuer's own URL. An embedded issuer is not trusted, because anyone could write
// one into an assertion.
func (r *run) issuerOf(class object, old bool) (object, error) {
	return r.part(object{"issuer": class.Named("issuer")}, "issuer", old)
}

// part returns an embedded object, or fetches the document that a member references.
func (r *run) part(of object, name string, old bool) (object, error) {
	if inner := of.Child(name); inner != nil {
		return inner, nil
	}
	address := of.Text(name)
	if keys.HostOf(address) == "" {
		return nil, because("incomplete", "missing", name)
	}
	document, status := r.getObject(address)
	if status != 200 || document == nil {
		return nil, because("class_unreachable", "url", address)
	}
	if old && document["id"] == nil { // Open Badges 1 knows such documents by their address alone
		document["id"] = address
	}
	if document.Text("id") != address {
		return nil, because("hosted_elsewhere", "url", address)
	}
	return document, nil
}

// checkHosting checks that the assertion and the badge class are hosted where the issuer's profile permits, by default on the issuer's
// host. Source: Open Badges 2.0, "Hosted verification".
func checkHosting(a assertion, class, issuer object) error {
	rule := issuer.Child("verification")
	hosts, starts := rule.Texts("allowedOrigins"), rule.Texts("startsWith")
	if len(hosts) == 0 && len(starts) == 0 {
		hosts = []string{keys.HostOf(issuer.Text("id"))}
	}
	for _, address := range []string{a.id, class.Text("id")} {
		begins := slices.ContainsFunc(starts, func(start string) bool {
			return keys.HostOf(start) == keys.HostOf(address) && strings.HasPrefix(address, start)
		})
		if host := keys.HostOf(address); host == "" || !slices.Contains(hosts, host) && !begins {
			return because("hosted_elsewhere", "url", address)
		}
	}
	return nil
}

// signedAssertion checks the signature of an assertion and the issuer's revocation list.
func (r *run) signedAssertion(a assertion, token jws.Message) (class, issuer object, err error) {
	if class, err = r.part(a.object, "badge", a.old); err != nil {
		return nil, nil, err
	}
	if issuer, err = r.issuerOf(class, a.old); err != nil {
		return class, nil, err
	}
	r.note("class_found")
	address := a.proof.Text("creator")
	if a.old {
		address = a.proof.Text("url")
	}
	if address == "" {
		address = issuer.Named("publicKey")
	}
	if err := r.assertionSignature(address, issuer, token, a.old); err != nil {
		return class, issuer, err
	}
	return class, issuer, r.revokedAssertions(a, issuer)
}

// assertionSignature verifies a token with the key at a URL, which must belong to the issuer.
func (r *run) assertionSignature(address string, issuer object, token jws.Message, old bool) error {
	answer, ok := r.get(address, acceptJSON+", application/x-pem-file, text/plain")
	if !ok || answer.Status != 200 {
		return because("key_unreachable")
	}
	text := answer.Body
	if !bytes.HasPrefix(bytes.TrimSpace(text), []byte("-----BEGIN")) {
		key, err := document.Parse(text)
		if err != nil || key.Text("id") != address || key.Text("owner") != issuer.Text("id") {
			return because("key_unknown", "key", address)
		}
		text = []byte(key.Text("publicKeyPem"))
	}
	// The issuer's profile must list the key. Open Badges 1 profiles cannot, so there the same host is sufficient.
	if !issuer.Names("publicKey", address) && (!old || keys.HostOf(address) != keys.HostOf(issuer.Text("id"))) {
		return because("key_unknown", "key", address)
	}
	r.note("key_found")
	public, err := jws.ParsePEM(text)
	if err != nil {
		return because("signature_unsupported")
	}
	switch token.Verify(public) {
	case nil:
	case jws.ErrSignature: //nolint:errorlint // it comes as it is
		return because("signature_wrong")
	default:
		return because("signature_unsupported")
	}
	r.note("signature_good").Signer = address
	r.note("signer_is_issuer", "issuer", issuer.Text("id"))
	return nil
}

// revokedAssertions checks an assertion against the issuer's revocation list.
func (r *run) revokedAssertions(a assertion, issuer object) error {
	address := issuer.Named("revocationList")
	if address == "" {
		r.note("status_none")
		return nil
	}
	list, status := r.getObject(address)
	if status != 200 || list == nil {
		return because("status_unreachable")
	}
	id := a.Text("id")
	if a.old {
		id = a.Text("uid")
		if _, revoked := list[id]; revoked {
			return because("status_revoked")
		}
	}
	for _, item := range list.List("revokedAssertions") {
		entry, _ := item.(map[string]any)
		if item == id || entry != nil && (object(entry).Text("id") == id || object(entry).Text("uid") == id) {
			return because("status_revoked")
		}
	}
	r.note("status_good")
	return nil
}
