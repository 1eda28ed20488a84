package public

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"laurel/internal/documents/documents"
)

func TestWhoKeepsADocumentIsToldWhetherItChanged(t *testing.T) {
	t.Parallel()
	ask := func(document, tag string, private bool) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("If-None-Match", tag)
		w := httptest.NewRecorder()
		file(w, r, documents.Response{Data: []byte(document), ETag: document}, "application/pdf", "a.pdf", private, true)
		return w
	}
	first := ask("valid", "", false)
	tag := first.Header().Get("ETag")
	if tag == "" || first.Header().Get("Cache-Control") != "public, no-cache" {
		t.Fatalf("headers: %v", first.Header())
	}
	if again := ask("valid", tag, false); again.Code != http.StatusNotModified || again.Body.Len() != 0 {
		t.Errorf("unchanged: %d with %d bytes", again.Code, again.Body.Len())
	}
	if marked := ask("revoked", tag, false); marked.Code != http.StatusOK || marked.Body.String() != "revoked" {
		t.Errorf("changed: %d %q", marked.Code, marked.Body)
	}
	if private := ask("valid", tag, true); private.Code != http.StatusOK || private.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("private: %d %v", private.Code, private.Header())
	}
}
