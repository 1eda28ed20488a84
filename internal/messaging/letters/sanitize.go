package letters

import (
	"html"
	"regexp"
	"strings"

	"github.com/microcosm-cc/bluemonday"
)

// policy is the HTML that people may write themselves: text, tables, images and links, without scripts, forms or style sheets.
var policy = func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "hr", "b", "strong", "i", "em", "u", "s", "sub", "sup", "span", "div", "h1", "h2", "h3", "h4", "ul", "ol", "li", "blockquote",
		"table", "tbody", "thead", "tr", "td", "th", "a", "img", "center")
	p.AllowAttrs("align", "valign", "dir").Matching(regexp.MustCompile(`^[a-z]{2,8}$`)).Globally()
	p.AllowAttrs("width", "height", "border", "cellpadding", "cellspacing", "colspan", "rowspan").Matching(regexp.MustCompile(`^[0-9]{1,4}%?$`)).OnElements("table", "td", "th", "img")
	p.AllowAttrs("bgcolor").Matching(colorPattern).OnElements("table", "tr", "td", "th")
	p.AllowAttrs("role").Matching(regexp.MustCompile(`^presentation$`)).OnElements("table")
	p.AllowAttrs("alt").OnElements("img")
	p.AllowAttrs("href").OnElements("a")
	p.AllowAttrs("src").OnElements("img")
	p.AllowURLSchemes("https", "http", "mailto", "tel")
	p.RequireParseableURLs(true)
	p.AllowStyles("color", "background-color", "border-color").Matching(regexp.MustCompile(`^(#[0-9a-fA-F]{3,6}|[a-z]{3,20})$`)).Globally()
	p.AllowStyles("text-align", "vertical-align", "font-weight", "font-style", "text-decoration", "display", "text-transform", "direction").
		Matching(regexp.MustCompile(`^[a-z0-9-]{2,20}$`)).Globally()
	p.AllowStyles("font-size", "line-height", "letter-spacing", "width", "max-width", "height", "padding", "padding-top", "padding-right", "padding-bottom", "padding-left",
		"margin", "margin-top", "margin-right", "margin-bottom", "margin-left", "border-radius", "border-width").
		Matching(regexp.MustCompile(`^-?[0-9.]{1,6}(px|em|%|pt)?( -?[0-9.]{1,6}(px|em|%|pt)?){0,3}( auto)?$`)).Globally()
	p.AllowStyles("border", "border-top", "border-right", "border-bottom", "border-left").
		Matching(regexp.MustCompile(`^[0-9.]{1,4}(px)? ?(solid|dashed|dotted|none)? ?(#[0-9a-fA-F]{3,6}|[a-z]{3,20})?$`)).Globally()
	p.AllowStyles("font-family").Matching(regexp.MustCompile(`^[a-zA-Z0-9 ,'"-]{1,100}$`)).Globally()
	return p
}()

const (
	tagHost = "https://tag.invalid/" // stands for the tag of an address while HTML is sanitised
	tagWord = "tag-invalid-"         // and this for another
)

var (
	tagPlaces   = regexp.MustCompile(`(?:` + regexp.QuoteMeta(tagHost) + `|` + tagWord + `)([a-z]+(?:\.[a-z][a-z0-9_]*)?)-end`)
	sourceLinks = regexp.MustCompile(`(?i)^(https?://|mailto:|tel:)`)
)

// Sanitized returns HTML without anything that could do harm, with its tags in place. Tags that are no addresses can't become one.
func Sanitized(source string) string {
	marked := tagPattern.ReplaceAllStringFunc(source, func(m string) string {
		tag := m[1 : len(m)-1]
		if IsURL(tag) {
			return tagHost + tag + "-end"
		}
		return tagWord + tag + "-end"
	})
	return tagPlaces.ReplaceAllString(policy.Sanitize(marked), "[$1]")
}

// filled returns sanitised HTML with the Values of its tags, escaped.
func (v Values) filled(source string) string {
	return tagPattern.ReplaceAllStringFunc(Sanitized(source), func(m string) string {
		tag := m[1 : len(m)-1]
		value := v[tag]
		if IsURL(tag) && !sourceLinks.MatchString(value) {
			return ""
		}
		return strings.ReplaceAll(html.EscapeString(value), "\n", "<br>")
	})
}

var (
	htmlBreaks = regexp.MustCompile(`(?i)<(br|/p|/div|/h[1-6]|/tr|/li|hr)[^>]*>`)
	htmlLinks  = regexp.MustCompile(`(?is)<a\s[^>]*href="([^"]*)"[^>]*>(.*?)</a>`)
	anyTag     = regexp.MustCompile(`<[^>]*>`)
	manyLines  = regexp.MustCompile(`\n[ \t]*(\n[ \t]*)+`)
)

// plainOf returns the text of sanitised HTML, with the addresses of its links.
func plainOf(source string) string {
	text := htmlLinks.ReplaceAllString(source, "$2: $1 ")
	text = strings.NewReplacer("\r", "", "\n", " ", "\t", " ").Replace(text)
	text = anyTag.ReplaceAllString(htmlBreaks.ReplaceAllString(text, "\n"), "")
	return strings.TrimSpace(manyLines.ReplaceAllString(html.UnescapeString(text), "\n\n"))
}
