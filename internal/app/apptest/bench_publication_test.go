package apptest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"laurel/internal/app"
	"laurel/internal/app/apptest"
	"laurel/internal/formats/printtest"
	"laurel/internal/platform/jobs"
)

// BenchmarkPublication measures the whole way of credentials that are issued together: from the first call of the API until the last PDF is
// stored and the last mail is handed over, beside Typst that makes as many PDFs. It then tells what each part costs in processor time, and how
// much the bucket has grown. It runs once and prints a table; `make bench` calls it. LAUREL_BENCH_PUBLICATION says how many; 3,000 otherwise.
func BenchmarkPublication(b *testing.B) {
	if b.N > 1 {
		return // the one pass has measured everything
	}
	n := 3000
	if asked := os.Getenv("LAUREL_BENCH_PUBLICATION"); asked != "" {
		var err error
		if n, err = strconv.Atoi(asked); err != nil {
			b.Fatalf("LAUREL_BENCH_PUBLICATION is %q, which is no number of credentials", asked)
		}
	}
	if err := built(); err != nil {
		b.Fatal(err)
	}
	p := newPublication(b)
	p.whole(200) // for warming up
	before, idle := p.stored(), p.used()
	took := p.whole(n)
	used := p.used().since(idle)
	var out bytes.Buffer
	table := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintf(table, "%d credentials, from the first call to the last PDF and mail\t%.0f/s\t%.1f s\t%s\n",
		n, float64(n)/took.Seconds(), took.Seconds(), p.besideTypst(n, took, used.total()))
	_, _ = fmt.Fprintf(table, "stored\t%.1f kB a credential\t\t\t\n", float64(p.stored()-before)/float64(n)/1000)
	_, _ = fmt.Fprintln(table, "ms of processor time a credential:\tLaurel\tChrome\tPostgreSQL\tfile store")
	used.show(table, "all of it", n)
	p.parts(table, n/3)
	_ = table.Flush()
	_, _ = fmt.Fprintf(os.Stdout, "\n%s\n", out.String())
}

// publication is a Laurel that serves, and another process of it that works, with a mail server that takes everything.
type publication struct {
	b        *testing.B
	world    *apptest.World
	worker   *app.App
	owner    apptest.Issuer
	key      apptest.Client
	server   string
	design   int64
	mails    *sink
	settings map[string]string
	typst    printtest.Typst
	count    int
}

func newPublication(b *testing.B) *publication {
	b.Helper()
	mails := newSink(b)
	settings := apptest.Settings(b)
	settings["SMTP_URL"] = "smtp://" + mails.address
	w := apptest.NewWith(b, settings)
	owner := w.Issuer("owner")
	background, logo := printtest.Background(b), printtest.Logo(b)
	at := func(key string) string { return w.App.Objects.PublicURL(key) }
	design := printtest.Design(at(owner.Upload("templates", "background.jpg", background)), at(owner.Upload("templates", "logo.png", logo)))
	server := httptest.NewServer(w.App.Handler(prometheus.NewRegistry()))
	b.Cleanup(server.Close)
	return &publication{
		b: b, world: w, worker: open(b, settings), owner: owner, key: owner.Key("write"), server: server.URL, mails: mails, settings: settings,
		design: owner.Post("/v1/certificate_designs/create", apptest.J{"design": named(b, design, "Measured")}).OK().Int("design.id"),
		typst:  printtest.StartTypst(b, "../../..", background, logo),
	}
}

// besideTypst says how fast n credentials were beside as many PDFs of Typst: by the clock, and by processor time, which depends less on
// what else the machine does.
func (p *publication) besideTypst(n int, took, used time.Duration) string {
	if len(p.typst) == 0 {
		return ""
	}
	if err := p.typst.Make(100); err != nil {
		p.b.Fatal(err)
	}
	began, before := time.Now(), p.typst.Processor()
	if err := p.typst.Make(n); err != nil {
		p.b.Fatal(err)
	}
	typst := p.typst.Processor() - before
	return fmt.Sprintf("%.2f x Typst, %.2f x by processor time (%.2f of %.2f ms)", time.Since(began).Seconds()/took.Seconds(),
		typst.Seconds()/used.Seconds(), ms(typst)/float64(n), ms(used)/float64(n))
}

// whole issues n credentials and has everything that follows done at once.
func (p *publication) whole(n int) time.Duration {
	p.b.Helper()
	group, mails, pdfs := p.newGroup(), p.mails.count(), p.pdfs()
	began := time.Now()
	pool, err := p.worker.Workers(p.b.Context(), []string{jobs.Default, jobs.Mail, jobs.Render})
	if err != nil {
		p.b.Fatal(err)
	}
	p.publish(p.create(group, n))
	p.until("everything to be stored and sent", func() bool { return p.mails.count() >= mails+n && p.pdfs() >= pdfs+n && p.unpacked() == 0 })
	took := time.Since(began)
	if err := pool.Stop(p.b.Context()); err != nil {
		p.b.Fatal(err)
	}
	return took
}

// parts does one thing after the other, and tells the processor time of each by who took it.
func (p *publication) parts(table io.Writer, n int) {
	p.b.Helper()
	var ids []int64
	group := p.newGroup()
	part := func(what string, work func()) {
		before := p.used()
		work()
		p.used().since(before).show(table, what, n)
	}
	part("create, 100 a call", func() { ids = p.create(group, n) })
	part("publish", func() { p.publish(ids); p.work(jobs.Default, "queue = 'default'") })
	part("hand over mail", func() { p.work(jobs.Mail, "queue = 'mail'") })
	p.world.Exec("update river_job set state = 'scheduled', scheduled_at = now() + interval '1 day' where kind = 'documents.print' and finalized_at is null")
	part("sign", func() { p.work(jobs.Render, "kind = 'badges.sign'") })
	p.world.Exec("update river_job set state = 'available', scheduled_at = now() where kind = 'documents.print' and finalized_at is null")
	part("print and store", func() { p.work(jobs.Render, "kind = 'documents.print'") })
}

// processorTime is that of Laurel, with clients and mail server in this process, of Chrome, PostgreSQL and the file store.
type processorTime [4]time.Duration

func (t processorTime) since(before processorTime) processorTime {
	for i := range t {
		t[i] -= before[i]
	}
	return t
}

func (t processorTime) total() (all time.Duration) {
	for _, each := range t {
		all += each
	}
	return all
}

// show writes the time of each of n credentials.
func (t processorTime) show(table io.Writer, what string, n int) {
	_, _ = fmt.Fprintf(table, "  %s", what)
	for _, each := range t {
		_, _ = fmt.Fprintf(table, "\t%.2f", ms(each)/float64(n))
	}
	_, _ = fmt.Fprintln(table)
}

// used is the processor time so far.
func (p *publication) used() processorTime {
	program := os.Args[0]
	chrome := printtest.Processes(program, "chrom")
	store := slices.DeleteFunc(printtest.Processes(program, program), func(pid int) bool { return pid == os.Getpid() || slices.Contains(chrome, pid) })
	database := printtest.Named("postgres") // of all that test here: a connection that has ended is in the time of what started it
	return processorTime{printtest.Own(), printtest.Processor(chrome), printtest.Processor(database), printtest.Processor(store)}
}

func (p *publication) newGroup() int64 {
	p.count++
	group := apptest.J{"name": fmt.Sprint("Measured ", p.count), "course_name": "Applied Statistics", "certificate_design_id": p.design}
	return p.owner.Post("/v1/issuer/groups", apptest.J{"group": group}).OK().Int("group.id")
}

// create makes n drafts, 100 a call.
func (p *publication) create(group int64, n int) []int64 {
	p.b.Helper()
	var ids []int64
	for len(ids) < n {
		all := make([]apptest.J, min(100, n-len(ids)))
		for i := range all {
			number := p.count*1_000_000 + len(ids) + i
			recipient := apptest.J{"name": printtest.Name(number), "email": fmt.Sprintf("r%d@recipients.example", number)}
			all[i] = apptest.J{"group_id": group, "approve": false, "recipient": recipient}
		}
		var made []struct {
			Credential struct {
				ID int64 `json:"accredible_internal_id"`
			} `json:"credential"`
		}
		p.call("/v1/credentials/bulk_create", apptest.J{"credentials": all}, &made)
		for _, each := range made {
			ids = append(ids, each.Credential.ID)
		}
	}
	return ids
}

// call posts as a program does that looks for what it needs alone.
func (p *publication) call(path string, body, reply any) {
	p.b.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		p.b.Fatal(err)
	}
	r, err := http.NewRequestWithContext(p.b.Context(), http.MethodPost, p.server+path, bytes.NewReader(data))
	if err != nil {
		p.b.Fatal(err)
	}
	r.Header.Set("Authorization", p.key.Authorization)
	r.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		p.b.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode == http.StatusOK {
		err = json.Unmarshal(answer, reply)
	}
	if err != nil || res.StatusCode != http.StatusOK {
		p.b.Fatalf("%s answers %d %.300s: %v", path, res.StatusCode, answer, err)
	}
}

func (p *publication) publish(ids []int64) {
	p.b.Helper()
	var reply json.RawMessage
	p.call("/v1/credentials/publish", apptest.J{"credential_ids": ids, "hold_minutes": 0}, &reply)
}

// work works a queue until nothing of what a condition names is left.
func (p *publication) work(queue, which string) {
	p.b.Helper()
	pool, err := p.worker.Workers(p.b.Context(), []string{queue})
	if err != nil {
		p.b.Fatal(err)
	}
	p.until(which, func() bool {
		return p.world.Number("select count(*) from river_job where finalized_at is null and "+which) == 0
	})
	if err := pool.Stop(p.b.Context()); err != nil {
		p.b.Fatal(err)
	}
}

func (p *publication) until(what string, done func() bool) {
	p.b.Helper()
	for limit := time.Now().Add(8 * time.Minute); !done(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(limit) {
			p.b.Fatalf("waited eight minutes for %s", what)
		}
	}
}

// pdfs is how many documents are noted, and unpacked how many jobs that print them go on.
func (p *publication) pdfs() int {
	return int(p.world.Number("select count(*) from kept_documents where name like 'pdf/%'"))
}

func (p *publication) unpacked() int64 {
	return p.world.Number("select count(*) from river_job where kind = 'documents.print' and finalized_at is null")
}

// stored is how many bytes the bucket holds, but for uploads.
func (p *publication) stored() (size int64) {
	for _, prefix := range []string{"pack/", "pdf/", "picture/"} {
		size += apptest.Stored(p.b, p.settings, prefix)
	}
	return size
}
