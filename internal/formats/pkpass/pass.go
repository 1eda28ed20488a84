package pkpass

import (
	"archive/zip"
	"bytes"
	"crypto/sha1" //nolint:gosec // G505: manifests are lists of SHA-1, which the signature covers
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// MediaType is the media type of passes.
const MediaType = "application/vnd.apple.pkpass"

// Pass is the description of a generic pass, pass.json. Labels and values that are keys of the translations are shown in the language of
// the device. Source: Apple, Wallet Passes, Pass.
type Pass struct {
	FormatVersion       int       `json:"formatVersion"`
	PassType            string    `json:"passTypeIdentifier"`
	Serial              string    `json:"serialNumber"`
	Team                string    `json:"teamIdentifier"`
	Organization        string    `json:"organizationName"`
	Description         string    `json:"description"`
	LogoText            string    `json:"logoText,omitempty"`
	Foreground          string    `json:"foregroundColor"`
	Background          string    `json:"backgroundColor"`
	Label               string    `json:"labelColor"`
	WebService          string    `json:"webServiceURL"`
	AuthenticationToken string    `json:"authenticationToken"`
	Barcodes            []Barcode `json:"barcodes,omitempty"`
	Expiration          string    `json:"expirationDate,omitempty"`
	Voided              bool      `json:"voided,omitempty"`
	SharingProhibited   bool      `json:"sharingProhibited,omitempty"`
	Generic             Fields    `json:"generic"`
}

// Barcode is a code that others scan.
type Barcode struct {
	Format   string `json:"format"`
	Message  string `json:"message"`
	Encoding string `json:"messageEncoding"`
	AltText  string `json:"altText,omitempty"`
}

// QR returns a QR code.
func QR(message, below string) Barcode {
	return Barcode{"PKBarcodeFormatQR", message, "iso-8859-1", below}
}

// Fields are what a pass shows, by place.
type Fields struct {
	Header    []Field `json:"headerFields,omitempty"`
	Primary   []Field `json:"primaryFields,omitempty"`
	Secondary []Field `json:"secondaryFields,omitempty"`
	Auxiliary []Field `json:"auxiliaryFields,omitempty"`
	Back      []Field `json:"backFields,omitempty"`
}

// Field is one piece of text. With a style, the value is a date.
type Field struct {
	Key             string `json:"key"`
	Label           string `json:"label,omitempty"`
	Value           string `json:"value"`
	ChangeMessage   string `json:"changeMessage,omitempty"`
	DateStyle       string `json:"dateStyle,omitempty"`
	TimeStyle       string `json:"timeStyle,omitempty"`
	IgnoresTimeZone bool   `json:"ignoresTimeZone,omitempty"`
}

// Date returns a field with a date, which is given as YYYY-MM-DD and is the same in every time zone.
func Date(key, label, day string) Field {
	return Field{
		Key: key, Label: label, Value: day + "T00:00:00Z", DateStyle: "PKDateStyleMedium", TimeStyle: "PKDateStyleNone", IgnoresTimeZone: true,
	}
}

// languages are the names of languages whose code is another in Apple's folders.
var languages = map[string]string{
	"zh-cn": "zh-Hans", "zh-tw": "zh-Hant", "pt-br": "pt-BR", "pt-pt": "pt-PT", "en-gb": "en-GB", "no": "nb",
}

// Translations are the texts of a pass, by language and key.
type Translations map[string]map[string]string

// Build returns the signed archive of a pass: its description, its pictures by file name, and its translations.
func (s *Signer) Build(p Pass, pictures map[string][]byte, translations Translations) ([]byte, error) {
	p.FormatVersion = 1
	description, err := json.Marshal(p)
	if err != nil {
		return nil, fmt.Errorf("write pass.json: %w", err)
	}
	files := maps.Clone(pictures)
	if files == nil {
		files = map[string][]byte{}
	}
	files["pass.json"] = description
	for language, words := range translations {
		folder := language
		if theirs := languages[language]; theirs != "" {
			folder = theirs
		}
		files[folder+".lproj/pass.strings"] = stringsFile(words)
	}
	manifest := map[string]string{}
	for name, data := range files {
		sum := sha1.Sum(data) //nolint:gosec // G401: the format demands it
		manifest[name] = hex.EncodeToString(sum[:])
	}
	list, err := json.Marshal(manifest)
	if err != nil {
		return nil, fmt.Errorf("write manifest.json: %w", err)
	}
	signature, err := s.sign(list)
	if err != nil {
		return nil, err
	}
	files["manifest.json"], files["signature"] = list, signature
	return archive(files)
}

// escapes are those of .strings files.
var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", "")

func stringsFile(words map[string]string) []byte {
	var b strings.Builder
	for _, key := range slices.Sorted(maps.Keys(words)) {
		fmt.Fprintf(&b, "\"%s\" = \"%s\";\n", escapes.Replace(key), escapes.Replace(words[key]))
	}
	return []byte(b.String())
}

func archive(files map[string][]byte) ([]byte, error) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		w, err := z.Create(name)
		if err == nil {
			_, err = io.Copy(w, bytes.NewReader(files[name]))
		}
		if err != nil {
			return nil, fmt.Errorf("write %s: %w", name, err)
		}
	}
	if err := z.Close(); err != nil {
		return nil, fmt.Errorf("write archive: %w", err)
	}
	return out.Bytes(), nil
}
