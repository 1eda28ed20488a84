package templates

import (
	"fmt"
	"net/mail"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"laurel/internal/messaging/letters"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
)

// checker collects what is wrong with a template.
type checker struct {
	errs.Fields

	kind  Type
	known map[string]bool // tags
	ids   int
}

// check validates a whole template and normalises it. custom are the keys of the department's custom attributes.
func (t *Template) check(custom []string) error {
	kind, _ := typeOf(t.Type)
	c := checker{kind: kind, known: map[string]bool{}}
	for _, tag := range kind.AllTags() {
		c.known[tag] = true
	}
	if kind.Credential {
		for _, key := range custom {
			c.known[customPrefix+key] = true
		}
	}
	switch t.Name = i18n.OneLine(t.Name); {
	case t.Name == "":
		c.Add("name", "required")
	case utf8.RuneCountInString(t.Name) > longestName:
		c.Add("name", "too_long", "max", longestName)
	}
	if t.State != Draft && t.State != Active {
		c.Add("state", "not_one_of", "values", errs.Values([]State{Draft, Active}))
	}
	if t.Default && t.State != Active {
		c.Add("default", "email_template.default_draft")
	}
	if t.FromName = i18n.OneLine(t.FromName); utf8.RuneCountInString(t.FromName) > longestName {
		c.Add("from_name", "too_long", "max", longestName)
	}
	if t.ReplyTo = strings.TrimSpace(t.ReplyTo); t.ReplyTo != "" && !mailable(t.ReplyTo) {
		c.Add("reply_to", "invalid_email")
	}
	t.Style.Validate(&c.Fields)
	if t.Style.Header != "" {
		c.image("style.header", t.Style.Header)
	}
	if !i18n.Known(t.Language) {
		c.Add("language", "not_one_of", "values", strings.Join(i18n.Codes, ", "))
	} else if _, there := t.Variants[t.Language]; !there {
		c.Add("language", "email_template.no_variant")
	}
	for language, v := range t.Variants {
		if !i18n.Known(language) {
			c.Add("variants."+language, "not_one_of", "values", strings.Join(i18n.Codes, ", "))
			continue
		}
		t.Variants[language] = c.variant("variants."+language, v)
	}
	return c.Err()
}

// variant checks a variant and returns it normalised.
func (c *checker) variant(field string, v letters.Variant) letters.Variant {
	if v.Subject = i18n.OneLine(v.Subject); v.Subject == "" {
		c.Add(field+".subject", "required")
	}
	c.text(field+".subject", v.Subject, longestSubject)
	v.Preheader = i18n.OneLine(v.Preheader)
	c.text(field+".preheader", v.Preheader, longestPreheader)
	if len(v.Blocks) == 0 {
		c.Add(field+".blocks", "required")
	}
	c.ids = 0
	c.blocks(field+".blocks", v.Blocks, false)
	var used []string
	letters.EachText(v.Blocks, func(text string, _ bool) { used = append(used, letters.TagsIn(text)...) })
	c.required(field+".blocks", used)
	if v.Text != nil {
		text := strings.TrimSpace(strings.ReplaceAll(*v.Text, "\r\n", "\n"))
		v.Text = &text
		if text == "" {
			c.Add(field+".text", "required")
		}
		c.text(field+".text", text, longestText)
		c.required(field+".text", letters.TagsIn(text))
	}
	return v
}

// required reports the tags that the type requires and that are not used.
func (c *checker) required(field string, used []string) {
	var missing []string
	for _, tag := range c.kind.Required {
		if !slices.Contains(used, tag) {
			missing = append(missing, "["+tag+"]")
		}
	}
	if len(missing) > 0 {
		c.Add(field, "email_template.tags_missing", "tags", strings.Join(missing, ", "))
	}
}

// text checks the length and the tags of a text.
func (c *checker) text(field, text string, longest int) {
	if utf8.RuneCountInString(text) > longest {
		c.Add(field, "too_long", "max", longest)
	}
	for _, tag := range letters.TagsIn(text) {
		c.tag(field, tag)
	}
}

func (c *checker) tag(field, tag string) {
	// A word without a dot that this type does not know is just text in brackets.
	if !c.known[tag] && strings.Contains(tag, ".") {
		c.Add(field, "email_template.unknown_tag", "tag", "["+tag+"]")
	}
}

func (c *checker) blocks(field string, blocks []letters.Block, inner bool) {
	for i := range blocks {
		c.ids++
		if c.ids > mostBlocks {
			c.Add(field, "too_many", "max", mostBlocks)
			return
		}
		c.block(fmt.Sprintf("%s.%d", field, i), &blocks[i], inner)
	}
}

func (c *checker) block(field string, b *letters.Block, inner bool) {
	if len(b.ID) > 64 || b.ID == "" {
		b.ID = fmt.Sprintf("b%d", c.ids)
	}
	if b.When != "" {
		c.tag(field+".when", b.When)
	}
	if b.Align != "" && !slices.Contains([]string{"start", "center", "end"}, b.Align) {
		c.Add(field+".align", "not_one_of", "values", "start, center, end")
	}
	switch b.Type {
	case letters.Heading:
		c.label(field+".text", b.Text)
		if b.Level != 2 {
			b.Level = 1
		}
	case letters.Button:
		c.label(field+".text", b.Text)
		c.address(field+".url", b.URL, true)
	case letters.Text, letters.Footer:
		c.doc(field+".doc", b.Doc)
	case letters.Picture:
		if b.Which == "" {
			b.Which = "primary"
		}
		if !slices.Contains([]string{"primary", "certificate", "badge", "both"}, b.Which) {
			c.Add(field+".which", "not_one_of", "values", "primary, certificate, badge, both")
		}
		if !c.kind.Credential {
			c.Add(field, "email_template.no_picture")
		}
	case letters.Image:
		c.image(field+".src", b.Src)
		c.text(field+".alt", b.Alt, longestLabel)
		if b.URL != "" {
			c.address(field+".url", b.URL, true)
		}
		c.between(field+".width", &b.Width, 16, 1000, 536)
	case letters.Spacer:
		c.between(field+".height", &b.Height, 4, 120, 24)
	case letters.Columns:
		c.columns(field, b, inner)
	case letters.Social:
		c.links(field+".links", b.Links)
	case letters.HTML:
		if b.HTML = letters.Sanitized(b.HTML); strings.TrimSpace(b.HTML) == "" {
			c.Add(field+".html", "required")
		}
		c.text(field+".html", b.HTML, longestHTML)
	case letters.Divider:
	default:
		c.Add(field+".type", "not_one_of", "values", strings.Join(letters.BlockTypes, ", "))
	}
}

func (c *checker) label(field, text string) {
	if strings.TrimSpace(text) == "" {
		c.Add(field, "required")
	}
	c.text(field, text, longestLabel)
}

func (c *checker) columns(field string, b *letters.Block, inner bool) {
	if inner {
		c.Add(field+".type", "email_template.nested_columns")
		return
	}
	if len(b.Columns) < 2 || len(b.Columns) > mostColumns {
		c.Add(field+".columns", "email_template.columns", "max", mostColumns)
		return
	}
	for i, column := range b.Columns {
		c.blocks(fmt.Sprintf("%s.columns.%d", field, i), column, true)
	}
}

func (c *checker) links(field string, links []letters.Link) {
	if len(links) == 0 {
		c.Add(field, "required")
	}
	if len(links) > 8 {
		c.Add(field, "too_many", "max", 8)
	}
	for i, l := range links {
		c.label(fmt.Sprintf("%s.%d.label", field, i), l.Label)
		c.address(fmt.Sprintf("%s.%d.url", field, i), l.URL, false)
	}
}

// address checks a link: an address of the web or of email, or one tag that is an address.
func (c *checker) address(field, address string, tags bool) {
	switch used := letters.TagsIn(address); {
	case strings.TrimSpace(address) == "":
		c.Add(field, "required")
	case tags && len(used) == 1 && address == "["+used[0]+"]":
		c.tag(field, used[0])
		if !letters.IsURL(used[0]) {
			c.Add(field, "invalid_url")
		}
	case !linkable(address):
		c.Add(field, "invalid_url")
	}
}

func (c *checker) image(field, address string) {
	switch parsed, err := url.Parse(address); {
	case address == "":
		c.Add(field, "required")
	case err != nil || len(address) > longestURL || parsed.Host == "" || parsed.Scheme != "https" && parsed.Scheme != "http":
		c.Add(field, "invalid_url")
	}
}

func linkable(address string) bool {
	parsed, err := url.Parse(address)
	if err != nil || len(address) > longestURL || strings.ContainsFunc(address, unicode.IsSpace) {
		return false
	}
	switch parsed.Scheme {
	case "https", "http":
		return parsed.Host != ""
	case "mailto":
		return mailable(parsed.Opaque)
	default:
		return false
	}
}

func (c *checker) between(field string, n *int, least, most, usual int) {
	switch {
	case *n == 0:
		*n = usual
	case *n < least:
		c.Add(field, "too_small", "min", least)
	case *n > most:
		c.Add(field, "too_large", "max", most)
	}
}

// within lists what may be inside each kind of node.
var within = map[string][]string{
	"doc":        {"paragraph", "bulletList", "orderedList"},
	"bulletList": {"listItem"}, "orderedList": {"listItem"}, "listItem": {"paragraph"},
	"paragraph": {"text", "tag", "hardBreak"}, "text": {}, "tag": {}, "hardBreak": {},
}

func (c *checker) doc(field string, doc *letters.Node) {
	if doc == nil || doc.Type != "doc" || len(doc.Content) == 0 {
		c.Add(field, "required")
		return
	}
	size := 0
	doc.Each(func(text string, _ bool) { size += utf8.RuneCountInString(text) })
	if size > longestText {
		c.Add(field, "too_long", "max", longestText)
	}
	c.node(field, doc)
}

func (c *checker) node(field string, n *letters.Node) {
	switch n.Type {
	case "text":
		c.text(field, n.Text, longestText)
	case "tag":
		if n.Attrs == nil {
			c.Add(field, "email_template.node")
			return
		}
		if !c.known[n.Attrs.Name] {
			c.Add(field, "email_template.unknown_tag", "tag", "["+n.Attrs.Name+"]")
		}
	}
	for _, m := range n.Marks {
		switch m.Type {
		case "bold", "italic", "underline":
		case "link":
			if m.Attrs == nil {
				c.Add(field, "email_template.node")
				return
			}
			c.address(field, m.Attrs.Href, true)
		default:
			c.Add(field, "email_template.node")
		}
	}
	for i := range n.Content {
		if !slices.Contains(within[n.Type], n.Content[i].Type) {
			c.Add(field, "email_template.node")
			return
		}
		c.node(field, &n.Content[i])
	}
}

// mailable reports whether text is a single plain address.
func mailable(text string) bool {
	parsed, err := mail.ParseAddress(text)
	return err == nil && len(text) <= 254 && parsed.Address == text && !strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII || unicode.IsControl(r) })
}
