package main

import (
	"strings"
)

// shape is what a value may be.
type shape int

const (
	anything shape = iota
	text
	whole
	number
	truth
	moment
	list
	dictionary
	object // a model, by its name
)

// typ is the type of a value.
type typ struct {
	shape    shape
	of       *typ   // of a list or a dictionary
	name     string // of an object
	values   []string
	choices  []typ // of anything that is one of a few plain types
	nullable bool
}

// field is a field of a model, or a parameter of a call.
type field struct {
	name     string
	typ      typ
	required bool
	doc      string
}

// model is an object with fields that are known.
type model struct {
	name, doc      string
	fields         []field
	sent, answered bool // where calls use it
}

func (m *model) field(name string) (field, bool) {
	for _, f := range m.fields {
		if f.name == name {
			return f, true
		}
	}
	return field{}, false
}

// call is a call that an API key may make.
type call struct {
	id, method, path, doc string
	inPath                []field
	query                 *model
	body                  *typ
	answer                *typ // nil where there is none, or a file
	file                  bool
	idempotent            bool
	paged                 *paged
}

// paged says how the lists of a call are read to their end.
type paged struct {
	item     typ
	list     string // the field of the answer that holds the items
	byCursor bool   // else by the number of the page
}

// contract is what the clients are made of, in the order in which it is written.
type contract struct {
	models map[string]*model
	calls  []call
}

// mark notes in which direction models travel.
func (c *contract) mark(t *typ, note func(*model) *bool) {
	if t == nil {
		return
	}
	c.mark(t.of, note)
	m := c.models[t.name]
	if t.shape != object || *note(m) {
		return
	}
	*note(m) = true
	for i := range m.fields {
		c.mark(&m.fields[i].typ, note)
	}
}

// initialisms are written in capitals in Go.
var initialisms = map[string]string{"id": "ID", "ids": "IDs", "url": "URL", "uuid": "UUID", "pdf": "PDF", "api": "API", "sso": "SSO", "html": "HTML", "json": "JSON"}

// goName is a name in Go: exported, in camel case.
func goName(name string) string {
	var out strings.Builder
	for _, word := range words(name) {
		if fixed := initialisms[strings.ToLower(word)]; fixed != "" {
			out.WriteString(fixed)
			continue
		}
		out.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return out.String()
}

// words takes a name apart at what is no letter or digit, and before capitals.
func words(name string) []string {
	var all []string
	var word strings.Builder
	end := func() {
		if word.Len() > 0 {
			all = append(all, word.String())
			word.Reset()
		}
	}
	lower := false
	for _, r := range name {
		upper := r >= 'A' && r <= 'Z'
		letter := upper || r >= 'a' && r <= 'z' || r >= '0' && r <= '9'
		if !letter || upper && lower {
			end()
		}
		if letter {
			word.WriteRune(r)
		}
		lower = letter && !upper
	}
	end()
	return all
}

// parameterName is the name of a parameter of a method, in both languages.
func parameterName(name string) string {
	g := goName(name)
	all := words(name)
	return strings.ToLower(all[0]) + g[len(all[0]):]
}

// singular is the name of one of several.
func singular(name string) string {
	switch {
	case strings.HasSuffix(name, "ies"):
		return strings.TrimSuffix(name, "ies") + "y"
	case strings.HasSuffix(name, "s") && !strings.HasSuffix(name, "ss"):
		return strings.TrimSuffix(name, "s")
	}
	return name + "Item"
}
