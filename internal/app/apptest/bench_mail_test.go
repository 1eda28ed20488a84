package apptest_test

import (
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"laurel/internal/app"
	"laurel/internal/app/apptest"
	"laurel/internal/platform/jobs"
)

// mailSink is a mail server that takes everything and remembers who it was for, in order.
type mailSink struct {
	mu  sync.Mutex
	got []string
}

func newMailSink(t testing.TB) (s *mailSink, address string) {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s = &mailSink{}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &sinkSession{sink: s}, nil }))
	server.Domain = "sink.example"
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	return s, listener.Addr().String()
}

func (s *mailSink) taken() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.got...)
}

type sinkSession struct {
	sink *mailSink
	to   string
}

func (*sinkSession) Mail(string, *smtp.MailOptions) error        { return nil }
func (s *sinkSession) Rcpt(to string, _ *smtp.RcptOptions) error { s.to = to; return nil }
func (*sinkSession) Reset()                                      {}
func (*sinkSession) Logout() error                               { return nil }

func (s *sinkSession) Data(body io.Reader) error {
	_, err := io.Copy(io.Discard, body)
	s.sink.mu.Lock()
	s.sink.got = append(s.sink.got, s.to)
	s.sink.mu.Unlock()
	return err
}

const queuedMail = `with written as (insert into mails (department_id, kind, dedupe_key, message_id, recipient, subject, html, body_text, created_at)
	select $1, 'delivery', $2 || n, $2 || n || '@bench.example', $2 || n || '@recipients.example', 'Your credential', repeat('<p>Hello</p>', 200), repeat('Hello ', 200), now()
	from generate_series(1, $3::int) n returning id),
numbered as (select id, (row_number() over (order by id) - 1) / 50 as part from written)
insert into river_job (kind, queue, priority, state, max_attempts, args, scheduled_at)
select 'mail.deliver_many', 'mail', 2, 'available', 12, jsonb_build_object('mail_ids', jsonb_agg(id order by id)), now()
from numbered group by part order by part`

// queues puts emails of three departments into the queue, one after the other, and returns how many each department has.
func queues(w *apptest.World, total int) int {
	each := total / 3
	for _, name := range []string{"first", "second", "third"} {
		w.Exec(queuedMail, w.Issuer(name).Department, name+"-", each)
	}
	return each
}

// shares counts the emails of each department in some of those that were taken.
func shares(taken []string) map[string]int {
	out := map[string]int{}
	for _, to := range taken {
		name, _, _ := strings.Cut(to, "-")
		out[name]++
	}
	return out
}

func TestEmailsOfDepartmentsGoOutInTurns(t *testing.T) {
	t.Parallel()
	sink, address := newMailSink(t)
	config := apptest.Settings(t)
	config["SMTP_URL"] = "smtp://" + address + "?tls=none"
	w := apptest.NewWith(t, config, app.WithTransport(nil))
	each := queues(w, 4500)
	w.Another()
	apptest.Eventually(t, "all emails", func() bool { return len(sink.taken()) == 3*each })
	got := shares(sink.taken()[:3*each/2])
	for _, name := range []string{"first", "second", "third"} {
		if n := got[name]; n < each/4 { // a batch of each worker goes out before the first turn
			t.Errorf("of the first half of the emails, %d are of the %s department: %v", n, name, got)
		}
	}
	seen := map[string]bool{}
	for _, to := range sink.taken() {
		if seen[to] {
			t.Errorf("%s got two", to)
		}
		seen[to] = true
	}
}

// BenchmarkFairMail measures how fast emails of three departments go out that wait, beside a bare SMTP client on as many connections.
// LAUREL_BENCH_MAILS is their number.
func BenchmarkFairMail(b *testing.B) {
	total, _ := strconv.Atoi(os.Getenv("LAUREL_BENCH_MAILS"))
	if total == 0 {
		total = 9000
	}
	for b.Loop() {
		_, bareAddress := newMailSink(b)
		bare := bareRate(b, bareAddress, total/3)
		sink, address := newMailSink(b)
		config := apptest.Settings(b)
		config["SMTP_URL"] = "smtp://" + address + "?tls=none"
		w := apptest.NewWith(b, config, app.WithTransport(nil))
		each := queues(w, total)
		began := time.Now()
		w.Another()
		for len(sink.taken()) < 3*each {
			time.Sleep(20 * time.Millisecond)
		}
		rate := float64(3*each) / time.Since(began).Seconds()
		least := each
		for _, n := range shares(sink.taken()[:3*each/2]) {
			least = min(least, n)
		}
		b.ReportMetric(rate, "mails/s")
		b.ReportMetric(rate/bare, "of-bare-client")
		b.ReportMetric(100*float64(least)/(float64(each)/2), "%-of-fair-share")
	}
}

// bareRate is how many messages a bare client hands over in a second.
func bareRate(b *testing.B, address string, n int) float64 {
	b.Helper()
	body := "From: a@example.org\r\nTo: b@example.org\r\nSubject: Your credential\r\n\r\n" + strings.Repeat("<p>Hello</p>\r\n", 200) + strings.Repeat("Hello\r\n", 200)
	connections := jobs.Concurrency[jobs.Mail]
	began := time.Now()
	var all sync.WaitGroup
	for range connections {
		all.Go(func() {
			c, err := smtp.Dial(address)
			if err != nil {
				b.Error(err)
				return
			}
			defer func() { _ = c.Quit() }()
			for range n / connections {
				if err := c.SendMail("a@example.org", []string{"b@example.org"}, strings.NewReader(body)); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	return float64(n) / time.Since(began).Seconds()
}
