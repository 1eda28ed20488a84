package outbox_test

import (
	"strings"
	"testing"

	"laurel/internal/platform/secrets"
)

const inClear = "select count(*) from mails m where strpos(m::text, $1) > 0"

func TestAMailKeepsItsSecretsSealedAndOnlyUntilItWasDelivered(t *testing.T) {
	t.Parallel()
	server, transport := post(t)
	b := open(t, transport)
	token, key := secrets.NewToken("laurel_reset_"), "8gitzPPQBgh6S9qiikxejhilgeH6aDqhj4-u0f8Z1y4"
	draft := b.delivery(b.credential())
	draft.Params["link"], draft.Params["picture"] = "https://laurel.example/x?a=1&key="+key, "https://laurel.example/y?token="+token+"&key="+key
	b.write(draft)
	for _, secret := range []string{token, key} {
		if n := b.number(inClear, secret); n != 0 {
			t.Errorf("%d mails that wait hold a secret in clear", n)
		}
	}
	id := b.only().ID
	if waiting, err := b.Read(t.Context(), id); err != nil || !strings.Contains(waiting.Text, draft.Params["link"]) {
		t.Errorf("it reads %q, %v", waiting.Text, err)
	}
	if err := b.Deliver(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	// In transit lines are broken and = is escaped.
	sent := strings.ReplaceAll(strings.ReplaceAll(strings.Join(server.messages(), ""), "=\r\n", ""), "=3D", "=")
	if !strings.Contains(sent, "key="+key) || !strings.Contains(sent, "token="+token) || strings.Contains(sent, "removed-") {
		t.Errorf("what went out lacks its secrets: %s", sent)
	}
	if n := b.number("select count(*) from mails where sealed is not null"); n != 0 {
		t.Error("the secrets are kept after the delivery")
	}
	if log, err := b.Read(t.Context(), id); err != nil || strings.Contains(log.Text+log.HTML, key) || !strings.Contains(log.Text, "Weaving") {
		t.Errorf("the log reads %q, %v", log.Text, err)
	}
}

func TestWithoutAMailServerTheKeptMailStaysReadableInDevelopment(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	token := secrets.NewToken("laurel_recipient_")
	draft := b.delivery(b.credential())
	draft.Params["link"] = "https://laurel.example/r?token=" + token
	b.write(draft)
	id := b.only().ID
	if err := b.Deliver(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if mail, err := b.Read(t.Context(), id); err != nil || !strings.Contains(mail.Text, token) || !strings.Contains(mail.HTML, token) {
		t.Errorf("it reads %q, %v", mail.Text, err)
	}
	if n := b.number(inClear, token); n != 0 {
		t.Errorf("%d mails hold the secret in clear", n)
	}
}
