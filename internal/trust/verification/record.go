package verification

import (
	"slices"

	"laurel/internal/trust/verification/internal/document"
	"laurel/internal/trust/verification/internal/recipients"
)

// learnerRecord checks a Comprehensive Learner Record 2.0 and every credential in it. An invalid credential invalidates the record, but
// one that has expired since then does not.
func (r *run) learnerRecord(c signed) {
	issuer, subject := c.Named("issuer"), c.Child("credentialSubject")
	from, fromGood := c.First("validFrom", "issuanceDate")
	until, untilGood := c.First("validUntil", "expirationDate")
	profile := c.Child("issuer")
	r.result.Credential = &Credential{
		ID: c.Text("id"), Name: c.Text("name"), Recipient: recipients.Plain3(subject), IssuedAt: from, ValidUntil: until,
		Issuer: Issuer{ID: issuer, Name: profile.Text("name"), URL: profile.Text("url")},
	}
	r.identities = recipients.OpenBadges3(subject)
	held := subject.List("verifiableCredential")
	missing := ""
	switch {
	case issuer == "":
		missing = "issuer"
	case !fromGood || !untilGood || from.IsZero():
		missing = "validFrom"
	case len(held) == 0:
		missing = "credentialSubject.verifiableCredential"
	}
	if missing != "" {
		r.note("incomplete", "missing", missing)
		return
	}
	if !r.checkSigned(c, issuer, from, until) {
		return
	}
	for _, item := range held {
		r.held(item)
	}
	r.finished = true
}

// held checks a credential in a record. It adds one step with the result and, if the credential is invalid, the steps that failed.
func (r *run) held(item any) {
	o, _ := item.(map[string]any)
	types := object(o).Texts("type")
	if !slices.Contains(types, "OpenBadgeCredential") && !slices.Contains(types, "AchievementCredential") {
		r.note("kind_unsupported")
		return
	}
	within := *r
	within.result, within.fetched, within.finished = Result{}, nil, false
	within.openBadge3(signed{document.Encode(o), o, nil})
	verdict := within.verdict()
	r.fetches = within.fetches
	name := object(o).Child("credentialSubject").Child("achievement").Text("name")
	var wrong []Step
	for _, step := range within.result.Steps {
		if led := meanings[step.Code].verdict; led == "" || led == IssuerUnknown || led == Expired {
			r.fetched = append(r.fetched, step.Fetched...)
		} else {
			wrong = append(wrong, step)
		}
	}
	switch {
	case len(wrong) > 0:
		r.note("held_bad", "name", name)
		r.result.Steps = append(r.result.Steps, wrong...)
	case verdict == Expired:
		r.note("held_expired", "name", name)
	case verdict == IssuerUnknown:
		r.note("held_unlisted", "name", name)
	default:
		r.note("held_good", "name", name)
	}
}
