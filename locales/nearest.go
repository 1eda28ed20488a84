package locales

import (
	"sync"

	"golang.org/x/text/language"
)

// spoken are the languages with texts, and what matches a language to one of them.
var spoken = sync.OnceValue(func() (s struct {
	codes   []string
	matcher language.Matcher
}) {
	folders, _ := Files.ReadDir(".") // embedded, so it is there
	var tags []language.Tag
	for _, f := range folders {
		s.codes, tags = append(s.codes, f.Name()), append(tags, language.Make(f.Name()))
	}
	s.matcher = language.NewMatcher(tags)
	return s
})

// Nearest returns the code of the language with texts that is nearest to a BCP 47 tag, or another if the tag is empty or none is near.
func Nearest(tag, another string) string {
	if tag == "" {
		return another
	}
	_, i, confidence := spoken().matcher.Match(language.Make(tag))
	if confidence == language.No {
		return another
	}
	return spoken().codes[i]
}
