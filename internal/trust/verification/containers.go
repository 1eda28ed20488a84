package verification

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"hash/crc32"
	"io"
	"slices"
	"strings"
)

const (
	pngSignature = "\x89PNG\r\n\x1a\n"
	// Keywords of embedded credentials, newest standard first. Source: Open Badges Baking Specification and Open Badges 3.0, 5.3.
	keyword3 = "openbadgecredential"
	keyword2 = "openbadges"

	space3 = "https://purl.imsglobal.org/ob/v3p0"
	space2 = "http://openbadges.org"
)

var errDamaged = errors.New("damaged")

// embedded holds the credentials that a file contains, by keyword.
type embedded map[string][][]byte

// verifyEmbedded verifies the credential of the newest standard. A file may contain one credential in two versions of the
// standard but not two credentials, because readers would choose differently.
func (r *run) verifyEmbedded(texts embedded, form string) {
	newer, older := texts[keyword3], texts[keyword2]
	switch {
	case len(newer) > 1 || len(older) > 1:
		r.note("several")
	case len(newer) == 1:
		r.embeddedText(newer[0], form)
		if len(older) == 1 {
			r.checkOlderForm(older[0], form)
		}
	case len(older) == 1:
		r.embeddedText(older[0], form)
	default:
		r.note("no_credential")
	}
}

// checkOlderForm verifies the older form embedded next to the newer one. It must be the same credential and must not be changed
// or revoked; an unreachable server is ignored, because the newer form is self-contained.
func (r *run) checkOlderForm(text []byte, form string) {
	within := *r
	within.result, within.fetched, within.finished, within.identities = Result{}, nil, false, nil
	within.embeddedText(text, form)
	verdict := within.verdict()
	r.fetches = within.fetches
	if !r.sameAs(within) {
		r.note("several")
		return
	}
	if oneOf(string(verdict), string(Valid), string(IssuerUnknown), string(Expired), string(NotYetValid), string(Unreachable)) {
		return
	}
	for _, step := range within.result.Steps {
		if led := meanings[step.Code].verdict; led != "" && led != IssuerUnknown {
			r.result.Steps = append(r.result.Steps, step)
		}
	}
}

// sameAs reports whether the older form is of the same credential: same id, same record of this installation, or same name and
// recipient.
func (r *run) sameAs(other run) bool {
	a, b := r.result.Credential, other.result.Credential
	if a == nil || b == nil {
		return false
	}
	recordA, oursA := r.Links.Record(a.ID, "")
	recordB, oursB := r.Links.Record(b.ID, "")
	if oursA || oursB {
		at, _, _ := strings.Cut(recordA, "?")
		bt, _, _ := strings.Cut(recordB, "?")
		return at == bt
	}
	shared := slices.ContainsFunc(r.identities, func(id identity) bool { return id.value != "" && slices.Contains(other.identities, id) })
	return a.ID != "" && a.ID == b.ID || a.Name != "" && a.Name == b.Name && shared
}

// png reads a baked PNG without decoding its pixels.
func (r *run) png(data []byte) {
	texts := embedded{}
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
	if len(texts) == 0 {
		r.picture(data)
		return
	}
	r.verifyEmbedded(texts, "png")
}

// pngText returns the content of a text chunk with one of the two keywords. text is nil for any other chunk.
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

// inflate decompresses up to a maximum number of bytes.
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

// svg reads a baked SVG.
func (r *run) svg(data []byte) {
	texts := embedded{}
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
		found, err := svgTexts(d, start)
		if err != nil {
			r.note("malformed")
			return
		}
		texts[keyword] = append(texts[keyword], found...)
		depth-- // its end was read as well
	}
	if !drawing {
		r.note("web_page")
		return
	}
	r.verifyEmbedded(texts, "svg")
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

// svgTexts returns the credentials in an element: its text and its verify attribute, unless the attribute is only the URL of the
// assertion in the text. Source: Open Badges Baking Specification, "SVGs".
func svgTexts(d *xml.Decoder, start xml.StartElement) ([][]byte, error) {
	var inner struct {
		Text string `xml:",chardata"`
	}
	if err := d.DecodeElement(&inner, &start); err != nil {
		return nil, err
	}
	text := bytes.TrimSpace([]byte(inner.Text))
	var attribute []byte
	for _, a := range start.Attr {
		if a.Name.Local == "verify" {
			attribute = bytes.TrimSpace([]byte(a.Value))
		}
	}
	switch {
	case len(attribute) == 0 || isHostedAt(text, string(attribute)):
		return [][]byte{text}, nil
	case len(text) == 0:
		return [][]byte{attribute}, nil
	default:
		return [][]byte{text, attribute}, nil
	}
}

// isHostedAt reports whether an assertion states that it is hosted at the address.
func isHostedAt(assertion []byte, address string) bool {
	o, err := parseJSON(assertion)
	return err == nil && (o.text("id") == address || o.object("verify").text("url") == address)
}
