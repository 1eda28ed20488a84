package rendering

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"laurel/internal/browser"
)

// realPage is a renderer with the print page that ships, one for all tests.
var realPage = sync.OnceValues(func() (*Renderer, error) {
	built := os.DirFS("../../web/dist")
	if _, err := fs.Stat(built, "print.html"); err != nil {
		return nil, fmt.Errorf("the web application is not built; run: make build: %w", err)
	}
	return New(built, browser.Options{Tabs: 1}), nil
})

func shipped(t *testing.T) *Renderer {
	t.Helper()
	r, err := realPage()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// picture draws the page as an independent reader does.
func pictureOf(t *testing.T, document []byte) []byte {
	t.Helper()
	name := filepath.Join(t.TempDir(), "document.pdf")
	if err := os.WriteFile(name, document, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("pdftoppm", "-r", "72", name).Output()
	if err != nil {
		t.Fatalf("pdftoppm: %v (set-up installs poppler-utils)", err)
	}
	return out
}

func TestADocumentLooksTheSameFromABatchAndAlone(t *testing.T) {
	t.Parallel()
	r := shipped(t)
	design, images := workload(t)
	var jobs []Job
	for i := range 12 {
		jobs = append(jobs, workJob(design, images, i))
	}
	batched := r.PDFs(t.Context(), jobs)
	if err := anyFailed(batched); err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{0, 11} {
		alone, _, err := r.PDF(t.Context(), jobs[i])
		if err != nil {
			t.Fatal(err)
		}
		want, got := pictureOf(t, alone[0]), pictureOf(t, batched[i].Document)
		if len(want) < 1000 || len(want) != len(got) {
			t.Fatalf("pictures of %d and %d bytes", len(want), len(got))
		}
		differing := 0
		for at := range want {
			if d := int(want[at]) - int(got[at]); d > 16 || d < -16 {
				differing++
			}
		}
		if differing > len(want)/10_000 {
			t.Errorf("document %d: %d of %d samples differ", i, differing, len(want))
		}
	}
}

func TestNamesWithEmojiAndRareLettersArePrinted(t *testing.T) {
	t.Parallel()
	r := shipped(t)
	design, images := workload(t)
	var jobs []Job
	for i, name := range []string{"👩‍🚀 🏳️‍🌈 Ana", "محمد علي 🎓", "𠮷野 花子", "e\u0301\u0323 ﬁ ㎏", "a\u200bb\u00adc", "\u202Eevil\u202C", "ᚠᚢᚦ \U0010FFFD", "\U0010FFFD"} {
		job := workJob(design, images, i)
		job.Pages[0].Values["recipient.name"] = Value{Kind: "text", Value: name}
		jobs = append(jobs, job)
	}
	for i, printed := range r.PDFs(t.Context(), jobs) {
		if printed.Err != nil {
			t.Errorf("%q: %v", jobs[i].Pages[0].Values["recipient.name"].Value, printed.Err)
		}
	}
}

func TestNoFieldOfAJobMakesAConnectionOrReadsAFile(t *testing.T) {
	t.Parallel()
	r := shipped(t)
	var hits atomic.Int64
	stream, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = stream.Close() })
	go func() {
		for {
			c, err := stream.Accept()
			if err != nil {
				return
			}
			hits.Add(1)
			_ = c.Close()
		}
	}()
	made := 0
	for _, evil := range []string{
		"http://" + stream.Addr().String() + "/x.png", "file:///etc/passwd",
		`"><img src=http://` + stream.Addr().String() + `/x onerror=fetch(this.src)><script>fetch("http://` + stream.Addr().String() + `")</script>`,
	} {
		for field := range fields {
			documents, _, err := r.PDF(t.Context(), evilJob(t, field, evil)) // it may be refused, but may not ask anybody
			made += len(documents)
			for _, document := range documents {
				if strings.Contains(string(document), "root:") {
					t.Errorf("%s in %s: the document has a file of the machine", evil, field)
				}
			}
			if err != nil {
				t.Logf("%s in %s: %v", evil, field, err)
			}
		}
	}
	if made < 3*len(fields)/2 {
		t.Errorf("only %d documents were made: the test shows little", made)
	}
	if n := hits.Load(); n != 0 {
		t.Errorf("%d connections", n)
	}
	if c, err := net.Dial("tcp", stream.Addr().String()); err == nil { // the listener counts
		_ = c.Close()
	}
}

// fields are what a stranger can fill, with what stands there otherwise.
var fields = map[string]string{
	"background": "", "background_color": "#fff", "model": "x", "font": "Lora", "color": "#000", "image": "", "alt": "x", "code": "x",
	"dark": "#000", "light": "#fff", "style": "solid", "fill": "#000", "stroke": "#000", "name": "Ana", "photo": "", "lang": "en",
	"title": "x", "author": "x", "subject": "x", "address": "x", "family": "Ours", "file": "/fonts/none.woff2",
}

// evilJob has one field filled by a stranger.
func evilJob(t *testing.T, evilField, evil string) Job {
	t.Helper()
	get := func(field string) string {
		if field == evilField {
			return evil
		}
		return fields[field]
	}
	quoted := func(field string) json.RawMessage {
		text, err := json.Marshal(get(field))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	frame := `"top":"1%","left":"1%","image_width":"90%","image_height":"9%"`
	job := Job{
		Lang: get("lang"), Mode: PDF, Title: get("title"), Author: get("author"), Subject: get("subject"), Address: get("address"),
		Design: fmt.Appendf(nil, `{"schema_version":1,"kind":"certificate","size":"a4","orientation":"landscape","background":%s,
			"background_color":%s,"blocks":[
			{"kind":"text",%[3]s,"model":%[4]s,"font":%[5]s,"color":%[6]s},{"kind":"text",%[3]s,"model":"[recipient.name]"},
			{"kind":"image",%[3]s,"image_url":%[7]s,"alt":%[8]s},{"kind":"image_attribute",%[3]s,"custom_image_attribute":"[custom.photo]"},
			{"kind":"qr",%[3]s,"qr_code":%[9]s,"foreground_color":%[10]s,"background_color":%[11]s},
			{"kind":"line",%[3]s,"line_style":%[12]s},{"kind":"rectangle",%[3]s,"fill":%[13]s,"stroke":%[14]s}]}`,
			quoted("background"), quoted("background_color"), frame, quoted("model"), quoted("font"), quoted("color"), quoted("image"),
			quoted("alt"), quoted("code"), quoted("dark"), quoted("light"), quoted("style"), quoted("fill"), quoted("stroke")),
		Pages: []Page{{Values: map[string]Value{
			"recipient.name": {Kind: "text", Value: get("name")}, "custom.photo": {Kind: "image", Value: get("photo")},
		}}},
	}
	if evilField == "family" || evilField == "file" {
		job.Fonts = []Font{{
			Name: get("family"), Fallback: "serif", Scripts: []string{"latin"},
			Faces: []FontFace{{Weight: 400, Address: get("file"), Range: "U+0-7F"}},
		}}
		job.Design = []byte(strings.Replace(string(job.Design), `"font":"Lora"`, `"font":`+string(quoted("family")), 1))
	}
	return job
}
