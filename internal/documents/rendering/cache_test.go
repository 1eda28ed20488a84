package rendering

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"laurel/internal/documents/documentstore"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/pg"
)

func missing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

func TestCachePrintsOnceForConcurrentRequests(t *testing.T) {
	t.Parallel()
	store := &memoryStore{files: map[string][]byte{}, err: fs.ErrNotExist}
	c := cached(t, dbtest.Pool(t), store)
	var wg sync.WaitGroup
	got := make([][]byte, 100)
	for i := range got {
		wg.Go(func() {
			data, err := c.PDF(t.Context(), certificate())
			if err != nil {
				t.Error(err)
			}
			got[i] = data
		})
	}
	wg.Wait()
	if store.puts != 1 {
		t.Errorf("stored %d times", store.puts)
	}
	for _, data := range got {
		if !bytes.Equal(data, got[0]) {
			t.Fatal("two answers differ")
		}
	}
	if _, err := c.Picture(t.Context(), certificate(), 100, PNG); err != nil || store.puts != 2 {
		t.Errorf("picture: %v, %d files", err, store.puts)
	}
}

func TestCachePrintsOnlyJobsThatAreNotStored(t *testing.T) {
	t.Parallel()
	store := &memoryStore{files: map[string][]byte{}, err: fs.ErrNotExist}
	c := cached(t, dbtest.Pool(t), store)
	stored, err := c.PDF(t.Context(), saying("Ana"))
	if err != nil {
		t.Fatal(err)
	}
	jobs := []Job{saying("Zoë"), saying("Ana"), saying("do:throw"), saying("Bo")}
	printed := c.PDFs(t.Context(), jobs)
	if !bytes.Equal(printed[1].Document, stored) || store.puts != 3 {
		t.Errorf("stored %d times", store.puts)
	}
	if !errors.Is(printed[2].Err, ErrFailed) || printed[0].Err != nil || printed[3].Err != nil {
		t.Errorf("errors %v, %v, %v", printed[0].Err, printed[2].Err, printed[3].Err)
	}
	if again := c.PDFs(t.Context(), jobs); !bytes.Equal(again[3].Document, printed[3].Document) || store.puts != 3 {
		t.Errorf("stored %d times", store.puts)
	}
}

// recordingDocuments records registrations.
type recordingDocuments map[string]bool

func (n recordingDocuments) Register(_ context.Context, kept []documentstore.StoredFile) (before []string, err error) {
	for _, k := range kept {
		if n[k.Name] {
			before = append(before, k.Name)
		}
		n[k.Name] = true
	}
	return before, nil
}

func TestStoreIsNotReadForUnregisteredDocuments(t *testing.T) {
	t.Parallel()
	store := &memoryStore{files: map[string][]byte{}, err: fs.ErrNotExist}
	c := cached(t, dbtest.Pool(t), store)
	c.documents = recordingDocuments{}
	jobs := []Job{saying("Ana"), saying("Zoë")}
	for i := range jobs {
		jobs[i].Owner = documentstore.Owner{DepartmentID: 1, CredentialID: int64(i + 1)}
	}
	for round, gets := range []int{0, 2} {
		if err := anyFailed(c.PDFs(t.Context(), jobs)); err != nil {
			t.Fatal(err)
		}
		if store.gets != gets || store.puts != 2 {
			t.Errorf("round %d: %d were asked for, %d stored", round, store.gets, store.puts)
		}
	}
}

func TestCacheFailsWhenTheStoreFails(t *testing.T) {
	t.Parallel()
	down := errors.New("store is down")
	c := cached(t, dbtest.Pool(t), &memoryStore{files: map[string][]byte{}, err: down})
	if _, err := c.PDF(t.Context(), certificate()); !errors.Is(err, down) {
		t.Errorf("error = %v", err)
	}
}

func TestProcessesPrintADocumentOnce(t *testing.T) {
	t.Parallel()
	pool := dbtest.Pool(t)
	store := &memoryStore{files: map[string][]byte{}, err: fs.ErrNotExist}
	jobs := []Job{saying("Ana"), saying("Bo"), saying("Ana"), saying("Cléo")}
	var wg sync.WaitGroup
	for range 3 {
		c := cached(t, pool, store)
		wg.Go(func() {
			for i, printed := range c.PDFs(t.Context(), jobs) {
				if printed.Err != nil || len(printed.Document) == 0 {
					t.Errorf("job %d: %v", i, printed.Err)
				}
			}
		})
		wg.Go(func() {
			if data, err := c.PDF(t.Context(), saying("Bo")); err != nil || len(data) == 0 {
				t.Errorf("alone: %v", err)
			}
		})
	}
	wg.Wait()
	if store.puts != 3 {
		t.Errorf("three documents are stored %d times", store.puts)
	}
}

func TestDocumentIsPrintedWhenTheLockHolderDied(t *testing.T) {
	t.Parallel()
	pool := dbtest.Pool(t)
	store := &memoryStore{files: map[string][]byte{}, err: fs.ErrNotExist}
	key, err := shared.Key(saying("Ana"))
	if err != nil {
		t.Fatal(err)
	}
	killed := pg.NewAdvisoryLocks(pool)
	if mine, err := killed.TryLock(t.Context(), []string{pdfName(key)}); err != nil || len(mine) != 1 {
		t.Fatal(mine, err)
	}
	made := make(chan error, 1)
	c := cached(t, pool, store)
	go func() {
		_, err := c.PDF(t.Context(), saying("Ana"))
		made <- err
	}()
	select {
	case err := <-made:
		t.Fatalf("printed though another process has the turn: %v", err)
	case <-time.After(300 * time.Millisecond):
	}
	killed.Close()
	if err := <-made; err != nil || store.puts != 1 {
		t.Errorf("stored %d times, %v", store.puts, err)
	}
}

func TestInteractiveRequestDoesNotWaitForALongBatch(t *testing.T) {
	t.Parallel()
	pool := dbtest.Pool(t)
	store := &memoryStore{files: map[string][]byte{}, err: fs.ErrNotExist}
	key, err := shared.Key(saying("Ana"))
	if err != nil {
		t.Fatal(err)
	}
	batch := pg.NewAdvisoryLocks(pool)
	defer batch.Close()
	if mine, err := batch.TryLock(t.Context(), []string{pdfName(key)}); err != nil || len(mine) != 1 {
		t.Fatal(mine, err)
	}
	c, other := cached(t, pool, store), cached(t, pool, store)
	var wg sync.WaitGroup
	for _, c := range []*Cache{c, other} {
		wg.Go(func() {
			if _, err := c.PDF(t.Context(), saying("Ana")); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if store.puts != 1 {
		t.Errorf("stored %d times", store.puts)
	}
	hidden := saying("Ana")
	hidden.Background = true
	ctx, cancel := context.WithTimeout(t.Context(), otherProcessWait+time.Second)
	defer cancel()
	store.files = map[string][]byte{}
	if _, err := other.PDF(ctx, hidden); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("nobody looks at it, and it is printed twice: %v", err)
	}
}

func TestDocumentIsReprintedAfterAStorageFailure(t *testing.T) {
	t.Parallel()
	store := &memoryStore{files: map[string][]byte{}, err: fs.ErrNotExist, full: 5}
	c := cached(t, dbtest.Pool(t), store)
	jobs := recipients(8)
	refused := 0
	for try := 0; store.puts < len(jobs); try++ { // like the job queue
		if try == 4 {
			t.Fatalf("%d of %d documents are stored", store.puts, len(jobs))
		}
		for _, printed := range c.PDFs(t.Context(), jobs) {
			if errors.Is(printed.Err, errFull) {
				refused++
			} else if printed.Err != nil {
				t.Fatal(printed.Err)
			}
		}
	}
	if refused != 5 || store.puts != len(jobs) {
		t.Errorf("%d refused, %d stored", refused, store.puts)
	}
}

func TestKeyDependsOnVisibleContentOnly(t *testing.T) {
	t.Parallel()
	key := func(r *Renderer, change func(*Job)) string {
		job := certificate()
		job.Images = map[string][]byte{"a": []byte("1")}
		change(&job)
		key, err := r.Key(job)
		if err != nil {
			t.Fatal(err)
		}
		return key
	}
	same := key(shared, func(*Job) {})
	for name, change := range map[string]func(*Job){
		"order of the design's fields": func(j *Job) {
			j.Design = []byte(`{"blocks": [], "orientation":"landscape","size":"us-letter","kind":"certificate","schema_version":1}`)
		},
		"who waits":          func(j *Job) { j.Background = true },
		"zone of the moment": func(j *Job) { j.Issued = j.Issued.In(time.FixedZone("", 3600)) },
	} {
		if key(shared, change) != same {
			t.Errorf("%s changes the key", name)
		}
	}
	seen := map[string]string{same: "nothing"}
	for name, change := range map[string]func(*Job){
		"design":   func(j *Job) { j.Design = design("a4", "landscape") },
		"lang":     func(j *Job) { j.Lang = "fr" },
		"mode":     func(j *Job) { j.Mode = Print },
		"title":    func(j *Job) { j.Title = "Other" },
		"author":   func(j *Job) { j.Author = "Other" },
		"issued":   func(j *Job) { j.Issued = j.Issued.AddDate(0, 0, 1) },
		"values":   func(j *Job) { j.Pages = saying("Other").Pages },
		"subject":  func(j *Job) { j.Subject = "Other" },
		"keywords": func(j *Job) { j.Keywords = []string{"Other"} },
		"address":  func(j *Job) { j.Address = "https://other.example" },
		"marks":    func(j *Job) { j.CropMarks = true },
		"images":   func(j *Job) { j.Images = map[string][]byte{"a": []byte("2")} },
	} {
		k := key(shared, change)
		if other, found := seen[k]; found {
			t.Errorf("%s and %s have one key", name, other)
		}
		seen[k] = name
	}
	page, err := os.ReadFile("testdata/print/print.html")
	if err != nil {
		t.Fatal(err)
	}
	newer := &Renderer{bundle: newBundle(fstest.MapFS{"print.html": {Data: append(page, ' ')}})}
	if key(newer, func(*Job) {}) == same {
		t.Error("another print page has the same key")
	}
}
