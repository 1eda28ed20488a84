// Package badges builds Open Badges: the signed 3.0 credential, the hosted 2.0 assertion with class and issuer, and baked
// pictures.
package badges

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"github.com/google/uuid"

	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/links"
	"laurel/internal/supplements/evidence"
)

// ContentType is the content type of Open Badges 2.0 documents.
const ContentType = "application/ld+json"

const context2 = "https://w3id.org/openbadges/v2"

// Assertion is an Open Badges 2.0 assertion.
type Assertion struct {
	Context   string   `json:"@context"`
	Type      string   `json:"type"`
	ID        string   `json:"id"`
	Recipient Identity `json:"recipient"`
	Badge     string   `json:"badge"`
	Verify    Verify   `json:"verification"`
	IssuedOn  string   `json:"issuedOn"`
	Expires   string   `json:"expires,omitempty"`
	Image     string   `json:"image,omitempty"`
	Evidence  []Proof  `json:"evidence,omitempty"`
	Narrative string   `json:"narrative,omitempty"` // the custom attributes that the badge prints
}

// Withdrawal is the response for a hosted assertion whose credential is no longer valid. Source: Open Badges 2.0, "Assertion", revoked.
type Withdrawal struct {
	Context string `json:"@context"`
	Type    string `json:"type"`
	ID      string `json:"id"`
	Revoked bool   `json:"revoked"`
	Reason  string `json:"revocationReason,omitempty"`
}

// Identity is the recipient's address as a salted hash, which does not disclose it.
type Identity struct {
	Type     string `json:"type"`
	Hashed   bool   `json:"hashed"`
	Salt     string `json:"salt"`
	Identity string `json:"identity"`
}

// Verify states that the assertion is hosted at its URL.
type Verify struct {
	Type string `json:"type"`
}

// Proof is one piece of evidence; the first points to the public page.
type Proof struct {
	ID        string `json:"id,omitempty"`
	Type      string `json:"type,omitempty"`
	Name      string `json:"name,omitempty"`
	Narrative string `json:"narrative,omitempty"`
	Genre     string `json:"genre,omitempty"`
}

// Class is an Open Badges 2.0 badge class: what the badge is for.
type Class struct {
	Context     string   `json:"@context"`
	Type        string   `json:"type"`
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Image       string   `json:"image,omitempty"`
	Criteria    Criteria `json:"criteria"`
	Issuer      string   `json:"issuer"`
	Tags        []string `json:"tags,omitempty"`

	Alignment []Alignment `json:"alignment,omitempty"`
}

// Alignment names a node of a framework that the badge corresponds to.
type Alignment struct {
	Name      string `json:"targetName"`
	URL       string `json:"targetUrl"`
	Framework string `json:"targetFramework,omitempty"`
	Code      string `json:"targetCode,omitempty"`
}

// Criteria says how the badge is earned.
type Criteria struct {
	ID        string `json:"id"`
	Narrative string `json:"narrative"`
}

// Profile is an Open Badges 2.0 issuer.
type Profile struct {
	Context     string `json:"@context"`
	Type        string `json:"type"`
	ID          string `json:"id"`
	Name        string `json:"name"`
	URL         string `json:"url"`
	Email       string `json:"email"`
	Description string `json:"description,omitempty"`
	Image       string `json:"image,omitempty"`
}

// HashIdentity hashes an address with a salt: SHA-256 over the lower-cased address followed by the salt.
// Source: Open Badges 2.0, "IdentityHash".
func HashIdentity(email, salt string) string {
	sum := sha256.Sum256([]byte(strings.ToLower(email) + salt))
	return "sha256$" + hex.EncodeToString(sum[:])
}

// Of returns the assertion of an issued credential.
func Of(c credentials.Credential, proofs []evidence.Item, l links.Links) Assertion {
	id, key := c.UUID.String(), c.Key()
	a := Assertion{
		Context: context2, Type: "Assertion", ID: l.Assertion(id, key), Badge: l.BadgeClass(c.Group.ID),
		Verify: Verify{"hosted"}, IssuedOn: validFrom(c).Format(time.RFC3339), Evidence: []Proof{{ID: l.Credential(id, key)}},
		Image: l.BadgePicture(id, key),
	}
	if c.Badge == uuid.Nil && c.Certificate != uuid.Nil {
		a.Image = l.CertificatePicture(id, key)
	}
	for _, i := range proofs {
		e := evidenceOf(i, l)
		a.Evidence = append(a.Evidence, Proof{e.ID, "Evidence", e.Name, e.Narrative, e.Genre})
	}
	a.Recipient = Identity{Type: "email", Hashed: true, Salt: saltOf(c.UUID)}
	a.Recipient.Identity = HashIdentity(c.Recipient.Email, a.Recipient.Salt)
	if until, ends := validUntil(c); ends {
		a.Expires = until.Format(time.RFC3339)
	}
	var facts []string
	for _, f := range factsOf(c) {
		facts = append(facts, f.Name+": "+f.Value)
	}
	a.Narrative = strings.Join(facts, "\n\n") // paragraphs of Markdown
	return a
}

// WithdrawnFrom returns the assertion of a suspended or revoked credential; ok is false for a valid one.
func WithdrawnFrom(c credentials.Credential, l links.Links) (w Withdrawal, ok bool) {
	w = Deleted(c.UUID.String(), c.Key(), l)
	switch {
	case c.Test:
		w.Reason = "a test, which never holds"
	case c.Revocation != nil:
		w.Reason = strings.ReplaceAll(string(c.Revocation.Reason), "_", " ")
		if c.Revocation.Note != "" {
			w.Reason += ": " + c.Revocation.Note
		}
	case c.State == credentials.InProgress:
		w.Reason = "in progress: it has not been achieved yet"
	case c.State == credentials.Suspended:
		w.Reason = "suspended: it may become valid again"
	default:
		return Withdrawal{}, false
	}
	return w, true
}

// Deleted returns the assertion of a deleted credential, which is not valid.
func Deleted(uuid, key string, l links.Links) Withdrawal {
	return Withdrawal{Context: context2, Type: "Assertion", ID: l.Assertion(uuid, key), Revoked: true}
}

// ClassOf returns the badge class of a group.
func ClassOf(g credentials.Group, issuerID int64, picture string, l links.Links) Class {
	description := g.CourseDescription
	if description == "" {
		description = g.CourseName
	}
	out := Class{
		Context: context2, Type: "BadgeClass", ID: l.BadgeClass(g.ID), Name: g.CourseName, Description: description, Image: picture,
		Criteria: Criteria(criteriaOf(g, criteria3{ID: l.GroupPage(g.ID), Narrative: description})), Issuer: l.Issuer(issuerID),
		Tags: g.LearningOutcomes,
	}
	for _, a := range alignmentsOf(g) {
		out.Alignment = append(out.Alignment, Alignment{a.Name, a.URL, a.Framework, a.Code})
	}
	return out
}

// IssuerOf returns the Open Badges 2.0 profile of a department. email is its contact address. For a department without a website, url
// is the profile's own URL, because the standard requires a url.
func IssuerOf(i credentials.Issuer, email string, l links.Links) Profile {
	p := Profile{
		Context: context2, Type: "Issuer", ID: l.Issuer(i.ID), Name: i.Name, URL: i.URL, Email: email, Description: i.Description, Image: l.File(i.Logo),
	}
	if p.URL == "" {
		p.URL = p.ID
	}
	return p
}
