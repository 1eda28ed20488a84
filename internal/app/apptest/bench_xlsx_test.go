package apptest_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime"
	"testing"
	"time"

	"laurel/internal/formats/spreadsheets"
)

// BenchmarkXLSX writes workbooks of few and of many rows and reads them, and reports the memory that each takes: more rows may not take
// more of it, but for the texts that cells share where another program wrote the file.
func BenchmarkXLSX(b *testing.B) {
	if b.N > 1 {
		return // the one pass has measured everything
	}
	for _, rows := range []int{5_000, spreadsheets.MaxRows} {
		runtime.GC()
		if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0o600); err != nil { // forgets the peak so far
			b.Fatal(err)
		}
		before, begun := peakMemory(b), time.Now()
		if err := writePeople(io.Discard, rows); err != nil {
			b.Fatal(err)
		}
		wrote, grown := time.Since(begun), peakMemory(b)-before
		var data bytes.Buffer
		if err := writePeople(&data, rows); err != nil {
			b.Fatal(err)
		}
		child, read := watchChildren(b), 0
		begun = time.Now()
		err := spreadsheets.Read(b.Context(), data.Bytes(), spreadsheets.Choice{Format: spreadsheets.XLSX},
			func(spreadsheets.Book) error { return nil }, func(spreadsheets.Row) error { read++; return nil })
		if err != nil || read != rows+1 {
			b.Fatal(read, err)
		}
		fmt.Printf("XLSX of %6d rows, %.1f MiB: written in %.1f s with %d MiB more at the peak, read in %.1f s with %d MiB in the child\n", rows,
			float64(data.Len())/(1<<20), wrote.Seconds(), grown>>20, time.Since(begun).Seconds(), child())
	}
}

func writePeople(out io.Writer, rows int) error {
	book := spreadsheets.NewWorkbook(out)
	if err := book.Sheet("People", spreadsheets.SheetStyle{}); err != nil {
		return err
	}
	head := []any{"name", "email", "issued_on", "grade", "remark"}
	for i := range rows + 1 {
		if err := book.Row(spreadsheets.Bare, head); err != nil {
			return err
		}
		head = []any{fmt.Sprintf("Person %d of Many", i), fmt.Sprintf("person%d@people.example", i), "2026-01-31", float64(i % 100), fmt.Sprintf("number %x", i*7919)}
	}
	return book.Close()
}
