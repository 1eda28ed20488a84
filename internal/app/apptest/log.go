package apptest

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// Log stores what was logged.
type Log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write stores a line.
func (l *Log) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

// String returns the complete log.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Complaints returns the lines above the level info.
func (l *Log) Complaints() string {
	var out []string
	for line := range strings.Lines(l.String()) {
		if strings.Contains(line, `"level":"WARN"`) || strings.Contains(line, `"level":"ERROR"`) {
			out = append(out, line)
		}
	}
	return strings.Join(out, "")
}

// mustNotHold fails the test if a secret was logged.
func (l *Log) mustNotHold(t testing.TB, secrets []string) {
	t.Helper()
	text := l.String()
	for _, secret := range secrets {
		if at := strings.Index(text, secret); at >= 0 {
			line := text[strings.LastIndexByte(text[:at], '\n')+1:]
			t.Errorf("a secret was logged: %.300s", line)
		}
	}
}

// secretList contains the tokens, keys and passwords that a test has seen and that must not be logged.
type secretList struct {
	mu   sync.Mutex
	seen map[string]bool
}

// shortest is the minimum length of a secret, so that it does not appear in the log by chance.
const shortest = 8

func (s *secretList) add(secret string) {
	if len(secret) < shortest {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seen == nil {
		s.seen = map[string]bool{}
	}
	s.seen[secret] = true
}

func (s *secretList) all() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]string, 0, len(s.seen))
	for secret := range s.seen {
		out = append(out, secret)
	}
	return out
}

// learn collects the secrets of a response.
func (s *secretList) learn(r Reply) {
	s.add(r.Header.Get("Authorization"))
	var body any
	if json.Unmarshal(r.Body, &body) == nil {
		s.search("", body)
	}
}

func (s *secretList) search(name string, value any) {
	switch v := value.(type) {
	case map[string]any:
		for key, inner := range v {
			s.search(key, inner)
		}
	case []any:
		for _, inner := range v {
			s.search(name, inner)
		}
	case string:
		switch name {
		case "secret", "private_key", "verification_token", "refresh_token", "access_token", "pre-authorized_code":
			s.add(v)
		case "url":
			s.addLink(v)
		}
	}
}

// addLink collects the key or token in a URL.
func (s *secretList) addLink(address string) {
	u, err := url.Parse(address)
	if err != nil {
		return
	}
	for _, name := range []string{"key", "token", "reset_token", "authorization"} {
		s.add(u.Query().Get(name))
	}
}
