package publishing_test

import (
	"testing"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/starters"
	"laurel/internal/operations/operations"
	"laurel/internal/operations/publishing"
)

func TestARewordingStopsWithItsStartersRightsAndIsStartedAgain(t *testing.T) {
	p := open(t)
	p.draft("ada@example.org")
	_, job := p.start(false)
	p.work(job)
	p.exec("update groups set course_name = 'Weaving by hand' where id = $1", p.group)
	work := func() publishing.Rewording {
		t.Helper()
		id := p.number("select max(id) from operations where kind = 'reword'")
		if err := p.operations.Work(t.Context(), operations.Run{OperationID: id, DepartmentID: p.by.DepartmentID}); err != nil {
			t.Fatal(err)
		}
		wording, err := p.Wording(t.Context(), p.by, p.group)
		if err != nil {
			t.Fatal(err)
		}
		return *wording.Latest
	}
	reword := func() publishing.Rewording {
		t.Helper()
		if _, err := p.Reword(t.Context(), p.by, p.group); err != nil {
			t.Fatal(err)
		}
		return work()
	}
	p.exec("update memberships set role = 'viewer' where user_id = $1", p.by.UserID)
	got := reword()
	if got.StopReason != starters.ErrRightLost.Code || got.FinishedAt == nil || got.NotDoneCount() != 1 || !got.CanResume(p.by) {
		t.Errorf("%+v", got)
	}
	if viewer := (access.Actor{UserID: p.by.UserID, DepartmentID: p.by.DepartmentID, Role: access.Viewer}); got.CanResume(viewer) {
		t.Error("a viewer can resume it")
	}
	if again := work(); again.StopReason != got.StopReason || again.DoneCount != 0 {
		t.Errorf("its job ran again: %+v", again)
	}
	if n := p.number("select count(*) from audit_events where action = 'group.rewording_stopped' and system = 'rights_check'"); n != 1 {
		t.Errorf("%d events", n)
	}
	p.exec("update memberships set role = 'administrator' where user_id = $1", p.by.UserID)
	if got = reword(); got.StopReason != "" || got.DoneCount != 1 || got.FinishedAt == nil {
		t.Errorf("started again: %+v", got)
	}
}
