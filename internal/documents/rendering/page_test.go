package rendering

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"laurel/internal/formats/browser"
)

// realPage is a renderer with the shipped print page, shared by all tests.
var realPage = sync.OnceValues(func() (*Renderer, error) {
	built := os.DirFS("../../../web/dist")
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

// pictureOf renders the page with an independent PDF reader.
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

func TestBatchAndSinglePrintLookTheSame(t *testing.T) {
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

func TestPictureMatchesThePrintedPage(t *testing.T) {
	t.Parallel()
	r := shipped(t)
	design, images := workload(t)
	for number := range 2 { // the second is painted over the first
		job := workJob(design, images, number)
		document, _, err := r.PDF(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		var width, height int
		page := pictureOf(t, document[0])
		if _, err := fmt.Sscanf(string(page), "P6\n%d %d\n255\n", &width, &height); err != nil {
			t.Fatal(err)
		}
		page = page[len(page)-3*width*height:]
		for _, format := range []Format{PNG, JPEG} {
			data, err := r.Picture(t.Context(), job, width, format)
			if err != nil {
				t.Fatal(err)
			}
			picture, _, err := image.Decode(bytes.NewReader(data))
			if err != nil || picture.Bounds().Dx() != width || picture.Bounds().Dy() != height {
				t.Fatalf("%v, want %dx%d: %v", picture.Bounds(), width, height, err)
			}
			// Two engines antialias edges differently, so squares of several pixels are compared.
			const side, near = 8, 24
			differing := 0
			for y := 0; y+side <= height; y += side {
				for x := 0; x+side <= width; x += side {
					difference := 0
					for at := range side * side {
						px, py := x+at%side, y+at/side
						_, green, _, _ := picture.At(px, py).RGBA()
						difference += int(green>>8) - int(page[3*(py*width+px)+1])
					}
					if difference > near*side*side || difference < -near*side*side {
						differing++
					}
				}
			}
			if all := width * height / side / side; differing > all/500 {
				t.Errorf("document %d as %s: %d of %d squares differ", number, format, differing, all)
			}
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

// canary counts connections and packets to the loopback interface.
func canary(t *testing.T) (tcp, udp string, hits *atomic.Int64) {
	t.Helper()
	hits = new(atomic.Int64)
	stream, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	packets, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = stream.Close(), packets.Close() })
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
	go func() {
		for {
			if _, _, err := packets.ReadFrom(make([]byte, 1500)); err != nil {
				return
			}
			hits.Add(1)
		}
	}()
	return stream.Addr().String(), packets.LocalAddr().String(), hits
}

// evils are attempts to cause a request: a URL, a file, markup, a style, a script that uses UDP.
func evils(tcp, udp string) []string {
	return []string{
		"http://" + tcp + "/x.png",
		"file:///etc/passwd",
		`"><img src=http://` + tcp + `/x onerror=fetch(this.src)><script>fetch("http://` + tcp + `")</script>`,
		`red;}*{background:url(http://` + tcp + `/css)}@import "http://` + tcp + `/more.css";`,
		`</title></style></text><svg><image href="http://` + tcp + `/svg"/><use href="file:///etc/passwd#x"/></svg><iframe src=file:///etc/passwd>` +
			`<script>new RTCPeerConnection({iceServers:[{urls:"stun:` + udp + `"}]}).createDataChannel("x")</script>`,
	}
}

func TestNoJobFieldCausesAConnectionOrFileRead(t *testing.T) {
	t.Parallel()
	r := shipped(t)
	tcp, udp, hits := canary(t)
	made, wanted := 0, 0
	for _, evil := range evils(tcp, udp) {
		for field := range fields {
			wanted++
			documents, _, err := r.PDF(t.Context(), evilJob(t, field, evil)) // it may be rejected but must not connect
			if err != nil {
				continue
			}
			made++
			if strings.Contains(textOf(t, documents[0]), "root:") {
				t.Errorf("%s in %s: the document has a file of the machine", evil, field)
			}
		}
	}
	if made < wanted/2 {
		t.Errorf("only %d of %d documents were made: the test shows little", made, wanted)
	}
	if n := hits.Load(); n != 0 {
		t.Errorf("%d connections or packets", n)
	}
	for network, address := range map[string]string{"tcp": tcp, "udp": udp} {
		before := hits.Load()
		c, err := net.Dial(network, address)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Write([]byte("x")); err != nil {
			t.Fatal(err)
		}
		for until := time.Now().Add(5 * time.Second); hits.Load() == before; runtime.Gosched() {
			if time.Now().After(until) {
				t.Fatalf("the listener for %s counts nobody", network)
			}
		}
		_ = c.Close()
	}
}

// textOf returns the text that an independent PDF reader finds in a document.
func textOf(t *testing.T, document []byte) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "document.pdf")
	if err := os.WriteFile(name, document, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("pdftotext", name, "-").Output()
	if err != nil {
		t.Fatalf("pdftotext: %v (set-up installs poppler-utils)", err)
	}
	return string(out)
}

// fields are the fields of a job that users control, with harmless values.
var fields = map[string]string{
	"background": "", "background_color": "#fff", "model": "x", "font": "Lora", "color": "#000", "image": "", "alt": "x", "code": "x",
	"dark": "#000", "light": "#fff", "style": "solid", "fill": "#000", "stroke": "#000", "name": "Ana", "photo": "", "lang": "en",
	"title": "x", "author": "x", "subject": "x", "address": "x", "family": "Ours", "file": "/fonts/none.woff2", "range": "U+0-7F",
	"keyword": "x", "date": "2026-03-01", "email": "ana@example.org", "symbol": "star5", "symbol_color": "#000", "block": "x", "group": "g1",
}

// evilJob returns a job with one hostile field.
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
		Keywords: []string{get("keyword")},
		Design: fmt.Appendf(nil, `{"schema_version":1,"kind":"certificate","size":"a4","orientation":"landscape","background":%s,
			"background_color":%s,"blocks":[
			{"kind":"text",%[3]s,"model":%[4]s,"font":%[5]s,"color":%[6]s,"name":%[17]s,"group":%[18]s},
			{"kind":"text",%[3]s,"model":"[recipient.name] [credential.issued_on] [recipient.email]"},
			{"kind":"symbol",%[3]s,"symbol":%[15]s,"color":%[16]s},
			{"kind":"image",%[3]s,"image_url":%[7]s,"alt":%[8]s},{"kind":"image_attribute",%[3]s,"custom_image_attribute":"[custom.photo]"},
			{"kind":"qr",%[3]s,"qr_code":%[9]s,"foreground_color":%[10]s,"background_color":%[11]s},
			{"kind":"line",%[3]s,"line_style":%[12]s},{"kind":"rectangle",%[3]s,"fill":%[13]s,"stroke":%[14]s}]}`,
			quoted("background"), quoted("background_color"), frame, quoted("model"), quoted("font"), quoted("color"), quoted("image"),
			quoted("alt"), quoted("code"), quoted("dark"), quoted("light"), quoted("style"), quoted("fill"), quoted("stroke"),
			quoted("symbol"), quoted("symbol_color"), quoted("block"), quoted("group")),
		Pages: []Page{{Values: map[string]Value{
			"recipient.name": {Kind: "text", Value: get("name")}, "custom.photo": {Kind: "image", Value: get("photo")},
			"credential.issued_on": {Kind: "date", Value: get("date")}, "recipient.email": {Kind: "email", Value: get("email")},
		}}},
	}
	if evilField == "family" || evilField == "file" || evilField == "range" {
		job.Fonts = []Font{{
			Name: get("family"), Fallback: "serif", Scripts: []string{"latin"},
			Faces: []FontFace{{Weight: 400, Address: get("file"), Range: get("range")}},
		}}
		job.Design = []byte(strings.Replace(string(job.Design), `"font":"Lora"`, `"font":`+string(quoted("family")), 1))
	}
	return job
}
