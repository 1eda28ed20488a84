package objects

import (
	"context"
	"io"
	"net"
	"net/http"
	"time"

	"laurel/internal/platform/deadline"
)

// Deadlines limits every wait for the store. ADR 0064 lists them.
type Deadlines struct {
	Connect time.Duration // to open a connection; as much again to agree on its encryption
	Attempt time.Duration // to the answer of one attempt, counted from when the request was sent
	// Request and Job limit the response time of a call including retries.
	Request, Job time.Duration
	Stall        time.Duration // between two parts of a file, in either direction
}

// DefaultDeadlines returns limits with which a request fails within five seconds while the store is frozen.
func DefaultDeadlines() Deadlines {
	return Deadlines{
		Connect: 2 * time.Second, Attempt: 10 * time.Second, Request: 4 * time.Second, Job: 30 * time.Second, Stall: 5 * time.Second,
	}
}

// slowest is the lowest transfer rate expected from a store, in bytes per second. It extends the limit of a call that sends a file.
const slowest = 256 << 10

// answer returns a context for a call that sends size bytes. Call done when the response begins: reading its body has a limit of its
// own.
func (d Deadlines) answer(ctx context.Context, sent int) (_ context.Context, done, cancel func()) {
	limit := d.Job
	if deadline.UseOf(ctx) != deadline.Job {
		limit = d.Request
	}
	limit += time.Duration(sent) * time.Second / slowest
	ctx, cancelCause := context.WithCancelCause(ctx)
	timer := time.AfterFunc(limit, func() { cancelCause(context.DeadlineExceeded) })
	return ctx, func() { timer.Stop() }, func() {
		timer.Stop()
		cancelCause(nil)
	}
}

// client makes requests that fail when no data moves any more.
func (d Deadlines) client() *http.Client {
	dialer := net.Dialer{Timeout: d.Connect}
	return &http.Client{Transport: &http.Transport{
		Proxy: http.ProxyFromEnvironment, MaxIdleConnsPerHost: 32, IdleConnTimeout: 90 * time.Second,
		TLSHandshakeTimeout: d.Connect, ResponseHeaderTimeout: d.Attempt, ExpectContinueTimeout: time.Second,
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := dialer.DialContext(ctx, network, address)
			if err != nil {
				return nil, err
			}
			return writing{conn, d.Stall}, nil
		},
	}}
}

// writing is a connection with a limit on each write.
type writing struct {
	net.Conn

	stall time.Duration
}

// Write implements net.Conn.
func (w writing) Write(data []byte) (int, error) {
	if err := w.SetWriteDeadline(time.Now().Add(w.stall)); err != nil {
		return 0, err
	}
	return w.Conn.Write(data)
}

// reading is a response body that cancels the call when a read takes too long.
type reading struct {
	io.Reader

	stall  time.Duration
	cancel func()
}

// Read implements io.Reader.
func (r reading) Read(data []byte) (int, error) {
	timer := time.AfterFunc(r.stall, r.cancel)
	defer timer.Stop()
	return r.Reader.Read(data)
}
