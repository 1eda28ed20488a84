package apptest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"laurel/internal/app/apptest"
	"laurel/internal/documents/rendering"
	"laurel/internal/formats/browser"
	"laurel/internal/formats/printtest"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/jobs"
	"laurel/web"
)

// BenchmarkDocuments measures the ways to a document on the design of a real certificate, in turns, as ratios to the way that
// most take (a plain program with a warm browser and a new tab for each) and to Typst. It runs once and prints a table; `make bench` calls it.
// LAUREL_BENCH_DOCUMENTS says how many documents Chrome prints in a row before its memory is weighed.
func BenchmarkDocuments(b *testing.B) {
	if b.N > 1 {
		return // the one pass has measured everything
	}
	if err := built(); err != nil {
		b.Fatal(err)
	}
	folder := printtest.Folder(b)
	p := newPrinting(b)
	pictures := p.pictures(b)
	kept := p.renderer(b, browser.Options{TempDir: folder})
	f := p.measure(b, kept)
	printed := (rounds + 1) * together
	for ; printed < inARow(b); printed += together {
		if err := p.print(b, kept, together); err != nil {
			b.Fatal(err)
		}
	}
	f.show(pictures, printed, printtest.Memory(folder))
}

// How many documents are made in one turn of each way.
const together, queued, singles, news = 500, 1000, 50, 8

// ways are what the ways to a document came to.
type ways struct {
	batched, stored, alone, fresh, typst measured
	cached, first, static                figure
	packed, whole                        float64 // KiB of a document, in a pack and by itself
}

func (p *printing) measure(b *testing.B, kept *rendering.Renderer) (f ways) {
	b.Helper()
	single := p.renderer(b, browser.Options{Tabs: 1})
	plain := printtest.StartPlain(b, p.background, p.logo)
	typst := printtest.StartTypst(b, "../../..", p.background, p.logo)
	whole := newWholePrinting(b, p)
	for round := range rounds + 1 {
		if round == 1 { // the first is for warming up
			f = ways{}
		}
		f.batched.time(b, together, func() error { return p.print(b, kept, together) })
		if len(typst) > 0 {
			f.typst.time(b, together, func() error { return typst.Make(together) })
		}
		f.stored.add(queued, whole.store(queued))
		for range singles {
			f.alone.time(b, 1, func() error { return p.print(b, single, 1) })
		}
		for range news {
			f.fresh.time(b, 1, func() error { return plain.Make(1) })
		}
		f.static.add(whole.requests(func() *http.Request { return whole.get(whole.server, staticPath) }))
		f.cached.add(whole.requests(func() *http.Request { return whole.get(whole.server, whole.pdf) }))
		f.first.add(whole.requests(whole.another()))
	}
	f.packed, f.whole = whole.sizes()
	return f
}

func (f *ways) show(p pictures, printed int, memory float64) {
	var out bytes.Buffer
	table := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	for _, row := range []struct {
		name string
		m    measured
	}{
		{"many documents, in batches", f.batched}, {"the same by jobs, from the queue to the store", f.stored},
		{"one after the other, on a kept tab", f.alone}, {"a plain program, a new tab for each", f.fresh}, {"Typst, a process for each processor", f.typst},
	} {
		if row.m.count == 0 {
			continue
		}
		_, _ = fmt.Fprintf(table, "%s\t%.0f/s\t%.1f x a new tab\t%s\tp50 %.1f ms\tp95 %.1f ms\t\n", row.name, row.m.perSecond(),
			row.m.perSecond()/f.fresh.perSecond(), f.besideTypst(row.m), row.m.quantile(0.5), row.m.quantile(0.95))
	}
	for _, row := range []struct {
		name string
		f    figure
	}{{"a stored document, downloaded again and again", f.cached}, {"stored documents, each downloaded once", f.first}} {
		_, _ = fmt.Fprintf(table, "%s\t%.0f/s\t1/%.1f of a file on the disk\t\tp50 %.1f ms\tp95 %.1f ms\t\n",
			row.name, row.f.perSecond(), f.static.perSecond()/row.f.perSecond(), row.f.quantile(0.5), row.f.quantile(0.95))
	}
	_, _ = fmt.Fprintf(table, "pictures, %d px wide\t%.0f/s\t%.1f ms of processor time\t\t\t\t\n", pictureWidth, p.alone.perSecond(), ms(p.processor)/float64(p.alone.count))
	_, _ = fmt.Fprintf(table, "pictures while documents are printed\t%.0f/s\t\t\t\t\t\n", p.beside.perSecond())
	_, _ = fmt.Fprintf(table, "a document in a pack\t%.1f KiB\t1/%.1f of one by itself\t\t\t\t\n", f.packed, f.whole/f.packed)
	_, _ = fmt.Fprintf(table, "Chrome after %d documents\t%.0f MiB\t\t\t\t\t\n", printed, memory)
	_ = table.Flush()
	_, _ = fmt.Fprintf(os.Stdout, "\n%s\n", out.String())
}

func (f *ways) besideTypst(m measured) string {
	if f.typst.count == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f x Typst", m.perSecond()/f.typst.perSecond())
}

// inARow is how many documents an operator wants printed before Chrome's memory is weighed.
func inARow(b *testing.B) int {
	asked := os.Getenv("LAUREL_BENCH_DOCUMENTS")
	if asked == "" {
		return 0
	}
	n, err := strconv.Atoi(asked)
	if err != nil {
		b.Fatalf("LAUREL_BENCH_DOCUMENTS is %q, which is no number of documents", asked)
	}
	return n
}

// printing makes jobs for the printer alone, no two the same.
type printing struct {
	background, logo []byte
	next             int
}

const (
	backgroundURL = "https://example.org/background.jpg"
	logoURL       = "https://example.org/logo.png"
)

func newPrinting(b *testing.B) *printing {
	b.Helper()
	return &printing{printtest.Background(b), printtest.Logo(b), 0}
}

func (p *printing) renderer(b *testing.B, opts browser.Options) *rendering.Renderer {
	b.Helper()
	r := rendering.New(web.Dist(), opts)
	b.Cleanup(r.Close)
	return r
}

func (p *printing) print(b *testing.B, r *rendering.Renderer, n int) error {
	for _, printed := range r.PDFs(b.Context(), p.jobs(n)) {
		if printed.Err != nil {
			return printed.Err
		}
	}
	return nil
}

// jobs makes n jobs that nobody waits for.
func (p *printing) jobs(n int) []rendering.Job {
	design, images := printtest.Design(backgroundURL, logoURL), map[string][]byte{backgroundURL: p.background, logoURL: p.logo}
	all := make([]rendering.Job, n)
	for i := range all {
		p.next++
		values := map[string]rendering.Value{"credential.issued_on": {Kind: "date", Value: "2026-03-01"}}
		for tag, value := range printtest.Values(p.next) {
			values[tag] = rendering.Value{Kind: "text", Value: value}
		}
		all[i] = rendering.Job{
			Design: design, Lang: "en", Mode: rendering.PDF, Title: "Certificate – " + printtest.Name(p.next), Author: "Oak School", Background: true,
			Issued: time.Date(2026, 3, 1, 9, 30, 0, 0, time.UTC), Images: images, Pages: []rendering.Page{{Values: values}},
		}
	}
	return all
}

// wholePrinting is a Laurel that prints what was published.
type wholePrinting struct {
	*measuring
	owner  apptest.Issuer
	design int64
	asked  atomic.Int64
}

func (p *wholePrinting) newGroup() int64 {
	name := fmt.Sprint("Measured ", p.count.Add(1))
	group := apptest.J{"name": name, "course_name": "Applied Statistics", "certificate_design_id": p.design}
	return p.owner.Post("/v1/issuer/groups", apptest.J{"group": group}).OK().Int("group.id")
}

// staticPath is a file as large as a document, which the server answers without a thought.
const staticPath = "/static/document.pdf"

func newWholePrinting(b *testing.B, p *printing) *wholePrinting {
	b.Helper()
	w := apptest.New(b)
	owner := w.Issuer("owner")
	at := func(key string) string { return w.App.Objects.PublicURL(key) }
	design := printtest.Design(at(owner.Upload("templates", "background.jpg", p.background)), at(owner.Upload("templates", "logo.png", p.logo)))
	made := owner.Post("/v1/certificate_designs/create", apptest.J{"design": named(b, design, "Measured")}).OK().Int("design.id")
	whole := &wholePrinting{measuring: &measuring{b: b, world: w, key: owner.Key("write")}, owner: owner, design: made}
	whole.pdf = pdfOf(owner.Issued(whole.newGroup(), "ada"))
	document := w.Nobody().Get(whole.pdf).OK().Body
	file := filepath.Join(b.TempDir(), "document.pdf")
	if err := os.WriteFile(file, document, 0o600); err != nil {
		b.Fatal(err)
	}
	routes := http.NewServeMux()
	routes.HandleFunc(staticPath, func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, file) })
	routes.Handle("/", w.App.Handler(prometheus.NewRegistry()))
	server := httptest.NewServer(routes)
	b.Cleanup(server.Close)
	whole.server = server.URL
	return whole
}

// store publishes n credentials, signs them, and reports how long their print jobs take from then until everything is stored.
func (p *wholePrinting) store(n int) time.Duration {
	p.b.Helper()
	a, by := p.world.App, p.owner.Actor()
	ids := draft(p.b, a, by, p.newGroup(), n)
	if _, err := a.Publishing.Start(p.b.Context(), by, publishing.Request{Selection: credentialsearch.Selection{IDs: ids}}); err != nil {
		p.b.Fatal(err)
	}
	p.work(jobs.Default, "select count(*) from river_job where finalized_at is null and queue = 'default'")
	p.world.Exec("update river_job set state = 'scheduled', scheduled_at = now() + interval '1 day' where kind = 'documents.print' and finalized_at is null")
	p.work(jobs.Render, "select count(*) from river_job where finalized_at is null and kind = 'badges.sign'")
	p.world.Exec("update river_job set state = 'available', scheduled_at = now() where kind = 'documents.print' and finalized_at is null")
	before := p.stored()
	took := p.work(jobs.Render, "select count(*) from river_job where finalized_at is null and kind = 'documents.print'")
	if made := p.stored() - before; made != n {
		p.b.Fatalf("%d documents were stored, want %d", made, n)
	}
	return took
}

// another asks for one document after the other of those that were stored.
func (p *wholePrinting) another() func() *http.Request {
	ids := strings.Fields(p.world.Text("select string_agg(c.uuid::text, ' ' order by c.id) from credentials c join kept_documents k on k.credential_id = c.id"))
	return func() *http.Request {
		id := ids[int(p.asked.Add(1))%len(ids)]
		return p.get(p.server, "/v1/credentials/generate_certificate_pdf?credential_id="+id)
	}
}

// sizes reports how many KiB a document takes in a pack, and by itself.
func (p *wholePrinting) sizes() (packed, whole float64) {
	p.b.Helper()
	stored := p.world.Number("select (select sum(pack_size) from kept_documents) + (select sum(common) from document_packs)")
	n := p.world.Number("select count(*) from kept_documents where pack_id is not null")
	return float64(stored) / float64(n) / 1024, float64(len(p.world.Nobody().Get(p.pdf).OK().Body)) / 1024
}

func (p *wholePrinting) stored() int {
	return int(p.world.Number("select count(*) from kept_documents where name like 'pdf/%'"))
}

// work works a queue until nothing is left of what a query counts.
func (p *wholePrinting) work(queue, left string) time.Duration {
	p.b.Helper()
	begun := time.Now()
	pool, err := p.world.App.Workers(p.b.Context(), []string{queue})
	if err != nil {
		p.b.Fatal(err)
	}
	apptest.Eventually(p.b, queue+" to be empty", func() bool { return p.world.Number(left) == 0 })
	took := time.Since(begun)
	if err := pool.Stop(p.b.Context()); err != nil {
		p.b.Fatal(err)
	}
	return took
}

// measured is how long calls took, and how many documents they made.
type measured struct {
	took  []time.Duration
	count int
}

func (m *measured) add(documents int, took time.Duration) {
	m.took = append(m.took, took)
	m.count += documents
}

func (m *measured) time(b *testing.B, documents int, work func() error) {
	b.Helper()
	began := time.Now()
	if err := work(); err != nil {
		b.Fatal(err)
	}
	m.add(documents, time.Since(began))
}

func (m *measured) perSecond() float64 {
	var all time.Duration
	for _, took := range m.took {
		all += took
	}
	return float64(m.count) / all.Seconds()
}

func (m *measured) quantile(q float64) float64 {
	return ms(slices.Sorted(slices.Values(m.took))[int(q*float64(len(m.took)-1))])
}

// named is a design as clients send it.
func named(b *testing.B, design []byte, name string) map[string]any {
	b.Helper()
	var document map[string]any
	if err := json.Unmarshal(design, &document); err != nil {
		b.Fatal(err)
	}
	document["name"] = name
	return document
}
