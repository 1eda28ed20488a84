package outbox_test

import (
	"context"
	"errors"
	"net/mail"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/identity"
	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/pg"
)

func TestAChangeThatIsMadeAgainMailsNobodyAgain(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	draft := b.delivery(b.credential())
	b.write(draft, draft)
	b.write(draft)
	b.write()
	b.only()
	if n := b.number("select count(*) from river_job where kind = 'mail.deliver_many'"); n != 1 {
		t.Errorf("%d jobs", n)
	}
}

func TestAMailExistsExactlyIfItsCauseDoes(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	draft := b.delivery(b.credential())
	undo := errors.New("undo")
	err := pg.InDepartment(t.Context(), b.pool, b.by.DepartmentID, func(tx pgx.Tx) error {
		if err := b.WriteTx(t.Context(), tx, []outbox.Draft{draft}); err != nil {
			return err
		}
		return undo
	})
	if n := b.number("select (select count(*) from mails) + (select count(*) from river_job)"); !errors.Is(err, undo) || n != 0 {
		t.Errorf("%v: %d rows", err, n)
	}
}

func TestMailsThatSomebodyWaitsForGoFirst(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	b.write(b.delivery(b.credential()))
	err := pg.InSystem(t.Context(), b.pool, func(tx pgx.Tx) error {
		return b.EnqueueTx(t.Context(), tx, identity.AccountMail{
			Kind: "reset", To: "ada@example.org", Language: "en", DedupeKey: "reset:1",
			Params: map[string]string{"name": "Ada", "link": "https://laurel.example/reset"},
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	order := func(kind string) int64 {
		return b.number("select j.priority from river_job j join mails m on m.id in ((j.args ->> 'mail_id')::bigint, (j.args -> 'mail_ids' ->> 0)::bigint) where m.kind = $1 and j.queue = 'mail'", kind)
	}
	if account, bulk := order("reset"), order("delivery"); account >= bulk {
		t.Errorf("a new password waits behind credentials: %d, %d", account, bulk)
	}
}

func TestNamesNeverBecomeHeadersOrMarkup(t *testing.T) {
	t.Parallel()
	server, transport := post(t)
	b := open(t, transport)
	draft := b.delivery(b.credential())
	draft.Params["course"] = "Weaving\r\nBcc: spy@evil.example\r\n\r\n<script>alert(1)</script> {{link}}"
	draft.Params["name"] = "Ada\u2028Bcc: x <img src=x onerror=alert(1)>"
	b.write(draft)
	kept := b.only()
	if strings.ContainsAny(kept.Subject, "\r\n\u2028") || !strings.Contains(kept.Subject, "{{link}}") {
		t.Errorf("subject %q", kept.Subject)
	}
	if strings.Contains(kept.HTML, "<script>") || strings.Contains(kept.HTML, "<img src=x") {
		t.Errorf("markup of a name in %s", kept.HTML)
	}
	if err := b.Deliver(t.Context(), kept.ID); err != nil {
		t.Fatal(err)
	}
	sent, err := mail.ReadMessage(strings.NewReader(server.messages()[0]))
	if err != nil {
		t.Fatal(err)
	}
	if sent.Header.Get("Bcc") != "" || len(sent.Header["Subject"]) != 1 || len(sent.Header["To"]) != 1 {
		t.Errorf("headers %v", sent.Header)
	}
}

func TestAMailSpeaksTheRecipientsLanguageInItsDirection(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	draft := b.delivery(b.credential())
	draft.Language, draft.Params["name"] = "ar", "علي"
	b.write(draft)
	got := b.only()
	if !strings.Contains(got.HTML, `<html lang="ar" dir="rtl">`) || !strings.Contains(got.Text, "علي") || strings.Contains(got.Text, "your credential is ready") {
		t.Errorf("%s\n%s", got.Text, got.HTML)
	}
	if !strings.Contains(got.Text, "https://laurel.example/x") {
		t.Errorf("no link in %s", got.Text)
	}
}

func TestEveryKindOfMailHasItsTexts(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	kinds := []string{outbox.Delivery, "reminder", "expiring", "expired", "suspended", "reinstated", "revoked", "verify", "reset", "claim", "has_account", "password_changed",
		"factor_added", "factor_removed", "recovery_codes_renewed", "recovery_code_used", "passkey_added", "passkey_removed", "factors_reset"}
	for _, kind := range kinds {
		err := pg.InSystem(t.Context(), b.pool, func(tx pgx.Tx) error {
			return b.EnqueueTx(t.Context(), tx, identity.AccountMail{
				Kind: kind, To: "ada@example.org", Language: "en", DedupeKey: kind,
				Params: map[string]string{"name": "Ada", "course": "Weaving", "issuer": "Guild", "department": "Guild", "link": "https://laurel.example/x", "reason": "Misconduct", "passkey": "Laptop", "issued_on": "Nov 28, 2026", "expired_on": "Nov 28, 2027"},
			})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	all, err := b.Latest(t.Context(), 1<<62)
	if err != nil || len(all) != len(kinds) {
		t.Fatalf("%d mails, %v", len(all), err)
	}
	for _, m := range all {
		if strings.Contains(m.Text+m.Subject, "{{") || slices.Contains([]string{"subject", "heading"}, m.Subject) || len(m.Text) < 80 {
			t.Errorf("%s: %s\n%s", m.Kind, m.Subject, m.Text)
		}
		if got, err := b.Read(t.Context(), m.ID); err != nil || got.Subject != m.Subject {
			t.Errorf("read %d: %v", m.ID, err)
		}
	}
	if _, err := b.Read(t.Context(), 1_000_000); !errors.Is(err, outbox.ErrNotFound) {
		t.Errorf("unknown mail: %v", err)
	}
}

func TestTheMailLogStaysInItsDepartment(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	credential := b.credential()
	b.write(b.delivery(credential))
	log := func(ctx context.Context, by access.Actor) int {
		mails, err := b.ByCredential(ctx, by, credential)
		if err != nil {
			t.Fatal(err)
		}
		return len(mails)
	}
	other := b.by
	other.DepartmentID = b.department()
	if mine, theirs := log(t.Context(), b.by), log(t.Context(), other); mine != 1 || theirs != 0 {
		t.Errorf("%d mine, %d theirs", mine, theirs)
	}
	if _, err := b.ByCredential(t.Context(), access.Actor{}, credential); !errors.Is(err, access.ErrNotSignedIn) {
		t.Errorf("nobody: %v", err)
	}
}
