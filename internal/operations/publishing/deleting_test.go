package publishing_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/pg"
)

// mailed issues a credential whose email was delivered.
func (p *press) mailed(email string) credentials.Credential {
	p.t.Helper()
	c, err := p.Issue(p.t.Context(), p.by, input(p.group, email))
	if err != nil {
		p.t.Fatal(err)
	}
	p.followUp()
	p.exec("update mails set state = 'sent', sent_at = now() where credential_id = $1", c.ID)
	return c
}

func (p *press) delete(c credentials.Credential, sendEmail bool) {
	p.t.Helper()
	if _, err := p.authoring.Delete(p.t.Context(), p.by, c.UUID.String(), sendEmail); err != nil {
		p.t.Fatal(err)
	}
}

// tellOfDeletions runs all jobs about deletions, each twice, as after a kill.
func (p *press) tellOfDeletions() (last error) {
	p.t.Helper()
	var all [][]byte
	p.system(func(tx pgx.Tx) error {
		rows, err := tx.Query(p.t.Context(), "select args from river_job where kind = 'publishing.notify_deleted' order by id")
		if err != nil {
			return err
		}
		all, err = pgx.CollectRows(rows, pgx.RowTo[[]byte])
		return err
	})
	for _, args := range append(all, all...) {
		var job publishing.NotifyDeleted
		if err := json.Unmarshal(args, &job); err != nil {
			p.t.Fatal(err)
		}
		last = p.NotifyDeleted(p.t.Context(), job)
	}
	return last
}

func (p *press) toldOfDeletions() int64 {
	return p.number("select count(*) from mails where kind = 'deleted'")
}

func TestADeletionIsToldOnceItCannotBeUndoneQuickly(t *testing.T) {
	p := open(t)
	c := p.mailed("ada@example.org")
	p.delete(c, true)
	var later *river.JobSnoozeError
	if err := p.tellOfDeletions(); !errors.As(err, &later) || later.Duration != 10*time.Minute || p.toldOfDeletions() != 0 {
		t.Fatalf("too early: %v, %d emails", err, p.toldOfDeletions())
	}
	p.clock.Advance(10 * time.Minute)
	if err := p.tellOfDeletions(); err != nil || p.toldOfDeletions() != 1 {
		t.Fatalf("%v, %d emails", err, p.toldOfDeletions())
	}
	if n := p.number("select count(*) from mails where kind = 'deleted' and recipient = 'ada@example.org' and subject like '%Weaving%'"); n != 1 {
		t.Error("the email does not say what was deleted")
	}
}

func TestADepartmentThatHoldsEmailsHoldsThoseAboutDeletions(t *testing.T) {
	p := open(t)
	c := p.mailed("ada@example.org")
	p.exec("update departments set hold_minutes = 45")
	p.delete(c, true)
	var later *river.JobSnoozeError
	if err := p.tellOfDeletions(); !errors.As(err, &later) || later.Duration != 45*time.Minute {
		t.Error(err)
	}
}

func TestARestoredCredentialIsNotToldAndOneDeletedAgainOnce(t *testing.T) {
	p := open(t)
	back, again := p.mailed("back@example.org"), p.mailed("again@example.org")
	p.delete(back, true)
	p.delete(again, true)
	p.clock.Advance(time.Minute)
	for _, c := range []credentials.Credential{back, again} {
		if _, err := p.authoring.Restore(t.Context(), p.by, c.UUID.String()); err != nil {
			t.Fatal(err)
		}
	}
	p.clock.Advance(5 * time.Minute)
	p.delete(again, true)
	p.clock.Advance(4 * time.Minute)
	_ = p.tellOfDeletions()
	if p.toldOfDeletions() != 0 {
		t.Error("the first deletion, which was undone, is told")
	}
	p.clock.Advance(time.Hour)
	if err := p.tellOfDeletions(); err != nil || p.toldOfDeletions() != 1 {
		t.Errorf("%v, %d emails", err, p.toldOfDeletions())
	}
}

func TestWhoKnowsNothingOfACredentialIsNotToldOfItsDeletion(t *testing.T) {
	p := open(t)
	quietly, unsent := p.mailed("quietly@example.org"), p.mailed("unsent@example.org")
	p.exec("update mails set state = 'failed' where credential_id = $1", unsent.ID)
	p.delete(quietly, false)
	p.delete(unsent, true)
	p.delete(p.draft("draft@example.org"), true)
	p.exec("update groups set send_emails = false")
	silent := p.mailed("silent@example.org")
	p.delete(silent, true)
	p.clock.Advance(time.Hour)
	if err := p.tellOfDeletions(); err != nil || p.toldOfDeletions() != 0 {
		t.Errorf("%v, %d emails", err, p.toldOfDeletions())
	}
}

func TestADeletedSelectionIsTold(t *testing.T) {
	p := open(t)
	p.mailed("ada@example.org")
	p.mailed("bob@example.org")
	sel := credentialsearch.Selection{Query: &credentialsearch.Query{GroupID: p.group}}
	if n, err := p.authoring.DeleteMany(t.Context(), p.by, sel, true); n != 2 || err != nil {
		t.Fatalf("%d deleted, %v", n, err)
	}
	p.clock.Advance(time.Hour)
	if err := p.tellOfDeletions(); err != nil || p.toldOfDeletions() != 2 {
		t.Errorf("%v, %d emails", err, p.toldOfDeletions())
	}
}

func TestTheGroupsDeletionAfterThoseOfItsCredentialsTellsOfThemOnce(t *testing.T) {
	p := open(t)
	told, waiting, quietly, draft := p.mailed("told@example.org"), p.mailed("waiting@example.org"), p.mailed("quietly@example.org"), p.draft("draft@example.org")
	p.delete(told, true)
	p.clock.Advance(10 * time.Minute)
	if err := p.tellOfDeletions(); err != nil || p.toldOfDeletions() != 1 {
		t.Fatalf("%v, %d emails", err, p.toldOfDeletions())
	}
	p.delete(waiting, true)
	p.delete(quietly, false)
	p.delete(draft, true)
	p.lifecycle.WithNotices(p)
	p.lifecycle.OnPurge(p.outbox)
	err := pg.InDepartment(pg.WithMode(t.Context(), pg.All), p.pool, p.by.DepartmentID, func(tx pgx.Tx) error {
		return p.lifecycle.PurgeGroupTx(t.Context(), tx, p.by.DepartmentID, p.group)
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := p.number("select count(*) from mails where kind = 'deleted' and recipient in ('told@example.org', 'waiting@example.org') and state = 'queued'"); n != 2 || p.toldOfDeletions() != 2 {
		t.Errorf("%d emails wait, of %d; want one each", n, p.toldOfDeletions())
	}
	p.clock.Advance(time.Hour)
	if err := p.tellOfDeletions(); err != nil || p.toldOfDeletions() != 2 {
		t.Errorf("the jobs wrote more: %v, %d emails", err, p.toldOfDeletions())
	}
}
