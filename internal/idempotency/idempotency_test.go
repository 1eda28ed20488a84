package idempotency

import (
	"errors"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/clock"
	"laurel/internal/dbtest"
	"laurel/internal/errs"
)

type world struct {
	keys       *Keys
	now        *clock.Fake
	department int64
	effects    atomic.Int32
}

func newWorld(t *testing.T) *world {
	t.Helper()
	pool := dbtest.Pool(t)
	w := &world{now: clock.NewFake(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)), department: department(t, pool)}
	w.keys = New(pool, w.now)
	return w
}

func department(t *testing.T, pool *pgxpool.Pool) (id int64) {
	t.Helper()
	err := pool.QueryRow(t.Context(), "insert into departments (created_at, updated_at) values (now(), now()) returning id").Scan(&id)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// send is one request that has an effect and answers status.
func (w *world) send(t *testing.T, key, request string, status int, err error) (int, string, bool, error) {
	t.Helper()
	code, body, replayed, err := w.keys.Do(t.Context(), w.department, key, []byte(request), func() (int, []byte, error) {
		w.effects.Add(1)
		return status, []byte("answer to " + request), err
	})
	return code, string(body), replayed, err
}

func TestFirstAnswerIsReplayedForADay(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusOK, http.StatusCreated, http.StatusInternalServerError} {
		w := newWorld(t)
		_, _, _, _ = w.send(t, "k", "a", status, nil)
		w.now.Advance(23 * time.Hour)
		code, body, replayed, err := w.send(t, "k", "a", http.StatusOK, nil)
		if code != status || body != "answer to a" || !replayed || err != nil || w.effects.Load() != 1 {
			t.Errorf("replay of %d: %d %q %v %v, %d effects", status, code, body, replayed, err, w.effects.Load())
		}
		w.now.Advance(time.Hour)
		if _, _, replayed, err := w.send(t, "k", "b", http.StatusOK, nil); replayed || err != nil {
			t.Errorf("after a day: replayed %v, %v", replayed, err)
		}
	}
}

func TestNothingIsKeptOfRefusals(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		status int
		err    error
	}{
		"a 4xx answer": {http.StatusUnprocessableEntity, nil},
		"an error":     {0, errs.Field("name", "required")},
	}
	for name, c := range cases {
		w := newWorld(t)
		_, _, _, _ = w.send(t, "k", "a", c.status, c.err)
		if _, _, replayed, err := w.send(t, "k", "b", http.StatusOK, nil); replayed || err != nil || w.effects.Load() != 2 {
			t.Errorf("after %s: replayed %v, %v", name, replayed, err)
		}
	}
}

func TestNothingIsKeptOfAPanic(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	func() {
		defer func() { _ = recover() }()
		_, _, _, _ = w.keys.Do(t.Context(), w.department, "k", []byte("a"), func() (int, []byte, error) { panic("boom") })
	}()
	if _, _, replayed, err := w.send(t, "k", "a", http.StatusOK, nil); replayed || err != nil {
		t.Errorf("replayed %v, %v", replayed, err)
	}
}

func TestKeysThatCannotBeUsed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, _, _, _ = w.send(t, "k", "a", http.StatusOK, nil)
	if _, _, _, err := w.send(t, "k", "b", http.StatusOK, nil); !errors.Is(err, ErrMismatch) {
		t.Errorf("another request: %v", err)
	}
	if _, _, _, err := w.send(t, strings.Repeat("é", 255), "c", http.StatusOK, nil); err != nil {
		t.Errorf("255 characters: %v", err)
	}
	if _, _, _, err := w.send(t, strings.Repeat("k", 256), "c", http.StatusOK, nil); errs.KindOf(err) != errs.Invalid {
		t.Errorf("256 characters: %v", err)
	}
}

func TestRequestsWithoutKeyAreAllDone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for range 2 {
		_, _, _, _ = w.send(t, "", "a", http.StatusOK, nil)
	}
	if w.effects.Load() != 2 {
		t.Errorf("%d effects, want 2", w.effects.Load())
	}
}

func TestDepartmentsDoNotShareKeys(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, _, _, _ = w.send(t, "k", "a", http.StatusOK, nil)
	w.department = department(t, w.keys.pool)
	if _, _, replayed, err := w.send(t, "k", "b", http.StatusOK, nil); replayed || err != nil {
		t.Errorf("replayed %v, %v", replayed, err)
	}
}

func TestFiftyEqualRequestsHaveOneEffectAndOneAnswer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			if code, body, _, err := w.send(t, "k", "a", http.StatusOK, nil); code != http.StatusOK || body != "answer to a" || err != nil {
				t.Errorf("%d %q %v", code, body, err)
			}
		})
	}
	wg.Wait()
	if w.effects.Load() != 1 {
		t.Errorf("%d effects, want 1", w.effects.Load())
	}
}

func TestHolderThatDiesIsFollowedAfterTwoMinutes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.keys.patience = time.Millisecond
	dead := claim{keys: w.keys, departmentID: w.department, key: "k", hash: []byte("a")}
	if _, _, replayed, err := dead.take(t.Context()); replayed || err != nil {
		t.Fatal(replayed, err)
	}
	if _, _, _, err := w.send(t, "k", "a", http.StatusOK, nil); !errors.Is(err, ErrInProgress) {
		t.Errorf("while the holder lives: %v", err)
	}
	w.now.Advance(2 * time.Minute)
	if _, _, replayed, err := w.send(t, "k", "a", http.StatusOK, nil); replayed || err != nil {
		t.Errorf("after two minutes: replayed %v, %v", replayed, err)
	}
	if err := dead.answer(t.Context(), http.StatusTeapot, nil); err != nil {
		t.Fatal(err)
	}
	if code, _, _, _ := w.send(t, "k", "a", http.StatusOK, nil); code != http.StatusOK {
		t.Errorf("the late holder overwrote the answer with %d", code)
	}
}

func TestOldKeysAreSwept(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, _, _, _ = w.send(t, "old", "a", http.StatusOK, nil)
	w.now.Advance(kept + time.Second)
	_, _, _, _ = w.send(t, "new", "a", http.StatusOK, nil)
	if n, err := w.keys.DeleteOld(t.Context()); err != nil || n != 1 {
		t.Errorf("deleted %d, %v; want 1", n, err)
	}
}
