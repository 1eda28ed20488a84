package badges

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"

	"laurel/internal/formats/dataintegrity"
)

// The namespaces of baked elements. Both versions use the prefix openbadges, so the root declares that of 3.0, and an assertion
// declares its own.
const (
	namespace3 = "https://purl.imsglobal.org/ob/v3p0"
	namespace2 = "http://openbadges.org"
)

// bakeSVG inserts each text as an element at the start of the root element.
func bakeSVG(svg []byte, texts []Text) ([]byte, error) {
	begin, end, err := rootTag(svg)
	if err != nil {
		return nil, err
	}
	out := bytes.NewBuffer(make([]byte, 0, len(svg)+8<<10))
	out.Write(svg[:begin])
	out.WriteString(` xmlns:openbadges="` + namespace3 + `"`)
	out.Write(svg[begin:end])
	for _, text := range texts {
		if err := writeElement(out, text); err != nil {
			return nil, err
		}
	}
	out.Write(svg[end:])
	return out.Bytes(), nil
}

// rootTag returns the offsets of the root element's attributes and of the end of its start tag.
func rootTag(svg []byte) (begin, end int64, err error) {
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		begin = d.InputOffset()
		token, err := d.Token()
		if err != nil {
			return 0, 0, ErrNotSVG.Wrap(err)
		}
		root, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		begin, end = begin+int64(len("<svg")), d.InputOffset()
		if root.Name.Local != "svg" || !bytes.HasPrefix(svg[begin-int64(len("<svg")):], []byte("<svg")) ||
			svg[end-2] == '/' || bytes.Contains(svg[begin:end], []byte("xmlns:openbadges")) {
			return 0, 0, ErrNotSVG
		}
		return begin, end, nil
	}
}

func writeElement(out *bytes.Buffer, text Text) error {
	// In JSON, "]]>" only occurs inside strings, so the ">" can be escaped.
	data := bytes.ReplaceAll(dataintegrity.ASCII(text.JSON), []byte("]]>"), []byte(`]]\u003e`))
	if text.Keyword == Keyword3 {
		_, _ = fmt.Fprintf(out, "<openbadges:credential><![CDATA[%s]]></openbadges:credential>", data)
		return nil
	}
	var assertion struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(text.JSON, &assertion); err != nil {
		return fmt.Errorf("read assertion: %w", err)
	}
	_, _ = fmt.Fprintf(out, `<openbadges:assertion xmlns:openbadges="%s" verify="`, namespace2)
	_ = xml.EscapeText(out, []byte(assertion.ID)) // a buffer takes everything
	_, _ = fmt.Fprintf(out, `"><![CDATA[%s]]></openbadges:assertion>`, data)
	return nil
}
