package lifecycle_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/authoring"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/issuingtest"
	"laurel/internal/issuing/lifecycle"
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
	"CredentialSetWanted":         "an email may be sent again",
	"CredentialSetNameChangeOpen": "copied from name_changes",
	"CredentialSetDuplicateRule":  "copied from groups",
	"CredentialsPurge":            "the events are deleted before",
	"CredentialBackdate":          "a demonstration gets a past",
}

func TestEveryChangeOfACredentialAppendsAnEvent(t *testing.T) {
	h := open(t)
	owner, err := pgx.Connect(t.Context(), h.Pool.Config().ConnString())
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

// changing lists the queries that write credentials.
func changing(t *testing.T) (names []string) {
	t.Helper()
	files, err := filepath.Glob("../*/internal/db/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	writes := regexp.MustCompile(`(?i)(insert into|update|delete from)\s+credentials\b`)
	names = append(names, "CredentialInsert", "CredentialInsertMany", "CredentialUpdateMany") // which authoring puts together
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
	h.T.Helper()
	ctx, must := h.T.Context(), func(err error) {
		h.T.Helper()
		if err != nil {
			h.T.Fatal(err)
		}
	}
	tx := func(fn func(pgx.Tx) error) {
		h.T.Helper()
		must(pg.InDepartment(ctx, h.Pool, h.By.DepartmentID, fn))
	}
	group, other := h.Group(h.By, "G", ""), h.Group(h.By, "H", "")
	ada, bob, cem := h.Draft(issuingtest.Person(group, "Ada", "ada@example.org")), h.Draft(issuingtest.Person(group, "Bob", "bob@example.org")), h.Draft(issuingtest.Person(group, "Cem", "cem@example.org"))
	var many []int64
	tx(func(tx pgx.Tx) error {
		made, err := h.CreateManyTx(ctx, tx, h.By, []credentials.Input{issuingtest.Person(group, "Dan", "dan@example.org"), issuingtest.Person(group, "Eve", "eve@example.org")}, authoring.Origin{Source: "import"})
		for _, m := range made {
			many = append(many, m.ID)
		}
		return err
	})
	tx(func(tx pgx.Tx) error {
		_, _, err := h.IssueTx(ctx, tx, h.By, issuingtest.Person(group, "Fay", "fay@example.org"))
		return err
	})
	// drafts
	both := credentialsearch.Selection{IDs: []int64{ada.ID, bob.ID}}
	_, err := h.Schedule(ctx, h.By, both, lifecycle.Plan{At: h.Clock.Now().Add(time.Hour)})
	must(err)
	_, err = h.Unschedule(ctx, h.By, both)
	must(err)
	_, err = h.Schedule(ctx, h.By, both, lifecycle.Plan{At: h.Clock.Now().Add(time.Hour)})
	must(err)
	h.Exec("update groups set certificate_design_id = null, primary_design_id = null where id = $1", group)
	h.Issue(ada.ID)
	h.Exec("update groups set certificate_design_id = d.id, primary_design_id = d.id from (select min(id) as id from designs) d where groups.id = $1", group)
	tx(func(tx pgx.Tx) error { _, err := h.DeleteDraftsTx(ctx, tx, h.By, many[:1]); return err })
	// what was issued
	h.Issue(ada.ID, bob.ID, cem.ID)
	_, err = h.Update(ctx, h.By, ada.EncodedID, credentials.Input{Grade: optional.Set(new(12.0))})
	must(err)
	set := func(field authoring.Field, to authoring.Values) {
		h.T.Helper()
		tx(func(tx pgx.Tx) error {
			out, err := h.SetManyTx(ctx, tx, h.By, field, map[int64]authoring.Want{ada.ID: {To: to}})
			if len(out.Refused) > 0 {
				h.T.Errorf("%s: %v", field, out.Refused)
			}
			return err
		})
	}
	set(authoring.FieldExpiry, authoring.Values{ExpiredOn: "2030-01-01"})
	set(authoring.FieldPrivacy, authoring.Values{Private: true})
	_, err = h.MoveTo(ctx, h.By, ada.EncodedID, authoring.Move{GroupID: other})
	must(err)
	set(authoring.FieldGroup, authoring.Values{GroupID: group})
	_, err = h.RotateKey(ctx, h.By, ada.EncodedID)
	must(err)
	tx(func(tx pgx.Tx) error {
		_, err := h.UpdateManyTx(ctx, tx, h.By, []authoring.Change{{ID: bob.ID, Input: credentials.Input{RecipientName: optional.Set("Rob")}}})
		return err
	})
	tx(func(tx pgx.Tx) error {
		_, err := h.AmendTx(ctx, tx, h.By, authoring.Amendment{ID: bob.ID, Name: "Robert"})
		return err
	})
	tx(func(tx pgx.Tx) error {
		_, _, _, err := h.CorrectManyTx(ctx, tx, h.By, authoring.Correction{CredentialID: ada.ID, GroupID: group, Title: "Looms"}, 0, 100)
		return err
	})
	h.Exec("update groups set course_name = 'Spinning' where id = $1", group)
	tx(func(tx pgx.Tx) error { _, err := h.RewordTx(ctx, tx, h.By, group, 100); return err })
	tx(func(tx pgx.Tx) error { return h.MailedTx(ctx, tx, h.By.DepartmentID, []int64{ada.ID}, "bounced") })
	for _, to := range []lifecycle.StatusChange{{To: credentials.Suspended}, {To: credentials.Published}, {To: credentials.Revoked, Reason: "other"}} {
		tx(func(tx pgx.Tx) error {
			out, err := h.SetStatusTx(ctx, tx, h.By, []int64{cem.ID}, to)
			if len(out.Changed) != 1 {
				h.T.Errorf("%s: %v", to.To, out)
			}
			return err
		})
	}
	renewal, err := h.Renew(ctx, h.By, bob.EncodedID, authoring.Renewal{})
	must(err)
	h.Issue(renewal.ID)
	_, err = h.DeleteMany(ctx, h.By, credentialsearch.Selection{IDs: []int64{ada.ID, cem.ID}}, false)
	must(err)
	_, err = h.Restore(ctx, h.By, ada.EncodedID)
	must(err)
	tx(func(tx pgx.Tx) error { _, err := h.RestoreManyTx(ctx, tx, h.By, []int64{cem.ID}); return err })
	set(authoring.FieldExpiry, authoring.Values{ExpiredOn: "2026-04-01"})
	h.Clock.Advance(60 * 24 * time.Hour)
	if n, err := h.ExpireDue(ctx); err != nil || n == 0 {
		h.T.Errorf("%d expired, %v", n, err)
	}
}
