package evidence

import (
	"html"
	"strings"
)

// PlainText converts text that may contain HTML to plain text, without tags, scripts and styles and with a line for each block. HTML
// from clients is never displayed.
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

// breaks are the elements that start a new line.
var breaks = map[string]bool{"br": true, "p": true, "div": true, "li": true, "tr": true, "h": true, "ul": true, "ol": true, "blockquote": true}

// opens reports whether a less-than sign followed by this starts markup.
func opens(after string) bool {
	if after == "" {
		return false
	}
	c := after[0] | 0x20
	return after[0] == '/' || after[0] == '!' || after[0] == '?' || 'a' <= c && c <= 'z'
}

// past returns the text after an end tag.
func past(text, end string) string {
	at := strings.Index(strings.ToLower(text), end)
	if at < 0 || at > len(text) {
		return ""
	}
	_, behind, _ := strings.Cut(text[at:], ">")
	return behind
}

// tidy trims lines and merges empty ones.
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
