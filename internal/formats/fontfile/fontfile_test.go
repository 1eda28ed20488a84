package fontfile_test

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"errors"
	"slices"
	"testing"

	"github.com/andybalholm/brotli"
	"golang.org/x/image/font/gofont/gobolditalic"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"

	"laurel/internal/formats/fontfile"
)

// Graduate by Eduardo Tunni, under the SIL Open Font License.
//
//go:embed testdata/graduate.woff2
var graduate []byte

func TestAFontTellsWhatItIs(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		data   []byte
		ending string
		family string
		weight int
		italic bool
		style  fontfile.Style
	}{
		"plain":  {goregular.TTF, "ttf", "Go", 400, false, fontfile.Sans},
		"strong": {gobolditalic.TTF, "ttf", "Go", 600, true, fontfile.Sans},
		"mono":   {gomono.TTF, "ttf", "Go Mono", 400, false, fontfile.Mono},
		"packed": {graduate, "woff2", "Graduate", 400, false, fontfile.Sans},
	} {
		f, err := fontfile.Read(c.data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if f.Ending != c.ending || f.Family != c.family || f.Weight != c.weight || f.Italic != c.italic || f.Style != c.style {
			t.Errorf("%s: %s %q %d %v %s", name, f.Ending, f.Family, f.Weight, f.Italic, f.Style)
		}
		if !f.Points.Has('A') || !f.Points.Has('z') || f.Points.Has('漢') || f.Points.Has(0x10ffff) {
			t.Errorf("%s draws %s", name, f.Points)
		}
		again, err := fontfile.Read(f.Data)
		if err != nil || again.Hash() != f.Hash() || again.Points.String() != f.Points.String() {
			t.Errorf("%s: what is kept reads as another font: %v", name, err)
		}
	}
}

func TestWhatIsKeptIsAFontForOthersToo(t *testing.T) {
	t.Parallel()
	f, err := fontfile.Read(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := sfnt.Parse(f.Data)
	if err != nil {
		t.Fatal(err)
	}
	var b sfnt.Buffer
	for _, c := range "Aß→" {
		glyph, err := kept.GlyphIndex(&b, c)
		if err != nil || (glyph != 0) != f.Points.Has(c) {
			t.Errorf("%c: glyph %d, %v; read %v", c, glyph, err, f.Points.Has(c))
		}
	}
}

func TestNothingButTheFontIsKept(t *testing.T) {
	t.Parallel()
	const hidden = "<script>alert(1)</script>"
	for name, data := range map[string][]byte{
		"behind the tables":   append(bytes.Clone(goregular.TTF), hidden...),
		"in an unknown table": renamed(goregular.TTF, "gasp", "XTRA"),
		"behind a WOFF2":      withMetadata(graduate, hidden),
	} {
		f, err := fontfile.Read(data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if bytes.Contains(f.Data, []byte(hidden)) || bytes.Contains(f.Data, []byte("XTRA")) {
			t.Errorf("%s: it is still there", name)
		}
	}
}

func TestWhatIsNoUsableFontIsRefused(t *testing.T) {
	t.Parallel()
	ttf := goregular.TTF
	for name, c := range map[string]struct {
		data []byte
		want error
	}{
		"nothing":                    {nil, fontfile.ErrNotAFont},
		"a page":                     {[]byte("<!doctype html><script>alert(1)</script>"), fontfile.ErrNotAFont},
		"a picture":                  {[]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR"), fontfile.ErrNotAFont},
		"the old WOFF":               {append([]byte("wOFF"), ttf...), fontfile.ErrNotAFont},
		"a collection":               {append([]byte("ttcf"), ttf...), fontfile.ErrCollection},
		"a packed collection":        {patched(graduate, 4, "ttcf"), fontfile.ErrCollection},
		"the first half":             {ttf[:len(ttf)/2], fontfile.ErrBroken},
		"no tables":                  {patched(ttf, 4, "\x00\x00"), fontfile.ErrBroken},
		"a table beyond the end":     {patched(ttf, 12+8, "\xff\xff\xff\xf0"), fontfile.ErrBroken},
		"a table named twice":        {renamed(ttf, "prep", "post"), fontfile.ErrBroken},
		"no outlines":                {renamed(ttf, "glyf", "xxxx"), fontfile.ErrBroken},
		"no characters":              {inTable(ttf, "cmap", 2, "\x00\x00"), fontfile.ErrNoLetters},
		"a lying head":               {inTable(ttf, "head", 12, "\x00\x00\x00\x00"), fontfile.ErrBroken},
		"an em of nothing":           {inTable(ttf, "head", 18, "\x00\x00"), fontfile.ErrBroken},
		"variations":                 {renamed(ttf, "gasp", "fvar"), fontfile.ErrVariable},
		"restricted embedding":       {inTable(ttf, "OS/2", 8, "\x00\x02"), fontfile.ErrRestricted},
		"bitmaps alone":              {inTable(ttf, "OS/2", 8, "\x02\x00"), fontfile.ErrRestricted},
		"half a WOFF2":               {graduate[:len(graduate)/2], fontfile.ErrBroken},
		"a WOFF2 of a wrong length":  {patched(graduate, 8, "\x00\x00\x00\x30"), fontfile.ErrBroken},
		"a WOFF2 that unpacks to GB": {bomb(1<<30, 1<<10), fontfile.ErrTooLarge},
		"a WOFF2 with less inside":   {bomb(1<<20, 1<<10), fontfile.ErrBroken},
		"a WOFF2 with more inside":   {bomb(1<<10, 40<<20), fontfile.ErrBroken},
		"shared tables, 60 times":    {overlapping(60, 2<<20), fontfile.ErrTooLarge},
	} {
		if _, err := fontfile.Read(c.data); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func TestPreviewAndPrintMayBeEmbedded(t *testing.T) {
	t.Parallel()
	for _, bits := range []string{"\x00\x00", "\x00\x04", "\x00\x06", "\x00\x08", "\x01\x00"} {
		if _, err := fontfile.Read(inTable(goregular.TTF, "OS/2", 8, bits)); err != nil {
			t.Errorf("fsType %x: %v", bits, err)
		}
	}
}

func TestAFamilyNameHoldsNothingThatADesignMayNot(t *testing.T) {
	t.Parallel()
	hostile := bytes.Clone(goregular.TTF)
	at, length := tableAt(hostile, "name")
	table := hostile[at : at+length]
	for n := range int(binary.BigEndian.Uint16(table[2:])) {
		record := table[6+12*n:]
		if id := binary.BigEndian.Uint16(record[6:]); id == 1 || id == 16 {
			from := int(binary.BigEndian.Uint16(table[4:])) + int(binary.BigEndian.Uint16(record[10:]))
			copy(table[from:], "\x00<\x00\"")
		}
	}
	f, err := fontfile.Read(hostile)
	if err != nil || bytes.ContainsAny([]byte(f.Family), `<>"';`) {
		t.Errorf("%q, %v", f.Family, err)
	}
}

func TestRangesAreJoinedWrittenAndRead(t *testing.T) {
	t.Parallel()
	joined := fontfile.Join(fontfile.Ranges{{'a', 'c'}, {'x', 'x'}}, fontfile.Ranges{{'b', 'e'}, {'f', 'f'}})
	if got := joined.String(); got != "U+61-66,U+78" {
		t.Errorf("joined %s", got)
	}
	read, err := fontfile.ParseRanges(joined.String())
	if err != nil || !slices.Equal(read, joined) || !read.Has('f') || read.Has('g') {
		t.Errorf("read %v, %v", read, err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(goregular.TTF[:4096])
	f.Add(graduate)
	f.Add(bomb(1<<10, 1<<10))
	f.Fuzz(func(t *testing.T, data []byte) {
		font, err := fontfile.Read(data)
		if err != nil {
			return
		}
		if _, err := fontfile.Read(font.Data); err != nil {
			t.Errorf("what was kept is refused: %v", err)
		}
	})
}

func patched(data []byte, at int, with string) []byte {
	out := bytes.Clone(data)
	copy(out[at:], with)
	return out
}

func entryOf(data []byte, table string) int {
	for i := range int(binary.BigEndian.Uint16(data[4:])) {
		if at := 12 + 16*i; string(data[at:at+4]) == table {
			return at
		}
	}
	panic("no table " + table)
}

func tableAt(data []byte, table string) (at, length int) {
	entry := data[entryOf(data, table):]
	return int(binary.BigEndian.Uint32(entry[8:])), int(binary.BigEndian.Uint32(entry[12:]))
}

func inTable(data []byte, table string, at int, with string) []byte {
	start, _ := tableAt(data, table)
	return patched(data, start+at, with)
}

func renamed(data []byte, from, to string) []byte { return patched(data, entryOf(data, from), to) }

// withMetadata hangs private data behind a WOFF2, as its format allows.
func withMetadata(data []byte, text string) []byte {
	out := append(bytes.Clone(data), text...)
	binary.BigEndian.PutUint32(out[8:], uint32(len(out)))
	binary.BigEndian.PutUint32(out[40:], uint32(len(data)))
	binary.BigEndian.PutUint32(out[44:], uint32(len(text)))
	return out
}

// bomb is a WOFF2 with one table that is said to be of one size and is of another.
func bomb(said, real int) []byte {
	var packed bytes.Buffer
	w := brotli.NewWriter(&packed)
	_, _ = w.Write(make([]byte, real))
	_ = w.Close()
	out := make([]byte, 48)
	copy(out, "wOF2\x00\x01\x00\x00")
	binary.BigEndian.PutUint16(out[12:], 1)
	binary.BigEndian.PutUint32(out[20:], uint32(packed.Len()))
	out = append(out, 0) // cmap
	for shift := 28; shift >= 0; shift -= 7 {
		b := byte(said>>shift) & 0x7f
		if shift > 0 && said>>shift == 0 {
			continue
		}
		if shift > 0 {
			b |= 0x80
		}
		out = append(out, b)
	}
	out = append(out, packed.Bytes()...)
	binary.BigEndian.PutUint32(out[8:], uint32(len(out)))
	return out
}

// overlapping is a font whose tables are all the same bytes.
func overlapping(count, size int) []byte {
	out := make([]byte, 12+16*count+size)
	copy(out, "\x00\x01\x00\x00")
	binary.BigEndian.PutUint16(out[4:], uint16(count))
	for i := range count {
		entry := out[12+16*i:]
		copy(entry, []byte{'t', byte('a' + i/26), byte('a' + i%26), ' '})
		binary.BigEndian.PutUint32(entry[8:], uint32(12+16*count))
		binary.BigEndian.PutUint32(entry[12:], uint32(size))
	}
	return out
}
