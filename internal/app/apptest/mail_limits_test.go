package apptest_test

import (
	"fmt"
	"net/http"
	"strconv"
	"testing"
	"time"

	"laurel/internal/app/apptest"
	"laurel/internal/platform/throttle"
)

// untilTooMany repeats a call until it is refused as too many, and reports how often it was answered; each refusal says when to try again.
func untilTooMany(t *testing.T, most int, call func(n int) apptest.Reply) int {
	t.Helper()
	for n := range most {
		r := call(n)
		if r.Status != http.StatusTooManyRequests {
			r.OK()
			continue
		}
		if wait, err := strconv.Atoi(r.Header.Get("Retry-After")); err != nil || wait < 1 || wait > 3600 {
			t.Errorf("%s says to wait %q seconds", r.Call, r.Header.Get("Retry-After"))
		}
		return n
	}
	t.Errorf("%d calls were answered and none refused", most)
	return most
}

func TestOnePersonIsNotMailedAgainAndAgain(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	id := owner.Issued(group, "ada").Int("credential.accredible_internal_id")
	w.Work()
	resend := func(int) apptest.Reply { return owner.Post(fmt.Sprintf("/v1/credentials/%d/resend", id), nil) }
	if n := untilTooMany(t, 20, resend); n != 2 {
		t.Errorf("mailed again %d times after the delivery", n)
	}
	// Many at once is the same for each of them.
	action := apptest.J{"kind": "resend", "credential_ids": []int64{id}}
	done := owner.Post("/v1/actions", action).OK().Text("action.uuid")
	w.Work()
	if r := owner.Get("/v1/actions/" + done).OK(); r.Int("action.refused_count") != 1 {
		t.Errorf("the action mailed it: %s", r.Body)
	}
	if got := len(w.Mail.To(apptest.Email("ada"))); got != 3 {
		t.Errorf("she got %d mails", got)
	}
	w.Clock.Advance(time.Hour + time.Second)
	resend(0).OK()
	// Other credentials of the same person add up.
	w.Clock.Advance(time.Hour)
	owner.SignIn()
	var all []int64
	for n := range 12 {
		more := owner.Issued(owner.Group(fmt.Sprint("Group ", n)), "ada").Int("credential.accredible_internal_id")
		all = append(all, more)
	}
	if n := untilTooMany(t, len(all), func(n int) apptest.Reply { return owner.Post(fmt.Sprintf("/v1/credentials/%d/resend", all[n]), nil) }); n != 10 {
		t.Errorf("%d mails to one address", n)
	}
}

func TestStrangersAreNotMailedWithoutEnd(t *testing.T) {
	t.Parallel()
	c := newClaiming(t, apptest.J{})
	w := c.w
	if n := untilTooMany(t, 12, func(_ int) apptest.Reply {
		w.Clock.Advance(2 * time.Minute)
		return w.Nobody().Post("/v1/issuer_login/forget_password", apptest.J{"email": "nobody@people.example", "recaptcha_response": w.Solved()})
	}); n != 10 {
		t.Errorf("%d mails for one account", n)
	}
	rights := apptest.J{"department_id": c.owner.Department, "permissions": apptest.J{"role": "viewer"}}
	member := apptest.J{"team_member": apptest.J{"name": "Vera", "email": "vera@people.example", "department_permissions": []any{rights}}}
	w.Clock.Advance(time.Hour)
	c.owner.SignIn()
	if n := untilTooMany(t, 12, func(int) apptest.Reply { return c.owner.Post("/v1/team_members", member) }); n != 10 {
		t.Errorf("%d invitations to one address", n)
	}
	if n := untilTooMany(t, 12, func(n int) apptest.Reply {
		ref := c.owner.Issued(c.group, fmt.Sprint("person", n)).Int("credential.accredible_internal_id")
		return c.owner.Post(fmt.Sprintf("/v1/credentials/%d/references/request", ref), grace())
	}); n != 10 {
		t.Errorf("%d requests to one referee", n)
	}
}

// throttleOfStrangers is the limit on claim links that any address may use, by network.
var throttleOfStrangers = throttle.Rule{Name: "claim.strangers", Limit: 100, Window: time.Hour}

func TestALinkForAnyAddressMailsOneNetworkAHundredTimesAnHour(t *testing.T) {
	t.Parallel()
	c := newClaiming(t, apptest.J{})
	for n := range 100 {
		if err := c.w.App.Throttle.Allow(t.Context(), throttleOfStrangers, "127.0.0.1"); err != nil {
			t.Fatalf("%d: %v", n, err)
		}
	}
	if r := c.ask("Ada", apptest.Email("ada")); r.Status != http.StatusTooManyRequests || r.Header.Get("Retry-After") == "" {
		t.Errorf("the next one is answered %d", r.Status)
	}
	open := newClaiming(t, apptest.J{"allowed_domains": []string{"recipients.example"}})
	for range 100 {
		_ = open.w.App.Throttle.Allow(t.Context(), throttleOfStrangers, "127.0.0.1")
	}
	open.ask("Ada", apptest.Email("ada")).OK()
}
