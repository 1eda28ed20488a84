// Package stripetest is a server that speaks as Stripe does, for tests: customers, pages where cards are entered, subscriptions that renew by
// a test clock, invoices, and signed events, which tests deliver late, twice, or out of order.
package stripetest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"
)

// Secret signs events.
const Secret = "whsec_stripetest"

// Numbers of cards, as Stripe's test cards.
const (
	Good           = "4242424242424242"
	Declined       = "4000000000000341" // can be saved, but not charged
	Authentication = "4000002760003184" // each payment has to be confirmed
)

type object = map[string]any

// Server is the double. Its methods may be called while it serves.
type Server struct {
	// Tax is the tax on prices in percent. Customers with a tax id abroad owe it themselves.
	Tax int64
	// Deliver, if set, is called with every event, without the lock.
	Deliver func(Event)

	mu       sync.Mutex
	base     string
	now      time.Time
	last     int
	objects  map[string]object // by id
	order    []string          // of ids, the oldest first
	replies  map[string][]byte // by idempotency key
	events   []Event
	pending  []Event
	requests []string
	broken   int // how many requests fail
}

// Event is an event as it is delivered.
type Event struct {
	ID, Type string
	Body     []byte
}

// New returns a Server that is reached at base, such as http://127.0.0.1:4000.
func New(base string) *Server {
	return &Server{base: base, now: time.Now().UTC().Truncate(time.Second), objects: map[string]object{}, replies: map[string][]byte{}}
}

// Start serves the double on a port of its own. Close the second result.
func Start() (*Server, *httptest.Server) {
	s := New("")
	web := httptest.NewServer(s)
	s.base = web.URL
	return s, web
}

// Base is the address of the API.
func (s *Server) Base() string { return s.base }

// Requests lists what was asked for: method and path.
func (s *Server) Requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.requests...)
}

// Break lets the next requests to the API fail.
func (s *Server) Break(requests int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.broken = requests
}

// Events returns all events until now, the oldest first.
func (s *Server) Events() []Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Event(nil), s.events...)
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_ = r.ParseForm()
	s.mu.Lock()
	status, body := s.answer(r)
	pending := s.pending
	s.pending = nil
	s.mu.Unlock()
	if page, ok := body.(string); ok {
		if status == http.StatusSeeOther {
			w.Header().Set("Location", page)
		} else {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
		}
		w.WriteHeader(status)
		if status != http.StatusSeeOther {
			_, _ = w.Write([]byte(page)) //nolint:gosec // a page for tests, of values that tests give
		}
	} else {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(body)
	}
	s.deliver(pending)
}

func (s *Server) deliver(events []Event) {
	if s.Deliver == nil {
		return
	}
	for _, e := range events {
		s.Deliver(e)
	}
}

// answer routes a request. The caller has the lock.
func (s *Server) answer(r *http.Request) (int, any) {
	if strings.HasPrefix(r.URL.Path, "/pay/") {
		return s.page(r)
	}
	if strings.HasPrefix(r.URL.Path, "/portal/") {
		return http.StatusOK, "<!doctype html><title>Portal</title><h1>Portal</h1>"
	}
	s.requests = append(s.requests, r.Method+" "+r.URL.Path)
	if s.broken > 0 {
		s.broken--
		return http.StatusInternalServerError, object{"error": object{"type": "api_error", "message": "broken for a test"}}
	}
	if !strings.HasPrefix(r.Header.Get("Authorization"), "Bearer sk_") {
		return http.StatusUnauthorized, object{"error": object{"type": "invalid_request_error", "message": "no key"}}
	}
	key := r.Header.Get("Idempotency-Key")
	if known := s.replies[key]; known != nil && r.Method == http.MethodPost {
		var out object
		_ = json.Unmarshal(known, &out)
		return http.StatusOK, out
	}
	parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	out, err := s.call(r, parts[1:])
	if err != nil {
		return err.status, object{"error": object{"type": err.kind, "code": err.code, "message": err.code}}
	}
	if data, e := json.Marshal(out); e == nil && key != "" && r.Method == http.MethodPost {
		s.replies[key] = data
	}
	return http.StatusOK, out
}

type failure struct {
	status     int
	kind, code string
}

var missing = &failure{http.StatusNotFound, "invalid_request_error", "resource_missing"}

func (s *Server) id(prefix string) string {
	s.last++
	return fmt.Sprintf("%s_%d%d", prefix, s.now.UnixNano()%1e6, s.last)
}

func (s *Server) add(prefix string, o object) object {
	o["id"], o["created"] = s.id(prefix), s.now.Unix()
	s.objects[o["id"].(string)] = o
	s.order = append(s.order, o["id"].(string))
	return o
}

// all returns the objects of a kind for which a member has a value, the newest first.
func (s *Server) all(kind, member, value string) []object {
	out := []object{}
	for i := len(s.order) - 1; i >= 0; i-- {
		o := s.objects[s.order[i]]
		if o != nil && o["object"] == kind && (member == "" || o[member] == value) {
			out = append(out, o)
		}
	}
	return out
}

func list(all []object) object {
	return object{"object": "list", "data": all, "has_more": false, "url": "/"}
}

func (s *Server) emit(kind string, o object) {
	data, _ := json.Marshal(o)
	id := s.id("evt")
	body, _ := json.Marshal(object{
		"id": id, "object": "event", "type": kind, "created": s.now.Unix(), "api_version": "2026-03-25.dahlia", "data": object{"object": json.RawMessage(data)},
	})
	e := Event{id, kind, body}
	s.events, s.pending = append(s.events, e), append(s.pending, e)
}

func text(o object, member string) string {
	v, _ := o[member].(string)
	return v
}
