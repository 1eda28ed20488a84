package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"laurel/internal/platform/jobs"
)

func TestALoopRestsAsItsWorkSays(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const pause = 200 * time.Millisecond
		began := time.Now()
		var at []time.Duration
		loop := jobs.Repeat(t.Context(), pause, slog.New(slog.DiscardHandler), func(context.Context) (bool, error) {
			at = append(at, time.Since(began))
			switch len(at) {
			case 1:
				return true, nil // there is more
			case 3:
				return true, errors.New("the database is down")
			}
			return false, nil
		})
		time.Sleep(6 * time.Second)
		loop.Stop()
		rounds := len(at)
		time.Sleep(time.Minute)
		if len(at) != rounds || rounds < 5 || at[1] != 0 || at[2] != pause || at[3]-at[2] < 20*pause || at[4]-at[3] != pause {
			t.Errorf("it worked at %v, and %d times after its end", at, len(at)-rounds)
		}
	})
}

func TestALoopIsStoppedInTheMiddleOfItsWork(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ended := false
		loop := jobs.Repeat(t.Context(), time.Second, slog.New(slog.DiscardHandler), func(ctx context.Context) (bool, error) {
			<-ctx.Done()
			ended = true
			return false, ctx.Err()
		})
		synctest.Wait()
		loop.Stop()
		if !ended {
			t.Error("its work is left behind")
		}
	})
}
