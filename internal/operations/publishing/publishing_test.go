package publishing_test

import (
	"errors"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/lifecycle"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
)

func TestAPublicationTellsWhatItDidAndWhatNot(t *testing.T) {
	p := open(t)
	already := p.draft("already@example.org")
	p.work(job(p.start(true)))
	p.draft("ada@example.org")
	p.draft("bob@example.org")
	p.clock.Advance(time.Minute)
	pub, work := p.start(true)
	if got := p.read(pub); got.InputCount != 3 || got.PublishedCount != 0 || got.FinishedAt != nil || !got.SendEmail {
		t.Errorf("at the start: %+v", got)
	}
	p.work(work)
	got := p.read(pub)
	if got.InputCount != 3 || got.PublishedCount != 2 || got.RefusedCount != 1 || !got.FinishedAt.Equal(p.clock.Now()) {
		t.Errorf("at the end: %+v", got)
	}
	want := publishing.Refusal{CredentialID: already.ID, RecipientName: "Ada", Reason: lifecycle.ReasonPublished}
	if len(got.Refusals) != 1 || got.Refusals[0] != want {
		t.Errorf("refusals %+v", got.Refusals)
	}
}

func job(_ publishing.Publication, work publishing.Publish) publishing.Publish { return work }

func TestASecondRunPublishesAndMailsNothing(t *testing.T) {
	p := open(t)
	p.draft("ada@example.org")
	pub, work := p.start(true)
	for range 3 {
		p.work(work)
	}
	second, again := p.start(true)
	p.work(again)
	if p.published() != 1 || p.mails() != 1 || p.deliveries() != 1 {
		t.Errorf("%d published, %d mails", p.published(), p.mails())
	}
	if got := p.read(pub); got.PublishedCount != 1 || got.RefusedCount != 0 {
		t.Errorf("first: %+v", got)
	}
	if got := p.read(second); got.PublishedCount != 0 || got.RefusedCount != 1 {
		t.Errorf("second: %+v", got)
	}
}

func TestTwoProcessesPublishEachOnce(t *testing.T) {
	p := open(t)
	const n = 2*publishing.Chunk + 7
	p.drafts(n)
	first, a := p.start(true)
	second, b := p.start(true)
	var all sync.WaitGroup
	for _, work := range []publishing.Publish{a, a, b, b} {
		all.Go(func() {
			if err := p.Work(t.Context(), work); err != nil {
				t.Errorf("work: %v", err)
			}
		})
	}
	all.Wait()
	if p.published() != n || p.mails() != n {
		t.Errorf("%d published, %d mails, want %d of each", p.published(), p.mails(), n)
	}
	if twice := p.number("select count(*) from (select credential_id from mails group by credential_id having count(*) > 1) x"); twice > 0 {
		t.Errorf("%d were mailed twice", twice)
	}
	one, two := p.read(first), p.read(second)
	if one.PublishedCount+two.PublishedCount != n || one.RefusedCount+two.RefusedCount != n || one.FinishedAt == nil || two.FinishedAt == nil {
		t.Errorf("counts %+v and %+v", one, two)
	}
}

func TestNobodyIsMailedAgainstTheWishOfIssuerOrGroup(t *testing.T) {
	for name, c := range map[string]struct{ sendEmail, group bool }{"the issuer's": {false, true}, "the group's": {true, false}} {
		t.Run(name, func(t *testing.T) {
			p := open(t)
			p.exec("update groups set send_emails = $1", c.group)
			credential := p.draft("ada@example.org")
			p.work(job(p.start(c.sendEmail)))
			got, err := p.credentials.Read(t.Context(), p.by, credential.EncodedID)
			if err != nil || got.State != credentials.Published || got.EmailStatus != "not_sent" || p.mails() != 0 {
				t.Errorf("%s, mail %s, %d mails, %v", got.State, got.EmailStatus, p.mails(), err)
			}
		})
	}
}

func TestTheMailLeadsToTheCredential(t *testing.T) {
	p := open(t)
	in := input(p.group, "ada@example.org")
	in.Private = optional.Set(true)
	c, err := p.Issue(t.Context(), p.by, in)
	if err != nil || c.State != credentials.Published || c.EmailStatus != "queued" {
		t.Fatalf("%+v, %v", c, err)
	}
	p.followUp()
	mails, err := p.outbox.Latest(t.Context(), math.MaxInt64)
	if err != nil || len(mails) != 1 {
		t.Fatalf("%d mails, %v", len(mails), err)
	}
	to, subject, text := mails[0].Recipient, mails[0].Subject, mails[0].Text
	link := "https://laurel.example/" + c.UUID.String() + "?key=" + c.PrivateKey
	if to != "ada@example.org" || subject != "Your credential: Weaving" || !strings.Contains(text, link) || !strings.Contains(text, "Ada") {
		t.Errorf("to %s: %s\n%s", to, subject, text)
	}
}

func TestAnotherDepartmentsCredentialsAreNotPublished(t *testing.T) {
	p := open(t)
	mine := p.draft("ada@example.org")
	thief, group := p.department()
	_, err := p.Start(t.Context(), thief, publishing.Request{Selection: credentialsearch.Selection{IDs: []int64{mine.ID}}, SendEmail: true})
	if !errors.Is(err, credentials.ErrNothingSelected) {
		t.Errorf("stealing alone: %v", err)
	}
	own, err := p.authoring.Create(t.Context(), thief, input(group, "own@example.org"))
	if err != nil {
		t.Fatal(err)
	}
	owner := p.by
	p.by = thief
	pub, err := p.Start(t.Context(), thief, publishing.Request{Selection: credentialsearch.Selection{IDs: []int64{mine.ID, own.ID}}, SendEmail: true})
	if err != nil || pub.InputCount != 1 {
		t.Fatalf("%+v, %v", pub, err)
	}
	p.work(p.job(pub))
	if got := p.read(pub); got.PublishedCount != 1 || got.RefusedCount != 0 || got.FinishedAt == nil {
		t.Errorf("%+v", got)
	}
	if c, err := p.credentials.Read(t.Context(), owner, mine.EncodedID); err != nil || c.State != credentials.Draft {
		t.Errorf("mine is %s, %v", c.State, err)
	}
	if _, err := p.Read(t.Context(), owner, pub.UUID); !errors.Is(err, publishing.ErrNotFound) {
		t.Errorf("their publication: %v", err)
	}
}

func TestATamperedJobHasNoEffect(t *testing.T) {
	p := open(t)
	p.draft("ada@example.org")
	_, work := p.start(true)
	other, _ := p.department()
	for name, tampered := range map[string]publishing.Publish{
		"another department":  {PublicationID: work.PublicationID, DepartmentID: other.DepartmentID},
		"no department":       {PublicationID: work.PublicationID},
		"unknown publication": {PublicationID: work.PublicationID + 1, DepartmentID: work.DepartmentID},
	} {
		if err := p.Work(t.Context(), tampered); !errors.Is(err, publishing.ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if p.published() != 0 || p.mails() != 0 {
		t.Errorf("%d published, %d mails", p.published(), p.mails())
	}
	// An item that points into another department falls over the reference.
	thief, group := p.department()
	own, err := p.authoring.Create(t.Context(), thief, input(group, "own@example.org"))
	if err != nil {
		t.Fatal(err)
	}
	err = pg.InSystem(t.Context(), p.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), "update publication_items set credential_id = $1", own.ID)
		return err
	})
	if !pg.Violates(err, "publication_items_credential_fkey") {
		t.Errorf("edited item: %v", err)
	}
}

func TestIssuingIsOneStepOrNone(t *testing.T) {
	p := open(t)
	p.owner("alter table issued_lately add constraint none check (credential_id < 0)") // so nothing at all happens
	if _, err := p.Issue(t.Context(), p.by, input(p.group, "ada@example.org")); !pg.Violates(err, "none") {
		t.Errorf("issue: %v", err)
	}
	for _, table := range []string{"credentials", "issued_lately", "audit_events"} {
		if n := p.number("select count(*) from " + table); n != 0 {
			t.Errorf("%d rows in %s", n, table)
		}
	}
	p.owner("alter table issued_lately drop constraint none")
	if c, err := p.Issue(t.Context(), p.by, input(p.group, "ada@example.org")); err != nil || c.State != credentials.Published {
		t.Errorf("then %s, %v", c.State, err)
	}
}

func TestAMailIsSentAgainWhenAsked(t *testing.T) {
	p := open(t)
	c := p.draft("ada@example.org")
	if err := p.Resend(t.Context(), p.by, c.EncodedID); !errors.Is(err, credentials.ErrNotPublished) {
		t.Errorf("a draft: %v", err)
	}
	p.work(job(p.start(true)))
	for range 2 {
		if err := p.Resend(t.Context(), p.by, c.EncodedID); err != nil {
			t.Fatal(err)
		}
	}
	if n := p.number("select count(*) from mails where credential_id = $1", c.ID); n != 3 {
		t.Errorf("%d mails, want the first and two more", n)
	}
	other, _ := p.department()
	if err := p.Resend(t.Context(), other, c.EncodedID); !errors.Is(err, credentials.ErrNotFound) {
		t.Errorf("another department: %v", err)
	}
}

func TestOnlyThoseWhoMayPublishPublish(t *testing.T) {
	p := open(t)
	c := p.draft("ada@example.org")
	viewer := p.by
	viewer.Role = access.Viewer
	_, start := p.Start(t.Context(), viewer, publishing.Request{Selection: credentialsearch.Selection{IDs: []int64{c.ID}}, SendEmail: true})
	_, issue := p.Issue(t.Context(), viewer, input(p.group, "bob@example.org"))
	for name, err := range map[string]error{"start": start, "issue": issue, "resend": p.Resend(t.Context(), viewer, c.EncodedID)} {
		if !errors.Is(err, access.ErrDenied) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := p.Start(t.Context(), p.by, publishing.Request{Selection: credentialsearch.Selection{}, SendEmail: true}); !errors.Is(err, credentials.ErrNothingSelected) {
		t.Errorf("nothing selected: %v", err)
	}
	if _, err := p.Read(t.Context(), p.by, uuid.New()); !errors.Is(err, publishing.ErrNotFound) {
		t.Errorf("unknown publication: %v", err)
	}
}
