// Package recipients compares email addresses with the recipients that credentials name.
package recipients

import (
	"crypto/md5" //nolint:gosec // Open Badges 2.0 allows it for identities, whose preimages it still resists
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net/mail"
	"slices"
	"strings"

	"laurel/internal/trust/verification/internal/document"
)

// maxEmail is the longest address that is compared, in bytes. Source: RFC 5321, 4.5.3.1.
const maxEmail = 320

// ValidEmail reports whether a text is one bare email address and can be compared.
func ValidEmail(text string) bool {
	address, err := mail.ParseAddress(text)
	return err == nil && address.Address == text && address.Name == "" && len(text) <= maxEmail
}

// Identity is the recipient that a credential names: an email address or its salted hash.
type Identity struct {
	Value string // "ada@example.org", "mailto:ada@example.org", "sha256$…" or "md5$…"
	salt  string
}

// OpenBadges3 are the email identities of a subject of Open Badges 3.0.
func OpenBadges3(subject document.Object) []Identity {
	var out []Identity
	for _, item := range subject.List("identifier") {
		o, _ := item.(map[string]any)
		if kind := document.Object(o).Text("identityType"); kind == "emailAddress" || kind == "" {
			out = append(out, Identity{document.Object(o).Text("identityHash"), document.Object(o).Text("salt")})
		}
	}
	for _, text := range []string{subject.Text("email"), subject.Text("id")} {
		if strings.HasPrefix(text, "mailto:") || ValidEmail(text) {
			out = append(out, Identity{Value: text})
		}
	}
	return out
}

// OpenBadges2 are the email identities of an assertion of Open Badges 1 or 2.0.
func OpenBadges2(a document.Object) []Identity {
	recipient := a.Child("recipient")
	if !slices.Contains(recipient.Texts("type"), "email") {
		return nil
	}
	return []Identity{{recipient.Text("identity"), recipient.Text("salt")}}
}

// Match compares an email address with the identities of a credential. stated is false if they name no email address. Issuers hash
// addresses as typed or in lower case, so both are tried. All comparisons run in constant time.
func Match(email string, identities []Identity) (stated, matches bool) {
	equal := 0
	for _, id := range identities {
		if id.Value == "" {
			continue
		}
		stated = true
		for _, candidate := range []string{email, strings.ToLower(email)} {
			equal |= id.is(candidate)
		}
	}
	return stated, equal == 1
}

// is returns 1 if the identity stands for the email address, 0 otherwise, in a time that does not depend on the address.
func (id Identity) is(email string) int {
	algorithm, digest, hashed := strings.Cut(id.Value, "$")
	switch {
	case hashed && algorithm == "sha256":
		sum := sha256.Sum256([]byte(email + id.salt))
		return subtle.ConstantTimeCompare([]byte(strings.ToLower(digest)), []byte(hex.EncodeToString(sum[:])))
	case hashed && algorithm == "md5":
		sum := md5.Sum([]byte(email + id.salt)) //nolint:gosec // as above
		return subtle.ConstantTimeCompare([]byte(strings.ToLower(digest)), []byte(hex.EncodeToString(sum[:])))
	}
	plain := sha256.Sum256([]byte(strings.ToLower(strings.TrimPrefix(id.Value, "mailto:"))))
	asked := sha256.Sum256([]byte(strings.ToLower(email)))
	return subtle.ConstantTimeCompare(plain[:], asked[:])
}
