package letters

import (
	"fmt"
	"strings"
)

// plain returns the text part of what the page shows.
func (l Letter) plain(p *page) string {
	parts := plainParts(append(append([]view{}, p.Blocks...), p.Footer...))
	if p.StopLink != "" {
		parts = append(parts, p.Stop+":\n"+p.StopLink)
	}
	return strings.Join(parts, "\n\n") + "\n"
}

func plainParts(views []view) []string {
	var parts []string
	for _, v := range views {
		switch v.Type {
		case Heading:
			parts = append(parts, plainRuns(v.Text))
		case Text, Footer:
			for _, one := range v.Lists {
				parts = append(parts, one.plain())
			}
		case Button:
			parts = append(parts, v.Label+":\n"+v.URL)
		case Image:
			if v.Images[0].Alt != "" {
				parts = append(parts, v.Images[0].Alt)
			}
		case Columns:
			for _, c := range v.Columns {
				parts = append(parts, plainParts(c.Blocks)...)
			}
		case Social:
			lines := make([]string, len(v.Links))
			for i, link := range v.Links {
				lines[i] = link.Label + ": " + link.URL
			}
			parts = append(parts, strings.Join(lines, "\n"))
		case HTML:
			parts = append(parts, plainOf(string(v.HTML)))
		}
	}
	return parts
}

func (l list) plain() string {
	lines := make([]string, len(l.Items))
	for i, item := range l.Items {
		lines[i] = plainRuns(item)
		switch l.Kind {
		case "ul":
			lines[i] = "- " + lines[i]
		case "ol":
			lines[i] = fmt.Sprintf("%d. %s", i+1, lines[i])
		}
	}
	return strings.Join(lines, "\n")
}

func plainRuns(runs []run) string {
	var out strings.Builder
	for _, r := range runs {
		switch {
		case r.Break:
			out.WriteString("\n")
		default:
			out.WriteString(r.Text)
			if r.Href != "" && r.Href != r.Text {
				out.WriteString(" (" + r.Href + ")")
			}
		}
	}
	return out.String()
}
