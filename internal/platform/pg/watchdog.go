package pg

import (
	"context"
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// watchdog bounds every statement of a pool, and every wait for one of its connections, and tells a slow statement from a server that
// has frozen: one that accepts connections and says nothing. Once a statement is slow it opens a connection of its own. When that gets no
// answer either, all that wait are ended, and what comes meanwhile fails at once instead of waiting in turn for a connection.
//
// It is the pool's tracer, because that is where pgx lets the context of a statement be replaced.
type watchdog struct {
	Deadlines

	config *pgx.ConnConfig // of the probes

	mu      sync.Mutex
	waits   map[*wait]struct{}
	probing bool
	frozen  bool
}

func newWatchdog(d Deadlines, config *pgx.ConnConfig) *watchdog {
	probe := config.Copy()
	probe.Tracer = nil
	return &watchdog{Deadlines: d, config: probe, waits: map[*wait]struct{}{}}
}

// wait is the context of one statement.
type wait struct {
	context.Context //nolint:containedctx // it is one

	cancel context.CancelFunc
	timer  *time.Timer
	ended  atomic.Bool // by the watchdog
}

// Err implements context.Context. A wait that was ended is late, not given up by whoever waited.
func (w *wait) Err() error {
	if w.ended.Load() {
		return context.DeadlineExceeded
	}
	return w.Context.Err()
}

type waitKey struct{}

// Value implements context.Context.
func (w *wait) Value(key any) any {
	if key == (waitKey{}) {
		return w
	}
	return w.Context.Value(key)
}

func (w *wait) end() {
	w.ended.Store(true)
	w.cancel()
}

// start begins a wait within ctx.
func (d *watchdog) start(ctx context.Context) context.Context {
	inner, cancel := context.WithTimeout(ctx, d.statement(ctx))
	w := &wait{Context: inner, cancel: cancel}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.frozen {
		w.end()
		return w
	}
	d.waits[w] = struct{}{}
	w.timer = time.AfterFunc(d.Suspect, d.suspect)
	return w
}

// stop ends the wait that start began.
func (d *watchdog) stop(ctx context.Context) {
	w, ok := ctx.Value(waitKey{}).(*wait)
	if !ok {
		return
	}
	w.cancel()
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.waits, w)
	if w.timer != nil {
		w.timer.Stop()
	}
}

// suspect checks whether the server answers at all, again and again while it does not.
func (d *watchdog) suspect() {
	d.mu.Lock()
	if d.probing || len(d.waits) == 0 {
		d.mu.Unlock()
		return
	}
	d.probing = true
	d.mu.Unlock()
	go func() {
		for !d.settle(d.answers()) {
			time.Sleep(d.Suspect / 4)
		}
	}()
}

// settle notes whether the server answers, and tells whether that is known for now.
func (d *watchdog) settle(answers bool) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.frozen, d.probing = !answers, !answers
	for w := range d.waits {
		if answers {
			w.timer.Reset(d.Suspect)
		} else {
			w.end()
		}
	}
	return answers
}

// answers tells whether the server says anything, be it a refusal. One that cannot be reached at all refuses every statement by itself.
func (d *watchdog) answers() bool {
	ctx, cancel := context.WithTimeout(context.Background(), d.Probe)
	defer cancel()
	conn, err := pgx.ConnectConfig(ctx, d.config.Copy())
	if err == nil {
		_ = conn.Close(ctx)
	}
	var network net.Error
	late := errors.Is(err, context.DeadlineExceeded) || errors.As(err, &network) && network.Timeout()
	return !late
}

// TraceQueryStart implements pgx.QueryTracer.
func (d *watchdog) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return d.start(ctx)
}

// TraceQueryEnd implements pgx.QueryTracer.
func (d *watchdog) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryEndData) {
	d.stop(ctx)
}

// TraceBatchStart implements pgx.BatchTracer.
func (d *watchdog) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	return d.start(ctx)
}

// TraceBatchQuery implements pgx.BatchTracer.
func (d *watchdog) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd implements pgx.BatchTracer.
func (d *watchdog) TraceBatchEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchEndData) {
	d.stop(ctx)
}

// TraceCopyFromStart implements pgx.CopyFromTracer.
func (d *watchdog) TraceCopyFromStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceCopyFromStartData) context.Context {
	return d.start(ctx)
}

// TraceCopyFromEnd implements pgx.CopyFromTracer.
func (d *watchdog) TraceCopyFromEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceCopyFromEndData) {
	d.stop(ctx)
}

// TraceAcquireStart implements pgxpool.AcquireTracer.
func (d *watchdog) TraceAcquireStart(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireStartData) context.Context {
	return d.start(ctx)
}

// TraceAcquireEnd implements pgxpool.AcquireTracer.
func (d *watchdog) TraceAcquireEnd(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireEndData) {
	d.stop(ctx)
}
