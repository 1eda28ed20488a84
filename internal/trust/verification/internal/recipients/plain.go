package recipients

import (
	"strings"

	"laurel/internal/trust/verification/internal/document"
)

// Plain3 returns the recipient's identity of a subject of Open Badges 3.0, or "" if it is hashed.
func Plain3(subject document.Object) string {
	for _, item := range subject.List("identifier") {
		o, _ := item.(map[string]any)
		if hashed, _ := o["hashed"].(bool); !hashed && o != nil {
			return document.Object(o).Text("identityHash")
		}
	}
	return ""
}

// Plain2 returns the recipient of an assertion of Open Badges 1 or 2.0, or "" if the identity is hashed.
func Plain2(a document.Object) string {
	recipient := a.Child("recipient")
	if hashed, _ := recipient["hashed"].(bool); hashed || strings.HasPrefix(recipient.Text("identity"), "sha256$") {
		return ""
	}
	return recipient.Text("identity")
}
