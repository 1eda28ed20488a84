package apptest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"laurel/internal/app/apptest"
	"laurel/internal/formats/auditlog"
)

// fieldsNow are the fields of a credential as the replayed log names them: those that are not empty.
const fieldsNow = `select jsonb_strip_nulls(jsonb_build_object('group_id', group_id, 'state', state, 'recipient.name', recipient_name,
	'recipient.email', recipient_email, 'recipient.language', nullif(recipient_language, ''), 'recipient.id', recipient_id,
	'name', name, 'description', description, 'license_id', license_id, 'issued_on', issued_on, 'expired_on', expired_on, 'grade', grade::text,
	'private', nullif(private, false), 'complete', nullif(complete, false), 'custom_attributes', nullif(custom_attributes, '{}'),
	'meta_data', nullif(meta_data, '{}'), 'allow_supplemental_evidence', nullif(allow_supplemental_evidence, false),
	'allow_supplemental_references', nullif(allow_supplemental_references, false)))::text from credentials where id = `

func TestTheDownloadedAuditLogReplaysEveryCredential(t *testing.T) {
	t.Parallel()
	m := newMany(t)
	o := m.owner
	other := o.Group("Spinning")
	o.Post("/v1/attribute_keys", apptest.J{"attribute_key": apptest.J{"name": "Room", "kind": "text"}}).OK()
	path := func(c apptest.Reply, more string) string {
		return "/v1/credentials/" + c.Text("credential.uuid") + more
	}
	change := func(c apptest.Reply, fields apptest.J) {
		t.Helper()
		o.Put(path(c, ""), apptest.J{"credential": fields}).OK()
	}

	draft := o.Draft(m.group, "dora", apptest.J{"grade": 71.5, "meta_data": apptest.J{"order": 12}, "custom_attributes": apptest.J{"room": "12"}})
	change(draft, apptest.J{"description": "With \"distinction\"", "grade": nil, "custom_attributes": apptest.J{"room": "13"}})
	change(draft, apptest.J{"meta_data": apptest.J{"order": 13}})
	planned := o.Draft(m.group, "emma")
	plan := apptest.J{"credential_ids": []int64{planned.Int("credential.id"), draft.Int("credential.id")}}
	o.Post("/v1/credentials/unschedule", plan).OK()
	plan["publish_at"] = m.w.App.Clock.Now().AddDate(1, 0, 0)
	o.Post("/v1/credentials/schedule", plan).OK()
	o.Post("/v1/credentials/unschedule", apptest.J{"credential_ids": []int64{draft.Int("credential.id")}}).OK()
	issued := o.Issued(m.group, "fay", apptest.J{"expired_on": "2030-01-01"})
	change(issued, apptest.J{"expired_on": "2020-01-01", "issued_on": "2019-01-01"})
	unfinished := o.Issued(m.group, "gil", apptest.J{"complete": false})
	change(o.Issued(m.group, "hal", apptest.J{"complete": false}), apptest.J{"complete": true})
	o.Post(path(unfinished, "/move"), apptest.J{"group_id": other}).OK()
	suspended, revoked, back := o.Issued(m.group, "ida"), o.Issued(m.group, "jo"), o.Issued(m.group, "kim")
	o.Post(path(suspended, "/suspend"), apptest.J{"reason": "Under review"}).OK()
	o.Post(path(revoked, "/suspend"), apptest.J{"reason": "Under review"}).OK()
	o.Post(path(revoked, "/revoke"), apptest.J{"reason": "issued_in_error"}).OK()
	o.Post(path(back, "/suspend"), apptest.J{"reason": "Under review"}).OK()
	o.Post(path(back, "/reinstate"), nil).OK()
	o.Delete(path(back, "")).OK()
	o.Post(path(back, "/restore"), nil).OK()
	o.Delete(path(o.Draft(m.group, "lea"), "")).OK()
	many := o.Post("/v1/credentials/bulk_create", apptest.J{"credentials": []any{
		apptest.J{"group_id": m.group, "recipient": apptest.J{"name": "Mia", "email": apptest.Email("mia"), "language": "de"}, "private": true},
		apptest.J{"group_id": m.group, "recipient": apptest.J{"name": "Ned", "email": apptest.Email("ned")}},
	}}).OK()
	if many.Status != http.StatusOK {
		t.Fatalf("%s", many.Body)
	}
	m.act(apptest.J{"kind": "expiry", "expired_on": "2099-12-31"})
	m.act(apptest.J{"kind": "privacy", "privacy": "private"})
	m.act(apptest.J{"kind": "move", "group_id": other})
	m.undo(m.act(apptest.J{"kind": "delete"}))
	m.w.Work()

	sealAudit(t, m.w)
	log := o.Get("/v1/audit_events/log").OK().Body
	n := m.w.Number("select count(*) from credentials")
	var ids []int64
	if err := json.Unmarshal([]byte(m.w.Text("select json_agg(id)::text from credentials")), &ids); err != nil || int64(len(ids)) != n || n < 13 {
		t.Fatal(n, err)
	}
	for _, id := range ids {
		replayed, _, err := auditlog.Replay(bytes.NewReader(log), id)
		if err != nil {
			t.Fatal(err)
		}
		var want map[string]any
		if err := json.Unmarshal([]byte(m.w.Text(fieldsNow+fmt.Sprint(id))), &want); err != nil {
			t.Fatal(err)
		}
		if got := replayed.Values; fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("credential %d is\n%v\nand replayed\n%v", id, want, got)
		}
		for _, s := range replayed.Steps {
			if s.UserID == nil && s.System == nil {
				t.Errorf("nobody did %s of %d", s.Action, id)
			}
		}
	}
	if none, _, err := auditlog.Replay(bytes.NewReader(log), 999999); err != nil || len(none.Steps) != 0 || len(none.Values) != 0 {
		t.Errorf("%+v, %v", none, err)
	}
	if _, _, err := auditlog.Replay(bytes.NewReader(bytes.Replace(log, []byte("Under review"), []byte("Under Review"), 1)), ids[0]); err == nil {
		t.Error("a changed log is replayed")
	}
}
