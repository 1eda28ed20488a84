package pdf

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// twoByTwo is a sheet for four a4 cards.
func twoByTwo(t *testing.T, marks bool) Grid {
	t.Helper()
	g, ok := Fit(Millimetres(640, 460), Size{trim.Right - trim.Left, trim.Top - trim.Bottom}, 4*pointsPerMM, marks)
	if !ok || g.Columns != 2 || g.Rows != 2 {
		t.Fatalf("grid %+v", g)
	}
	return g
}

// cardLinks are the links of each card.
var cardLinks = []Link{{1, Box{100, 100, 200, 120}, "https://oak.example/c/1?a=(1)"}, {1, Box{100, 80, 200, 100}, "https://oak.example/d"}}

func sheets(t *testing.T, g Grid) (file []byte, singles [][]byte) {
	t.Helper()
	p := languages(t)
	s := NewSheets(g)
	linked := setting()
	linked.Links = cardLinks
	for i := range p.Pages() {
		single := document(t, p, i, linked)
		singles = append(singles, single)
		if err := s.Add(single); err != nil {
			t.Fatal(err)
		}
	}
	if want := (p.Pages() + 3) / 4; s.Len() != want {
		t.Errorf("%d sheets, want %d", s.Len(), want)
	}
	return s.File(Metadata{Title: "Sheets", Language: "en"}), singles
}

func TestAsManyCardsLieOnASheetAsFitAndThePaperTurnsForMore(t *testing.T) {
	t.Parallel()
	a4, letter, a8 := Millimetres(210, 297), Millimetres(215.9, 279.4), Millimetres(74, 52)
	for _, c := range []struct {
		name          string
		paper, card   Size
		gap           float64
		marks         bool
		columns, rows int
	}{
		{"a8 on a4", a4, a8, 0, false, 2, 5},
		{"a8 on a4 with gaps and marks", a4, a8, 3, true, 2, 5},
		{"a8 on letter with gaps and marks", letter, a8, 3, true, 3, 3},
		{"portrait a8 on a4", a4, Millimetres(52, 74), 0, false, 5, 2},
		{"a4 on a4", a4, a4, 0, false, 0, 0},
	} {
		g, ok := Fit(c.paper, c.card, c.gap*pointsPerMM, c.marks)
		if g.Columns != c.columns || g.Rows != c.rows || ok != (c.columns > 0) {
			t.Errorf("%s: %d x %d, want %d x %d", c.name, g.Columns, g.Rows, c.columns, c.rows)
		}
	}
}

// word is where a reader finds the first word that begins so, in points from the top left.
func word(t *testing.T, data []byte, begin string) (x, y float64) {
	t.Helper()
	listed := poppler(t, data, "pdftotext", "-bbox")
	m := regexp.MustCompile(`xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>` + regexp.QuoteMeta(begin)).FindStringSubmatch(listed)
	if m == nil {
		t.Fatalf("no word %q in:\n%s", begin, listed)
	}
	x, _ = strconv.ParseFloat(m[1], 64)
	y, _ = strconv.ParseFloat(m[2], 64)
	return x, y
}

func TestEveryCardLiesWhereItIsToBeCutAndStaysText(t *testing.T) {
	t.Parallel()
	g := twoByTwo(t, true)
	file, singles := sheets(t, g)
	if ctx := valid(t, file); ctx.PageCount != (len(singles)+3)/4 {
		t.Errorf("%d pages for %d cards", ctx.PageCount, len(singles))
	}
	read := bare(poppler(t, file, "pdftotext", "-layout"))
	for _, who := range people(t) {
		if !strings.Contains(read, bare(who.Name)) {
			t.Errorf("%q is not in the sheets", who.Name)
		}
	}
	// The tags lead a reader from card to card, each in its own order.
	if info := poppler(t, file, "pdfinfo"); !regexp.MustCompile(`Tagged: +yes`).MatchString(info) {
		t.Errorf("not tagged:\n%s", info)
	}
	tagged := poppler(t, file, "pdfinfo", "-struct-text")
	if sections := strings.Count(tagged, "Sect"); sections != len(singles) {
		t.Errorf("%d sections for %d cards", sections, len(singles))
	}
	first, second := bare(people(t)[0].Name), bare(people(t)[1].Name)
	if at := strings.Index(bare(tagged), first); at < 0 || strings.Index(bare(tagged), second) < at {
		t.Errorf("the tags do not read the cards in turn:\n%s", tagged)
	}
	// The fourth card of the first sheet lies in the middle of the paper, one card and the gap further on.
	name, _, _ := strings.Cut(people(t)[3].Name, " ")
	x, y := word(t, file, name)
	singleX, singleY := word(t, singles[3], name)
	whole := Size{2*g.Card.Width + g.Gap, 2*g.Card.Height + g.Gap}
	wantX := (g.Paper.Width-whole.Width)/2 + g.Card.Width + g.Gap + singleX - trim.Left
	wantY := (g.Paper.Height-whole.Height)/2 + g.Card.Height + g.Gap + singleY - (624 - trim.Top)
	if math.Abs(x-wantX) > 0.05*pointsPerMM || math.Abs(y-wantY) > 0.2*pointsPerMM {
		t.Errorf("the name is at %.2f, %.2f mm; want %.2f, %.2f", x/pointsPerMM, y/pointsPerMM, wantX/pointsPerMM, wantY/pointsPerMM)
	}
	for _, line := range strings.Split(strings.TrimSpace(poppler(t, file, "pdffonts")), "\n")[2:] {
		if !regexp.MustCompile(`\byes +(yes|no) +yes\b`).MatchString(line) { // a font of pictures is no subset
			t.Errorf("not embedded and readable: %s", line)
		}
	}
}

func TestLinksOpenWhereTheirCardLies(t *testing.T) {
	t.Parallel()
	g := twoByTwo(t, true)
	file, _ := sheets(t, g)
	r := reading{t, valid(t, file), file}
	page, _, _, err := r.ctx.PageDict(1, false)
	if err != nil {
		t.Fatal(err)
	}
	all := r.array(page["Annots"])
	if len(all) != 8 {
		t.Fatalf("%d links of 4 cards with two each", len(all))
	}
	catalog, err := r.ctx.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	numbers := r.array(r.dict(r.dict(catalog["StructTreeRoot"])["ParentTree"])["Nums"])
	elements := map[types.Object]bool{}
	for i, one := range all {
		link, want, at := r.dict(one), cardLinks[i%2], g.place(i/2)
		area := want.Area.moved(Box{Left: at.Left - trim.Left, Bottom: at.Bottom - trim.Bottom})
		address, err := types.StringLiteralToString(r.dict(link["A"])["URI"].(types.StringLiteral))
		if err != nil || address != want.Address {
			t.Errorf("link %d opens %s (%v)", i, address, err)
		}
		if got, err := readBox([]byte(fmt.Sprint(link["Rect"]))); err != nil || math.Abs(got.Left-area.Left)+math.Abs(got.Top-area.Top) > 0.02 {
			t.Errorf("link %d is at %v (%v), want %v", i, link["Rect"], err, area)
		}
		entry := slices.Index(numbers, link["StructParent"])
		if entry < 0 || entry%2 != 0 {
			t.Fatalf("link %d leads back to nothing", i)
		}
		element := r.dict(numbers[entry+1])
		kids := r.array(element["K"])
		last := r.dict(kids[len(kids)-1])
		if fmt.Sprint(element["S"]) != "Link" || last["Obj"] != one {
			t.Errorf("link %d leads back to %v", i, element)
		}
		elements[numbers[entry+1]] = true
	}
	if len(elements) != len(all) {
		t.Errorf("%d elements of %d links", len(elements), len(all))
	}
}

func TestWhatCardsHaveInCommonIsInTheFileOnce(t *testing.T) {
	t.Parallel()
	file, singles := sheets(t, twoByTwo(t, false))
	total := 0
	for _, single := range singles {
		total += len(single)
	}
	if len(file) > total*2/3 {
		t.Errorf("%d bytes of sheets for %d bytes of cards", len(file), total)
	}
	again, _ := sheets(t, twoByTwo(t, false))
	if string(again) != string(file) {
		t.Error("the same cards give other bytes")
	}
}

// inked reports whether a point of the first page, in mm from the top left, is drawn on.
func inked(t *testing.T, data []byte, x, y float64) bool {
	t.Helper()
	const perMM = 10
	picture := poppler(t, data, "pdftoppm", "-gray", "-f", "1", "-l", "1", "-r", "254",
		"-x", fmt.Sprint(int(x*perMM)-3), "-y", fmt.Sprint(int(y*perMM)-3), "-W", "7", "-H", "7")
	for _, sample := range []byte(picture[len(picture)-49:]) {
		if sample < 128 {
			return true
		}
	}
	return false
}

func TestMarksShowWhereToCutOutsideOfAllCards(t *testing.T) {
	t.Parallel()
	for _, marked := range []bool{true, false} {
		g := twoByTwo(t, marked)
		file, _ := sheets(t, g)
		left := (640 - 2*g.Card.Width/pointsPerMM - 4) / 2
		top := (460 - 2*g.Card.Height/pointsPerMM - 4) / 2
		for _, at := range []struct{ x, y float64 }{
			{left, top - 3}, {left + g.Card.Width/pointsPerMM, top - 3}, {left + g.Card.Width/pointsPerMM + 4, top - 3}, {left - 3, top},
		} {
			if inked(t, file, at.x, at.y) != marked {
				t.Errorf("marks %t: %.1f, %.1f mm is not so", marked, at.x, at.y)
			}
		}
		if inked(t, file, left+g.Card.Width/pointsPerMM+2, top-3) {
			t.Error("a mark stands where nothing is to be cut")
		}
	}
}

func TestACardOfAnotherSizeIsRefusedAndLeavesNoTrace(t *testing.T) {
	t.Parallel()
	g, _ := Fit(Millimetres(210, 297), Millimetres(74, 52), 0, true)
	s := NewSheets(g)
	p := languages(t)
	if err := s.Add(document(t, p, 0, setting())); !errors.Is(err, ErrCardSize) || s.Len() != 0 {
		t.Errorf("a4 on a sheet of a8: %v, %d sheets", err, s.Len())
	}
	whole := setting()
	whole.Marks = true
	if err := NewSheets(twoByTwo(t, true)).Add(document(t, p, 0, whole)); !errors.Is(err, ErrForm) {
		t.Errorf("a document with marks of its own: %v", err)
	}
	if err := s.Add([]byte("no PDF")); !errors.Is(err, ErrForm) {
		t.Errorf("no PDF: %v", err)
	}
}
