package publishing_test

import (
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/pg"
)

// jobsFor counts the jobs of a kind and the credentials that they name.
func (p *press) jobsFor(kind string) (jobs, named int64) {
	p.t.Helper()
	return p.number("select count(*) from river_job where kind = $1", kind),
		p.number("select coalesce(sum(jsonb_array_length(args -> 'credential_ids')), 0) from river_job where kind = $1", kind)
}

func TestWhatIsIssuedOneByOneIsFollowedUpTogetherAndOnce(t *testing.T) {
	p := open(t)
	var gone credentials.Credential
	for _, email := range []string{"ada@example.org", "bob@example.org", "cy@example.org"} {
		c, err := p.Issue(t.Context(), p.by, input(p.group, email))
		if err != nil {
			t.Fatal(err)
		}
		gone = c
	}
	p.exec("update groups set send_emails = false")
	if _, err := p.Issue(t.Context(), p.by, input(p.group, "quiet@example.org")); err != nil {
		t.Fatal(err)
	}
	if _, err := p.authoring.Delete(t.Context(), p.by, gone.UUID.String(), false); err != nil { // before its mail was written
		t.Fatal(err)
	}
	if n, _ := p.jobsFor("badges.sign"); n != 0 || p.mails() != 0 {
		t.Fatalf("%d jobs, %d mails before the following up", n, p.mails())
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if _, err := p.FollowUp(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for _, kind := range []string{"badges.sign", "documents.print"} {
		if n, named := p.jobsFor(kind); n != 1 || named != 4 {
			t.Errorf("%d jobs of %s name %d credentials; want one that names four", n, kind, named)
		}
	}
	if n := p.number("select count(*) from mails m join credentials c on c.id = m.credential_id where c.recipient_name = 'Ada' and c.state = 'published'"); n != 2 || p.mails() != 2 {
		t.Errorf("%d mails, %d of them for what is issued; want two", p.mails(), n)
	}
	if n := p.deliveries(); n != 2 || p.number("select count(*) from issued_lately") != 0 {
		t.Errorf("%d deliveries, %d left", n, p.number("select count(*) from issued_lately"))
	}
}

func TestWhatCannotBeFollowedUpNowIsLater(t *testing.T) {
	p := open(t)
	if _, err := p.Issue(t.Context(), p.by, input(p.group, "ada@example.org")); err != nil {
		t.Fatal(err)
	}
	other, group := p.department()
	if _, err := p.Issue(t.Context(), other, input(group, "bob@example.org")); err != nil {
		t.Fatal(err)
	}
	p.owner("alter table mails add constraint none check (recipient <> 'ada@example.org')")
	if _, err := p.FollowUp(t.Context()); !pg.Violates(err, "none") {
		t.Errorf("follow up: %v", err)
	}
	if n, _ := p.jobsFor("badges.sign"); n != 1 || p.mails() != 1 || p.number("select count(*) from issued_lately") != 1 {
		t.Errorf("%d to be signed, %d mails; the other department's should have gone on", n, p.mails())
	}
	p.owner("alter table mails drop constraint none")
	p.followUp()
	if n, _ := p.jobsFor("badges.sign"); n != 2 || p.mails() != 2 || p.number("select count(*) from issued_lately") != 0 {
		t.Errorf("then %d to be signed, %d mails", n, p.mails())
	}
}

func TestEveryMailOfAGroupIsInItsSendersName(t *testing.T) {
	p := open(t)
	p.exec(`update groups set settings = '{"sender": {"name": "The Guild", "reply_to": "guild@example.org"}}'`)
	c, err := p.Issue(t.Context(), p.by, input(p.group, "ada@example.org"))
	if err != nil {
		t.Fatal(err)
	}
	p.followUp()
	if err := p.Resend(t.Context(), p.by, c.EncodedID); err != nil {
		t.Fatal(err)
	}
	err = pg.InDepartment(t.Context(), p.pool, p.by.DepartmentID, func(tx pgx.Tx) error {
		_, _, err := p.ResendManyTx(t.Context(), tx, p.by, []int64{c.ID}, uuid.New(), false)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := p.number("select count(*) from mails where sender_name = 'The Guild' and reply_to = 'guild@example.org'"); n != 3 || p.mails() != 3 {
		t.Errorf("%d of %d mails are in the sender's name; want three", n, p.mails())
	}
}
