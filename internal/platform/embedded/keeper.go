package embedded

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// part is a service that one process runs on behalf of all processes that share a data folder.
type part interface {
	name() string
	start(ctx context.Context) error
	stop(ctx context.Context) error
	running() bool                    // started by us and still alive
	answers(ctx context.Context) bool // whoever runs it
}

// keeper keeps a part running for as long as any process needs it. The process that holds the lock runs the part; the others use it and
// take over when that process exits or dies.
type keeper struct {
	part     part
	lockPath string
	log      *slog.Logger
	lock     *fileLock
	done     chan struct{}
}

const (
	joinTimeout = 60 * time.Second
	watchEvery  = 300 * time.Millisecond
)

// keep starts the part, or joins the process that runs it, and returns a function that releases it.
func keep(ctx context.Context, p part, lockPath string, log *slog.Logger) (func(context.Context) error, error) {
	k := &keeper{part: p, lockPath: lockPath, log: log, done: make(chan struct{})}
	if err := k.join(ctx); err != nil {
		return nil, fmt.Errorf("embedded %s: %w", p.name(), err)
	}
	watching, end := context.WithCancel(context.WithoutCancel(ctx))
	go k.watch(watching)
	return func(ctx context.Context) error {
		end()
		<-k.done
		if k.lock == nil {
			return nil
		}
		defer k.lock.release()
		return p.stop(ctx)
	}, nil
}

func (k *keeper) join(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, joinTimeout)
	defer cancel()
	for {
		lock, err := tryLock(k.lockPath)
		if err != nil {
			return err
		}
		if lock != nil {
			if err := k.part.start(ctx); err != nil {
				lock.release()
				return err
			}
			k.lock = lock
			return nil
		}
		if k.part.answers(ctx) {
			k.log.Info("using the "+k.part.name()+" of another laurel process on this data folder", "lock", k.lockPath)
			return nil
		}
		if err := pause(ctx, 20*time.Millisecond); err != nil {
			return fmt.Errorf("another process holds %s but does not answer: %w", k.lockPath, err)
		}
	}
}

// watch takes the part over when its process is gone, and restarts it when it died.
func (k *keeper) watch(ctx context.Context) {
	defer close(k.done)
	for pause(ctx, watchEvery) == nil {
		if k.lock == nil {
			lock, err := tryLock(k.lockPath)
			if err != nil || lock == nil {
				continue
			}
			k.lock = lock
		}
		if k.part.running() {
			continue
		}
		k.log.Warn("starting the embedded " + k.part.name() + " again")
		if err := k.part.start(ctx); err != nil && ctx.Err() == nil {
			k.log.Error("the embedded "+k.part.name()+" does not start", "error", err)
		}
	}
}
