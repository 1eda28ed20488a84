package apptest_test

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"

	"laurel/internal/app"
	"laurel/internal/app/apptest"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/operations/publishing"
)

// condition is how a file store is.
type condition int

const (
	sound condition = iota
	full            // it reads and takes no file
	down            // it does not answer
)

// shaky stands before the file store, fails as it is told, and counts.
type shaky struct {
	http.Handler

	mu      sync.Mutex
	is      condition
	refused map[condition]int
	stored  map[string]int // by name, what was taken
}

func newShaky(t *testing.T, endpoint string) (*shaky, string) {
	t.Helper()
	behind, err := url.Parse(endpoint)
	if err != nil {
		t.Fatal(err)
	}
	s := &shaky{refused: map[condition]int{}, stored: map[string]int{}}
	s.Handler = &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { // the signature covers the host
			r.SetURL(behind)
			r.Out.Host = r.In.Host
		},
		ModifyResponse: func(r *http.Response) error {
			if r.Request.Method == http.MethodPut && r.StatusCode == http.StatusOK {
				s.mu.Lock()
				s.stored[r.Request.URL.Path]++
				s.mu.Unlock()
			}
			return nil
		},
	}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return s, server.URL
}

func (s *shaky) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	is := s.is
	refuses := is == down || is == full && r.Method == http.MethodPut
	if refuses {
		s.refused[is]++
	}
	s.mu.Unlock()
	switch {
	case !refuses:
		s.Handler.ServeHTTP(w, r)
	case is == full:
		w.WriteHeader(http.StatusInsufficientStorage)
	default:
		panic(http.ErrAbortHandler)
	}
}

func (s *shaky) become(c condition) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.is = c
}

func (s *shaky) refusals(c condition) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.refused[c]
}

func TestEveryDocumentIsStoredOnceAfterTheStoreWasFullAndDown(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	const n = 8
	settings := apptest.Settings(t)
	store, address := newShaky(t, settings["S3_ENDPOINT"])
	settings["S3_ENDPOINT"] = address
	k := newKilling(t, settings)
	by := newDepartment(t, k.onlooker)
	ids := draft(t, k.onlooker, by, newGroup(t, k.onlooker, by), n)
	store.become(full)
	p := serve(t, settings)
	if _, err := k.onlooker.Publishing.Start(t.Context(), by, publishing.Request{Selection: credentialsearch.Selection{IDs: ids}, SendEmail: true}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []condition{full, down} {
		store.become(c)
		apptest.Eventually(t, "the store to refuse", func() bool {
			again(t, k)
			return store.refusals(c) >= n/2
		})
	}
	if open := k.number("select count(*) from credentials where state <> 'published'"); open != 0 {
		t.Errorf("%d credentials are not published while the store is down", open)
	}
	store.become(sound)
	apptest.Eventually(t, "the printing to end", func() bool {
		again(t, k)
		return k.number(apptest.OpenJobs, app.AllQueues()) == 0
	})
	if packed := k.number("select count(*) from kept_documents where pack_id is not null"); packed != n {
		t.Errorf("%d documents are stored; want %d", packed, n)
	}
	files := 0
	for name, times := range store.stored {
		if !strings.Contains(name, "/pack/") {
			continue
		}
		if files++; times != 1 {
			t.Errorf("%s is stored %d times", name, times)
		}
	}
	if files != 1 {
		t.Errorf("%d files in /pack/; want 1", files)
	}
	if err := p.stop(); err != nil {
		t.Errorf("the process did not stop cleanly: %v\n%s", err, p.log)
	}
}

// again has jobs that failed tried now, as they are some time later.
func again(t *testing.T, k *killing) {
	t.Helper()
	if _, err := k.onlooker.Pool.Exec(t.Context(), "update river_job set state = 'available', scheduled_at = now(), max_attempts = 25 where state = 'retryable'"); err != nil {
		t.Fatal(err)
	}
}
