package verification

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"hash/crc32"
	"io"
	"regexp"
	"strconv"
)

const (
	pngSignature = "\x89PNG\r\n\x1a\n"
	// The names that carried credentials go by, the newer first. Source: Open Badges Baking Specification and Open Badges 3.0, 5.3.
	keyword3 = "openbadgecredential"
	keyword2 = "openbadges"

	space3 = "https://purl.imsglobal.org/ob/v3p0"
	space2 = "http://openbadges.org"
)

var errDamaged = errors.New("damaged")

// carriedTexts are the credentials that a file carries, by keyword.
type carriedTexts map[string][][]byte

// take reads the newest kind that there is.
func (r *run) take(texts carriedTexts, form string) {
	for _, keyword := range []string{keyword3, keyword2} {
		switch found := texts[keyword]; len(found) {
		case 0:
		case 1:
			r.carried(found[0], form)
			return
		default: // readers would choose differently
			r.note("several")
			return
		}
	}
	r.note("no_credential")
}

// png reads a baked picture. Its pixels are never unpacked.
func (r *run) png(data []byte) {
	texts := carriedTexts{}
	for rest := data[len(pngSignature):]; ; {
		if len(rest) < 12 || uint64(binary.BigEndian.Uint32(rest))+12 > uint64(len(rest)) {
			r.note("damaged")
			return
		}
		n := binary.BigEndian.Uint32(rest)
		kind, body := string(rest[4:8]), rest[8:8+n]
		if crc32.ChecksumIEEE(rest[4:8+n]) != binary.BigEndian.Uint32(rest[8+n:]) {
			r.note("damaged")
			return
		}
		if kind == "IEND" {
			break
		}
		if keyword, text, err := pngText(kind, body); err != nil {
			r.note("damaged")
			return
		} else if text != nil {
			texts[keyword] = append(texts[keyword], text)
		}
		rest = rest[12+n:]
	}
	r.take(texts, "png")
}

// pngText reads a text of a keyword of ours; text is nil for everything else.
func pngText(kind string, body []byte) (keyword string, text []byte, err error) {
	if kind != "iTXt" && kind != "tEXt" {
		return "", nil, nil
	}
	name, rest, ok := bytes.Cut(body, []byte{0})
	keyword = string(name)
	if keyword != keyword3 && keyword != keyword2 {
		return "", nil, nil
	}
	if !ok {
		return "", nil, errDamaged
	}
	if kind == "tEXt" {
		return keyword, rest, nil
	}
	if len(rest) < 2 || rest[0] > 1 || rest[1] != 0 {
		return "", nil, errDamaged
	}
	packed := rest[0] == 1
	parts := bytes.SplitN(rest[2:], []byte{0}, 3) // language, keyword in that language, text
	if len(parts) != 3 {
		return "", nil, errDamaged
	}
	if !packed {
		return keyword, parts[2], nil
	}
	text, err = inflate(parts[2], maxDocument)
	return keyword, text, err
}

// inflate unpacks at most so many bytes.
func inflate(packed []byte, most int64) ([]byte, error) {
	z, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, errDamaged
	}
	return limited(z, most)
}

func limited(from io.Reader, most int64) ([]byte, error) {
	out, err := io.ReadAll(io.LimitReader(from, most+1))
	if err != nil || int64(len(out)) > most {
		return nil, errDamaged
	}
	return out, nil
}

// svg reads a baked drawing.
func (r *run) svg(data []byte) {
	texts := carriedTexts{}
	d := xml.NewDecoder(bytes.NewReader(data))
	drawing := false
	for depth := 0; ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil && !drawing {
			break // most web pages are no XML
		}
		if err != nil || depth > maxDepth {
			r.note("malformed")
			return
		}
		if _, ok := token.(xml.EndElement); ok {
			depth--
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		depth++
		drawing = drawing || start.Name.Local == "svg"
		keyword := svgKeyword(start.Name)
		if keyword == "" {
			continue
		}
		text, err := svgText(d, start)
		if err != nil {
			r.note("malformed")
			return
		}
		texts[keyword] = append(texts[keyword], text)
		depth-- // its end was read as well
	}
	if !drawing {
		r.note("web_page")
		return
	}
	r.take(texts, "svg")
}

func svgKeyword(name xml.Name) string {
	switch name {
	case xml.Name{Space: space3, Local: "credential"}:
		return keyword3
	case xml.Name{Space: space2, Local: "assertion"}:
		return keyword2
	}
	return ""
}

// svgText is the credential in an element: the text inside it, or its attribute.
func svgText(d *xml.Decoder, start xml.StartElement) ([]byte, error) {
	var inner struct {
		Text string `xml:",chardata"`
	}
	if err := d.DecodeElement(&inner, &start); err != nil {
		return nil, err
	}
	text := bytes.TrimSpace([]byte(inner.Text))
	for _, a := range start.Attr {
		if a.Name.Local == "verify" && len(text) == 0 {
			text = []byte(a.Value)
		}
	}
	return text, nil
}

const (
	maxDict     = 4 << 10 // bytes of a stream's dictionary
	maxAttached = 2       // credentials; two are too many already
)

var (
	// A stream is never inside another one, so that what a PDF has attached can be found without understanding the rest.
	pdfStream   = regexp.MustCompile(`>>\s*stream\r?\n`)
	pdfAttached = regexp.MustCompile(`/Type\s*/EmbeddedFile|/Subtype\s*/application#2[Ff](?:vc|ld|json)`)
	pdfPacked   = regexp.MustCompile(`/Filter\s*\[?\s*/FlateDecode`)
	pdfFilter   = regexp.MustCompile(`/Filter`)
	pdfLength   = regexp.MustCompile(`/Length\s+(\d{1,9})\s*(?:/|>>)`)
)

// pdf reads the credential that a PDF has attached.
func (r *run) pdf(data []byte) {
	var found [][]byte
	for _, at := range pdfStream.FindAllIndex(data, -1) {
		dict := data[max(0, at[0]-maxDict):at[1]]
		if i := bytes.LastIndex(dict, []byte(" obj")); i >= 0 {
			dict = dict[i:]
		}
		if !pdfAttached.Match(dict) {
			continue
		}
		if text := pdfText(dict, data[at[1]:]); looksLikeOne(text) {
			found = append(found, text)
		}
		if len(found) == maxAttached {
			break
		}
	}
	switch len(found) {
	case 0:
		r.note("pdf_without")
	case 1:
		r.carried(found[0], "pdf")
	default:
		r.note("several")
	}
}

// pdfText unpacks an attached file; nil when it cannot.
func pdfText(dict, body []byte) []byte {
	body = pdfBody(dict, body)
	if body == nil {
		return nil
	}
	if !pdfFilter.Match(dict) {
		return bytes.TrimSpace(body)
	}
	if !pdfPacked.Match(dict) {
		return nil
	}
	text, err := inflate(body, maxDocument)
	if err != nil {
		return []byte("{") // it is there and cannot be read, which must not pass for a PDF without one
	}
	return text
}

// pdfBody is a stream by the length that its dictionary states, since a text may hold the word that ends it; where that is not
// the length, it goes to that word. nil without one.
func pdfBody(dict, body []byte) []byte {
	if stated := pdfLength.FindSubmatch(dict); stated != nil {
		n, err := strconv.Atoi(string(stated[1]))
		if err == nil && n <= len(body) && bytes.HasPrefix(bytes.TrimLeft(body[n:], "\r\n"), []byte("endstream")) {
			return body[:n]
		}
	}
	if end := bytes.Index(body, []byte("endstream")); end >= 0 {
		return body[:end]
	}
	return nil
}

func looksLikeOne(text []byte) bool {
	text = bytes.TrimSpace(text)
	return bytes.HasPrefix(text, []byte("{")) || bytes.HasPrefix(text, []byte("eyJ"))
}
