package throttle_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/throttle"
)

var rule = throttle.Rule{Name: "test", Limit: 3, Window: time.Minute}

func start() *clock.Fake { return clock.NewFake(time.Date(2026, 3, 1, 12, 0, 59, 0, time.UTC)) }

func TestLimitHoldsForAWindowThatBeginsWithTheFirstAttempt(t *testing.T) {
	t.Parallel()
	now := start()
	limiter := throttle.New(dbtest.Pool(t), now)
	steps := []struct {
		after   time.Duration
		refused bool
	}{
		{0, false}, {20 * time.Second, false}, {20 * time.Second, false}, {time.Second, true}, {18 * time.Second, true},
		{time.Second, false},
	}
	for i, step := range steps {
		now.Advance(step.after)
		if err := limiter.Allow(t.Context(), rule, "a"); errors.Is(err, throttle.ErrTooMany) != step.refused {
			t.Errorf("attempt %d: %v, want refused %v", i+1, err, step.refused)
		}
	}
}

func TestRefusalSaysWhenToComeBack(t *testing.T) {
	t.Parallel()
	now := start()
	limiter := throttle.New(dbtest.Pool(t), now)
	for range rule.Limit {
		if err := limiter.Allow(t.Context(), rule, "a"); err != nil {
			t.Fatal(err)
		}
	}
	now.Advance(10*time.Second + time.Millisecond)
	var refusal *errs.Error
	if err := limiter.Allow(t.Context(), rule, "a"); !errors.As(err, &refusal) || refusal.Params["retry_after"] != 50 {
		t.Errorf("refusal %+v, want retry_after 50", refusal)
	}
}

func TestOtherPartsAndRulesHaveTheirOwnCount(t *testing.T) {
	t.Parallel()
	limiter := throttle.New(dbtest.Pool(t), start())
	other := throttle.Rule{Name: "other", Limit: 3, Window: time.Minute}
	for range rule.Limit {
		_ = limiter.Allow(t.Context(), rule, "ab", "c")
	}
	if err := limiter.Allow(t.Context(), rule, "a", "bc"); err != nil {
		t.Errorf("parts that only look alike when joined: %v", err)
	}
	if err := limiter.Allow(t.Context(), other, "ab", "c"); err != nil {
		t.Errorf("another rule: %v", err)
	}
}

func TestForgivenAttemptsDoNotCount(t *testing.T) {
	t.Parallel()
	limiter := throttle.New(dbtest.Pool(t), start())
	for i := range 2 * rule.Limit {
		if err := limiter.Allow(t.Context(), rule, "a"); err != nil {
			t.Fatalf("attempt %d: %v", i+1, err)
		}
		if err := limiter.Forgive(t.Context(), rule, "a"); err != nil {
			t.Fatal(err)
		}
	}
}

func TestParallelAttemptsFromSeveralProcessesShareOneCount(t *testing.T) {
	t.Parallel()
	pool, now := dbtest.Pool(t), start()
	processes := []*throttle.Limiter{throttle.New(pool, now), throttle.New(pool, now)}
	var allowed atomic.Int32
	var wg sync.WaitGroup
	for i := range 30 {
		wg.Go(func() {
			if processes[i%2].Allow(t.Context(), rule, "a") == nil {
				allowed.Add(1)
			}
		})
	}
	wg.Wait()
	if allowed.Load() != 3 {
		t.Errorf("%d attempts allowed, want 3", allowed.Load())
	}
}

func TestOldWindowsAreSwept(t *testing.T) {
	t.Parallel()
	now := start()
	limiter := throttle.New(dbtest.Pool(t), now)
	_ = limiter.Allow(t.Context(), rule, "old")
	now.Advance(throttle.MaxWindow)
	_ = limiter.Allow(t.Context(), rule, "new")
	now.Advance(time.Second)
	if n, err := limiter.DeleteOld(t.Context()); err != nil || n != 1 {
		t.Errorf("deleted %d, %v; want 1", n, err)
	}
}
