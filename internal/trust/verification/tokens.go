package verification

import (
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"

	"laurel/internal/formats/jws"
)

// payload checks the payload of a token: the credential itself, as in data model 2.0, or a vc or vp claim, as in 1.1.
func (r *run) payload(m jws.Message, o object, form string) {
	if shown, presents := o["vp"].(map[string]any); presents && slices.Contains(object(shown).texts("type"), "VerifiablePresentation") {
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
	r.credential(written(c), c, &m, form)
}

// unwrapped merges the claims of a token of data model 1.1 into its credential. It returns the name of a claim that contradicts the
// credential. Source: Verifiable Credentials Data Model 1.1, 6.3.1.
func unwrapped(claims object, inner map[string]any) (c object, differs string) {
	c = object{}
	for name, value := range inner {
		c[name] = value
	}
	for claim, name := range map[string]string{"jti": "id", "iss": "issuer"} {
		says := claims.text(claim)
		if has := c.named(name); says != "" && has != "" && has != says {
			return nil, claim
		}
		if says != "" && c[name] == nil {
			c[name] = says
		}
	}
	subject := c.object("credentialSubject")
	if says := claims.text("sub"); says != "" && subject != nil {
		if has := subject.text("id"); has != "" && has != says {
			return nil, "sub"
		}
		subject["id"] = says
	}
	for claim, name := range map[string]string{"nbf": "issuanceDate", "exp": "expirationDate"} {
		says, good := claims.time(claim)
		if !good {
			return nil, claim
		}
		if has, _ := c.first(name, map[string]string{"nbf": "validFrom", "exp": "validUntil"}[claim]); !says.IsZero() && !has.IsZero() && has.Unix() != says.Unix() {
			return nil, claim
		} else if !says.IsZero() && has.IsZero() {
			c[name] = says.Format("2006-01-02T15:04:05Z")
		}
	}
	return c, ""
}

// verifiableCredential checks a credential of any other type: only signature, status, dates and issuer.
func (r *run) verifiableCredential(c signed) {
	issuer, subject := c.named("issuer"), c.object.object("credentialSubject")
	from, fromGood := c.first("validFrom", "issuanceDate")
	until, untilGood := c.first("validUntil", "expirationDate")
	r.identities = identities3(subject)
	r.result.Credential = summary3(c.object, issuer, subject, from, until)
	if earned := subject.object("hasCredential"); r.result.Credential.Name == "" {
		r.result.Credential.Name, r.result.Credential.Description = earned.text("name"), earned.text("description")
	}
	if r.result.Credential.Name == "" {
		types := c.texts("type")
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

const (
	maxDisclosures = 500
	tilde          = "~"
)

// looksSelective reports whether a text may be an SD-JWT: a token followed by disclosures, each terminated by a tilde.
func looksSelective(text string) bool {
	token, rest, found := strings.Cut(strings.TrimSpace(text), tilde)
	return found && jws.Looks(token) && len(rest) <= maxDocument
}

// selective parses an SD-JWT and resolves its disclosures. Source: RFC 9901, 7.1.
func (r *run) selective(text, form string) {
	parts := strings.Split(strings.TrimSpace(text), tilde)
	m, err := jws.Parse(parts[0])
	if err != nil {
		r.note("signature_unsupported")
		return
	}
	o, err := parseJSON(m.Payload)
	if err != nil {
		r.note("malformed")
		return
	}
	if algorithm := o.text("_sd_alg"); algorithm != "" && algorithm != "sha-256" {
		r.note("signature_unsupported")
		return
	}
	shown, ok := disclosures(parts[1 : len(parts)-1]) // the last part binds the token to its holder, which is not asked here
	if !ok {
		r.note("malformed")
		return
	}
	delete(o, "_sd_alg")
	opened, ok := shown.open(map[string]any(o), 0).(map[string]any)
	if !ok || shown.wrong || len(shown.used) != len(shown.parts) {
		r.note("not_covered") // a claim that the token has no hash of, or two of
		return
	}
	c := object(opened)
	if c["vct"] != nil && c["type"] == nil {
		r.found(SDJWT1, form)
		r.selectiveCredential(m, c)
		return
	}
	r.credential(written(opened), c, &m, form)
}

// disclosed contains the disclosures of a token by their digests.
type disclosed struct {
	parts map[string][]any
	used  map[string]bool
	wrong bool
}

func disclosures(parts []string) (*disclosed, bool) {
	d := &disclosed{parts: map[string][]any{}, used: map[string]bool{}}
	if len(parts) > maxDisclosures {
		return nil, false
	}
	for _, part := range parts {
		data, err := base64.RawURLEncoding.DecodeString(part)
		o, errJSON := parseJSON([]byte(`{"d":` + string(data) + `}`))
		all := o.list("d")
		if err != nil || errJSON != nil || len(all) < 2 || len(all) > 3 {
			return nil, false
		}
		sum := sha256.Sum256([]byte(part))
		d.parts[base64.RawURLEncoding.EncodeToString(sum[:])] = all[1:]
	}
	return d, len(d.parts) == len(parts)
}

// open replaces digests with their disclosed claims and removes the digests of undisclosed ones.
func (d *disclosed) open(value any, depth int) any {
	if depth > maxDepth {
		d.wrong = true
		return nil
	}
	switch v := value.(type) {
	case map[string]any:
		return d.openObject(v, depth)
	case []any:
		out := []any{}
		for _, item := range v {
			hash, hidden := "", false
			if o, is := item.(map[string]any); is && len(o) == 1 {
				hash, hidden = o["..."].(string)
			}
			if !hidden {
				out = append(out, d.open(item, depth+1))
			} else if claim := d.take(hash, 1); claim != nil {
				out = append(out, d.open(claim[0], depth+1))
			}
		}
		return out
	default:
		return value
	}
}

func (d *disclosed) openObject(v map[string]any, depth int) any {
	out := map[string]any{}
	for name, item := range v {
		if name != "_sd" {
			out[name] = d.open(item, depth+1)
		}
	}
	for _, item := range object(v).list("_sd") {
		hash, _ := item.(string)
		claim := d.take(hash, 2)
		if claim == nil {
			continue
		}
		name, ok := claim[0].(string)
		if _, twice := out[name]; !ok || twice || name == "_sd" || name == "..." {
			d.wrong = true
			continue
		}
		out[name] = d.open(claim[1], depth+1)
	}
	return out
}

// take returns the disclosure of a digest, or nil if it is not disclosed. Each one must be used once only and have the number of
// elements that its position requires.
func (d *disclosed) take(hash string, size int) []any {
	claim, shown := d.parts[hash]
	if !shown {
		return nil
	}
	if d.used[hash] || len(claim) != size {
		d.wrong = true
		return nil
	}
	d.used[hash] = true
	return claim
}

// selectiveCredential checks an SD-JWT VC, whose claims are defined by its issuer. Source: SD-JWT-based Verifiable Credentials, 3.
func (r *run) selectiveCredential(m jws.Message, c object) {
	issuer := c.text("iss")
	from, fromGood := c.first("nbf", "iat")
	until, untilGood := c.time("exp")
	recipient := strings.TrimSpace(c.text("given_name") + " " + c.text("family_name"))
	if recipient == "" {
		recipient = c.text("name")
	}
	r.identities = identities3(object{"email": c["email"]})
	r.result.Credential = &Credential{ID: c.text("jti"), Name: c.text("vct"), Recipient: recipient, Issuer: Issuer{ID: issuer}, IssuedAt: from, ValidUntil: until}
	if issuer == "" || !fromGood || !untilGood {
		r.note("incomplete", "missing", "iss, iat")
		return
	}
	key, err := r.selectiveKey(m, issuer)
	if err == nil {
		err = signedBy(m, key, issuer)
	}
	if err == nil && key.retiredAt(from) {
		err = because("key_retired")
	}
	if err != nil {
		r.end(err)
		return
	}
	r.note("key_found")
	r.note("signature_good").Signer = key.id
	r.note("signer_is_issuer", "issuer", issuer)
	if err := r.tokenStatus(c.object("status"), issuer); err != nil {
		r.end(err)
	}
	r.dates(from, until)
	r.issuer(issuer)
	r.finished = true
}

// selectiveKey returns the key of an SD-JWT VC: by DID, or from the issuer's metadata at /.well-known/jwt-vc-issuer.
func (r *run) selectiveKey(m jws.Message, issuer string) (heldKey, error) {
	host := hostOf(issuer)
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
		return heldKey{}, because("key_unreachable")
	}
	if metadata.text("issuer") != issuer {
		return heldKey{}, because("key_unknown", "key", address)
	}
	set := metadata.object("jwks")
	if at := metadata.text("jwks_uri"); set == nil && at != "" {
		if set, status = r.getObject(at); status != 200 {
			return heldKey{}, because("key_unreachable")
		}
	}
	for _, item := range set.list("keys") {
		key, _ := item.(map[string]any)
		if object(key).text("kid") != m.KeyID {
			continue
		}
		public, err := jws.ParseJWK(written(key))
		if err != nil {
			return heldKey{}, because("signature_unsupported")
		}
		return heldKey{id: address, controller: issuer, public: public}, nil
	}
	return heldKey{}, because("key_unknown", "key", m.KeyID)
}
