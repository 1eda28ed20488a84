package httpapi

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/go-chi/chi/v5"

	"laurel/internal/platform/errs"
	"laurel/internal/platform/links"
)

func TestSampleHostsAreOfAnotherOriginThanLaurel(t *testing.T) {
	t.Parallel()
	for base, want := range map[string]string{
		"http://127.0.0.1:8080": "http://localhost:8080/dev/embed/html",
		"http://localhost:8080": "http://127.0.0.1:8080/dev/embed/html",
	} {
		r := chi.NewRouter()
		mountDevEmbed(r, devEmbed{links: links.New(base)})
		w := httptest.NewRecorder()
		r.ServeHTTP(w, httptest.NewRequest(http.MethodGet, base+"/dev/embed/html", nil))
		if w.Code != http.StatusTemporaryRedirect || w.Header().Get("Location") != want {
			t.Errorf("%s sends to %d %s", base, w.Code, w.Header().Get("Location"))
		}
		w = httptest.NewRecorder()
		r.ServeHTTP(w, httptest.NewRequest(http.MethodGet, want, nil))
		if w.Code != http.StatusOK || w.Header().Get("Location") != "" {
			t.Errorf("%s answers %d", want, w.Code)
		}
	}
}

func TestSampleHostsOpenNothingForPagesOfStrangers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		host, site string
		fine       bool
	}{
		"its own page":            {"localhost:8080", "same-origin", true},
		"a program":               {"127.0.0.1:8080", "", true},
		"a page of another site":  {"localhost:8080", "cross-site", false},
		"a name that leads here":  {"rebound.example:8080", "same-origin", false},
		"an address of a network": {"192.168.1.7:8080", "same-origin", false},
	} {
		r := httptest.NewRequest(http.MethodPost, "http://"+c.host+"/dev/embed/session", nil)
		if c.site != "" {
			r.Header.Set("Sec-Fetch-Site", c.site)
		}
		_, err := samplePage(r)
		if (err == nil) != c.fine || !c.fine && errs.KindOf(err) != errs.Forbidden {
			t.Errorf("%s: %v", name, err)
		}
	}
}
