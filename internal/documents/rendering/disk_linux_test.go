package rendering

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/formats/browser"
	"laurel/internal/formats/printtest"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/pg"
)

func TestDocumentsArePrintedOnceDespiteAFullDisk(t *testing.T) {
	t.Parallel()
	documents := renders(t, 4*diskRound)
	at := os.Getenv(ownMounts)
	if at == "" {
		err := withOwnMounts(t, dbtest.URL(t))
		if err == nil {
			return
		}
		t.Log("the system lets nobody mount a disk, so Chrome's files stop growing: ", err)
		printOnFullDisks(t, newLimited(t), dbtest.Pool(t), documents)
		return
	}
	pool, err := pg.Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	disk, err := mounted(t)
	if err != nil {
		t.Log(err)
		disk = newLimited(t)
	}
	printOnFullDisks(t, disk, pool, documents)
	if left := zombies(); len(left) > 0 {
		t.Errorf("nobody waited for %v", left)
	}
}

func TestDocumentsArePrintedOnceDespiteFailingWrites(t *testing.T) {
	t.Parallel()
	printOnFullDisks(t, newLimited(t), dbtest.Pool(t), renders(t, 2*diskRound))
}

// diskRound is how many documents are printed between two disk-full periods.
const diskRound = 20

// faults are the ways in which the disk is full.
var faults = []struct {
	begin  bool  // Chrome must start on it
	names  bool  // no file can be created, not even a profile
	leave  int64 // at most this many bytes are left
	during bool  // it fills while Chrome prints
}{{}, {begin: true, names: true}, {begin: true, leave: 2 << 20}, {during: true, leave: 64 << 10}}

// printOnFullDisks prints documents while Chrome's disk repeatedly fills and is freed.
func printOnFullDisks(t *testing.T, d disk, pool *pgxpool.Pool, documents int) {
	path, folder := d.chrome()
	before := names(t, folder)
	r := New(os.DirFS("testdata/print"), browser.Options{Path: path, Tabs: 2, TempDir: folder, TabPrints: 2 * diskRound})
	defer r.Close()
	store := &memoryStore{files: map[string][]byte{}, err: fs.ErrNotExist}
	turns := pg.NewAdvisoryLocks(pool)
	defer turns.Close()
	cache := NewCache(r, store, turns, unownedDocuments{}, missing)
	random := rand.New(rand.NewPCG(7, 7))
	jobs := recipients(documents)
	round, refused := 0, 0
	for some := range slices.Chunk(jobs, diskRound) {
		fault := faults[round%len(faults)]
		round++
		untilMade(t, cache, some[:len(some)/2])
		if fault.begin {
			endChrome(t, folder, before)
		}
		filled := make(chan error, 1)
		fill := func() { filled <- d.fill(random.Int64N(fault.leave+1), fault.names) }
		if fault.during {
			go fill()
		} else {
			fill()
		}
		all := askOnce(t, r, cache, some)
		if refused += len(all); len(all) > 0 && !d.refuses(fault.names) {
			t.Errorf("refused in round %d: %v", round, errors.Join(all...))
		}
		if err := errors.Join(<-filled, d.free()); err != nil {
			t.Fatal(err)
		}
		untilMade(t, cache, some)
	}
	t.Logf("%d documents, %d times the disk was full, %d requests refused meanwhile", documents, round, refused)
	if refused == 0 {
		t.Error("nothing was refused, though no Chrome could begin: the test shows nothing")
	}
	checkStored(t, r, store, jobs)
	r.Close()
	if left := printtest.Processes(folder, ""); len(left) > 0 {
		t.Errorf("processes left: %v", left)
	}
	if left := names(t, folder); !slices.Equal(left, before) {
		t.Errorf("files left: %v; before there were %v", left, before)
	}
}

// askOnce requests documents in the background and, at the same time, one of them and a picture interactively. It returns the
// errors; no request takes longer than one timeout.
func askOnce(t *testing.T, r *Renderer, cache *Cache, some []Job) (refused []error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), r.jobTimeout)
	defer cancel()
	last := len(some) - 1
	var wg sync.WaitGroup
	var all, one, picture error
	wg.Go(func() { all = anyFailed(cache.PDFs(ctx, some[:last])) })
	wg.Go(func() { _, one = cache.PDF(ctx, some[last]) })
	wg.Go(func() {
		var data []byte
		if data, picture = r.Picture(ctx, some[0], 300, PNG); picture != nil {
			return
		}
		if _, err := png.Decode(bytes.NewReader(data)); err != nil {
			t.Errorf("the picture is broken: %v", err)
		}
	})
	wg.Wait()
	for what, err := range map[string]error{"the batch": all, "the document": one, "the picture": picture} {
		if err != nil {
			refused = append(refused, fmt.Errorf("%s: %w", what, err))
		}
		if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			t.Errorf("%s is not answered within a time-out", what)
		}
	}
	return refused
}

// checkStored checks that each document is stored once, under its own name.
func checkStored(t *testing.T, r *Renderer, store *memoryStore, jobs []Job) {
	t.Helper()
	if store.puts != len(jobs) || len(store.files) != len(jobs) {
		t.Errorf("%d documents are stored %d times; want %d once", len(store.files), store.puts, len(jobs))
	}
	for _, job := range jobs {
		key, err := r.Key(job)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(store.files[pdfName(key)], []byte("/Title ("+job.Title+")")) {
			t.Errorf("the stored document of %s is another's, or none", job.Title)
		}
	}
}

// endChrome kills Chrome and waits until its profile is removed.
func endChrome(t *testing.T, folder string, before []string) {
	t.Helper()
	for _, pid := range printtest.Processes(folder, "--remote-debugging-pipe") {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	limit := time.After(10 * time.Second)
	for !slices.Equal(names(t, folder), before) {
		select {
		case <-limit:
			t.Fatalf("left of Chrome: %v", names(t, folder))
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// names returns the file names of a folder.
func names(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, entry := range entries {
		all = append(all, entry.Name())
	}
	return all
}

// zombies returns the child processes that ended and were not reaped.
func zombies() []string {
	var found []string
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range stats {
		stat, _ := os.ReadFile(name)
		_, rest, _ := strings.Cut(string(stat), ") ")
		if strings.HasPrefix(rest, fmt.Sprintf("Z %d ", os.Getpid())) {
			found = append(found, string(stat))
		}
	}
	return found
}

// untilMade retries documents as the job queue does.
func untilMade(t *testing.T, cache *Cache, jobs []Job) {
	t.Helper()
	const pause, patience = 50 * time.Millisecond, time.Minute
	for began, failed := time.Now(), 1; failed > 0; <-time.After(pause) {
		failed = 0
		for i, printed := range cache.PDFs(t.Context(), jobs) {
			if printed.Err != nil && time.Since(began) > patience {
				t.Fatalf("%s is not made: %v", jobs[i].Title, printed.Err)
			} else if printed.Err != nil {
				failed++
			}
		}
	}
}
