package idempotency

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
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
	w.keys = New(pool, w.now, secrets.RandomKeyring())
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
	answer, err := w.keys.Do(t.Context(), Owner{DepartmentID: w.department}, key, []byte(request), func(context.Context) (Response, error) {
		w.effects.Add(1)
		return Response{Status: status, Body: []byte("answer to " + request)}, err
	})
	return answer.Status, string(answer.Body), answer.Replayed, err
}

func TestFirstAnswerIsReplayedForADay(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusOK, http.StatusCreated} {
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
		"a 5xx answer": {http.StatusInternalServerError, nil},
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
		_, _ = w.keys.Do(t.Context(), Owner{DepartmentID: w.department}, "k", []byte("a"), func(context.Context) (Response, error) { panic("boom") })
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
	if _, _, _, err := w.send(t, "\xff\xfe", "c", http.StatusOK, nil); errs.KindOf(err) != errs.Invalid {
		t.Errorf("no text: %v", err)
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

// effect is a change of the department that every further one adds to.
func (w *world) effect(ctx context.Context) error {
	return pg.InDepartment(ctx, w.keys.pool, w.department, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "update departments set name = name || 'x' where id = $1", w.department)
		return err
	})
}

func (w *world) happened(t *testing.T) (times int) {
	t.Helper()
	if err := w.keys.pool.QueryRow(t.Context(), "select length(name) from departments where id = $1", w.department).Scan(&times); err != nil {
		t.Fatal(err)
	}
	return times
}

func TestAHolderThatDiesAfterItsEffectHasHadNone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	died := errors.New("died")
	_, err := w.keys.Do(t.Context(), Owner{DepartmentID: w.department}, "k", []byte("a"), func(ctx context.Context) (Response, error) {
		if err := w.effect(ctx); err != nil {
			t.Error(err)
		}
		return Response{}, pg.InDepartment(ctx, w.keys.pool, w.department, func(tx pgx.Tx) error {
			_, err := tx.Exec(ctx, "select pg_terminate_backend(pg_backend_pid())")
			return errors.Join(died, err)
		})
	})
	if !errors.Is(err, died) || w.happened(t) != 0 {
		t.Fatalf("after the death: %v, %d effects", err, w.happened(t))
	}
	for range 2 { // nobody waits for the dead one
		answer, err := w.keys.Do(t.Context(), Owner{DepartmentID: w.department}, "k", []byte("a"), func(ctx context.Context) (Response, error) {
			return Response{Status: http.StatusOK, Body: []byte("done")}, w.effect(ctx)
		})
		if err != nil || string(answer.Body) != "done" {
			t.Errorf("the next one: %+v, %v", answer, err)
		}
	}
	if n := w.happened(t); n != 1 {
		t.Errorf("%d effects, want 1", n)
	}
}

func TestWhatARefusedRequestDidIsTakenBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	answer, err := w.keys.Do(t.Context(), Owner{DepartmentID: w.department}, "k", []byte("a"), func(ctx context.Context) (Response, error) {
		return Response{Status: http.StatusConflict}, w.effect(ctx)
	})
	if err != nil || answer.Status != http.StatusConflict || w.happened(t) != 0 {
		t.Errorf("%+v, %v, %d effects", answer, err, w.happened(t))
	}
}

func TestWhileTheHolderLivesOthersAreToldSo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.keys.patience = time.Millisecond
	_, err := w.keys.Do(t.Context(), Owner{DepartmentID: w.department}, "k", []byte("a"), func(context.Context) (Response, error) {
		_, _, _, err := w.send(t, "k", "a", http.StatusOK, nil)
		return Response{Status: http.StatusOK}, err
	})
	if !errors.Is(err, ErrInProgress) || w.effects.Load() != 0 {
		t.Errorf("%v, %d effects", err, w.effects.Load())
	}
}

func TestOldKeysAreSwept(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, _, _, _ = w.send(t, "old", "a", http.StatusOK, nil)
	w.now.Advance(keptFor + time.Second)
	_, _, _, _ = w.send(t, "new", "a", http.StatusOK, nil)
	if n, err := w.keys.DeleteOld(t.Context()); err != nil || n != 1 {
		t.Errorf("deleted %d, %v; want 1", n, err)
	}
}

func TestRecipientsAndDepartmentsHaveKeysOfTheirOwn(t *testing.T) {
	t.Parallel()
	pool := dbtest.Pool(t)
	now := clock.NewFake(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	keys := New(pool, now, secrets.RandomKeyring())
	var recipient int64
	err := pg.InSystem(t.Context(), pool, func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), "insert into recipients (email, name, created_at, updated_at) values ('ada@example.org', 'Ada', now(), now()) returning id").Scan(&recipient)
	})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(owner Owner, request string) (Response, error) {
		return keys.Do(t.Context(), owner, "k", []byte(request), func(context.Context) (Response, error) {
			return Response{Status: http.StatusOK, Body: []byte(request)}, nil
		})
	}
	// A department and a recipient with the same number use the same key.
	for _, owner := range []Owner{{RecipientID: recipient}, {DepartmentID: department(t, pool)}} {
		for i := range 2 {
			if got, err := ask(owner, owner.String()); err != nil || string(got.Body) != owner.String() || got.Replayed != (i == 1) {
				t.Errorf("%s: %+v, %v", owner, got, err)
			}
		}
		if _, err := ask(owner, "another"); !errors.Is(err, ErrMismatch) {
			t.Errorf("%s: %v", owner, err)
		}
	}
	now.Advance(keptFor + time.Second)
	if n, err := keys.DeleteOld(t.Context()); n != 2 || err != nil {
		t.Errorf("%d keys are deleted, %v", n, err)
	}
}
