package dataintegrity

import (
	"bytes"
	"crypto/sha256"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// maxTemplates is the maximum number of cached shapes. The groups of a department have a handful.
const maxTemplates = 256

// templates canonicalizes documents of known shapes without parsing them as JSON-LD again. Documents that no template covers are
// canonicalized in full, with the same result.
type templates struct {
	mu     sync.Mutex
	known  map[string][]*template
	amount int
}

func (t *templates) canonical(doc map[string]any) ([]byte, error) {
	if err := checkTexts(doc); err != nil {
		return nil, err
	}
	of := shapeOf(doc)
	found := t.find(of)
	if found == nil {
		plain, err := canonical(doc)
		if err != nil {
			return nil, err
		}
		t.keep(of.key, templateOf(doc, of, plain))
		return plain, nil
	}
	if quads := found.fill(of.values); quads != nil {
		return quads, nil
	}
	return canonical(doc)
}

func (t *templates) find(of shape) *template {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, one := range t.known[of.key] {
		if one.fits(of.values) {
			return one
		}
	}
	return nil
}

func (t *templates) keep(key string, made *template) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.known == nil || t.amount >= maxTemplates {
		t.known, t.amount = map[string][]*template{}, 0
	}
	t.known[key] = append(t.known[key], made)
	t.amount++
}

// A template is the canonical form of a document with placeholders for its values.
type template struct {
	// fixed are the values that affect how others are read and therefore must be equal.
	fixed map[int]string
	// from are the values of the document it was made from.
	from  []string
	quads [][]term // none where documents of this shape have to go the plain way
	// nameless is the number of blank nodes.
	nameless int
}

// A term of a statement: fixed text, a placeholder for a value, or a blank node.
type term struct {
	before  string // for a value, how it is written around its gap
	value   int    // -1 for none
	node    int    // -1 for none
	address bool
}

func (t *template) fits(values []string) bool {
	for at, want := range t.fixed {
		if values[at] != want {
			return false
		}
	}
	return true
}

// templateOf makes the template of a document and checks it against the document itself.
func templateOf(doc map[string]any, of shape, plain []byte) *template {
	made := &template{fixed: map[int]string{}, from: of.values}
	// A value may turn out to be a term of the vocabulary. It then becomes fixed, and the others are tried again.
	for range len(of.values) + 1 {
		placed := make([]string, len(of.values))
		for i, value := range of.values {
			if _, fixed := made.fixed[i]; !fixed {
				placed[i] = schemeOf(value) + "gap-" + strconv.Itoa(i) + "-x"
			}
		}
		quads, err := canonical(fill(doc, placed))
		before := len(made.fixed)
		if err != nil || !made.read(string(quads), of.values, placed) {
			break
		}
		if len(made.fixed) == before {
			if !bytes.Equal(made.fill(of.values), plain) {
				break
			}
			return made
		}
	}
	return &template{fixed: map[int]string{}}
}

// read parses canonical N-Quads and fixes the values that do not appear in them unchanged. It rejects ambiguous ones.
func (t *template) read(quads string, values, placed []string) bool {
	gaps := make(map[string]int, len(placed))
	for i, gap := range placed {
		if gap != "" {
			gaps[gap] = i
		}
	}
	t.quads, t.nameless = nil, 0
	met := map[int]bool{}
	for line := range strings.Lines(quads) {
		terms, ok := termsOf(line)
		if !ok {
			return false
		}
		for i := range terms {
			one := &terms[i]
			if one.node >= 0 {
				t.nameless = max(t.nameless, one.node+1)
				continue
			}
			if at, ok := gaps[one.text()]; ok && (!one.address || schemeOf(placed[at]) != "") {
				one.value = at
				met[at] = true
			}
		}
		t.quads = append(t.quads, terms)
	}
	for i, gap := range placed {
		if gap != "" && (!met[i] || t.leaks(gap)) {
			t.fixed[i] = values[i]
		}
	}
	return true
}

// leaks reports whether a placeholder is part of another term.
func (t *template) leaks(gap string) bool {
	return slices.ContainsFunc(t.quads, func(terms []term) bool {
		return slices.ContainsFunc(terms, func(one term) bool {
			return one.value < 0 && strings.Contains(one.before, gap)
		})
	})
}

// text returns the content of a term between its delimiters.
func (t term) text() string {
	if t.address {
		return strings.TrimSuffix(strings.TrimPrefix(t.before, "<"), ">")
	}
	text, ok := strings.CutPrefix(t.before, `"`)
	if end := strings.LastIndexByte(text, '"'); ok && end >= 0 {
		return text[:end]
	}
	return ""
}

// termsOf splits a line of canonical N-Quads into subject, predicate, object, and the rest.
func termsOf(line string) ([]term, bool) {
	rest := strings.TrimSuffix(line, " .\n")
	var out []term
	for rest != "" {
		end := termEnd(rest)
		if end <= 0 {
			return nil, false
		}
		one := term{before: rest[:end], value: -1, node: -1}
		switch {
		case strings.HasPrefix(rest, "<"):
			one.address = true
		case strings.HasPrefix(rest, "_:c14n"):
			node, err := strconv.Atoi(strings.TrimPrefix(one.before, "_:c14n"))
			if err != nil {
				return nil, false
			}
			one.node = node
		}
		out = append(out, one)
		rest = strings.TrimPrefix(rest[end:], " ")
	}
	return out, len(out) == 3
}

// termEnd returns the end of a line's first term.
func termEnd(rest string) int {
	if rest[0] != '"' {
		if end := strings.IndexByte(rest, ' '); end >= 0 {
			return end
		}
		return len(rest)
	}
	for i := 1; i < len(rest); i++ {
		switch rest[i] {
		case '\\':
			i++
		case '"':
			if end := strings.IndexByte(rest[i:], ' '); end >= 0 {
				return i + end
			}
			return len(rest)
		}
	}
	return -1
}

// fill returns the canonical form with other values, or nil if only full canonicalization is correct: two blank nodes look the same,
// two statements become equal, or an IRI is invalid. Source: RDF Dataset Canonicalization, sections 4.4 and 4.6.
func (t *template) fill(values []string) []byte {
	if len(t.quads) == 0 {
		return nil
	}
	written := make([]string, len(values))
	for i, value := range values {
		written[i] = escaper.Replace(value)
	}
	lines := make([][3]string, len(t.quads))
	for i, terms := range t.quads {
		for j, one := range terms {
			switch {
			case one.value < 0:
				lines[i][j] = one.before
			case one.address:
				if !t.isAddress(one.value, values[one.value]) {
					return nil
				}
				lines[i][j] = "<" + written[one.value] + ">"
			default:
				end := strings.LastIndexByte(one.before, '"')
				lines[i][j] = `"` + written[one.value] + one.before[end:]
			}
		}
	}
	names, ok := t.names(lines)
	if !ok {
		return nil
	}
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = t.line(i, line, func(node int) string { return names[node] })
	}
	slices.Sort(out)
	if len(slices.Compact(out)) != len(lines) {
		return nil
	}
	return []byte(strings.Join(out, ""))
}

// isAddress reports whether a value is a valid IRI. An IRI with the host of the template's own value is checked less strictly.
func (t *template) isAddress(at int, value string) bool {
	if origin := originOf(t.from[at]); origin != "" && origin == originOf(value) {
		return len(value) < 1000 && !strings.ContainsFunc(value, func(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune("<>\"{}|^`\\%", r) })
	}
	return schemeOf(value) != "" && checkName(value) == nil
}

// originOf returns scheme and host of a web address, or "".
func originOf(value string) string {
	scheme, rest, ok := strings.Cut(value, "://")
	end := strings.IndexByte(rest, '/')
	if !ok || end <= 0 {
		return ""
	}
	return scheme + "://" + rest[:end]
}

// names assigns canonical labels to the blank nodes by hashing the statements about each. It returns false if two are the same.
func (t *template) names(lines [][3]string) ([]string, bool) {
	type hashed struct {
		hash [sha256.Size]byte
		node int
	}
	all := make([]hashed, t.nameless)
	for node := range all {
		var said []string
		for i, terms := range t.quads {
			if slices.ContainsFunc(terms, func(one term) bool { return one.node == node }) {
				said = append(said, t.line(i, lines[i], func(other int) string {
					if other == node {
						return "_:a"
					}
					return "_:z"
				}))
			}
		}
		slices.Sort(said)
		all[node] = hashed{sha256.Sum256([]byte(strings.Join(said, ""))), node}
	}
	slices.SortFunc(all, func(a, b hashed) int { return bytes.Compare(a.hash[:], b.hash[:]) })
	names := make([]string, t.nameless)
	for rank, one := range all {
		if rank > 0 && all[rank-1].hash == one.hash {
			return nil, false
		}
		names[one.node] = "_:c14n" + strconv.Itoa(rank)
	}
	return names, true
}

// line writes one statement.
func (t *template) line(at int, texts [3]string, name func(node int) string) string {
	for j, one := range t.quads[at] {
		if one.node >= 0 {
			texts[j] = name(one.node)
		}
	}
	return texts[0] + " " + texts[1] + " " + texts[2] + " .\n"
}

// escaper escapes strings as in N-Quads.
var escaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`)
