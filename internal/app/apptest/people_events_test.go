package apptest_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

// actions lists the actions of a reply's events.
func actions(r apptest.Reply) (all []string) {
	events, _ := r.At("events").([]any)
	for i := range events {
		all = append(all, r.Text(fmt.Sprintf("events.%d.action", i)))
	}
	return all
}

func TestWhatHappenedToARecipientIsListedNewestFirst(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	weaving, dyeing := owner.Group("Weaving"), owner.Group("Dyeing")
	first := owner.Issued(weaving, "ada")
	second := owner.Issued(dyeing, "ada")
	owner.Issued(weaving, "bob")
	w.Work()
	for _, step := range []func(){
		func() { correct(owner.Client, first, apptest.J{"name": "Ada Byron"}).OK() },
		func() {
			owner.Post(fmt.Sprintf("/v1/credentials/%d/revoke", second.Int("credential.id")), `{"reason":"other"}`).OK()
		},
		func() { correct(owner.Client, first, apptest.J{"email": apptest.Email("ada.new")}).OK() },
		func() { owner.Delete("/v1/credentials/" + second.Text("credential.uuid")).OK() },
	} {
		step()
		w.Work()
		w.Clock.Advance(time.Minute)
	}
	path := "/v1/recipients/" + first.Text("credential.uuid") + "/events"
	all := owner.Get(path).OK()
	got := actions(all)
	for _, want := range []string{
		"credential.published", "mail.sent", "credential.updated", "credential.revoked", "recipient.move_asked", "credential.deleted",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("%v lack %s", got, want)
		}
	}
	if strings.Contains(string(all.Body), "bob") || all.Text("next_cursor") != "" {
		t.Errorf("events of others, or more than there are: %s", all.Body)
	}
	if by, course := all.Text("events.0.by"), all.Text("events.0.credential.course_name"); by == "" || course == "" {
		t.Errorf("the newest event is by %q about %q", by, course)
	}
	if status := owner.Get(path + "?kind=status,address").OK(); len(actions(status)) != 3 {
		t.Errorf("%v, want revoked, deleted and the change of the address", actions(status))
	}
	var paged []string
	for cursor := ""; ; {
		page := owner.Get(path + "?page_size=2&cursor=" + cursor).OK()
		paged = append(paged, actions(page)...)
		if cursor = page.Text("next_cursor"); cursor == "" {
			break
		}
	}
	if !slices.Equal(paged, got) {
		t.Errorf("in pages %v, at once %v", paged, got)
	}
	owner.Get(path+"?kind=none").Refused(http.StatusUnprocessableEntity, "invalid")
	owner.Get(path+"?cursor=none").Refused(http.StatusUnprocessableEntity, "invalid")
	w.Issuer("other").Get(path).Refused(http.StatusNotFound, "person.not_found")
}
