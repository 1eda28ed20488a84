package apptest_test

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/app"
	"laurel/internal/app/apptest"
	"laurel/internal/platform/pg"
)

// subject is an issued credential of an event log.
type subject struct {
	id, group, design int64
	published         time.Time
	email             string
}

// happened is an event of a log.
type happened struct {
	uuid                uuid.UUID
	of                  *subject
	kind, actor, detail string
	visitor             byte
	at                  time.Time
}

var kindsOfLog = []struct{ kind, actor, detail string }{
	{"viewed", "other", ""}, {"viewed", "other", ""}, {"viewed", "other", ""}, {"viewed", "owner", ""}, {"pdf_downloaded", "owner", ""}, {"print_downloaded", "other", ""},
	{"badge_downloaded", "owner", ""}, {"wallet_added", "owner", "apple"}, {"shared", "", "linkedin"}, {"shared", "", "x"}, {"shared", "", "copy"},
	{"added_linkedin", "", "linkedin_profile"}, {"link_clicked", "", "example.org"}, {"referral_clicked", "", "guild.example"}, {"verified", "other", ""}, {"embed_viewed", "other", ""},
}

// eventLog is a fixed log of n events of subjects in the 395 days before a time. They come in no order, and most happen to few of the subjects. Two in a
// hundred are beyond the retention period.
func eventLog(subjects []*subject, n int, until time.Time) []happened {
	random := rand.New(rand.NewPCG(7, uint64(n))) // logs of different lengths have nothing in common
	log := make([]happened, n)
	const span = 395 * 24 * 3600
	for i := range log {
		k := kindsOfLog[random.IntN(len(kindsOfLog))]
		var id uuid.UUID
		binary.BigEndian.PutUint64(id[:8], random.Uint64())
		binary.BigEndian.PutUint64(id[8:], random.Uint64())
		at := until.Add(-time.Duration(random.IntN(span)) * time.Second)
		if i%50 == 0 {
			at = at.AddDate(0, 0, -401)
		}
		few := random.IntN(len(subjects))
		few = few * few / len(subjects)
		log[i] = happened{id, subjects[few], k.kind, k.actor, k.detail, byte(random.IntN(200)), at}
	}
	return log
}

// addSubjects issues credentials in groups at times spread over more than a year.
func addSubjects(t testing.TB, a *app.App, department int64, groups []int64, designVersion int64, n int, until time.Time) (all []*subject) {
	t.Helper()
	states := []string{"sent", "sent", "sent", "bounced", "not_sent", "uncertain", "queued"}
	err := pg.InSystem(t.Context(), a.Pool, func(tx pgx.Tx) error {
		for i := range n {
			s := &subject{group: groups[i%len(groups)], published: until.Add(-time.Duration(i*394*24*3600/n) * time.Second), email: states[i%len(states)]}
			version := pg.OrNull(int64(0))
			if designVersion != 0 && i%3 == 0 {
				version = &designVersion
			}
			err := tx.QueryRow(t.Context(), `insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, private, private_key,
					allows_duplicate, state, published_at, email_status, certificate_version_id, created_at, updated_at)
				values ($1, $2, gen_random_uuid(), 'zz' || lpad($3::text, 8, '0'), 'Person ' || $3, 'p' || $3 || '@example.org', '2026-01-01', false, '', true, 'published', $4, $5, $6, $4, $4)
				returning id, coalesce((select design_id from design_versions v where v.id = $6), 0)`,
				department, s.group, fmt.Sprint(department%1000*10000+int64(i)), s.published, s.email, version).Scan(&s.id, &s.design)
			if err != nil {
				return err
			}
			all = append(all, s)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// feed adds a part of a log to the inbox, as visits do.
func feed(t testing.TB, a *app.App, department int64, log []happened) {
	t.Helper()
	for len(log) > 0 {
		some := log[:min(len(log), 5000)]
		log = log[len(some):]
		var ids []uuid.UUID
		var groups, credentials []int64
		var kinds, actors, details []string
		var visitors [][]byte
		var ats []time.Time
		for _, h := range some {
			ids, groups, credentials = append(ids, h.uuid), append(groups, h.of.group), append(credentials, h.of.id)
			kinds, actors, details = append(kinds, h.kind), append(actors, h.actor), append(details, h.detail)
			visitors, ats = append(visitors, []byte{h.visitor}), append(ats, h.at)
		}
		err := pg.InSystem(t.Context(), a.Pool, func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), `insert into analytics_inbox (department_id, uuid, group_id, credential_id, type, actor, detail, visitor, at)
				select $1, unnest($2::uuid[]), unnest($3::bigint[]), unnest($4::bigint[]), unnest($5::text[]), unnest($6::text[]), unnest($7::text[]), unnest($8::bytea[]),
					unnest($9::timestamptz[])`, department, ids, groups, credentials, kinds, actors, details, visitors, ats)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// tally is a line of counts: what is counted, and the counts.
type tally map[string]string

// day is the date of a time in a time zone.
func day(at time.Time, zone *time.Location) string { return at.In(zone).Format(time.DateOnly) }

// wantDays counts a log by day and by hour, in a time zone, without the database.
func wantDays(log []happened, zone *time.Location, oldest time.Time) (days, hours tally) {
	type line struct {
		events   int
		visitors map[byte]bool
	}
	byDay, byHour := map[string]*line{}, map[string]int{}
	for _, h := range log {
		if h.at.Before(oldest) {
			continue
		}
		key := fmt.Sprint(h.of.group, " ", h.kind, " ", h.actor, " ", h.detail)
		d := byDay[day(h.at, zone)+" "+key]
		if d == nil {
			d = &line{visitors: map[byte]bool{}}
			byDay[day(h.at, zone)+" "+key] = d
		}
		d.events++
		d.visitors[h.visitor] = true
		local := h.at.In(zone)
		since := time.Duration(local.Minute())*time.Minute + time.Duration(local.Second())*time.Second
		byHour[local.Add(-since).UTC().Format(time.RFC3339)+" "+key]++
	}
	days, hours = tally{}, tally{}
	for key, d := range byDay {
		days[key] = fmt.Sprint(d.events, " ", len(d.visitors))
	}
	for key, n := range byHour {
		hours[key] = fmt.Sprint(n)
	}
	return days, hours
}

// firsts are when things happened first to a credential.
type firsts map[string]time.Time

func (f firsts) at(what string, at time.Time) {
	if was, ok := f[what]; !ok || at.Before(was) {
		f[what] = at
	}
}

// firstsOf reads from a log what ever happened to each credential.
func firstsOf(log []happened, oldest time.Time) map[int64]firsts {
	all := map[int64]firsts{}
	for _, h := range log {
		if h.at.Before(oldest) {
			continue
		}
		f := all[h.of.id]
		if f == nil {
			f = firsts{}
			all[h.of.id] = f
		}
		switch h.kind {
		case "viewed":
			f.at("viewed", h.at)
			if h.actor == "owner" {
				f.at("opened", h.at)
			}
		case "pdf_downloaded", "print_downloaded", "badge_downloaded", "wallet_added":
			f.at("downloaded", h.at)
			f.at("used", h.at)
		case "shared", "added_linkedin":
			f.at("shared", h.at)
			f.at("used", h.at)
		case "referral_clicked":
			f.at("referred", h.at)
			f.at("clicked", h.at)
		case "link_clicked":
			f.at("clicked", h.at)
		case "verified":
			f.at("verified", h.at)
		}
	}
	return all
}

var stages = []string{"viewed", "opened", "downloaded", "shared", "used", "clicked", "referred", "verified"}

// wantCohorts counts credentials by day of issue, without the database.
func wantCohorts(subjects []*subject, log []happened, zone *time.Location, oldest time.Time) tally {
	happened := firstsOf(log, oldest)
	lines := map[string]map[string]int{}
	for _, s := range subjects {
		key := fmt.Sprint(day(s.published, zone), " ", s.group, " ", s.design)
		if lines[key] == nil {
			lines[key] = map[string]int{}
		}
		line := lines[key]
		line["published"]++
		if s.email == "sent" || s.email == "bounced" || s.email == "uncertain" {
			line["emailed"]++
		}
		if s.email == "sent" {
			line["delivered"]++
		}
		for what := range happened[s.id] {
			line[what]++
		}
	}
	out := tally{}
	for key, line := range lines {
		text := fmt.Sprint(line["published"], " ", line["emailed"], " ", line["delivered"])
		for _, stage := range stages {
			text += fmt.Sprint(" ", line[stage])
		}
		out[key] = text
	}
	return out
}

// lines reads lines of two texts from the database.
func lines(t testing.TB, a *app.App, sql string, args ...any) tally {
	t.Helper()
	out := tally{}
	err := pg.InSystem(t.Context(), a.Pool, func(tx pgx.Tx) error {
		rows, err := tx.Query(t.Context(), sql, args...)
		if err != nil {
			return err
		}
		var key, value string
		_, err = pgx.ForEachRow(rows, []any{&key, &value}, func() error {
			out[key] = value
			return nil
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// same compares counts and shows the first differences.
func (c tally) same(t testing.TB, what string, want tally) {
	t.Helper()
	if len(want) == 0 {
		t.Fatalf("%s: nothing is expected: the log is wrong", what)
	}
	shown := 0
	for key, value := range want {
		if c[key] != value && shown < 5 {
			shown++
			t.Errorf("%s: %s is %q, want %q", what, key, cmp.Or(c[key], "missing"), value)
		}
	}
	for key, value := range c {
		if _, ok := want[key]; !ok && shown < 5 {
			shown++
			t.Errorf("%s: %s is %q, want nothing", what, key, value)
		}
	}
}

// sameCounts compares everything that was counted of a department with the log.
func sameCounts(t testing.TB, a *app.App, department int64, subjects []*subject, log []happened, zone *time.Location, oldest time.Time) {
	t.Helper()
	days, hours := wantDays(log, zone, oldest)
	lines(t, a, `select concat_ws(' ', day, group_id, type, actor, detail), events || ' ' || visitors from analytics_days where department_id = $1`, department).
		same(t, zone.String()+", by day", days)
	lines(t, a, `select concat_ws(' ', to_char(hour at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), group_id, type, actor, detail), events::text
		from analytics_hours where department_id = $1`, department).same(t, zone.String()+", by hour", hours)
	lines(t, a, `select concat_ws(' ', day, group_id, design_id), concat_ws(' ', published, emailed, delivered, viewed, opened, downloaded, shared, used, clicked, referred, verified)
		from analytics_cohorts where department_id = $1`, department).same(t, zone.String()+", by day of issue", wantCohorts(subjects, log, zone, oldest))
}

// oldest is the time before which events are dropped.
func oldestOf(w *apptest.World) time.Time { return w.Clock.Now().AddDate(0, 0, -400) }
