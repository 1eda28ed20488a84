package verification

import (
	"slices"

	"laurel/internal/trust/verification/internal/recipients"
)

// EmailMatch reports whether a credential was issued to an email address.
type EmailMatch string

// The outcomes of comparing an email address with the recipient of a credential.
const (
	EmailMatches  EmailMatch = "match"
	EmailDiffers  EmailMatch = "no_match"
	EmailUnstated EmailMatch = "not_stated" // the credential names no email address, not even a hash
)

// proven lists the verdicts under which the issuer did name the recipient.
var proven = []Verdict{Valid, Revoked, Suspended, Expired, NotYetValid, IssuerUnknown}

// compareEmail answers whether the credential was issued to an email address. A credential that is not proven to be its issuer's
// gets no answer, because anybody could have written the recipient into it.
func (r *run) compareEmail(email string) {
	if email == "" || !slices.Contains(proven, r.result.Verdict) {
		return
	}
	switch stated, matches := recipients.Match(email, r.identities); {
	case !stated:
		r.result.EmailMatch = EmailUnstated
	case matches:
		r.result.EmailMatch = EmailMatches
	default:
		r.result.EmailMatch = EmailDiffers
	}
	r.note(map[EmailMatch]Code{EmailMatches: "email_match", EmailDiffers: "email_no_match", EmailUnstated: "email_not_stated"}[r.result.EmailMatch])
}

// IssuedTo reports whether the credential was issued to one of several email addresses; "" when that is unproven.
func (r Result) IssuedTo(emails []string) EmailMatch {
	if !slices.Contains(proven, r.Verdict) {
		return ""
	}
	found := EmailUnstated
	for _, email := range emails {
		switch stated, matches := recipients.Match(email, r.identities); {
		case matches:
			return EmailMatches
		case stated:
			found = EmailDiffers
		}
	}
	return found
}

// ValidEmail reports whether a text is one bare email address and can be compared.
func ValidEmail(text string) bool { return recipients.ValidEmail(text) }
