package containers

import (
	"bytes"
	"slices"

	"laurel/internal/trust/verification/internal/document"
)

// SignedDocument returns the Open Badges 3.0 document with a proof that a file is or embeds, or nil. It verifies nothing.
func SignedDocument(data []byte) []byte {
	found := embedded(data)
	if len(found) != 1 {
		return nil
	}
	o, err := document.Parse(found[0])
	if err != nil || len(o.List("proof")) == 0 || !slices.Contains(o.Texts("type"), "OpenBadgeCredential") && !slices.Contains(o.Texts("type"), "AchievementCredential") {
		return nil
	}
	return found[0]
}

// embedded returns the texts of credentials in a file.
func embedded(data []byte) [][]byte {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	switch {
	case bytes.HasPrefix(data, []byte(PNGSignature)):
		texts, _ := PNG(data)
		return texts[Keyword3]
	case bytes.Contains(data[:min(len(data), 1024)], []byte("%PDF-")):
		return PDF(data)
	case bytes.HasPrefix(bytes.TrimSpace(data), []byte("<")):
		texts, _, _ := SVG(bytes.TrimSpace(data))
		return texts[Keyword3]
	default:
		return [][]byte{bytes.TrimSpace(data)}
	}
}
