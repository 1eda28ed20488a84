package apptest_test

import (
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
)

// sink is a mail server that counts what arrives by Message-ID. It can take a message and hold its answer back, so that a
// process can be killed in the one moment when it cannot know how its mail fared.
type sink struct {
	address string

	mu    sync.Mutex
	got   map[string]int
	point int           // how many different mails have to arrive until an answer is held back; 0: none is
	held  chan struct{} // closed when one is
	free  chan struct{} // closed when it may go
}

// holdAt waits until so many mails have arrived and the answer to the last one is held back.
func (s *sink) holdAt(t *testing.T, point int) {
	t.Helper()
	s.mu.Lock()
	s.point, s.held, s.free = point, make(chan struct{}), make(chan struct{})
	held := s.held
	s.mu.Unlock()
	select {
	case <-held:
	case <-time.After(time.Minute):
		t.Fatalf("waited a minute for %d mails", point)
	}
}

// release lets the held answer go.
func (s *sink) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.free != nil {
		close(s.free)
		s.free = nil
	}
}

// take counts a message and tells what to wait for before it is answered.
func (s *sink) take(id string) (wait <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.got[id]++
	if s.point == 0 || len(s.got) < s.point || s.got[id] > 1 {
		return nil
	}
	s.point = 0
	close(s.held)
	return s.free
}

func newSink(t testing.TB) *sink {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &sink{address: listener.Addr().String(), got: map[string]int{}}
	server := smtp.NewServer(s)
	server.Domain = "mail.example"
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	return s
}

func (s *sink) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.got)
}

func (s *sink) received() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.got
}

// NewSession lets anybody hand over mail.
func (s *sink) NewSession(*smtp.Conn) (smtp.Session, error) { return &handover{sink: s}, nil }

type handover struct{ sink *sink }

func (*handover) Mail(string, *smtp.MailOptions) error { return nil }
func (*handover) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (*handover) Reset()                               {}
func (*handover) Logout() error                        { return nil }

// Data takes a message.
func (h *handover) Data(r io.Reader) error {
	message, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	_, rest, _ := strings.Cut(string(message), "Message-ID: <")
	id, _, _ := strings.Cut(rest, ">")
	if wait := h.sink.take(id); wait != nil {
		<-wait
	}
	return nil
}
