package jobs

import (
	"context"
	"log/slog"
	"time"
)

// rest is the pause after an error, which is likely to persist for several rounds.
const rest = 5 * time.Second

// Loop is work that every process repeats for itself, because polling costs less than a job.
type Loop struct {
	cancel context.CancelFunc
	done   chan struct{}
}

// Repeat calls work until the loop is stopped: at once when work reports that there is more, and otherwise after a pause.
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

// Stop cancels the running round and ends the loop.
func (l *Loop) Stop() {
	l.cancel()
	<-l.done
}
