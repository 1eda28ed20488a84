package outbox_test

import (
	"context"
	"errors"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/riverqueue/river"

	"laurel/internal/accounts/access"
	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/mailer"
)

var messageID = regexp.MustCompile(`(?mi)^Message-Id: <(.+)>`)

func TestWithoutAMailServerKeepingTheMailIsSendingIt(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	credential := b.credential()
	b.write(b.delivery(credential))
	mail := b.only()
	if mail.State != "queued" || mail.SentAt != nil {
		t.Errorf("written as %s", mail.State)
	}
	if err := b.Deliver(t.Context(), mail.ID); err != nil {
		t.Fatal(err)
	}
	if got := b.only(); got.State != "sent" || !got.SentAt.Equal(b.clock.Now()) || b.heard[credential] != "sent" {
		t.Errorf("delivered as %s at %v, credential hears %q", got.State, got.SentAt, b.heard[credential])
	}
}

func TestASentMailIsNotSentAgain(t *testing.T) {
	t.Parallel()
	server, transport := post(t)
	b := open(t, transport)
	credential := b.credential()
	b.write(b.delivery(credential))
	for range 3 {
		if err := b.Deliver(t.Context(), b.only().ID); err != nil {
			t.Fatal(err)
		}
	}
	if got := b.only(); got.State != "sent" || got.Attempts != 1 || got.LastError != "" || b.heard[credential] != "sent" {
		t.Errorf("%+v", got)
	}
	if got := server.messages(); len(got) != 1 || messageID.FindStringSubmatch(got[0]) == nil {
		t.Errorf("the server took %d: %q", len(got), got)
	}
	if err := b.Deliver(t.Context(), 1_000_000); err != nil {
		t.Errorf("a mail that is gone: %v", err)
	}
}

func TestARefusalForNowWaits(t *testing.T) {
	t.Parallel()
	server, transport := post(t, &smtp.SMTPError{Code: 452, Message: "mailbox full"})
	b := open(t, transport)
	credential := b.credential()
	b.write(b.delivery(credential))
	if err := b.Deliver(t.Context(), b.only().ID); err == nil {
		t.Error("the job does not hear that it has to try again")
	}
	if got := b.only(); got.State != "queued" || !strings.Contains(got.LastError, "mailbox full") || b.heard[credential] != "" {
		t.Errorf("%+v, credential hears %q", got, b.heard[credential])
	}
	if err := b.Deliver(t.Context(), b.only().ID); err != nil {
		t.Fatal(err)
	}
	if got := b.only(); got.State != "sent" || got.LastError != "" || got.Attempts != 2 || len(server.messages()) != 1 {
		t.Errorf("%+v", got)
	}
}

func TestAServerThatIsDownCostsNoMail(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = listener.Close() // nobody listens there any more
	transport, err := mailer.NewSMTP(&url.URL{Scheme: "smtp", Host: listener.Addr().String()}, "laurel.example")
	if err != nil {
		t.Fatal(err)
	}
	b := open(t, transport)
	b.write(b.delivery(b.credential()))
	if err := b.Deliver(t.Context(), b.only().ID); err == nil || b.only().State != "queued" {
		t.Errorf("%v: %s", err, b.only().State)
	}
}

func TestARefusalForGoodBounces(t *testing.T) {
	t.Parallel()
	server, transport := post(t, &smtp.SMTPError{Code: 550, Message: "no such user"})
	b := open(t, transport)
	credential := b.credential()
	b.write(b.delivery(credential))
	if err := b.Deliver(t.Context(), b.only().ID); err == nil {
		t.Error("the job ends as if the mail had gone")
	}
	for range 2 { // the second time changes nothing
		if got := b.only(); got.State != "failed" || !strings.Contains(got.LastError, "no such user") || got.SentAt != nil || b.heard[credential] != "bounced" {
			t.Errorf("%+v, credential hears %q", got, b.heard[credential])
		}
		if err := b.Deliver(t.Context(), b.only().ID); err != nil {
			t.Error(err)
		}
	}
	if n := len(server.messages()); n != 0 {
		t.Errorf("%d messages taken", n)
	}
}

func TestAMailThatMayHaveBeenDeliveredIsNotSentAgainByItself(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answers []error
		before  string // what a killed process left
		copies  int
	}{
		"the server hung up before it answered": {[]error{errHangUp}, "", 1},
		"the process died while handing over":   {nil, "update mails set state = 'sending', attempts = 1 returning id", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, transport := post(t, c.answers...)
			b := open(t, transport)
			credential := b.credential()
			b.write(b.delivery(credential))
			if c.before != "" {
				b.number(c.before)
			}
			for range 3 {
				if err := b.Deliver(t.Context(), b.only().ID); err != nil {
					t.Error(err)
				}
			}
			got := b.only()
			if got.State != "uncertain" || !strings.Contains(got.LastError, "may have delivered it") || b.heard[credential] != "uncertain" {
				t.Errorf("%+v, credential hears %q", got, b.heard[credential])
			}
			if n := len(server.messages()); n != c.copies {
				t.Errorf("%d copies", n)
			}
		})
	}
}

func TestAMailIsMarkedBeforeTheServerCanDeliverIt(t *testing.T) {
	t.Parallel()
	var b *box
	states := []string{}
	transport := during(func(m mailer.Message) error {
		states = append(states, b.only().State)
		err := m.HandOver(t.Context())
		states = append(states, b.only().State)
		if again := m.HandOver(t.Context()); again == nil {
			t.Error("a second process may hand it over too")
		}
		return err
	})
	b = open(t, transport)
	b.write(b.delivery(b.credential()))
	if err := b.Deliver(t.Context(), b.only().ID); err != nil {
		t.Fatal(err)
	}
	if states = append(states, b.only().State); !slices.Equal(states, []string{"queued", "sending", "sent"}) {
		t.Errorf("the states are %q", states)
	}
}

// during is a transport that does what it is told.
type during func(m mailer.Message) error

// Send does it.
func (d during) Send(_ context.Context, m mailer.Message) error { return d(m) }

func TestAMailIsTriedForFiveDaysAndThenHasFailed(t *testing.T) {
	t.Parallel()
	b := open(t, during(func(mailer.Message) error { return mailer.Refused(451, "greylisted") }))
	credential := b.credential()
	b.write(b.delivery(credential))
	begun, attempts := b.clock.Now(), 0
	for b.only().State == "queued" {
		err := b.Deliver(t.Context(), b.only().ID)
		var later *river.JobSnoozeError
		if attempts++; errors.As(err, &later) {
			if later.Duration < 45*time.Second || later.Duration > 5*time.Hour {
				t.Fatalf("attempt %d: the next one is after %v", attempts, later.Duration)
			}
			b.clock.Advance(later.Duration)
		} else if b.only().State != "failed" {
			t.Fatalf("attempt %d: %v", attempts, err)
		}
	}
	got := b.only()
	if took := b.clock.Now().Sub(begun); took < 5*24*time.Hour || took > 5*24*time.Hour+time.Minute {
		t.Errorf("it was tried for %v", took)
	}
	if got.Attempts != attempts || attempts < 30 || attempts > 60 || !strings.Contains(got.LastError, "greylisted") || b.heard[credential] != "bounced" {
		t.Errorf("after %d attempts: %d, %q, credential hears %q", attempts, got.Attempts, got.LastError, b.heard[credential])
	}
	unsent, err := b.Unsent(t.Context())
	if err != nil || unsent.Failed != 1 || !strings.Contains(unsent.LastError, "greylisted") {
		t.Errorf("%+v, %v", unsent, err)
	}
}

func TestAMailThatFailedIsSentAgainWhenSomebodyAsks(t *testing.T) {
	t.Parallel()
	server, transport := post(t, &smtp.SMTPError{Code: 550, Message: "no such user"})
	b := open(t, transport)
	credential := b.credential()
	draft, key := b.delivery(credential), "8gitzPPQBgh6S9qiikxejhilgeH6aDqhj4-u0f8Z1y4"
	draft.Params["link"] += "?key=" + key
	b.write(draft)
	id := b.only().ID
	if _, err := b.Retry(t.Context(), b.by, credential, id); !errors.Is(err, outbox.ErrNotRetryable) {
		t.Errorf("one that waits: %v", err)
	}
	first := b.messageID()
	_ = b.Deliver(t.Context(), id)
	viewer, stranger := b.by, b.by
	viewer.Role, stranger.DepartmentID = access.Viewer, b.department()
	if _, err := b.Retry(t.Context(), viewer, credential, id); !errors.Is(err, access.ErrDenied) {
		t.Errorf("a viewer: %v", err)
	}
	if _, err := b.Retry(t.Context(), stranger, credential, id); !errors.Is(err, outbox.ErrNotFound) {
		t.Errorf("another department: %v", err)
	}
	again, err := b.Retry(t.Context(), b.by, credential, id)
	if err != nil || again.State != "queued" || b.heard[credential] != "queued" || b.messageID() == first {
		t.Errorf("%+v, %v, credential hears %q", again, err, b.heard[credential])
	}
	if n := b.number("select count(*) from river_job where kind like 'mail.deliver%'"); n != 2 {
		t.Errorf("%d jobs", n)
	}
	if err := b.Deliver(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	sent := server.messages()
	if got := b.only(); got.State != "sent" || len(sent) != 1 || !strings.Contains(strings.ReplaceAll(sent[0], "=\r\n", ""), key) {
		t.Errorf("%+v, %q", got, sent)
	}
}

func TestAMailWhoseJobIsGoneGetsAnother(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	b.write(b.delivery(b.credential()))
	b.number("update river_job set state = 'discarded', finalized_at = now() returning 1")
	if n, err := b.Recover(t.Context()); n != 0 || err != nil {
		t.Errorf("%d at once, %v", n, err)
	}
	b.clock.Advance(time.Hour)
	for _, want := range []int{1, 0} {
		if n, err := b.Recover(t.Context()); n != want || err != nil {
			t.Errorf("%d, %v; want %d", n, err, want)
		}
	}
}

func TestAMailGoesOutInTheNameOfItsSenderWithCopies(t *testing.T) {
	t.Parallel()
	server, transport := post(t)
	b := open(t, transport)
	draft := b.delivery(b.credential())
	draft.Sender = outbox.Sender{
		Name: "The\r\nGuild", ReplyTo: "office@guild.example", CC: []string{"dean@guild.example"}, BCC: []string{"archive@guild.example", "refused@guild.example"},
	}
	b.write(draft)
	if err := b.Deliver(t.Context(), b.only().ID); err != nil {
		t.Fatal(err)
	}
	if got := server.addresses(); !slices.Equal(got, []string{"ada@example.org", "dean@guild.example", "archive@guild.example"}) {
		t.Errorf("handed over to %q", got)
	}
	message := server.messages()[0]
	for _, header := range []string{"From: \"The Guild\" <laurel@example.org>", "Reply-To: <office@guild.example>", "Cc: <dean@guild.example>"} {
		if !strings.Contains(message, header+"\r\n") {
			t.Errorf("no %q in %q", header, message)
		}
	}
	if strings.Contains(message, "archive@") {
		t.Errorf("the blind copy is told: %q", message)
	}
}
