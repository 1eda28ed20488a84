package letters

// The types of blocks.
const (
	Heading = "heading"
	Text    = "text"
	Button  = "button"
	Picture = "picture" // of the credential
	Image   = "image"
	Divider = "divider"
	Spacer  = "spacer"
	Columns = "columns"
	Social  = "social"
	Footer  = "footer" // small text below the message
	HTML    = "html"
)

// BlockTypes lists the types of blocks.
var BlockTypes = []string{Heading, Text, Button, Picture, Image, Divider, Spacer, Columns, Social, Footer, HTML}

// Block is a part of an email. Its type tells which fields it uses. Text, Label, URL and Alt may contain tags.
type Block struct {
	ID      string    `json:"id"`
	Type    string    `json:"type"`
	When    string    `json:"when,omitempty"`  // a tag: the block is left out if it has no value
	Align   string    `json:"align,omitempty"` // start, center or end
	Text    string    `json:"text,omitempty"`  // of a heading or a button
	Level   int       `json:"level,omitempty"` // of a heading: 1 or 2
	Doc     *Node     `json:"doc,omitempty"`   // of a text or a footer
	URL     string    `json:"url,omitempty"`   // of a button or an image
	ShowURL bool      `json:"show_url,omitempty"`
	Which   string    `json:"which,omitempty"` // of a picture: primary, certificate, badge or both
	Src     string    `json:"src,omitempty"`
	Alt     string    `json:"alt,omitempty"`
	Width   int       `json:"width,omitempty"`  // of an image, in pixels
	Height  int       `json:"height,omitempty"` // of a spacer, in pixels
	Columns [][]Block `json:"columns,omitempty"`
	Links   []Link    `json:"links,omitempty"`
	HTML    string    `json:"html,omitempty"`
}

// Link is a link to a profile of the issuer.
type Link struct {
	Label string `json:"label"`
	URL   string `json:"url"`
}

// Node is formatted text: doc, paragraph, bulletList, orderedList, listItem, text, tag or hardBreak.
type Node struct {
	Type    string `json:"type"`
	Text    string `json:"text,omitempty"`
	Attrs   *Attrs `json:"attrs,omitempty"`
	Marks   []Mark `json:"marks,omitempty"`
	Content []Node `json:"content,omitempty"`
}

// Mark is bold, italic, underline or link.
type Mark struct {
	Type  string `json:"type"`
	Attrs *Attrs `json:"attrs,omitempty"`
}

// Attrs are the name of a tag, and the address of a link, which may be a tag.
type Attrs struct {
	Name string `json:"name,omitempty"`
	Href string `json:"href,omitempty"`
}

// Paragraphs returns text as formatted text: an empty line begins a paragraph.
func Paragraphs(texts ...string) *Node {
	doc := &Node{Type: "doc"}
	for _, text := range texts {
		doc.Content = append(doc.Content, Node{Type: "paragraph", Content: inlineOf(text)})
	}
	return doc
}

// inlineOf returns text with tags as nodes.
func inlineOf(text string) []Node {
	var out []Node
	add := func(plain string) {
		if plain != "" {
			out = append(out, Node{Type: "text", Text: plain})
		}
	}
	last := 0
	for _, m := range tagPattern.FindAllStringSubmatchIndex(text, -1) {
		add(text[last:m[0]])
		out = append(out, Node{Type: "tag", Attrs: &Attrs{Name: text[m[2]:m[3]]}})
		last = m[1]
	}
	add(text[last:])
	return out
}

// EachText calls yield with every text of blocks that may contain tags, and whether it is an address.
func EachText(blocks []Block, yield func(text string, address bool)) {
	for _, b := range blocks {
		yield(b.Text, false)
		yield(b.Alt, false)
		yield(b.URL, true)
		yield(b.HTML, false)
		if b.Doc != nil {
			b.Doc.Each(yield)
		}
		for _, l := range b.Links {
			yield(l.URL, true)
		}
		for _, column := range b.Columns {
			EachText(column, yield)
		}
	}
}

// Each calls yield with every text of a node that may contain tags, and whether it is an address.
func (n *Node) Each(yield func(text string, address bool)) {
	yield(n.Text, false)
	if n.Type == "tag" && n.Attrs != nil {
		yield("["+n.Attrs.Name+"]", false)
	}
	for _, m := range n.Marks {
		if m.Attrs != nil {
			yield(m.Attrs.Href, true)
		}
	}
	for i := range n.Content {
		n.Content[i].Each(yield)
	}
}

// attr returns the name of a tag.
func (n Node) attr() string {
	if n.Attrs == nil {
		return ""
	}
	return n.Attrs.Name
}
