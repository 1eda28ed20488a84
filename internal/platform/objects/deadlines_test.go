package objects_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"laurel/internal/platform/deadline"
	"laurel/internal/platform/nettest"
	"laurel/internal/platform/objects"
)

// hurried is a store whose calls for requests end soon, and those of jobs never by themselves.
func hurried(endpoint string, change func(*objects.Deadlines)) *objects.Store {
	d := objects.Deadlines{Connect: time.Hour, Attempt: time.Hour, Request: time.Hour, Job: time.Hour, Stall: time.Hour}
	change(&d)
	return objects.New(objects.Config{Endpoint: endpoint, Bucket: bucket, AccessKey: accessKey, SecretKey: secretKey, Deadlines: d})
}

func TestEveryCallEndsWhileTheStoreIsFrozenAndWorksAfterwards(t *testing.T) {
	t.Parallel()
	proxy := nettest.NewProxy(t, "tcp", strings.TrimPrefix(endpoint, "http://"))
	// Only the first request after the thaw depends on how busy the machine is.
	s := hurried("http://"+proxy.Address(), func(d *objects.Deadlines) { d.Request = 100 * time.Millisecond })
	job, request := t.Context(), deadline.For(t.Context(), deadline.Request)
	if err := s.Put(job, "frozen", "text/plain", []byte("hello")); err != nil {
		t.Fatal(err)
	}
	proxy.Freeze()
	for name, call := range map[string]func(context.Context) error{
		"get":      func(ctx context.Context) error { _, _, err := s.Get(ctx, "frozen", 10); return err },
		"get part": func(ctx context.Context) error { _, err := s.GetPart(ctx, "frozen", 0, 2); return err },
		"head":     func(ctx context.Context) error { _, err := s.Head(ctx, "frozen"); return err },
		"put":      func(ctx context.Context) error { return s.Put(ctx, "other", "text/plain", []byte("x")) },
		"delete":   func(ctx context.Context) error { return s.Delete(ctx, "other") },
		"ping":     s.Ping,
	} {
		if err := call(request); !errors.Is(err, objects.ErrUnavailable) {
			t.Errorf("%s ended with %v", name, err)
		}
	}
	proxy.Thaw()
	if body, _, err := s.Get(job, "frozen", 10); err != nil || string(body) != "hello" {
		t.Errorf("afterwards: %q, %v", body, err)
	}
}

func TestAnAnswerThatStopsHalfwayEnds(t *testing.T) {
	t.Parallel()
	over := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "10")
		_, _ = w.Write([]byte("hello"))
		_ = http.NewResponseController(w).Flush()
		<-over
	}))
	t.Cleanup(server.Close)
	t.Cleanup(func() { close(over) })
	s := hurried(server.URL, func(d *objects.Deadlines) { d.Stall = 50 * time.Millisecond })
	if _, _, err := s.Get(t.Context(), "half", 10); !errors.Is(err, objects.ErrUnavailable) {
		t.Errorf("it ended with %v", err)
	}
}

func TestAStoreThatReadsNothingEndsAnUpload(t *testing.T) {
	t.Parallel()
	listen, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listen.Close() }) // connections are made by the system, and nobody reads from them
	s := hurried("http://"+listen.Addr().String(), func(d *objects.Deadlines) { d.Stall = 50 * time.Millisecond })
	if err := s.Put(t.Context(), "large", "text/plain", make([]byte, 32<<20)); !errors.Is(err, objects.ErrUnavailable) {
		t.Errorf("it ended with %v", err)
	}
}
