package dataintegrity

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
)

// Labelling blank nodes takes factorial time in the number of similar ones, and a document can be crafted for that. Real credentials
// are far below these limits.
const (
	maxNameless = 500
	maxAlike    = 8
	maxList     = 64
	maxDepth    = 64
)

// checkContexts rejects inline vocabularies, which could redefine a term.
func checkContexts(value any, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("%w: nested too deeply", ErrTooComplex)
	}
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			if err := checkContexts(item, depth+1); err != nil {
				return err
			}
		}
	case map[string]any:
		for name, item := range v {
			if name == "@context" && !named(item) {
				return fmt.Errorf("%w: a vocabulary stands in the document itself", ErrContext)
			}
			if err := checkContexts(item, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// named reports whether a context is a URL or a list of URLs.
func named(context any) bool {
	switch v := context.(type) {
	case string:
		return true
	case []string:
		return true
	case []any:
		for _, item := range v {
			if _, ok := item.(string); !ok {
				return false
			}
		}
		return true
	default:
		return false
	}
}

// crowd counts the blank nodes, and those that look the same.
type crowd struct {
	all   int
	alike map[string]int
	looks []string // of every one, as hashes
}

// checkCrowd rejects an expanded document that would take too long to canonicalize.
func checkCrowd(expanded any) error {
	c := crowd{alike: map[string]int{}}
	_, err := c.walk(expanded)
	return err
}

// walk returns what a value looks like from the surrounding node.
func (c *crowd) walk(value any) (any, error) {
	switch v := value.(type) {
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			var err error
			if out[i], err = c.walk(item); err != nil {
				return nil, err
			}
		}
		return out, nil
	case map[string]any:
		return c.node(v)
	default:
		return value, nil
	}
}

func (c *crowd) node(v map[string]any) (any, error) {
	if _, ok := v["@value"]; ok {
		return v, nil
	}
	if list, ok := v["@list"].([]any); ok && len(list) > maxList {
		return nil, fmt.Errorf("%w: a list of %d", ErrTooComplex, len(list))
	}
	seen := make(map[string]any, len(v))
	for name, item := range v {
		before := len(c.looks)
		var err error
		if seen[name], err = c.walk(item); err != nil {
			return nil, err
		}
		if name == "@graph" { // a graph is told from others by all that is said in it
			within := slices.Clone(c.looks[before:])
			slices.Sort(within)
			seen[name] = within
		}
	}
	id, addressed := v["@id"].(string)
	if addressed {
		if len(id) > 1 && id[:2] == "_:" { // it could tie nodes into any graph
			return nil, fmt.Errorf("%w: a node is called %s", ErrTooComplex, id)
		}
		return map[string]any{"@id": id}, nil
	}
	look, err := json.Marshal(seen)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDocument, err)
	}
	sum := sha256.Sum256(look)
	known := hex.EncodeToString(sum[:])
	c.looks = append(c.looks, known)
	c.all++
	c.alike[known]++
	if c.all > maxNameless || c.alike[known] > maxAlike {
		return nil, fmt.Errorf("%w: too many nodes without an address, or too many that are alike", ErrTooComplex)
	}
	return "_:", nil
}
