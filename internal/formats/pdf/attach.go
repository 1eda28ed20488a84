package pdf

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Attachment is an embedded file. Its name is ASCII.
type Attachment struct {
	Name        string
	ContentType string
	Description string
	Data        []byte
	Modified    time.Time
}

// Attach embeds a file in a document of Page.Document as an associated file of the whole document with the relationship "Data" (ISO
// 32000-2, PDF/A-3). The file is stored uncompressed, for programs with little knowledge of PDF. The same document and file give the
// same bytes. It returns ErrForm.
func Attach(document []byte, a Attachment) ([]byte, error) {
	p, err := layoutOf(document, ownPattern)
	if err != nil {
		return nil, err
	}
	// The catalog is the first object, so all other objects can be copied together.
	begin := fmt.Sprintf("%s%d 0 obj\n", header, catalogObject)
	rest, first := bytes.CutPrefix(p.body, []byte(begin))
	if !first || p.root != catalogObject {
		return nil, ErrForm
	}
	catalog, err := readObject(rest)
	if err != nil || !bytes.HasSuffix(catalog.value, []byte(">>")) || bytes.Contains(catalog.value, []byte("/AF ")) {
		return nil, ErrForm
	}
	rest = rest[len(catalog.value)+len(endObject):]
	file, content := p.count, p.count+1
	w := writer{body: []byte(header)}
	w.object(catalogObject, fmt.Appendf(bytes.TrimSuffix(bytes.Clone(catalog.value), []byte(">>")),
		"\n/AF [%d 0 R]\n/Names <</EmbeddedFiles <</Names [%s %d 0 R]>>>>>>", file, text(a.Name), file))
	if err := w.moved(p, len(p.body)-len(rest)); err != nil {
		return nil, err
	}
	w.body = append(w.body, rest...)
	w.object(file, fmt.Appendf(nil, "<</Type /Filespec\n/F %s\n/UF %s\n/Desc %s\n/AFRelationship /Data\n/EF <</F %d 0 R\n/UF %d 0 R>>>>",
		text(a.Name), text(a.Name), text(a.Description), content, content))
	w.stream(content, fmt.Appendf(nil, "<</Type /EmbeddedFile\n/Subtype /%s\n/Params <</Size %d\n/ModDate %s>>\n/Length %d>>",
		strings.ReplaceAll(a.ContentType, "/", "#2F"), len(a.Data), text(date(a.Modified)), len(a.Data)), a.Data)
	return w.finish(catalogObject, p.info), nil
}

// moved records the new offsets of all objects but the catalog. They were copied from an offset of the earlier file.
func (w *writer) moved(p layout, before int) error {
	for number := catalogObject + 1; number < p.count; number++ {
		place, err := strconv.Atoi(string(p.table[number*tableLine:][:10]))
		if err != nil || place < before {
			return ErrForm
		}
		w.places = append(w.places, place-before+len(w.body))
	}
	return nil
}
