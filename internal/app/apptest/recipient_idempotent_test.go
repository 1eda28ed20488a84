package apptest_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

func TestEqualRequestsOfARecipientWithOneKeyHaveOneEffectAndOneAnswer(t *testing.T) {
	t.Parallel()
	w, mine, _, ids := collected(t)
	first := mine.Post("/v1/recipient/collections", apptest.J{"name": "First", "items": items(ids[0])}).OK().Text("collection.id")
	credential := "/v1/recipient/credentials/" + ids[0]
	written := fmt.Sprint(mine.Post(credential+"/references", grace()).OK().Int("reference.id"))
	her := invited(w)
	her.do("submit", said(her.token)).OK()
	reference := fmt.Sprint(mine.Post(credential+"/references", refereeAt("bea@referees.example")).OK().Int("reference.id"))
	w.Work()
	bodies := map[string]struct {
		path string
		body string
	}{
		"recipientEmailCreate":         {"/v1/recipient/emails", `{"email":"ada@elsewhere.example"}`},
		"recipientCollectionCreate":    {"/v1/recipient/collections", `{"name":"Looms","items":[{"credential_id":"` + ids[1] + `"}]}`},
		"recipientCollectionAdd":       {"/v1/recipient/collections/" + first + "/credentials", `{"credential_ids":["` + ids[2] + `"]}`},
		"recipientCollectionLinkRenew": {"/v1/recipient/collections/" + first + "/link", `{}`},
		"recipientEvidenceCreate":      {credential + "/evidence_items", `{"evidence_item":{"description":"New","category":"grade","string_object":90}}`},
		"recipientReferenceRequest":    {credential + "/references", `{"reference":{"referee":{"name":"Eve","email":"eve@example.org"}}}`},
		"recipientReferenceResend":     {credential + "/references/" + reference + "/resend", `{}`},
		"recipientReferenceDecide":     {credential + "/references/" + written + "/decide", `{"decision":"approve"}`},
		"ownNameChangeCreate":          {credential + "/name_changes", `{"requested_name":"Ada B","reason":"typo"}`},
	}
	for id, call := range contractCalls(t) {
		if _, tried := bodies[id]; call.Idempotent && call.Open && !tried {
			t.Errorf("%s is not tried", id)
		}
	}
	for id, each := range bodies {
		w.Clock.Advance(time.Minute)
		settled(t, w)
		first := mine.Call(http.MethodPost, each.path, each.body, "Idempotency-Key", id)
		if first.Status >= http.StatusMultipleChoices || first.Header.Get("Idempotent-Replayed") != "" {
			t.Errorf("%s answers %d %s", id, first.Status, first.Body)
			continue
		}
		settled(t, w)
		before := everything(w)
		again := mine.Call(http.MethodPost, each.path, each.body, "Idempotency-Key", id)
		if again.Status != first.Status || string(again.Body) != string(first.Body) || again.Header.Get("Idempotent-Replayed") != "true" {
			t.Errorf("%s answers %d %s, then %d %s", id, first.Status, first.Body, again.Status, again.Body)
		}
		mine.Call(http.MethodPost, each.path, each.body+" ", "Idempotency-Key", id).Refused(http.StatusUnprocessableEntity, "idempotency.mismatch")
		settled(t, w)
		if after := everything(w); after != before {
			t.Errorf("%s has a second effect: %s became %s", id, before, after)
		}
	}
}

func TestParallelRequestsOfARecipientWithOneKeyHaveOneEffect(t *testing.T) {
	t.Parallel()
	_, mine, _, ids := collected(t)
	body := apptest.J{"name": "Looms", "items": items(ids[0])}
	answers := make([]apptest.Reply, 2)
	var both sync.WaitGroup
	for i := range answers {
		both.Go(func() {
			answers[i] = mine.Call(http.MethodPost, "/v1/recipient/collections", body, "Idempotency-Key", "twice")
		})
	}
	both.Wait()
	replayed := 0
	for _, answer := range answers {
		if answer.OK().Header.Get("Idempotent-Replayed") == "true" {
			replayed++
		}
	}
	if replayed != 1 || answers[0].Text("collection.id") != answers[1].Text("collection.id") {
		t.Errorf("%d answers are repeated: %s and %s", replayed, answers[0].Body, answers[1].Body)
	}
	if n := strings.Count(string(mine.Get("/v1/recipient/collections").OK().Body), `"name":"Looms"`); n != 1 {
		t.Errorf("there are %d collections", n)
	}
}

func TestALinkOfACredentialDoesNotGetTheAnswerToTheWholeAccount(t *testing.T) {
	t.Parallel()
	_, mine, guild, ids := collected(t)
	const body = `{"evidence_item":{"description":"New","category":"grade","string_object":90}}`
	path := "/v1/recipient/credentials/" + ids[0] + "/evidence_items"
	mine.Call(http.MethodPost, path, body, "Idempotency-Key", "one").OK()
	guild.Recipient(ids[0]).Call(http.MethodPost, path, body, "Idempotency-Key", "one").Refused(http.StatusUnprocessableEntity, "idempotency.mismatch")
}
