package apptest_test

import (
	"strings"
	"testing"
	"time"

	"laurel/internal/app/apptest"
	"laurel/internal/trust/badges"
)

func TestASignedBadgeNamesTheRevocationListWhoseBitIsSetWhileItIsSuspended(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	credential := owner.Issued(owner.Group("Weaving"), "ada")
	form := signedForm(w, credential)
	if form.Text("credentialStatus.statusPurpose") != "revocation" || !strings.HasSuffix(form.Text("credentialStatus.statusListCredential"), "/revocation.json") {
		t.Fatalf("the entry is %v", form.At("credentialStatus"))
	}
	path := "/v1/credentials/" + credential.Text("credential.uuid")
	owner.Post(path+"/suspend", nil).OK()
	soon(t, w, "suspended", form, true, true)
	means(t, "the suspended copy", verified(w, string(form.Body)), "suspended", "status_suspended")
	owner.Post(path+"/reinstate", nil).OK()
	soon(t, w, "reinstated", form, false, false)
	means(t, "the reinstated copy", verified(w, string(form.Body)), "valid", "status_good")
	owner.Delete(path).OK()
	soon(t, w, "deleted", form, true, true)
	means(t, "the deleted copy", verified(w, string(form.Body)), "deleted", "status_deleted")
	means(t, "the page of a deleted credential", verified(w, credential.Text("credential.url")), "deleted", "status_deleted")
}

func TestACopyFromBeforeACorrectionSaysThatANewerVersionExists(t *testing.T) {
	t.Parallel()
	w := withTokens(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	credential, other := owner.Issued(group, "ada", apptest.J{"grade": 60}), owner.Issued(group, "grace")
	form, untouched, jwt := signedForm(w, credential), signedForm(w, other), token(w, credential)
	page := credential.Text("credential.url")
	picture, err := badges.Bake(onePixel(t), badges.Text{Keyword: badges.Keyword3, JSON: form.Body})
	if err != nil {
		t.Fatal(err)
	}
	path := "/v1/credentials/" + credential.Text("credential.uuid")
	owner.Put(path, apptest.J{"credential": apptest.J{"meta_data": apptest.J{"note": "nothing that is signed"}}}).OK()
	owner.Put(path, apptest.J{"credential": apptest.J{"grade": 60}}).OK()
	soon(t, w, "before the correction", form, false, false)

	owner.Put(path, apptest.J{"credential": apptest.J{"grade": 90}}).OK()
	soon(t, w, "corrected, before anybody asked for the new version", form, true, true)
	for what, reply := range map[string]apptest.Reply{
		"JSON": verified(w, string(form.Body)), "PNG": handedIn(t, w, "file", picture), "JWT": verified(w, jwt),
	} {
		means(t, what, reply, "superseded", "status_superseded")
		if !strings.Contains(string(reply.Body), `"url":"`+page+`"`) {
			t.Errorf("%s leads nowhere: %s", what, reply.Body)
		}
	}
	if shown := w.Nobody().Get("/v1/public/credentials/" + credential.Text("credential.uuid")).OK(); shown.Text("credential.corrected_on") != w.Clock.Now().UTC().Format(time.DateOnly) {
		t.Errorf("the page doesn't say when it was corrected: %s", shown.Body)
	}
	if shown := w.Nobody().Get("/v1/public/credentials/" + other.Text("credential.uuid")).OK(); shown.At("credential.corrected_on") != nil {
		t.Errorf("a credential that was never corrected says so: %s", shown.Body)
	}
	again := signedForm(w, credential)
	if again.Text("credentialSubject.result.0.value") != "90" || again.Text("credentialStatus.id") == form.Text("credentialStatus.id") {
		t.Errorf("the new version is %s", again.Body)
	}
	means(t, "the new version", verified(w, string(again.Body)), "valid", "status_good")
	means(t, "another credential", verified(w, string(untouched.Body)), "valid", "status_good")

	owner.Post(path+"/suspend", nil).OK()
	soon(t, w, "suspended after the correction", again, true, true)
	means(t, "the older copy of a suspended credential", verified(w, string(form.Body)), "suspended", "status_suspended")
	owner.Post(path+"/reinstate", nil).OK()
	soon(t, w, "reinstated after the correction", again, false, false)
	soon(t, w, "the older copy after the reinstatement", form, true, true)
}

func TestMoreEvidenceLeavesEarlierCopiesValid(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	credential := owner.Issued(owner.Group("Weaving"), "ada")
	form := signedForm(w, credential)
	owner.Post("/v1/credentials/"+credential.Text("credential.uuid")+"/evidence_items", apptest.J{"evidence_item": apptest.J{
		"description": "Exam", "category": "url", "url": "https://example.org/exam",
	}}).OK()
	if again := signedForm(w, credential); string(again.Body) == string(form.Body) || again.Text("credentialStatus.id") != form.Text("credentialStatus.id") {
		t.Errorf("with evidence it is %s", again.Body)
	}
	means(t, "the copy without evidence", verified(w, string(form.Body)), "valid", "status_good")
}

func TestABadgeThatNamesTheSuspensionListIsSignedAgainAndItsCopiesKeepWorking(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	credential := owner.Issued(owner.Group("Weaving"), "ada")
	first := signedForm(w, credential)
	w.Exec("update signed_badges set document = replace(document, 'revocation', 'suspension'), content_hash = decode(repeat('00', 32), 'hex')")
	w.Exec("insert into badges_to_sign (credential_id, department_id) select credential_id, department_id from signed_badges")

	w.Clock.Advance(time.Minute)
	if more, err := w.App.Badges.Resign(t.Context()); more || err != nil {
		t.Fatal(more, err)
	}
	if n := w.Number("select count(*) from badges_to_sign"); n != 0 {
		t.Errorf("%d badges still wait", n)
	}
	if n := w.Number(`select count(*) from (select distinct on (credential_id) document from signed_badges order by credential_id, id desc) newest
		where document like '%"statusPurpose":"revocation"%'`); n != 1 {
		t.Error("the badge was not signed again with the revocation list")
	}
	if again := signedForm(w, credential); again.Text("credentialStatus.statusListIndex") != first.Text("credentialStatus.statusListIndex") {
		t.Error("a badge that was never corrected lost its position")
	}
	owner.Post("/v1/credentials/"+credential.Text("credential.uuid")+"/suspend", nil).OK()
	soon(t, w, "both lists of a suspended badge", first, true, true)
}

func TestABadgeIsValidFromItsAwardDateAndNeverFromAfterItsEnd(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	now := w.Clock.Now().UTC()
	for what, c := range map[string]struct{ issued, expires, from string }{
		"long ago":          {"2019-05-04", "", "2019-05-04T00:00:00Z"},
		"expired already":   {"2019-05-04", "2020-01-31", "2019-05-04T00:00:00Z"},
		"dated in advance":  {"2090-01-01", "", now.Format(time.RFC3339)},
		"expires long from": {"2019-05-04", "2090-01-01", "2019-05-04T00:00:00Z"},
	} {
		fields := apptest.J{"issued_on": c.issued}
		if c.expires != "" {
			fields["expired_on"] = c.expires
		}
		form := signedForm(w, owner.Issued(group, strings.ReplaceAll(what, " ", "."), fields))
		if form.Text("validFrom") != c.from || form.Text("awardedDate") != c.issued+"T00:00:00Z" {
			t.Errorf("%s: valid from %s, awarded on %s", what, form.Text("validFrom"), form.Text("awardedDate"))
		}
	}
}

func TestAStatusListEndsAndIsSignedAgainInTime(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	form := signedForm(w, owner.Issued(owner.Group("Weaving"), "ada"))
	address := form.Text("credentialStatus.statusListCredential")
	first, _ := list(t, w, address)
	if first.At("credentialSubject.ttl") != float64(15_000) || first.Text("validUntil") != w.Clock.Now().Add(30*24*time.Hour).UTC().Format(time.RFC3339) {
		t.Errorf("the list is %s", first.Body)
	}
	w.Clock.Advance(16 * 24 * time.Hour)
	apptest.Eventually(t, "the list to be signed again", func() bool {
		again, _ := list(t, w, address)
		return again.Text("validUntil") > first.Text("validUntil")
	})
	means(t, "a badge after some time", verified(w, string(form.Body)), "valid", "status_good")
}

func TestTheListsOfAnExitKitHaveNoEnd(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	signedForm(w, owner.Issued(owner.Group("Weaving"), "ada"))
	kept, err := w.App.Badges.KeptStatusList(t.Context(), owner.Department, 1, badges.Revocation)
	if err != nil || strings.Contains(string(kept), "validUntil") {
		t.Errorf("%s, %v", kept, err)
	}
}
