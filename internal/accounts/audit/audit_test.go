package audit_test

import (
	"context"
	"errors"
	"maps"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/pg"
)

var now = time.Date(2026, time.March, 10, 13, 0, 0, 0, time.UTC)

// records is an audit log on a database of its own.
type records struct {
	*audit.Log
	t    *testing.T
	pool *pgxpool.Pool
}

func open(t *testing.T) records {
	t.Helper()
	t.Parallel()
	return records{audit.New(clock.NewFake(now)), t, dbtest.Pool(t)}
}

func (r records) department() (id int64) {
	r.t.Helper()
	err := pg.InSystem(r.t.Context(), r.pool, func(tx pgx.Tx) error {
		return tx.QueryRow(r.t.Context(), "insert into departments (created_at, updated_at) values (now(), now()) returning id").Scan(&id)
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return id
}

// rows returns the events that a department sees, oldest first.
func (r records) rows(department int64) []map[string]any {
	r.t.Helper()
	var out []map[string]any
	err := pg.InDepartment(r.t.Context(), r.pool, department, func(tx pgx.Tx) error {
		rows, err := tx.Query(r.t.Context(), "select to_jsonb(e) from audit_events e order by e.id")
		if err != nil {
			return err
		}
		out, err = pgx.CollectRows(rows, pgx.RowTo[map[string]any])
		return err
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return out
}

func TestEveryWayOfRecordingNamesTheWholeActor(t *testing.T) {
	r := open(t)
	department := r.department()
	event := audit.Event{Action: "credential.updated", ObjectKind: "credential", ObjectID: int64(7), Details: map[string]any{"grade": "1"}}
	ways := map[string]func(context.Context, pgx.Tx, access.Actor) error{
		"one": func(ctx context.Context, tx pgx.Tx, by access.Actor) error { return r.RecordTx(ctx, tx, by, event) },
		"many": func(ctx context.Context, tx pgx.Tx, by access.Actor) error {
			return r.RecordManyTx(ctx, tx, by, event, []int64{7})
		},
		"each": func(ctx context.Context, tx pgx.Tx, by access.Actor) error {
			return r.RecordEachTx(ctx, tx, by, event, []audit.Detail{{ObjectID: 7, Details: map[string]any{"grade": "1"}}})
		},
	}
	for column, by := range map[string]access.Actor{
		"user_id": {UserID: 5}, "api_key_id": {APIKeyID: 5}, "embed_session_id": {EmbedID: 5}, "recipient_id": {RecipientID: 5}, "system": {System: access.Prerequisites},
	} {
		by.DepartmentID, by.IP, by.RequestID = department, "192.0.2.1", "req"
		want := map[string]any{"user_id": nil, "api_key_id": nil, "embed_session_id": nil, "recipient_id": nil, "system": nil}
		want[column] = any(5.0)
		if by.System != "" {
			want[column] = string(by.System)
		}
		for name, record := range ways {
			before := len(r.rows(department))
			err := pg.InDepartment(t.Context(), r.pool, department, func(tx pgx.Tx) error { return record(t.Context(), tx, by) })
			if err != nil {
				t.Fatalf("%s by %s: %v", name, column, err)
			}
			got := r.rows(department)
			if len(got) != before+1 {
				t.Fatalf("%s by %s: %d new events", name, column, len(got)-before)
			}
			e := got[before]
			for c, v := range want {
				if e[c] != v {
					t.Errorf("%s by %s: %s is %v, want %v", name, column, c, e[c], v)
				}
			}
			if e["action"] != "credential.updated" || e["object_kind"] != "credential" || e["object_id"] != "7" || e["ip"] != "192.0.2.1" || e["request_id"] != "req" ||
				!maps.Equal(e["details"].(map[string]any), map[string]any{"grade": "1"}) || e["created_at"] != "2026-03-10T13:00:00+00:00" {
				t.Errorf("%s by %s: %v", name, column, e)
			}
		}
	}
}

func TestAnEventStandsOrFallsWithItsChange(t *testing.T) {
	r := open(t)
	department := r.department()
	failed := errors.New("the change failed")
	err := pg.InDepartment(t.Context(), r.pool, department, func(tx pgx.Tx) error {
		if err := r.RecordTx(t.Context(), tx, access.Actor{UserID: 1, DepartmentID: department}, audit.Event{Action: "x", ObjectKind: "y", ObjectID: 1}); err != nil {
			return err
		}
		return failed
	})
	if n := len(r.rows(department)); !errors.Is(err, failed) || n != 0 {
		t.Errorf("%v, %d events", err, n)
	}
}

func TestManyObjectsHaveAnEventEachWithTheirOwnDetails(t *testing.T) {
	r := open(t)
	department := r.department()
	by := access.Actor{UserID: 1, DepartmentID: department}
	event := audit.Event{Action: "credential.deleted", ObjectKind: "credential"}
	err := pg.InDepartment(t.Context(), r.pool, department, func(tx pgx.Tx) error {
		return errors.Join(
			r.RecordManyTx(t.Context(), tx, by, event, []int64{1, 2}), r.RecordManyTx(t.Context(), tx, by, event, nil),
			r.RecordEachTx(t.Context(), tx, by, event, []audit.Detail{{ObjectID: 3, Details: map[string]any{"n": "3"}}, {ObjectID: 4, Details: map[string]any{"n": "4"}}}),
			r.RecordEachTx(t.Context(), tx, by, event, nil),
		)
	})
	if err != nil {
		t.Fatal(err)
	}
	got := r.rows(department)
	if len(got) != 4 {
		t.Fatalf("%d events", len(got))
	}
	for i, want := range []map[string]any{{}, {}, {"n": "3"}, {"n": "4"}} {
		if got[i]["object_id"] != string(rune('1'+i)) || !maps.Equal(got[i]["details"].(map[string]any), want) {
			t.Errorf("event %d: %v", i, got[i])
		}
	}
}

func TestADepartmentSeesAndWritesItsOwnRecordOnly(t *testing.T) {
	r := open(t)
	mine, theirs := r.department(), r.department()
	event := audit.Event{Action: "group.created", ObjectKind: "group", ObjectID: 1}
	record := func(within, of int64) error {
		return pg.InDepartment(t.Context(), r.pool, within, func(tx pgx.Tx) error {
			return r.RecordTx(t.Context(), tx, access.Actor{UserID: 1, DepartmentID: of}, event)
		})
	}
	if err := record(mine, mine); err != nil {
		t.Fatal(err)
	}
	if err := record(theirs, mine); err == nil {
		t.Error("a department wrote another's record")
	}
	if len(r.rows(mine)) != 1 || len(r.rows(theirs)) != 0 {
		t.Errorf("%d of mine, %d of theirs", len(r.rows(mine)), len(r.rows(theirs)))
	}
}

func TestTheRecordCannotBeChanged(t *testing.T) {
	r := open(t)
	department := r.department()
	err := pg.InDepartment(t.Context(), r.pool, department, func(tx pgx.Tx) error {
		return r.RecordTx(t.Context(), tx, access.Actor{UserID: 1, DepartmentID: department}, audit.Event{Action: "x", ObjectKind: "y", ObjectID: 1})
	})
	if err != nil {
		t.Fatal(err)
	}
	const insufficientPrivilege = "42501"
	for _, sql := range []string{"update audit_events set action = 'z'", "delete from audit_events", "truncate audit_events"} {
		err := pg.InSystem(t.Context(), r.pool, func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), sql)
			return err
		})
		var refused *pgconn.PgError
		if !errors.As(err, &refused) || refused.Code != insufficientPrivilege {
			t.Errorf("%s: %v", sql, err)
		}
	}
}
