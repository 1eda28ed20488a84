package spreadsheets

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"
)

// unzippedBytes is the most that an XLSX file may grow to when it is unpacked.
const unzippedBytes = 200 << 20

// compoundMagic begins files of another kind, as which programs write workbooks with a password.
const compoundMagic = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

// xlsx is a workbook whose parts are read as they are unpacked: what stays of them are formats and the texts that cells share.
type xlsx struct {
	parts    map[string]*zip.File
	budget   int64 // of what may be unpacked yet
	formats  []cellFormat
	texts    textStore
	from1904 bool
}

// readXLSX reads a workbook with each cell as text: what is shown, but dates as 2024-02-29.
func readXLSX(data []byte, choice Choice, head func(Book) error, g *gate) error {
	if strings.HasPrefix(string(data[:min(len(data), len(compoundMagic))]), compoundMagic) {
		return &Problem{Code: Encrypted}
	}
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return unreadable(err)
	}
	x := &xlsx{parts: map[string]*zip.File{}, budget: unzippedBytes}
	var all uint64
	for _, f := range archive.File {
		if all += f.UncompressedSize64; f.UncompressedSize64 > unzippedBytes || all > unzippedBytes {
			return problem(TooLarge, "max", unzippedBytes>>20)
		}
		x.parts[partName(f.Name)] = f
	}
	if err := x.read(choice, head, g); err != nil {
		if p, ok := errors.AsType[*Problem](err); ok {
			return p
		}
		if wrong, ok := errors.AsType[*malformed](err); ok {
			return unreadable(wrong)
		}
		return err
	}
	return nil
}

// malformed is an error of a file, as opposed to one of whoever takes its rows.
type malformed struct{ error }

func (m *malformed) Unwrap() error { return m.error }

func partName(name string) string {
	return strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "/"))
}

func (x *xlsx) read(choice Choice, head func(Book) error, g *gate) error {
	at := "xl/workbook.xml"
	for _, r := range x.relations("_rels/.rels") {
		if strings.HasSuffix(r.kind, "/officeDocument") {
			at = partName(r.target)
		}
	}
	sheets, err := x.workbook(at)
	if err != nil {
		return err
	}
	book := Book{Sheets: []string{}, Sheet: choice.Sheet}
	for _, s := range sheets {
		book.Sheets = append(book.Sheets, s.name)
	}
	if len(sheets) == 0 {
		return problem(Empty)
	}
	if book.Sheet < 0 || book.Sheet >= len(sheets) {
		book.Sheet = 0
	}
	if err := head(book); err != nil {
		return err
	}
	target := ""
	relations := x.relations(path.Join(path.Dir(at), "_rels", path.Base(at)+".rels"))
	for _, r := range relations {
		part := partName(r.target)
		if !strings.HasPrefix(r.target, "/") {
			part = partName(path.Join(path.Dir(at), r.target))
		}
		switch {
		case r.id == sheets[book.Sheet].relation:
			target = part
		case strings.HasSuffix(r.kind, "/styles"):
			err = x.readFormats(part)
		case strings.HasSuffix(r.kind, "/sharedStrings"):
			err = x.readTexts(part)
		}
		if err != nil {
			return err
		}
	}
	if x.parts[target] == nil {
		return problem(Empty)
	}
	return x.readSheet(target, g)
}

type sheetRef struct{ name, relation string }

// workbook reads which sheets there are.
func (x *xlsx) workbook(part string) (sheets []sheetRef, err error) {
	err = x.walk(part, func(_ *xml.Decoder, e xml.StartElement) error {
		switch e.Name.Local {
		case "workbookPr":
			on := attr(e, "date1904")
			x.from1904 = on == "1" || on == "true"
		case "sheet":
			sheets = append(sheets, sheetRef{attr(e, "name"), attr(e, "id")})
		}
		return nil
	})
	return sheets, err
}

type relation struct{ id, kind, target string }

// relations are what a part refers to; one without any has none.
func (x *xlsx) relations(part string) (all []relation) {
	_ = x.walk(partName(part), func(_ *xml.Decoder, e xml.StartElement) error {
		if e.Name.Local == "Relationship" {
			all = append(all, relation{attr(e, "Id"), attr(e, "Type"), attr(e, "Target")})
		}
		return nil
	})
	return all
}

// cellFormat is what the numbers of a style stand for.
type cellFormat struct {
	as     shown
	digits int // how many a number has at least: a format of zeros, as ids have it
}

func (x *xlsx) readFormats(part string) error {
	codes := map[int]string{}
	styled := false // inside of the formats that cells refer to
	return x.walk(part, func(_ *xml.Decoder, e xml.StartElement) error {
		switch e.Name.Local {
		case "numFmt":
			id, _ := strconv.Atoi(attr(e, "numFmtId"))
			codes[id] = attr(e, "formatCode")
		case "cellStyleXfs", "cellStyles", "dxfs":
			styled = false
		case "cellXfs":
			styled = true
		case "xf":
			if !styled {
				break
			}
			id, _ := strconv.Atoi(attr(e, "numFmtId"))
			f := cellFormat{as: shownAs(id, codes[id])}
			if first, _, _ := strings.Cut(codes[id], ";"); first != "" && strings.Trim(first, "0") == "" {
				f.digits = min(len(first), 30)
			}
			x.formats = append(x.formats, f)
		}
		return nil
	})
}

// walk goes through the elements of a part.
func (x *xlsx) walk(part string, begin func(*xml.Decoder, xml.StartElement) error) error {
	f := x.parts[part]
	if f == nil {
		return &malformed{fmt.Errorf("there is no %s", part)}
	}
	in, err := f.Open()
	if err != nil {
		return &malformed{err}
	}
	defer func() { _ = in.Close() }()
	d := xml.NewDecoder(&metered{in, &x.budget})
	for {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return broken(err)
		}
		if e, ok := token.(xml.StartElement); ok {
			if err := begin(d, e); err != nil {
				return err
			}
		}
	}
}

// broken is what is wrong with a part; that it is too large stays so.
func broken(err error) error {
	if p, ok := errors.AsType[*Problem](err); ok {
		return p
	}
	return &malformed{err}
}

// metered ends a reading that unpacks more than may be, whatever the file says of itself.
type metered struct {
	in   io.Reader
	left *int64
}

func (m *metered) Read(p []byte) (int, error) {
	n, err := m.in.Read(p)
	if *m.left -= int64(n); *m.left < 0 {
		return 0, problem(TooLarge, "max", unzippedBytes>>20)
	}
	return n, err
}

func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
