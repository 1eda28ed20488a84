package apptest_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"laurel/internal/app"
	"laurel/internal/app/apptest"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/lifecycle"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/jobs"
)

// crowd is how many credentials are published while the process is killed.
const crowd = 1000

func TestAProcessKilledAgainAndAgainPublishesAndMailsEachOnce(t *testing.T) {
	t.Parallel()
	k := newKilling(t, apptest.Settings(t))
	k.publish(3, 7)

	if n := k.number("select count(*) from mails where last_error <> ''"); n != 0 {
		t.Errorf("%d mails met a difficulty; want none, since keeping one is its delivery", n)
	}
	k.finished()
}

func TestAProcessKilledWhileItMailsSendsNoneTwice(t *testing.T) {
	t.Parallel()
	kills := 2
	if text := os.Getenv("LAUREL_TEST_MAIL_KILLS"); text != "" {
		var err error
		if kills, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	sink := newSink(t)
	settings := apptest.Settings(t)
	settings["SMTP_URL"] = "smtp://" + sink.address
	k := newKilling(t, settings)
	k.sink = sink
	if kills >= 10 { // so many processes ended while they worked some job, whose mails others took over
		k.gaveUp = "discarded"
	}
	k.publish(1, kills)

	k.finished()
	got := sink.received()
	for id, n := range got {
		if n > 1 {
			t.Errorf("mail %s arrived %d times", id, n)
		}
	}
	uncertain := k.number("select count(*) from mails where state = 'uncertain' and last_error like '%may have delivered it%'")
	t.Logf("%d of %d mails may have been delivered; %d arrived", uncertain, crowd, len(got))
	if int64(len(got)) > crowd || int64(len(got))+uncertain < crowd {
		t.Errorf("%d mails arrived and %d may have; want %d in all", len(got), uncertain, crowd)
	}
	if uncertain < int64(kills) || uncertain > int64((kills+1)*jobs.Concurrency[jobs.Mail]) {
		t.Errorf("%d mails may have been delivered; want at least the one of each kill whose answer the process did not live to hear, and one of each connection at most", uncertain)
	}
}

func TestAProcessKilledWhileItPrintsPrintsEveryDocument(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	const n, kills = 1200, 3
	settings := apptest.Settings(t)
	folder := passable(t)
	settings["TMPDIR"] = folder
	k := newKilling(t, settings)
	by := newDepartment(t, k.onlooker)
	ids := draft(t, k.onlooker, by, newGroup(t, k.onlooker, by), n)
	if _, err := k.onlooker.Publishing.Start(t.Context(), by, publishing.Request{Selection: credentialsearch.Selection{IDs: ids}, SendEmail: true}); err != nil {
		t.Fatal(err)
	}
	made := func() int { return int(k.number("select count(*) from kept_documents where pack_id is not null")) }
	for i := range kills {
		p, since := serve(t, settings), time.Now()
		apptest.Eventually(t, "the printing to begin", func() bool {
			return k.number("select count(*) from river_job where kind = 'documents.print' and state = 'running' and attempted_at > $1", since) > 0
		})
		<-time.After(rand.N(400 * time.Millisecond)) // not a wait for something: the random point itself
		p.kill()
		apptest.Eventually(t, "the browser to go with the process", func() bool { return len(mentions(folder)) == 0 })
		t.Logf("kill %d: %d documents", i+1, made())
	}
	if k.number(apptest.OpenJobs, app.AllQueues()) == 0 {
		t.Fatal("the last kill came when the work was done")
	}
	p := serve(t, settings)
	apptest.Eventually(t, "the printing to end", func() bool {
		return k.number("select count(*) from publications where finished_at is null") == 0 &&
			k.number(apptest.OpenJobs, app.AllQueues()) == 0
	})
	if documents := made(); documents != n {
		t.Errorf("%d documents; want %d", documents, n)
	}
	if n := k.number("select count(*) from river_job where state <> 'completed'"); n != 0 {
		t.Errorf("%d jobs are not completed", n)
	}
	if err := p.stop(); err != nil {
		t.Errorf("the last process did not stop cleanly: %v\n%s", err, p.log)
	}
	if left, _ := filepath.Glob(folder + "/*"); len(left) > 0 {
		t.Errorf("files left: %q", left)
	}
}

// passable is an empty folder that a browser can use that runs as another user.
func passable(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "laurel-killed-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	if err := os.Chmod(folder, 0o711); err != nil {
		t.Fatal(err)
	}
	return folder
}

// mentions are the processes whose command line names a folder.
func mentions(folder string) (found []string) {
	names, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, name := range names {
		if line, err := os.ReadFile(name); err == nil && strings.Contains(string(line), folder) {
			found = append(found, name)
		}
	}
	return found
}

func TestAProcessKilledWhileItTellsOfRevocationsMailsEachOnce(t *testing.T) {
	t.Parallel()
	k := newKilling(t, apptest.Settings(t))
	by := newDepartment(t, k.onlooker)
	ids := draft(t, k.onlooker, by, newGroup(t, k.onlooker, by), crowd)
	if _, err := k.onlooker.Publishing.Start(t.Context(), by, publishing.Request{Selection: credentialsearch.Selection{IDs: ids}, SendEmail: false}); err != nil {
		t.Fatal(err)
	}
	p := k.serve()
	apptest.Eventually(t, "all to be published", func() bool { return k.number("select count(*) from credentials where state = 'published'") == crowd })
	stood, err := k.onlooker.Publishing.SetStatusMany(t.Context(), by, credentialsearch.Selection{IDs: ids},
		lifecycle.StatusChange{To: credentials.Revoked, Reason: string(credentials.Superseded)}, true)
	if err != nil || stood.Changed != crowd {
		t.Fatalf("%+v, %v", stood, err)
	}
	const kills = 3
	for i := range kills {
		k.whileMailing(i, kills)
		p.kill()
		p = k.serve()
	}
	apptest.Eventually(t, "the work to end", func() bool { return k.number(apptest.OpenJobs, sendingQueues) == 0 })
	for what, sql := range map[string]string{
		"credentials are revoked":  "select count(*) from credentials where state = 'revoked'",
		"mails were written":       "select count(*) from mails",
		"revocations were told":    "select count(distinct credential_id) from mails where kind = 'revoked' and state = 'sent'",
		"deliveries are not noted": "select count(*) from credentials where email_status = 'not_sent'",
	} {
		if n := k.number(sql); n != crowd {
			t.Errorf("%d %s; want %d", n, what, crowd)
		}
	}
	if err := p.stop(); err != nil {
		t.Errorf("the last process did not stop cleanly: %v", err)
	}
}

// killing is a Laurel whose process is killed in the middle of its work; onlooker sees the database all the while.
type killing struct {
	t        *testing.T
	settings map[string]string
	onlooker *app.App
	sink     *sink // nil where mail is only kept
	// gaveUp is the state of delivery jobs that count as ended beside completed ones, for a test with more kills than a job survives.
	gaveUp string
}

func newKilling(t *testing.T, settings map[string]string) *killing {
	t.Helper()
	return &killing{t: t, settings: settings, onlooker: open(t, settings)}
}

func (k *killing) number(sql string, args ...any) int64 {
	k.t.Helper()
	return apptest.Number(k.t, k.onlooker, sql, args...)
}

// publish publishes the crowd with a process that is killed again and again, each time while work is under way: first at random
// moments of the publication, then at random points of the mails' delivery.
func (k *killing) publish(publishing, mailing int) {
	k.t.Helper()
	k.begin()
	begun := time.Now()
	p := k.serve()
	for i := range publishing + mailing {
		if i < publishing {
			k.whilePublishing()
		} else {
			k.whileMailing(i-publishing, mailing)
		}
		p.kill()
		left := k.number(apptest.OpenJobs, sendingQueues)
		k.t.Logf("kill %d after %.1f s: %d published, %d mailed, %d jobs left", i+1, time.Since(begun).Seconds(),
			k.number("select count(*) from credentials where state = 'published'"), k.number(mailed), left)
		if k.sink != nil {
			k.sink.release()
		}
		p = k.serve()
		if left == 0 {
			if i == 0 || k.sink != nil {
				k.t.Fatalf("kill %d came when the work was done", i+1)
			}
			break // without a mail server that holds answers back, a fast machine is done within a few kills
		}
	}
	apptest.Eventually(k.t, "the work to end", func() bool {
		return k.number("select count(*) from publications where finished_at is null") == 0 &&
			k.number(apptest.OpenJobs, sendingQueues) == 0
	})
	k.t.Logf("done after %.1f s", time.Since(begun).Seconds())
	if err := p.stop(); err != nil {
		k.t.Errorf("the last process did not stop cleanly: %v\n%s", err, p.log)
	}
}

// sendingQueues are worked while mails are counted; what is printed has a test of its own.
var sendingQueues = []string{jobs.Default, jobs.Mail}

func (k *killing) serve() *process {
	return serve(k.t, k.settings, "--queues", strings.Join(sendingQueues, ","))
}

const mailed = "select count(*) from mails where state in ('sent', 'uncertain')"

// whileMailing returns at a random point of the part-th of so many parts of the rest of the delivery; the last tenth is left for the end.
// It waits for the publication first: a job is discarded after ten kills, and on a busy machine one chunk of it may take
// longer than ten kills of the delivery.
func (k *killing) whileMailing(part, parts int) {
	k.t.Helper()
	choose := func(gone int) int {
		share := max(1, (crowd*9/10-gone)/(parts-part))
		return min(gone+1+rand.IntN(share), crowd)
	}
	published := func() bool { return k.number("select count(*) from publications where finished_at is null") == 0 }
	if k.sink != nil {
		if part == 0 { // the mails wait until all are written, so that there are some left for the last kill
			k.sink.holdAfter(k.t, func(gone int) int { return gone + 1 })
			apptest.Eventually(k.t, "the publication to end", published)
			k.sink.release()
		}
		k.sink.holdAfter(k.t, choose)
		return
	}
	apptest.Eventually(k.t, "the publication to end", published)
	point := int64(choose(int(k.number(mailed))))
	apptest.Eventually(k.t, fmt.Sprint(point, " mails to go out"), func() bool { return k.number(mailed) >= point })
}

// whilePublishing returns at a random moment of a process that publishes.
func (k *killing) whilePublishing() {
	k.t.Helper()
	apptest.Eventually(k.t, "the publication to be worked", func() bool {
		return k.number("select count(*) from river_job where kind = 'operations.run' and state = 'running'") == 1 ||
			k.number("select count(*) from publications where finished_at is null") == 0
	})
	<-time.After(rand.N(200 * time.Millisecond)) // not a wait for something: the random point itself
}

// begin makes the drafts and asks for their publication, as a person would before the trouble starts.
func (k *killing) begin() {
	k.t.Helper()
	ctx := k.t.Context()
	by := newDepartment(k.t, k.onlooker)
	group := newGroup(k.t, k.onlooker, by)
	ids := draft(k.t, k.onlooker, by, group, crowd)
	if _, err := k.onlooker.Publishing.Start(ctx, by, publishing.Request{Selection: credentialsearch.Selection{IDs: ids}, SendEmail: true}); err != nil {
		k.t.Fatal(err)
	}
}

// finished checks that nothing was left, lost or doubled.
func (k *killing) finished() {
	k.t.Helper()
	for what, sql := range map[string]string{
		"credentials are published":            "select count(*) from credentials where state = 'published' and published_at is not null",
		"outcomes say published":               "select count(*) from publication_items where outcome = 'published'",
		"are counted by the publication":       "select published_count from publications",
		"delivery mails were written":          "select count(distinct dedupe_key) from mails where kind = 'delivery'",
		"mails were written at all":            "select count(*) from mails",
		"mails went out":                       mailed,
		"credentials know that they are sent":  "select count(*) from credentials where email_status in ('sent', 'uncertain')",
		"recipients were mailed":               "select count(distinct recipient) from mails",
		"credentials were published by a mail": "select count(distinct credential_id) from mails where state in ('sent', 'uncertain')",
		"jobs delivered mails":                 "select count(distinct id) from (select jsonb_array_elements(args -> 'mail_ids') as id from river_job where kind = 'mail.deliver_many' and state::text in ('completed', '" + k.gaveUp + "')) x",
		"documents are to be printed":          "select count(distinct id) from (select jsonb_array_elements(args -> 'credential_ids') as id from river_job where kind = 'documents.print') x",
		"documents are to be printed at all":   "select sum(jsonb_array_length(args -> 'credential_ids')) from river_job where kind = 'documents.print'",
	} {
		if n := k.number(sql); n != crowd {
			k.t.Errorf("%d %s; want %d", n, what, crowd)
		}
	}
	if n := k.number(`select count(*) from river_job where queue <> 'render' and state <> 'completed'
		and not (kind = 'mail.deliver_many' and state::text = $1)`, k.gaveUp); n != 0 {
		jobs, err := k.onlooker.Queue.Discarded(k.t.Context(), 10)
		k.t.Errorf("%d jobs are not completed; %+v gave up, %v", n, jobs, err)
	}
	// One that two kills met is not handed over a third time; keeping a mail cannot be interrupted.
	if n := k.number("select count(*) from mails where state = 'uncertain'"); n > 0 && k.sink == nil {
		k.t.Errorf("%d mails may or may not have been kept", n)
	}
	// A second look at a published credential would give it the later chunk's time.
	if n := k.number("select count(distinct published_at) from credentials"); n != crowd/500 {
		k.t.Errorf("the credentials were published at %d moments; want one for each of the %d chunks", n, crowd/500)
	}
}
