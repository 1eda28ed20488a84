package pdf

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// scan processes the content of a page line by line, since Chrome writes one operator per line. It extracts the text, marks untagged
// content as artifact, and reorders the glyphs of right-to-left text for text extraction.
type scan struct {
	fonts map[string]*font // by the page's name for it
	out   []byte
	open  []mark // marked content that has begun and not ended
	// decorating is true inside content that was marked as artifact here.
	decorating bool
	lines      map[int]*Line // by mark
	line       *Line         // being painted
	font       *font
	run        *run // the right-to-left run being painted
	standIns   map[int]*standIn
	standIn    *standIn // being painted
	failed     error

	moveX, moveY float64 // of everything, in points
}

// mark is a kind of marked content.
type mark int

const (
	tagged mark = iota
	cluster
	reversed
	placed // a box that stands in for a code
	other
)

// content processes the content of a page.
func (s *scan) content(data []byte) error {
	s.lines = map[int]*Line{}
	s.out = make([]byte, 0, len(data)+len(data)/16+64)
	if s.moveX != 0 || s.moveY != 0 {
		s.out = fmt.Appendf(s.out, "1 0 0 1 %s %s cm\n", short(s.moveX), short(s.moveY))
	}
	for line := range bytes.Lines(data) {
		s.operate(line, bytes.TrimSuffix(line, []byte("\n")))
		if s.failed != nil {
			return s.failed
		}
	}
	s.endDecoration()
	for _, one := range s.standIns {
		if one.state != drawn {
			return ErrForm
		}
	}
	if len(s.open) > 0 {
		return ErrForm
	}
	return nil
}

// operate handles an operator with its operands.
func (s *scan) operate(line, op []byte) {
	name := op[bytes.LastIndexByte(op, ' ')+1:]
	if s.standIn != nil && s.replaced(string(name), op) {
		return
	}
	switch string(name) {
	case "m", "re", "Do", "sh":
		s.decorate()
	case "BDC", ">>BDC", "BMC":
		s.begin(line, op)
		return
	case "EMC":
		s.end(line)
		return
	case "Tf":
		s.setFont(op)
	case "Tm":
		if s.run != nil {
			s.run.restart()
		}
	case "Tj":
		s.show(line, op)
		return
	case "TJ", "'", `"`, "BI":
		s.failed = ErrForm
	}
	s.out = append(s.out, line...)
}

// decorate marks the following content as artifact if it is not marked otherwise.
func (s *scan) decorate() {
	if len(s.open) == 0 && !s.decorating {
		s.out = append(s.out, "/Artifact BMC\n"...)
		s.decorating = true
	}
}

func (s *scan) endDecoration() {
	if s.decorating {
		s.out = append(s.out, "EMC\n"...)
		s.decorating = false
	}
}

func (s *scan) begin(line, op []byte) {
	s.endDecoration()
	tag, rest, _ := bytes.Cut(op[1:], []byte("<<"))
	kind := other
	switch name := string(bytes.TrimSpace(tag)); {
	case name == "Span":
		kind = cluster
		s.actualText(rest)
	case name == "ReversedChars BMC":
		kind = reversed
		s.run = &run{}
		if s.line != nil {
			s.line.RightToLeft = true
		}
	case len(s.open) == 0:
		kind = tagged
		if s.beginStandIn(rest) {
			s.open = append(s.open, placed)
			return
		}
		s.beginLine(rest)
	}
	s.open = append(s.open, kind)
	s.out = append(s.out, line...)
}

func (s *scan) beginLine(rest []byte) {
	id := markOf(rest)
	if id < 0 || s.lines[id] != nil {
		s.failed = ErrForm
		return
	}
	s.line = &Line{}
	s.lines[id] = s.line
}

// markOf returns the ID of marked content, or -1.
func markOf(rest []byte) int {
	number, _, found := bytes.Cut(bytes.TrimPrefix(rest, []byte("/MCID ")), []byte(" "))
	if !found {
		return -1
	}
	return integer(number)
}

// actualText reads the text of glyphs without a mapping to characters.
func (s *scan) actualText(rest []byte) {
	d, _ := readDict(slices.Concat([]byte("<<"), bytes.TrimSuffix(rest, []byte(" BDC"))))
	text, ok := decodeString(d.get("ActualText"))
	if !ok || s.line == nil {
		s.failed = ErrForm
		return
	}
	s.line.Text += text
}

func (s *scan) end(line []byte) {
	if len(s.open) == 0 {
		s.failed = ErrForm
		return
	}
	kind := s.open[len(s.open)-1]
	s.open = s.open[:len(s.open)-1]
	switch kind {
	case tagged:
		s.line = nil
	case placed:
		s.standIn = nil
	case cluster:
		if s.run != nil {
			s.out = s.run.endCluster(s.out)
		}
	case reversed:
		s.out = s.run.end(s.out)
		s.run = nil
	case other:
	}
	s.out = append(s.out, line...)
}

func (s *scan) setFont(op []byte) {
	name, _, _ := bytes.Cut(op[1:], []byte(" "))
	s.font = s.fonts[string(name)]
	if s.font == nil {
		s.failed = ErrForm
		return
	}
	if s.line != nil && s.font.name != "" && !slices.Contains(s.line.Fonts, s.font.name) {
		s.line.Fonts = append(s.line.Fonts, s.font.name)
	}
}

// show handles a text-showing operator, which may follow a positioning: "x y Td <glyphs> Tj".
func (s *scan) show(line, op []byte) {
	if s.line == nil {
		s.failed = ErrUntagged
		return
	}
	start, end := bytes.LastIndexByte(op, '<'), bytes.LastIndexByte(op, '>')
	if start < 0 || end < start || s.font == nil {
		s.failed = ErrForm
		return
	}
	within := slices.Contains(s.open, cluster)
	if !within {
		s.read(op[start+1 : end])
	}
	if s.run == nil {
		s.out = append(s.out, line...)
		return
	}
	if err := s.run.step(op[:start]); err != nil {
		s.failed = err
		return
	}
	s.out = s.run.show(s.out, op[start:end+1], within)
}

func (s *scan) read(glyphs []byte) {
	if len(glyphs)%s.font.width != 0 {
		s.failed = ErrForm
		return
	}
	for ; len(glyphs) > 0; glyphs = glyphs[s.font.width:] {
		s.line.Text += s.font.text[string(glyphs[:s.font.width])]
	}
}

// run is a right-to-left run of text. Some fonts draw a letter and its dots as separate glyphs, and a reader that takes the position of
// the first glyph for that of the letter sees gaps that do not exist. Therefore the letters come first, each on the baseline, followed
// by all dots as glyphs without text.
type run struct {
	x, y       float64 // where Chrome stands, from the beginning of the text
	outX, outY float64 // where our own steps have led
	waiting    []glyphs
	dots       []glyphs
}

type glyphs struct {
	x, y float64
	hex  []byte
}

func (r *run) restart() { r.x, r.y, r.outX, r.outY = 0, 0, 0, 0 }

// step parses "x y Td ", or nothing.
func (r *run) step(op []byte) error {
	words := bytes.Fields(op)
	if len(words) == 0 {
		return nil
	}
	if len(words) != 3 || string(words[2]) != "Td" {
		return ErrForm
	}
	x, err1 := strconv.ParseFloat(string(words[0]), 64)
	y, err2 := strconv.ParseFloat(string(words[1]), 64)
	if err1 != nil || err2 != nil {
		return ErrForm
	}
	r.x, r.y = r.x+x, r.y+y
	return nil
}

func (r *run) show(out, hex []byte, within bool) []byte {
	g := glyphs{r.x, r.y, hex}
	if within {
		r.waiting = append(r.waiting, g)
		return out
	}
	return r.write(out, g)
}

// onLine tolerates accumulated rounding errors.
func (g glyphs) onLine() bool { return g.y > -0.01 && g.y < 0.01 }

// endCluster writes the glyphs of a letter. Those off the baseline are deferred if another is on it.
func (r *run) endCluster(out []byte) []byte {
	apart := slices.ContainsFunc(r.waiting, glyphs.onLine)
	for _, g := range r.waiting {
		if apart && !g.onLine() {
			r.dots = append(r.dots, g)
			continue
		}
		out = r.write(out, g)
	}
	r.waiting = nil
	return out
}

func (r *run) end(out []byte) []byte {
	if len(r.dots) == 0 {
		return out
	}
	out = append(out, "/Span <</ActualText ()>>BDC\n"...)
	for _, g := range r.dots {
		out = r.write(out, g)
	}
	return append(out, "EMC\n"...)
}

// write positions glyphs relative to the last ones, so that rounding errors do not accumulate.
func (r *run) write(out []byte, g glyphs) []byte {
	stepX, stepY := short(g.x-r.outX), short(g.y-r.outY)
	if stepX != "0" || stepY != "0" {
		out = append(out, stepX+" "+stepY+" Td "...)
	}
	movedX, _ := strconv.ParseFloat(stepX, 64)
	movedY, _ := strconv.ParseFloat(stepY, 64)
	r.outX, r.outY = r.outX+movedX, r.outY+movedY
	out = append(out, g.hex...)
	return append(out, " Tj\n"...)
}

// short formats a length with a precision far below what is visible.
func short(length float64) string {
	text := strings.TrimRight(strconv.FormatFloat(length, 'f', 5, 64), "0")
	text = strings.TrimSuffix(text, ".")
	if text == "-0" || text == "" {
		return "0"
	}
	return text
}

// decodeString decodes a string of text.
func decodeString(value []byte) (string, bool) {
	if units, ok := hexUnits(value); ok && len(units) > 0 && units[0] == 0xFEFF {
		return string(utf16.Decode(units[1:])), true
	}
	if len(value) < 2 || value[0] != '(' {
		return "", false
	}
	var out []byte
	for at := 1; at < len(value)-1; at++ {
		if value[at] != '\\' {
			out = append(out, value[at])
			continue
		}
		at++
		if octal := value[at:min(at+3, len(value)-1)]; isDigit(value[at]) {
			code, err := strconv.ParseUint(string(octal), 8, 8)
			if err != nil {
				return "", false
			}
			out, at = append(out, byte(code)), at+2
			continue
		}
		out = append(out, value[at])
	}
	return string(out), true
}
