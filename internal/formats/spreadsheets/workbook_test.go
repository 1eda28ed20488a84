package spreadsheets

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

func TestAWorkbookHoldsWhatWasWritten(t *testing.T) {
	t.Parallel()
	var data bytes.Buffer
	book := NewWorkbook(&data)
	wide := make([]any, 28)
	wide[0], wide[27] = "A", "AB"
	long := strings.Repeat("é", longestCell+1)
	err := errors.Join(
		book.Sheet("First & <last>", SheetStyle{Frozen: true, Width: 24}),
		book.Row(BoldText, []any{" name", "two\nlines", "a_x0041_b", "<b>&\"'"}),
		book.Row(Bare, []any{12345678901.0, nil, 0.5, "007"}), book.Row(Bare, wide),
		book.Sheet("Second", SheetStyle{}), book.Row(TextOnly, []any{long}), book.Close(),
	)
	if err != nil {
		t.Fatal(err)
	}
	// Another program reads the same.
	other, err := excelize.OpenReader(bytes.NewReader(data.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"A1": " name", "B1": "two\nlines", "C1": "a_x0041_b", "D1": "<b>&\"'", "A2": "12345678901", "B2": "", "C2": "0.5", "D2": "007", "AB3": "AB"}
	for cell, text := range want {
		if got, err := other.GetCellValue("First & <last>", cell); err != nil || got != text {
			t.Errorf("%s is %q, want %q: %v", cell, got, text, err)
		}
	}
	if got, err := other.GetCellValue("Second", "A1"); err != nil || got != strings.TrimSuffix(long, "é") {
		t.Errorf("the long cell has %d bytes: %v", len(got), err)
	}
	var rows []Row
	if err := read(data.Bytes(), Choice{Format: XLSX}, func(b Book) error {
		if !reflect.DeepEqual(b.Sheets, []string{"First & <last>", "Second"}) {
			t.Errorf("the sheets are %q", b.Sheets)
		}
		return nil
	}, func(r Row) error { rows = append(rows, r); return nil }); err != nil {
		t.Fatal(err)
	}
	if len(rows) != 3 || !reflect.DeepEqual(rows[0].Cells, []string{"name", "two\nlines", "a_x0041_b", "<b>&\"'"}) || rows[2].Cells[27] != "AB" {
		t.Errorf("%v", rows)
	}
}

// archive makes a file of parts that stand in the order of names and texts.
func archive(t *testing.T, parts ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i := 0; i < len(parts); i += 2 {
		f, err := w.Create(parts[i])
		if err == nil {
			_, err = io.WriteString(f, parts[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

const (
	rels      = `<Relationships><Relationship Id="a" Type="x/worksheet" Target="/xl/s.xml"/><Relationship Id="b" Type="x/sharedStrings" Target="texts.xml"/><Relationship Id="c" Type="x/styles" Target="styles.xml"/></Relationships>`
	zeros     = `<x:styleSheet xmlns:x="u"><x:numFmts><x:numFmt numFmtId="170" formatCode="00000"/></x:numFmts><x:cellStyleXfs><x:xf numFmtId="9"/></x:cellStyleXfs><x:cellXfs><x:xf numFmtId="0"/><x:xf numFmtId="170"/></x:cellXfs></x:styleSheet>`
	texts     = `<sst><si><t>plain</t></si><si><r><t>in </t></r><r><rPr><b/></rPr><t>runs_x000A_</t></r><rPh sb="0"><t>spoken</t></rPh></si><si/></sst>`
	cellsText = `<worksheet><sheetData><row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c r="E1" s="1"><v>42</v></c><c t="d"><v>2024-02-29T00:00:00</v></c><c t="e"><v>#N/A</v></c></row>` +
		`<row r="5"><c r="B5" t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c><c t="str"><f>1</f><v>c_x0041_</v></c><c t="s"><v>2</v></c></row></sheetData></worksheet>`
)

func workbookOf(sheets string) string { return `<workbook><sheets>` + sheets + `</sheets></workbook>` }

const oneSheet = `<sheet name="S" r:id="a"/>`

func TestWorkbooksOfOtherProgramsAreRead(t *testing.T) {
	t.Parallel()
	data := archive(t, `XL\Workbook.xml`, workbookOf(oneSheet), "xl/_rels/workbook.xml.rels", rels, "xl/texts.xml", texts, "xl/styles.xml", zeros, "xl/s.xml", cellsText)
	_, rows, err := readAll(t, data, Choice{Format: XLSX})
	want := []Row{{1, []string{"plain", "in runs", "", "", "00042", "2024-02-29", "#N/A"}}, {5, []string{"", "ab", "cA"}}}
	if err != nil || !reflect.DeepEqual(rows, want) {
		t.Errorf("%v\n%v\nwant %v", err, rows, want)
	}
}

func TestDamagedWorkbooksAreToldByTheirReason(t *testing.T) {
	t.Parallel()
	relation := `<Relationships><Relationship Id="a" Type="x/worksheet" Target="s.xml"/></Relationships>`
	sheet := func(cells string) []byte {
		return archive(t, "xl/workbook.xml", workbookOf(oneSheet), "xl/_rels/workbook.xml.rels", relation, "xl/s.xml", `<worksheet><sheetData>`+cells+`</sheetData></worksheet>`)
	}
	for name, c := range map[string]struct {
		data []byte
		code string
	}{
		"no sheet":               {archive(t, "xl/workbook.xml", workbookOf("")), Empty},
		"a sheet that is away":   {archive(t, "xl/workbook.xml", workbookOf(oneSheet)), Empty},
		"a text that is away":    {sheet(`<row><c t="s"><v>3</v></c></row>`), Unreadable},
		"a column beyond":        {sheet(`<row><c r="ZZZZ1"><v>3</v></c></row>`), Unreadable},
		"many columns":           {sheet(fmt.Sprintf(`<row><c r="%s1"><v>3</v></c></row>`, columnName(MaxColumns))), TooManyColumns},
		"a row without end":      {sheet(`<row><c><v>3`), Unreadable},
		"one with a password":    {[]byte(compoundMagic + "secret"), Encrypted},
		"an archive of pictures": {archive(t, "a.png", "x"), Unreadable},
	} {
		_, _, err := readAll(t, c.data, Choice{Format: XLSX})
		if p, _ := errors.AsType[*Problem](err); p == nil || p.Code != c.code {
			t.Errorf("%s: %v, want %q", name, err, c.code)
		}
	}
	store := textStore{size: sharedBytes}
	if p, _ := errors.AsType[*Problem](store.add([]byte("x"))); p == nil || p.Code != TooLarge {
		t.Error("texts may take any memory")
	}
}
