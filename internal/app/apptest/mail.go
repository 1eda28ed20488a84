package apptest

import (
	"context"
	"net/url"
	"regexp"
	"sync"

	"laurel/internal/platform/mailer"
)

// Mailbox is a mail server that takes everything but what is for addresses it was told to refuse.
type Mailbox struct {
	mu      sync.Mutex
	mail    []mailer.Message
	unknown map[string]bool
}

// noSuchUser is what a server answers for good.
type noSuchUser struct{}

func (noSuchUser) Error() string { return "no such user" }

// As makes it the mailer's own kind.
func (noSuchUser) As(target any) bool {
	to, ok := target.(**mailer.Error)
	if ok {
		*to = &mailer.Error{Permanent: true, Code: 550}
	}
	return ok
}

// Refuse lets no mail in for an address from now on.
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

// Send takes a mail.
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

// To lists what an address got, the oldest first.
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

// Link is the first address of ours in the latest mail to somebody; without one the test ends.
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
