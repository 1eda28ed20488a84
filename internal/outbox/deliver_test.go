package outbox_test

import (
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/emersion/go-smtp"

	"laurel/internal/mailer"
	"laurel/internal/outbox"
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

func TestAnUncertainMailGoesOutOnceMoreUnderItsName(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answers []error
		fails   int // attempts that the job hears of as failed
		state   string
		copies  int
	}{
		"then it is taken":              {[]error{errHangUp}, 1, "sent", 2},
		"then it is uncertain again":    {[]error{errHangUp, errHangUp}, 2, "uncertain", 2},
		"and is refused for now before": {[]error{errHangUp, &smtp.SMTPError{Code: 451, Message: "later"}, errHangUp, nil}, 3, "uncertain", 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, transport := post(t, c.answers...)
			b := open(t, transport)
			credential := b.credential()
			b.write(b.delivery(credential))
			for i := range c.fails + 1 {
				if err := b.Deliver(t.Context(), b.only().ID); (err != nil) != (i < c.fails) {
					t.Errorf("attempt %d: %v", i+1, err)
				}
			}
			got := b.only()
			if got.State != c.state || !strings.Contains(got.LastError, "may have arrived twice") || b.heard[credential] != "sent" {
				t.Errorf("%+v, credential hears %q", got, b.heard[credential])
			}
			names := map[string]bool{}
			for _, m := range server.messages() {
				names[messageID.FindStringSubmatch(m)[1]] = true
			}
			if len(server.messages()) != c.copies || len(names) != 1 {
				t.Errorf("%d copies under the names %v", len(server.messages()), names)
			}
		})
	}
}

func TestAMailThatAProcessDiedOverIsSentAgain(t *testing.T) {
	t.Parallel()
	server, transport := post(t)
	b := open(t, transport)
	b.write(b.delivery(b.credential()))
	b.number("update mails set state = 'sending', attempts = 1 returning id") // killed while handing it over
	if err := b.Deliver(t.Context(), b.only().ID); err != nil {
		t.Fatal(err)
	}
	if got := b.only(); got.State != "sent" || !strings.Contains(got.LastError, "may have arrived twice") || len(server.messages()) != 1 {
		t.Errorf("%+v", got)
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
