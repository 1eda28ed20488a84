package rendering

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"laurel/internal/formats/pdf"
)

// finish checks that a printed page is the expected one and converts it into a document.
func finish(file *pdf.Document, index int, pages painted, job Job, m measures) ([]byte, error) {
	crop := m.crop(job.Mode)
	page, err := file.Page(index, crop, pages.codes(index)...)
	if err != nil {
		return nil, err
	}
	meant := pages.Blocks[index]
	reading, places, err := compare(page.Blocks, meant, pages.Reading[index], pages.lacksGlyphs(index))
	if err != nil {
		return nil, err
	}
	return page.Document(pdf.Setting{
		Metadata: pdf.Metadata{
			Title: job.Title, Author: job.Author, Subject: job.Subject, Keywords: job.Keywords, Address: job.Address,
			Language: job.Lang, Issued: job.Issued,
		},
		Trim: m.trim(crop, job.Mode), Marks: job.CropMarks && job.Mode == Print, Reading: reading,
		Links: links(meant, places, crop, m, job.Mode),
	})
}

// links returns the links of a page: the addresses that its lines show. places are the indexes of the printed blocks by the painted ones'.
func links(meant []paintedBlock, places map[int]int, crop pdf.Crop, m measures, mode Mode) (all []pdf.Link) {
	twice := 2 * m.bleed(mode)
	width, height := m.width+twice, m.height+twice
	for i, b := range meant {
		place, printed := places[i]
		if !printed {
			continue
		}
		for _, l := range b.Links {
			left, top := l.Left*width-crop.Left, l.Top*height-crop.Top
			area := pdf.Box{Left: left, Right: left + l.Width*width, Top: crop.Height - top, Bottom: crop.Height - top - l.Height*height}
			all = append(all, pdf.Link{Block: place, Area: area, Address: l.Address})
		}
	}
	return all
}

// roles maps roles of the print page to PDF tags.
var roles = map[string]string{"heading": "H1", "paragraph": "P", "figure": pdf.Figure}

var errText = errors.New("page does not read as it was painted")

// compare checks the printed blocks against the painted ones. It returns their reading order, and the indexes of the printed blocks by the
// painted ones', unless whole blocks are missing.
func compare(printed []pdf.Block, meant []paintedBlock, reading []int, lacksGlyphs bool) (inOrder []int, places map[int]int, err error) {
	var at []int // indexes of the printed blocks with readable text
	for i, b := range printed {
		if b.Role == pdf.Figure || slices.ContainsFunc(b.Lines, func(l pdf.Line) bool { return visible(l.Text) }) {
			at = append(at, i)
		}
	}
	if lacksGlyphs && len(at) < readable(meant) {
		return nil, nil, compareAll(printed, meant)
	}
	places = map[int]int{}
	for i, b := range meant {
		if b.Role != "figure" && !slices.ContainsFunc(b.Lines, func(l paintedLine) bool { return visible(l.Text) }) {
			continue
		}
		if len(places) == len(at) {
			return nil, nil, fmt.Errorf("%w: %d blocks are tagged", errText, len(at))
		}
		place := at[len(places)]
		places[i] = place
		if roles[b.Role] != printed[place].Role {
			return nil, nil, fmt.Errorf("%w: block %d is a %s", errText, i, printed[place].Role)
		}
		if err := compareLines(printed[place].Lines, b.Lines, lacksGlyphs); err != nil {
			return nil, nil, fmt.Errorf("block %d: %w", i, err)
		}
	}
	if len(places) != len(at) {
		return nil, nil, fmt.Errorf("%w: %d blocks are tagged, want %d", errText, len(at), len(places))
	}
	inOrder, err = order(len(printed), reading, places)
	return inOrder, places, err
}

func readable(meant []paintedBlock) int {
	count := 0
	for _, b := range meant {
		if b.Role == "figure" || slices.ContainsFunc(b.Lines, func(l paintedLine) bool { return visible(l.Text) }) {
			count++
		}
	}
	return count
}

// compareAll compares a page on which whole blocks consist of characters that no font contains: text may be missing, but not
// differ.
func compareAll(printed []pdf.Block, meant []paintedBlock) error {
	var got []pdf.Line
	var want []paintedLine
	for _, b := range printed {
		got = append(got, b.Lines...)
	}
	for _, b := range meant {
		want = append(want, b.Lines...)
	}
	if !isPart(lettersOf(got), wantedLetters(want)) {
		return errText
	}
	return nil
}

func compareLines(printed []pdf.Line, meant []paintedLine, lacksGlyphs bool) error {
	found := slices.DeleteFunc(slices.Clone(printed), func(l pdf.Line) bool { return !visible(l.Text) })
	wanted := slices.DeleteFunc(slices.Clone(meant), func(l paintedLine) bool { return !visible(l.Text) })
	if lacksGlyphs && len(found) < len(wanted) && isPart(lettersOf(found), wantedLetters(wanted)) {
		return nil // a line of such characters only is not in the file
	}
	if len(found) != len(wanted) {
		return fmt.Errorf("%w: %d lines, want %d", errText, len(found), len(wanted))
	}
	for i, line := range found {
		if !sameText(line, wanted[i], lacksGlyphs) {
			return fmt.Errorf("%w: line %d", errText, i)
		}
		if lacksGlyphs || len(wanted[i].Families) == 0 {
			continue // a system font is used, or the font has no known name
		}
		for _, name := range line.Fonts {
			if !slices.ContainsFunc(wanted[i].Families, func(family string) bool { return isOf(name, family) }) {
				return fmt.Errorf("line %d is set in %s, want one of %q", i, name, wanted[i].Families)
			}
		}
	}
	return nil
}

// sameText compares visible text. Right-to-left runs are in visual order, so their letters are counted. Characters without a
// glyph are not in the file.
func sameText(line pdf.Line, meant paintedLine, lacksGlyphs bool) bool {
	if line.Text == meant.Text {
		return true
	}
	got, want := bare(line.Text), bare(meant.Text)
	if got == want {
		return true
	}
	rightToLeft := line.RightToLeft || meant.RTL
	if rightToLeft {
		got, want = mirrored.Replace(got), mirrored.Replace(want)
	}
	if lacksGlyphs {
		return isPart(sorted(got), sorted(want))
	}
	return rightToLeft && slices.Equal(sorted(got), sorted(want))
}

// mirrored maps closing brackets to opening ones: right-to-left text is printed with the mirrored glyph.
var mirrored = strings.NewReplacer(")", "(", "]", "[", "}", "{", ">", "<", "»", "«", "›", "‹", "≥", "≤",
	"」", "「", "』", "『", "】", "【", "》", "《", "〉", "〈", "）", "（", "﴾", "﴿")

func lettersOf(lines []pdf.Line) []rune {
	var all strings.Builder
	for _, line := range lines {
		all.WriteString(mirrored.Replace(bare(line.Text)))
	}
	return sorted(all.String())
}

func wantedLetters(lines []paintedLine) []rune {
	var all strings.Builder
	for _, line := range lines {
		all.WriteString(mirrored.Replace(bare(line.Text)))
	}
	return sorted(all.String())
}

func sorted(text string) []rune {
	letters := []rune(text)
	slices.Sort(letters)
	return letters
}

// isPart reports whether the multiset part is contained in whole; both are sorted.
func isPart(part, whole []rune) bool {
	for _, letter := range whole {
		if len(part) > 0 && part[0] == letter {
			part = part[1:]
		}
	}
	return len(part) == 0
}

// bare removes invisible characters.
func bare(text string) string {
	return strings.Map(func(r rune) rune {
		if unseen(r) {
			return -1
		}
		return r
	}, text)
}

func visible(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return !unseen(r) }) >= 0
}

// unseen are spaces, bidi controls and joiners.
func unseen(r rune) bool {
	if r > ' ' && r < 0x7F {
		return false
	}
	return unicode.IsSpace(r) || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Variation_Selector,
		unicode.Other_Default_Ignorable_Code_Point, unicode.Noncharacter_Code_Point)
}

// style matches the style suffix of a font name. A variable font is named after its first style.
var style = regexp.MustCompile(`^(thin|extralight|light|regular|medium|semibold|bold|black|roman|italic)?(\d+pt)?$`)

// shortNames maps families to fonts whose own name is shorter.
var shortNames = map[string]string{"nanumpen": "nanumpenscript"}

// isOf reports whether the name of a font file, such as "NotoSansJPThin-Regular", belongs to a family, such as "Noto Sans JP".
func isOf(name, family string) bool {
	name, _, _ = strings.Cut(strings.ToLower(strings.ReplaceAll(name, "_", "")), "-")
	family = strings.ToLower(strings.ReplaceAll(family, " ", ""))
	rest, found := strings.CutPrefix(name, family)
	return found && style.MatchString(rest) || shortNames[name] == family
}

// order extends the order of the expected blocks to all printed blocks; blocks without text come last.
func order(count int, reading []int, places map[int]int) ([]int, error) {
	var out []int
	for _, i := range reading {
		if place, visible := places[i]; visible && !slices.Contains(out, place) {
			out = append(out, place)
		}
	}
	if len(out) != len(places) {
		return nil, fmt.Errorf("%w: the order of reading has %d of %d blocks", errText, len(out), len(places))
	}
	for i := range count {
		if !slices.Contains(out, i) {
			out = append(out, i)
		}
	}
	return out, nil
}
