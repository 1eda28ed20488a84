package auditchain_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/platform/collector"
	"laurel/internal/platform/pg"
)

// siem is a log collector that keeps what it accepts.
type siem struct {
	collector.Collector
	down atomic.Bool

	mu  sync.Mutex
	got []string // "department/object/position"
}

func newSIEM(t *testing.T) *siem {
	t.Helper()
	s := &siem{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.down.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		for lines := bufio.NewScanner(r.Body); lines.Scan(); {
			var line struct {
				Department *int64 `json:"department_id"`
				Object     string `json:"object_id"`
				Position   int64
				Head       string
			}
			if err := json.Unmarshal(lines.Bytes(), &line); err != nil || (line.Position == 0) != (line.Head == "") {
				t.Errorf("%s: %v", lines.Text(), err)
			}
			department := int64(0)
			if line.Department != nil {
				department = *line.Department
			}
			s.got = append(s.got, fmt.Sprintf("%d/%s/%d", department, line.Object, line.Position))
		}
	}))
	t.Cleanup(server.Close)
	u, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	if s.Collector, err = collector.New(collector.Options{URL: u}); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *siem) has(t *testing.T, want ...string) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if strings.Join(s.got, " ") != strings.Join(want, " ") {
		t.Errorf("the collector has %q, want %q", s.got, want)
	}
}

// settle seals until everything has settled, which takes as long as the transactions of other tests on the same server.
func (c chain) settle() {
	c.t.Helper()
	for until := time.Now().Add(time.Minute); time.Now().Before(until); time.Sleep(10 * time.Millisecond) {
		c.seal()
		b, err := c.Backlog(c.t.Context())
		if err != nil {
			c.t.Fatal(err)
		}
		if b.Unsealed.IsZero() {
			return
		}
	}
	c.t.Fatal("the log does not settle")
}

func (c chain) stream(to collector.Collector) {
	c.t.Helper()
	if more, err := c.Stream(c.t.Context(), to); err != nil || more {
		c.t.Fatal(more, err)
	}
}

func TestTheCollectorGetsEveryEntryOnceItIsSealed(t *testing.T) {
	c, to := open(t), newSIEM(t)
	one, two := c.department(), c.department()
	c.record(one, 1)
	c.stream(to)
	to.has(t) // not sealed yet
	c.record(two, 2)
	c.record(one, 3)
	err := pg.InSystem(t.Context(), c.pool, func(tx pgx.Tx) error {
		return c.log.RecordTx(t.Context(), tx, access.Actor{UserID: 5}, audit.Event{Action: "session.started", ObjectKind: "user", ObjectID: 5})
	})
	if err != nil {
		t.Fatal(err)
	}
	c.settle()
	c.stream(to)
	want := []string{fmt.Sprintf("%d/1/1", one), fmt.Sprintf("%d/2/1", two), fmt.Sprintf("%d/3/2", one), "0/5/0"}
	to.has(t, want...)
	c.stream(to)
	to.has(t, want...)
}

func TestWhatTheCollectorDidNotAcceptIsSentAgain(t *testing.T) {
	c, to := open(t), newSIEM(t)
	department := c.department()
	c.record(department, 1, 2)
	c.settle()
	to.down.Store(true)
	if _, err := c.Stream(t.Context(), to); err == nil {
		t.Error("it was sent")
	}
	b, err := c.Backlog(t.Context())
	if err != nil || b.Unsent.IsZero() || !b.Unsealed.IsZero() {
		t.Errorf("%+v, %v", b, err)
	}
	to.down.Store(false)
	c.record(department, 3)
	c.settle()
	c.stream(to)
	to.has(t, fmt.Sprintf("%d/1/1", department), fmt.Sprintf("%d/2/2", department), fmt.Sprintf("%d/3/3", department))
	if b, err := c.Backlog(t.Context()); err != nil || !b.Unsent.IsZero() {
		t.Errorf("%+v, %v", b, err)
	}
}

func TestAnEntryThatIsCommittedLateIsSentToo(t *testing.T) {
	c, to := open(t), newSIEM(t)
	department := c.department()
	tx, err := c.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), "select set_config('app.department', $1, true)", fmt.Sprint(department)); err != nil {
		t.Fatal(err)
	}
	if err := c.recordTx(tx, department, 1); err != nil {
		t.Fatal(err)
	}
	c.record(department, 2)
	for range 4 {
		c.seal()
	}
	c.stream(to)
	to.has(t) // an older one may still come
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	c.settle()
	c.stream(to)
	to.has(t, fmt.Sprintf("%d/1/2", department), fmt.Sprintf("%d/2/1", department))
}

func TestProcessesThatSendAtOnceSendNothingTwice(t *testing.T) {
	c, to := open(t), newSIEM(t)
	department := c.department()
	var want []string
	for i := range 20 {
		c.record(department, i+1)
		want = append(want, fmt.Sprintf("%d/%d/%d", department, i+1, i+1))
	}
	c.settle()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if _, err := c.Stream(t.Context(), to); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	to.has(t, want...)
}

func TestTheBacklogSaysSinceWhenEntriesWait(t *testing.T) {
	c := open(t)
	if b, err := c.Backlog(t.Context()); err != nil || !b.Unsealed.IsZero() || !b.Unsent.IsZero() {
		t.Errorf("%+v, %v", b, err)
	}
	recorded := c.clock.Now()
	c.record(c.department(), 1)
	c.clock.Advance(time.Hour)
	c.record(c.department(), 2)
	if b, err := c.Backlog(t.Context()); err != nil || !b.Unsealed.Equal(recorded) || !b.Unsent.Equal(recorded) {
		t.Errorf("%+v, %v", b, err)
	}
}
