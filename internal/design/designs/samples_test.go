package designs

import (
	"regexp"
	"testing"
)

// Pictures of templates show people and courses: no template may have a tag that nothing stands for.
func TestEveryTagOfATemplateHasASampleInItsLanguage(t *testing.T) {
	t.Parallel()
	tag := regexp.MustCompile(`\[([a-z]+\.[a-z0-9_]+)\]`)
	for _, template := range Templates("", "") {
		values := template.SampleValues()
		for _, found := range tag.FindAllStringSubmatch(string(template.Document), -1) {
			if values[found[1]] == "" {
				t.Errorf("%s shows %s", template.Slug, found[0])
			}
		}
		if english := people["en"].Recipient; (values["recipient.name"] == english) != (template.Language[:2] == "en") {
			t.Errorf("%s, which is in %s, is for %s", template.Slug, template.Language, values["recipient.name"])
		}
	}
}
