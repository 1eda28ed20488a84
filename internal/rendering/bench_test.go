package rendering

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io/fs"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"text/tabwriter"
	"time"

	"laurel/internal/browser"
)

// BenchmarkDocuments measures the ways to a document on the design of a real certificate, in turns, as ratios to the way that
// most take: a warm browser and a new tab for each. It runs once and prints a table; `make bench` calls it.
func BenchmarkDocuments(b *testing.B) {
	if b.N > 1 {
		return // the one pass has measured everything
	}
	built := os.DirFS("../../web/dist")
	if _, err := fs.Stat(built, "print.html"); err != nil {
		b.Fatalf("the web application is not built; run: make build: %v", err)
	}
	kept := New(built, browser.Options{})
	defer kept.Close()
	single := New(built, browser.Options{Tabs: 1})
	defer single.Close()
	tabs := New(built, browser.Options{Path: "chromium", Tabs: 1, TabPrints: 1})
	defer tabs.Close()

	const rounds, bulk, singles, news = 4, 500, 50, 8
	design, images := workload(b)
	next := 0
	jobs := func(n int) []Job {
		out := make([]Job, n)
		for i := range out {
			next++
			out[i] = workJob(design, images, next)
		}
		return out
	}
	var batched, alone, fresh, limit measured
	typst := startTypst(b, images)
	for round := range rounds + 1 {
		if round == 1 { // the first is for warming up
			batched, alone, fresh, limit = measured{}, measured{}, measured{}, measured{}
		}
		batched.time(b, bulk, func() error { return anyFailed(kept.PDFs(b.Context(), jobs(bulk))) })
		if len(typst) > 0 {
			limit.time(b, bulk, func() error { return typst.make(bulk) })
		}
		for _, job := range jobs(singles) {
			alone.time(b, 1, func() error { return anyFailed(single.PDFs(b.Context(), []Job{job})) })
		}
		for _, job := range jobs(news) {
			fresh.time(b, 1, func() error { return anyFailed(tabs.PDFs(b.Context(), []Job{job})) })
		}
	}
	var out bytes.Buffer
	table := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	for _, row := range []struct {
		name string
		m    measured
	}{{"many documents, in batches", batched}, {"one after the other, on a kept tab", alone}, {"a new tab for each", fresh}} {
		_, _ = fmt.Fprintf(table, "%s\t%.0f/s\t%.1f x a new tab\tp50 %.1f ms\tp95 %.1f ms\t\n", row.name, row.m.perSecond(),
			row.m.perSecond()/fresh.perSecond(), row.m.quantile(0.5), row.m.quantile(0.95))
	}
	if limit.count > 0 {
		_, _ = fmt.Fprintf(table, "Typst, a process for each processor\t%.0f/s\tbatches are %.2f x that\t\t\t\n", limit.perSecond(), batched.perSecond()/limit.perSecond())
	}
	_ = table.Flush()
	_, _ = fmt.Fprintf(os.Stdout, "\n%s\n", out.String())
}

// measured is how long calls took, and how many documents they made.
type measured struct {
	took  []time.Duration
	count int
}

func (m *measured) time(b *testing.B, documents int, work func() error) {
	b.Helper()
	began := time.Now()
	if err := work(); err != nil {
		b.Fatal(err)
	}
	m.took = append(m.took, time.Since(began))
	m.count += documents
}

func (m *measured) perSecond() float64 {
	var all time.Duration
	for _, took := range m.took {
		all += took
	}
	return float64(m.count) / all.Seconds()
}

func (m *measured) quantile(q float64) float64 {
	sorted := slices.Sorted(slices.Values(m.took))
	return float64(sorted[int(q*float64(len(sorted)-1))].Microseconds()) / 1000
}

func anyFailed(printed []Printed) error {
	for _, p := range printed {
		if p.Err != nil {
			return p.Err
		}
	}
	return nil
}

const (
	backgroundURL = "https://example.org/background.jpg"
	logoURL       = "https://example.org/logo.png"
)

// workload is a certificate on letter paper: a picture behind everything, a logo, six texts in three weights, a line and a code.
func workload(b testing.TB) ([]byte, map[string][]byte) {
	b.Helper()
	text := func(top int, model, more string) string {
		return fmt.Sprintf(`{"kind":"text","model":%q,"top":"%d%%","left":"10%%","image_width":"80%%","image_height":"8%%","align":"center"%s},`, model, top, more)
	}
	design := `{"schema_version":1,"kind":"certificate","size":"us-letter","orientation":"landscape","background":"` + backgroundURL + `","blocks":[` +
		text(12, "Certificate of Completion", `,"role":"heading","font_size":44,"font_weight":700`) +
		text(26, "This is to certify that", `,"font_size":18`) +
		text(33, "[recipient.name]", `,"font_size":40,"font_weight":600,"scale_to_fit":true`) +
		text(46, "has successfully completed the course", `,"font_size":18`) +
		text(53, "[group.course_name]", `,"font_size":28,"font_weight":600`) +
		text(66, "Issued on [credential.issued_on]", `,"font_size":16`) +
		`{"kind":"line","top":"62%","left":"30%","image_width":"40%","image_height":"1%","line_width":2},` +
		`{"kind":"image","top":"75%","left":"10%","image_width":"12%","image_height":"15%","image_url":"` + logoURL + `","alt":"Logo"},` +
		`{"kind":"qr","top":"74%","left":"78%","image_width":"14%","image_height":"18%","qr_code":"[credential.url]"}]}`
	random := rand.New(rand.NewPCG(1, 2))
	background := image.NewRGBA(image.Rect(0, 0, 1056, 816))
	for i := range 1056 * 816 {
		grain := uint8(random.IntN(18))
		background.SetRGBA(i%1056, i/1056, color.RGBA{220 + grain, 215 + grain, 200 + grain, 255})
	}
	var jpegFile, pngFile bytes.Buffer
	if err := jpeg.Encode(&jpegFile, background, &jpeg.Options{Quality: 70}); err != nil {
		b.Fatal(err)
	}
	logo := image.NewNRGBA(image.Rect(0, 0, 128, 128))
	for i := range 128 * 128 {
		logo.SetNRGBA(i%128, i/128, color.NRGBA{30, 60, uint8(i), uint8(i / 64)})
	}
	if err := png.Encode(&pngFile, logo); err != nil {
		b.Fatal(err)
	}
	return []byte(design), map[string][]byte{backgroundURL: jpegFile.Bytes(), logoURL: pngFile.Bytes()}
}

func workJob(design []byte, images map[string][]byte, number int) Job {
	names := []string{"Zoë Müller", "Łukasz Żółty", "Ana Conceição", "Nguyễn Thị Ánh", "Bjørn Ångström", "Élodie Lefèvre"}
	name := fmt.Sprintf("%s %d", names[number%len(names)], number)
	return Job{
		Design: design, Lang: "en", Mode: PDF, Title: "Certificate – " + name, Author: "Oak School", Background: true,
		Issued: time.Date(2026, 3, 1, 9, 30, 0, 0, time.UTC), Images: images,
		Pages: []Page{{Values: map[string]Value{
			"recipient.name":       {Kind: "text", Value: name},
			"group.course_name":    {Kind: "text", Value: "Applied Statistics"},
			"credential.issued_on": {Kind: "date", Value: "2026-03-01"},
			"credential.url":       {Kind: "text", Value: fmt.Sprintf("https://credentials.example.org/%032d", number)},
		}}},
	}
}
