package publishing_test

import (
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/starters"
	"laurel/internal/issuing/authoring"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/groups"
	"laurel/internal/issuing/issuingtest"
	"laurel/internal/issuing/lifecycle"
	"laurel/internal/messaging/outbox"
	"laurel/internal/messaging/senders"
	"laurel/internal/operations/operations"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/links"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
	"laurel/locales"
)

var start = time.Date(2026, time.March, 10, 13, 0, 0, 0, time.UTC)

// press is publishing with all it needs, on a database of its own.
type press struct {
	*publishing.Service
	operations  *operations.Service
	t           *testing.T
	pool        *pgxpool.Pool
	clock       *clock.Fake
	credentials *credentials.Service
	search      *credentialsearch.Service
	authoring   *authoring.Service
	lifecycle   *lifecycle.Service
	by          access.Actor
	group       int64
	outbox      *outbox.Service
}

func open(t *testing.T) *press {
	t.Helper()
	t.Parallel()
	p := &press{t: t, pool: dbtest.Pool(t), clock: clock.NewFake(start)}
	texts, err := i18n.Load(locales.Files)
	if err != nil {
		t.Fatal(err)
	}
	queue, err := jobs.NewQueue(p.pool, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	log := audit.New(p.clock)
	issued := issuingtest.New(p.pool, p.clock, nil)
	p.credentials, p.search, p.authoring, p.lifecycle = issued.Credentials, issued.Search, issued.Authoring, issued.Lifecycle
	p.outbox = outbox.New(outbox.Deps{Senders: senders.New(senders.Deps{Pool: p.pool, Clock: p.clock}), Pool: p.pool, Clock: p.clock, Queue: queue, Texts: texts, Host: "laurel.example", Sent: p.lifecycle, Keyring: secrets.RandomKeyring()})
	p.operations = operations.New(operations.Deps{Pool: p.pool, Clock: p.clock, Audit: log, Queue: queue, Starters: starters.New(p.clock)})
	p.Service = publishing.New(publishing.Deps{
		Pool: p.pool, Clock: p.clock, Audit: log, Queue: queue, Credentials: p.credentials, Search: p.search,
		Authoring: p.authoring, Lifecycle: p.lifecycle, Texts: texts, Links: links.New("https://laurel.example"), Throttle: throttle.New(p.pool, p.clock),
		Outbox: p.outbox, Operations: p.operations, Keyring: secrets.RandomKeyring(), Groups: groups.New(p.pool, p.clock, log, queue, p.lifecycle, texts, groups.CloneServices{}),
	})
	p.authoring.WithNotices(p.Service)
	p.by, p.group = p.department()
	return p
}

func (p *press) system(fn func(tx pgx.Tx) error) {
	p.t.Helper()
	if err := pg.InSystem(p.t.Context(), p.pool, fn); err != nil {
		p.t.Fatal(err)
	}
}

func (p *press) exec(sql string, args ...any) {
	p.t.Helper()
	p.system(func(tx pgx.Tx) error {
		_, err := tx.Exec(p.t.Context(), sql, args...)
		return err
	})
}

func (p *press) number(sql string, args ...any) (n int64) {
	p.t.Helper()
	p.system(func(tx pgx.Tx) error { return tx.QueryRow(p.t.Context(), sql, args...).Scan(&n) })
	return n
}

// department adds a department with an administrator and a group that may issue.
func (p *press) department() (access.Actor, int64) {
	p.t.Helper()
	id := p.number("insert into departments (name, created_at, updated_at) values ('Guild', now(), now()) returning id")
	user := p.number("insert into users (email, verified_at, created_at, updated_at) values ($1, now(), now(), now()) returning id", fmt.Sprintf("admin%d@example.org", id))
	p.exec("insert into memberships (user_id, department_id, role, created_at, member_id) values ($1, $2, 'administrator', now(), $1)", user, id)
	design := p.number(`insert into designs (department_id, name, kind, size, orientation, created_at, updated_at)
		values ($1, 'Plain', 'certificate', 'a4', 'landscape', now(), now()) returning id`, id)
	version := p.number(`insert into design_versions (department_id, design_id, number, uuid, document, document_hash, created_at)
		values ($1, $2, 1, gen_random_uuid(), '{}', '', now()) returning id`, id, design)
	p.exec("update designs set current_version_id = $1 where id = $2", version, design)
	group := p.number(`insert into groups (department_id, name, course_name, certificate_design_id, primary_design_id, created_at, updated_at)
		values ($1, 'G', 'Weaving', $2, $2, now(), now()) returning id`, id, design)
	return access.Actor{UserID: user, DepartmentID: id, Role: access.Administrator}, group
}

func (p *press) draft(email string) credentials.Credential {
	p.t.Helper()
	c, err := p.authoring.Create(p.t.Context(), p.by, input(p.group, email))
	if err != nil {
		p.t.Fatal(err)
	}
	return c
}

func input(group int64, email string) credentials.Input {
	return credentials.Input{GroupID: group, RecipientName: optional.Set("Ada"), RecipientEmail: optional.Set(email)}
}

// drafts adds many at once.
func (p *press) drafts(n int) {
	p.t.Helper()
	p.exec(`insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, private, private_key, created_at, updated_at)
		select $1, $2, gen_random_uuid(), 'a' || lpad(i::text, 8, '0'), 'Ada', 'ada' || i || '@example.org', '2026-03-10', false, '', now(), now()
		from generate_series(1, $3::int) i`, p.by.DepartmentID, p.group, n)
}

// start begins a publication of the group and answers its job.
func (p *press) start(sendEmail bool) (publishing.Publication, publishing.Publish) {
	p.t.Helper()
	pub, err := p.Start(p.t.Context(), p.by, publishing.Request{Selection: credentialsearch.Selection{Query: &credentialsearch.Query{GroupID: p.group}}, SendEmail: sendEmail})
	if err != nil {
		p.t.Fatal(err)
	}
	return pub, p.job(pub)
}

// job is what the queue holds for a publication.
func (p *press) job(pub publishing.Publication) publishing.Publish {
	p.t.Helper()
	return publishing.Publish{
		DepartmentID: p.by.DepartmentID,
		PublicationID: p.number(`select subject_id from operations where uuid = $1 and exists (
			select 1 from river_job where kind = 'operations.run' and (args ->> 'operation_id')::bigint = operations.id)`, pub.UUID),
	}
}

func (p *press) work(job publishing.Publish) {
	p.t.Helper()
	if err := p.Work(p.t.Context(), job); err != nil {
		p.t.Fatalf("work: %v", err)
	}
}

func (p *press) read(pub publishing.Publication) publishing.Publication {
	p.t.Helper()
	got, err := p.Read(p.t.Context(), p.by, pub.UUID)
	if err != nil {
		p.t.Fatal(err)
	}
	return got
}

func (p *press) published() int64 {
	return p.number("select count(*) from credentials where state = 'published'")
}

func (p *press) mails() int64 { return p.number("select count(*) from mails") }

// refusal is the code with which a field is refused.
func refusal(err error, field string) string {
	var refused *errs.Error
	if !errors.As(err, &refused) || len(refused.Fields[field]) != 1 {
		return ""
	}
	return refused.Fields[field][0].Code
}

// owner runs SQL as who owns the tables.
func (p *press) owner(sql string) {
	p.t.Helper()
	conn, err := pgx.ConnectConfig(p.t.Context(), p.pool.Config().ConnConfig.Copy())
	if err != nil {
		p.t.Fatal(err)
	}
	defer func() { _ = conn.Close(p.t.Context()) }()
	if _, err := conn.Exec(p.t.Context(), sql); err != nil {
		p.t.Fatalf("%s: %v", sql, err)
	}
}

// followUp follows up all that was issued.
func (p *press) followUp() {
	p.t.Helper()
	if more, err := p.FollowUp(p.t.Context()); more || err != nil {
		p.t.Fatalf("follow up: %v, %v", more, err)
	}
}
