package rendering

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"laurel/internal/browser"
	"laurel/internal/dbtest"
	"laurel/internal/pg"
	"laurel/internal/printtest"
)

// confined is a Chrome whose files cannot grow for as long as the folder says that the disk is full: all that it writes fails, down
// to the memory that its processes share.
func confined(t *testing.T, folder string) (path, full string) {
	t.Helper()
	chrome, err := browser.Find("")
	if err != nil {
		t.Fatal(err)
	}
	path, full = filepath.Join(folder, "chrome"), filepath.Join(folder, "full")
	script := "#!/bin/sh\nif [ -e " + full + " ]; then trap '' XFSZ; ulimit -f 0; fi\nexec " + chrome + ` "$@"` + "\n"
	if err := os.WriteFile(path, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o755); err != nil {
		t.Fatal(err)
	}
	return path, full
}

func TestEveryDocumentIsMadeOnceThoughTheDiskUnderChromeWasFull(t *testing.T) {
	t.Parallel()
	folder := printtest.Folder(t)
	path, full := confined(t, folder)
	if err := os.WriteFile(full, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r := New(os.DirFS("testdata/print"), browser.Options{Path: path, Tabs: 1, TempDir: folder})
	defer r.Close()
	store := &memory{files: map[string][]byte{}, err: fs.ErrNotExist}
	turns := pg.NewTurns(dbtest.Pool(t))
	defer turns.Close()
	cache := NewCache(r, store, turns, nobodys{}, missing)
	jobs := recipients(12)
	for _, printed := range cache.PDFs(t.Context(), jobs) {
		if printed.Err == nil {
			t.Fatal("printed though nothing can be written: the test shows nothing")
		}
	}
	if err := os.Remove(full); err != nil {
		t.Fatal(err)
	}
	untilMade(t, cache, jobs)
	if store.puts != len(jobs) || len(store.files) != len(jobs) {
		t.Errorf("%d documents are stored %d times; want %d once", len(store.files), store.puts, len(jobs))
	}
}

// untilMade asks for documents again and again, as the queue of jobs does.
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
