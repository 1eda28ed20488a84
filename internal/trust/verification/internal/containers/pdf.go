package containers

import (
	"bytes"
	"compress/zlib"
	"encoding/ascii85"
	"encoding/hex"
	"io"
	"regexp"
	"strconv"

	"laurel/internal/formats/jws"
	"laurel/internal/trust/verification/internal/document"
)

const (
	maxDict     = 4 << 10 // bytes of a stream's dictionary
	maxAttached = 2       // credentials; two are too many already
	maxFilters  = 4
	maxStreams  = 2000 // looked into that are not declared as attachments
)

var (
	// Streams are never nested, so attachments can be found without parsing the rest of the PDF.
	pdfStream   = regexp.MustCompile(`>>\s*stream\r?\n`)
	pdfAttached = regexp.MustCompile(`/Type\s*/EmbeddedFile|/Subtype\s*/application#2[Ff](?:vc|ld|json)`)
	pdfFilter   = regexp.MustCompile(`/Filter\s*(\[[^\]]*\]|/\w+)`)
	pdfName     = regexp.MustCompile(`/\w+`)
	pdfLength   = regexp.MustCompile(`/Length\s+(\d{1,9})\s*(?:/|>>)`)
)

// PDF returns the credentials attached to a PDF, at most two.
func PDF(data []byte) [][]byte {
	var found [][]byte
	others := 0
	for _, at := range pdfStream.FindAllIndex(data, -1) {
		dict := pdfDict(data, at)
		declared := pdfAttached.Match(dict)
		if !declared {
			others++
		}
		if !declared && others > maxStreams {
			continue
		}
		if text := pdfText(dict, data[at[1]:], declared); looksLikeCredential(text) {
			found = append(found, text)
		}
		if len(found) == maxAttached {
			break
		}
	}
	return found
}

// unreadable represents an attachment that cannot be decoded. It fails to parse, so that such a PDF is not treated as one without a
// credential.
var unreadable = []byte("{")

// pdfText decodes a stream that may be an attached credential, and returns nil if it is not. A stream that is not declared as an
// attachment also counts if it is a token or a complete JSON object with a type, because more lenient readers would find it.
func pdfText(dict, body []byte, declared bool) []byte {
	body = pdfBody(dict, body)
	if body == nil {
		return nil
	}
	stream, ok := pdfDecoded(dict, body)
	if !ok {
		return ifDeclared(declared)
	}
	begin := make([]byte, 64)
	n, err := io.ReadFull(stream, begin)
	if err != nil && n == 0 {
		return ifDeclared(declared && len(body) > 0)
	}
	if !declared && !looksLikeCredential(begin[:n]) {
		return nil
	}
	text, err := document.Limited(io.MultiReader(bytes.NewReader(begin[:n]), stream), document.MaxSize)
	if err != nil {
		return ifDeclared(declared && looksLikeCredential(begin[:n]))
	}
	text = trimmed(text)
	if o, err := document.Parse(text); !declared && !jws.LooksLikeJWS(string(text)) && (err != nil || o["type"] == nil) {
		return nil
	}
	return text
}

func ifDeclared(declared bool) []byte {
	if declared {
		return unreadable
	}
	return nil
}

// pdfDict returns the dictionary of the stream at an offset.
func pdfDict(data []byte, at []int) []byte {
	dict := data[max(0, at[0]-maxDict):at[1]]
	if i := bytes.LastIndex(dict, []byte(" obj")); i >= 0 {
		dict = dict[i:]
	}
	return dict
}

// pdfDecoded applies the filters of a stream. ok is false for filters that are not used for text. Source: ISO 32000-1, 7.4.
func pdfDecoded(dict, body []byte) (decoded io.Reader, ok bool) {
	stream := io.Reader(bytes.NewReader(body))
	var filters []string
	if stated := pdfFilter.FindSubmatch(dict); stated != nil {
		filters = pdfName.FindAllString(string(stated[1]), -1)
	}
	if len(filters) > maxFilters {
		return nil, false
	}
	for _, filter := range filters {
		switch filter {
		case "/FlateDecode", "/Fl":
			z, err := zlib.NewReader(stream)
			if err != nil {
				return nil, false
			}
			stream = z
		case "/ASCIIHexDecode", "/AHx":
			stream = hex.NewDecoder(&untilEnd{from: stream})
		case "/ASCII85Decode", "/A85":
			stream = ascii85.NewDecoder(&untilEnd{from: stream, end: '~'})
		default:
			return nil, false
		}
	}
	return stream, true
}

// untilEnd reads an ASCII encoding without white space, up to its end character ('>' by default).
type untilEnd struct {
	from io.Reader
	end  byte
	done bool
}

// Read implements io.Reader.
func (u *untilEnd) Read(p []byte) (int, error) {
	if u.end == 0 {
		u.end = '>'
	}
	for !u.done {
		n, err := u.from.Read(p)
		kept := 0
		for _, c := range p[:n] {
			if c == u.end {
				u.done = true
				break
			}
			if c > ' ' {
				p[kept] = c
				kept++
			}
		}
		if kept > 0 || err != nil {
			return kept, err
		}
	}
	return 0, io.EOF
}

// pdfBody returns the content of a stream. It uses the length in the dictionary, because content may contain the keyword endstream. If
// that length is wrong, the stream ends at the first endstream. It returns nil if there is none.
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

// trimmed removes the byte order mark and surrounding white space.
func trimmed(text []byte) []byte {
	return bytes.TrimSpace(bytes.TrimPrefix(bytes.TrimSpace(text), []byte("\xef\xbb\xbf")))
}

func looksLikeCredential(text []byte) bool {
	text = trimmed(text)
	return bytes.HasPrefix(text, []byte("{")) || bytes.HasPrefix(text, []byte("eyJ"))
}
