package spreadsheets

import (
	"archive/zip"
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// CellStyle is the appearance of a row's cells.
type CellStyle int

// The looks, in the order of the workbook's styles.
const (
	Bare     CellStyle = iota
	TextOnly           // what is typed over it stays text
	BoldText
)

// LastRow is the maximum row number of a sheet.
const LastRow = 1_048_576

// longestCell is the maximum number of characters in a cell.
const longestCell = 32_767

// Workbook writes an XLSX file row by row with constant memory.
type Workbook struct {
	zip   *zip.Writer
	out   *bufio.Writer // into the sheet that is open; nil before the first
	names []string
	row   int
}

// NewWorkbook starts a file.
func NewWorkbook(w io.Writer) *Workbook { return &Workbook{zip: zip.NewWriter(w)} }

// SheetStyle is the appearance of a sheet.
type SheetStyle struct {
	Frozen bool // the first row stays in view
	Width  int  // of the columns, in characters; 0: as programs have it
}

const sheetBegin = xml.Header + `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">`

// Sheet finishes the current sheet and starts another.
func (b *Workbook) Sheet(name string, look SheetStyle) error {
	if err := b.endSheet(); err != nil {
		return err
	}
	b.names, b.row = append(b.names, name), 0
	part, err := b.zip.Create(fmt.Sprintf("xl/worksheets/sheet%d.xml", len(b.names)))
	if err != nil {
		return fmt.Errorf("begin a sheet: %w", err)
	}
	b.out = bufio.NewWriterSize(part, 32<<10)
	text := sheetBegin
	if look.Frozen {
		text += `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>`
	}
	text += `</sheetView></sheetViews>`
	if look.Width > 0 {
		text += fmt.Sprintf(`<cols><col min="1" max="%d" width="%d" customWidth="1"/></cols>`, MaxColumns, look.Width)
	}
	_, err = b.out.WriteString(text + `<sheetData>`)
	return err
}

// Row appends a row: strings, float64s, and nil for empty cells.
func (b *Workbook) Row(look CellStyle, values []any) error {
	b.row++
	row := strconv.Itoa(b.row)
	_, _ = b.out.WriteString(`<row r="` + row + `">`) // what goes wrong comes up with the last write
	for i, value := range values {
		if value == nil {
			continue
		}
		_, _ = b.out.WriteString(`<c r="` + columnName(i) + row + `"`)
		if look != Bare {
			_, _ = b.out.WriteString(` s="` + strconv.Itoa(int(look)) + `"`)
		}
		if n, ok := value.(float64); ok {
			_, _ = b.out.WriteString(`><v>` + strconv.FormatFloat(n, 'g', -1, 64) + `</v></c>`)
			continue
		}
		_, _ = b.out.WriteString(` t="inlineStr"><is><t xml:space="preserve">`)
		if err := xml.EscapeText(b.out, []byte(cellText(fmt.Sprint(value)))); err != nil {
			return fmt.Errorf("write a cell: %w", err)
		}
		_, _ = b.out.WriteString(`</t></is></c>`)
	}
	if _, err := b.out.WriteString(`</row>`); err != nil {
		return fmt.Errorf("write a row: %w", err)
	}
	return nil
}

func (b *Workbook) endSheet() error {
	if b.out == nil {
		return nil
	}
	_, _ = b.out.WriteString(`</sheetData></worksheet>`)
	if err := b.out.Flush(); err != nil {
		return fmt.Errorf("end a sheet: %w", err)
	}
	return nil
}

// Close finishes the file.
func (b *Workbook) Close() error {
	if err := b.endSheet(); err != nil {
		return err
	}
	const documents, relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships", "http://schemas.openxmlformats.org/package/2006/relationships"
	const main = "application/vnd.openxmlformats-officedocument.spreadsheetml."
	var types, sheets, links strings.Builder
	for i, name := range b.names {
		var safe strings.Builder
		_ = xml.EscapeText(&safe, []byte(name))
		fmt.Fprintf(&types, `<Override PartName="/xl/worksheets/sheet%d.xml" ContentType="%sworksheet+xml"/>`, i+1, main)
		fmt.Fprintf(&sheets, `<sheet name="%s" sheetId="%d" r:id="rId%d"/>`, safe.String(), i+1, i+1)
		fmt.Fprintf(&links, `<Relationship Id="rId%d" Type="%s/worksheet" Target="worksheets/sheet%d.xml"/>`, i+1, documents, i+1)
	}
	for _, part := range []struct{ name, text string }{
		{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="` + main + `sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="` + main + `styles+xml"/>` + types.String() + `</Types>`},
		{"_rels/.rels", `<Relationships xmlns="` + relations + `"><Relationship Id="rId1" Type="` + documents + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"xl/workbook.xml", `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="` + documents + `"><sheets>` + sheets.String() + `</sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", `<Relationships xmlns="` + relations + `">` + links.String() + fmt.Sprintf(`<Relationship Id="rId%d" Type="%s/styles" Target="styles.xml"/></Relationships>`, len(b.names)+1, documents)},
		{"xl/styles.xml", styleSheet},
	} {
		out, err := b.zip.Create(part.name)
		if err == nil {
			_, err = io.WriteString(out, xml.Header+part.text)
		}
		if err != nil {
			return fmt.Errorf("write the workbook: %w", err)
		}
	}
	return b.zip.Close()
}

// styleSheet has a style for each CellStyle.
const styleSheet = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

// columnName returns the name of a column: A, B … Z, AA.
func columnName(i int) string {
	name := ""
	for i++; i > 0; i = (i - 1) / 26 {
		name = string(rune('A'+(i-1)%26)) + name
	}
	return name
}

// escaped matches the escape sequence for characters that XML does not allow. Text that merely looks like one is escaped itself.
var escaped = regexp.MustCompile(`_x[0-9A-Fa-f]{4}_`)

// cellText returns text as a cell contains it.
func cellText(text string) string {
	if len(text) > longestCell {
		if letters := []rune(text); len(letters) > longestCell {
			text = string(letters[:longestCell])
		}
	}
	if strings.Contains(text, "_x") {
		text = escaped.ReplaceAllStringFunc(text, func(s string) string { return "_x005F" + s })
	}
	return text
}
