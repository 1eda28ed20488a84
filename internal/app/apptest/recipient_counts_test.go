package apptest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

func TestOwnersSeeHowOftenOthersViewedAndVerifiedTheirCredential(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild, school := w.Issuer("guild"), w.Issuer("school")
	ref := guild.Issued(guild.Group("Weaving"), "ada").Text("credential.uuid")
	owner := guild.Recipient(ref)
	counts := func() string {
		w.Written()
		own := owner.Get("/v1/recipient/credentials/" + ref).OK()
		return fmt.Sprint(own.Int("credential.view_count"), own.Int("credential.verification_count"))
	}
	if got := counts(); got != "0 0" {
		t.Errorf("a new credential has counts %s", got)
	}
	page := "/v1/public/credentials/" + ref
	verify := apptest.J{"input": apptest.Origin + "/" + ref}
	nobody := w.Nobody()
	for range 3 {
		nobody.Get(page).OK()
	}
	if got := counts(); got != "3 0" {
		t.Errorf("after three views, the counts are %s", got)
	}
	nobody.Get(page).OK()
	nobody.Post("/v1/verify", verify).OK()
	school.Post("/v1/verify", verify).OK()
	if got := counts(); got != "4 2" {
		t.Errorf("after another view and two verifications, the counts are %s", got)
	}
	// The owner, the issuer, machines and people who opt out are not counted, nor is what does not verify.
	owner.Get(page).OK()
	owner.Post("/v1/verify", verify).OK()
	guild.Get(page).OK()
	guild.Post("/v1/verify", verify).OK()
	nobody.Call(http.MethodGet, page, nil, "User-Agent", "SearchBot/1.0").OK()
	nobody.Call(http.MethodGet, page, nil, "DNT", "1").OK()
	nobody.Post("/v1/verify", apptest.J{"input": `{"id": "` + apptest.Origin + "/" + ref + `"}`}).OK()
	if got := counts(); got != "4 2" {
		t.Errorf("after visits that do not count, the counts are %s", got)
	}
	nobody.Get("/v1/recipient/credentials/" + ref).Want(http.StatusUnauthorized)
}

func TestAPageThatHasItsDataReportsTheView(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	issued := guild.Issued(guild.Group("Weaving"), "ada", apptest.J{"private": true})
	ref, key := issued.Text("credential.uuid"), issued.Text("credential.private_key")
	owner, nobody := guild.Recipient(ref), w.Nobody()
	views := func() int64 {
		w.Written()
		return owner.Get("/v1/recipient/credentials/" + ref).OK().Int("credential.view_count")
	}
	page := nobody.Call(http.MethodGet, "/"+ref+"?key="+key, nil, "Accept", "text/html").OK()
	if !strings.Contains(string(page.Body), `id="page-data">{"credential":{"id":`) {
		t.Errorf("the page has no data: %s", page.Body)
	}
	if got := views(); got != 0 {
		t.Errorf("reading the page without scripts counts as %d views", got)
	}
	report := func(by interface {
		Post(path string, body any) apptest.Reply
	}, key string,
	) {
		by.Post("/v1/frontend/log_frontend_analytics", apptest.J{"path": "/" + ref, "credential": apptest.J{"ref": ref, "key": key}}).OK()
	}
	report(nobody, key)
	report(nobody, "wrong")
	report(owner, key)
	report(guild.Client, key)
	if got := views(); got != 1 {
		t.Errorf("%d views, want 1", got)
	}
	nobody.Post("/v1/frontend/log_frontend_analytics", apptest.J{"credential": apptest.J{"key": key}}).Want(http.StatusUnprocessableEntity)
}
