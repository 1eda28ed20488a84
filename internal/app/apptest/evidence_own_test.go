package apptest_test

import (
	"fmt"
	"net/http"
	"testing"

	"laurel/internal/app/apptest"
)

// approving is a group whose issuer looks at what recipients add.
func approving(owner apptest.Issuer) int64 {
	group := owner.Group("Weaving")
	owner.Put(fmt.Sprint("/v1/issuer/groups/", group), `{"group":{"evidence_approval":true}}`).OK()
	return group
}

func TestWhatARecipientAddsIsShownOnceTheIssuerAcceptedIt(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	credential := owner.Issued(approving(owner), "ada")
	w.Work()
	id := credential.Text("credential.uuid")
	mine, at := owner.Recipient(id), "/v1/recipient/credentials/"+id+"/evidence_items"
	file := mine.Send(mine.Post("/v1/recipient/credentials/"+id+"/upload_policy", apptest.J{"file_name": "loom.jpg"}).OK(), "loom.jpg", photo())
	added := mine.Post(at, item(apptest.J{"description": "My loom", "category": "image", "file": file})).OK()
	draft := mine.Post(at, item(apptest.J{"description": "Not done", "category": "grade", "string_object": 1, "draft": true})).OK()
	if added.Text("evidence_item.state") != "submitted" || added.At("evidence_item.supplemental") != true || draft.Text("evidence_item.state") != "draft" {
		t.Errorf("added %s and %s", added.Body, draft.Body)
	}
	public := func() int {
		return len(w.Nobody().Get("/v1/public/credentials/" + id).OK().At("credential.evidence").([]any))
	}
	waiting := func(state string) []any {
		return owner.Get("/v1/evidence_items?state=" + state).OK().At("evidence_items").([]any)
	}
	if public() != 0 || len(waiting("submitted")) != 1 || len(owner.Get(evidenceOf(credential)).OK().At("evidence_items").([]any)) != 1 {
		t.Error("before it is accepted it is shown, or the issuer does not see it, or sees the draft")
	}
	owner.Get("/v1/evidence_items?category=rumour").Refused(422, "field:category")
	for filter, want := range map[string]int{"category=image": 1, "category=text": 0, "query=my%20LOOM": 1, "query=dye": 0, fmt.Sprint("group_id=", credential.Int("credential.group_id")): 1, "group_id=1000000": 0} {
		if got := len(owner.Get("/v1/evidence_items?" + filter).OK().At("evidence_items").([]any)); got != want {
			t.Errorf("%s finds %d", filter, got)
		}
	}
	w.Nobody().Get("/v1/evidence_items/"+added.Text("evidence_item.uuid")+"/file").Refused(404, "evidence.no_file")
	decide := func(decision string) apptest.Reply {
		return owner.Post("/v1/evidence_items/decide", fmt.Sprintf(`{"ids":[%d],"decision":"%s","reason":"Too dark"}`, added.Int("evidence_item.id"), decision)).OK()
	}
	if decide("accept").Int("changed_count") != 1 || decide("accept").Int("unchanged_count") != 1 || public() != 1 || len(waiting("accepted")) != 1 {
		t.Error("it was not accepted once")
	}
	mine.Call(http.MethodPut, fmt.Sprint(at, "/", added.Int("evidence_item.id")), item(apptest.J{"description": "My better loom"})).OK()
	if public() != 0 {
		t.Error("changed words are shown before anybody looked at them")
	}
	decide("reject")
	if got := mine.Get(at).OK(); got.Text("evidence_items.0.state") != "rejected" || got.Text("evidence_items.0.rejection_reason") != "Too dark" || public() != 0 {
		t.Errorf("rejected, it is %s", got.Body)
	}
	owner.Post("/v1/evidence_items/decide", fmt.Sprintf(`{"ids":[%d],"decision":"reject"}`, added.Int("evidence_item.id"))).Refused(422, "field:reason")
	w.Issuer("stranger").Post("/v1/evidence_items/decide", fmt.Sprintf(`{"ids":[%d],"decision":"accept"}`, added.Int("evidence_item.id"))).Refused(404, "evidence.not_found")
	if view := mine.Get("/v1/recipient/credentials/" + id).OK(); len(view.At("credential.evidence_items").([]any)) != 2 || len(view.At("credential.evidence").([]any)) != 0 {
		t.Errorf("their own view is %s", view.Body)
	}
	decide("accept")
	if view := mine.Get("/v1/recipient/credentials/" + id).OK(); view.Text("credential.evidence.0.title") != "My better loom" || view.Text("credential.evidence_items.0.state") != "accepted" {
		t.Errorf("once it is accepted, their own view is %s", view.Body)
	}
	mine.Delete(fmt.Sprint(at, "/", added.Int("evidence_item.id"))).OK()
}

func TestIssuersAndRecipientsDoNotWriteInEachOthersWords(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	credential := owner.Issued(owner.Group("Weaving"), "ada")
	closed := owner.Issued(owner.Group("Dyeing"), "ada", apptest.J{"allow_supplemental_evidence": false})
	id := credential.Text("credential.uuid")
	mine, at := owner.Recipient(id), "/v1/recipient/credentials/"+id+"/evidence_items"
	theirs := owner.Post(evidenceOf(credential), item(apptest.J{"description": "Exam", "category": "grade", "string_object": 90})).OK().Int("evidence_item.id")
	added := mine.Post(at, item(apptest.J{"description": "My loom", "category": "url", "url": "https://example.org/loom"})).OK()
	if added.Text("evidence_item.state") != "accepted" {
		t.Errorf("where nobody looks, it is %s", added.Text("evidence_item.state"))
	}
	mine.Call(http.MethodPut, fmt.Sprint(at, "/", theirs), item(apptest.J{"string_object": 100})).Refused(403, "evidence.issuers_item")
	mine.Delete(fmt.Sprint(at, "/", theirs)).Refused(403, "evidence.issuers_item")
	own := fmt.Sprint(evidenceOf(credential), "/", added.Int("evidence_item.id"))
	owner.Put(own, `{"evidence_item":{"description":"Other words"}}`).Refused(403, "evidence.recipients_item")
	owner.Put(own, `{"evidence_item":{"hidden":true,"position":0}}`).OK()
	mine.Post("/v1/recipient/credentials/"+closed.Text("credential.uuid")+"/evidence_items", item(apptest.J{"description": "x"})).Refused(403, "evidence.none_allowed")
	mine.Post("/v1/recipient/credentials/"+closed.Text("credential.uuid")+"/upload_policy", apptest.J{"file_name": "x"}).Refused(403, "evidence.none_allowed")
	other := owner.Recipient(owner.Issued(owner.Group("Spinning"), "bob").Text("credential.uuid"))
	other.Get(at).Refused(404, "credential.not_found")
	other.Post(at, item(apptest.J{"description": "x"})).Refused(404, "credential.not_found")
}
