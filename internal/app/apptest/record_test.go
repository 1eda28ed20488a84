package apptest_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"laurel/internal/app/apptest"
	"laurel/internal/formats/dataintegrity"
	"laurel/internal/trust/badges"
)

const recordPath = "/v1/credentials/learner_record"

func TestALearnerRecordHoldsTheSignedCredentialsOfOneRecipient(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	weaving, dyeing, spinning := owner.Group("Weaving"), owner.Group("Dyeing"), owner.Group("Spinning")
	first := owner.Issued(weaving, "ada", apptest.J{"grade": 87.5})
	second := owner.Issued(dyeing, "ada", apptest.J{"private": true})
	revoked := owner.Issued(spinning, "ada")
	owner.Post("/v1/credentials/"+revoked.Text("credential.uuid")+"/revoke", misconduct).OK()
	owner.Issued(weaving, "grace")

	reply := owner.Post(recordPath, apptest.J{"all_matching": apptest.J{"email": apptest.Email("ada")}}).OK()
	if reply.Header.Get("Content-Type") != badges.SignedType {
		t.Errorf("served as %s", reply.Header.Get("Content-Type"))
	}
	_, controller, err := dataintegrity.Verify(reply.Body, resolver(t, w))
	if err != nil || controller != reply.Text("issuer.id") || reply.Text("type.1") != "ClrCredential" {
		t.Fatalf("verified by %s: %v\n%s", controller, err, reply.Body)
	}
	if reply.Text("credentialSubject.identifier.0.identityHash") != badges.HashIdentity(apptest.Email("ada"), reply.Text("credentialSubject.identifier.0.salt")) {
		t.Error("the hash is not that of the address")
	}
	if bytes.Contains(reply.Body, []byte(apptest.Email("ada"))) {
		t.Error("the address itself is in it")
	}
	held := inside(t, reply)
	if len(held) != 2 {
		t.Fatalf("%d credentials, want the two that hold", len(held))
	}
	for i, c := range []apptest.Reply{first, second} {
		if _, _, err := dataintegrity.Verify(held[i], resolver(t, w)); err != nil {
			t.Errorf("credential %d in it: %v", i, err)
		}
		if !bytes.Contains(held[i], []byte(c.Text("credential.uuid"))) {
			t.Errorf("credential %d is another: %s", i, held[i])
		}
	}
	for what, changed := range map[string][]byte{
		"a better grade": bytes.Replace(reply.Body, []byte(`"87.5"`), []byte(`"97.5"`), 1),
		"fewer of them":  bytes.Replace(reply.Body, append(held[0], ','), nil, 1),
	} {
		if _, _, err := dataintegrity.Verify(changed, resolver(t, w)); bytes.Equal(changed, reply.Body) || !errors.Is(err, dataintegrity.ErrSignature) {
			t.Errorf("%s: %v", what, err)
		}
	}
	means(t, "the record", verified(w, string(reply.Body)), "valid", "held_good")
	if n := w.Number("select count(*) from audit_events where action = 'learner_record.signed'"); n != 1 {
		t.Errorf("%d are noted", n)
	}
	owner.Post("/v1/credentials/"+first.Text("credential.uuid")+"/revoke", misconduct).OK()
	apptest.Eventually(t, "the record to hold one that was revoked", func() bool {
		w.Clock.Advance(2 * time.Second) // nobody may ask more often
		return verified(w, string(reply.Body)).Text("verdict") == "revoked"
	})
}

// inside are the credentials in a record, as they stand there.
func inside(t *testing.T, record apptest.Reply) (held []json.RawMessage) {
	t.Helper()
	var read struct {
		Subject struct {
			Credentials []json.RawMessage `json:"verifiableCredential"`
		} `json:"credentialSubject"`
	}
	if err := json.Unmarshal(record.Body, &read); err != nil {
		t.Fatal(err)
	}
	return read.Subject.Credentials
}

func TestALearnerRecordIsOfOneRecipientAndOfAFewCredentials(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, other := w.Issuer("owner"), w.Issuer("other")
	id := func(reply apptest.Reply) int64 { return reply.Int("credential.accredible_internal_id") }
	ask := func(ids ...int64) apptest.Reply { return owner.Post(recordPath, apptest.J{"credential_ids": ids}) }
	var ada []int64
	for i := range badges.MaxRecord + 1 {
		ada = append(ada, id(owner.Issued(owner.Group(fmt.Sprint("Weaving ", i)), "ada", apptest.J{"grade": 80})))
	}
	group := owner.Group("Dyeing")
	full := ask(ada[:badges.MaxRecord]...).OK()
	if held := inside(t, full); len(held) != badges.MaxRecord {
		t.Errorf("%d credentials", len(held))
	}
	if _, _, err := dataintegrity.Verify(full.Body, resolver(t, w)); err != nil {
		t.Error(err)
	}
	ask(ada...).Refused(http.StatusUnprocessableEntity, "field:credential_ids")
	ask(ada[0], id(owner.Issued(group, "grace"))).Refused(http.StatusUnprocessableEntity, "field:credential_ids")
	draft := owner.Post("/v1/credentials", apptest.J{"credential": apptest.J{"group_id": group, "recipient": apptest.J{"name": "Eve", "email": "eve@example.org"}}}).OK()
	ask(id(draft)).Refused(http.StatusUnprocessableEntity, "field:credential_ids")
	ask().Refused(http.StatusUnprocessableEntity, "credential.nothing_selected")
	ask(id(other.Issued(other.Group("Weaving"), "ada"))).Refused(http.StatusUnprocessableEntity, "credential.nothing_selected")
}
