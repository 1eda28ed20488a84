package verification

import (
	"slices"
	"strings"

	"laurel/internal/formats/jws"
	"laurel/internal/trust/verification/internal/document"
	"laurel/internal/trust/verification/internal/keys"
	"laurel/internal/trust/verification/internal/recipients"
)

// payload checks the payload of a token: the credential itself, as in data model 2.0, or a vc or vp claim, as in 1.1.
func (r *run) payload(m jws.Message, o object, form string) {
	if shown, presents := o["vp"].(map[string]any); presents && slices.Contains(object(shown).Texts("type"), "VerifiablePresentation") {
		r.presentation(shown, form)
		return
	}
	inner, within := o["vc"].(map[string]any)
	if !within {
		r.credential(m.Payload, o, &m, form)
		return
	}
	c, claim := unwrapped(o, inner)
	if claim != "" {
		r.note("claims_differ", "claim", claim)
		return
	}
	r.credential(document.Encode(c), c, &m, form)
}

// unwrapped merges the claims of a token of data model 1.1 into its credential. It returns the name of a claim that contradicts the
// credential. Source: Verifiable Credentials Data Model 1.1, 6.3.1.
func unwrapped(claims object, inner map[string]any) (c object, differs string) {
	c = object{}
	for name, value := range inner {
		c[name] = value
	}
	for claim, name := range map[string]string{"jti": "id", "iss": "issuer"} {
		says := claims.Text(claim)
		if has := c.Named(name); says != "" && has != "" && has != says {
			return nil, claim
		}
		if says != "" && c[name] == nil {
			c[name] = says
		}
	}
	subject := c.Child("credentialSubject")
	if says := claims.Text("sub"); says != "" && subject != nil {
		if has := subject.Text("id"); has != "" && has != says {
			return nil, "sub"
		}
		subject["id"] = says
	}
	for claim, name := range map[string]string{"nbf": "issuanceDate", "exp": "expirationDate"} {
		says, good := claims.Time(claim)
		if !good {
			return nil, claim
		}
		if has, _ := c.First(name, map[string]string{"nbf": "validFrom", "exp": "validUntil"}[claim]); !says.IsZero() && !has.IsZero() && has.Unix() != says.Unix() {
			return nil, claim
		} else if !says.IsZero() && has.IsZero() {
			c[name] = says.Format("2006-01-02T15:04:05Z")
		}
	}
	return c, ""
}

// verifiableCredential checks a credential of any other type: only signature, status, dates and issuer.
func (r *run) verifiableCredential(c signed) {
	issuer, subject := c.Named("issuer"), c.Child("credentialSubject")
	from, fromGood := c.First("validFrom", "issuanceDate")
	until, untilGood := c.First("validUntil", "expirationDate")
	r.identities = recipients.OpenBadges3(subject)
	r.result.Credential = summary3(c.object, issuer, subject, from, until)
	if earned := subject.Child("hasCredential"); r.result.Credential.Name == "" {
		r.result.Credential.Name, r.result.Credential.Description = earned.Text("name"), earned.Text("description")
	}
	if r.result.Credential.Name == "" {
		types := c.Texts("type")
		r.result.Credential.Name = types[len(types)-1]
	}
	switch {
	case issuer == "":
		r.note("incomplete", "missing", "issuer")
	case !fromGood || !untilGood:
		r.note("incomplete", "missing", "validFrom")
	default:
		r.finished = r.checkSigned(c, issuer, from, until)
	}
}

// selective parses an SD-JWT and resolves its disclosures. Source: RFC 9901, 7.1.
func (r *run) selective(text, form string) {
	parts := strings.Split(strings.TrimSpace(text), "~")
	m, err := jws.Parse(parts[0])
	if err != nil {
		r.note("signature_unsupported")
		return
	}
	o, err := document.Parse(m.Payload)
	if err != nil {
		r.note("malformed")
		return
	}
	if algorithm := o.Text("_sd_alg"); algorithm != "" && algorithm != "sha-256" {
		r.note("signature_unsupported")
		return
	}
	shown, ok := document.ParseDisclosures(parts[1 : len(parts)-1]) // the last part binds the token to its holder, which is not asked here
	if !ok {
		r.note("malformed")
		return
	}
	delete(o, "_sd_alg")
	c, ok := shown.Open(o)
	if !ok {
		r.note("not_covered") // a claim that the token has no hash of, or two of
		return
	}
	if c["vct"] != nil && c["type"] == nil {
		r.found(SDJWT1, form)
		r.selectiveCredential(m, c)
		return
	}
	r.credential(document.Encode(c), c, &m, form)
}

// selectiveCredential checks an SD-JWT VC, whose claims are defined by its issuer. Source: SD-JWT-based Verifiable Credentials, 3.
func (r *run) selectiveCredential(m jws.Message, c object) {
	issuer := c.Text("iss")
	from, fromGood := c.First("nbf", "iat")
	until, untilGood := c.Time("exp")
	recipient := strings.TrimSpace(c.Text("given_name") + " " + c.Text("family_name"))
	if recipient == "" {
		recipient = c.Text("name")
	}
	r.identities = recipients.OpenBadges3(object{"email": c["email"]})
	r.result.Credential = &Credential{ID: c.Text("jti"), Name: c.Text("vct"), Recipient: recipient, Issuer: Issuer{ID: issuer}, IssuedAt: from, ValidUntil: until}
	if issuer == "" || !fromGood || !untilGood {
		r.note("incomplete", "missing", "iss, iat")
		return
	}
	key, err := r.selectiveKey(m, issuer)
	if err == nil {
		err = signedBy(m, key, issuer)
	}
	if err == nil && key.RetiredAt(from) {
		err = because("key_retired")
	}
	if err != nil {
		r.end(err)
		return
	}
	r.note("key_found")
	r.note("signature_good").Signer = key.ID
	r.note("signer_is_issuer", "issuer", issuer)
	if err := r.tokenStatus(c.Child("status"), issuer); err != nil {
		r.end(err)
	}
	r.dates(from, until)
	r.issuer(issuer)
	r.finished = true
}

// selectiveKey returns the key of an SD-JWT VC: by DID, or from the issuer's metadata at /.well-known/jwt-vc-issuer.
func (r *run) selectiveKey(m jws.Message, issuer string) (keys.Key, error) {
	host := keys.HostOf(issuer)
	if host == "" {
		return r.tokenKey(m, issuer)
	}
	scheme, rest, _ := strings.Cut(issuer, "://")
	_, path, _ := strings.Cut(rest, "/")
	address := scheme + "://" + host + "/.well-known/jwt-vc-issuer"
	if path = strings.Trim(path, "/"); path != "" {
		address += "/" + path
	}
	metadata, status := r.getObject(address)
	if status != 200 || metadata == nil {
		return keys.Key{}, because("key_unreachable")
	}
	if metadata.Text("issuer") != issuer {
		return keys.Key{}, because("key_unknown", "key", address)
	}
	set := metadata.Child("jwks")
	if at := metadata.Text("jwks_uri"); set == nil && at != "" {
		if set, status = r.getObject(at); status != 200 {
			return keys.Key{}, because("key_unreachable")
		}
	}
	for _, item := range set.List("keys") {
		key, _ := item.(map[string]any)
		if object(key).Text("kid") != m.KeyID {
			continue
		}
		public, err := jws.ParseJWK(document.Encode(key))
		if err != nil {
			return keys.Key{}, because("signature_unsupported")
		}
		return keys.Key{ID: address, Controller: issuer, Public: public}, nil
	}
	return keys.Key{}, because("key_unknown", "key", m.KeyID)
}
