package credentials_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
)

// watch has the database note which query changed which credential, and which event was appended, each with its transaction. Changes
// of columns that only say how an email fares, or copy something from elsewhere, need no event.
const watch = `
create table changes (xact xid8, query text, credential_id bigint);
create table appended (xact xid8, credential_id bigint);
create function note_change() returns trigger language plpgsql security definer as $$
declare
	ignored constant text[] := array['updated_at', 'email_status', 'name_change_open', 'allows_duplicate'];
begin
	if tg_op = 'INSERT' or to_jsonb(old) - ignored is distinct from to_jsonb(new) - ignored
		or old.email_status is distinct from new.email_status and new.email_status = 'bounced' then
		insert into changes values (pg_current_xact_id(), substring(current_query() from '-- name: (\w+)'), new.id);
	end if;
	return null;
end $$;
create function note_event() returns trigger language plpgsql security definer as $$
begin
	insert into appended values (pg_current_xact_id(), new.credential_id);
	return null;
end $$;
create trigger note_change after insert or update on credentials for each row execute function note_change();
create trigger note_event after insert on credential_events for each row execute function note_event();`

// eventless are the queries that change nothing for which there is an event.
var eventless = map[string]string{
	"CredentialSetMailDue":        "an email is due",
	"CredentialSetUnmailed":       "an email is not sent",
	"CredentialSetNameChangeOpen": "copied from name_changes",
	"CredentialSetDuplicateRule":  "copied from groups",
	"CredentialsPurge":            "the events are deleted before",
}

func TestEveryChangeOfACredentialAppendsAnEvent(t *testing.T) {
	h := open(t)
	owner, err := pgx.Connect(t.Context(), h.pool.Config().ConnString())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = owner.Close(t.Context()) }()
	if _, err := owner.Exec(t.Context(), watch); err != nil {
		t.Fatal(err)
	}
	h.changeInEveryWay()
	rows, _ := owner.Query(t.Context(), `select distinct query || ' changed a credential without an event' from changes c
		where not exists (select from appended a where a.xact = c.xact and a.credential_id = c.credential_id)`)
	silent, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range silent {
		t.Error(s)
	}
	rows, _ = owner.Query(t.Context(), "select distinct query from changes")
	ran, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	for _, query := range changing(t) {
		if why, exempt := eventless[query]; !slices.Contains(ran, query) && !exempt {
			t.Errorf("%s changes credentials, but changeInEveryWay does not run it", query)
		} else if exempt && slices.Contains(ran, query) {
			t.Errorf("%s changes more than that %s", query, why)
		}
	}
}

// changing lists the queries of this package that write credentials.
func changing(t *testing.T) (names []string) {
	t.Helper()
	files, err := filepath.Glob("internal/db/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	writes := regexp.MustCompile(`(?i)(insert into|update|delete from)\s+credentials\b`)
	for _, file := range files {
		sql, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, query := range strings.Split(string(sql), "-- name: ")[1:] {
			if name, _, _ := strings.Cut(query, " "); writes.MatchString(query) {
				names = append(names, name)
			}
		}
	}
	if len(names) < 25 {
		t.Fatalf("only %d queries write credentials: %v", len(names), names)
	}
	return names
}

// changeInEveryWay runs every query that changes a credential.
func (h *house) changeInEveryWay() {
	h.t.Helper()
	ctx, must := h.t.Context(), func(err error) {
		h.t.Helper()
		if err != nil {
			h.t.Fatal(err)
		}
	}
	tx := func(fn func(pgx.Tx) error) {
		h.t.Helper()
		must(pg.InDepartment(ctx, h.pool, h.by.DepartmentID, fn))
	}
	group, other := h.group(h.by, "G", ""), h.group(h.by, "H", "")
	ada, bob, cem := h.create(person(group, "Ada", "ada@example.org")), h.create(person(group, "Bob", "bob@example.org")), h.create(person(group, "Cem", "cem@example.org"))
	var many []int64
	tx(func(tx pgx.Tx) error {
		made, err := h.CreateManyTx(ctx, tx, h.by, []credentials.Input{person(group, "Dan", "dan@example.org"), person(group, "Eve", "eve@example.org")}, credentials.Origin{Source: "import"})
		for _, m := range made {
			many = append(many, m.ID)
		}
		return err
	})
	tx(func(tx pgx.Tx) error {
		_, _, err := h.IssueTx(ctx, tx, h.by, person(group, "Fay", "fay@example.org"))
		return err
	})
	// drafts
	both := credentials.Selection{IDs: []int64{ada.ID, bob.ID}}
	_, err := h.Schedule(ctx, h.by, both, credentials.Plan{At: h.clock.Now().Add(time.Hour)})
	must(err)
	_, err = h.Unschedule(ctx, h.by, both)
	must(err)
	_, err = h.Schedule(ctx, h.by, both, credentials.Plan{At: h.clock.Now().Add(time.Hour)})
	must(err)
	h.exec("update groups set certificate_design_id = null, primary_design_id = null where id = $1", group)
	h.publish(ada.ID)
	h.exec("update groups set certificate_design_id = d.id, primary_design_id = d.id from (select min(id) as id from designs) d where groups.id = $1", group)
	tx(func(tx pgx.Tx) error { _, err := h.DeleteDraftsTx(ctx, tx, h.by, many[:1]); return err })
	// what was issued
	h.publish(ada.ID, bob.ID, cem.ID)
	_, err = h.Update(ctx, h.by, ada.EncodedID, credentials.Input{Grade: optional.Set(new(12.0))})
	must(err)
	set := func(field credentials.Field, to credentials.Values) {
		h.t.Helper()
		tx(func(tx pgx.Tx) error {
			out, err := h.SetManyTx(ctx, tx, h.by, field, map[int64]credentials.Want{ada.ID: {To: to}})
			if len(out.Refused) > 0 {
				h.t.Errorf("%s: %v", field, out.Refused)
			}
			return err
		})
	}
	set(credentials.FieldExpiry, credentials.Values{ExpiredOn: "2030-01-01"})
	set(credentials.FieldPrivacy, credentials.Values{Private: true})
	_, err = h.MoveTo(ctx, h.by, ada.EncodedID, credentials.Move{GroupID: other})
	must(err)
	set(credentials.FieldGroup, credentials.Values{GroupID: group})
	_, err = h.RotateKey(ctx, h.by, ada.EncodedID)
	must(err)
	tx(func(tx pgx.Tx) error {
		_, err := h.UpdateManyTx(ctx, tx, h.by, []credentials.Change{{ID: bob.ID, Input: credentials.Input{RecipientName: optional.Set("Rob")}}})
		return err
	})
	tx(func(tx pgx.Tx) error {
		_, err := h.AmendTx(ctx, tx, h.by, credentials.Amendment{ID: bob.ID, Name: "Robert"})
		return err
	})
	_, err = h.CorrectMany(ctx, h.by, credentials.Correction{CredentialID: ada.ID, GroupID: group, Title: "Looms"}, 0, 100)
	must(err)
	h.exec("update groups set course_name = 'Spinning' where id = $1", group)
	tx(func(tx pgx.Tx) error { _, err := h.RewordTx(ctx, tx, h.by, group, 100); return err })
	tx(func(tx pgx.Tx) error { return h.MailedTx(ctx, tx, h.by.DepartmentID, []int64{ada.ID}, "bounced") })
	for _, to := range []credentials.StatusChange{{To: credentials.Suspended}, {To: credentials.Published}, {To: credentials.Revoked, Reason: "other"}} {
		tx(func(tx pgx.Tx) error {
			out, err := h.SetStatusTx(ctx, tx, h.by, []int64{cem.ID}, to)
			if len(out.Changed) != 1 {
				h.t.Errorf("%s: %v", to.To, out)
			}
			return err
		})
	}
	renewal, err := h.Renew(ctx, h.by, bob.EncodedID, credentials.Renewal{})
	must(err)
	h.publish(renewal.ID)
	_, err = h.DeleteMany(ctx, h.by, credentials.Selection{IDs: []int64{ada.ID, cem.ID}})
	must(err)
	_, err = h.Restore(ctx, h.by, ada.EncodedID)
	must(err)
	tx(func(tx pgx.Tx) error { _, err := h.RestoreManyTx(ctx, tx, h.by, []int64{cem.ID}); return err })
	set(credentials.FieldExpiry, credentials.Values{ExpiredOn: "2026-04-01"})
	h.clock.Advance(60 * 24 * time.Hour)
	if n, err := h.ExpireDue(ctx); err != nil || n == 0 {
		h.t.Errorf("%d expired, %v", n, err)
	}
}
