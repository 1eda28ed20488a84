package apptest_test

import (
	"fmt"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

func TestAPublishedCredentialMailsItsRecipientOnceHoweverOftenTheJobRuns(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	issued := owner.Issued(owner.Group("Weaving"), "ada")
	w.Work()
	mail := w.Number("select id from mails where kind = 'delivery'")
	for range 3 {
		if err := w.App.Outbox.Deliver(t.Context(), mail); err != nil {
			t.Fatal(err)
		}
	}
	if got := w.Mail.To(apptest.Email("ada")); len(got) != 1 {
		t.Errorf("Ada got %d mails", len(got))
	}
	if link := w.Link(apptest.Email("ada")); link.Path != "/"+issued.Text("credential.uuid") {
		t.Errorf("the mail leads to %s", link)
	}
	if status := owner.Get("/v1/credentials/" + issued.Text("credential.uuid")).OK().Text("credential.email_status"); status != "sent" {
		t.Errorf("the credential says that its mail is %s", status)
	}
}

func TestAPublishedCredentialFindsItsDocumentsPrinted(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	w := apptest.New(t)
	owner := w.Issuer("owner")
	id := owner.Draft(owner.Group("Weaving"), "ada").Int("credential.id")
	w.Print()
	if files := append(w.Files("pdf/"), w.Files("picture/")...); len(files) != 0 {
		t.Errorf("printed for a draft: %v", files)
	}
	owner.Post("/v1/credentials/publish", apptest.J{"credential_ids": []int64{id}}).OK()
	w.Work()
	for range 2 { // a job may run twice
		w.Print()
		if pdf, pictures := w.Files("pdf/"), w.Files("picture/"); len(pdf) != 1 || len(pictures) != 0 {
			t.Fatalf("printed: %v, %v", pdf, pictures)
		}
		w.Exec("update river_job set state = 'available', finalized_at = null where kind = 'documents.print'")
	}
	w.Print()
	uuid := owner.Get(fmt.Sprint("/v1/credentials/", id)).OK().Text("credential.uuid")
	owner.Get("/v1/credentials/generate_certificate_pdf?credential_id=" + uuid).OK()
	if pdf := w.Files("pdf/"); len(pdf) != 1 {
		t.Errorf("what the recipient asked for was printed once more: %v", pdf)
	}
}

func TestAPrintJobThatNamesAnotherDepartmentsCredentialPrintsNothing(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, stranger := w.Issuer("owner"), w.Issuer("stranger")
	id := owner.Issued(owner.Group("Weaving"), "ada").Int("credential.accredible_internal_id")
	if err := w.App.Documents.Prerender(t.Context(), stranger.Department, []int64{id}); err != nil {
		t.Error(err)
	}
	if files := append(w.Files("pdf/"), w.Files("picture/")...); len(files) != 0 {
		t.Errorf("printed: %v", files)
	}
}

func TestSendingAgainMailsOnceMore(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	id := owner.Issued(owner.Group("Weaving"), "ada").Text("credential.uuid")
	w.Work()
	owner.Post("/v1/credentials/"+id+"/resend", nil).OK()
	w.Work()
	if got := w.Mail.To(apptest.Email("ada")); len(got) != 2 {
		t.Errorf("Ada got %d mails; want two", len(got))
	}
}

func TestTwoProcessesPublishAndMailEachOnce(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	var ids []int64
	for i := range 60 {
		ids = append(ids, owner.Draft(group, fmt.Sprintf("r%d", i)).Int("credential.id"))
	}
	var publications []string
	for range 4 { // more than there are people: somebody pressed the button again and again
		publications = append(publications, owner.Post("/v1/credentials/publish", apptest.J{"credential_ids": ids}).OK().Text("publication.uuid"))
	}
	w.Another()
	w.Work()
	published := int64(0)
	for _, uuid := range publications {
		p := owner.Get("/v1/publications/" + uuid).OK()
		if p.Text("publication.state") != "finished" || p.Int("publication.published_count")+p.Int("publication.refused_count") != 60 {
			t.Errorf("publication: %s", p.Body)
		}
		published += p.Int("publication.published_count")
	}
	if published != 60 {
		t.Errorf("%d were published by all publications together; want 60", published)
	}
	for i := range 60 {
		if got := w.Mail.To(apptest.Email(fmt.Sprintf("r%d", i))); len(got) != 1 {
			t.Errorf("recipient %d got %d mails", i, len(got))
		}
	}
}

func TestAJobOfAnotherDepartmentsPublicationDoesNothing(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, stranger := w.Issuer("owner"), w.Issuer("stranger")
	id := owner.Draft(owner.Group("Weaving"), "ada").Int("credential.id")
	owner.Post("/v1/credentials/publish", apptest.J{"credential_ids": []int64{id}}).OK()
	w.Exec("update river_job set args = jsonb_set(args, '{department_id}', to_jsonb($1::bigint))", stranger.Department)
	w.Work()
	if state := owner.Get(fmt.Sprint("/v1/credentials/", id)).OK().Text("credential.state"); state != "draft" {
		t.Errorf("the credential is %s", state)
	}
	if got := w.Mail.To(apptest.Email("ada")); len(got) != 0 {
		t.Errorf("Ada got %d mails", len(got))
	}
}

func TestWhatCannotBePublishedSaysWhy(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	id := owner.Issued(owner.Group("Weaving"), "ada").Int("credential.id")
	uuid := owner.Post("/v1/credentials/publish", apptest.J{"credential_ids": []int64{id}}).OK().Text("publication.uuid")
	w.Work()
	p := owner.Get("/v1/publications/" + uuid).OK()
	if p.Int("publication.refused_count") != 1 || p.Int("publication.not_published.0.credential_id") != id || p.Text("publication.not_published.0.message") == "" {
		t.Errorf("publication: %s", p.Body)
	}
}

func TestManyEqualRequestsWithOneKeyMakeOneCredential(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	body := fmt.Sprintf(`{"credential":{"group_id":%d,"approve":true,"recipient":{"name":"Ada","email":"ada@recipients.example"}}}`, group)
	answers := make(chan apptest.Reply, 20)
	for range 20 {
		go func() {
			answers <- owner.Call("POST", "/v1/credentials", body, "Idempotency-Key", "order-1")
		}()
	}
	seen := map[string]bool{}
	for range 20 {
		seen[string((<-answers).Body)] = true
	}
	if n := w.Number("select count(*) from credentials"); n != 1 || len(seen) != 1 {
		t.Errorf("%d credentials, %d different answers: %v", n, len(seen), seen)
	}
	owner.Call("POST", "/v1/credentials", `{"credential":{"group_id":0}}`, "Idempotency-Key", "order-1").Refused(422, "idempotency.mismatch")
	w.Work()
	if got := w.Mail.To(apptest.Email("ada")); len(got) != 1 {
		t.Errorf("Ada got %d mails", len(got))
	}
}

func TestAnIdempotencyKeyOpensNothingToWhoMayOnlyLook(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	body := fmt.Sprintf(`{"credential":{"group_id":%d,"private":true,"recipient":{"name":"Ada","email":"ada@recipients.example"}}}`, owner.Group("Weaving"))
	owner.Call("POST", "/v1/credentials", body, "Idempotency-Key", "order-1").OK()
	for _, by := range []apptest.Client{owner.Key("read"), owner.Viewer("viewer").Client} {
		if r := by.Call("POST", "/v1/credentials", body, "Idempotency-Key", "order-1"); r.Status < 400 || strings.Contains(string(r.Body), "private_key") {
			t.Errorf("%s answers %d %s", r.Call, r.Status, r.Body)
		}
	}
}
