package apptest_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
	"laurel/internal/formats/auditlog"
)

// sealed has everything sealed and signed that was recorded until now.
func sealAudit(t *testing.T, w *apptest.World) {
	t.Helper()
	if more, err := w.App.AuditChain.Seal(t.Context()); err != nil || more {
		t.Fatal(more, err)
	}
	if _, err := w.App.AuditChain.SignHeads(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestTheAuditLogTellsWhoDidWhat(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, other := w.Issuer("guild"), w.Issuer("mill")
	group := owner.Group("Weaving")
	other.Group("Milling")
	key := owner.Post("/v1/issuer/api_keys", apptest.J{"api_key": apptest.J{"name": "Robot", "access": "write"}}).OK()
	robot := w.With("Token token=" + key.Text("secret"))
	robot.Issued(group, "ada")

	list := func(query string) apptest.Reply { return owner.Get("/v1/audit_events" + query).OK() }
	count := func(query string) int64 { return list(query).Int("meta.total_count") }
	if body := string(list("").Body); !strings.Contains(body, "group.created") || strings.Contains(body, "Milling") {
		t.Errorf("%s", body)
	}
	created := list("?action=group.created")
	if created.Int("meta.total_count") != 1 || created.Text("audit_events.0.actor.kind") != "user" || created.Text("audit_events.0.object.id") != fmt.Sprint(group) ||
		created.Text("audit_events.0.ip") == "" || created.Text("audit_events.0.request_id") == "" {
		t.Errorf("%s", created.Body)
	}
	byKey := list(fmt.Sprintf("?api_key_id=%d", key.Int("api_key.id")))
	if byKey.Int("meta.total_count") == 0 || byKey.Text("audit_events.0.actor.kind") != "api_key" || byKey.Text("audit_events.0.actor.name") != "Robot" {
		t.Errorf("%s", byKey.Body)
	}
	ofGroup := fmt.Sprintf("?object_kind=group&object_id=%d", group)
	if n := count(ofGroup); n == 0 || count(ofGroup+"&until=2000-01-01T00:00:00Z") != 0 || count(ofGroup+"&since=2000-01-01T00:00:00Z") != n {
		t.Errorf("%d events of the group", n)
	}
	owner.Get("/v1/audit_events?since=yesterday").Refused(http.StatusUnprocessableEntity, "field:since")
	if page := list("?page=2&page_size=1"); page.Int("meta.current_page") != 2 {
		t.Errorf("%s", page.Body)
	}
}

func TestTheDownloadedAuditLogIsVerifiedWithoutTheInstallation(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("guild")
	group := owner.Group("Weaving")
	ada := owner.Issued(group, "ada")
	sealAudit(t, w)
	heads := owner.Get("/v1/audit_events/heads").OK()
	kept := heads.Text("heads.0.token")

	owner.Post("/v1/recipients/"+ada.Text("credential.uuid")+"/erase", apptest.J{"email": apptest.Email("ada")}).OK()
	sealAudit(t, w)
	log := owner.Get("/v1/audit_events/log").OK()
	report, err := auditlog.Verify(bytes.NewReader(log.Body), kept)
	if err != nil || report.Erased == 0 || len(report.Signed) == 0 {
		t.Fatalf("%+v, %v", report, err)
	}
	if did := string(w.Nobody().Get(fmt.Sprintf("/d/%d/did.json", report.Origin.DepartmentID)).Body); !strings.Contains(did, report.Signed[0].Key) || !strings.Contains(did, report.Origin.Issuer) {
		t.Errorf("the key of the head is not one of the issuer's: %s", did)
	}
	owner.Get("/v1/audit_events/log?after=999999").Refused(http.StatusUnprocessableEntity, "field:after")
	if changed := bytes.Replace(log.Body, []byte(`"group.created"`), []byte(`"group.updated"`), 1); !bytes.Equal(changed, log.Body) {
		if _, err := auditlog.Verify(bytes.NewReader(changed)); err == nil {
			t.Error("a change is not noticed")
		}
	}
}
