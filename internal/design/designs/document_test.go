package designs

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"

	"laurel/internal/platform/errs"
)

const frame = `"top":"10%","left":"10%","image_width":"40%","image_height":"40%"`

// onPage is a document of one block, or of none.
func onPage(block string) string {
	return fmt.Sprintf(`{"kind":"certificate","size":"a4","orientation":"landscape","blocks":[%s]}`, block)
}

func block(fields string) string { return onPage("{" + frame + "," + fields + "}") }

func TestWrongDocumentsAreRefusedAtTheField(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ doc, field, code string }{
		"colour that is CSS":         {block(`"kind":"text","model":"x","color":"red;} body{background:url(//evil)}"`), "design.blocks.0.color", "design.color"},
		"colour of three digits":     {block(`"kind":"text","model":"x","color":"#fff"`), "design.blocks.0.color", "design.color"},
		"page colour":                {`{"blocks":[],"background_color":"blue"}`, "design.background_color", "design.color"},
		"font that is CSS":           {block(`"kind":"text","model":"x","font":"a;b:url(x)"`), "design.blocks.0.font", "invalid"},
		"unknown line style":         {block(`"kind":"line","line_style":"expression(1)"`), "design.blocks.0.line_style", "not_one_of"},
		"line width of text":         {block(`"kind":"line","line_width":"2px"`), "design.blocks.0.line_width", "wrong_type"},
		"fill of text":               {block(`"kind":"rectangle","fill":"url(#x)"`), "design.blocks.0.fill", "design.color"},
		"text without a model":       {block(`"kind":"text"`), "design.blocks.0.model", "required"},
		"text too long":              {block(`"kind":"text","model":"` + strings.Repeat("x", 5001) + `"`), "design.blocks.0.model", "too_long"},
		"font size of 0":             {block(`"kind":"text","model":"x","font_size":0`), "design.blocks.0.font_size", "too_small"},
		"font size of 1e9":           {block(`"kind":"text","model":"x","font_size":1e9`), "design.blocks.0.font_size", "too_large"},
		"weight between":             {block(`"kind":"text","model":"x","font_weight":450`), "design.blocks.0.font_weight", "not_one_of"},
		"unknown kind of block":      {block(`"kind":"video"`), "design.blocks.0.kind", "not_one_of"},
		"block without a kind":       {onPage("{" + frame + "}"), "design.blocks.0.kind", "required"},
		"block that is no object":    {onPage(`"text"`), "design.blocks.0", "wrong_type"},
		"blocks that are no list":    {`{"blocks":{}}`, "design.blocks", "wrong_type"},
		"101 blocks":                 {onPage(strings.Repeat("{"+frame+`,"kind":"line"},`, 100) + "{" + frame + `,"kind":"line"}`), "design.blocks", "too_many"},
		"position that is a number":  {onPage(`{"kind":"line","top":10,"left":"1%","image_width":"1%","image_height":"1%"}`), "design.blocks.0.top", "wrong_type"},
		"position of 1e9 percent":    {onPage(`{"kind":"line","top":"1e9%","left":"1%","image_width":"1%","image_height":"1%"}`), "design.blocks.0.top", "design.percent"},
		"position that is no number": {onPage(`{"kind":"line","top":"NaN%","left":"1%","image_width":"1%","image_height":"1%"}`), "design.blocks.0.top", "design.percent"},
		"position missing":           {onPage(`{"kind":"line","left":"1%","image_width":"1%","image_height":"1%"}`), "design.blocks.0.top", "required"},
		"script as a picture":        {block(`"kind":"image","image_url":"javascript:alert(1)"`), "design.blocks.0.image_url", "design.image_url"},
		"climbing out of the art":    {block(`"kind":"image","image_url":"/art/../secret.svg"`), "design.blocks.0.image_url", "design.image_url"},
		"data as a background":       {`{"blocks":[],"background":"data:text/html,x"}`, "design.background", "design.image_url"},
		"tag that is no tag":         {block(`"kind":"image_attribute","custom_image_attribute":"photo"`), "design.blocks.0.custom_image_attribute", "invalid"},
		"QR with nothing to say":     {block(`"kind":"qr","qr_code":""`), "design.blocks.0.qr_code", "required"},
		"QR of 1 x 100,000":          {block(`"kind":"qr","qr_code":"x","pixel_width":1,"pixel_height":100000`), "design.blocks.0.pixel_height", "too_large"},
		"QR under 60 pixels":         {block(`"kind":"qr","qr_code":"x","pixel_width":59`), "design.blocks.0.pixel_width", "too_small"},
		"QR in a frame too small":    {onPage(`{"kind":"qr","qr_code":"x","top":"1%","left":"1%","image_width":"5%","image_height":"40%"}`), "design.blocks.0.image_width", "design.qr_too_small"},
		"QR under 105 on the small":  {`{"kind":"certificate","size":"a8","blocks":[{` + frame + `,"kind":"qr","qr_code":"x","pixel_width":104}]}`, "design.blocks.0.pixel_width", "design.qr_too_small"},
		"small frame on the small":   {`{"kind":"certificate","size":"a8","blocks":[{"top":"1%","left":"1%","image_width":"37%","image_height":"60%","kind":"qr","qr_code":"x"}]}`, "design.blocks.0.image_width", "design.qr_too_small"},
		"lock that is text":          {block(`"kind":"line","lock_position":"yes"`), "design.blocks.0.lock_position", "wrong_type"},
		"group that is CSS":          {block(`"kind":"line","group":"a;b"`), "design.blocks.0.group", "invalid"},
		"group without a name":       {`{"blocks":[{` + frame + `,"kind":"line","group":"g1"}],"groups":[{"id":"g1","name":""}]}`, "design.groups.0.name", "required"},
		"group named twice":          {`{"blocks":[{` + frame + `,"kind":"line","group":"g1"}],"groups":[{"id":"g1","name":"A"},{"id":"g1","name":"B"}]}`, "design.groups.1.id", "design.group_named_twice"},
		"unknown size":               {`{"size":"a3","blocks":[]}`, "design.size", "not_one_of"},
		"unknown kind":               {`{"kind":"poster","blocks":[]}`, "design.kind", "not_one_of"},
		"unknown orientation":        {`{"orientation":"square","blocks":[]}`, "design.orientation", "not_one_of"},
		"unknown language":           {`{"language":"xx","blocks":[]}`, "design.language", "unknown_language"},
		"badge on paper":             {`{"kind":"badge","size":"a4","blocks":[]}`, "design.size", "design.size_of_other_kind"},
		"certificate as a badge":     {`{"kind":"certificate","size":"badge","blocks":[]}`, "design.size", "design.size_of_other_kind"},
		"bleeds that is text":        {`{"background_bleeds":"yes","blocks":[]}`, "design.background_bleeds", "wrong_type"},
		"number no database keeps":   {`{"blocks":[],"mine":1e20000}`, "design", "design.unreadable"},
		"number next to nothing":     {`{"blocks":[],"mine":1e-20000}`, "design", "design.unreadable"},
		"nesting without end":        {`{"blocks":[],"mine":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + "}", "design", "design.unreadable"},
		"no object":                  {`[]`, "design", "wrong_type"},
		"text":                       {`"design"`, "design", "wrong_type"},
		"nothing":                    {`null`, "design", "wrong_type"},
		"not given":                  {``, "design", "wrong_type"},
		"more than a megabyte":       {`{"blocks":[],"mine":"` + strings.Repeat("x", 1<<20) + `"}`, "design", "too_long"},
	} {
		d, err := readDraft(json.RawMessage(tc.doc))
		if err == nil {
			d.doc.complete()
			d.doc.validate(&d.wrong)
			err = d.wrong.Err()
		}
		var refusal *errs.Error
		if !errors.As(err, &refusal) || len(refusal.Fields[tc.field]) != 1 || refusal.Fields[tc.field][0].Code != tc.code {
			t.Errorf("%s: want %s at %s, got %+v", name, tc.code, tc.field, refusal)
		}
	}
}

func TestAllThatIsWrongIsToldAtOnce(t *testing.T) {
	t.Parallel()
	d, err := readDraft(json.RawMessage(onPage("{" + frame + `,"kind":"text","model":"x","color":"red"},{` + frame + `,"kind":"line","color":"blue","line_width":0}`)))
	if err != nil {
		t.Fatal(err)
	}
	d.doc.validate(&d.wrong)
	var refusal *errs.Error
	if !errors.As(d.wrong.Err(), &refusal) || len(refusal.Fields) != 3 {
		t.Errorf("got %+v", refusal)
	}
}

func TestADocumentOfEveryKindOfBlockIsGood(t *testing.T) {
	t.Parallel()
	blocks := []string{
		`"kind":"text","model":"[recipient.name]\n[custom.unknown]","font":"Source Sans Pro","font_weight":400,"font_size":16.5,"color":"#00AAff"`,
		`"kind":"image","image_url":"/art/seal-green.svg"`, `"kind":"image_attribute","custom_image_attribute":"[custom.photo]"`,
		`"kind":"qr","qr_code":"[credential.url]","pixel_width":60,"pixel_height":60`, `"kind":"line","line_style":"groove","group":"g1"`,
		`"kind":"rectangle","fill":"none","stroke":"#000000","group":"g1"`, `"kind":"ellipse","lock_position":true,"lock_content":true,"lock_style":false`,
	}
	for i := range blocks {
		blocks[i] = "{" + frame + "," + blocks[i] + "}"
	}
	d, err := readDraft(json.RawMessage(onPage(strings.Join(blocks, ","))))
	if err != nil {
		t.Fatal(err)
	}
	if d.doc.validate(&d.wrong); d.wrong.Err() != nil {
		t.Errorf("%+v", d.wrong)
	}
}

func TestNamesOfGroupsWithoutBlocksAreForgotten(t *testing.T) {
	t.Parallel()
	named := `,"groups":[{"id":"g1","name":"Seal"},{"id":"g2","name":"Gone"}]}`
	for doc, want := range map[string]string{
		strings.TrimSuffix(block(`"kind":"line","group":"g1"`), "}") + named: `[{"id":"g1","name":"Seal"}]`,
		strings.TrimSuffix(block(`"kind":"line"`), "}") + named:              `null`,
	} {
		d, err := readDraft(json.RawMessage(doc))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := json.Marshal(d.doc["groups"]); err != nil || string(got) != want {
			t.Errorf("kept %s, want %s: %v", got, want, err)
		}
	}
}

func TestRenderersGetKnownKeysOnly(t *testing.T) {
	t.Parallel()
	clean, err := forRendering(json.RawMessage(`{"kind":"badge","onload":"x","blocks":[{"kind":"text","model":"m","html":"<b>","line_width":3},{"kind":"line","line_width":3},{"kind":"video","src":"x"}]}`))
	want := `{"blocks":[{"kind":"text","model":"m"},{"kind":"line","line_width":3},{}],"kind":"badge"}`
	if err != nil || string(clean) != want {
		t.Errorf("got %s, %v", clean, err)
	}
}

func TestTemplatesAreDesignsAsTheyAre(t *testing.T) {
	t.Parallel()
	art, slugs := os.DirFS("../../../web/public"), map[string]bool{}
	counts := map[Kind]int{}
	for _, tpl := range Templates("", "") {
		counts[tpl.Kind]++
		if slugs[tpl.Slug] || tpl.Name == "" || tpl.Slug == "" {
			t.Errorf("template %q named %q", tpl.Slug, tpl.Name)
		}
		slugs[tpl.Slug] = true
		d, err := readDraft(tpl.Document)
		if err != nil {
			t.Fatal(err)
		}
		if d.doc.validate(&d.wrong); d.wrong.Err() != nil {
			t.Errorf("template %s: %+v", tpl.Slug, d.wrong)
		}
		for _, url := range append([]string{d.doc.text("background")}, pictures(d.doc)...) {
			if _, err := fs.Stat(art, strings.TrimPrefix(url, "/")); url != "" && err != nil {
				t.Errorf("template %s shows %s: %v", tpl.Slug, url, err)
			}
		}
		if got, err := TemplateBySlug(tpl.Slug); err != nil || got.Name != tpl.Name {
			t.Errorf("template %s: %+v, %v", tpl.Slug, got, err)
		}
	}
	if counts[Certificate] < 30 || counts[Badge] < 10 {
		t.Errorf("there are %v", counts)
	}
	if _, err := TemplateBySlug("none"); !errors.Is(err, ErrTemplate) {
		t.Errorf("unknown slug: %v", err)
	}
}

func pictures(d document) (urls []string) {
	for _, b := range d.blocks() {
		if url, ok := b["image_url"].(string); ok {
			urls = append(urls, url)
		}
	}
	return urls
}

func TestNamesAreEscapedOnce(t *testing.T) {
	t.Parallel()
	for plain, want := range map[string]string{
		"Spring course":       "Spring course",
		`<b>"R&D" / it's</b>`: "&lt;b&gt;&quot;R&amp;D&quot; &#x2F; it&#x27;s&lt;&#x2F;b&gt;",
		"a &copy; b":          "a &amp;copy; b",
	} {
		once := escape(plain)
		if once != want || escape(once) != want || escape(escape(once)) != want || PlainName(once) != plain {
			t.Errorf("%q became %q, then %q, and reads %q", plain, once, escape(once), PlainName(once))
		}
	}
}

func TestBlankIsTheUsualPage(t *testing.T) {
	t.Parallel()
	d, err := Blank("", "", "")
	if err != nil || d.Kind != Certificate || d.Size != "us-letter" || d.Orientation != "landscape" || !strings.Contains(string(d.Document), `"blocks":[]`) {
		t.Errorf("got %+v, %v", d, err)
	}
	if d, err = Blank("badge", "", "portrait"); err != nil || d.Size != "badge" || d.Orientation != "portrait" {
		t.Errorf("got %+v, %v", d, err)
	}
	if _, err := Blank("poster", "", ""); errs.KindOf(err) != errs.Invalid {
		t.Errorf("got %v", err)
	}
}
