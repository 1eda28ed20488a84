package dataintegrity

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A shape is everything in a document except the strings and IRIs that vary within a batch. Documents of the same shape have the same
// statements about different values.
type shape struct {
	key    string
	values []string // the different values, in the order in which they are met
}

// schemes are the kinds of IRIs that may replace one another. Each ends with a prefix that no vocabulary abbreviates.
var schemes = []string{"https://", "http://", "did:", "urn:uuid:"}

// schemeOf returns the scheme of an IRI, or "" for other strings.
func schemeOf(value string) string {
	for _, scheme := range schemes {
		if strings.HasPrefix(value, scheme) && len(value) > len(scheme) {
			return scheme
		}
	}
	return ""
}

// shapeOf splits a document into its shape and its values. Types, vocabularies and numbers belong to the shape, and so does which
// values are equal.
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

// ofShape reports whether a property's value is a term of the vocabulary, or affects how other values are read.
func ofShape(name string) bool {
	return name == "type" || name == "proofPurpose" || strings.HasPrefix(name, "@")
}

// fill returns a copy of a document with other values in the order of its shape. "" keeps the existing value.
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
