package claims_test

import (
	"context"
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
	"laurel/internal/issuing/issuingtest"
	"laurel/internal/messaging/outbox"
	"laurel/internal/messaging/senders"
	"laurel/internal/operations/claims"
	"laurel/internal/operations/operations"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/captcha"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/links"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
	"laurel/locales"
)

// world is claims on a database of their own, with a department and its group.
type world struct {
	*claims.Service
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
	publisher := publishing.New(publishing.Deps{
		Pool: w.pool, Clock: w.clock, Audit: log, Queue: queue, Credentials: issued.Credentials, Search: issued.Search,
		Authoring: issued.Authoring, Lifecycle: issued.Lifecycle, Texts: texts, Links: links.New("https://laurel.example"), Throttle: limits, Outbox: mails,
		Keyring: secrets.RandomKeyring(), Operations: operations.New(operations.Deps{Pool: w.pool, Clock: w.clock, Audit: log, Queue: queue}),
	})
	w.mails = mails
	w.Service = claims.New(claims.Deps{
		Pool: w.pool, Clock: w.clock, Audit: log, Publishing: publisher, Credentials: issued.Credentials, Outbox: mails, Throttle: limits, Captcha: passes{}, Links: links.New("https://laurel.example"), Keyring: secrets.RandomKeyring(),
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

// passes is a captcha that everybody solves.
type passes struct{}

func (passes) Offer() captcha.Offer { return captcha.Offer{} }

func (passes) Verify(context.Context, string, string) error { return nil }

func (w *world) link(in claims.Input) claims.Link {
	w.t.Helper()
	if in.GroupID == 0 {
		in.GroupID = w.group
	}
	in.Name = "Hall"
	l, err := w.Create(w.t.Context(), w.by, in)
	if err != nil {
		w.t.Fatal(err)
	}
	return l
}

// visitor is where every request comes from.
var visitor = access.Actor{IP: "192.0.2.1", RequestID: "req"}

// ask asks for a credential and returns the secret of the email, "" for an email without one.
func (w *world) ask(l claims.Link, email string) string {
	w.t.Helper()
	if _, err := w.Ask(w.t.Context(), visitor, l.Token, claims.Request{Name: "Ada", Email: email, Language: "en"}); err != nil {
		w.t.Fatalf("ask as %s: %v", email, err)
	}
	return w.secret()
}

// secret is that of the latest email.
func (w *world) secret() string {
	w.t.Helper()
	latest, err := w.mails.Latest(w.t.Context(), math.MaxInt64)
	if err != nil || len(latest) == 0 {
		w.t.Fatalf("%d emails, %v", len(latest), err)
	}
	found := regexp.MustCompile(`code=([\w-]+)`).FindStringSubmatch(latest[0].Text)
	if found == nil {
		return ""
	}
	return found[1]
}

func (w *world) issued() int64 {
	return w.number("select count(*) from credentials where state = 'published'")
}

func (w *world) read(l claims.Link) claims.Link {
	w.t.Helper()
	got, err := w.Read(w.t.Context(), w.by, l.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	return got
}

func TestAClaimIsIssuedOnceHoweverOftenItIsConfirmed(t *testing.T) {
	w := open(t)
	l := w.link(claims.Input{})
	secret := w.ask(l, "ada@example.org")
	if w.issued() != 0 || w.read(l).TakenCount != 0 {
		t.Fatal("issued before the address was confirmed")
	}
	var all sync.WaitGroup
	got := make([]claims.Confirmed, 4)
	for i := range got {
		all.Go(func() {
			var err error
			if got[i], err = w.Confirm(t.Context(), visitor, secret, ""); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for _, g := range got {
		if g.Standing != claims.Issued || g.URL == "" || g.URL != got[0].URL {
			t.Errorf("%+v", g)
		}
	}
	if l := w.read(l); w.issued() != 1 || l.TakenCount != 1 || l.IssuedCount != 1 {
		t.Errorf("%d issued: %+v", w.issued(), l)
	}
	// Who asks again is told of what they have, and gets no second one.
	if again := w.ask(l, "ADA@example.org"); again != "" || w.issued() != 1 {
		t.Errorf("asked again: %q, %d issued", again, w.issued())
	}
	if n := w.number("select count(*) from audit_events where system = 'claims' and ip = '192.0.2.1' and action in ('claim.confirmed', 'credential.created', 'credential.published')"); n < 2 {
		t.Errorf("%d events name the part that acted", n)
	}
}

func TestPlacesAreTakenOnceByRequestsAtOnce(t *testing.T) {
	w := open(t)
	quota := 2
	l := w.link(claims.Input{Quota: &quota})
	var asked []string
	for i := range 5 {
		asked = append(asked, w.ask(l, fmt.Sprintf("ada%d@example.org", i)))
	}
	var all sync.WaitGroup
	outcomes := make([]error, len(asked))
	for i, secret := range asked {
		all.Go(func() { _, outcomes[i] = w.Confirm(t.Context(), visitor, secret, "") })
	}
	all.Wait()
	taken := 0
	for _, err := range outcomes {
		if err == nil {
			taken++
		} else if !errors.Is(err, claims.ErrFull) {
			t.Error(err)
		}
	}
	if taken != 2 || w.issued() != 2 || w.read(l).TakenCount != 2 {
		t.Errorf("%d taken, %d issued: %+v", taken, w.issued(), w.read(l))
	}
	less := 1
	if _, err := w.Update(t.Context(), w.by, l.ID, claims.Input{Name: "Hall", Quota: &less}); refusal(err, "quota") != "claim.quota_below_taken" {
		t.Errorf("a quota below what is taken: %v", err)
	}
}

func TestDenyingFreesThePlaceAndADecisionIsMadeOnce(t *testing.T) {
	w := open(t)
	quota := 1
	l := w.link(claims.Input{Quota: &quota, NeedsApproval: true})
	first := w.ask(l, "ada@example.org")
	second := w.ask(l, "bob@example.org")
	if got, err := w.Confirm(t.Context(), visitor, first, ""); err != nil || got.Standing != claims.Waiting || got.URL != "" {
		t.Fatalf("%+v, %v", got, err)
	}
	if _, err := w.Confirm(t.Context(), visitor, second, ""); !errors.Is(err, claims.ErrFull) {
		t.Errorf("a waiting claim takes no place: %v", err)
	}
	waiting, err := w.Claims(t.Context(), w.by, l.ID, claims.Waiting, page.Request{})
	if err != nil || waiting.Total != 1 || waiting.Items[0].Email != "ada@example.org" {
		t.Fatalf("%+v, %v", waiting, err)
	}
	id := waiting.Items[0].ID
	for i, want := range []claims.Decided{{Changed: 1}, {Unchanged: 1}} {
		if got, err := w.Deny(t.Context(), w.by, l.ID, []int64{id}); err != nil || got != want {
			t.Errorf("denied for time %d: %+v, %v", i+1, got, err)
		}
	}
	if got, err := w.Approve(t.Context(), w.by, l.ID, []int64{id}); err != nil || got.Unchanged != 1 || w.issued() != 0 {
		t.Errorf("approved what was denied: %+v, %v", got, err)
	}
	if got, err := w.Confirm(t.Context(), visitor, second, ""); err != nil || got.Standing != claims.Waiting || w.read(l).TakenCount != 1 {
		t.Errorf("the place is not free: %+v, %v", got, err)
	}
	waiting, err = w.Claims(t.Context(), w.by, l.ID, claims.Waiting, page.Request{})
	if err != nil || len(waiting.Items) != 1 {
		t.Fatalf("%+v, %v", waiting, err)
	}
	if got, err := w.Approve(t.Context(), w.by, l.ID, []int64{waiting.Items[0].ID}); err != nil || got.Changed != 1 || w.issued() != 1 {
		t.Errorf("approved: %+v, %v, %d issued", got, err, w.issued())
	}
	_, none := w.Approve(t.Context(), w.by, l.ID, nil)
	_, many := w.Deny(t.Context(), w.by, l.ID, make([]int64, claims.MaxDecided+1))
	if !errors.Is(none, claims.ErrNothing) || refusal(many, "claim_ids") != "too_many" {
		t.Errorf("of none %v, of too many %v", none, many)
	}
}

func TestALinkTakesClaimsWithinItsTimeFromItsDomains(t *testing.T) {
	w := open(t)
	opens, closes := w.clock.Now().Add(time.Hour), w.clock.Now().Add(2*time.Hour)
	l := w.link(claims.Input{OpensAt: &opens, ClosesAt: &closes, AllowedDomains: []string{" @Example.org "}})
	asking := claims.Request{Name: "Ada", Email: "ada@example.org"}
	if _, err := w.Ask(t.Context(), visitor, l.Token, asking); !errors.Is(err, claims.ErrNotOpen) {
		t.Errorf("too early: %v", err)
	}
	w.clock.Advance(time.Hour)
	for email, code := range map[string]string{"ada@example.com": "claim.wrong_domain", "ada@evilexample.org": "claim.wrong_domain", "": "required", "ada": "invalid_email"} {
		_, err := w.Ask(t.Context(), visitor, l.Token, claims.Request{Name: " ", Email: email})
		if refusal(err, "email") != code || refusal(err, "name") != "required" {
			t.Errorf("%q: %v", email, err)
		}
	}
	below := w.ask(l, "ada@mail.example.org")
	late := w.ask(l, "late@example.org")
	if _, err := w.Confirm(t.Context(), visitor, below, ""); err != nil {
		t.Error(err)
	}
	w.clock.Advance(time.Hour)
	if _, err := w.Confirm(t.Context(), visitor, late, ""); !errors.Is(err, claims.ErrClosed) {
		t.Errorf("confirmed too late: %v", err)
	}
	if _, err := w.Ask(t.Context(), visitor, l.Token, asking); !errors.Is(err, claims.ErrClosed) {
		t.Errorf("too late: %v", err)
	}
	w.clock.Advance(claims.SecretLifetime)
	if _, err := w.Confirm(t.Context(), visitor, late, ""); !errors.Is(err, claims.ErrSecret) {
		t.Errorf("an old secret: %v", err)
	}
	if n, err := w.DeleteExpired(t.Context()); err != nil || n != 1 {
		t.Errorf("%d forgotten, %v", n, err)
	}
}

func TestAnotherDepartmentsLinksAndClaimsDoNotExist(t *testing.T) {
	w := open(t)
	stranger, theirs := w.department()
	l := w.link(claims.Input{NeedsApproval: true})
	if _, err := w.Confirm(t.Context(), visitor, w.ask(l, "ada@example.org"), ""); err != nil {
		t.Fatal(err)
	}
	id := w.number("select id from claims")
	_, create := w.Create(t.Context(), w.by, claims.Input{Name: "x", GroupID: theirs})
	if !errors.Is(create, claims.ErrGroupNotFound) {
		t.Errorf("a link to their group: %v", create)
	}
	_, read := w.Read(t.Context(), stranger, l.ID)
	_, update := w.Update(t.Context(), stranger, l.ID, claims.Input{Name: "x"})
	_, list := w.Claims(t.Context(), stranger, l.ID, "", page.Request{})
	_, approve := w.Approve(t.Context(), stranger, l.ID, []int64{id})
	_, deny := w.Deny(t.Context(), stranger, l.ID, []int64{id})
	for name, err := range map[string]error{"read": read, "update": update, "claims": list, "approve": approve, "deny": deny, "delete": w.Delete(t.Context(), stranger, l.ID)} {
		if !errors.Is(err, claims.ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	own, err := w.Create(t.Context(), stranger, claims.Input{Name: "Own", GroupID: theirs})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := w.Approve(t.Context(), stranger, own.ID, []int64{id}); err != nil || got.Unchanged != 1 || w.issued() != 0 {
		t.Errorf("a claim of another link: %+v, %v", got, err)
	}
	if got, err := w.List(t.Context(), stranger, 0, page.Request{}); err != nil || got.Total != 1 || len(got.Items) != 1 || got.Items[0].ID != own.ID {
		t.Errorf("list: %+v, %v", got, err)
	}
	if err := w.Delete(t.Context(), w.by, l.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := w.ReadPublic(t.Context(), l.Token); !errors.Is(err, claims.ErrNotFound) {
		t.Errorf("the page of a deleted link: %v", err)
	}
}

func TestWrongFieldsOfALinkAreNamedTogether(t *testing.T) {
	w := open(t)
	opens, zero := w.clock.Now(), 0
	_, err := w.Create(t.Context(), w.by, claims.Input{
		GroupID: w.group, Name: " ", OpensAt: &opens, ClosesAt: &opens, Quota: &zero, AllowedDomains: []string{"no domain"}, State: "asleep",
	})
	for field, code := range map[string]string{
		"name": "required", "closes_at": "claim.closes_before_it_opens", "quota": "claim.quota", "allowed_domains": "claim.not_a_domain", "state": "not_one_of",
	} {
		if refusal(err, field) != code {
			t.Errorf("%s: %v", field, err)
		}
	}
	viewer := w.by
	viewer.Role = access.Viewer
	if _, err := w.Create(t.Context(), viewer, claims.Input{Name: "x", GroupID: w.group}); !errors.Is(err, access.ErrDenied) {
		t.Errorf("a viewer: %v", err)
	}
}
