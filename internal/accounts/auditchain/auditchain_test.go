package auditchain_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/auditchain"
	"laurel/internal/formats/auditlog"
	"laurel/internal/formats/dataintegrity"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/pg"
)

// signer signs for every department with one key.
type signer struct{ key ed25519.PrivateKey }

func (s signer) Identifier(department int64) (did, document string) {
	return fmt.Sprintf("did:web:example.org:d:%d", department), ""
}

func (s signer) SignAuditHead(_ context.Context, c auditlog.HeadClaims) (string, error) {
	return c.Sign(s.key, c.Issuer+"#"+dataintegrity.Multikey(s.key.Public().(ed25519.PublicKey)))
}

// chain is a log on a database of its own.
type chain struct {
	*auditchain.Service
	t     *testing.T
	pool  *pgxpool.Pool
	log   *audit.Log
	clock *clock.Fake
	url   string
}

func open(t *testing.T) chain {
	t.Helper()
	t.Parallel()
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	url := dbtest.URL(t)
	pool, err := pg.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	now := clock.NewFake(time.Date(2026, time.March, 10, 13, 0, 0, 0, time.UTC))
	log := audit.New(now)
	return chain{auditchain.New(pool, now, log, signer{key}), t, pool, log, now, url}
}

func (c chain) department() (id int64) {
	c.t.Helper()
	err := pg.InSystem(c.t.Context(), c.pool, func(tx pgx.Tx) error {
		return tx.QueryRow(c.t.Context(), "insert into departments (created_at, updated_at) values (now(), now()) returning id").Scan(&id)
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return id
}

func (c chain) recordTx(tx pgx.Tx, department int64, object int) error {
	return c.log.RecordTx(c.t.Context(), tx, access.Actor{UserID: 5, DepartmentID: department, IP: "192.0.2.1"}, audit.Event{
		Action: "credential.updated", ObjectKind: "credential", ObjectID: object, Details: map[string]any{"name": "Ann"},
	})
}

func (c chain) record(department int64, objects ...int) {
	c.t.Helper()
	for _, object := range objects {
		err := pg.InDepartment(c.t.Context(), c.pool, department, func(tx pgx.Tx) error { return c.recordTx(tx, department, object) })
		if err != nil {
			c.t.Fatal(err)
		}
	}
}

func (c chain) seal() {
	c.t.Helper()
	if more, err := c.Seal(c.t.Context()); err != nil || more {
		c.t.Fatal(more, err)
	}
}

func (c chain) export(department, after int64) string {
	c.t.Helper()
	var out bytes.Buffer
	by := access.Actor{UserID: 5, DepartmentID: department, Role: access.Administrator}
	if err := c.Export(c.t.Context(), by, after, func() io.Writer { return &out }); err != nil {
		c.t.Fatal(err)
	}
	return out.String()
}

func (c chain) verify(department int64, heads ...string) (auditlog.Report, error) {
	c.t.Helper()
	return auditlog.Verify(bytes.NewBufferString(c.export(department, 0)), heads...)
}

func (c chain) valid(department, entries int64) auditlog.Report {
	c.t.Helper()
	report, err := c.verify(department)
	if err != nil || report.Entries != entries {
		c.t.Fatalf("%d entries, %v; want %d", report.Entries, err, entries)
	}
	return report
}

// asOwner does what only who has the database can do.
func (c chain) asOwner(sql string) {
	c.t.Helper()
	conn, err := pgx.Connect(c.t.Context(), c.url)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = conn.Close(c.t.Context()) }()
	if _, err := conn.Exec(c.t.Context(), sql); err != nil {
		c.t.Fatal(err)
	}
}

func TestEveryDepartmentHasAChainOfItsOwn(t *testing.T) {
	c := open(t)
	one, two := c.department(), c.department()
	c.record(one, 1, 2, 3)
	c.record(two, 4)
	c.seal()
	c.record(one, 5)
	c.seal()
	c.valid(two, 1)
	c.valid(one, 4) // the exports themselves are not sealed yet
	c.seal()
	c.valid(one, 5)
}

func TestAnEntryThatCommitsLateIsSealedLate(t *testing.T) {
	c := open(t)
	department := c.department()
	slow, err := c.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = slow.Rollback(context.WithoutCancel(t.Context())) }()
	if _, err := slow.Exec(t.Context(), "select set_config('app.department', $1, true)", fmt.Sprint(department)); err != nil {
		t.Fatal(err)
	}
	if err := c.recordTx(slow, department, 1); err != nil {
		t.Fatal(err)
	}
	c.record(department, 2)
	for range 5 { // however often progress is looked at meanwhile
		c.seal()
	}
	if err := slow.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	c.seal()
	c.valid(department, 2)
}

func TestSealingSettlesSoThatOldEntriesAreNotReadAgain(t *testing.T) {
	c := open(t)
	c.record(c.department(), 1, 2, 3)
	// Transactions of other databases on the server keep entries from settling too.
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		c.seal()
		var settled, newest int64
		err := pg.InSystem(t.Context(), c.pool, func(tx pgx.Tx) error {
			return tx.QueryRow(t.Context(), "select settled_id, (select max(id) from audit_events) from audit_sealing").Scan(&settled, &newest)
		})
		switch {
		case err != nil || newest == 0 || time.Now().After(deadline):
			t.Fatalf("settled %d of %d, %v", settled, newest, err)
		case settled == newest:
			return
		}
	}
}

func TestTwoProcessesSealEachEntryOnce(t *testing.T) {
	c := open(t)
	department := c.department()
	var all sync.WaitGroup
	for worker := range 4 {
		all.Go(func() {
			for i := range 20 {
				err := pg.InDepartment(t.Context(), c.pool, department, func(tx pgx.Tx) error { return c.recordTx(tx, department, worker*100+i) })
				if _, sealing := c.Seal(t.Context()); err != nil || sealing != nil {
					t.Error(err, sealing)
				}
			}
		})
	}
	all.Wait()
	c.seal()
	c.valid(department, 80)
}

func TestErasedDetailsKeepTheChain(t *testing.T) {
	c := open(t)
	department := c.department()
	c.record(department, 1, 2)
	c.seal()
	erase := func(object int64) {
		t.Helper()
		err := pg.InDepartment(t.Context(), c.pool, department, func(tx pgx.Tx) error {
			return c.log.EraseTx(t.Context(), tx, department, "ann@example.org", nil, []int64{object})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	erase(1)
	c.record(department, 3)
	erase(3) // before it is sealed
	c.seal()
	if report := c.valid(department, 3); report.Erased != 1 {
		t.Errorf("%d entries are erased", report.Erased)
	}
	if log := c.export(department, 0); bytes.Count([]byte(log), []byte("Ann")) != 1 {
		t.Errorf("the log still tells more than one name: %s", log)
	}
}

func TestADepartmentSignsItsHeadOnceADay(t *testing.T) {
	c := open(t)
	department := c.department()
	by := access.Actor{UserID: 5, DepartmentID: department, Role: access.Administrator}
	signed := func(want int) []auditchain.Head {
		t.Helper()
		if _, err := c.SignHeads(t.Context()); err != nil {
			t.Fatal(err)
		}
		heads, err := c.Heads(t.Context(), by)
		if err != nil || len(heads) != want {
			t.Fatalf("%d heads, %v; want %d", len(heads), err, want)
		}
		return heads
	}
	signed(0)
	c.record(department, 1)
	c.seal()
	signed(1)
	c.record(department, 2)
	c.seal()
	c.clock.Advance(time.Hour)
	signed(1)
	c.clock.Advance(23*time.Hour + time.Second)
	heads := signed(2)
	c.clock.Advance(48 * time.Hour)
	signed(2) // nothing was added
	if heads[0].Position != 2 || heads[1].Position != 1 {
		t.Errorf("%+v", heads)
	}
	report, err := c.verify(department, heads[0].Token, heads[1].Token)
	if err != nil || len(report.Signed) != 2 {
		t.Errorf("%d heads in the log, %v", len(report.Signed), err)
	}
}

func TestWhatTheOwnerOfTheDatabaseChangesIsNoticed(t *testing.T) {
	for name, sql := range map[string]string{
		"an actor":   "update audit_events set user_id = 6 where object_id = '2'",
		"a deletion": "delete from audit_events where object_id = '2'",
		"details":    `alter table audit_events disable trigger audit_unsalt; update audit_events set details = '{"name":"Bob"}' where object_id = '2'`,
	} {
		t.Run(name, func(t *testing.T) {
			c := open(t)
			department := c.department()
			c.record(department, 1, 2, 3)
			c.seal()
			c.valid(department, 3)
			c.asOwner(sql)
			_, err := c.verify(department)
			if _, invalid := errors.AsType[*auditlog.Invalid](err); !invalid {
				t.Errorf("it is valid: %v", err)
			}
		})
	}
}

func TestAnExportGoesOnAfterAnEarlierOne(t *testing.T) {
	c := open(t)
	department := c.department()
	c.record(department, 1, 2, 3)
	c.seal()
	report, err := auditlog.Verify(bytes.NewBufferString(c.export(department, 2)))
	if err != nil || report.Entries != 1 || report.Origin.After != 2 {
		t.Errorf("%+v, %v", report, err)
	}
	by := access.Actor{UserID: 5, DepartmentID: department, Role: access.Administrator}
	err = c.Export(t.Context(), by, 9, func() io.Writer { t.Error("it wrote"); return io.Discard })
	if err == nil {
		t.Error("a position that does not exist was accepted")
	}
}

func TestOnlyAdministratorsReadTheLog(t *testing.T) {
	c := open(t)
	department := c.department()
	for _, role := range []access.Role{access.Viewer, access.KeyRead, access.Rights{Settings: true, Editor: true}.Role()} {
		by := access.Actor{UserID: 5, DepartmentID: department, Role: role}
		err := c.Export(t.Context(), by, 0, func() io.Writer { return io.Discard })
		_, heads := c.Heads(t.Context(), by)
		_, found := audit.NewReader(c.pool).Find(t.Context(), by, audit.Query{})
		for _, err := range []error{err, heads, found} {
			if !errors.Is(err, access.ErrDenied) {
				t.Errorf("%s: %v", role, err)
			}
		}
	}
}
