package rendering

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"laurel/internal/formats/browser"
	"laurel/internal/formats/printtest"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/deadline"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

func TestRequestIsRejectedWhileChromeHangsAtStart(t *testing.T) {
	t.Parallel()
	hanging := filepath.Join(printtest.Folder(t), "chrome")
	if err := os.WriteFile(hanging, []byte("#!/bin/sh\nexec sleep 100000\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	r := New(os.DirFS("testdata/print"), browser.Options{Tabs: 1, Path: hanging, StartTimeout: time.Hour})
	t.Cleanup(r.Close)
	turns := pg.NewAdvisoryLocks(dbtest.Pool(t))
	t.Cleanup(turns.Close)
	cache := NewCache(r, &memoryStore{files: map[string][]byte{}, err: fs.ErrNotExist}, turns, unownedDocuments{}, missing)
	cache.waits = time.Second
	_, err := cache.PDF(deadline.For(t.Context(), deadline.Public), certificate())
	var refusal *errs.Error
	if !errors.As(err, &refusal) || refusal.Kind != errs.Unavailable || refusal.Params["retry_after"] != 1 {
		t.Errorf("it is answered %v", err)
	}
}
