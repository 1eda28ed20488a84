package apptest_test

import (
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"laurel/internal/app"
	"laurel/internal/app/apptest"
)

// TestAFixedLogIsCountedAsItIs replays 200,000 events in no order, some of them twice, with two processes that count at the same time, and compares
// everything that they counted with the log.
func TestAFixedLogIsCountedAsItIs(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild, other := w.Issuer("guild"), w.Issuer("other")
	berlin, err := time.LoadLocation("Europe/Berlin") // the log has its days of 23 and of 25 hours
	if err != nil {
		t.Fatal(err)
	}
	w.Exec("update departments set time_zone = 'Europe/Berlin' where id = $1", guild.Department)
	groups := []int64{guild.Group("One"), guild.Group("Two"), guild.Group("Three")}
	version := w.Number("select v.id from designs d join design_versions v on v.id = d.current_version_id join groups g on g.certificate_design_id = d.id where g.id = $1", groups[0])
	until := w.Clock.Now()
	subjects := addSubjects(t, w.App, guild.Department, groups, version, 600, until)
	theirs := addSubjects(t, w.App, other.Department, []int64{other.Group("One")}, 0, 30, until)
	log, elsewhere := eventLog(subjects, 200_000, until), eventLog(theirs, 3000, until)
	second := w.Another()

	begun := time.Now()
	for part := range 4 {
		feed(t, w.App, guild.Department, log[part*len(log)/4:(part+1)*len(log)/4])
		feed(t, w.App, other.Department, elsewhere[part*len(elsewhere)/4:(part+1)*len(elsewhere)/4])
		feed(t, w.App, guild.Department, log[:part*len(log)/50]) // what was counted already, and is not counted again
		rollUpTogether(t, w.App, second)
	}
	t.Logf("counted in %.1f s", time.Since(begun).Seconds())
	if n := w.Number("select count(*) from analytics_inbox"); n != 0 {
		t.Errorf("%d events are left", n)
	}
	sameCounts(t, w.App, guild.Department, subjects, log, berlin, oldestOf(w))
	sameCounts(t, w.App, other.Department, theirs, elsewhere, time.UTC, oldestOf(w))

	reportsAreTheLog(t, w, guild, groups, slice{subjects: subjects, log: log, zone: berlin, oldest: oldestOf(w)})

	// In another time zone, everything that is still known is counted anew.
	newYork, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	w.Exec("update departments set time_zone = 'America/New_York' where id = $1", guild.Department)
	rollUpTogether(t, w.App, second)
	sameCounts(t, w.App, guild.Department, subjects, log, newYork, oldestOf(w))
}

func rollUpTogether(t *testing.T, all ...*app.App) {
	t.Helper()
	var wait sync.WaitGroup
	for _, a := range all {
		wait.Go(func() {
			if err := a.Analytics.RollUpAll(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
}

func TestARollUpWhoseProcessIsKilledLosesAndDoublesNothing(t *testing.T) {
	t.Parallel()
	k := newKilling(t, apptest.Settings(t))
	a := k.onlooker
	by := newDepartment(t, a)
	until := time.Now().UTC().Truncate(time.Second)
	subjects := addSubjects(t, a, by.DepartmentID, []int64{newGroup(t, a, by)}, 0, 100, until)
	log := eventLog(subjects, 150_000, until)
	feed(t, a, by.DepartmentID, log)
	left := func() int64 { return k.number("select count(*) from analytics_inbox") }
	all, kills := left(), 0
	for left() > all/4 {
		p := k.serve()
		before := left()
		apptest.Eventually(t, "a batch to be counted", func() bool { return left() < before })
		<-time.After(rand.N(200 * time.Millisecond)) // not a wait for something: the random point itself
		p.kill()
		kills++
		t.Logf("kill %d: %d events left", kills, left())
	}
	if err := a.Analytics.RollUpAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	if kills < 2 {
		t.Errorf("only %d kills", kills)
	}
	sameCounts(t, a, by.DepartmentID, subjects, log, time.UTC, until.AddDate(0, 0, -400))
}
