package apptest_test

import (
	"net/http"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

// BenchmarkWebhookBacklog measures how fast 2,000 events that wait reach one receiver, which takes 20 ms to answer.
func BenchmarkWebhookBacklog(b *testing.B) {
	const events = 2000
	w := hooked(b)
	owner := w.Issuer("owner")
	slow := newReceiver(b, func(int) int { time.Sleep(20 * time.Millisecond); return http.StatusOK })
	hook(owner.Client, slow.URL, "credential.published")
	for b.Loop() {
		publishedEvents(w, owner.Department, events)
		if n := send(b, w); n != events {
			b.Fatalf("%d attempts for %d events", n, events)
		}
	}
	b.ReportMetric(float64(events*b.N)/b.Elapsed().Seconds(), "events/s")
	apptest.Eventually(b, "all to arrive", func() bool { return len(slow.arrivals()) == events*b.N })
}
