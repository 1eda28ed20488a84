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

// sink is a mail server that counts what arrives by Message-ID. It can take messages and hold its answers back, so that a process can be
// killed in the one moment when it cannot know how its mails fared.
type sink struct {
	address string

	mu    sync.Mutex
	got   map[string]int
	point int           // how many different mails have to arrive until answers are held back; 0: none is
	held  chan struct{} // closed when the first is
	free  chan struct{} // closed when they may go
}

// holdAfter holds back the answer to one of the next mails, which choose picks by how many have arrived, and all answers after it.
// It returns once the first is held back.
func (s *sink) holdAfter(t *testing.T, choose func(arrived int) int) {
	t.Helper()
	s.mu.Lock()
	s.point, s.held, s.free = choose(len(s.got)), make(chan struct{}), make(chan struct{})
	point, held := s.point, s.held
	s.mu.Unlock()
	select {
	case <-held:
	case <-time.After(2 * time.Minute):
		t.Fatalf("waited two minutes for %d mails; %d have arrived", point, s.count())
	}
}

// release lets the held answers go.
func (s *sink) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.point = 0; s.free != nil {
		close(s.free)
		s.free = nil
	}
}

// take counts a message and tells what to wait for before it is answered.
func (s *sink) take(id string) (wait <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.got[id]++
	if s.point == 0 || len(s.got) < s.point {
		return nil
	}
	select {
	case <-s.held:
	default:
		close(s.held)
	}
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
