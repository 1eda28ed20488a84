package app

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/doctor"
	"laurel/internal/platform/monitor"
)

// measureEvery is how long the metrics that are read from the database are cached.
const measureEvery = 10 * time.Second

// measures collects the metrics of the installation (queues, emails) and of this process (database pool, Chrome, checks).
type measures struct {
	app    *App
	report func(context.Context) doctor.Report

	mu    sync.Mutex
	at    time.Time
	state monitor.State
	mail  outbox.Unsent
	gone  []monitor.Discarded
}

func gauge(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("laurel_"+name, help, labels, nil)
}

var (
	checkDesc      = gauge("check_status", "What readiness says of a part: 0 ok, 1 warn, 2 fail.", "check")
	workersDesc    = gauge("queue_workers", "Running processes that work a queue.", "queue")
	dueDesc        = gauge("queue_due", "Jobs or webhook deliveries that could be worked now.", "queue")
	runningDesc    = gauge("queue_running", "Jobs or webhook deliveries that are being worked.", "queue")
	laterDesc      = gauge("queue_later", "Jobs or webhook deliveries that wait for a later time, such as the next attempt.", "queue")
	oldestDesc     = gauge("queue_oldest_seconds", "How long the oldest that is due has waited.", "queue")
	discardedDesc  = gauge("jobs_discarded", "Jobs of the last seven days that used up their attempts.", "kind", "queue")
	mailsDesc      = gauge("mails", "Mails that wait, that are refused again and again, and of the last seven days those that failed or may not have arrived.", "state")
	poolDesc       = gauge("database_connections", "Connections of this process to the database.", "state")
	poolWaitsDesc  = gauge("database_waits_total", "Requests of this process that waited for a connection.")
	poolWaitedDesc = gauge("database_wait_seconds_total", "How long they waited together.")
	chromeDesc     = gauge("chrome_jobs", "Prints and pictures of this process that run or wait for a tab.", "state")
	chromeDoneDesc = gauge("chrome_jobs_total", "Prints and pictures of this process by how they ended.", "outcome")
)

// Describe implements prometheus.Collector.
func (m *measures) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		checkDesc, workersDesc, dueDesc, runningDesc, laterDesc, oldestDesc, discardedDesc, mailsDesc, poolDesc, poolWaitsDesc, poolWaitedDesc, chromeDesc, chromeDoneDesc,
	} {
		out <- d
	}
}

var severity = map[doctor.Status]float64{doctor.OK: 0, doctor.Warn: 1, doctor.Fail: 2}

// Collect implements prometheus.Collector.
func (m *measures) Collect(out chan<- prometheus.Metric) {
	m.mu.Lock()
	defer m.mu.Unlock()
	set := func(d *prometheus.Desc, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	add := func(d *prometheus.Desc, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, value, labels...)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	for _, result := range m.report(ctx) {
		set(checkDesc, severity[result.Status], result.Name)
	}
	if m.read(ctx) { // while the database is down there are none; laurel_check_status tells
		for _, q := range m.state.Queues {
			set(workersDesc, float64(q.Workers), q.Name)
			set(dueDesc, float64(q.Due), q.Name)
			set(runningDesc, float64(q.Running), q.Name)
			set(laterDesc, float64(q.Later), q.Name)
			set(oldestDesc, q.Oldest.Seconds(), q.Name)
		}
		for _, d := range m.gone {
			set(discardedDesc, float64(d.Jobs), d.Kind, d.Queue)
		}
		for name, n := range map[string]int64{"waiting": m.mail.Waiting, "retrying": m.mail.Retrying, "failed": m.mail.Failed, "uncertain": m.mail.Uncertain} {
			set(mailsDesc, float64(n), name)
		}
	}
	pool := m.app.Pool.Stat()
	set(poolDesc, float64(pool.AcquiredConns()), "busy")
	set(poolDesc, float64(pool.IdleConns()), "idle")
	set(poolDesc, float64(pool.MaxConns()), "most")
	add(poolWaitsDesc, float64(pool.EmptyAcquireCount()))
	add(poolWaitedDesc, pool.EmptyAcquireWaitTime().Seconds())
	chrome := m.app.renderer.Stats()
	set(chromeDesc, float64(chrome.Running), "running")
	set(chromeDesc, float64(chrome.Waiting), "waiting")
	add(chromeDoneDesc, float64(chrome.Done), "done")
	add(chromeDoneDesc, float64(chrome.Failed), "failed")
}

// read updates the metrics of the installation if the cached ones are too old, and reports whether it succeeded.
func (m *measures) read(ctx context.Context) bool {
	if time.Since(m.at) < measureEvery {
		return true
	}
	state, err := m.app.Monitor.Read(ctx, AllQueues(), webhookQueue)
	if err != nil {
		return false
	}
	mail, err := m.app.Outbox.Unsent(ctx)
	if err != nil {
		return false
	}
	gone, err := m.app.Monitor.Discarded(ctx)
	if err != nil {
		return false
	}
	m.state, m.mail, m.gone, m.at = state, mail, gone, time.Now()
	return true
}
