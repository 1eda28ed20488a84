package rendering

import (
	"bytes"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"laurel/internal/formats/browser"
	"laurel/internal/formats/printtest"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/pg"
)

func TestPageThatExhaustsMemoryFailsAlone(t *testing.T) {
	t.Parallel()
	r := New(os.DirFS("testdata/print"), browser.Options{Tabs: 1})
	defer r.Close()
	jobs := recipients(2)
	jobs[1].Pages = saying("do:collect").Pages
	for i, printed := range r.PDFs(t.Context(), jobs) {
		if (printed.Err != nil) != (i == 1) || i == 1 && !errors.Is(printed.Err, ErrFailed) {
			t.Errorf("job %d: %v", i, printed.Err)
		}
	}
}

// renders is how many documents are printed under faults: few by default, configurable for long runs.
func renders(t *testing.T, few int) int {
	t.Helper()
	asked := os.Getenv("LAUREL_TEST_RENDERS")
	if asked == "" {
		return few
	}
	n, err := strconv.Atoi(asked)
	if err != nil || n < 1 {
		t.Fatalf("LAUREL_TEST_RENDERS is %q, which is no number of documents", asked)
	}
	return n
}

func TestDocumentsArePrintedOnceDespiteKilledBrowsers(t *testing.T) {
	t.Parallel()
	folder := printtest.Folder(t)
	r := New(os.DirFS("testdata/print"), browser.Options{Tabs: 2, TempDir: folder})
	store := &memoryStore{files: map[string][]byte{}, err: fs.ErrNotExist}
	turns := pg.NewAdvisoryLocks(dbtest.Pool(t))
	defer turns.Close()
	cache := NewCache(r, store, turns, unownedDocuments{}, missing)
	stop, killed := killAtRandom(folder, store.count)
	const round, pause, patience = 40, 50 * time.Millisecond, time.Minute
	jobs := recipients(renders(t, 240))
	again := 0
	for some := range slices.Chunk(jobs, round) {
		wanted := some
		for began := time.Now(); len(wanted) > 0; <-time.After(pause) { // like the job queue
			var failed []Job
			for i, printed := range cache.PDFs(t.Context(), wanted) {
				if printed.Err != nil && time.Since(began) > patience {
					t.Fatalf("%s is not made: %v", wanted[i].Title, printed.Err)
				} else if printed.Err != nil {
					failed = append(failed, wanted[i])
					again++
				} else if !bytes.Contains(printed.Document, []byte("/Title ("+wanted[i].Title+")")) {
					t.Fatalf("the document of %s is another's", wanted[i].Title)
				}
			}
			wanted = failed
		}
	}
	stop()
	if killed[0].Load() == 0 || killed[1].Load() == 0 {
		t.Errorf("killed %d renderers and %d browsers: the test shows nothing", killed[0].Load(), killed[1].Load())
	}
	if store.puts != len(jobs) || len(store.files) != len(jobs) {
		t.Errorf("%d documents are stored %d times; want %d once", len(store.files), store.puts, len(jobs))
	}
	t.Logf("%d documents, %d renderers and %d browsers killed, %d documents asked for again", len(jobs), killed[0].Load(), killed[1].Load(), again)
	r.Close()
	if left := printtest.Processes(folder, ""); len(left) > 0 {
		t.Errorf("processes left: %v", left)
	}
	if left, _ := filepath.Glob(folder + "/*"); len(left) > 0 {
		t.Errorf("files left: %s", strings.Join(left, ", "))
	}
}

// killAtRandom kills renderer processes and whole browsers alternately at random moments until stopped, and counts both. It waits
// for a finished render between kills: a browser that never finishes work is subject to backoff, which another test covers.
func killAtRandom(folder string, made func() int) (stop func(), killed *[2]atomic.Int64) {
	killed = new([2]atomic.Int64)
	random := rand.New(rand.NewPCG(7, 7))
	ended, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for turn, before := 0, -1; ; {
			select {
			case <-ended:
				return
			case <-time.After(time.Duration(random.IntN(300)) * time.Millisecond):
			}
			now := made()
			if now == before {
				continue
			}
			turn, before = turn+1, now
			for _, pid := range printtest.Processes(folder, []string{"--type=renderer", "--remote-debugging-pipe"}[turn%2]) {
				if syscall.Kill(pid, syscall.SIGKILL) == nil {
					killed[turn%2].Add(1)
				}
			}
		}
	}()
	return func() { close(ended); <-done }, killed
}
