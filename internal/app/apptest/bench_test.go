package apptest_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus"

	"laurel/internal/app/apptest"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/operations/publishing"
	"laurel/web"
)

// BenchmarkFirstFigures measures what a deployment feels, each figure as a ratio within one run: machines differ, ratios less
// so. It runs once and prints a table; `make bench` calls it.
func BenchmarkFirstFigures(b *testing.B) {
	if b.N > 1 {
		return // the one pass has measured everything
	}
	var out bytes.Buffer
	table := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	m := newMeasuring(b)
	var bare, read, public, write figure
	for range rounds { // in turns, so that what else the machine does hits all of them alike
		bare.add(m.requests(func() *http.Request { return m.get(m.bare, "/v1/credentials/1") }))
		read.add(m.requests(func() *http.Request { return m.get(m.server, m.credential) }))
		public.add(m.requests(func() *http.Request { return m.get(m.server, m.publicCredential) }))
		write.add(m.requests(m.create))
	}
	load := func(what string, f *figure) {
		_, _ = fmt.Fprintf(table, "%s\t%.0f/s\t1/%.1f of bare\tp50 %.1f ms\tp99 %.1f ms\t\n", what, f.perSecond(), bare.perSecond()/f.perSecond(),
			f.quantile(0.5), f.quantile(0.99))
	}
	load("bare handler", &bare)
	load("API read: GET /v1/credentials/{id}", &read)
	load("public page's data", &public)
	load("API write: POST /v1/credentials", &write)
	published := m.publish(10_000)
	_, _ = fmt.Fprintf(table, "publish 10,000: credentials, mails and jobs\t%.0f/s\t%.1f s\t\t\t\n", 10_000/published.Seconds(), published.Seconds())
	cold, again := m.print(m.pdf), m.print(m.pdf)
	var warm figure
	for i := range warmPrints {
		issued := m.key.Issued(m.group, fmt.Sprint("grace", i))
		warm.add([]time.Duration{m.print(pdfOf(issued))})
	}
	line := func(what string, took float64) {
		_, _ = fmt.Fprintf(table, "%s\t%.1f ms\t1/%.0f of cold\t\t\t\n", what, took, ms(cold)/took)
	}
	line("one PDF, cold: Chrome starts, the page is painted", ms(cold))
	line("a PDF of the same design, warm", warm.quantile(0.5))
	line("the same PDF again: the kept file", ms(again))
	_ = table.Flush()
	_, _ = fmt.Fprintf(os.Stdout, "\n%s\n", out.String())
}

// measuring is a Laurel under load beside a handler that does nothing.
type measuring struct {
	b                *testing.B
	world            *apptest.World
	key              apptest.Client
	group            int64
	bare, server     string
	credential       string
	publicCredential string
	pdf              string
	count            atomic.Int64
}

func newMeasuring(b *testing.B) *measuring {
	b.Helper()
	if err := built(); err != nil {
		b.Fatal(err)
	}
	w := apptest.New(b)
	owner := w.Issuer("owner")
	m := &measuring{b: b, world: w, key: owner.Key("write"), group: printed(owner)}
	issued := m.key.Issued(m.group, "ada")
	m.credential = fmt.Sprint("/v1/credentials/", issued.Int("credential.accredible_internal_id"))
	m.publicCredential = "/v1/public/credentials/" + issued.Text("credential.uuid")
	m.pdf = pdfOf(issued)
	router := chi.NewRouter()
	answer := m.key.Get(m.credential).OK().Body
	router.Get("/v1/credentials/{id}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(answer)
	})
	bare, server := httptest.NewServer(router), httptest.NewServer(w.App.Handler(prometheus.NewRegistry()))
	b.Cleanup(bare.Close)
	b.Cleanup(server.Close)
	m.bare, m.server = bare.URL, server.URL
	return m
}

// printed makes a group whose certificates look like one of our own templates.
func printed(owner apptest.Issuer) int64 {
	templates := owner.Post("/v1/certificate_designs/public_templates", apptest.J{"kind": "certificate"}).OK()
	document, _ := templates.At("templates.0.document").(map[string]any)
	document["name"] = "Weaving"
	design := owner.Post("/v1/certificate_designs/create", apptest.J{"design": document}).OK().Int("design.id")
	group := apptest.J{"name": "Weaving", "course_name": "Weaving", "certificate_design_id": design}
	return owner.Post("/v1/issuer/groups", apptest.J{"group": group}).OK().Int("group.id")
}

var errNotBuilt = errors.New("the web application is not built, so nothing can be printed; run: make build")

// built reports whether the page that Chrome prints is there.
func built() error {
	f, err := web.Dist().Open("print.html")
	if err != nil {
		return errNotBuilt
	}
	return f.Close()
}

func (m *measuring) get(server, path string) *http.Request {
	r, err := http.NewRequestWithContext(m.b.Context(), http.MethodGet, server+path, nil)
	if err != nil {
		m.b.Fatal(err)
	}
	r.Header.Set("Authorization", m.key.Authorization)
	return r
}

func (m *measuring) create() *http.Request {
	body := fmt.Sprintf(`{"credential":{"group_id":%d,"recipient":{"name":"R","email":"r%d@recipients.example"}}}`, m.group, m.count.Add(1))
	r, err := http.NewRequestWithContext(m.b.Context(), http.MethodPost, m.server+"/v1/credentials", strings.NewReader(body))
	if err != nil {
		m.b.Fatal(err)
	}
	r.Header.Set("Authorization", m.key.Authorization)
	return r
}

// figure is what a load came to: how long each request took.
type figure struct{ took []time.Duration }

func (f *figure) add(took []time.Duration) {
	f.took = append(f.took, took...)
	slices.Sort(f.took)
}

func (f *figure) perSecond() float64 { return float64(len(f.took)) / (rounds * span).Seconds() }

func (f *figure) quantile(q float64) float64 { return ms(f.took[int(q*float64(len(f.took)-1))]) }

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// How a load is made: so many clients at once, for so long, after a while that does not count, and all that again.
const (
	clients = 8
	warmUp  = 200 * time.Millisecond
	span    = time.Second
	rounds  = 4
)

// requests sends requests as fast as the clients can.
func (m *measuring) requests(next func() *http.Request) []time.Duration {
	m.b.Helper()
	transport := &http.Transport{MaxIdleConnsPerHost: clients}
	defer transport.CloseIdleConnections()
	begin := time.Now().Add(warmUp)
	end := begin.Add(span)
	took := make([][]time.Duration, clients)
	var wg sync.WaitGroup
	for i := range clients {
		wg.Go(func() {
			for at := time.Now(); at.Before(end); at = time.Now() {
				if err := exchange(transport, next()); err != nil {
					m.b.Error(err)
					return
				}
				if time.Now().After(begin) { // by its end: one that takes longer than the span counts too
					took[i] = append(took[i], time.Since(at))
				}
			}
		})
	}
	wg.Wait()
	all := slices.Concat(took...)
	if len(all) == 0 {
		m.b.Fatal("no request was answered")
	}
	return all
}

func exchange(transport *http.Transport, r *http.Request) error {
	res, err := transport.RoundTrip(r)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s answers %d %.300s", r.URL.Path, res.StatusCode, body)
	}
	return err
}

// publish reports how long n drafts take to be published, with their mails and jobs written; nobody delivers the mails.
func (m *measuring) publish(n int) time.Duration {
	m.b.Helper()
	settings := apptest.Settings(m.b)
	a := open(m.b, settings)
	by := newDepartment(m.b, a)
	group := newGroup(m.b, a, by)
	draft(m.b, a, by, group, n)
	pool, err := a.Workers(m.b.Context(), []string{"default"})
	if err != nil {
		m.b.Fatal(err)
	}
	defer func() { _ = pool.Stop(m.b.Context()) }()
	begun := time.Now()
	if _, err := a.Publishing.Start(m.b.Context(), by, publishing.Request{Selection: credentialsearch.Selection{Query: &credentialsearch.Query{GroupID: group}}, SendEmail: true}); err != nil {
		m.b.Fatal(err)
	}
	apptest.Eventually(m.b, "the publication to end", func() bool {
		return apptest.Number(m.b, a, "select count(*) from publications where finished_at is not null") == 1
	})
	took := time.Since(begun)
	if mails := apptest.Number(m.b, a, "select sum(jsonb_array_length(args -> 'mail_ids')) from river_job where kind = 'mail.deliver_many'"); mails != int64(n) {
		m.b.Errorf("%d mails to deliver; want %d", mails, n)
	}
	return took
}

// warmPrints is how many documents are printed one after the other once Chrome runs.
const warmPrints = 20

// pdfOf is where the document of a credential is.
func pdfOf(issued apptest.Reply) string {
	return "/v1/credentials/generate_certificate_pdf?credential_id=" + issued.Text("credential.uuid")
}

// print reports how long one PDF takes.
func (m *measuring) print(path string) time.Duration {
	m.b.Helper()
	begun := time.Now()
	if err := exchange(&http.Transport{}, m.get(m.server, path)); err != nil {
		m.b.Fatalf("%v\n%s", err, m.world.Log.Complaints())
	}
	return time.Since(begun)
}
