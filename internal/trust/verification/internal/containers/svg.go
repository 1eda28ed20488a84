package containers

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"

	"laurel/internal/trust/verification/internal/document"
)

// SVG returns the credentials of a baked SVG. drawing is false for anything but an SVG, such as a web page.
func SVG(data []byte) (texts Texts, drawing bool, err error) {
	texts = Texts{}
	d := xml.NewDecoder(bytes.NewReader(data))
	for depth := 0; ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil && !drawing {
			break // most web pages are no XML
		}
		if err != nil || depth > document.MaxDepth {
			return nil, false, document.ErrDamaged
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
			return nil, false, document.ErrDamaged
		}
		texts[keyword] = append(texts[keyword], found...)
		depth-- // its end was read as well
	}
	return texts, drawing, nil
}

func svgKeyword(name xml.Name) string {
	switch name {
	case xml.Name{Space: space3, Local: "credential"}:
		return Keyword3
	case xml.Name{Space: space2, Local: "assertion"}:
		return Keyword2
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
	o, err := document.Parse(assertion)
	return err == nil && (o.Text("id") == address || o.Child("verify").Text("url") == address)
}
