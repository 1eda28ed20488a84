package apptest_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/image/font/gofont/goregular"

	"laurel/internal/app/apptest"
	"laurel/internal/platform/jobs"
)

// ready brings about what a call needs to succeed.
type ready struct {
	t     *testing.T
	w     *apptest.World
	owner apptest.Issuer
	group int64
	made  int
}

// name is one that nothing has yet.
func (r *ready) name() string {
	r.made++
	return fmt.Sprint("made", r.made)
}

func (r *ready) credential(state string) string {
	path := brought(r.w, r.owner.Client, r.group, r.name(), state)
	return path[strings.LastIndex(path, "/")+1:]
}

// number is the number of the same, which is what lists of credentials name.
func (r *ready) number(state string) string {
	return r.w.Text("select id::text from credentials where uuid = $1", r.credential(state))
}

func (r *ready) post(path string, body any, field string) string {
	r.t.Helper()
	return fmt.Sprint(r.owner.Post(path, body).OK().At(field))
}

// objects are those that a call needs where what everybody has will not do.
func (r *ready) objects(call string) objects {
	switch call {
	case "credentialPublish", "credentialSchedule", "actionCreate":
		return objects{"credential": r.number("draft")}
	case "credentialUnschedule":
		return objects{"credential": r.number("scheduled")}
	case "credentialRevokeMany", "credentialSuspendMany":
		return objects{"credential": r.number("published")}
	case "credentialReinstateMany":
		return objects{"credential": r.number("suspended")}
	case "credentialReinstate":
		return objects{"credential": r.credential("suspended")}
	case "credentialRestore":
		return objects{"credential": r.credential("deleted")}
	case "credentialRenew", "credentialMove", "credentialRotateKey", "credentialRevoke", "credentialSuspend", "credentialResend", "referenceRequest":
		return objects{"credential": r.credential("published")}
	case "credentialMailRetry":
		credential := r.number("published")
		return objects{"credential": credential, "mail": failedMail(r.w, r.owner.Department, credential)}
	case "publicationUndo", "publicationSendNow":
		body := fmt.Sprintf(`{"credential_ids":[%s],"send_email":true,"hold_minutes":60}`, r.number("draft"))
		return objects{"publication": r.post("/v1/credentials/publish", body, "publication.uuid")}
	case "publicationResume":
		id := r.post("/v1/credentials/publish", fmt.Sprintf(`{"credential_ids":[%s],"send_email":false}`, r.number("draft")), "publication.uuid")
		settled(r.t, r.w)
		r.w.Number("update operations set stop_reason = 'starter.right_lost' where uuid = $1::text::uuid returning 1", id)
		return objects{"publication": id}
	case "actionUndo":
		return objects{"action": r.action()}
	case "actionResume", "operationResume":
		id := r.action()
		settled(r.t, r.w)
		r.w.Number("update operations set stop_reason = 'starter.right_lost' where uuid = $1::text::uuid returning 1", id)
		return objects{"action": id}
	case "invitationResend":
		return objects{"member": r.post("/v1/team_members", apptest.J{"team_member": apptest.J{
			"name": "Bea", "email": apptest.Email(r.name()), "department_permissions": []apptest.J{{"permissions": apptest.J{"role": "viewer"}}},
		}}, "team_member.id")}
	case "organizationDepartmentAdd":
		return objects{"other department": r.post("/v1/departments", apptest.J{"department": apptest.J{"name": r.name()}}, "department.id")}
	case "organizationDepartmentArchive":
		return objects{"other department": r.department()}
	case "organizationDepartmentMerge":
		id := r.department()
		there := r.owner.Client
		there.Department = r.w.Number("select $1::text::bigint", id)
		there.Post("/v1/issuer/groups", someGroup).OK()
		return objects{"other department": id}
	case "organizationDepartmentRestore":
		id := r.department()
		r.owner.Post("/v1/organizations/"+r.organization()+"/departments/"+id+"/archive", nil).OK()
		return objects{"other department": id}
	case "groupMove":
		return objects{"group": fmt.Sprint(r.owner.Group(r.name()))}
	case "fontCreate":
		return objects{"font file": r.owner.FontUpload("font.ttf", goregular.TTF)}
	case "nameChangeDecide", "nameChangeDecideMany":
		return objects{"name change": fmt.Sprint(r.owner.NameChange(r.owner.Group(r.name())))}
	}
	return r.workable(call)
}

// workable are objects of what takes more than one step.
func (r *ready) workable(call string) objects {
	switch call {
	case "webhookTest", "webhookReplayFailed", "webhookDeliveryReplay":
		id, _ := hook(r.owner.Client, newReceiver(r.t, always(http.StatusOK)).URL, "credential.deleted")
		on := objects{"webhook": fmt.Sprint(id)}
		on["delivery"] = r.post(fmt.Sprintf("/v1/issuer/webhooks/%d/test", id), nil, "delivery.id")
		send(r.t, r.w)
		return on
	case "referenceDecide", "referenceResend":
		id := r.credential("published")
		on := objects{"credential": id, "reference": r.post("/v1/credentials/"+id+"/references/request", grace(), "reference.id")}
		if her := invited(r.w); call == "referenceDecide" {
			her.do("submit", said(her.token)).OK()
		}
		return on
	case "evidenceDecide":
		r.owner.Put(fmt.Sprint("/v1/issuer/groups/", r.group), `{"group":{"evidence_approval":true}}`).OK()
		id := r.credential("published")
		added := r.owner.Recipient(id).Post("/v1/recipient/credentials/"+id+"/evidence_items", item(apptest.J{"description": "My mark", "category": "grade", "string_object": 1}))
		return objects{"evidence": fmt.Sprint(added.OK().Int("evidence_item.id"))}
	case "claimApprove", "claimDeny":
		return objects{"claim link": r.claimed()}
	case "importStart", "importUndo", "importReadAgain", "importResume":
		i := importFile(r.t, r.w, r.owner, r.group, "people.csv", fmt.Sprintf("Name;E-Mail\n%s;%s\n", r.name(), apptest.Email(r.name())))
		if call != "importReadAgain" {
			i.check()
		}
		if call == "importUndo" {
			i.start(nil)
		}
		if call == "importResume" {
			r.w.Number("update imports set state = 'mapped', stop_reason = 'starter.right_lost' where uuid = $1::text::uuid returning 1", i.read().Text("import.uuid"))
		}
		return objects{"import": strings.TrimPrefix(i.path, "/v1/imports/")}
	}
	return nil
}

func (r *ready) organization() string {
	return fmt.Sprint(r.owner.Get("/v1/organizations").OK().Int("organizations.0.id"))
}

// department is another one of the organization.
func (r *ready) department() string {
	r.owner.Post("/v1/organizations/"+r.organization()+"/departments", apptest.J{"department": apptest.J{"name": r.name()}}).OK()
	return fmt.Sprint(r.w.Number("select max(id) from departments"))
}

// action starts one on an issued credential, and returns its id.
func (r *ready) action() string {
	body := fmt.Sprintf(`{"kind":"privacy","privacy":"private","credential_ids":[%s]}`, r.number("published"))
	return r.post("/v1/actions", body, "action.uuid")
}

// claimed is a link with a claim that waits.
func (r *ready) claimed() string {
	made := r.owner.Post("/v1/claim_links", apptest.J{"claim_link": apptest.J{"group_id": r.group, "name": r.name(), "needs_approval": true}}).OK()
	c := claiming{w: r.w, owner: r.owner, group: r.group, id: made.Int("claim_link.id"), token: strings.TrimPrefix(made.Text("claim_link.url"), apptest.Origin+"/claim/")}
	c.confirm(c.secret(r.name())).OK()
	return fmt.Sprint(c.id)
}

// bodies are those that the rows of the calls will not do for.
func (r *ready) body(call string, on objects) string {
	switch call {
	case "credentialMove":
		return fmt.Sprintf(`{"group_id":%d}`, r.owner.Group(r.name()))
	case "nameChangeDecideMany":
		return `{"ids":[` + on["name change"] + `],"decision":"deny"}`
	case "claimApprove", "claimDeny":
		return fmt.Sprintf(`{"claim_ids":[%d]}`, r.w.Number("select max(id) from claims"))
	case "importStart":
		return `{"consent":true}`
	case "organizationDepartmentMerge":
		return fmt.Sprintf(`{"into_id":%d}`, r.owner.Department)
	case "groupMove":
		return `{"department_id":` + r.department() + `}`
	}
	return strings.ReplaceAll(operations[call].body, `"New"`, `"`+r.name()+`"`)
}

func TestEqualRequestsWithOneKeyHaveOneEffectAndOneAnswer(t *testing.T) {
	t.Parallel()
	w := hooked(t)
	owner := w.Issuer("owner")
	mine, calls := possessions(owner), contractCalls(t)
	w.Work()
	prepare := &ready{t: t, w: w, owner: owner, group: owner.Group("Spinning")}
	heeded := 0
	ids := slices.Sorted(maps.Keys(operations))
	// What a publication holds back stays in the queue, which others wait to see empty.
	slices.SortStableFunc(ids, func(a, b string) int { return strings.Index(a, "publication") - strings.Index(b, "publication") })
	for _, id := range ids {
		if !calls[id].Idempotent || calls[id].Open {
			continue
		}
		heeded++
		w.Clock.Advance(time.Minute)                                    // or people would be mailed too often
		if strings.HasPrefix(id, "organization") || id == "groupMove" { // which ask who it is
			owner = proven(owner)
			prepare.owner = owner
		}
		op, o, on := apptest.Operations(t)[id], operations[id], maps.Clone(mine)
		maps.Copy(on, prepare.objects(id))
		o.body = prepare.body(id, on)
		settled(t, w)
		first := o.call(owner.Client, op, on, "Idempotency-Key", id)
		if first.Status >= http.StatusMultipleChoices || first.Header.Get("Idempotent-Replayed") != "" {
			t.Errorf("%s answers %d %s", id, first.Status, first.Body)
			continue
		}
		settled(t, w)
		before := everything(w)
		again := o.call(owner.Client, op, on, "Idempotency-Key", id)
		if again.Status != first.Status || string(again.Body) != string(first.Body) || again.Header.Get("Idempotent-Replayed") != "true" {
			t.Errorf("%s answers %d %s, then %d %s", id, first.Status, first.Body, again.Status, again.Body)
		}
		o.body += ` `
		o.call(owner.Client, op, on, "Idempotency-Key", id).Refused(http.StatusUnprocessableEntity, "idempotency.mismatch")
		settled(t, w)
		if after := everything(w); after != before {
			t.Errorf("%s has a second effect: %s became %s", id, before, after)
		}
	}
	if heeded < 50 {
		t.Errorf("%d calls were tried", heeded)
	}
}

// settled waits until all is done that can be done now.
func settled(t *testing.T, w *apptest.World) {
	const open = "select (select count(*) from river_job where finalized_at is null and state <> 'scheduled' and queue = any($1)) + (select count(*) from issued_lately)"
	apptest.Eventually(t, "the queues to rest", func() bool { return w.Number(open, []string{jobs.Default, jobs.Mail}) == 0 })
}

// everything tells what the tables hold that requests fill, in a few characters. What is counted and sealed every minute is left out.
func everything(w *apptest.World) string {
	return w.Text(`select string_agg(name || ':' || (xpath('/row/x/text()', query_to_xml(format(
			'select concat(count(*), '','', coalesce(sum(hashtextextended(t::text, 0)), 0)) x from %I t', name), false, true, '')))[1]::text, ' ' order by name)
		from (select c.relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
			where n.nspname = current_schema() and c.relkind = 'r' and not c.relispartition and c.relname !~ '^(river|analytics|audit_seal|processes|api_key_requests|throttles|sessions|schema_migrations)') tables`)
}
