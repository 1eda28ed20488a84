package templates

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"laurel/internal/messaging/letters"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/locales"
)

func bundle(t *testing.T) *i18n.Bundle {
	t.Helper()
	b, err := i18n.Load(locales.Files)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

var someValues = letters.Values{
	"recipient.name": "Ada <b>Lovelace</b>", "group.course_name": `Weaving "I" & II`, "department.name": "Guild", "credential.url": "https://laurel.example/x?key=1&y=2",
	"credential.image": "https://laurel.example/p.png", "action.url": "https://laurel.example/do", "credential.code": "1234", "reason": "", "from": "A", "to": "B",
	"unsubscribe.url": "https://laurel.example/emails/1",
}

func written(t *testing.T, l letters.Letter) letters.Rendered {
	t.Helper()
	if l.Style == (letters.Style{}) {
		l.Style = letters.DefaultStyle()
	}
	if l.Subject == "" {
		l.Subject = "Subject"
	}
	if l.Language == "" {
		l.Language = "en"
	}
	if l.Values == nil {
		l.Values = someValues
	}
	out, err := l.Render()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// nested reports elements that are not closed in the order in which they were opened.
func nested(source string) error {
	void := map[string]bool{"meta": true, "br": true, "img": true, "hr": true}
	var open []string
	z := html.NewTokenizer(strings.NewReader(source))
	for {
		switch z.Next() {
		case html.ErrorToken:
			if len(open) > 0 {
				return fmt.Errorf("not closed: %v", open)
			}
			return nil
		case html.StartTagToken:
			if name, _ := z.TagName(); !void[string(name)] {
				open = append(open, string(name))
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			if len(open) == 0 || open[len(open)-1] != string(name) {
				return fmt.Errorf("</%s> closes %v", name, open)
			}
			open = open[:len(open)-1]
		}
	}
}

func TestTheInstallationsTextsAreWholeInEveryLanguage(t *testing.T) {
	t.Parallel()
	texts := bundle(t)
	folder := os.Getenv("LAUREL_MAILS") // to look at them
	for _, language := range texts.Languages() {
		for _, kind := range Types() {
			v := kind.Usual(texts, language)
			tmpl := Template{Type: kind.Key, Name: "x", State: Active, Language: language, Style: letters.DefaultStyle(), Variants: map[string]letters.Variant{language: v}}
			if err := tmpl.check(nil); err != nil {
				t.Errorf("%s %s can't be saved: %v", kind.Key, language, err)
			}
			out := written(t, letters.Letter{Variant: v, Language: language, Stop: "Stop"})
			if strings.Contains(out.HTML+out.Text+out.Subject, "{{") || strings.Contains(out.HTML, "[recipient") || strings.Contains(out.HTML, "ZgotmplZ") || strings.Contains(out.HTML, "param.") {
				t.Errorf("%s %s: %s", kind.Key, language, out.Text)
			}
			if err := nested(out.HTML); err != nil {
				t.Errorf("%s %s: %v", kind.Key, language, err)
			}
			if len(out.HTML) > 20_000 {
				t.Errorf("%s %s has %d bytes", kind.Key, language, len(out.HTML))
			}
			if folder != "" {
				if err := os.WriteFile(folder+"/"+kind.Key+"-"+language+".html", []byte(out.HTML), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

func TestValuesAreNeverMarkup(t *testing.T) {
	t.Parallel()
	evil := letters.Values{
		"recipient.name": `<script>alert(1)</script>"'><img src=x onerror=alert(1)> [credential.url]`, "credential.url": "javascript:alert(1)",
		"group.course_name": "{{.Subject}}", "department.name": `"><svg onload=alert(1)>`, "action.url": "https://laurel.example/a\"onclick=\"x",
	}
	out := written(t, letters.Letter{Values: evil, Variant: letters.Variant{
		Subject: "To [recipient.name]\r\nBcc: x", Preheader: "[recipient.name]",
		Blocks: []letters.Block{
			{Type: letters.Heading, Text: "[recipient.name] [group.course_name]"},
			{Type: letters.Text, Doc: letters.Paragraphs("[recipient.name]")},
			{Type: letters.Button, Text: "[recipient.name]", URL: "[credential.url]"},
			{Type: letters.Button, Text: "Go", URL: "[action.url]"},
			{Type: letters.HTML, HTML: `<p onclick="x()">[recipient.name] <a href="[credential.url]">a</a> <a href="[recipient.name]">b</a><script>x</script><img src="https://x.example/[recipient.name]"></p>`},
		},
	}})
	for _, bad := range []string{"<script", "<svg", "onerror=alert(1)>", "javascript:", "onclick=\"", "<img src=x"} {
		if strings.Contains(out.HTML, bad) {
			t.Errorf("%q is in the email", bad)
		}
	}
	if strings.ContainsAny(out.Subject, "\r\n") || !strings.Contains(out.HTML, "{{.Subject}}") || !strings.Contains(out.Text, "[credential.url]") {
		t.Errorf("%q\n%s", out.Subject, out.Text)
	}
	if err := nested(out.HTML); err != nil {
		t.Error(err)
	}
}

func TestAnEmailHoldsInMailPrograms(t *testing.T) {
	t.Parallel()
	texts := bundle(t)
	kind, _ := typeOf("delivery")
	out := written(t, letters.Letter{Variant: kind.Usual(texts, "ar"), Language: "ar"})
	for _, want := range []string{
		`<html lang="ar" dir="rtl">`, `<meta name="color-scheme" content="light dark">`, "@media (prefers-color-scheme: dark)", "<!--[if mso]><v:roundrect", `role="presentation"`,
		`href="https://laurel.example/x?key=1&amp;y=2"`, `alt="Weaving &#34;I&#34; &amp; II"`, "<![endif]-->", `text-align:right`,
	} {
		if !strings.Contains(out.HTML, want) {
			t.Errorf("no %s in %s", want, out.HTML)
		}
	}
	if strings.Count(out.HTML, "<table") != strings.Count(out.HTML, "<table role=\"presentation\"")+strings.Count(out.HTML, " role=\"presentation\"")-strings.Count(out.HTML, "<table role=\"presentation\"") {
		t.Error("a table of the layout has no role")
	}
}

func TestBlocksWithoutContentAreLeftOut(t *testing.T) {
	t.Parallel()
	v := letters.Variant{Blocks: []letters.Block{
		{Type: letters.Text, When: "reason", Doc: letters.Paragraphs("Because [reason]")}, {Type: letters.Picture, Which: "badge"}, {Type: letters.Button, Text: "Go", URL: "[wallet.url]"},
		{Type: letters.Text, Doc: letters.Paragraphs("[1] and [note] stay, [reason] goes.")},
	}}
	out := written(t, letters.Letter{Variant: v})
	if strings.Contains(out.HTML, "Because") || strings.Contains(out.HTML, "<img") || strings.Contains(out.HTML, ">Go<") || !strings.Contains(out.Text, "[1] and [note] stay,  goes.") {
		t.Errorf("%s\n%s", out.Text, out.HTML)
	}
}

func TestEveryBlockIsDrawnAndHasItsText(t *testing.T) {
	t.Parallel()
	doc := &letters.Node{Type: "doc", Content: []letters.Node{
		{Type: "paragraph", Content: []letters.Node{{Type: "text", Text: "bold", Marks: []letters.Mark{{Type: "bold"}, {Type: "link", Attrs: &letters.Attrs{Href: "https://a.example"}}}}, {Type: "hardBreak"}, {Type: "text", Text: "next"}}},
		{Type: "orderedList", Content: []letters.Node{{Type: "listItem", Content: letters.Paragraphs("one").Content}, {Type: "listItem", Content: letters.Paragraphs("two").Content}}},
	}}
	v := letters.Variant{Subject: "x", Blocks: []letters.Block{
		{Type: letters.Heading, Text: "Head", Level: 2, Align: "end"}, {Type: letters.Text, Doc: doc}, {Type: letters.Divider}, {Type: letters.Spacer, Height: 30}, {Type: letters.Picture, Which: "both"},
		{Type: letters.Image, Src: "https://laurel.example/i.png", Alt: "A loom", Width: 200, URL: "[credential.url]"},
		{Type: letters.Columns, Columns: [][]letters.Block{{{Type: letters.Heading, Text: "Left"}}, {{Type: letters.Button, Text: "Right", URL: "[credential.url]"}}}},
		{Type: letters.Social, Links: []letters.Link{{Label: "Site", URL: "https://guild.example"}}}, {Type: letters.Footer, Doc: letters.Paragraphs("Guild, 1 Loom Street")},
		{Type: letters.HTML, HTML: `<p style="color:#ff0000;position:fixed">Own <a href="https://b.example">link</a></p>`},
	}}
	tmpl := Template{Type: "delivery", Name: "x", State: Active, Language: "en", Style: letters.DefaultStyle(), Variants: map[string]letters.Variant{"en": v}}
	if err := tmpl.check(nil); err != nil {
		t.Fatal(err)
	}
	vals := letters.Values{"credential.url": "https://laurel.example/x", "credential.certificate": "https://laurel.example/c.png", "credential.badge": "https://laurel.example/b.png"}
	out := written(t, letters.Letter{Variant: tmpl.Variants["en"], Values: vals})
	for _, want := range []string{
		"<h2", "<strong>bold</strong>", `href="https://a.example"`, "<br>", "<ol", "height:30px", "c.png", "b.png", "i.png", `alt="A loom"`, `class="col"`, "https://guild.example",
		"1 Loom Street", `style="color: #ff0000"`, "https://b.example",
	} {
		if !strings.Contains(out.HTML, want) {
			t.Errorf("no %s in %s", want, out.HTML)
		}
	}
	if strings.Contains(out.HTML, "position") {
		t.Error("a style that moves things is left in")
	}
	if err := nested(out.HTML); err != nil {
		t.Error(err)
	}
	want := "Head\n\nbold (https://a.example)\nnext\n\n1. one\n2. two\n\nA loom\n\nLeft\n\nRight:\nhttps://laurel.example/x\n\nSite: https://guild.example\n\nOwn link: https://b.example\n\nGuild, 1 Loom Street\n"
	if out.Text != want {
		t.Errorf("text\n%q, want\n%q", out.Text, want)
	}
}

func TestATemplateNamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	good := func() *Template {
		return &Template{Type: "delivery", Name: "Mine", State: Active, Language: "en", Style: letters.DefaultStyle(), Variants: map[string]letters.Variant{
			"en": {Subject: "Hi", Blocks: []letters.Block{{Type: letters.Button, Text: "Open", URL: "[credential.url]"}}},
		}}
	}
	change := func(fn func(v *letters.Variant)) func(*Template) {
		return func(t *Template) {
			v := t.Variants["en"]
			fn(&v)
			t.Variants["en"] = v
		}
	}
	for name, tc := range map[string]struct {
		break_ func(*Template)
		field  string
	}{
		"nothing":        {func(*Template) {}, ""},
		"name":           {func(t *Template) { t.Name = " " }, "name"},
		"long subject":   {change(func(v *letters.Variant) { v.Subject = strings.Repeat("ä", 151) }), "variants.en.subject"},
		"required tag":   {change(func(v *letters.Variant) { v.Blocks[0].URL = "https://x.example" }), "variants.en.blocks"},
		"unknown tag":    {change(func(v *letters.Variant) { v.Subject = "[credential.shoe_size]" }), "variants.en.subject"},
		"custom tag":     {change(func(v *letters.Variant) { v.Subject = "[custom.course]" }), ""},
		"unknown custom": {change(func(v *letters.Variant) { v.Subject = "[custom.other]" }), "variants.en.subject"},
		"script link": {change(func(v *letters.Variant) {
			v.Blocks = append(v.Blocks, letters.Block{Type: letters.Button, Text: "x", URL: "javascript:x"})
		}), "variants.en.blocks.1.url"},
		"name as link": {change(func(v *letters.Variant) {
			v.Blocks = append(v.Blocks, letters.Block{Type: letters.Button, Text: "x", URL: "[recipient.name]"})
		}), "variants.en.blocks.1.url"},
		"unknown block": {change(func(v *letters.Variant) { v.Blocks = append(v.Blocks, letters.Block{Type: "video"}) }), "variants.en.blocks.1.type"},
		"text part":     {change(func(v *letters.Variant) { v.Text = new("Hello") }), "variants.en.text"},
		"no variant":    {func(t *Template) { t.Language = "de" }, "language"},
		"contrast":      {func(t *Template) { t.Style.Text = "#cccccc" }, "style.text"},
		"brand":         {func(t *Template) { t.Style.Brand = "#ffee99" }, "style.brand"},
		"color":         {func(t *Template) { t.Style.Surface = "red" }, "style.surface"},
		"font":          {func(t *Template) { t.Style.Font = "Comic Sans" }, "style.font"},
		"draft default": {func(t *Template) { t.Default, t.State = true, Draft }, "default"},
		"reply to":      {func(t *Template) { t.ReplyTo = "x@y\r\nBcc: z@z.example" }, "reply_to"},
		"deep columns": {change(func(v *letters.Variant) {
			v.Blocks = append(v.Blocks, letters.Block{Type: letters.Columns, Columns: [][]letters.Block{{{Type: letters.Columns}}, {}}})
		}), "variants.en.blocks.1.columns.0.0.type"},
	} {
		tmpl := good()
		tc.break_(tmpl)
		err := tmpl.check([]string{"course"})
		if tc.field == "" && err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var refusal *errs.Error
		if tc.field != "" {
			if refusal, _ = err.(*errs.Error); refusal == nil || refusal.Fields[tc.field] == nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
