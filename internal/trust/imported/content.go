package imported

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"image"
	_ "image/gif"  // its size
	_ "image/jpeg" // its size
	_ "image/png"  // its size
	"io"
	"net/url"
	"path"
	"strings"
	"time"
	"unicode/utf8"

	_ "golang.org/x/image/webp" // its size

	"laurel/internal/trust/imported/internal/db"
	"laurel/internal/trust/verification"
)

// The longest texts of a credential that are kept, in characters.
const (
	maxTitle       = 300
	maxDescription = 5000
	maxID          = 2000
	maxSkill       = 200
	maxFileName    = 255
)

// short returns the beginning of a text without characters that PostgreSQL cannot store.
func short(text string, longest int) string {
	text = strings.TrimSpace(strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\x00", ""))
	if utf8.RuneCountInString(text) <= longest {
		return text
	}
	return string([]rune(text)[:longest])
}

// The media types of originals.
const (
	typePDF  = "application/pdf"
	typeSVG  = "image/svg+xml"
	typeJSON = "application/json"
	typeText = "text/plain"
)

// mediaType detects the type of an original by its content. Verification accepts no others.
func mediaType(data []byte) string {
	begin := bytes.TrimSpace(data[:min(len(data), 1024)])
	begin = bytes.TrimPrefix(begin, []byte("\xef\xbb\xbf"))
	switch {
	case bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")):
		return "image/png"
	case bytes.HasPrefix(data, []byte("\xff\xd8\xff")):
		return "image/jpeg"
	case bytes.HasPrefix(data, []byte("GIF8")):
		return "image/gif"
	case len(data) > 12 && bytes.HasPrefix(data, []byte("RIFF")) && bytes.Equal(data[8:12], []byte("WEBP")):
		return "image/webp"
	case bytes.Contains(begin, []byte("%PDF-")):
		return typePDF
	case bytes.HasPrefix(begin, []byte("{")):
		return typeJSON
	case bytes.HasPrefix(begin, []byte("<")):
		return typeSVG
	default:
		return typeText
	}
}

// Extension returns the ending of a file name for an original.
func Extension(mediaType string) string {
	switch mediaType {
	case "image/png", "image/jpeg", "image/gif", "image/webp":
		return "." + strings.TrimPrefix(mediaType, "image/")
	case typePDF:
		return ".pdf"
	case typeSVG:
		return ".svg"
	case typeJSON:
		return ".json"
	}
	return ".jwt"
}

// maxSide is the largest side of a picture that is shown, in pixels: browsers would unpack larger ones into too much memory.
const maxSide = 6000

// isPicture reports whether data is an image that a browser can show safely. Pages show it in an img element, in which a drawing neither
// runs scripts nor loads anything.
func isPicture(data []byte) bool {
	return isRaster(data) || mediaType(data) == typeSVG && isDrawing(data)
}

// isRaster reports whether data is an image of pixels that a browser can show safely.
func isRaster(data []byte) bool {
	if !strings.HasPrefix(mediaType(data), "image/") || mediaType(data) == typeSVG {
		return false
	}
	size, _, err := image.DecodeConfig(bytes.NewReader(data))
	return err == nil && size.Width > 0 && size.Height > 0 && max(size.Width, size.Height) <= maxSide
}

// maxDrawing is the largest drawing that is shown, in bytes.
const maxDrawing = 2 << 20

// isDrawing reports whether data is a well-formed SVG without entities, which could grow without limit.
func isDrawing(data []byte) bool {
	if len(data) > maxDrawing {
		return false
	}
	d := xml.NewDecoder(bytes.NewReader(data))
	root := ""
	for {
		token, err := d.Token()
		switch t := token.(type) {
		case xml.Directive:
			if bytes.Contains(t, []byte("ENTITY")) {
				return false
			}
		case xml.StartElement:
			if root == "" {
				root = t.Name.Space + " " + t.Name.Local
			}
		}
		if err != nil {
			return errors.Is(err, io.EOF) && root == "http://www.w3.org/2000/svg svg"
		}
	}
}

// embeddedPicture returns the picture in a data: URL, or nil.
func embeddedPicture(address string) []byte {
	kind, text, found := strings.Cut(address, ",")
	if !found || !strings.HasPrefix(kind, "data:image/") || !strings.HasSuffix(kind, ";base64") {
		return nil
	}
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil
	}
	return data
}

// fileName returns a name for an original that came with none.
func fileName(name, address string) string {
	if at, err := url.Parse(address); name == "" && err == nil && address != "" {
		name = at.Path
	}
	name = path.Base(strings.ReplaceAll(name, "\\", "/"))
	if name == "." || name == "/" {
		return ""
	}
	return short(name, maxFileName)
}

// digest identifies a credential among those of a person: by its issuer and ID, or else by its content.
func digest(c *verification.Credential, data []byte) []byte {
	content := append([]byte("content\x00"), data...)
	if c != nil && c.ID != "" && c.Issuer.ID != "" {
		content = []byte("credential\x00" + c.Issuer.ID + "\x00" + c.ID)
	}
	sum := sha256.Sum256(content)
	return sum[:]
}

// claims are what a credential says, as they are stored.
type claims struct {
	title, description, id, issuerID, issuerName, issuerURL string
	issued, expires                                         *time.Time
	skills                                                  []string
}

func claimsOf(c *verification.Credential) claims {
	out := claims{skills: []string{}}
	if c == nil {
		return out
	}
	out.title, out.description, out.id = short(c.Name, maxTitle), short(c.Description, maxDescription), short(c.ID, maxID)
	out.issuerID, out.issuerName, out.issuerURL = short(c.Issuer.ID, maxID), short(c.Issuer.Name, maxTitle), website(c.Issuer.URL)
	out.issued, out.expires = moment(c.IssuedAt), moment(c.ValidUntil)
	for _, skill := range c.Skills {
		out.skills = append(out.skills, short(skill, maxSkill))
	}
	return out
}

// website returns an address that a page may link to, or "".
func website(address string) string {
	at, err := url.Parse(address)
	if err != nil || at.Host == "" || at.Scheme != "https" && at.Scheme != "http" || len(address) > maxID {
		return ""
	}
	return short(address, maxID)
}

// moment returns nil for the zero time, and for times that PostgreSQL or JSON cannot express.
func moment(t time.Time) *time.Time {
	if t.Year() < 1 || t.IsZero() || t.Year() > 9999 {
		return nil
	}
	t = t.UTC()
	return &t
}

// former are the claims that an import has.
func former(row db.ImportedCredential) claims {
	return claims{
		row.Title, row.Description, row.CredentialID, row.IssuerID, row.IssuerName, row.IssuerUrl, row.IssuedAt, row.ExpiresAt, row.Skills,
	}
}
