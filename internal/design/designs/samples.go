package designs

import (
	_ "embed" // for the people below
	"encoding/json"
	"strings"
)

//go:embed samples.json
var sampleFile []byte

// people contains a sample recipient, course and issuer for each language of the templates.
var people = readPeople()

type sample struct {
	Recipient, Course, Description, Issuer string
}

func readPeople() map[string]sample {
	var all map[string]sample
	if err := json.Unmarshal(sampleFile, &all); err != nil {
		panic("read samples.json: " + err.Error())
	}
	return all
}

// SampleValues returns the values of the tags in the template's preview, in the template's language. Dates are formatted as YYYY-MM-DD.
func (t Template) SampleValues() map[string]string { return SampleValues(t.Language) }

// SampleValues returns sample values for the tags of a design, in the given language, for previews.
func SampleValues(language string) map[string]string {
	language, _, _ = strings.Cut(language, "-")
	s, ok := people[language]
	if !ok {
		s = people["en"]
	}
	return map[string]string{
		"recipient.name": s.Recipient, "group.course_name": s.Course, "group.course_description": s.Description, "issuer.name": s.Issuer,
		"credential.issued_on": "2026-05-20", "credential.expired_on": "2028-05-20", "credential.license_id": "LR-2048", "credential.id": "k7m2q9wa",
		"credential.uuid": "3f6c1d52-8a0e-4f7b-9c41-5d2b7e90aa16", "credential.url": "https://credentials.example.org/k7m2q9wa",
	}
}
