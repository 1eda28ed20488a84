package pdf

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"strings"
	"time"
	"unicode/utf16"
)

// maker is the producer. It contains neither a version nor a host name.
const maker = "Laurel"

// Metadata is the metadata of a document.
type Metadata struct {
	Title    string
	Author   string
	Subject  string
	Keywords []string
	Address  string // where the document can be verified
	Language string // a BCP 47 tag
	Issued   time.Time
}

// info is the document information dictionary. It does not contain the time of printing.
func (m Metadata) info() []byte {
	out := []byte("<</Title " + text(m.Title))
	for _, e := range []struct{ key, value string }{
		{"Author", m.Author}, {"Subject", m.Subject}, {"Keywords", strings.Join(m.Keywords, ", ")},
		{"Creator", maker}, {"Producer", maker},
	} {
		if e.value != "" {
			out = append(out, "\n/"+e.key+" "+text(e.value)...)
		}
	}
	if !m.Issued.IsZero() {
		issued := text(date(m.Issued))
		out = append(out, "\n/CreationDate "+issued+"\n/ModDate "+issued...)
	}
	return append(out, ">>"...)
}

// date formats a date as PDF requires.
func date(at time.Time) string { return at.UTC().Format("D:20060102150405Z") }

// xmp is the same metadata as XMP, with the identifier of PDF/UA-1.
func (m Metadata) xmp() []byte {
	var b bytes.Buffer
	b.WriteString("<?xpacket begin=\"\uFEFF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n" +
		`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` + "\n" +
		`<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"` +
		` xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">` + "\n")
	field := func(name, value, before, after string) {
		if value == "" {
			return
		}
		fmt.Fprintf(&b, "<%s>%s", name, before)
		_ = xml.EscapeText(&b, []byte(value)) // a buffer takes everything
		fmt.Fprintf(&b, "%s</%s>\n", after, name)
	}
	alternatives := []string{`<rdf:Alt><rdf:li xml:lang="x-default">`, "</rdf:li></rdf:Alt>"}
	field("pdfuaid:part", "1", "", "")
	field("dc:format", "application/pdf", "", "")
	field("dc:title", m.Title, alternatives[0], alternatives[1])
	field("dc:creator", m.Author, "<rdf:Seq><rdf:li>", "</rdf:li></rdf:Seq>")
	field("dc:description", m.Subject, alternatives[0], alternatives[1])
	field("dc:identifier", m.Address, "", "")
	field("dc:language", m.Language, "<rdf:Bag><rdf:li>", "</rdf:li></rdf:Bag>")
	field("pdf:Keywords", strings.Join(m.Keywords, ", "), "", "")
	field("pdf:Producer", maker, "", "")
	field("xmp:CreatorTool", maker, "", "")
	if !m.Issued.IsZero() {
		issued := m.Issued.UTC().Format(time.RFC3339)
		field("xmp:CreateDate", issued, "", "")
		field("xmp:ModifyDate", issued, "", "")
	}
	b.WriteString("</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>")
	return b.Bytes()
}

// text encodes a text string: as it is if it is ASCII, and otherwise as UTF-16 with a byte order mark.
func text(value string) string {
	plain := strings.IndexFunc(value, func(r rune) bool { return r < ' ' || r > '~' }) < 0
	if plain {
		return "(" + strings.NewReplacer(`\`, `\\`, `(`, `\(`, `)`, `\)`).Replace(value) + ")"
	}
	out := []byte{0xFE, 0xFF}
	for _, unit := range utf16.Encode([]rune(value)) {
		out = binary.BigEndian.AppendUint16(out, unit)
	}
	return "<" + strings.ToUpper(hex.EncodeToString(out)) + ">"
}
