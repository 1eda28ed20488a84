// Package apptest runs a complete Laurel for tests with the real router, database, file store and workers. Only the clock, the mail
// server and the log belong to the test. Every response is validated against the contract, and the log is searched for secrets that the
// test has seen.
package apptest

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"

	"laurel/internal/app"
	"laurel/internal/edges/workers"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/config"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/embedded"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
)

// Origin is the public URL of a test's Laurel.
const Origin = "https://laurel.example"

// World is a Laurel with its own database and bucket.
type World struct {
	App    *app.App
	Clock  *clock.Fake
	Mail   *Mailbox
	Log    *Log
	Routes chi.Routes

	t         testing.TB
	settings  map[string]string
	options   []app.Option
	server    *httptest.Server
	elsewhere string // where it is called instead
	contract  *contract
	secrets   *secretList
	working   bool
	printing  bool
}

// New starts a Laurel that serves requests. Jobs run once a test asks for it. It stops when the test ends.
func New(t testing.TB) *World {
	t.Helper()
	return NewWith(t, Settings(t))
}

// NewWith starts a Laurel with modified Settings.
func NewWith(t testing.TB, settings map[string]string, opts ...app.Option) *World {
	t.Helper()
	if settings["DATABASE_URL"] == "" && settings["LAUREL_DATA_DIR"] == "" {
		t.Fatal("the settings name neither a database nor a folder for one: start from Settings")
	}
	w := &World{
		Clock: clock.NewFake(time.Now().Truncate(time.Second)), Mail: &Mailbox{}, Log: &Log{}, t: t,
		settings: settings, options: opts, contract: loadContract(t), secrets: &secretList{},
	}
	w.App = w.open()
	handler := w.App.Handler(prometheus.NewRegistry())
	w.Routes, _ = handler.(chi.Routes)
	w.server = httptest.NewServer(handler)
	t.Cleanup(func() {
		w.server.Close()
		w.Log.mustNotHold(t, w.secrets.all())
	})
	return w
}

// open creates another product on the world's database, as in another process.
func (w *World) open() *app.App {
	w.t.Helper()
	cfg, err := config.Load(func(name string) string { return w.settings[name] })
	if err != nil {
		w.t.Fatal(err)
	}
	log := slog.New(slog.NewJSONHandler(w.Log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	options := append([]app.Option{app.WithClock(w.Clock), app.WithTransport(w.Mail), app.WithPasswords(secrets.QuickPasswords())}, w.options...)
	a, err := app.Open(w.t.Context(), cfg, log, options...)
	if err != nil {
		w.t.Fatalf("open the product: %v", err)
	}
	w.t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := a.Close(ctx); err != nil {
			w.t.Errorf("close the product: %v", err)
		}
	})
	return a
}

// Settings returns the environment of a Laurel with a new database and a new bucket.
func Settings(t testing.TB) map[string]string {
	t.Helper()
	s, err := sharedStore()
	if err != nil {
		t.Fatalf("start the file store: %v", err)
	}
	key := make([]byte, 32)
	_, _ = rand.Read(key)
	return map[string]string{
		"DATABASE_URL": dbtest.URL(t), "LAUREL_SECRET_KEY": base64.StdEncoding.EncodeToString(key), "LAUREL_PUBLIC_URL": Origin,
		"LAUREL_DATA_DIR": t.TempDir(), "LAUREL_LISTEN": "127.0.0.1:0", "LAUREL_RATE_ADDRESS": "0", "LAUREL_RATE_KEY": "0",
		"S3_ENDPOINT": s.endpoint, "S3_BUCKET": "test-" + strings.ToLower(rand.Text()), "S3_ACCESS_KEY": s.access, "S3_SECRET_KEY": s.secret,
	}
}

// store is the file store that all tests of one program share.
type store struct {
	endpoint, access, secret string
	stop                     func()
}

var (
	storeMu  sync.Mutex
	storeOne *store
)

func sharedStore() (*store, error) {
	storeMu.Lock()
	defer storeMu.Unlock()
	if storeOne != nil {
		return storeOne, nil
	}
	dir, err := os.MkdirTemp("", "laurel-apptest-")
	if err != nil {
		return nil, err
	}
	s := &store{access: rand.Text(), secret: rand.Text()}
	endpoint, stop, err := embedded.StartS3(context.Background(), dir, s.access, s.secret, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	s.endpoint = endpoint
	s.stop = func() {
		_ = stop(context.Background())
		_ = os.RemoveAll(dir)
	}
	storeOne = s
	return s, nil
}

// Run runs the tests of a program and stops what they shared. TestMain calls it.
func Run(m *testing.M) int {
	code := m.Run()
	if storeOne != nil {
		storeOne.stop()
	}
	if err := recorded.write(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return code
}

// Number reads a number from the database, bypassing row-level security.
func (w *World) Number(sql string, args ...any) int64 {
	w.t.Helper()
	return Number(w.t, w.App, sql, args...)
}

// Number reads a number from the database of a Laurel.
func Number(t testing.TB, a *app.App, sql string, args ...any) (n int64) {
	t.Helper()
	err := pg.InSystem(t.Context(), a.Pool, func(tx pgx.Tx) error { return tx.QueryRow(t.Context(), sql, args...).Scan(&n) })
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return n
}

// Eventually waits until done returns true.
func Eventually(t testing.TB, what string, done func() bool) {
	t.Helper()
	deadline, tick := time.NewTimer(time.Minute), time.NewTicker(10*time.Millisecond)
	defer deadline.Stop()
	defer tick.Stop()
	for !done() {
		select {
		case <-deadline.C:
			t.Fatalf("waited a minute for %s", what)
		case <-tick.C:
		}
	}
}

// OpenJobs counts the unfinished jobs of the given queues, and what has yet to become a job. Emails about deletions wait for minutes.
const OpenJobs = `select (select count(*) from river_job where finalized_at is null and queue = any($1)
	and not (kind = 'publishing.notify_deleted' and state = 'scheduled')) + (select count(*) from issued_lately)`

// worked are the queues that need no browser.
var worked = []string{jobs.Default, jobs.Mail}

// debounced makes jobs due that otherwise wait until their period ends, and counts them.
const debounced = `with due as (
	update river_job set state = 'available', scheduled_at = now() where state = 'scheduled' and unique_key is not null returning 1
) select count(*) from due`

// Work runs all queues but printing until nothing is left, and debounced jobs at once. After the first call, other jobs run as soon as
// they are enqueued.
func (w *World) Work() {
	w.t.Helper()
	if !w.working {
		w.working = true
		w.workers(w.App, worked)
	}
	Eventually(w.t, "the queues to be empty", func() bool { return w.Number(debounced)+w.Number(OpenJobs, worked) == 0 })
}

// Print signs and prints until nothing is left. After the first call, documents are made as soon as they are needed. It needs the built
// web application.
func (w *World) Print() {
	w.t.Helper()
	if !w.printing {
		w.printing = true
		w.workers(w.App, []string{jobs.Render})
	}
	Eventually(w.t, "the printing to end", func() bool { return w.Number(OpenJobs, []string{jobs.Render}) == 0 })
}

// Another starts a second process on the same database that also runs jobs.
func (w *World) Another() *app.App {
	w.t.Helper()
	a := w.open()
	w.workers(a, worked)
	return a
}

func (w *World) workers(a *app.App, queues []string) {
	w.t.Helper()
	pool, err := a.Workers(w.t.Context(), queues)
	if err != nil {
		w.t.Fatalf("start workers: %v", err)
	}
	w.t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		if err := pool.Stop(ctx); err != nil {
			w.t.Errorf("stop workers: %v", err)
		}
	})
	// Periodic jobs run once at the start. A test that advances the clock must not coincide with them.
	Eventually(w.t, "the periodic jobs to begin", func() bool {
		return w.Number("select count(*) from river_job where kind = $1", workers.Purge{}.Kind()) > 0
	})
}

// Written writes the visits that are waiting to be written in a batch.
func (w *World) Written() {
	w.t.Helper()
	if err := w.App.Analytics.WriteVisits(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

// Settings returns the environment that the world runs in, for another process on the same database.
func (w *World) Settings() map[string]string { return w.settings }

// Stop stops the server.
func (w *World) Stop() { w.server.Close() }

// At returns the world seen through another process on the same database, which listens at an address.
func (w *World) At(t testing.TB, address string) *World {
	there := *w
	there.t, there.elsewhere = t, address
	return &there
}

// address is the address of the server.
func (w *World) address(path string) string { return cmp.Or(w.elsewhere, w.server.URL) + path }

// Address returns the address of the server for other programs.
func (w *World) Address() string { return w.server.URL }

var client = &http.Client{
	Timeout:       time.Minute,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	Transport:     &http.Transport{MaxIdleConnsPerHost: 64},
}

// label names a call in a failure message.
func label(method, path string) string { return fmt.Sprintf("%s %.120s", method, path) }

// Exec changes the database directly, bypassing the product.
func (w *World) Exec(sql string, args ...any) {
	w.t.Helper()
	ctx := w.t.Context()
	conn, err := pgx.Connect(ctx, w.settings["DATABASE_URL"])
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, sql, args...); err != nil {
		w.t.Fatalf("%s: %v", sql, err)
	}
}

// Text reads a string from the database, bypassing row-level security.
func (w *World) Text(sql string, args ...any) (text string) {
	w.t.Helper()
	err := pg.InSystem(w.t.Context(), w.App.Pool, func(tx pgx.Tx) error { return tx.QueryRow(w.t.Context(), sql, args...).Scan(&text) })
	if err != nil {
		w.t.Fatalf("%s: %v", sql, err)
	}
	return text
}
