package outbox_test

import (
	"errors"
	"testing"

	"github.com/emersion/go-smtp"

	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/page"
)

func TestTheLogFindsEmailsAndKeepsEachAttempt(t *testing.T) {
	t.Parallel()
	_, transport := post(t, &smtp.SMTPError{Code: 452, Message: "mailbox full"}, nil, &smtp.SMTPError{Code: 550, Message: "no such user"})
	b := open(t, transport)
	b.write(b.delivery(b.credential()))
	first := b.only().ID
	for range 2 { // the first attempt is refused for now
		_ = b.Deliver(t.Context(), first)
	}
	b.write(b.delivery(b.credential()))
	log := func(q outbox.LogQuery) page.Page[outbox.Mail] {
		t.Helper()
		got, err := b.Log(t.Context(), b.by, q)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	second := log(outbox.LogQuery{State: "queued"}).Items[0].ID
	_ = b.Deliver(t.Context(), second)
	for name, c := range map[string]struct {
		query outbox.LogQuery
		want  int64
	}{
		"all":             {outbox.LogQuery{}, 2},
		"by recipient":    {outbox.LogQuery{Text: "ADA@"}, 2},
		"by subject":      {outbox.LogQuery{Text: "weaving"}, 2},
		"nobody":          {outbox.LogQuery{Text: "bob"}, 0},
		"by event":        {outbox.LogQuery{Event: "delivery"}, 2},
		"another event":   {outbox.LogQuery{Event: "status"}, 0},
		"about no event":  {outbox.LogQuery{Event: "other"}, 0},
		"by state":        {outbox.LogQuery{State: "failed"}, 1},
		"waiting":         {outbox.LogQuery{State: "waiting"}, 0},
		"state and event": {outbox.LogQuery{State: "sent", Event: "delivery"}, 1},
	} {
		if got := log(c.query).Total; got != c.want {
			t.Errorf("%s: %d emails, want %d", name, got, c.want)
		}
	}
	if _, err := b.Log(t.Context(), b.by, outbox.LogQuery{State: "lost"}); err == nil {
		t.Error("an unknown state is no mistake")
	}

	entry, err := b.Entry(t.Context(), b.by, first)
	if err != nil || len(entry.Timeline) != 3 || entry.Timeline[1].What != "refused" || entry.Timeline[2].What != "sent" || entry.From == "" {
		t.Errorf("%+v, %v", entry.Timeline, err)
	}
	stranger := b.by
	stranger.DepartmentID = b.department()
	if _, err := b.Entry(t.Context(), stranger, first); !errors.Is(err, outbox.ErrNotFound) {
		t.Errorf("another department: %v", err)
	}
	if _, err := b.RetryAny(t.Context(), stranger, second); !errors.Is(err, outbox.ErrNotFound) {
		t.Errorf("another department: %v", err)
	}
	if _, err := b.RetryAny(t.Context(), b.by, first); !errors.Is(err, outbox.ErrNotRetryable) {
		t.Errorf("one that was sent: %v", err)
	}
	if got, err := b.RetryAny(t.Context(), b.by, second); err != nil || got.State != "queued" {
		t.Errorf("%+v, %v", got, err)
	}
}
