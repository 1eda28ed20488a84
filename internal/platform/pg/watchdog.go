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

// watchdog limits every statement of a pool and every wait for a connection, and distinguishes a slow statement from a frozen
// server that accepts connections but does not respond. When a statement is slow it opens a separate connection. When that gets
// no response either, all waits are cancelled, and new statements fail at once instead of queueing for a connection.
//
// It is the pool's tracer because pgx lets a tracer replace the context of a statement.
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

// Err implements context.Context. A wait that the watchdog ended reports DeadlineExceeded, not Canceled.
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

// start begins a wait in ctx.
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

// stop ends the wait begun by start.
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

// suspect probes the server until it responds.
func (d *watchdog) suspect() {
	d.mu.Lock()
	if d.probing || len(d.waits) == 0 {
		d.mu.Unlock()
		return
	}
	d.probing = true
	d.mu.Unlock()
	go func() {
		for !d.setFrozen(d.answers()) {
			time.Sleep(d.Suspect / 4)
		}
	}()
}

// setFrozen records whether the server responds, and reports whether probing may stop.
func (d *watchdog) setFrozen(answers bool) bool {
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

// answers reports whether the server responds at all, even with an error. Statements to an unreachable server fail by themselves.
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
