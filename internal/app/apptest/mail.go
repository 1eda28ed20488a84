package apptest

import (
	"context"
	"net/url"
	"regexp"
	"sync"

	"laurel/internal/platform/mailer"
)

// Mailbox is a mail server that accepts everything except emails to blocked addresses.
type Mailbox struct {
	mu      sync.Mutex
	mail    []mailer.Message
	unknown map[string]bool
}

// noSuchUser is a permanent rejection.
type noSuchUser struct{}

func (noSuchUser) Error() string { return "no such user" }

// As converts it to the error type of package mailer.
func (noSuchUser) As(target any) bool {
	to, ok := target.(**mailer.Error)
	if ok {
		*to = &mailer.Error{Permanent: true, Code: 550}
	}
	return ok
}

// Refuse rejects all further emails to an address.
func (m *Mailbox) Refuse(address string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.unknown = map[string]bool{address: true}
}

func (m *Mailbox) refuses(address string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.unknown[address]
}

// Send accepts an email.
func (m *Mailbox) Send(ctx context.Context, message mailer.Message) error {
	if m.refuses(message.To) {
		return noSuchUser{}
	}
	if err := message.HandOver(ctx); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.mail = append(m.mail, message)
	return nil
}

// To returns the emails to an address, oldest first.
func (m *Mailbox) To(address string) []mailer.Message {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []mailer.Message
	for _, message := range m.mail {
		if message.To == address {
			out = append(out, message)
		}
	}
	return out
}

var linkPattern = regexp.MustCompile(regexp.QuoteMeta(Origin) + `[^\s<>"]+`)

// Link returns the first of our URLs in the latest email to an address, or ends the test.
func (w *World) Link(to string) *url.URL {
	w.t.Helper()
	got := w.Mail.To(to)
	if len(got) == 0 {
		w.t.Fatalf("no mail to %s", to)
	}
	found := linkPattern.FindString(got[len(got)-1].Text)
	u, err := url.Parse(found)
	if err != nil || found == "" {
		w.t.Fatalf("the mail to %s has no link: %s", to, got[len(got)-1].Text)
	}
	w.secrets.addLink(found)
	return u
}
