package badges

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/links"
	"laurel/internal/supplements/evidence"
)

// SignedType is the content type of a signed credential. Source: Open Badges 3.0, section 5.2.
const SignedType = "application/vc+ld+json"

// Identifiers defined by Open Badges 3.0.
var contexts = []string{
	"https://www.w3.org/ns/credentials/v2",
	"https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
	"https://purl.imsglobal.org/spec/ob/v3p0/extensions.json", // for the type of credentialSchema
}

var types = []string{"VerifiableCredential", "OpenBadgeCredential"}

// Contexts returns the JSON-LD contexts of signed credentials.
func Contexts() []string { return slices.Clone(contexts) }

// Types returns the types of signed credentials.
func Types() []string { return slices.Clone(types) }

const schema = "https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json"

// A Credential3 is an Open Badges 3.0 credential before it is signed, in the strict form of 1EdTech's schema: lists where the
// schema has lists.
type Credential3 struct {
	Context          []string     `json:"@context"`
	ID               string       `json:"id"`
	Type             []string     `json:"type"`
	Name             string       `json:"name"`
	Issuer           profile3     `json:"issuer"`
	ValidFrom        string       `json:"validFrom,omitempty"`
	AwardedDate      string       `json:"awardedDate"`
	ValidUntil       string       `json:"validUntil,omitempty"`
	Subject          subject3     `json:"credentialSubject"`
	Evidence         []evidence3  `json:"evidence,omitempty"`
	CredentialSchema []resource   `json:"credentialSchema"`
	CredentialStatus *statusEntry `json:"credentialStatus,omitempty"`
}

type resource struct {
	ID   string `json:"id"`
	Type string `json:"type"`
}

type profile3 struct {
	ID    string    `json:"id"`
	Type  []string  `json:"type"`
	Name  string    `json:"name"`
	URL   string    `json:"url,omitempty"`
	Image *resource `json:"image,omitempty"`
}

type subject3 struct {
	ID            string       `json:"id,omitempty"` // of the holder of a copy in a wallet app
	Type          []string     `json:"type"`
	Identifier    []identity3  `json:"identifier"`
	Name          string       `json:"name,omitempty"`
	Achievement   achievement3 `json:"achievement"`
	Result        []result3    `json:"result,omitempty"`
	LicenseNumber string       `json:"licenseNumber,omitempty"`
}

type identity3 struct {
	Type         string `json:"type"`
	Hashed       bool   `json:"hashed"`
	IdentityHash string `json:"identityHash"`
	IdentityType string `json:"identityType"`
	Salt         string `json:"salt"`
}

type achievement3 struct {
	ID                string         `json:"id"`
	Type              []string       `json:"type"`
	AchievementType   string         `json:"achievementType"`
	Name              string         `json:"name"`
	Description       string         `json:"description"`
	Criteria          criteria3      `json:"criteria"`
	Image             *resource      `json:"image,omitempty"`
	InLanguage        string         `json:"inLanguage,omitempty"`
	ResultDescription []description3 `json:"resultDescription,omitempty"`
	Tag               []string       `json:"tag,omitempty"`
	Alignment         []alignment3   `json:"alignment,omitempty"`
}

// alignment3 names a node of a framework that the achievement corresponds to.
type alignment3 struct {
	Type      []string `json:"type"`
	Name      string   `json:"targetName"`
	URL       string   `json:"targetUrl"`
	Framework string   `json:"targetFramework,omitempty"`
	Code      string   `json:"targetCode,omitempty"`
}

type criteria3 struct {
	ID        string `json:"id"`
	Narrative string `json:"narrative"`
}

type description3 struct {
	ID         string   `json:"id"`
	Type       []string `json:"type"`
	Name       string   `json:"name"`
	ResultType string   `json:"resultType"`
	ValueMin   string   `json:"valueMin,omitempty"`
	ValueMax   string   `json:"valueMax,omitempty"`
}

type result3 struct {
	Type              []string `json:"type"`
	ResultDescription string   `json:"resultDescription"`
	Value             string   `json:"value"`
}

// OpenBadge returns the Open Badges 3.0 form of an issued credential, without credentialStatus and proof. The recipient is identified
// by a salted hash of the email address; the name is included only if the credential is public.
func OpenBadge(c credentials.Credential, proofs []evidence.Item, l links.Links) Credential3 {
	id := c.UUID.String()
	out := Credential3{
		Context: contexts, ID: l.SignedBadge(id, ""), Type: types, Name: clean(c.Name()),
		Issuer:      issuerOf(c, l),
		AwardedDate: c.IssuedOn.Format(time.DateOnly) + "T00:00:00Z", CredentialSchema: []resource{{schema, "1EdTechJsonSchemaValidator2019"}},
	}
	for _, i := range proofs {
		out.Evidence = append(out.Evidence, evidenceOf(i, l))
	}
	out.Evidence = few(out.Evidence)
	if until, ends := validUntil(c); ends {
		out.ValidUntil = until.Format(time.RFC3339)
	}
	out.ValidFrom = validFrom(c).Format(time.RFC3339)
	if c.Test { // to every verifier it is over
		out.ValidUntil = out.ValidFrom
	}
	out.Subject = subject3{
		Type: []string{"AchievementSubject"}, Identifier: []identity3{identityOf(c.Recipient.Email, c.UUID)}, LicenseNumber: clean(c.LicenseID), Achievement: achievementOf(c, l),
	}
	if c.Test {
		out.Name = testName(out.Name)
		out.Subject.Achievement.Name = testName(out.Subject.Achievement.Name)
		out.Subject.Achievement.AchievementType = TestType
	}
	if !c.Private {
		out.Subject.Name = clean(c.Recipient.Name)
	}
	if c.Grade != nil {
		grade := l.GroupPage(c.Group.ID) + "#grade"
		out.Subject.Achievement.ResultDescription = []description3{{grade, []string{"ResultDescription"}, "Grade", "Percent", "0", "100"}}
		out.Subject.Result = []result3{{[]string{"Result"}, grade, strconv.FormatFloat(*c.Grade, 'f', -1, 64)}}
	}
	for _, f := range factsOf(c) {
		id := l.GroupPage(c.Group.ID) + "#attribute-" + f.Key
		out.Subject.Achievement.ResultDescription = append(out.Subject.Achievement.ResultDescription, description3{
			ID: id, Type: []string{"ResultDescription"}, Name: f.Name, ResultType: attributeResult,
		})
		out.Subject.Result = append(out.Subject.Result, result3{[]string{"Result"}, id, f.Value})
	}
	return out
}

// attributeResult is the standard's result type for other results.
const attributeResult = "Result"

// mostFacts is the maximum number of custom attributes in a badge. Each takes time to sign, and designs have room for far fewer.
const mostFacts = 50

// factsOf returns the custom attributes to include in a signed document. Like the recipient's name, they are omitted from private
// credentials, because anybody with a copy can read it.
func factsOf(c credentials.Credential) []credentials.Fact {
	if c.Private {
		return nil
	}
	var out []credentials.Fact
	for _, f := range c.Facts() {
		f.Name, f.Value = clean(f.Name), clean(f.Value)
		if f.Name != "" && f.Value != "" && len(out) < mostFacts {
			out = append(out, f)
		}
	}
	return out
}

// validFrom is the award date, but no later than the time of issue, since the date starts earlier in some time zones than in UTC, and
// no later than the end of validity. Source: Verifiable Credentials Data Model 2.0, section 4.9.
func validFrom(c credentials.Credential) time.Time {
	from := c.IssuedOn
	if c.PublishedAt != nil && c.PublishedAt.Before(from) {
		from = *c.PublishedAt
	}
	if until, ends := validUntil(c); ends && until.Before(from) {
		from = until
	}
	return from.UTC().Truncate(time.Second)
}

// validUntil returns the last second in which a credential is valid. If an API key set an expiry time, it returns that time.
func validUntil(c credentials.Credential) (until time.Time, ends bool) {
	until, ends = c.End()
	if ends && c.ExpiredAt == nil {
		until = until.Add(-time.Second)
	}
	return until.UTC().Truncate(time.Second), ends
}

// TestType is the achievement type of signed test credentials. It is an extension of the standard's list, so the signature covers it.
// Source: Open Badges 3.0, "AchievementType".
const TestType = "ext:TestCredential"

// testName marks the name of a test credential for readers who only see the name. It is always in English.
func testName(name string) string { return "Test, not valid: " + name }

func issuerOf(c credentials.Credential, l links.Links) profile3 {
	return profile3{ID: l.DID(c.DepartmentID), Type: []string{"Profile"}, Name: clean(c.Issuer.Name), URL: whole(c.Issuer.URL), Image: image(l.File(c.Issuer.Logo))}
}

// saltOf returns the salt of a document. It is deterministic, so that a document does not change between calls, and different for each
// document.
func saltOf(document uuid.UUID) string {
	sum := sha256.Sum256([]byte("laurel badge salt " + document.String()))
	return hex.EncodeToString(sum[:8])
}

func identityOf(email string, document uuid.UUID) identity3 {
	salt := saltOf(document)
	return identity3{"IdentityObject", true, HashIdentity(email, salt), "emailAddress", salt}
}

func achievementOf(c credentials.Credential, l links.Links) achievement3 {
	description := clean(c.Description())
	if description == "" {
		description = clean(c.Name())
	}
	a := achievement3{
		ID: l.GroupPage(c.Group.ID) + "#achievement", Type: []string{"Achievement"}, Name: clean(c.Group.CourseName),
		Description: description, Criteria: criteria3{l.GroupPage(c.Group.ID), description}, InLanguage: LanguageTag(c.Group.Language),
	}
	a.AchievementType = achievementType(c)
	a.Criteria = criteriaOf(c.Group, a.Criteria)
	picture := c.Certificate
	if c.Badge != uuid.Nil {
		picture = c.Badge
	}
	if picture != uuid.Nil {
		a.Image = image(l.DesignPicture(picture.String()))
	}
	for _, outcome := range c.Group.LearningOutcomes {
		if text := clean(outcome); text != "" {
			a.Tag = append(a.Tag, text)
		}
	}
	for _, to := range alignmentsOf(c.Group) {
		a.Alignment = append(a.Alignment, alignment3{[]string{"Alignment"}, to.Name, to.URL, to.Framework, to.Code})
	}
	a.Alignment = few(a.Alignment)
	return a
}

// achievementType returns the achievement type of the group. For the default type it returns "Badge" if the credential has no
// certificate.
func achievementType(c credentials.Credential) string {
	switch told := clean(c.Group.AchievementType); {
	case told != "" && told != usualAchievement:
		return told
	case c.Certificate == uuid.Nil:
		return "Badge"
	}
	return usualAchievement
}

const usualAchievement = "Certificate"

// criteriaOf returns the default criteria, overridden by the group's own.
func criteriaOf(g credentials.Group, usual criteria3) criteria3 {
	if address := whole(g.CriteriaURL); address != "" {
		usual.ID = address
	}
	if text := clean(g.Criteria); text != "" {
		usual.Narrative = text
	}
	return usual
}

// alignmentsOf returns the alignments that are valid in a signed document.
func alignmentsOf(g credentials.Group) []groups.Alignment {
	var all []groups.Alignment
	for _, a := range g.Alignments {
		if name, address := clean(a.Name), whole(a.URL); name != "" && address != "" {
			all = append(all, groups.Alignment{Framework: clean(a.Framework), Code: clean(a.Code), URL: address, Name: name})
		}
	}
	return all
}

func image(address string) *resource {
	if address = whole(address); address == "" {
		return nil
	}
	return &resource{address, "Image"}
}

// whole returns the URL if it is absolute and valid in a signed document, and "" otherwise: JSON-LD processing would drop it.
func whole(address string) string {
	if !strings.HasPrefix(address, "https://") && !strings.HasPrefix(address, "http://") || strings.ContainsAny(address, " <>\"{}|^`\\") {
		return ""
	}
	return clean(address)
}

// clean removes the characters that canonicalization implementations escape differently.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0x7f || r == 0xfffd {
			return -1
		}
		return r
	}, text)
}

// LanguageTag formats a lower-case language code as the standard does: "pt-BR", "zh-CN", "es-419".
func LanguageTag(code string) string {
	base, region, ok := strings.Cut(code, "-")
	if !ok {
		return base
	}
	return base + "-" + strings.ToUpper(region)
}
