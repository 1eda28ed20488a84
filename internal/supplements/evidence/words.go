package evidence

import (
	"html"
	"strings"
)

// PlainText is what a text that may hold HTML says: without any mark-up, scripts and styles, with a line for each block. What
// clients send is never handed on as HTML.
func PlainText(text string) string {
	var out strings.Builder
	for rest := text; rest != ""; {
		before, after, found := strings.Cut(rest, "<")
		out.WriteString(before)
		if !found {
			break
		}
		if !opens(after) { // "a < b" is no mark-up
			out.WriteString("<")
			rest = after
			continue
		}
		tag, behind, _ := strings.Cut(after, ">")
		name := strings.ToLower(strings.TrimLeft(tag, "/"))
		if cut := strings.IndexFunc(name, func(r rune) bool { return r < 'a' || r > 'z' }); cut >= 0 {
			name = name[:cut]
		}
		if name == "script" || name == "style" {
			behind = past(behind, "</"+name)
		}
		if breaks[name] {
			out.WriteString("\n")
		}
		rest = behind
	}
	return tidy(html.UnescapeString(out.String()))
}

// breaks are the elements after which a new line begins.
var breaks = map[string]bool{"br": true, "p": true, "div": true, "li": true, "tr": true, "h": true, "ul": true, "ol": true, "blockquote": true}

// opens tells whether a less-than sign before this begins mark-up.
func opens(after string) bool {
	if after == "" {
		return false
	}
	c := after[0] | 0x20
	return after[0] == '/' || after[0] == '!' || after[0] == '?' || 'a' <= c && c <= 'z'
}

// past is what follows an end tag, however it is written.
func past(text, end string) string {
	at := strings.Index(strings.ToLower(text), end)
	if at < 0 || at > len(text) {
		return ""
	}
	_, behind, _ := strings.Cut(text[at:], ">")
	return behind
}

// tidy drops empty space at the ends of lines and more than one empty line.
func tidy(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line != "" || len(lines) > 0 && lines[len(lines)-1] != "" {
			lines = append(lines, line)
		}
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
