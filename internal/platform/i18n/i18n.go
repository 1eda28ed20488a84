// Package i18n provides the server's texts (errors, emails and page titles) from the same files that the browser uses.
package i18n

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// Fallback is the language that has every text.
const Fallback = "en"

// Codes are the languages of the product. Menus omit nb.
var Codes = []string{
	"ar", "cs", "da", "de", "el", "en", "en-gb", "es", "es-419", "fi", "fr", "he", "hi", "hr", "hu", "id", "it", "ja", "ko",
	"ms", "nb", "nl", "pl", "pt-br", "pt-pt", "ro", "ru", "sk", "sl", "sv", "th", "tr", "vi", "zh-cn", "zh-tw",
}

// Known reports whether code is a language of the product.
func Known(code string) bool {
	for _, c := range Codes {
		if c == code {
			return true
		}
	}
	return false
}

// RightToLeft reports whether a language is written from right to left.
func RightToLeft(code string) bool { return code == "ar" || code == "he" }

// Bundle holds the texts of all languages.
type Bundle struct {
	trees   map[string]map[string]any
	texts   map[string]map[string]string
	codes   []string
	matcher language.Matcher
}

// Load reads the files {code}/{area}.json. It returns an error for a file that is not a tree of texts, and for a top-level key that two
// files of a language share.
func Load(files fs.FS) (*Bundle, error) {
	names, err := fs.Glob(files, "*/*.json")
	if err != nil {
		return nil, fmt.Errorf("list texts: %w", err)
	}
	b := &Bundle{trees: map[string]map[string]any{}, texts: map[string]map[string]string{}, codes: []string{Fallback}}
	for _, name := range names {
		if err := b.read(files, name); err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
	}
	if b.texts[Fallback] == nil {
		return nil, fmt.Errorf("no texts in %s", Fallback)
	}
	tags := []language.Tag{language.English}
	for _, code := range b.Languages() {
		if code != Fallback {
			b.codes = append(b.codes, code)
			tags = append(tags, language.Make(code))
		}
	}
	b.matcher = language.NewMatcher(tags)
	return b, nil
}

// read adds a file to its language.
func (b *Bundle) read(files fs.FS, name string) error {
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return err
	}
	var tree map[string]any
	if err := json.Unmarshal(data, &tree); err != nil {
		return err
	}
	code := path.Dir(name)
	if b.trees[code] == nil {
		b.trees[code], b.texts[code] = map[string]any{}, map[string]string{}
	}
	for key, value := range tree {
		if _, twice := b.trees[code][key]; twice {
			return fmt.Errorf("%q is also in another file", key)
		}
		b.trees[code][key] = value
	}
	return flatten(b.texts[code], "", tree)
}

func flatten(into map[string]string, prefix string, tree map[string]any) error {
	for name, value := range tree {
		switch v := value.(type) {
		case string:
			into[prefix+name] = v
		case map[string]any:
			if err := flatten(into, prefix+name+".", v); err != nil {
				return err
			}
		default:
			return fmt.Errorf("%s%s is no text", prefix, name)
		}
	}
	return nil
}

// JSON encodes all texts of a language as one object, and reports whether the language has any.
func (b *Bundle) JSON(code string) ([]byte, bool) {
	tree, ok := b.trees[code]
	if !ok {
		return nil, false
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(tree) != nil { // a tree of strings always encodes
		return nil, false
	}
	return out.Bytes(), true
}

// Speaks reports whether a language has texts.
func (b *Bundle) Speaks(code string) bool { return b.texts[code] != nil }

// Languages returns the sorted codes of the languages that have texts.
func (b *Bundle) Languages() []string { return slices.Sorted(maps.Keys(b.texts)) }

// Negotiate picks a language for an Accept-Language header.
func (b *Bundle) Negotiate(acceptLanguage string) string {
	if acceptLanguage == "" {
		return Fallback
	}
	wanted, _, err := language.ParseAcceptLanguage(acceptLanguage)
	if err != nil {
		return Fallback
	}
	_, i, _ := b.matcher.Match(wanted...)
	return b.codes[i]
}

// Message returns the text of an error code. It implements httpx.Messages.
func (b *Bundle) Message(lang, code string, params map[string]any) string {
	return b.Text(lang, "errors."+code, params)
}

// Text returns a text with its {{placeholders}} replaced. The parameter "count" selects the plural form. A text missing in a language
// falls back to English. One missing in English too is a bug that a test detects, and yields the last part of its key.
func (b *Bundle) Text(lang, key string, params map[string]any) string {
	for _, l := range []string{lang, Fallback} {
		texts, ok := b.texts[l]
		if !ok {
			continue
		}
		if text, ok := texts[pluralKey(l, key, params)]; ok {
			return b.fill(lang, text, params)
		}
		if text, ok := texts[key]; ok {
			return b.fill(lang, text, params)
		}
	}
	return strings.ReplaceAll(key[strings.LastIndexByte(key, '.')+1:], "_", " ")
}

// Has reports whether English has a text for the key, including plural forms.
func (b *Bundle) Has(key string) bool {
	texts := b.texts[Fallback]
	return texts[key] != "" || texts[key+"_other"] != ""
}

// fill replaces all placeholders in one pass, so that a placeholder inside a value stays as its author typed it.
func (b *Bundle) fill(lang, text string, params map[string]any) string {
	pairs := make([]string, 0, 2*len(params))
	for name, value := range params {
		if name == "action" { // a permission is named in words
			value = b.Text(lang, "permissions."+fmt.Sprint(value), nil)
		}
		pairs = append(pairs, "{{"+name+"}}", fmt.Sprint(value))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

var forms = map[plural.Form]string{
	plural.Zero: "_zero", plural.One: "_one", plural.Two: "_two", plural.Few: "_few", plural.Many: "_many", plural.Other: "_other",
}

func pluralKey(lang, key string, params map[string]any) string {
	n, ok := params["count"].(int)
	if !ok {
		return key
	}
	return key + forms[plural.Cardinal.MatchPlural(language.Make(lang), n, 0, 0, 0, 0)]
}
