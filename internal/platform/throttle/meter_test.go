package throttle_test

import (
	"errors"
	"testing"
	"time"

	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/throttle"
)

func TestProcessesShareWhatTheyCounted(t *testing.T) {
	t.Parallel()
	pool, now := dbtest.Pool(t), clock.NewFake(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	one, other := throttle.NewMeter(throttle.New(pool, now)), throttle.NewMeter(throttle.New(pool, now))
	rule := throttle.Rule{Name: "r", Limit: 20, Window: time.Minute}
	count := func(m *throttle.Meter, times int) (last throttle.Quota, err error) {
		for range times {
			last, err = m.Count(rule, "somebody")
		}
		return last, err
	}
	share := func(m *throttle.Meter) {
		t.Helper()
		if err := m.Share(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	_, _ = count(one, 8)
	_, _ = count(other, 9)
	share(one)
	share(other)
	share(one) // it has nothing new to tell
	if left, err := count(other, 1); err != nil || left.Remaining != 2 {
		t.Errorf("the other has %+v, %v", left, err)
	}
	share(other)
	_, _ = count(one, 1)
	share(one)
	if left, err := count(one, 1); err != nil || left.Remaining != 0 {
		t.Errorf("the one has %+v, %v", left, err)
	}
	if left, err := count(one, 1); !errors.Is(err, throttle.ErrTooMany) || left.Reset != 60 {
		t.Errorf("beyond the limit: %+v, %v", left, err)
	}
	if _, err := one.Count(rule, "somebody else"); err != nil {
		t.Errorf("somebody else: %v", err)
	}
	now.Advance(time.Minute)
	if left, err := count(one, 1); err != nil || left.Remaining != 19 {
		t.Errorf("a minute later: %+v, %v", left, err)
	}
}
