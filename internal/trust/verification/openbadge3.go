package verification

import (
	"crypto"
	"errors"
	"time"

	"laurel/internal/formats/dataintegrity"
	"laurel/internal/formats/jws"
	named "laurel/internal/trust/verification/internal/achievement"
	"laurel/internal/trust/verification/internal/document"
	"laurel/internal/trust/verification/internal/keys"
	"laurel/internal/trust/verification/internal/problem"
	"laurel/internal/trust/verification/internal/recipients"
)

// signed is a signed document: a token with its payload, or a document with embedded proofs.
type signed struct {
	raw []byte
	object
	token *jws.Message
}

// testType is the achievement type of test credentials, badges.TestType.
const testType = "ext:TestCredential"

// openBadge3 checks a credential of Open Badges 3.0.
func (r *run) openBadge3(c signed) {
	issuer, subject := c.Named("issuer"), c.Child("credentialSubject")
	achievement := subject.Child("achievement")
	from, fromGood := c.First("validFrom", "issuanceDate")
	until, untilGood := c.First("validUntil", "expirationDate")
	r.result.Credential = summary3(c.object, issuer, subject, from, until)
	r.identities = recipients.OpenBadges3(subject)
	if missing := missing3(issuer, achievement, fromGood && untilGood && !from.IsZero()); missing != "" {
		r.note("incomplete", "missing", missing)
		return
	}
	r.finished = r.checkSigned(c, issuer, from, until)
	if r.finished && achievement.Text("achievementType") == testType {
		r.note("test_credential")
	}
}

// checkSigned checks signature, status, dates and issuer of a credential, and reports whether it finished.
func (r *run) checkSigned(c signed, issuer string, from, until time.Time) bool {
	if err := r.signature(c, issuer); err != nil {
		r.end(err)
		return false
	}
	r.status(c.object, issuer)
	r.dates(from, until)
	r.issuer(issuer)
	return true
}

func missing3(issuer string, achievement object, dated bool) string {
	switch {
	case issuer == "":
		return "issuer"
	case achievement == nil:
		return "credentialSubject.achievement"
	case achievement.Text("name") == "":
		return "credentialSubject.achievement.name"
	case !dated:
		return "validFrom"
	}
	return ""
}

func summary3(o object, issuer string, subject object, from, until time.Time) *Credential {
	achievement, profile := subject.Child("achievement"), o.Child("issuer")
	c := &Credential{
		ID: o.Text("id"), Name: achievement.Text("name"), Description: achievement.Text("description"), Recipient: subject.Text("name"),
		Issuer: Issuer{ID: issuer, Name: profile.Text("name"), URL: profile.Text("url")}, IssuedAt: from, ValidUntil: until,
	}
	if awarded, ok := o.Time("awardedDate"); ok && !awarded.IsZero() {
		c.IssuedAt = awarded
	}
	if c.Name == "" {
		c.Name = o.Text("name")
	}
	if c.Recipient == "" {
		c.Recipient = recipients.Plain3(subject)
	}
	c.LicenseID = subject.Text("licenseNumber")
	c.Skills, c.Image = named.Skills(achievement), named.Picture(achievement)
	if c.Image == "" {
		c.Image = named.Picture(o)
	}
	var results []named.Result
	c.Grade, results = named.Results(subject, achievement)
	for _, r := range results {
		c.Attributes = append(c.Attributes, Attribute(r))
	}
	return c
}

// signature checks that the issuer signed the credential and adds the steps.
func (r *run) signature(c signed, issuer string) error {
	method, err := r.signer(c, issuer)
	if err != nil {
		return err
	}
	r.note("key_found")
	r.note("signature_good").Signer = method
	r.note("signer_is_issuer", "issuer", issuer)
	return nil
}

// signer returns the ID of the key with which the issuer signed a document. The error is a stop.
func (r *run) signer(c signed, issuer string) (method string, err error) {
	if !document.Ordered(c.object) {
		return "", because("context_wrong")
	}
	if c.token != nil {
		return r.tokenSigner(c, issuer)
	}
	if len(c.List("proof")) == 0 {
		return "", because("unsigned")
	}
	keys := map[string]keys.Key{}
	proofs, unknown, err := dataintegrity.VerifyAll(c.raw, func(method string) (crypto.PublicKey, string, error) {
		key, err := r.key(method)
		keys[method] = key
		return key.Public, key.Controller, err
	})
	var s *problem.Error
	switch {
	case err == nil:
	case errors.As(err, &s):
		return "", s
	case errors.Is(err, dataintegrity.ErrSignature):
		return "", because("signature_wrong")
	case errors.Is(err, dataintegrity.ErrInjected):
		return "", because("context_wrong")
	case errors.Is(err, dataintegrity.ErrDocument):
		return "", because("not_covered")
	default: // an unknown proof or vocabulary, or too much of it
		return "", because("signature_unsupported")
	}
	if unknown > 0 {
		r.note("proof_unchecked")
	}
	return r.issuersProof(proofs, keys, issuer)
}

// issuersProof returns the verification method of the issuer's proof, or a stop. Other parties may have added proofs.
func (r *run) issuersProof(proofs []dataintegrity.Checked, keys map[string]keys.Key, issuer string) (string, error) {
	for _, proof := range proofs {
		if proof.Controller != issuer {
			continue
		}
		if at, err := time.Parse(time.RFC3339, proof.Created); proof.Created != "" && (err != nil || keys[proof.Method].RetiredAt(at)) {
			return "", because("key_retired")
		}
		if at, err := time.Parse(time.RFC3339, proof.Expires); proof.Expires != "" && (err != nil || !r.now.Before(at)) {
			return "", because("expired", "until", proof.Expires)
		}
		return proof.Method, nil
	}
	return "", because("signer_not_issuer", "signer", proofs[0].Controller, "issuer", issuer)
}

// tokenSigner verifies a token with the document as its payload.
func (r *run) tokenSigner(c signed, issuer string) (string, error) {
	key, err := r.tokenKey(*c.token, issuer)
	if err != nil {
		return "", err
	}
	if err := signedBy(*c.token, key, issuer); err != nil {
		return "", err
	}
	if err := r.claims(c.object, issuer, key); err != nil {
		return "", err
	}
	return key.ID, nil
}

// signedBy verifies a token's signature and checks that the issuer controls the key.
func signedBy(m jws.Message, key keys.Key, issuer string) error {
	switch err := m.Verify(key.Public); {
	case errors.Is(err, jws.ErrSignature):
		return because("signature_wrong")
	case err != nil:
		return because("signature_unsupported")
	case key.Controller != issuer:
		return because("signer_not_issuer", "signer", key.Controller, "issuer", issuer)
	}
	return nil
}

// claims checks that the registered claims of a token match the credential, so that verifiers that read only one of them see the same
// values.
func (r *run) claims(o object, issuer string, key keys.Key) error {
	for claim, want := range map[string]string{"iss": issuer, "jti": o.Text("id"), "sub": o.Child("credentialSubject").Text("id")} {
		if _, there := o[claim]; there && o.Text(claim) != want {
			return because("claims_differ", "claim", claim)
		}
	}
	for claim, names := range map[string][]string{"nbf": {"validFrom", "issuanceDate"}, "exp": {"validUntil", "expirationDate"}} {
		if _, there := o[claim]; !there {
			continue
		}
		says, good := o.Time(claim)
		want, _ := o.First(names...)
		if !good || says.Unix() != want.Unix() {
			return because("claims_differ", "claim", claim)
		}
	}
	if at, _ := o.First("validFrom", "issuanceDate"); key.RetiredAt(at) {
		return because("key_retired")
	}
	return nil
}
