package apptest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"laurel/internal/app/apptest"
)

// act is a request that changes many tables at once, and is killed in the middle of it.
type act struct {
	method, path string
	mailed       string // to whom it writes an email that stays
	body         any
	headers      []string
	points       []string // "before delete on recipients": where its transaction stops
	repeated     int      // the status of a repetition once it is done
	done         func(w *apptest.World) error
}

// heldUp is the advisory lock at which the transaction waits.
const heldUp = 4711

// heldUpLocks counts who has that lock or waits for it. Other tests hold the same one in their databases.
const heldUpLocks = `select count(*) from pg_locks l join pg_database d on d.oid = l.database
	where d.datname = current_database() and l.locktype = 'advisory' and l.objid = $1`

// killedAt sends the act to a process and kills it while the transaction waits at a point. Whatever was sent to the database by then
// takes its course.
func (a act) killedAt(t *testing.T, w *apptest.World, p *process, trigger string) {
	t.Helper()
	ctx := t.Context()
	holder, err := pgx.Connect(ctx, w.Settings()["DATABASE_URL"])
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = holder.Close(ctx) }()
	if _, err := holder.Exec(ctx, "select pg_advisory_lock($1)", heldUp); err != nil {
		t.Fatal(err)
	}
	w.Exec(trigger)
	answered := make(chan int, 1)
	go func() { answered <- a.send(t, p.url) }()
	apptest.Eventually(t, "the transaction to wait: "+trigger, func() bool {
		select {
		case status := <-answered:
			t.Fatalf("%s: answered %d without waiting\n%s", trigger, status, p.log)
		default:
		}
		return w.Number(heldUpLocks+" and not l.granted", heldUp) == 1
	})
	p.kill()
	if status := <-answered; status != 0 {
		t.Errorf("%s: a killed process answered %d", trigger, status)
	}
	if err := holder.Close(ctx); err != nil {
		t.Fatal(err)
	}
	// The database notices that the process is gone when the statement ends.
	apptest.Eventually(t, "the transaction to end", func() bool {
		return w.Number(heldUpLocks, heldUp) == 0
	})
	table := strings.Fields(trigger[strings.Index(trigger, " on ")+4:])[0]
	w.Exec("drop trigger hold_up on " + table) // waits for the locks of the transaction, so that it has ended
}

// send returns the status of the answer, or 0 if there is none.
func (a act) send(t *testing.T, to string) int {
	data, err := json.Marshal(a.body)
	if err != nil {
		t.Error(err)
		return 0
	}
	r, err := http.NewRequestWithContext(t.Context(), a.method, to+a.path, bytes.NewReader(data))
	if err != nil {
		t.Error(err)
		return 0
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(a.headers); i += 2 {
		r.Header.Set(a.headers[i], a.headers[i+1])
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0
	}
	defer func() { _ = res.Body.Close() }()
	return res.StatusCode
}

// unchanging are the tables whose rows only the people's acts change, and not the running of the program.
const unchanging = `select string_agg(c.relname, ' ' order by c.relname) from pg_class c where c.relkind = 'r' and not c.relispartition and c.relnamespace = 'public'::regnamespace
	and c.relname !~ '^(river|analytics|audit_seal)' and c.relname not in ('throttles', 'processes', 'idempotency_keys', 'captcha_uses', 'installation')`

// rowsNow are the hashes of all tables' rows, by table. Only when somebody was last seen does not count.
func rowsNow(w *apptest.World) map[string]string {
	all := map[string]string{}
	for table := range strings.FieldsSeq(w.Text(unchanging)) {
		all[table] = w.Text(fmt.Sprintf(`select count(*) || ' ' || md5(coalesce(string_agg(line, ' ' order by line), '')) from (
			select (to_jsonb(x) - '{last_seen_at,last_used_at,idle_after}'::text[])::text as line from %s x) lines`, table))
	}
	return all
}

// difference names the tables that are not as before.
func difference(before, after map[string]string) (names []string) {
	for table := range before {
		if before[table] != after[table] {
			names = append(names, fmt.Sprintf("%s (%.12s, now %.12s)", table, before[table], after[table]))
		}
	}
	return names
}

// killed kills one act at each of its points, where nothing of it may be left, repeats it, and kills another like it in the commit, after
// which all of it must be done.
func killed(t *testing.T, w *apptest.World, first, second act) {
	t.Helper()
	w.Exec(fmt.Sprintf(`create function hold_up() returns trigger language plpgsql as $$ begin
		perform pg_advisory_xact_lock_shared(%d);
		if tg_op = 'DELETE' then return old; end if;
		return new; end $$`, heldUp))
	settings := maps.Clone(w.Settings())
	p := serve(t, settings, "--queues", "")
	before := rowsNow(w)
	for _, point := range first.points {
		first.killedAt(t, w, p, "create trigger hold_up "+point+" for each row execute function hold_up()")
		p = serve(t, settings, "--queues", "")
		if changed := difference(before, rowsNow(w)); len(changed) > 0 {
			t.Errorf("killed %s, it is half done: %q", point, changed)
		}
	}
	if status := first.send(t, p.url); status != http.StatusOK {
		t.Fatalf("repeated after the kills, it is answered %d", status)
	}
	if err := first.done(w); err != nil {
		t.Errorf("repeated after the kills: %v", err)
	}
	second.killedAt(t, w, p, "create constraint trigger hold_up after insert on audit_events deferrable initially deferred for each row execute function hold_up()")
	p = serve(t, settings, "--queues", "")
	if err := second.done(w); err != nil {
		t.Errorf("killed in the commit: %v", err)
	}
	w.Work() // once the emails are delivered, their rows stay as they are
	after := rowsNow(w)
	for _, each := range []act{first, second} {
		if status := each.send(t, p.url); status != each.repeated {
			t.Errorf("done before, it is answered %d, want %d", status, each.repeated)
		}
	}
	if changed := difference(after, rowsNow(w)); len(changed) > 0 {
		t.Errorf("the repetition changed %q", changed)
	}
	if err := p.stop(); err != nil {
		t.Errorf("the last process did not stop cleanly: %v\n%s", err, p.log)
	}
	mails := w.Number("select count(*) from mails")
	w.Work()
	if n := w.Number("select count(*) from mails"); n != mails {
		t.Errorf("%d mails became %d", mails, n)
	}
	if n := w.Number("select count(*) from mails where state <> 'sent'"); n != 0 {
		t.Errorf("%d mails are not sent", n)
	}
	for _, each := range []act{first, second} {
		if each.mailed == "" {
			continue
		}
		written, sent := w.Number("select count(*) from mails where recipient = $1", each.mailed), len(w.Mail.To(each.mailed))
		if written == 0 || int64(sent) != written {
			t.Errorf("%d mails to %s were written, %d sent", written, each.mailed, sent)
		}
	}
}

// counts fails unless each number is as said.
func counts(w *apptest.World, want map[string]int64) error {
	for sql, n := range want {
		if got := w.Number(sql); got != n {
			return fmt.Errorf("%s: %d, want %d", sql, got, n)
		}
	}
	return nil
}

// bearer signs a recipient in and returns the header that says so.
func bearer(t *testing.T, w *apptest.World, name string) (apptest.Mine, []string) {
	t.Helper()
	p := proved(t, w, "/v1/recipient/codes", name)
	secret := w.Nobody().Post("/v1/recipient/sign_in", apptest.J{"request": p.request, "code": p.code}).OK().Text("secret")
	return w.Recipient(secret), []string{"Recipient-Authorization", "Bearer " + secret}
}

func TestAProcessKilledWhileItMergesAccountsMergesThemWhollyOrNotAtAll(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	group := guild.Group("Weaving")
	merging := func(name string) act {
		other := name + "-at-home"
		guild.Issued(group, name)
		guild.Issued(group, other)
		mine, headers := bearer(t, w, name)
		theirs := signedInAs(t, w, other)
		registered(t, theirs, "Phone")
		theirs.Put("/v1/recipient/profile", apptest.J{"vanity": other}).OK()
		theirs.Post("/v1/recipient/collections", apptest.J{"collection": apptest.J{"name": "Looms"}})
		w.Work()
		of := func(email string) string {
			return "(select id from recipients where email = '" + apptest.Email(email) + "')"
		}
		return act{
			method: http.MethodPost, path: "/v1/recipient/merge", body: addressAsked(t, w, mine, other), headers: headers, mailed: apptest.Email(name), repeated: http.StatusGone,
			points: []string{
				"before update on recipient_sign_ins", "before update of recipient_id on recipient_sessions", "before update of person_id on recipients",
				"before delete on recipient_passkeys", "before insert on audit_events", "before insert on mails", "after insert on mails",
			},
			done: func(w *apptest.World) error {
				return counts(w, map[string]int64{
					"select count(*) from recipients where id = " + of(other) + " and person_id = " + of(name):                      1,
					"select count(*) from recipient_sessions where recipient_id = " + of(name):                                      2,
					"select count(*) from recipient_sessions where recipient_id = " + of(other):                                     0,
					"select count(*) from recipient_passkeys where recipient_id in (" + of(name) + ", " + of(other) + ")":           0,
					"select count(*) from mails where kind = 'recipient_email_added' and recipient = '" + apptest.Email(name) + "'": 1,
					"select count(*) from audit_events where action = 'recipient.email_added' and recipient_id = " + of(name):       1,
				})
			},
		}
	}
	first, second := merging("ada"), merging("bea")
	killed(t, w, first, second)
}

func TestAProcessKilledWhileItDeletesAnAccountDeletesAllOrNothing(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	group := guild.Group("Weaving")
	deleting := func(name string) act {
		guild.Issued(group, name)
		mine, headers := bearer(t, w, name)
		mine.Post("/v1/recipient/merge", addressAsked(t, w, mine, name+"-at-home")).OK()
		registered(t, mine, "Phone")
		mine.Put("/v1/recipient/profile", apptest.J{"vanity": name + "-k"}).OK()
		w.Work()
		ids := w.Text("select array_agg(id)::text from recipients where email like $1", name+"%")
		return act{
			method: http.MethodDelete, path: "/v1/recipient/account", headers: headers, mailed: apptest.Email(name), repeated: http.StatusUnauthorized,
			points: []string{
				"before delete on recipients", "before delete on recipient_sign_ins", "before delete on recipient_sessions", "before delete on recipient_passkeys",
				"before insert on audit_events", "before insert on mails", "after insert on mails",
			},
			done: func(w *apptest.World) error {
				return counts(w, map[string]int64{
					"select count(*) from recipients where id = any('" + ids + "')":                                                      0,
					"select count(*) from recipient_sessions where recipient_id = any('" + ids + "')":                                    0,
					"select count(*) from recipient_passkeys where recipient_id = any('" + ids + "')":                                    0,
					"select count(*) from recipient_profiles where recipient_id = any('" + ids + "')":                                    0,
					"select count(*) from recipient_sign_ins where email like '" + name + "%'":                                           0,
					"select count(*) from mails where kind = 'recipient_account_deleted' and recipient = '" + apptest.Email(name) + "'":  1,
					"select count(*) from audit_events where action = 'recipient.account_deleted' and recipient_id = any('" + ids + "')": 1,
					"select count(*) from credentials where state = 'published' and recipient_email = '" + apptest.Email(name) + "'":     1,
				})
			},
		}
	}
	first, second := deleting("ada"), deleting("bea")
	killed(t, w, first, second)
}

func TestAProcessKilledWhileItErasesARecipientErasesAllOrNothing(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, ada, bob := erasable(t, w)
	w.Work()
	erased := int64(0)
	erasing := func(issued apptest.Reply, name string) act {
		return act{
			method: http.MethodPost, path: "/v1/recipients/" + issued.Text("credential.uuid") + "/erase", body: apptest.J{"email": apptest.Email(name)},
			headers: []string{"Authorization", owner.Authorization, "department-id", fmt.Sprint(owner.Department)}, repeated: http.StatusNotFound,
			points: []string{
				"before update on credentials", "before delete on evidence_items", "before delete on mails", "before delete on recipients", "before delete on credentials",
				"before insert on audit_events", "after insert on audit_events",
			},
			done: func(w *apptest.World) error {
				erased++
				if found := traces(t, w, apptest.Email(name)); found["credentials"]+found["mails"]+found["recipients"]+found["claims"] > 0 {
					return fmt.Errorf("%s is still in %v", name, found)
				}
				return counts(w, map[string]int64{"select count(*) from audit_events where action = 'recipient.erased'": erased})
			},
		}
	}
	first, second := erasing(ada, "adelheid"), erasing(bob, "bob")
	killed(t, w, first, second)
}
