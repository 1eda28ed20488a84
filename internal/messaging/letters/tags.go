package letters

import (
	"regexp"
	"strings"
)

// The tags that the layout knows.
const (
	CredentialURL = "credential.url"
	Unsubscribe   = "unsubscribe.url"
)

// IsURL reports whether the value of a tag is an address.
func IsURL(tag string) bool {
	return strings.HasSuffix(tag, ".url") || tag == "credential.image" || tag == "credential.certificate" || tag == "credential.badge"
}

// Words are the tags without a dot. In brackets, any other word is text.
var Words = []string{"reason", "from", "to", "change", "message"}

var tagPattern = regexp.MustCompile(`\[([a-z]+\.[a-z][a-z0-9_]*|` + strings.Join(Words, "|") + `)\]`)

// TagsIn lists the tags of a text.
func TagsIn(text string) []string {
	var tags []string
	for _, m := range tagPattern.FindAllStringSubmatch(text, -1) {
		tags = append(tags, m[1])
	}
	return tags
}
