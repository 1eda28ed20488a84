package outbox_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/mailer"
)

// deliveries writes the mails of n credentials and returns the ids of both.
func (b *box) deliveries(n int) (mails, credentials []int64) {
	b.t.Helper()
	for i := range n {
		credential := b.credential()
		credentials = append(credentials, credential)
		draft := b.delivery(credential)
		draft.To = fmt.Sprintf("r%d@example.org", i)
		b.write(draft)
		mails = append(mails, b.number("select max(id) from mails"))
	}
	b.number("with gone as (delete from river_job) select 1")
	return mails, credentials
}

// states lists the states of all mails in the order of their ids.
func (b *box) states() string {
	b.t.Helper()
	all, err := b.Latest(b.t.Context(), 1<<62)
	if err != nil {
		b.t.Fatal(err)
	}
	states := make([]string, len(all))
	for i, m := range all {
		states[len(all)-1-i] = m.State
	}
	return strings.Join(states, " ")
}

func TestAMailThatFailsHoldsUpNoOtherOfItsJob(t *testing.T) {
	t.Parallel()
	b := open(t, during(func(m mailer.Message) error {
		switch m.To {
		case "r1@example.org":
			return mailer.Refused(550, "no such user")
		case "r2@example.org":
			return mailer.Refused(451, "greylisted")
		}
		return m.HandOver(t.Context())
	}))
	mails, credentials := b.deliveries(5)
	if err := b.DeliverMany(t.Context(), mails); err != nil {
		t.Fatal(err)
	}
	if got := b.states(); got != "sent failed queued sent sent" {
		t.Error(got)
	}
	for i, want := range []string{"sent", "bounced", "", "sent", "sent"} {
		if got := b.heard[credentials[i]]; got != want {
			t.Errorf("credential %d hears %q, want %q", i, got, want)
		}
	}
	if n := b.number("select count(*) from river_job where kind = 'mail.deliver' and (args ->> 'mail_id')::bigint = $1 and scheduled_at > now() + interval '30 seconds'", mails[2]); n != 1 {
		t.Errorf("%d jobs for the mail that has to wait", n)
	}
	if n := b.number("select count(*) from river_job"); n != 1 {
		t.Errorf("%d jobs", n)
	}
	if n := b.number("select count(*) from mails where attempts <> 1 or tried_since is null"); n != 0 {
		t.Errorf("the attempts of %d mails are not counted once", n)
	}
}

func TestAJobThatIsInterruptedGoesOnWithTheMailsThatAreLeft(t *testing.T) {
	t.Parallel()
	var b *box
	var got []string
	b = open(t, during(func(m mailer.Message) error {
		err := m.HandOver(t.Context())
		got = append(got, m.To)
		if len(got) == 3 && err == nil {
			panic("killed") // the server has the third mail
		}
		return err
	}))
	mails, credentials := b.deliveries(5)
	func() {
		defer func() { _ = recover() }()
		_ = b.DeliverMany(t.Context(), mails)
	}()
	if states := b.states(); states != "sent sent sending queued queued" || len(b.heard) != 0 {
		t.Errorf("killed with %s, credentials heard %v", states, b.heard)
	}
	if err := b.DeliverMany(t.Context(), mails); err != nil || b.states() != "sent sent uncertain queued queued" {
		t.Fatalf("%v, %s", err, b.states())
	}
	if n := b.number("select count(*) from river_job where kind = 'mail.deliver_many' and args -> 'mail_ids' = jsonb_build_array($1::bigint, $2::bigint)", mails[3], mails[4]); n != 1 {
		t.Errorf("%d jobs for the two that are left, whose kills are counted anew", n)
	}
	if err := b.DeliverMany(t.Context(), mails[3:]); err != nil {
		t.Fatal(err)
	}
	if states := b.states(); states != "sent sent uncertain sent sent" || len(got) != 5 {
		t.Errorf("%s after handing over %q", states, got)
	}
	for i, id := range credentials {
		want := "sent"
		if i == 2 {
			want = "uncertain"
		}
		if b.heard[id] != want {
			t.Errorf("credential %d is told %q, want %q", i, b.heard[id], want)
		}
	}
}

func TestAServerThatIsDownIsAskedOnceForAllMailsOfAJob(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	b := open(t, during(func(mailer.Message) error {
		asked.Add(1)
		return mailer.Refused(0, "nobody answers")
	}))
	mails, _ := b.deliveries(4)
	if err := b.DeliverMany(t.Context(), mails); err != nil {
		t.Fatal(err)
	}
	if states := b.states(); states != "queued queued queued queued" || asked.Load() != 1 {
		t.Errorf("%s after %d attempts", states, asked.Load())
	}
	if n := b.number("select count(distinct args ->> 'mail_id') from river_job where kind = 'mail.deliver'"); n != 4 {
		t.Errorf("%d mails wait in jobs of their own", n)
	}
}

func TestAFaultOfOurOwnLeavesTheMailsToTheNextRun(t *testing.T) {
	t.Parallel()
	broken := errors.New("the database is down")
	failing := true
	b := open(t, during(func(m mailer.Message) error {
		if failing && m.To == "r1@example.org" {
			return broken
		}
		return m.HandOver(t.Context())
	}))
	mails, _ := b.deliveries(3)
	if err := b.DeliverMany(t.Context(), mails); !errors.Is(err, broken) {
		t.Error(err)
	}
	if states := b.states(); states != "sent queued queued" {
		t.Error(states)
	}
	failing = false
	for _, from := range []int{0, 1} { // the second run passes the rest on
		if err := b.DeliverMany(t.Context(), mails[from:]); err != nil {
			t.Error(err)
		}
	}
	if states := b.states(); states != "sent sent sent" {
		t.Error(states)
	}
}

func TestAJobThatIsStoppedEndsAfterTheMailItIsAt(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	b := open(t, during(func(m mailer.Message) error {
		err := m.HandOver(t.Context())
		stop()
		return err
	}))
	mails, _ := b.deliveries(3)
	if err := b.DeliverMany(ctx, mails); !errors.Is(err, context.Canceled) || b.states() != "sent queued queued" {
		t.Errorf("%v, %s", err, b.states())
	}
}

func TestMailsThatNobodyWaitsForShareJobs(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	drafts := slices.Repeat([]outbox.Draft{b.delivery(b.credential())}, 120)
	for i := range drafts {
		drafts[i].DedupeKey = fmt.Sprint(i)
	}
	b.write(drafts...)
	if jobs, mails := b.number("select count(*) from river_job where kind = 'mail.deliver_many'"),
		b.number("select sum(jsonb_array_length(args -> 'mail_ids')) from river_job"); jobs != 3 || mails != 120 {
		t.Errorf("%d jobs with %d mails", jobs, mails)
	}
	b.number("update mails set created_at = created_at - interval '1 day' returning id")
	if n, err := b.Recover(t.Context()); n != 0 || err != nil {
		t.Errorf("%d mails without a job, %v", n, err)
	}
	b.number("update river_job set state = 'discarded', finalized_at = now() where (args -> 'mail_ids' ->> 0)::bigint = (select min(id) from mails) returning 1")
	if n, err := b.Recover(t.Context()); n != 50 || err != nil {
		t.Errorf("%d mails without a job, %v; want those of the job that gave up", n, err)
	}
}
