package templates

import (
	"strings"

	"laurel/internal/platform/i18n"

	"laurel/internal/messaging/letters"
)

// Texts are the letters.Words of the installation.
type Texts interface {
	Speaks(language string) bool
	Languages() []string
	Has(key string) bool
	Text(language, key string, params map[string]any) string
}

// pictured are the kinds of email that show the credential.
var pictured = map[string]bool{"delivery": true, "in_progress": true, "example": true}

// spoken returns a language that the installation's emails are written in.
func spoken(texts Texts, language string) string {
	if texts.Speaks(language) {
		return language
	}
	if base, _, regional := strings.Cut(language, "-"); regional && texts.Speaks(base) {
		return base
	}
	return i18n.Fallback
}

// usual returns how the installation writes emails of a kind. Each kind has subject, heading, body, button and note under "mail.{kind}"; tags
// stand for the letters.Values of params.
func usual(texts Texts, kind, language string, params []string) letters.Variant {
	language = spoken(texts, language)
	tags := map[string]any{}
	for _, param := range params {
		tags[param] = "[" + tagOf(kind, param) + "]"
	}
	say := func(part string) string {
		key := "mail." + kind + "." + part
		if !texts.Has(key) {
			return ""
		}
		return texts.Text(language, key, tags)
	}
	v := letters.Variant{Subject: say("subject"), Preheader: say("preheader")}
	add := func(b letters.Block) { v.Blocks = append(v.Blocks, b) }
	if heading := say("heading"); heading != "" {
		add(letters.Block{ID: "heading", Type: letters.Heading, Level: 1, Text: heading})
	}
	if body := say("body"); body != "" {
		add(letters.Block{ID: "body", Type: letters.Text, Doc: letters.Paragraphs(strings.Split(body, "\n\n")...)})
	}
	if pictured[kind] {
		add(letters.Block{ID: "picture", Type: letters.Picture, Which: "primary", When: "credential.image", Align: "center"})
	}
	if button := say("button"); button != "" {
		add(letters.Block{ID: "button", Type: letters.Button, Text: button, URL: "[" + tagOf(kind, "link") + "]", ShowURL: true})
	}
	if owner := say("owner"); owner != "" {
		add(letters.Block{ID: "owner", Type: letters.Text, When: tagOf(kind, "owner_code"), Doc: letters.Paragraphs(owner)})
	}
	if note := say("note"); note != "" {
		add(letters.Block{ID: "note", Type: letters.Footer, Doc: letters.Paragraphs(note)})
	}
	return v
}

// tagOf returns the tag that stands for a value of drafts of a kind.
func tagOf(kind, param string) string {
	if param == "link" {
		if t, known := typeOf(kind); known && t.Link == credentialURL || kind == "example" {
			return credentialURL
		}
		return actionURL
	}
	if tag := tagOfParam[param]; tag != "" {
		return tag
	}
	for _, word := range letters.Words {
		if param == word {
			return word
		}
	}
	return "param." + param
}

// usualParams are the letters.Values whose tags the texts of types contain.
func (t Type) usualParams() []string {
	params := []string{"link"}
	for param := range tagOfParam {
		params = append(params, param)
	}
	return append(params, letters.Words...)
}

// Usual returns how the installation writes emails of the type.
func (t Type) Usual(texts Texts, language string) letters.Variant {
	v := usual(texts, t.Key, language, t.usualParams())
	return v
}
