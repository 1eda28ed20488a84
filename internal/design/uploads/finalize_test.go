package uploads_test

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/design/uploads"
)

// TestAFileSentAgainAfterItsCheckDoesNotStay sends another file under the key of a checked upload, as the holder of a policy can do
// until it expires.
func TestAFileSentAgainAfterItsCheckDoesNotStay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	page := []byte("<script>alert(1)</script>")
	refused := w.send(t, by, "refused.png", page)
	if _, err := w.Use(t.Context(), by, refused); !errors.Is(err, uploads.ErrNotAnImage) {
		t.Fatal(err)
	}
	accepted := w.send(t, by, "accepted.png", pngOf(halves(8, 4)))
	shown, err := w.Use(t.Context(), by, accepted)
	if err != nil {
		t.Fatal(err)
	}
	waiting := w.send(t, by, "waiting.png", pngOf(halves(8, 4)))
	keys := map[string]string{}
	for _, url := range []string{refused, accepted} {
		key, _ := files.KeyOf(url)
		keys[url] = key
		if err := files.Put(t.Context(), key, "image/png", page); err != nil {
			t.Fatal(err)
		}
	}

	w.clock.Advance(16 * time.Minute)
	if n, err := w.Finalize(t.Context()); n != 0 || err != nil {
		t.Errorf("while a store may still take the policy: %d, %v", n, err)
	}
	w.clock.Advance(5 * time.Minute)
	if n, err := w.Finalize(t.Context()); n != 2 || err != nil {
		t.Errorf("after the policy expired: %d, %v", n, err)
	}
	if exists, err := files.Exists(t.Context(), keys[refused]); exists || err != nil {
		t.Errorf("the refused file exists: %v, %v", exists, err)
	}
	if !bytes.Equal(w.fetch(t, accepted), w.fetch(t, shown.URL)) {
		t.Error("the raw picture is not its checked copy")
	}
	if n, err := w.Finalize(t.Context()); n != 0 || err != nil {
		t.Errorf("a second time: %d, %v", n, err)
	}
	if _, err := w.Use(t.Context(), by, waiting); err != nil {
		t.Errorf("an upload that was not checked yet: %v", err)
	}
}
