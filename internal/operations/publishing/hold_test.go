package publishing_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/operations/publishing"
)

// hold publishes the group and holds the mails back.
func (p *press) hold(minutes int) (publishing.Publication, publishing.Publish) {
	p.t.Helper()
	pub, err := p.Start(p.t.Context(), p.by, publishing.Request{
		Selection: credentialsearch.Selection{Query: &credentialsearch.Query{GroupID: p.group}}, SendEmail: true, HoldMinutes: &minutes,
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return pub, p.job(pub)
}

func (p *press) release(work publishing.Publish) error {
	return p.Release(p.t.Context(), publishing.Release(work))
}

func (p *press) takeBack(work publishing.Publish) {
	p.t.Helper()
	if err := p.RunUndo(p.t.Context(), publishing.Undo(work)); err != nil {
		p.t.Fatal(err)
	}
}

// deliveries is how many mails jobs are to hand over.
func (p *press) deliveries() int64 {
	return p.number("select coalesce(sum(jsonb_array_length(args -> 'mail_ids')), 0) from river_job where kind = 'mail.deliver_many'")
}

func TestMailsWaitUntilTheWindowEnds(t *testing.T) {
	p := open(t)
	const n = publishing.Chunk + 3
	p.drafts(n)
	pub, work := p.hold(10)
	if !pub.CanUndo || pub.HoldMinutes != 10 {
		t.Errorf("at the start: %+v", pub)
	}
	p.clock.Advance(20 * time.Minute) // a slow publication takes nothing from the window
	p.work(work)
	p.work(work)
	got := p.read(pub)
	if p.published() != n || p.mails() != n || p.deliveries() != 0 || !got.HoldUntil.Equal(p.clock.Now().Add(10*time.Minute)) || !got.CanUndo {
		t.Fatalf("%d published, %d mails, %d deliveries: %+v", p.published(), p.mails(), p.deliveries(), got)
	}
	if jobs := p.number("select count(*) from river_job where kind = 'publishing.release'"); jobs != 1 {
		t.Errorf("%d jobs release the mails", jobs)
	}
	var later *river.JobSnoozeError
	if err := p.release(work); !errors.As(err, &later) || later.Duration != 10*time.Minute || p.deliveries() != 0 {
		t.Errorf("too early: %v, %d deliveries", err, p.deliveries())
	}
	p.clock.Advance(10 * time.Minute)
	if _, err := p.Undo(t.Context(), p.by, pub.UUID); !errors.Is(err, publishing.ErrUndoOver) {
		t.Errorf("undone when the mails are due: %v", err)
	}
	for range 3 { // a job may run twice
		if err := p.release(work); err != nil {
			t.Fatal(err)
		}
	}
	if got := p.read(pub); p.deliveries() != n || got.ReleasedAt == nil || got.CanUndo {
		t.Errorf("%d deliveries: %+v", p.deliveries(), got)
	}
}

func TestAnUndonePublicationMailsNobody(t *testing.T) {
	p := open(t)
	const n = publishing.Chunk + 3
	p.drafts(n)
	gone := p.draft("gone@example.org")
	pub, work := p.hold(10)
	p.work(work)
	if _, err := p.authoring.Delete(t.Context(), p.by, gone.EncodedID, false); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Undo(t.Context(), p.by, pub.UUID); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		p.takeBack(work)
	}
	p.clock.Advance(time.Hour)
	if err := p.release(work); err != nil {
		t.Error(err)
	}
	for what, c := range map[string]struct {
		got, want int64
	}{
		"are revoked":        {p.number("select count(*) from credentials where state = 'revoked' and revocation_reason = 'issued_in_error'"), n},
		"know of no mail":    {p.number("select count(*) from credentials where email_status = 'not_sent'"), n + 1},
		"mails were dropped": {p.number("select count(*) from mails where state = 'dropped'"), n + 1},
		"mails go out":       {p.deliveries(), 0},
		"were recorded":      {p.number("select count(*) from audit_events where action = 'credential.revoked'"), n},
	} {
		if c.got != c.want {
			t.Errorf("%d %s; want %d", c.got, what, c.want)
		}
	}
	if got := p.read(pub); got.UndoneCount != n || got.UndoFinishedAt == nil || got.CanUndo || len(got.Refusals) != 0 {
		t.Errorf("%+v", got)
	}
	if _, err := p.SendNow(t.Context(), p.by, pub.UUID); !errors.Is(err, publishing.ErrUndone) {
		t.Errorf("sent after all: %v", err)
	}
}

func TestUndoingWhileItPublishesLeavesTheRestAsDrafts(t *testing.T) {
	p := open(t)
	p.drafts(5)
	pub, work := p.hold(10)
	if _, err := p.SendNow(t.Context(), p.by, pub.UUID); !errors.Is(err, publishing.ErrWorking) {
		t.Errorf("sent before it was published: %v", err)
	}
	if _, err := p.Undo(t.Context(), p.by, pub.UUID); err != nil {
		t.Fatal(err)
	}
	p.work(work)
	p.takeBack(work)
	got := p.read(pub)
	if p.published() != 0 || p.mails() != 0 || got.FinishedAt == nil || got.RefusedCount != 5 || len(got.Refusals) != 5 || got.Refusals[0].Reason != "cancelled" {
		t.Errorf("%d published, %d mails: %+v", p.published(), p.mails(), got)
	}
}

func TestOfTwoWhoUndoAtOnceOneDoes(t *testing.T) {
	p := open(t)
	p.drafts(5)
	pub, work := p.hold(10)
	p.work(work)
	var all sync.WaitGroup
	outcomes := make([]error, 4)
	for i := range outcomes {
		all.Go(func() { _, outcomes[i] = p.Undo(t.Context(), p.by, pub.UUID) })
	}
	all.Wait()
	undone := 0
	for _, err := range outcomes {
		if err == nil {
			undone++
		} else if !errors.Is(err, publishing.ErrUndone) {
			t.Error(err)
		}
	}
	if jobs := p.number("select count(*) from operations where undo_of is not null"); undone != 1 || jobs != 1 {
		t.Errorf("%d undid it, %d jobs", undone, jobs)
	}
}

func TestMailsThatAreSentNowCannotBeUndone(t *testing.T) {
	p := open(t)
	p.drafts(3)
	pub, work := p.hold(60)
	p.work(work)
	if _, err := p.SendNow(t.Context(), p.by, pub.UUID); err != nil {
		t.Fatal(err)
	}
	_, again := p.SendNow(t.Context(), p.by, pub.UUID)
	_, undo := p.Undo(t.Context(), p.by, pub.UUID)
	if !errors.Is(again, publishing.ErrNothingHeld) || !errors.Is(undo, publishing.ErrUndoOver) {
		t.Errorf("again %v, undo %v", again, undo)
	}
	if err := p.release(work); err != nil || p.deliveries() != 3 {
		t.Errorf("%v, %d deliveries", err, p.deliveries())
	}
}

func TestTheWindowIsTheDepartmentsUnlessItIsGiven(t *testing.T) {
	p := open(t)
	p.exec("update departments set hold_minutes = 15")
	p.drafts(1)
	usual, _ := p.start(true)
	given, _ := p.hold(0)
	if usual.HoldMinutes != 15 || given.HoldMinutes != 0 || given.CanUndo {
		t.Errorf("%d and %d minutes", usual.HoldMinutes, given.HoldMinutes)
	}
	if _, err := p.Undo(t.Context(), p.by, given.UUID); !errors.Is(err, publishing.ErrUndoOver) {
		t.Errorf("undone without a window: %v", err)
	}
	for minutes, code := range map[int]string{-1: "too_small", 61: "too_large"} {
		_, err := p.Start(t.Context(), p.by, publishing.Request{HoldMinutes: &minutes})
		if got := refusal(err, "hold_minutes"); got != code {
			t.Errorf("%d minutes: %v", minutes, err)
		}
	}
}

func TestNothingPublishedIsNothingToUndo(t *testing.T) {
	p := open(t)
	p.draft("ada@example.org")
	p.work(job(p.start(true)))
	pub, work := p.hold(10)
	p.work(work)
	if _, err := p.Undo(t.Context(), p.by, pub.UUID); !errors.Is(err, publishing.ErrNothingToUndo) {
		t.Error(err)
	}
}

func TestWhoMayNotRevokeOrIsElsewhereUndoesNothing(t *testing.T) {
	p := open(t)
	p.drafts(1)
	pub, work := p.hold(10)
	p.work(work)
	stranger, _ := p.department()
	viewer := p.by
	viewer.Role = access.Viewer
	for name, c := range map[string]struct {
		by   access.Actor
		id   uuid.UUID
		want error
	}{
		"a viewer": {viewer, pub.UUID, access.ErrDenied}, "a stranger": {stranger, pub.UUID, publishing.ErrNotFound},
		"of none": {p.by, uuid.New(), publishing.ErrNotFound},
	} {
		_, undo := p.Undo(t.Context(), c.by, c.id)
		_, send := p.SendNow(t.Context(), c.by, c.id)
		if !errors.Is(undo, c.want) || !errors.Is(send, c.want) {
			t.Errorf("%s: %v, %v", name, undo, send)
		}
	}
	tampered := publishing.Publish{PublicationID: work.PublicationID, DepartmentID: stranger.DepartmentID}
	for name, err := range map[string]error{
		"release": p.release(tampered), "undo": p.RunUndo(t.Context(), publishing.Undo(tampered)),
		"undo without a request": p.RunUndo(t.Context(), publishing.Undo(work)),
	} {
		if !errors.Is(err, publishing.ErrNotFound) {
			t.Errorf("tampered %s: %v", name, err)
		}
	}
	if got := p.read(pub); p.published() != 1 || got.UndoneAt != nil || got.ReleasedAt != nil {
		t.Errorf("%d published: %+v", p.published(), got)
	}
}

func TestWhatIsDeletedWhileMailsWaitIsNotMailed(t *testing.T) {
	p := open(t)
	deleted, kept := p.draft("ada@example.org"), p.draft("bob@example.org")
	_, work := p.hold(10)
	p.work(work)
	p.delete(deleted, false)
	p.clock.Advance(10 * time.Minute)
	if err := p.release(work); err != nil {
		t.Fatal(err)
	}
	const states = "select count(*) from mails where credential_id = $1 and state = $2"
	if p.deliveries() != 1 || p.number(states, deleted.ID, "dropped") != 1 || p.number(states, kept.ID, "queued") != 1 {
		t.Errorf("%d deliveries", p.deliveries())
	}
	if n := p.number("select count(*) from credentials where id = $1 and email_status = 'not_sent'", deleted.ID); n != 1 {
		t.Error("the deleted credential still counts as one whose email is due")
	}
}
