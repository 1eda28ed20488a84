package letters

import (
	"bytes"
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"regexp"
	"strings"
	"unicode"

	"laurel/internal/platform/i18n"
)

//go:embed email.html
var emailHTML string

var emailTemplate = template.Must(template.New("email").Funcs(template.FuncMap{
	"dict": dict,
	// Conditional comments for Outlook, which html/template would take out. They are constants.
	"mso":    func() template.HTML { return "<!--[if mso]>" },
	"endmso": func() template.HTML { return "<![endif]-->" },
	"notmso": func() template.HTML { return "<!--[if !mso]><!-->" },
	"endnot": func() template.HTML { return "<!--<![endif]-->" },
}).Parse(emailHTML))

// dict passes several Values to a template.
func dict(pairs ...any) map[string]any {
	out := map[string]any{}
	for i := 0; i+1 < len(pairs); i += 2 {
		out[pairs[i].(string)] = pairs[i+1] //nolint:forcetypeassert // the names are constants
	}
	return out
}

// Rendered is a finished email.
type Rendered struct {
	Subject string
	HTML    string
	Text    string
	// The sender of the template; "" leaves it to the group and the department.
	FromName string
	ReplyTo  string
}

var errNoSubject = errors.New("the subject is empty")

// ErrClipped means that mail programs would hide the end of an email.
var ErrClipped = fmt.Errorf("the email is larger than %d KB, so mail programs would cut it", ClipBytes/1024)

// width of the message in pixels, and of what is inside its padding.
const (
	messageWidth = 600
	innerWidth   = 536
)

// Values are what the tags of an email stand for.
type Values map[string]string

// in returns a text with its Values.
func (v Values) in(text string) string {
	return tagPattern.ReplaceAllStringFunc(text, func(m string) string {
		tag := m[1 : len(m)-1]
		if !v.knows(tag) {
			return m
		}
		return v[tag]
	})
}

// knows reports whether a tag is one: a word in brackets that has no value is text.
func (v Values) knows(tag string) bool {
	_, known := v[tag]
	return known || strings.Contains(tag, ".")
}

// address returns an address with its Values, or "" if it is none.
func (v Values) address(text string) string {
	out := v.in(text)
	if !sourceLinks.MatchString(out) {
		return ""
	}
	return out
}

// Letter is an email to be rendered.
type Letter struct {
	Variant

	Style    Style
	Language string // in which the text part of generated lines and the direction are
	Values   Values
	Stop     string // Words before the link that stops such emails; "" if there is none
	Preview  bool   // draws the dark colors for everybody
}

// page is what the layout shows.
type page struct {
	Language, Direction, Start, End string
	Subject, Preheader              string
	Light, Dark                     palette
	AlwaysDark                      bool
	Font, HeadingFont               template.CSS
	Logo, Sender                    string
	Header                          string
	Blocks, Footer                  []view
	Stop, StopLink                  string
	Width                           int
}

// view is a block with its Values.
type view struct {
	Page    *page
	Type    string
	Align   string // left, center or right
	Level   int
	Text    []run
	Label   string
	URL     string
	ShowURL bool
	Lists   []list
	Images  []picture
	Height  int
	Columns []column
	Links   []Link
	HTML    template.HTML
	Width   int // of what is around it, in pixels
}

type picture struct {
	Src      any // an address, or template.URL of a file that comes with the email
	Alt, URL string
	Width    int
	Framed   bool
}

type column struct {
	Width  int
	Blocks []view
}

// list is a paragraph, or a list of them.
type list struct {
	Kind  string // p, ul or ol
	Items [][]run
}

// run is text of one format.
type run struct {
	Text                    string
	Bold, Italic, Underline bool
	Href                    string
	Break                   bool
	Isolated                bool // its direction may differ from the email's
}

// Render writes an email.
func (l Letter) Render() (Rendered, error) {
	p := l.page()
	if p.Subject == "" {
		return Rendered{}, errNoSubject
	}
	var buf bytes.Buffer
	if err := emailTemplate.Execute(&buf, p); err != nil {
		return Rendered{}, fmt.Errorf("write HTML: %w", err)
	}
	text := l.plain(p)
	if l.Text != nil {
		text = l.Values.in(*l.Text) + "\n"
		if p.StopLink != "" && !strings.Contains(text, p.StopLink) {
			text += "\n" + p.Stop + ":\n" + p.StopLink + "\n"
		}
	}
	return Rendered{Subject: p.Subject, HTML: buf.String(), Text: text}, nil
}

func (l Letter) page() *page {
	p := &page{
		Language: l.Language, Direction: "ltr", Start: "left", End: "right", Subject: i18n.OneLine(l.Values.in(l.Subject)),
		Preheader: i18n.OneLine(l.Values.in(l.Preheader)), Light: l.Style.light(), Dark: l.Style.dark(), Font: fonts[l.Style.Font],
		HeadingFont: fonts[l.Style.HeadingFont], Sender: l.Values["department.name"], Header: l.Style.Header, Logo: l.Values["department.logo"],
		Width: messageWidth, AlwaysDark: l.Preview,
	}
	if l.Preview {
		p.Light = p.Dark
	}
	if i18n.RightToLeft(l.Language) {
		p.Direction, p.Start, p.End = "rtl", "right", "left"
	}
	for _, v := range l.views(p, l.Blocks, innerWidth) {
		if v.Type == Footer {
			p.Footer = append(p.Footer, v)
		} else {
			p.Blocks = append(p.Blocks, v)
		}
	}
	if stop := l.Values[Unsubscribe]; stop != "" && l.Stop != "" && !l.uses(Unsubscribe) {
		p.Stop, p.StopLink = l.Stop, stop
	}
	return p
}

// uses reports whether the blocks contain a tag.
func (l Letter) uses(tag string) (found bool) {
	EachText(l.Blocks, func(text string, _ bool) { found = found || strings.Contains(text, "["+tag+"]") })
	return found
}

// views returns blocks with their Values. Those without content are left out.
func (l Letter) views(p *page, blocks []Block, width int) []view {
	var out []view
	for _, b := range blocks {
		if b.When != "" && l.Values[b.When] == "" {
			continue
		}
		if v, there := l.view(p, b, width); there {
			out = append(out, v)
		}
	}
	return out
}

func (l Letter) view(p *page, b Block, width int) (view, bool) {
	v := view{Page: p, Type: b.Type, Align: p.Start, Level: b.Level, Height: b.Height, Width: width}
	switch b.Align {
	case "center":
		v.Align = "center"
	case "end":
		v.Align = p.End
	}
	switch b.Type {
	case Heading:
		v.Text = l.runs(inlineOf(b.Text), p)
		return v, len(v.Text) > 0
	case Button:
		v.Label, v.URL, v.ShowURL = i18n.OneLine(l.Values.in(b.Text)), l.Values.address(b.URL), b.ShowURL
		return v, v.Label != "" && v.URL != ""
	case Text, Footer:
		v.Lists = l.lists(b.Doc, p)
		return v, len(v.Lists) > 0
	case Picture:
		v.Images = l.pictures(b.Which, width)
		return v, len(v.Images) > 0
	case Image:
		v.Images = []picture{{Src: source(b.Src), Alt: l.Values.in(b.Alt), URL: l.Values.address(b.URL), Width: min(b.Width, width)}}
		return v, true
	case Columns:
		inner := (width - 24*(len(b.Columns)-1)) / max(1, len(b.Columns))
		for _, blocks := range b.Columns {
			v.Columns = append(v.Columns, column{inner, l.views(p, blocks, inner)})
		}
		return v, len(v.Columns) > 0
	case Social:
		for _, link := range b.Links {
			if address := l.Values.address(link.URL); address != "" {
				v.Links = append(v.Links, Link{Label: link.Label, URL: address})
			}
		}
		return v, len(v.Links) > 0
	case HTML:
		v.HTML = template.HTML(l.Values.filled(b.HTML)) //nolint:gosec // G203: sanitised, and its Values are escaped
		return v, v.HTML != ""
	default:
		return v, b.Type == Divider || b.Type == Spacer
	}
}

var cidPattern = regexp.MustCompile(`^cid:[A-Za-z0-9.@-]+$`)

// source returns the address of an image. html/template takes out the scheme of files that come with the email.
func source(src string) any {
	if cidPattern.MatchString(src) {
		return template.URL(src) //nolint:gosec // G203: it has the characters of an id alone
	}
	return src
}

// pictures returns the pictures of the credential that a block shows.
func (l Letter) pictures(which string, width int) []picture {
	tags := map[string][]string{
		"primary": {"credential.image"}, "certificate": {"credential.certificate"}, "badge": {"credential.badge"}, "both": {"credential.certificate", "credential.badge"},
	}[which]
	var out []picture
	for _, tag := range tags {
		if src := l.Values.address("[" + tag + "]"); src != "" {
			one := picture{Src: src, Alt: l.Values["group.course_name"], URL: l.Values.address("[" + CredentialURL + "]"), Width: width, Framed: true}
			if tag == "credential.badge" {
				one.Width, one.Framed = min(width, 240), false
			}
			out = append(out, one)
		}
	}
	return out
}

// lists returns the Paragraphs and lists of formatted text that have content.
func (l Letter) lists(doc *Node, p *page) []list {
	if doc == nil {
		return nil
	}
	var out []list
	for _, n := range doc.Content {
		one := list{Kind: "p"}
		switch n.Type {
		case "paragraph":
			one.Items = append(one.Items, l.runs(n.Content, p))
		case "bulletList", "orderedList":
			one.Kind = map[string]string{"bulletList": "ul", "orderedList": "ol"}[n.Type]
			for _, item := range n.Content {
				var runs []run
				for i, paragraph := range item.Content {
					if i > 0 {
						runs = append(runs, run{Break: true})
					}
					runs = append(runs, l.runs(paragraph.Content, p)...)
				}
				one.Items = append(one.Items, runs)
			}
		}
		if len(one.Items) > 0 && len(one.Items[0]) > 0 {
			out = append(out, one)
		}
	}
	return out
}

// runs returns inline nodes with their Values.
func (l Letter) runs(nodes []Node, p *page) []run {
	var out []run
	for _, n := range nodes {
		base := run{}
		for _, m := range n.Marks {
			switch m.Type {
			case "bold":
				base.Bold = true
			case "italic":
				base.Italic = true
			case "underline":
				base.Underline = true
			case "link":
				if m.Attrs != nil {
					base.Href = l.Values.address(m.Attrs.Href)
				}
			}
		}
		switch {
		case n.Type == "hardBreak":
			out = append(out, run{Break: true})
		case n.Type == "tag" && n.Attrs != nil:
			value := l.Values[n.Attrs.Name]
			if IsURL(n.Attrs.Name) && base.Href == "" {
				base.Href = l.Values.address("[" + n.Attrs.Name + "]")
			}
			base.Isolated = mayTurn(value, p.Direction)
			out = append(out, broken(base, value)...)
		case n.Type == "text" && tagPattern.MatchString(n.Text):
			for _, part := range inlineOf(n.Text) {
				if part.Type == "text" || !l.Values.knows(part.Attrs.Name) {
					out = append(out, broken(base, cmp.Or(part.Text, "["+part.attr()+"]"))...)
					continue
				}
				part.Marks = n.Marks
				out = append(out, l.runs([]Node{part}, p)...)
			}
		case n.Type == "text":
			out = append(out, broken(base, n.Text)...)
		}
	}
	return out
}

// broken returns text as runs, with a break for each end of a line.
func broken(like run, text string) []run {
	var out []run
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			out = append(out, run{Break: true})
		}
		if line != "" {
			one := like
			one.Text = line
			out = append(out, one)
		}
	}
	return out
}

// mayTurn reports whether a value has letters of the other direction, which would otherwise reorder what is around it.
func mayTurn(value, direction string) bool {
	return direction == "rtl" && value != "" || strings.ContainsFunc(value, func(r rune) bool {
		return unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko)
	})
}
