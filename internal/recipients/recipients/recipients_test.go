package recipients_test

import (
	"errors"
	"fmt"
	"log/slog"
	"math"
	"regexp"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/issuingtest"
	"laurel/internal/messaging/outbox"
	"laurel/internal/messaging/senders"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/links"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
	"laurel/internal/recipients/recipients"
	"laurel/locales"
)

// world is recipients on a database of their own, with a department and its group.
type world struct {
	*recipients.Service
	t     *testing.T
	pool  *pgxpool.Pool
	clock *clock.Fake
	by    access.Actor
	group int64
	mails *outbox.Service
}

func open(t *testing.T) *world {
	t.Helper()
	t.Parallel()
	w := &world{t: t, pool: dbtest.Pool(t), clock: clock.NewFake(time.Date(2026, time.March, 10, 13, 0, 0, 0, time.UTC))}
	texts, err := i18n.Load(locales.Files)
	if err != nil {
		t.Fatal(err)
	}
	queue, err := jobs.NewQueue(w.pool, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	log := audit.New(w.clock)
	issued := issuingtest.New(w.pool, w.clock, nil)
	mails := outbox.New(outbox.Deps{Senders: senders.New(senders.Deps{Pool: w.pool, Clock: w.clock}), Pool: w.pool, Clock: w.clock, Queue: queue, Texts: texts, Host: "laurel.example", Sent: issued.Lifecycle, Keyring: secrets.RandomKeyring()})
	limits := throttle.New(w.pool, w.clock)
	w.mails = mails
	w.Service = recipients.New(recipients.Deps{
		Pool: w.pool, Clock: w.clock, Audit: log, Credentials: issued.Credentials, Search: issued.Search, Departments: departments.New(w.pool, w.clock, log, nil), Outbox: mails, Throttle: limits,
		Links: links.New("https://laurel.example"),
	})
	w.by, w.group = w.department()
	return w
}

func (w *world) number(sql string, args ...any) (n int64) {
	w.t.Helper()
	err := pg.InSystem(w.t.Context(), w.pool, func(tx pgx.Tx) error { return tx.QueryRow(w.t.Context(), sql, args...).Scan(&n) })
	if err != nil {
		w.t.Fatalf("%s: %v", sql, err)
	}
	return n
}

func (w *world) exec(sql string, args ...any) {
	w.t.Helper()
	err := pg.InSystem(w.t.Context(), w.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(w.t.Context(), sql, args...)
		return err
	})
	if err != nil {
		w.t.Fatalf("%s: %v", sql, err)
	}
}

// department adds a department with an administrator and a group that may issue.
func (w *world) department() (access.Actor, int64) {
	w.t.Helper()
	id := w.number("insert into departments (name, created_at, updated_at) values ('Guild', now(), now()) returning id")
	user := w.number("insert into users (email, verified_at, created_at, updated_at) values ($1, now(), now(), now()) returning id", fmt.Sprintf("admin%d@example.org", id))
	by := access.Actor{UserID: user, DepartmentID: id, Role: access.Administrator}
	return by, w.newGroup(by, "Weaving")
}

func (w *world) newGroup(by access.Actor, course string) int64 {
	w.t.Helper()
	design := w.number(`insert into designs (department_id, name, kind, size, orientation, created_at, updated_at)
		values ($1, 'Plain', 'certificate', 'a4', 'landscape', now(), now()) returning id`, by.DepartmentID)
	version := w.number(`insert into design_versions (department_id, design_id, number, uuid, document, document_hash, created_at)
		values ($1, $2, 1, gen_random_uuid(), '{}', '', now()) returning id`, by.DepartmentID, design)
	w.exec("update designs set current_version_id = $1 where id = $2", version, design)
	return w.number(`insert into groups (department_id, name, course_name, certificate_design_id, primary_design_id, created_at, updated_at)
		values ($1, $3, $3, $2, $2, now(), now()) returning id`, by.DepartmentID, design, course)
}

// refusal is the code with which a field is refused.
func refusal(err error, field string) string {
	var refused *errs.Error
	if !errors.As(err, &refused) || len(refused.Fields[field]) == 0 {
		return ""
	}
	return refused.Fields[field][0].Code
}

// issued adds a published credential of the group and returns its ID as a reference.
func (w *world) issued(email string) string { return w.issuedIn(w.group, email) }

func (w *world) issuedIn(group int64, email string) string {
	w.t.Helper()
	return fmt.Sprint(w.number(`insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, private, private_key, state, published_at,
		snapshot, created_at, updated_at)
		select g.department_id, g.id, gen_random_uuid(), 'a' || substr(md5(gen_random_uuid()::text), 1, 7) || '1', 'Ada', $1, '2026-03-10', false, '', 'published', now(), i.snapshot, now(), now()
		from groups g join groups_issuing i on i.id = g.id where g.id = $2 returning id`, email, group))
}

// link makes a link and returns its token.
func (w *world) link(ref string) string {
	w.t.Helper()
	l, err := w.Link(w.t.Context(), w.by, ref)
	if err != nil {
		w.t.Fatal(err)
	}
	return token(l.URL)
}

func token(text string) string { return regexp.MustCompile(`laurel_recipient_[\w-]+`).FindString(text) }

var visitor = recipients.Actor{IP: "192.0.2.1", RequestID: "req"}

func (w *world) signIn(token string) recipients.SignedIn {
	w.t.Helper()
	in, err := w.Open(w.t.Context(), visitor, token, "Browser")
	if err != nil {
		w.t.Fatal(err)
	}
	return in
}

// prove signs the recipient in with a link that was emailed to them.
func (w *world) prove(ref string) recipients.SignedIn {
	w.t.Helper()
	if err := w.SendAgain(w.t.Context(), visitor, w.link(ref)); err != nil {
		w.t.Fatal(err)
	}
	latest, err := w.mails.Latest(w.t.Context(), math.MaxInt64)
	if err != nil || len(latest) == 0 {
		w.t.Fatalf("%d emails, %v", len(latest), err)
	}
	return w.signIn(token(latest[0].Text))
}

// sees returns how many credentials an actor lists.
func (w *world) sees(by recipients.Actor) int64 {
	w.t.Helper()
	found, err := w.List(w.t.Context(), by, credentialsearch.OwnQuery{})
	if err != nil {
		w.t.Fatal(err)
	}
	return found.Total
}

func TestALinkSignsInOnceAmongRequestsAtOnce(t *testing.T) {
	w := open(t)
	ref := w.issued("ada@example.org")
	secret := w.link(ref)
	var all sync.WaitGroup
	outcomes := make([]error, 4)
	for i := range outcomes {
		all.Go(func() { _, outcomes[i] = w.Open(t.Context(), visitor, secret, "Browser") })
	}
	all.Wait()
	opened := 0
	for _, err := range outcomes {
		if err == nil {
			opened++
		} else if !errors.Is(err, recipients.ErrLink) {
			t.Error(err)
		}
	}
	if n := w.number("select count(*) from recipient_sessions"); opened != 1 || n != 1 {
		t.Errorf("opened %d times, %d sessions", opened, n)
	}
	if n := w.number("select count(*) from audit_events where action = 'credential.recipient_signed_in' and object_id = $1 and recipient_id is not null", ref); n != 1 {
		t.Errorf("%d events", n)
	}
	old := w.link(ref)
	w.clock.Advance(recipients.LinkLifetime)
	if _, err := w.Open(t.Context(), visitor, old, ""); !errors.Is(err, recipients.ErrLink) {
		t.Errorf("an expired link: %v", err)
	}
}

func TestALimitedSessionSeesItsDepartmentAndAProvenOneAll(t *testing.T) {
	w := open(t)
	_, elsewhere := w.department()
	ref := w.issued("Ada@example.org")
	theirs := w.issuedIn(elsewhere, "ada@example.org")
	bobs := w.issued("bob@example.org")
	limited, full := w.signIn(w.link(ref)).Actor, w.prove(ref).Actor
	if w.sees(limited) != 1 || w.sees(full) != 2 {
		t.Errorf("limited sees %d, full %d", w.sees(limited), w.sees(full))
	}
	_, own := w.Read(t.Context(), limited, ref)
	_, other := w.Read(t.Context(), full, theirs)
	if err := errors.Join(own, other); err != nil {
		t.Error(err)
	}
	_, away := w.Read(t.Context(), limited, theirs)
	_, bob := w.Read(t.Context(), full, bobs)
	if !errors.Is(away, credentials.ErrNotFound) || !errors.Is(bob, credentials.ErrNotFound) {
		t.Errorf("another department's %v, another person's %v", away, bob)
	}
	_, list := w.List(t.Context(), recipients.Actor{}, credentialsearch.OwnQuery{})
	_, read := w.Read(t.Context(), recipients.Actor{}, ref)
	if !errors.Is(list, recipients.ErrNotSignedIn) || !errors.Is(read, recipients.ErrNotSignedIn) {
		t.Errorf("nobody: %v, %v", list, read)
	}
}

func TestIssuersLinkTheirOwnDepartmentsCredentialsOnly(t *testing.T) {
	w := open(t)
	stranger, _ := w.department()
	ref := w.issued("ada@example.org")
	_, link := w.Link(t.Context(), stranger, ref)
	_, revoke := w.RevokeLinks(t.Context(), stranger, ref)
	if !errors.Is(link, credentials.ErrNotFound) || !errors.Is(revoke, credentials.ErrNotFound) {
		t.Errorf("link %v, revoke %v", link, revoke)
	}
	if _, err := w.SignOnLink(t.Context(), stranger, recipients.SignOn{Email: "ada@example.org"}); !errors.Is(err, recipients.ErrNoCredential) {
		t.Errorf("by the address: %v", err)
	}
	viewer := w.by
	viewer.Role = access.Viewer
	if _, err := w.Link(t.Context(), viewer, ref); !errors.Is(err, access.ErrDenied) {
		t.Errorf("a viewer: %v", err)
	}
	if _, err := w.SignOnLink(t.Context(), w.by, recipients.SignOn{}); refusal(err, "recipient_email") != "required" {
		t.Errorf("of nobody: %v", err)
	}
	w.exec("update departments set url = 'https://guild.example/about' where id = $1", w.by.DepartmentID)
	for to, fine := range map[string]bool{
		"/wallet": true, "https://laurel.example/x": true, "https://guild.example/x": true, "https://evil.example/": false, "//evil.example": false, "http://guild.example/": false,
		"https://guild.example@evil.example/": false, "javascript:alert(1)": false, `/\evil.example`: false,
	} {
		_, err := w.SignOnLink(t.Context(), w.by, recipients.SignOn{Email: "ADA@example.org", RedirectTo: to})
		if fine && err != nil || !fine && refusal(err, "redirect_to") != "recipient.redirect_elsewhere" {
			t.Errorf("to %s: %v", to, err)
		}
	}
	draft := fmt.Sprint(w.number(`insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, private, private_key, created_at, updated_at)
		values ($1, $2, gen_random_uuid(), 'abcdefg1', 'Eve', 'eve@example.org', '2026-03-10', false, '', now(), now()) returning id`, w.by.DepartmentID, w.group))
	if _, err := w.Link(t.Context(), w.by, draft); !errors.Is(err, credentials.ErrNotPublished) {
		t.Errorf("of a draft: %v", err)
	}
}

func TestRevokingLinksEndsTheirSessionsAndNoOthers(t *testing.T) {
	w := open(t)
	ref, other := w.issued("ada@example.org"), w.issued("bob@example.org")
	unused, mine, bobs := w.link(ref), w.signIn(w.link(ref)), w.signIn(w.link(other))
	if n, err := w.RevokeLinks(t.Context(), w.by, ref); err != nil || n != 2 {
		t.Errorf("%d revoked, %v", n, err)
	}
	_, link := w.Open(t.Context(), visitor, unused, "")
	_, session := w.Resolve(t.Context(), mine.Token)
	if !errors.Is(link, recipients.ErrLink) || !errors.Is(session, recipients.ErrNotSignedIn) {
		t.Errorf("link %v, session %v", link, session)
	}
	by, err := w.Resolve(t.Context(), bobs.Token)
	if err != nil || by.Email != "bob@example.org" {
		t.Fatalf("%+v, %v", by, err)
	}
	if err := w.SignOut(t.Context(), by); err != nil {
		t.Error(err)
	}
	if _, err := w.Resolve(t.Context(), bobs.Token); !errors.Is(err, recipients.ErrNotSignedIn) {
		t.Errorf("signed out: %v", err)
	}
}

func TestASessionEndsWhenUnusedAndAtItsEnd(t *testing.T) {
	w := open(t)
	ref := w.issued("ada@example.org")
	used, unused := w.signIn(w.link(ref)), w.signIn(w.link(ref))
	for range 14 { // 11 hours and 40 minutes
		w.clock.Advance(50 * time.Minute)
		if _, err := w.Resolve(t.Context(), used.Token); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Resolve(t.Context(), unused.Token); !errors.Is(err, recipients.ErrNotSignedIn) {
		t.Errorf("unused for an hour: %v", err)
	}
	w.clock.Advance(20 * time.Minute)
	if _, err := w.Resolve(t.Context(), used.Token); !errors.Is(err, recipients.ErrNotSignedIn) {
		t.Errorf("after twelve hours: %v", err)
	}
	w.clock.Advance(31 * 24 * time.Hour)
	if n, err := w.DeleteExpired(t.Context()); err != nil || n != 4 {
		t.Errorf("%d deleted, %v; want two sessions and two links", n, err)
	}
}

func TestANewLinkGoesToTheOwnerAloneAndTellsNobody(t *testing.T) {
	w := open(t)
	secret := w.link(w.issued("ada@example.org"))
	unknown := secret[:len(secret)-4] + "aaaa"
	for range 3 {
		if err := errors.Join(w.SendAgain(t.Context(), visitor, secret), w.SendAgain(t.Context(), visitor, unknown)); err != nil {
			t.Fatal(err)
		}
	}
	if n := w.number("select count(*) from mails where recipient = 'ada@example.org'"); n != 3 || w.number("select count(*) from mails") != 3 {
		t.Errorf("%d emails to the owner of %d", n, w.number("select count(*) from mails"))
	}
	known, guessed := w.SendAgain(t.Context(), visitor, secret), w.SendAgain(t.Context(), visitor, unknown)
	if !errors.Is(known, throttle.ErrTooMany) || !errors.Is(guessed, throttle.ErrTooMany) {
		t.Errorf("a fourth time: %v and %v", known, guessed)
	}
}
