package embeds_test

import (
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/design/embeds"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

func TestACodeHasToFitWhereItIsUsed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by, other := w.administrator(t), w.administrator(t)
	design, second := w.design(t, by, "certificate"), w.design(t, by, "certificate")
	code, blank := w.code(t, by, everything(design)), w.code(t, by, everything(0))
	for name, c := range map[string]struct {
		in   embeds.Exchange
		want error
	}{
		"no code":                    {embeds.Exchange{}, embeds.ErrOver},
		"a wrong code":               {embeds.Exchange{Secret: code + "x"}, embeds.ErrOver},
		"another department":         {embeds.Exchange{Secret: code, DepartmentID: other.DepartmentID}, embeds.ErrElsewhere},
		"another design":             {embeds.Exchange{Secret: code, DesignID: second}, embeds.ErrElsewhere},
		"a design where it has none": {embeds.Exchange{Secret: blank, DesignID: design}, embeds.ErrElsewhere},
		"a page that is not listed":  {embeds.Exchange{Secret: code, ParentOrigin: "https://evil.example"}, embeds.ErrParent},
		"a sandboxed page":           {embeds.Exchange{Secret: code, ParentOrigin: "null"}, embeds.ErrParent},
	} {
		if _, err := w.Open(t.Context(), access.Actor{}, c.in); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	// None of these has used the code up.
	in := embeds.Exchange{Secret: "Bearer " + code, DepartmentID: by.DepartmentID, DesignID: design, ParentOrigin: host}
	if o, err := w.Open(t.Context(), access.Actor{}, in); err != nil || o.DesignID != design {
		t.Errorf("%+v, %v", o, err)
	}
}

func TestACodeIsBoundToOnePageOfTheList(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.administrator(t)
	w.origin(t, by, "https://second.example")
	in := embeds.Exchange{Secret: w.code(t, by, everything(0)), ParentOrigin: "https://second.example"}
	if _, err := w.Open(t.Context(), access.Actor{}, in); !errors.Is(err, embeds.ErrParent) {
		t.Errorf("in the other page: %v", err)
	}
}

func TestACodeIsTooLateAfterItsTime(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.administrator(t)
	short := everything(0)
	short.TTL = 30
	for _, c := range []struct {
		in    embeds.Request
		lasts time.Duration
	}{{everything(0), 2 * time.Minute}, {short, 30 * time.Second}} {
		intime, late := w.code(t, by, c.in), w.code(t, by, c.in)
		w.now.Advance(c.lasts - time.Second)
		w.open(t, intime)
		w.now.Advance(time.Second)
		if _, err := w.Open(t.Context(), access.Actor{}, embeds.Exchange{Secret: late}); !errors.Is(err, embeds.ErrOver) {
			t.Errorf("after %v: %v", c.lasts, err)
		}
	}
}

func TestACodeThatComesTwiceEndsWhatItOpened(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.administrator(t)
	code, other := w.code(t, by, everything(0)), w.open(t, w.code(t, by, everything(0)))
	first := w.open(t, code)
	renewed, err := w.Refresh(t.Context(), access.Actor{}, first.Refresh)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Open(t.Context(), access.Actor{}, embeds.Exchange{Secret: code}); !errors.Is(err, embeds.ErrOver) {
		t.Errorf("again: %v", err)
	}
	if w.alive(t, first.Bearer) || w.alive(t, renewed.Bearer) {
		t.Error("what the code opened lives on")
	}
	if _, err := w.Refresh(t.Context(), access.Actor{}, renewed.Refresh); !errors.Is(err, embeds.ErrOver) {
		t.Errorf("its refresh: %v", err)
	}
	if !w.alive(t, other.Bearer) {
		t.Error("another code's maker has ended, too")
	}
}

func TestOfParallelExchangesOfACodeNoneLivesOn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	code := w.code(t, w.administrator(t), everything(0))
	var opened atomic.Int32
	var bearer atomic.Value
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if o, err := w.Open(t.Context(), access.Actor{}, embeds.Exchange{Secret: code}); err == nil {
				opened.Add(1)
				bearer.Store(o.Bearer)
			}
		})
	}
	wg.Wait()
	if opened.Load() != 1 || w.alive(t, bearer.Load().(string)) {
		t.Errorf("%d opened; alive: %v", opened.Load(), w.alive(t, bearer.Load().(string)))
	}
}

func TestARefreshRotatesUntilTwelveHoursHavePassed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	began := w.now.Now()
	o := w.open(t, w.code(t, w.administrator(t), everything(0)))
	for w.now.Now().Before(began.Add(12*time.Hour - 15*time.Minute)) {
		w.now.Advance(14 * time.Minute)
		if !w.alive(t, o.Bearer) {
			t.Fatalf("dead after %v", w.now.Now().Sub(began))
		}
		next, err := w.Refresh(t.Context(), access.Actor{}, o.Refresh)
		if err != nil || next.Refresh == o.Refresh || next.Bearer == o.Bearer {
			t.Fatalf("after %v: %+v, %v", w.now.Now().Sub(began), next, err)
		}
		o = next
	}
	w.now.Advance(began.Add(12 * time.Hour).Sub(w.now.Now()))
	if _, err := w.Refresh(t.Context(), access.Actor{}, o.Refresh); !errors.Is(err, embeds.ErrOver) || w.alive(t, o.Bearer) {
		t.Errorf("after twelve hours: %v", err)
	}
}

func TestARefreshThatComesTwiceEndsItsMaker(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	o := w.open(t, w.code(t, w.administrator(t), everything(0)))
	next, err := w.Refresh(t.Context(), access.Actor{}, o.Refresh)
	if err != nil {
		t.Fatal(err)
	}
	for _, refresh := range []string{o.Refresh, next.Refresh, "x", next.Bearer} {
		if _, err := w.Refresh(t.Context(), access.Actor{}, refresh); !errors.Is(err, embeds.ErrOver) {
			t.Errorf("%s: %v", refresh, err)
		}
	}
	if w.alive(t, next.Bearer) {
		t.Error("the maker lives on")
	}
}

func TestABearerEndsByItselfAndARefreshLater(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	o := w.open(t, w.code(t, w.administrator(t), everything(0)))
	w.now.Advance(15 * time.Minute)
	if w.alive(t, o.Bearer) {
		t.Error("alive after a quarter of an hour")
	}
	o, err := w.Refresh(t.Context(), access.Actor{}, o.Refresh)
	if err != nil {
		t.Fatal(err)
	}
	w.now.Advance(time.Hour)
	if _, err := w.Refresh(t.Context(), access.Actor{}, o.Refresh); !errors.Is(err, embeds.ErrOver) {
		t.Errorf("an hour later: %v", err)
	}
}

func TestAMakerEndsWithWhatItHangsOn(t *testing.T) {
	t.Parallel()
	ends := map[string]func(t *testing.T, w *world, by, key access.Actor, design int64){
		"its department": func(t *testing.T, w *world, by, _ access.Actor, _ int64) {
			w.run(t, by, "update departments set deleted_at = now() where id = $1", by.DepartmentID)
		},
		"its origin": func(t *testing.T, w *world, by, _ access.Actor, _ int64) {
			settings, err := w.Settings(t.Context(), by)
			if err != nil {
				t.Fatal(err)
			}
			if err := w.RemoveOrigin(t.Context(), by, settings.Origins[0].ID); err != nil {
				t.Fatal(err)
			}
		},
		"its key": func(t *testing.T, w *world, by, key access.Actor, _ int64) {
			if err := w.keys.Revoke(t.Context(), by, key.APIKeyID); err != nil {
				t.Fatal(err)
			}
		},
		"its design": func(t *testing.T, w *world, by, _ access.Actor, design int64) {
			w.run(t, by, "delete from designs where id = $1", design)
		},
	}
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			by := w.administrator(t)
			key, design := w.key(t, by), w.design(t, by, "certificate")
			o, unused := w.open(t, w.code(t, key, everything(design))), w.code(t, key, everything(design))
			end(t, w, by, key, design)
			if w.alive(t, o.Bearer) {
				t.Error("the bearer still opens something")
			}
			if _, err := w.Refresh(t.Context(), access.Actor{}, o.Refresh); !errors.Is(err, embeds.ErrOver) {
				t.Errorf("refresh: %v", err)
			}
			if _, err := w.Open(t.Context(), access.Actor{}, embeds.Exchange{Secret: unused}); !errors.Is(err, embeds.ErrOver) {
				t.Errorf("a code that was not used yet: %v", err)
			}
		})
	}
}

func TestAMakerEndsWhenItsAdministratorNoLongerIsOne(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.administrator(t)
	o := w.open(t, w.code(t, by, everything(0)))
	w.run(t, by, "update memberships set role = 'viewer' where user_id = $1", by.UserID)
	if w.alive(t, o.Bearer) {
		t.Error("the bearer still opens something")
	}
}

func TestThePlainContractIsOffUntilTheDepartmentAllowsIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by, other := w.administrator(t), w.administrator(t)
	key, design := w.key(t, by), w.design(t, by, "certificate")
	viewer := by
	viewer.Role = access.Viewer
	in := embeds.Exchange{DesignID: design}
	if _, err := w.OpenPlain(t.Context(), key, in); !errors.Is(err, embeds.ErrPlainOff) {
		t.Fatalf("before: %v", err)
	}
	if _, err := w.AllowPlainContract(t.Context(), by, true); err != nil {
		t.Fatal(err)
	}
	o, err := w.OpenPlain(t.Context(), key, in)
	if err != nil || o.DesignID != design || strings.Join(o.Scopes, " ") != "design.read design.write" || len(o.ParentOrigins) != 1 {
		t.Fatalf("allowed: %+v, %v", o, err)
	}
	for name, c := range map[string]struct {
		by   access.Actor
		in   embeds.Exchange
		want errs.Kind
	}{
		"a viewer":             {viewer, in, errs.Forbidden},
		"another's design":     {key, embeds.Exchange{DesignID: w.design(t, other, "certificate")}, errs.NotFound},
		"a page off the list":  {key, embeds.Exchange{ParentOrigin: "https://evil.example"}, errs.Forbidden},
		"another's department": {w.key(t, other), in, errs.Forbidden},
	} {
		if _, err := w.OpenPlain(t.Context(), c.by, c.in); errs.KindOf(err) != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := w.AllowPlainContract(t.Context(), by, false); err != nil {
		t.Fatal(err)
	}
	if w.alive(t, o.Bearer) {
		t.Error("what it opened lives on after it was taken back")
	}
}

func TestSweepingLeavesWhatStillWorks(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.administrator(t)
	o := w.open(t, w.code(t, by, everything(0)))
	w.now.Advance(11 * time.Minute)
	if n, err := w.DeleteExpired(t.Context()); err != nil || n != 0 || !w.alive(t, o.Bearer) {
		t.Errorf("%d deleted, %v; alive: %v", n, err, w.alive(t, o.Bearer))
	}
	w.now.Advance(12 * time.Hour)
	if n, err := w.DeleteExpired(t.Context()); err != nil || n != 1 {
		t.Errorf("%d deleted, %v", n, err)
	}
	err := pg.InSystem(t.Context(), w.pool, func(tx pgx.Tx) error {
		var left int
		err := tx.QueryRow(t.Context(), "select (select count(*) from embed_sessions) + (select count(*) from embed_tokens)").Scan(&left)
		if left != 0 {
			t.Errorf("%d rows are left", left)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
