package dataintegrity

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A shape is all of a document but the texts and addresses that differ from one document of a batch to the next: two documents
// of the same shape have the same statements about other values.
type shape struct {
	key    string
	values []string // the different values, in the order in which they are met
}

// schemes are the kinds of address that may stand in for one another; each is followed by what no vocabulary abbreviates.
var schemes = []string{"https://", "http://", "did:", "urn:uuid:"}

// schemeOf gives the scheme of an address, or "" for a text.
func schemeOf(value string) string {
	for _, scheme := range schemes {
		if strings.HasPrefix(value, scheme) && len(value) > len(scheme) {
			return scheme
		}
	}
	return ""
}

// shapeOf takes a document apart. Types, vocabularies and numbers belong to its shape, and so does which values are equal.
func shapeOf(doc map[string]any) shape {
	s := shaper{seen: map[string]int{}}
	s.walk(doc)
	return shape{s.key.String(), s.values}
}

type shaper struct {
	key    strings.Builder
	seen   map[string]int
	values []string
}

func (s *shaper) walk(value any) {
	switch v := value.(type) {
	case map[string]any:
		s.key.WriteByte('{')
		for _, name := range slices.Sorted(maps.Keys(v)) {
			s.constant(name)
			if ofShape(name) {
				s.constant(v[name])
			} else {
				s.walk(v[name])
			}
		}
		s.key.WriteByte('}')
	case []any:
		s.key.WriteByte('[')
		for _, item := range v {
			s.walk(item)
		}
		s.key.WriteByte(']')
	case string:
		at, known := s.seen[v]
		if !known {
			at = len(s.values)
			s.seen[v] = at
			s.values = append(s.values, v)
		}
		s.key.WriteString("$" + schemeOf(v) + strconv.Itoa(at) + " ")
	default:
		s.constant(v)
	}
}

func (s *shaper) constant(value any) {
	text, err := json.Marshal(value)
	if err != nil {
		text = []byte("?") // no JSON: the plain way refuses it
	}
	s.key.Write(text)
	s.key.WriteByte(' ')
}

// ofShape tells whether the value of a property is a word of the vocabulary, or says what the others mean.
func ofShape(name string) bool {
	return name == "type" || name == "proofPurpose" || strings.HasPrefix(name, "@")
}

// fill puts other values into a copy of a document, in the order of its shape; "" keeps what is there.
func fill(doc map[string]any, values []string) map[string]any {
	of := shapeOf(doc)
	place := make(map[string]string, len(values))
	for i, value := range of.values {
		place[value] = value
		if values[i] != "" {
			place[value] = values[i]
		}
	}
	filled, _ := filledIn(doc, place).(map[string]any)
	return filled
}

func filledIn(value any, place map[string]string) any {
	switch v := value.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, item := range v {
			if ofShape(name) {
				out[name] = item
			} else {
				out[name] = filledIn(item, place)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = filledIn(item, place)
		}
		return out
	case string:
		return place[v]
	default:
		return v
	}
}
