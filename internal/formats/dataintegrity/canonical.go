package dataintegrity

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/piprate/json-gold/ld"
)

// canonical returns the canonical N-Quads of a JSON-LD document (RDFC-1.0). It rejects documents for which the underlying library would
// leave statements unsigned or deviate from the standard.
func canonical(doc map[string]any) ([]byte, error) {
	if err := checkContexts(doc, 0); err != nil {
		return nil, err
	}
	if err := checkTexts(doc); err != nil {
		return nil, err
	}
	options := ld.NewJsonLdOptions("")
	options.ProcessingMode = ld.JsonLd_1_1
	options.DocumentLoader = loader{}
	options.SafeMode = true // refuses properties without a meaning; Normalize alone would drop them
	processor := ld.NewJsonLdProcessor()
	expanded, err := processor.Expand(doc, options)
	if err != nil {
		if errors.Is(err, ErrContext) || strings.Contains(err.Error(), ErrContext.Error()) {
			return nil, fmt.Errorf("%w: %w", ErrContext, err)
		}
		return nil, fmt.Errorf("%w: %w", ErrDocument, err)
	}
	wrapPresented(expanded)
	if err := checkNodes(expanded); err != nil {
		return nil, err
	}
	if err := checkCrowd(expanded); err != nil {
		return nil, err
	}
	options = ld.NewJsonLdOptions("")
	options.ProcessingMode = ld.JsonLd_1_1
	options.DocumentLoader = loader{}
	options.Algorithm = ld.AlgorithmURDNA2015
	options.Format = "application/n-quads"
	quads, err := processor.Normalize(expanded, options)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDocument, err)
	}
	text, ok := quads.(string)
	if !ok || text == "" {
		return nil, fmt.Errorf("%w: it says nothing", ErrDocument)
	}
	return []byte(text), nil
}

// What a presentation contains, in expanded form.
const (
	presentationType = "https://www.w3.org/2018/credentials#VerifiablePresentation"
	presentedTerm    = "https://www.w3.org/2018/credentials#verifiableCredential"
)

// wrapPresented puts each credential of a presentation into a graph of its own, as the "@container": "@graph" of its term demands. The
// library looks the container up in the context of the credentials, which is null by definition of the same term, and so finds none.
// Source: JSON-LD 1.1 Processing Algorithms and API, 5.1.2, step 13.4.
func wrapPresented(expanded []any) {
	for _, item := range expanded {
		node, ok := item.(map[string]any)
		if !ok {
			continue
		}
		types, _ := node["@type"].([]any)
		presented, ok := node[presentedTerm].([]any)
		if !ok || !slices.Contains(types, any(presentationType)) {
			continue
		}
		for i, credential := range presented {
			if held, ok := credential.(map[string]any); ok && held["@graph"] == nil {
				presented[i] = map[string]any{"@graph": []any{credential}}
			}
		}
	}
}

// checkTexts rejects the characters that the library does not escape as RDFC-1.0 requires.
func checkTexts(value any) error {
	switch v := value.(type) {
	case string:
		for _, r := range v {
			if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0x7f || r == 0xfffd {
				return fmt.Errorf("%w: a text holds the character U+%04X", ErrDocument, r)
			}
		}
	case []any:
		for _, item := range v {
			if err := checkTexts(item); err != nil {
				return err
			}
		}
	case map[string]any:
		for name, item := range v {
			if err := checkTexts(name); err != nil {
				return err
			}
			// A vocabulary may map "Criteria" to the same term as "criteria", but JSON readers distinguish them. The library does not
			// support @direction.
			if name == "@direction" || name != "" && unicode.IsUpper(rune(name[0])) {
				return fmt.Errorf("%w: a property is called %q", ErrDocument, name)
			}
			if err := checkTexts(item); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkNodes requires absolute IRIs in the expanded document. A relative one would depend on the document's location and would not be
// signed.
func checkNodes(value any) error {
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			if err := checkNodes(item); err != nil {
				return err
			}
		}
	case map[string]any:
		for name, item := range v {
			if err := checkNode(name, item); err != nil {
				return err
			}
		}
	}
	return nil
}

var languageTag = regexp.MustCompile(`^[a-zA-Z]+(-[a-zA-Z0-9]+)*$`)

func checkNode(name string, item any) error {
	switch name {
	case "@id", "@type":
		return checkNames(item)
	case "@value":
		return nil
	case "@language": // a text in a language that is none is dropped as well
		if tag, ok := item.(string); !ok || !languageTag.MatchString(tag) {
			return fmt.Errorf("%w: %v is no language", ErrDocument, item)
		}
		return nil
	}
	if !strings.HasPrefix(name, "@") {
		if err := checkName(name); err != nil {
			return err
		}
	}
	return checkNodes(item)
}

func checkNames(item any) error {
	switch v := item.(type) {
	case string:
		return checkName(v)
	case []any:
		for _, one := range v {
			if err := checkNames(one); err != nil {
				return err
			}
		}
		return nil
	default:
		return fmt.Errorf("%w: a name that is no text", ErrDocument)
	}
}

func checkName(name string) error {
	if strings.HasPrefix(name, "_:") || name == "@json" {
		return nil
	}
	u, err := url.Parse(name)
	web := strings.HasPrefix(name, "https://") || strings.HasPrefix(name, "http://")
	// The library drops statements whose web address it considers invalid.
	if err != nil || u.Scheme == "" || strings.ContainsAny(name, " <>\"{}|^`\\") || web && !ld.IsURL(name) {
		return fmt.Errorf("%w: %q is no whole address", ErrDocument, name)
	}
	return nil
}
