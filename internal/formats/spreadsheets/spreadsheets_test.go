package spreadsheets

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

func readAll(t *testing.T, data []byte, choice Choice) (Book, []Row, error) {
	t.Helper()
	var book Book
	var rows []Row
	err := Read(t.Context(), data, choice, func(b Book) error { book = b; return nil }, func(r Row) error { rows = append(rows, r); return nil })
	return book, rows, err
}

func encode(t *testing.T, name, text string) []byte {
	t.Helper()
	data, err := encodings[name].NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestTextFilesAreReadWhateverTheyAreWrittenIn(t *testing.T) {
	t.Parallel()
	want := []Row{{1, []string{"name", "note"}}, {2, []string{"Zoë, O'Neill", "a \"quote\""}}, {4, []string{"Łukasz", "two\nlines"}}}
	const text = "name;note\r\n\"Zoë, O'Neill\";\"a \"\"quote\"\"\"\r\n;\r\nŁukasz;\"two\nlines\"\r\n"
	bom, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		data   []byte
		choice Choice
		book   Book
	}{
		"UTF-8":             {[]byte(text), Choice{}, Book{Encoding: "utf-8", Delimiter: ";"}},
		"UTF-8 with a mark": {[]byte("\ufeff" + text), Choice{}, Book{Encoding: "utf-8", Delimiter: ";"}},
		"UTF-16 with one":   {bom, Choice{}, Book{Encoding: "utf-16le", Delimiter: ";"}},
		"UTF-16 without":    {bom[2:], Choice{}, Book{Encoding: "utf-16le", Delimiter: ";"}},
		"chosen":            {encode(t, "windows-1250", strings.ReplaceAll(text, ";", "\t")), Choice{Encoding: "windows-1250", Delimiter: "tab"}, Book{Encoding: "windows-1250", Delimiter: "tab"}},
	} {
		c.choice.Format = CSV
		c.book.Sheets = []string{""}
		book, rows, err := readAll(t, c.data, c.choice)
		if err != nil || !reflect.DeepEqual(rows, want) || !reflect.DeepEqual(book, c.book) {
			t.Errorf("%s: %v %+v\n%v\nwant %v", name, err, book, rows, want)
		}
	}
	latin, err := charmap.Windows1252.NewEncoder().Bytes([]byte("name|town\nZoë|Málaga – Süd\n"))
	if err != nil {
		t.Fatal(err)
	}
	book, rows, err := readAll(t, latin, Choice{Format: TXT})
	if err != nil || book.Encoding != "windows-1252" || book.Delimiter != "|" || rows[1].Cells[1] != "Málaga – Süd" {
		t.Errorf("Windows-1252: %v %+v %v", err, book, rows)
	}
}

func TestCellsOfXLSXAreReadAsTheyAreMeant(t *testing.T) {
	t.Parallel()
	f := excelize.NewFile()
	style := func(code string) int {
		id, err := f.NewStyle(&excelize.Style{CustomNumFmt: &code})
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	day := time.Date(2024, 2, 29, 0, 0, 0, 0, time.UTC)
	builtIn, err := f.NewStyle(&excelize.Style{NumFmt: 14})
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct {
		value any
		style int
	}{
		{"Ada", 0}, {day, builtIn}, {day, style(`dd.mm.yy`)}, {day, style(`[$-409]d "of" mmmm yyyy;@`)}, {day.Add(15 * time.Hour), style("m/d/yy h:mm")},
		{0.85, style("0%")}, {12345678901, 0}, {0.5, 0}, {true, 0},
	} {
		cell, err := excelize.CoordinatesToCellName(i+1, 1)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(f.SetCellValue("Sheet1", cell, c.value), f.SetCellStyle("Sheet1", cell, cell, c.style)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(f.SetCellFormula("Sheet1", "J1", "1+1"), f.SetCellValue("Sheet1", "A1001", "far down")); err != nil {
		t.Fatal(err)
	}
	if _, err := f.NewSheet("Other"); err != nil {
		t.Fatal(err)
	}
	if err := f.SetCellValue("Other", "B2", "there"); err != nil {
		t.Fatal(err)
	}
	var data bytes.Buffer
	if err := f.Write(&data); err != nil {
		t.Fatal(err)
	}
	book, rows, err := readAll(t, data.Bytes(), Choice{Format: XLSX})
	want := []Row{{1, []string{"Ada", "2024-02-29", "2024-02-29", "2024-02-29", "2024-02-29 15:00:00", "85%", "12345678901", "0.5", "TRUE"}}, {1001, []string{"far down"}}}
	if err != nil || !reflect.DeepEqual(rows, want) || !reflect.DeepEqual(book.Sheets, []string{"Sheet1", "Other"}) {
		t.Errorf("%v %+v\n%v\nwant %v", err, book, rows, want)
	}
	_, rows, err = readAll(t, data.Bytes(), Choice{Format: XLSX, Sheet: 1})
	if err != nil || !reflect.DeepEqual(rows, []Row{{2, []string{"", "there"}}}) {
		t.Errorf("second sheet: %v %v", err, rows)
	}
}

func TestCellsOfXLSAreReadAsTheyAreMeant(t *testing.T) {
	t.Parallel()
	shared := func(row, column uint16, index uint32) []byte { return rec(recLabelSST, at(row, column, 0), le(index)) }
	data := xlsFile(
		shared(0, 0, 0), shared(0, 1, 1),
		shared(1, 0, 2), shared(1, 1, 3),
		numberCell(1, 2, 1, 45351), numberCell(1, 3, 0, 0.1+0.2),
		rec(recRK, at(1, 4, 0), le(uint32(4250<<2|3))),
		rec(recMulRK, le(uint16(2), uint16(0)), le(uint16(0), uint32(7<<2|2)), le(uint16(1), uint32(60<<2|2)), le(uint16(1))),
		rec(recFormula, at(3, 0, 0), []byte{0, 0, 0, 0, 0, 0, 0xff, 0xff}, make([]byte, 8)), rec(recString, wide("=looks like one")),
		rec(recFormula, at(3, 1, 1), le(float64(45351)), make([]byte, 8)),
		rec(recBool, at(3, 2, 0), []byte{1, 0}), rec(recBool, at(3, 3, 0), []byte{0x2a, 1}),
		rec(recLabel, at(3, 4, 0), wide("inline")),
	)
	book, rows, err := readAll(t, data, Choice{Format: XLS})
	want := []Row{
		{1, []string{"name", "e-mail"}}, {2, []string{"Zażółć gęślą", "a\u0301 界", "2024-02-29", "0.3", "42.5"}}, {3, []string{"7", "1900-02-28"}},
		{4, []string{"=looks like one", "2024-02-29", "TRUE", "#N/A", "inline"}},
	}
	if err != nil || !reflect.DeepEqual(rows, want) || !reflect.DeepEqual(book.Sheets, []string{"People"}) {
		t.Errorf("%v %+v\n%v\nwant %v", err, book, rows, want)
	}
}

func TestDaysAreNeverShifted(t *testing.T) {
	t.Parallel()
	for days, want := range map[float64]string{1: "1900-01-01", 59: "1900-02-28", 61: "1900-03-01", 45351: "2024-02-29", 45351.75: "2024-02-29", 2958465: "9999-12-31"} {
		if got := number(days, asDate, false); got != want {
			t.Errorf("day %v is %s, want %s", days, got, want)
		}
	}
	if got := number(0, asDate, true); got != "1904-01-01" {
		t.Errorf("the first day of the other calendar is %s", got)
	}
	if got := number(3e6, asDate, false); got != "3000000" {
		t.Errorf("past the last day: %s", got)
	}
}

func TestWhatCannotBeReadIsToldByItsReason(t *testing.T) {
	t.Parallel()
	bomb := func() []byte {
		var out bytes.Buffer
		w := zip.NewWriter(&out)
		w.RegisterCompressor(zip.Deflate, func(to io.Writer) (io.WriteCloser, error) { return flate.NewWriter(to, flate.BestSpeed) })
		f, err := w.Create("xl/worksheets/sheet1.xml")
		if err != nil {
			t.Fatal(err)
		}
		for range unzippedBytes>>20 + 1 {
			if _, err := f.Write(make([]byte, 1<<20)); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	broken := xlsFile(rec(recLabelSST, at(0, 0, 0), le(uint32(99))))
	for name, c := range map[string]struct {
		data   []byte
		format Format
		code   string
	}{
		"nothing":                  {nil, CSV, Empty},
		"only separators":          {[]byte(",,\n,,\n"), CSV, Empty},
		"too many rows":            {[]byte(strings.Repeat("a,b\n", MaxRows+2)), CSV, TooManyRows},
		"many empty rows":          {[]byte("a,b\nc,d\n" + strings.Repeat(",\n", 1_000_000)), CSV, ""},
		"too many columns":         {[]byte(strings.Repeat("a,", MaxColumns) + "a\n"), CSV, TooManyColumns},
		"a long cell":              {[]byte("a,b\nc," + strings.Repeat("x", MaxCell+1) + "\n"), CSV, CellTooLong},
		"a zero":                   {[]byte("a,b\nc,d\x00e\n"), CSV, TextUnreadable},
		"lone quotes":              {[]byte("a,b\nc,5\" nail\n"), CSV, ""},
		"an unknown format":        {[]byte("a"), "ods", Unreadable},
		"no archive":               {[]byte("PK is not enough"), XLSX, Unreadable},
		"an archive of something":  {[]byte("PK\x03\x04"), XLSX, Unreadable},
		"a bomb":                   {bomb(), XLSX, TooLarge},
		"no workbook":              {compound([]byte("x"))[:600], XLS, Unreadable},
		"a text that is not there": {broken, XLS, Unreadable},
		"an encrypted workbook":    {compound(append(rec(recBOF, le(uint16(0x0600), uint16(5))), rec(recFilePass, []byte{1, 0})...)), XLS, Encrypted},
	} {
		_, _, err := readAll(t, c.data, Choice{Format: c.format})
		p, _ := errors.AsType[*Problem](err)
		if c.code == "" && err != nil || c.code != "" && (p == nil || p.Code != c.code) {
			t.Errorf("%s: %v, want %q", name, err, c.code)
		}
	}
}

func TestADamagedWorkbookHarmsNothing(t *testing.T) {
	t.Parallel()
	whole := xlsFile(numberCell(0, 0, 1, 45351), rec(recLabel, at(1, 0, 0), wide("inline")))
	for i := 0; i < len(whole); i += 37 {
		damaged := bytes.Clone(whole)
		damaged[i] ^= 0xff
		_ = read(damaged, Choice{Format: XLS}, func(Book) error { return nil }, func(Row) error { return nil }) // it may do anything but panic
	}
}

func TestAReadingThatIsStoppedEnds(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	err := Read(ctx, []byte(strings.Repeat("a,b\n", MaxRows)), Choice{Format: CSV}, func(Book) error { return nil }, func(r Row) error {
		if r.Number == 10 {
			cancel()
			return context.Canceled
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestAReadingThatTakesTooLongEndsWithItsReason(t *testing.T) {
	t.Parallel()
	begun := time.Now()
	err := readWithin(t.Context(), time.Second, []byte("spin"), Choice{Format: "test"}, func(Book) error { return nil }, func(Row) error { return nil })
	if p, ok := errors.AsType[*Problem](err); !ok || p.Code != TooSlow || p.Params["seconds"] != 1 {
		t.Errorf("%v", err)
	}
	if took := time.Since(begun); took < time.Second || took > 30*time.Second { // the child is waited for: it has ended
		t.Errorf("it took %v", took)
	}
}

func TestTheChildHasNoNetworkNoFilesAndLittleMemory(t *testing.T) {
	t.Parallel()
	for _, job := range []string{"memory", "crash"} {
		err := Read(t.Context(), []byte(job), Choice{Format: "test"}, func(Book) error { return nil }, func(Row) error { return nil })
		if p, ok := errors.AsType[*Problem](err); !ok || p.Code != Crashed {
			t.Errorf("%s: %v", job, err)
		}
	}
	var said []string
	err := Read(t.Context(), []byte("look"), Choice{Format: "test"}, func(Book) error { return nil }, func(r Row) error { said = r.Cells; return nil })
	if err != nil || fmt.Sprint(said) != "[no file no environment]" {
		t.Errorf("%v %q", err, said)
	}
}

func TestCellsThatWouldBeComputedAreMadeSafeAndComeBack(t *testing.T) {
	t.Parallel()
	for _, cell := range []string{"=1+1", "+cmd", "-2", "@SUM(A1)", "\tx", "\rx", "＝1"} {
		if safe := Safe(cell); safe != "'"+cell || Plain(safe) != cell {
			t.Errorf("%q becomes %q and %q", cell, safe, Plain(safe))
		}
	}
	for _, cell := range []string{"", "Ada", "'tis", "a=b", "1"} {
		if Safe(cell) != cell || Plain(cell) != cell {
			t.Errorf("%q is changed", cell)
		}
	}
	var csv, xlsx bytes.Buffer
	rows := [][]string{{"name", "note"}, {"=Ada", "1"}}
	err := errors.Join(WriteCSV(&csv, func(row func([]string) error) error { return errors.Join(row(rows[0]), row(rows[1])) }), WriteXLSX(&xlsx, "Import", rows))
	if err != nil || csv.String() != "\ufeffname,note\n'=Ada,1\n" {
		t.Errorf("%v %q", err, csv.String())
	}
	if _, back, err := readAll(t, xlsx.Bytes(), Choice{Format: XLSX}); err != nil || back[1].Cells[0] != "=Ada" {
		t.Errorf("%v %v", err, back)
	}
}
