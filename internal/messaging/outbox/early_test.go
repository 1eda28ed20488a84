package outbox_test

import (
	"sync"
	"testing"
	"time"
)

// early counts the jobs that will deliver mails at a time that is still to come.
func (b *box) early() int64 {
	b.t.Helper()
	return b.number("select count(*) from river_job where kind like 'mail.deliver%' and state = 'scheduled'")
}

func TestAMailWhoseJobComesEarlyGoesOutAtItsTurn(t *testing.T) {
	t.Parallel()
	server, transport := post(t)
	b := open(t, transport)
	mails, _ := b.deliveries(3)
	turn := b.clock.Now().Add(40 * time.Minute)
	b.number("with early as (update mails set not_before = $1, waits_for = 'quiet_hours') select 1", turn)
	var all sync.WaitGroup
	for range 4 { // processes, two of which have the job of one mail
		all.Go(func() {
			if err := b.DeliverMany(t.Context(), mails); err != nil {
				t.Error(err)
			}
		})
		all.Go(func() {
			if err := b.Deliver(t.Context(), mails[0]); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := b.number("select count(*) from river_job j, jsonb_array_elements(j.args -> 'mail_ids') where j.state = 'scheduled'"); n != 3 || len(server.messages()) != 0 {
		t.Errorf("%d mails have a job at their turn, %d went out", n, len(server.messages()))
	}
	if n := b.number("select count(*) from river_job where scheduled_at between now() + interval '39 minutes' and now() + interval '41 minutes'"); n != b.early() {
		t.Errorf("%d of %d jobs come at the turn of their mails", n, b.early())
	}
	b.clock.Advance(41 * time.Minute)
	for range 2 {
		if err := b.DeliverMany(t.Context(), mails); err != nil {
			t.Fatal(err)
		}
	}
	if got := b.states(); got != "sent sent sent" || len(server.messages()) != 3 {
		t.Errorf("%s: %d messages", got, len(server.messages()))
	}
}

func TestAMailThatAnotherJobDeliversAtItsTurnGetsNoMore(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	b.write(b.delivery(b.credential()))
	mail := b.only().ID
	b.number("with early as (update mails set not_before = $1, waits_for = 'daily_cap') select 1", b.clock.Now().Add(time.Hour))
	b.number("update river_job set state = 'scheduled', scheduled_at = now() + interval '1 hour' returning 1")
	if err := b.Deliver(t.Context(), mail); err != nil || b.early() != 1 {
		t.Errorf("%d jobs: %v", b.early(), err)
	}
	b.number("update river_job set state = 'running' returning 1") // it has found the mail early too
	if err := b.Deliver(t.Context(), mail); err != nil || b.early() != 1 {
		t.Errorf("%d jobs while another one ends: %v", b.early(), err)
	}
	if got := b.only().State; got != "queued" {
		t.Errorf("it is %s before its turn", got)
	}
}
