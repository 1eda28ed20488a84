package jobs

import (
	"context"
	"log/slog"
	"time"
)

// rest is how long a loop waits after an error: what is wrong for one round will be for some more.
const rest = 5 * time.Second

// Loop is work that every process does for itself, over and over, because looking for it costs less than a job.
type Loop struct {
	cancel context.CancelFunc
	done   chan struct{}
}

// Repeat does work until the loop is stopped, at once where it says that there is more, else after a pause.
func Repeat(ctx context.Context, pause time.Duration, log *slog.Logger, work func(context.Context) (more bool, err error)) *Loop {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	l := &Loop{cancel, make(chan struct{})}
	go func() {
		defer close(l.done)
		for ctx.Err() == nil {
			more, err := work(ctx)
			wait := pause
			switch {
			case err != nil && ctx.Err() == nil:
				log.WarnContext(ctx, "repeated work failed", "error", err)
				wait = rest
			case more:
				wait = 0
			}
			select {
			case <-ctx.Done():
			case <-time.After(wait):
			}
		}
	}()
	return l
}

// Stop ends the round that runs, and the loop.
func (l *Loop) Stop() {
	l.cancel()
	<-l.done
}
