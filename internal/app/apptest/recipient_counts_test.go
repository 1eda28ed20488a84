package apptest_test

import (
	"fmt"
	"net/http"
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
