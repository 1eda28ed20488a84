package pdf

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

func TestEachPageIsADocumentOfItsOwnThatReadersUnderstandInEveryLanguage(t *testing.T) {
	t.Parallel()
	p := languages(t)
	all := people(t)
	if p.Pages() != len(all) {
		t.Fatalf("%d pages", p.Pages())
	}
	for i, who := range all {
		data := document(t, p, i, setting())
		t.Run(who.Lang, func(t *testing.T) {
			t.Parallel()
			if ctx := valid(t, data); ctx.PageCount != 1 || !ctx.Tagged {
				t.Errorf("%d pages, tagged %t", ctx.PageCount, ctx.Tagged)
			}
			read := bare(poppler(t, data, "pdftotext", "-layout"))
			for _, want := range []string{"Certificate of completion", who.Name, who.Course} {
				if !strings.Contains(read, bare(want)) {
					t.Errorf("%q is not in %q", bare(want), read)
				}
			}
			for j, other := range all {
				if j != i && strings.Contains(read, bare(other.Name)) {
					t.Errorf("%s has the name of %s", who.Lang, other.Lang)
				}
			}
		})
	}
}

func TestEveryFontIsEmbeddedAndOnlyThoseOfThePage(t *testing.T) {
	t.Parallel()
	fonts := poppler(t, document(t, languages(t), 0, setting()), "pdffonts")
	lines := strings.Split(strings.TrimSpace(fonts), "\n")[2:]
	if len(lines) != 2 {
		t.Errorf("%d fonts, want one for the name and one for the rest:\n%s", len(lines), fonts)
	}
	for _, line := range lines {
		if !regexp.MustCompile(`\byes yes yes\b`).MatchString(line) {
			t.Errorf("not embedded as a readable subset: %s", line)
		}
	}
}

func TestThePageLooksAsChromePrintedIt(t *testing.T) {
	t.Parallel()
	whole := file(t, "languages.pdf")
	p := languages(t)
	for _, i := range []int{0, 6, 10} {
		page := fmt.Sprint(i + 1)
		want := poppler(t, whole, "pdftoppm", "-r", "72", "-f", page, "-l", page)
		got := poppler(t, document(t, p, i, setting()), "pdftoppm", "-r", "72")
		if len(want) < 1000 || len(got) != len(want) {
			t.Fatalf("pictures of %d and %d bytes", len(got), len(want))
		}
		differing := 0
		for at := range len(want) {
			if d := int(want[at]) - int(got[at]); d > 3 || d < -3 {
				differing++
			}
		}
		if differing > 0 {
			t.Errorf("page %s: %d of %d samples differ", page, differing, len(want))
		}
	}
}

func TestTheSamePrintGivesTheSameBytes(t *testing.T) {
	t.Parallel()
	first, second := languages(t), languages(t)
	for i := range first.Pages() {
		document(t, first, i, setting())
	}
	for _, i := range []int{12, 0, 6} { // in another order
		if !bytes.Equal(document(t, first, i, setting()), document(t, second, i, setting())) {
			t.Errorf("page %d differs", i)
		}
	}
}

func TestBlocksSayWhatIsPaintedAndInWhichFont(t *testing.T) {
	t.Parallel()
	p := languages(t)
	page, err := p.Page(0, Crop{})
	if err != nil {
		t.Fatal(err)
	}
	var roles []string
	for _, b := range page.Blocks {
		roles = append(roles, b.Role)
	}
	if want := []string{"P", "P", Figure, "H1"}; !slices.Equal(roles, want) {
		t.Fatalf("roles %v, want %v", roles, want)
	}
	if lines := page.Blocks[0].Lines; len(lines) != 2 || lines[1].Text != "distinction, 100 % & more" {
		t.Errorf("lines %+v", lines)
	}
	name := page.Blocks[1].Lines[0]
	if name.Text != people(t)[0].Name || !slices.Equal(name.Fonts, []string{"PlayfairDisplay-Regular"}) || name.RightToLeft {
		t.Errorf("name %+v", name)
	}
	arabic, err := p.Page(6, Crop{})
	if err != nil {
		t.Fatal(err)
	}
	if !arabic.Blocks[1].Lines[0].RightToLeft {
		t.Error("Arabic is not known to run to the left")
	}
}

func TestTagsAreInTheOrderOfReading(t *testing.T) {
	t.Parallel()
	s := setting()
	s.Reading = []int{3, 1, 0, 2}
	data := document(t, languages(t), 0, s)
	tree := poppler(t, data, "pdfinfo", "-struct-text")
	at := -1
	for _, want := range []string{"H1", "Certificate of completion", "P (block)", "Lovelace", "has finished", "Figure"} {
		next := strings.Index(tree, want)
		if next < at || next < 0 {
			t.Errorf("%q is not in its place:\n%s", want, tree)
		}
		at = next
	}
	if !bytes.Contains(data, []byte(`/Alt (Seal \(5 0 R\) \\)`)) {
		t.Error("the description of the picture is lost")
	}
}

// TestNothingIsPaintedOutsideOfTagsAndDecoration is the heart of PDF/UA-1: assistive technology knows of every mark on the
// paper whether to read it.
func TestNothingIsPaintedOutsideOfTagsAndDecoration(t *testing.T) {
	t.Parallel()
	p := languages(t)
	for i := range p.Pages() {
		page, err := p.Page(i, Crop{})
		if err != nil {
			t.Fatal(err)
		}
		content, err := p.coder.inflate(page.content)
		if err != nil {
			t.Fatal(err)
		}
		depth, artifacts := 0, 0
		for line := range strings.Lines(string(content)) {
			words := strings.Fields(line)
			switch op := words[len(words)-1]; {
			case strings.HasSuffix(op, "BDC"), op == "BMC":
				depth++
				if strings.HasPrefix(line, "/Artifact") {
					artifacts++
				}
			case op == "EMC":
				depth--
			case slices.Contains([]string{"f", "f*", "S", "B", "Do", "Tj", "sh"}, op) && depth == 0:
				t.Fatalf("page %d paints outside of marked content: %s", i, line)
			}
		}
		if depth != 0 || artifacts == 0 {
			t.Errorf("page %d: depth %d at the end, %d decorations", i, depth, artifacts)
		}
	}
}

func TestMetadataIsThereTwiceAndSaysThatTheFileIsAccessible(t *testing.T) {
	t.Parallel()
	data := document(t, languages(t), 0, setting())
	ctx := valid(t, data)
	if ctx.Title != "Certificate – Ana" || ctx.Author != "Oak & Co" || ctx.Subject != "Weaving (basic)" || ctx.Keywords != "loom, wool" {
		t.Errorf("title %q, author %q, subject %q, keywords %q", ctx.Title, ctx.Author, ctx.Subject, ctx.Keywords)
	}
	xmp := poppler(t, data, "pdfinfo", "-meta")
	for _, want := range []string{
		"<pdfuaid:part>1</pdfuaid:part>", "Certificate – Ana</rdf:li>", "Oak &amp; Co", "<rdf:li>pt-br</rdf:li>",
		"<dc:identifier>https://oak.example/c/1?a=1&amp;b=2</dc:identifier>", "2026-03-01T09:30:00Z",
	} {
		if !strings.Contains(xmp, want) {
			t.Errorf("%s is not in\n%s", want, xmp)
		}
	}
	if bytes.Count(data, []byte("(D:20260301093000Z)")) != 2 || !bytes.Contains(data, []byte("/Lang (pt-br)")) {
		t.Error("the dates or the language are not those of the job")
	}
	for _, secret := range []string{"Chrom", "Skia", ".invalid"} {
		if bytes.Contains(data, []byte(secret)) {
			t.Errorf("the file speaks of %s", secret)
		}
	}
}

func TestNoCharacterOfAFontHasNoMeaning(t *testing.T) {
	t.Parallel()
	p := languages(t)
	page, err := p.Page(6, Crop{})
	if err != nil {
		t.Fatal(err)
	}
	fonts, err := page.fonts()
	if err != nil || len(fonts) == 0 {
		t.Fatalf("%d fonts, %v", len(fonts), err)
	}
	mended := false
	for number := range p.fonts {
		d, _ := p.dict(number, "Font")
		table, err := p.plain(reference(d.get("ToUnicode")))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(table, []byte("> <0000>")) {
			t.Error("a glyph stands for the character zero")
		}
		mended = mended || bytes.Contains(table, []byte(silent))
	}
	if !mended {
		t.Error("the print has no glyph without a meaning: the test shows nothing")
	}
}

func TestCropMarksStandOutsideOfTheBleed(t *testing.T) {
	t.Parallel()
	s := setting()
	s.Marks = true
	data := document(t, languages(t), 0, s)
	page, _, _, err := valid(t, data).PageDict(1, false)
	if err != nil {
		t.Fatal(err)
	}
	media, bleed := numbers(page.ArrayEntry("MediaBox")), numbers(page.ArrayEntry("BleedBox"))
	if got := numbers(page.ArrayEntry("TrimBox")); !slices.Equal(got, []float64{14.173, 14.173, 856.063, 609.449}) {
		t.Errorf("TrimBox %v", got)
	}
	for i, grown := range []float64{-marksRoom, -marksRoom, marksRoom, marksRoom} {
		if d := media[i] - bleed[i] - grown; d > 0.001 || d < -0.001 {
			t.Errorf("MediaBox %v around BleedBox %v", media, bleed)
		}
	}
	marked := poppler(t, data, "pdftoppm", "-r", "144", "-gray")
	plain := poppler(t, document(t, languages(t), 0, setting()), "pdftoppm", "-r", "144", "-gray")
	if dark(marked) < dark(plain)+100 {
		t.Errorf("%d dark samples with marks, %d without", dark(marked), dark(plain))
	}
}

func dark(picture string) int {
	count := 0
	for _, sample := range []byte(picture) {
		if sample < 200 {
			count++
		}
	}
	return count
}

func numbers(array types.Array) (out []float64) {
	for _, entry := range array {
		switch n := entry.(type) {
		case types.Integer:
			out = append(out, float64(n))
		case types.Float:
			out = append(out, float64(n))
		}
	}
	return out
}

func TestOnlyWhatChromeWritesIsRead(t *testing.T) {
	t.Parallel()
	good := string(file(t, "languages.pdf"))
	swap := func(old, replacement string) string {
		if !strings.Contains(good, old) {
			t.Fatalf("the print has no %q", old)
		}
		return strings.Replace(good, old, replacement, 1)
	}
	for name, data := range map[string]string{
		"empty":                 "",
		"no PDF":                "<html>",
		"cut off":               good[:len(good)/2],
		"ours":                  string(document(t, languages(t), 0, setting())),
		"table elsewhere":       swap("startxref\n", "startxref\n1"),
		"table before the file": swap("startxref\n", "startxref\n-"),
		"more objects":          swap("xref\n0 ", "xref\n0 9"),
		"object moved":          swap("1 0 obj", "1  0 obj"),
		"no end of a value":     swap("/Kids [", "/Kids ("),
		"pages without end":     swap("/Kids [", "/Kids <"),
		"another catalog":       swap("/Type /Catalog", "/Type /Catalot"),
		"no objects":            "%PDF-1.4\nxref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 1\n/Root 1 0 R\n/Info 1 0 R>>\nstartxref\n9\n%%EOF\n",
	} {
		if _, err := Read([]byte(data)); !errors.Is(err, ErrForm) {
			t.Errorf("%s: error = %v", name, err)
		}
	}
}

func TestAPageThatSaysMoreThanIsKnownIsRefused(t *testing.T) {
	t.Parallel()
	good := string(file(t, "languages.pdf"))
	for old, replacement := range map[string]string{
		"/Tabs /S\n": "/Rotate 9", "/Type /Font\n/Subtype /Type0": "/Type /Fond\n/Subtype /Type0", "/MediaBox [0 0 ": "/MediaBox [9 0 ",
		"/FontFile2 ": "/FontFile9 ",
	} {
		if !strings.Contains(good, old) {
			t.Fatalf("the print has no %q", old)
		}
		p, err := Read([]byte(strings.Replace(good, old, replacement, 1)))
		if err != nil {
			t.Fatalf("%s: %v", replacement, err)
		}
		var failed error
		for i := range p.Pages() {
			_, err := p.Page(i, Crop{})
			failed = errors.Join(failed, err)
		}
		if !errors.Is(failed, ErrForm) {
			t.Errorf("%s: error = %v", replacement, failed)
		}
	}
}

func FuzzRead(f *testing.F) {
	good := file(f, "languages.pdf")
	f.Add(good, 0, byte(0))
	f.Add([]byte("%PDF-1.4\n"), 3, byte('<'))
	f.Fuzz(func(_ *testing.T, data []byte, at int, c byte) {
		if at > 0 && at < len(data) {
			data[at] = c
		}
		p, err := Read(data)
		if err != nil {
			return
		}
		for i := range p.Pages() {
			if page, err := p.Page(i, Crop{}); err == nil {
				_, _ = page.Document(Setting{})
			}
		}
	})
}

func TestTextOfMetadata(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"Plain":        "(Plain)",
		`a (b) \ c`:    `(a \(b\) \\ c)`,
		"é":            "<FEFF00E9>",
		"😀":            "<FEFFD83DDE00>",
		"line\nbreak)": "<FEFF006C0069006E0065000A0062007200650061006B0029>",
	} {
		got := text(value)
		if got != want {
			t.Errorf("%q = %s, want %s", value, got, want)
		}
		if back, ok := decodeString([]byte(got)); !ok || back != value {
			t.Errorf("%s is read as %q", got, back)
		}
	}
}
