package httpapi

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/fstest"

	"github.com/go-chi/chi/v5"
)

func TestTheKitIsServedToPagesOfOthersAndAskedForAgain(t *testing.T) {
	t.Parallel()
	r := chi.NewRouter()
	mountKit(r, fstest.MapFS{"embed.js": {Data: []byte("export {}")}})
	ask := func(path, tag string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		request := httptest.NewRequest(http.MethodGet, path, nil)
		request.Header.Set("If-None-Match", tag)
		r.ServeHTTP(w, request)
		return w
	}
	first := ask("/embed.js", "")
	h := first.Header()
	if first.Code != http.StatusOK || first.Body.String() != "export {}" || h.Get("Content-Type") != "text/javascript; charset=utf-8" {
		t.Errorf("answers %d %s %q", first.Code, h.Get("Content-Type"), first.Body)
	}
	if h.Get("Access-Control-Allow-Origin") != "*" || h.Get("Cross-Origin-Resource-Policy") != "cross-origin" || h.Get("Cache-Control") != "public, max-age=3600" {
		t.Errorf("headers %v", h)
	}
	if again := ask("/embed.js", h.Get("ETag")); again.Code != http.StatusNotModified || again.Body.Len() != 0 {
		t.Errorf("asked again it answers %d %q", again.Code, again.Body)
	}
	if w := ask("/embed-react.js", ""); w.Code != http.StatusNotFound {
		t.Errorf("what is not built answers %d", w.Code)
	}
}
