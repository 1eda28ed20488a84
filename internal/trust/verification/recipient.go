package verification

import (
	"crypto/md5" //nolint:gosec // Open Badges 2.0 allows it for identities, whose preimages it still resists
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net/mail"
	"slices"
	"strings"
)

// EmailMatch reports whether a credential was issued to an email address.
type EmailMatch string

// The outcomes of comparing an email address with the recipient of a credential.
const (
	EmailMatches  EmailMatch = "match"
	EmailDiffers  EmailMatch = "no_match"
	EmailUnstated EmailMatch = "not_stated" // the credential names no email address, not even a hash
)

// maxEmail is the longest address that is compared, in bytes. Source: RFC 5321, 4.5.3.1.
const maxEmail = 320

// ValidEmail reports whether a text is one bare email address and can be compared.
func ValidEmail(text string) bool {
	address, err := mail.ParseAddress(text)
	return err == nil && address.Address == text && address.Name == "" && len(text) <= maxEmail
}

// identity is the recipient that a credential names: an email address or its salted hash.
type identity struct {
	value string // "ada@example.org", "mailto:ada@example.org", "sha256$…" or "md5$…"
	salt  string
}

// identities3 are the email identities of a subject of Open Badges 3.0.
func identities3(subject object) []identity {
	var out []identity
	for _, item := range subject.list("identifier") {
		o, _ := item.(map[string]any)
		if kind := object(o).text("identityType"); kind == "emailAddress" || kind == "" {
			out = append(out, identity{object(o).text("identityHash"), object(o).text("salt")})
		}
	}
	for _, text := range []string{subject.text("email"), subject.text("id")} {
		if strings.HasPrefix(text, "mailto:") || ValidEmail(text) {
			out = append(out, identity{value: text})
		}
	}
	return out
}

// identities2 are the email identities of an assertion of Open Badges 1 or 2.0.
func identities2(a object) []identity {
	recipient := a.object("recipient")
	if !slices.Contains(recipient.texts("type"), "email") {
		return nil
	}
	return []identity{{recipient.text("identity"), recipient.text("salt")}}
}

// matchEmail compares an email address with the identities of a credential. Issuers hash addresses as typed or in lower case, so
// both are tried. All comparisons run in constant time.
func matchEmail(email string, identities []identity) EmailMatch {
	stated, equal := false, 0
	for _, id := range identities {
		if id.value == "" {
			continue
		}
		stated = true
		for _, candidate := range []string{email, strings.ToLower(email)} {
			equal |= id.is(candidate)
		}
	}
	switch {
	case !stated:
		return EmailUnstated
	case equal == 1:
		return EmailMatches
	default:
		return EmailDiffers
	}
}

// is returns 1 if the identity stands for the email address, 0 otherwise, in a time that does not depend on the address.
func (id identity) is(email string) int {
	algorithm, digest, hashed := strings.Cut(id.value, "$")
	switch {
	case hashed && algorithm == "sha256":
		sum := sha256.Sum256([]byte(email + id.salt))
		return subtle.ConstantTimeCompare([]byte(strings.ToLower(digest)), []byte(hex.EncodeToString(sum[:])))
	case hashed && algorithm == "md5":
		sum := md5.Sum([]byte(email + id.salt)) //nolint:gosec // as above
		return subtle.ConstantTimeCompare([]byte(strings.ToLower(digest)), []byte(hex.EncodeToString(sum[:])))
	}
	plain := sha256.Sum256([]byte(strings.ToLower(strings.TrimPrefix(id.value, "mailto:"))))
	asked := sha256.Sum256([]byte(strings.ToLower(email)))
	return subtle.ConstantTimeCompare(plain[:], asked[:])
}

// proven lists the verdicts under which the issuer did name the recipient.
var proven = []Verdict{Valid, Revoked, Suspended, Expired, NotYetValid, IssuerUnknown}

// compareEmail answers whether the credential was issued to an email address. A credential that is not proven to be its issuer's
// gets no answer, because anybody could have written the recipient into it.
func (r *run) compareEmail(email string) {
	if email == "" || !slices.Contains(proven, r.result.Verdict) {
		return
	}
	r.result.EmailMatch = matchEmail(email, r.identities)
	r.note(map[EmailMatch]Code{EmailMatches: "email_match", EmailDiffers: "email_no_match", EmailUnstated: "email_not_stated"}[r.result.EmailMatch])
}
