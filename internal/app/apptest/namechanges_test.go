package apptest_test

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"strings"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

func ask(m apptest.Mine, ref, name, reason string, more ...apptest.J) apptest.Reply {
	body := apptest.J{"requested_name": name, "reason": reason}
	for _, fields := range more {
		for field, value := range fields {
			body[field] = value
		}
	}
	return m.Post("/v1/recipient/credentials/"+ref+"/name_changes", body)
}

func decide(c apptest.Client, id int64, decision string, more ...apptest.J) apptest.Reply {
	body := apptest.J{"decision": decision}
	for _, fields := range more {
		for field, value := range fields {
			body[field] = value
		}
	}
	return c.Post(fmt.Sprintf("/v1/name_changes/%d/decide", id), body)
}

func TestAnApprovedNameStandsEverywhereAndTheOldOneInTheHistoryAlone(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("guild")
	group, other := owner.Group("Weaving"), owner.Group("Sewing")
	ada := owner.Issued(group, "ada").Text("credential.uuid")
	second := owner.Issued(other, "ada").Text("credential.uuid")
	w.Work()
	w.Print()
	signed := func() string {
		return string(w.Nobody().Call("GET", "/v1/openbadges/credentials/"+ada, nil).OK().Body)
	}
	before := signed()
	if !strings.Contains(before, `"ada"`) {
		t.Fatalf("the signed credential does not name ada: %s", before)
	}

	mine := owner.Recipient(ada)
	id := ask(mine, ada, "  Ada   King ", "married", apptest.J{"all": true, "note": "Since May"}).OK().Int("name_change.id")
	ask(mine, ada, "Ada Noel", "other").Refused(409, "name_change.open")
	w.Work()
	if n := len(w.Mail.To(owner.Email)); n != 1 {
		t.Errorf("%d mails to the administrator, want 1", n)
	}
	if !owner.Get("/v1/credentials/" + ada).OK().At("credential.name_change_open").(bool) {
		t.Error("the credential does not say that a request waits")
	}
	got := len(w.Mail.To(apptest.Email("ada")))
	decide(owner.Client, id, "approve").OK()
	decide(owner.Client, id, "deny").Refused(409, "name_change.decided")
	w.Work()
	w.Print()
	for _, ref := range []string{ada, second} {
		page := w.Nobody().Get("/v1/public/credentials/" + ref).OK()
		if page.Text("credential.recipient.name") != "Ada King" || page.Text("credential.corrected_on") == "" {
			t.Errorf("the public page says %s", page.Body)
		}
		if strings.Contains(string(page.Body), `"ada"`) {
			t.Error("the public page tells the old name")
		}
	}
	after := signed()
	if !strings.Contains(after, "Ada King") || strings.Contains(after, `"ada"`) {
		t.Errorf("the signed credential says %s", after)
	}
	if n := w.Number("select count(*) from signed_badges s join credentials c on c.id = s.credential_id where c.uuid = $1", ada); n != 2 {
		t.Errorf("%d signed forms, want the old and the new", n)
	}
	history := owner.Get("/v1/credentials/" + ada + "/history").OK()
	if !strings.Contains(string(history.Body), `"before":"ada"`) {
		t.Errorf("the history does not keep the old name: %s", history.Body)
	}
	if n := len(w.Mail.To(apptest.Email("ada"))) - got; n != 1 {
		t.Errorf("%d mails to ada about the decision, want 1", n)
	}
	if owner.Get("/v1/credentials/" + ada).OK().At("credential.name_change_open").(bool) {
		t.Error("the credential says that a request waits")
	}
}

func TestADeniedNameLeavesEverythingAsItIs(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("guild")
	ada := owner.Issued(owner.Group("Weaving"), "ada").Text("credential.uuid")
	w.Work()
	w.Print()
	pdf := "/v1/credentials/generate_certificate_pdf?credential_id=" + ada
	before := w.Nobody().Get(pdf).OK()
	id := ask(owner.Recipient(ada), ada, "Ada King", "other").OK().Int("name_change.id")
	decide(owner.Client, id, "deny", apptest.J{"note": "Send us your passport."}).OK()
	w.Work()
	w.Print()
	if after := w.Nobody().Get(pdf).OK(); after.Header.Get("ETag") != before.Header.Get("ETag") || !bytes.Equal(after.Body, before.Body) {
		t.Error("the PDF changed")
	}
	mails := w.Mail.To(apptest.Email("ada"))
	if last := mails[len(mails)-1]; !strings.Contains(last.Text, "Send us your passport.") {
		t.Errorf("the mail does not tell why: %s", last.Text)
	}
	if at := w.Nobody().Get("/v1/public/credentials/" + ada).OK().At("credential.corrected_on"); at != nil {
		t.Errorf("corrected on %v", at)
	}
}

func TestASecondTinyCorrectionWaitsForADecision(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("guild")
	ada := owner.Issued(owner.Group("Weaving"), "adalovelase").Text("credential.uuid")
	mine := owner.Recipient(ada)
	state := func(name string) string { return ask(mine, ada, name, "typo").OK().Text("name_change.state") }

	if got := state("adalovelaze"); got != "pending" {
		t.Fatalf("%s although the department did not allow it", got)
	}
	id := mine.Get("/v1/recipient/credentials/" + ada + "/name_changes").OK().Int("name_changes.0.id")
	mine.Delete(fmt.Sprintf("/v1/recipient/credentials/%s/name_changes/%d", ada, id)).OK()
	mine.Delete(fmt.Sprintf("/v1/recipient/credentials/%s/name_changes/%d", ada, id)).Refused(409, "name_change.decided")

	owner.Put("/v1/name_changes/settings", apptest.J{"auto_approve": true}).OK()
	if got := state("adalovelace"); got != "auto_approved" {
		t.Fatalf("%s, want auto_approved", got)
	}
	w.Work()
	if name := w.Nobody().Get("/v1/public/credentials/" + ada).OK().Text("credential.recipient.name"); name != "adalovelace" {
		t.Errorf("the name is %s", name)
	}
	if n := len(w.Mail.To(owner.Email)); n != 2 {
		t.Errorf("%d mails to the administrator, want one for each request", n)
	}
	if got := state("adalovelacx"); got != "pending" {
		t.Errorf("the second one is %s", got)
	}
	w.Clock.Advance(366 * 24 * time.Hour)
	if _, err := w.App.NameChanges.ExpireDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	owner.SignIn()
	mine = owner.Recipient(ada)
	if got := state("adalovelacz"); got != "auto_approved" {
		t.Errorf("after a year it is %s", got)
	}
}

func TestRequestsEndAsTheyMay(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("guild")
	group := owner.Group("Weaving")
	n := 0
	ended := func(how string) int64 {
		n++
		ref := owner.Issued(group, fmt.Sprint("somebody", n)).Text("credential.uuid")
		mine := owner.Recipient(ref)
		id := ask(mine, ref, "Another Name", "legal").OK().Int("name_change.id")
		switch how {
		case "approved":
			decide(owner.Client, id, "approve").OK()
		case "denied":
			decide(owner.Client, id, "deny").OK()
		case "withdrawn":
			mine.Delete(fmt.Sprintf("/v1/recipient/credentials/%s/name_changes/%d", ref, id)).OK()
		}
		return id
	}
	all := map[string]int64{"pending": 0, "approved": 0, "denied": 0, "withdrawn": 0}
	for state := range all {
		all[state] = ended(state)
	}
	w.Clock.Advance(61 * 24 * time.Hour)
	owner.SignIn()
	if _, err := w.App.NameChanges.ExpireDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"pending": "expired", "approved": "approved", "denied": "denied", "withdrawn": "withdrawn"}
	for state, id := range all {
		if got := owner.Get(fmt.Sprintf("/v1/name_changes/%d", id)).OK().Text("name_change.state"); got != want[state] {
			t.Errorf("%s became %s", state, got)
		}
		decide(owner.Client, id, "approve").Refused(409, "name_change.decided")
	}
	if open := w.Number("select count(*) from credentials where name_change_open"); open != 0 {
		t.Errorf("%d credentials say that a request waits", open)
	}
	if got := owner.Get("/v1/name_changes?state=expired&query=SOMEBODY").OK().Int("meta.total_count"); got != 1 {
		t.Errorf("%d expired ones found", got)
	}
}

func TestManyRequestsAreDecidedOneByOne(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, stranger := w.Issuer("guild"), w.Issuer("school")
	group := owner.Group("Weaving")
	revoked := owner.Issued(group, "ada").Text("credential.uuid")
	first := ask(owner.Recipient(revoked), revoked, "Ada King", "other").OK().Int("name_change.id")
	owner.Post("/v1/credentials/"+revoked+"/revoke", apptest.J{"reason": "other"}).OK()
	good, theirs := owner.NameChange(group), stranger.NameChange(stranger.Group("Sewing"))

	out := owner.Post("/v1/name_changes/decide_many", apptest.J{"ids": []int64{first, good, theirs, 99999}, "decision": "approve"}).OK()
	if out.Int("decided_count") != 1 || out.Int("refused_count") != 3 {
		t.Fatalf("%s", out.Body)
	}
	for i, code := range []any{"credential.revoked", nil, "name_change.not_found", "name_change.not_found"} {
		if got := out.At(fmt.Sprintf("outcomes.%d.code", i)); got != code {
			t.Errorf("outcome %d: %v, want %v", i, got, code)
		}
	}
	if got := stranger.Get(fmt.Sprintf("/v1/name_changes/%d", theirs)).OK().Text("name_change.state"); got != "pending" {
		t.Errorf("another department's request is %s", got)
	}
}

func TestWhatIsAskedWronglyIsRefusedByField(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("guild")
	group := owner.Group("Weaving")
	ada, bob := owner.Issued(group, "ada").Text("credential.uuid"), owner.Issued(group, "bob").Text("credential.uuid")
	mine := owner.Recipient(ada)
	ask(mine, ada, " ", "typo").Refused(422, "field:requested_name")
	ask(mine, ada, " ada ", "typo").Refused(422, "field:requested_name")
	ask(mine, ada, strings.Repeat("a", 256), "typo").Refused(422, "field:requested_name")
	ask(mine, ada, "Ada", "whim").Refused(422, "field:reason")
	ask(mine, ada, "Ada", "typo", apptest.J{"note": strings.Repeat("x", 1001)}).Refused(422, "field:note")
	ask(mine, bob, "Bob B", "typo").Refused(404, "credential.not_found")
	id := ask(owner.Recipient(bob), bob, "Bob B", "typo").OK().Int("name_change.id")
	mine.Delete(fmt.Sprintf("/v1/recipient/credentials/%s/name_changes/%d", ada, id)).Refused(404, "name_change.not_found")
	mine.Delete(fmt.Sprintf("/v1/recipient/credentials/%s/name_changes/%d", bob, id)).Refused(404, "credential.not_found")
}

func TestOnlyTheDepartmentReadsAProofAndNotForEver(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, stranger := w.Issuer("guild"), w.Issuer("school")
	ada := owner.Issued(owner.Group("Weaving"), "ada").Text("credential.uuid")
	mine := owner.Recipient(ada)
	id := ask(mine, ada, "Ada King", "married").OK().Int("name_change.id")
	attach := func(name, data string) apptest.Reply {
		var form bytes.Buffer
		writer := multipart.NewWriter(&form)
		part, err := writer.CreateFormFile("file", name)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = part.Write([]byte(data))
		_ = writer.Close()
		path := fmt.Sprintf("/v1/recipient/credentials/%s/name_changes/%d/document", ada, id)
		return mine.Call("POST", path, form.String(), "Content-Type", writer.FormDataContentType())
	}
	attach("proof.png", "<svg onload=alert(1)>").Refused(422, "field:file")
	attach("first.pdf", "%PDF-1.7 first").OK()
	attach("../proof.pdf", "%PDF-1.7 second").OK()

	document := fmt.Sprintf("/v1/name_changes/%d/document", id)
	got := owner.Get(document).OK()
	if string(got.Body) != "%PDF-1.7 second" || got.Header.Get("Content-Disposition") != `attachment; filename="proof.pdf"` {
		t.Errorf("%s %v", got.Body, got.Header)
	}
	stranger.Get(document).Refused(404, "name_change.not_found")
	w.Nobody().Get(document).Refused(401, "not_signed_in")

	decide(owner.Client, id, "deny").OK()
	attach("late.pdf", "%PDF-1.7").Refused(409, "name_change.decided")
	w.Clock.Advance(31 * 24 * time.Hour)
	if _, err := w.App.NameChanges.ExpireDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	owner.SignIn()
	owner.Get(document).Refused(404, "name_change.no_document")
}
