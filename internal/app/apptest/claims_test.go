package apptest_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/app/apptest"
	"laurel/internal/operations/claims"
)

// claiming is a link that people claim by.
type claiming struct {
	w     *apptest.World
	owner apptest.Issuer
	group int64
	id    int64
	token string
}

func newClaiming(t *testing.T, link apptest.J) claiming {
	t.Helper()
	w := apptest.New(t)
	c := claiming{w: w, owner: w.Issuer("owner")}
	c.group = c.owner.Group("Weaving")
	link["group_id"], link["name"] = c.group, "Open day"
	made := c.owner.Post("/v1/claim_links", apptest.J{"claim_link": link}).OK()
	c.id = made.Int("claim_link.id")
	c.token = strings.TrimPrefix(made.Text("claim_link.url"), apptest.Origin+"/claim/")
	return c
}

func (c claiming) ask(name, email string) apptest.Reply {
	return c.w.Nobody().Post("/v1/public/claim_links/"+c.token+"/claims", apptest.J{"name": name, "email": email, "language": "en", "captcha_response": c.w.Solved()})
}

// secret asks and reads the mailed secret.
func (c claiming) secret(name string) string {
	c.ask(name, apptest.Email(name)).OK()
	c.w.Work()
	return c.w.Link(apptest.Email(name)).Query().Get("code")
}

func (c claiming) confirm(secret string) apptest.Reply {
	return c.w.Nobody().Post("/v1/public/claims/confirm", apptest.J{"secret": secret})
}

func (c claiming) issued() int64 {
	return c.w.Number("select count(*) from credentials where group_id = $1 and state = 'published'", c.group)
}

func (c claiming) link() apptest.Reply { return c.owner.Get(fmt.Sprint("/v1/claim_links/", c.id)).OK() }

func TestAClaimIsIssuedOnceAndOnlyAfterTheAddressIsConfirmed(t *testing.T) {
	t.Parallel()
	c := newClaiming(t, apptest.J{})
	secret := c.secret("ada")
	if n := c.issued(); n != 0 {
		t.Fatalf("%d credentials before the address was confirmed", n)
	}
	var links [2]string
	for i := range links {
		done := c.confirm(secret).OK()
		if done.Text("state") != "issued" {
			t.Fatalf("confirmed: %s", done.Body)
		}
		links[i] = done.Text("credential_url")
	}
	c.w.Work()
	if n := c.w.Number("select count(*) from mails where kind = 'delivery'"); c.issued() != 1 || n != 1 || links[0] != links[1] {
		t.Errorf("%d credentials, %d mails, links %v; want one of each", c.issued(), n, links)
	}
	// Who asks again learns nothing from the answer; the owner of the address gets the way to what they have.
	first, again := c.ask("Bob", apptest.Email("bob")).OK(), c.ask("Ada", apptest.Email("ada")).OK()
	request := regexp.MustCompile(`"request":"\w{60,80}"`)
	if a, b := request.ReplaceAll(first.Body, nil), request.ReplaceAll(again.Body, nil); !bytes.Equal(a, b) || bytes.Equal(a, first.Body) {
		t.Errorf("a new address is answered %s, a known one %s", first.Body, again.Body)
	}
	c.w.Work()
	if link := c.w.Link(apptest.Email("ada")).String(); link != links[0] {
		t.Errorf("the second mail leads to %s, want %s", link, links[0])
	}
	if got := c.link(); got.Int("claim_link.taken_count") != 1 || got.Int("claim_link.issued_count") != 1 {
		t.Errorf("link: %s", got.Body)
	}
}

func TestFiftyAtOnceNeverTakeMorePlacesThanThereAre(t *testing.T) {
	t.Parallel()
	const people, places = 50, 7
	c := newClaiming(t, apptest.J{"quota": places})
	var secrets [people]string
	for i := range secrets { // each mail is written at once; the mailed text is read from the database
		name := fmt.Sprint("p", i)
		_, err := c.w.App.Claims.Ask(t.Context(), access.Actor{IP: fmt.Sprint("192.0.2.", i)}, c.token, claims.Request{
			Name: name, Email: apptest.Email(name), Language: "en", Captcha: c.w.Solved(),
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	c.w.Work()
	for i := range secrets {
		secrets[i] = c.w.Link(apptest.Email(fmt.Sprint("p", i))).Query().Get("code")
	}
	var all sync.WaitGroup
	var full sync.Map
	for i, secret := range secrets {
		for range 2 { // and each presses twice
			all.Go(func() {
				if got := c.confirm(secret); got.IsRefusal(409, "claim.full") {
					full.Store(i, true)
				} else if got.Status != 200 {
					t.Errorf("confirm: %d %s", got.Status, got.Body)
				}
			})
		}
	}
	all.Wait()
	turned := 0
	full.Range(func(any, any) bool { turned++; return true })
	if c.issued() != places || turned != people-places || c.link().Int("claim_link.taken_count") != places {
		t.Errorf("%d issued, %d turned away, %d taken; want %d places", c.issued(), turned, c.link().Int("claim_link.taken_count"), places)
	}
	if got := c.w.Nobody().Get("/v1/public/claim_links/" + c.token).OK().Text("claim_link.state"); got != "full" {
		t.Errorf("the page says %q", got)
	}
}

func TestALinkTakesClaimsInItsTimeFromItsDomains(t *testing.T) {
	t.Parallel()
	c := newClaiming(t, apptest.J{"allowed_domains": []string{"@School.example"}})
	path := fmt.Sprint("/v1/claim_links/", c.id)
	c.ask("Ada", "ada@elsewhere.example").Refused(422, "field:email")
	c.ask("Ada", "ada@notschool.example").Refused(422, "field:email")
	c.ask("Ada", "ada@lab.SCHOOL.example").OK()
	c.ask("", "ada@school.example").Refused(422, "field:name")
	c.w.Nobody().Post("/v1/public/claim_links/"+c.token+"/claims", apptest.J{"name": "Ada", "email": "a@school.example"}).Refused(422, "captcha.required")
	now := c.w.Clock.Now()
	for _, row := range []struct {
		link  apptest.J
		state string
	}{
		{apptest.J{"opens_at": now.Add(time.Hour)}, "not_open"},
		{apptest.J{"closes_at": now}, "closed"},
		{apptest.J{"state": "paused"}, "paused"},
		{apptest.J{"opens_at": now, "closes_at": now.Add(time.Hour)}, "open"},
	} {
		row.link["name"] = "Open day"
		c.owner.Put(path, apptest.J{"claim_link": row.link}).OK()
		if got := c.w.Nobody().Get("/v1/public/claim_links/" + c.token).OK().Text("claim_link.state"); got != row.state {
			t.Errorf("%v: the page says %q, want %q", row.link, got, row.state)
		}
		if got := c.ask("Ada", "ada@example.org"); row.state != "open" {
			got.Refused(409, "claim."+row.state)
		}
	}
	c.owner.Put(path, apptest.J{"claim_link": apptest.J{"name": "", "quota": 0, "allowed_domains": []string{"no domain"}, "opens_at": now, "closes_at": now}}).Refused(422, "field:quota")
	c.w.Issuer("stranger").Get(path).Refused(404, "claim.link_not_found")
	secret := c.secret("ada")
	c.w.Clock.Advance(2 * time.Hour)
	c.confirm(secret).Refused(409, "claim.closed")
	c.w.Clock.Advance(claims.SecretLifetime)
	c.confirm(secret).Refused(404, "claim.secret_expired")
	if n := c.issued(); n != 0 {
		t.Errorf("%d issued", n)
	}
}

func TestClaimsWaitForApprovalAndDenyingFreesThePlace(t *testing.T) {
	t.Parallel()
	c := newClaiming(t, apptest.J{"needs_approval": true, "quota": 2})
	path := fmt.Sprintf("/v1/claim_links/%d/claims", c.id)
	ids := map[string]int64{}
	for _, name := range []string{"ada", "bob"} {
		if got := c.confirm(c.secret(name)).OK(); got.Text("state") != "waiting" || got.Text("credential_url") != "" {
			t.Fatalf("confirmed: %s", got.Body)
		}
	}
	waiting := c.owner.Get(path + "?state=waiting").OK()
	for i, name := range []string{"ada", "bob"} {
		ids[name] = waiting.Int(fmt.Sprintf("claims.%d.id", i))
	}
	if c.issued() != 0 {
		t.Fatal("issued without approval")
	}
	c.ask("Cy", apptest.Email("cy")).Refused(409, "claim.full")
	if got := c.owner.Post(path+"/deny", apptest.J{"claim_ids": []int64{ids["bob"]}}).OK(); got.Int("changed_count") != 1 {
		t.Errorf("denied: %s", got.Body)
	}
	for i := range 2 {
		got := c.owner.Post(path+"/approve", apptest.J{"claim_ids": []int64{ids["ada"], ids["bob"]}}).OK()
		if n := got.Int("changed_count"); n != int64(1-i) {
			t.Errorf("approval %d: %s", i+1, got.Body)
		}
	}
	c.w.Work()
	if n := c.w.Number("select count(*) from mails where kind in ('delivery', 'claim_denied')"); c.issued() != 1 || n != 2 {
		t.Errorf("%d issued, %d mails; want one and two", c.issued(), n)
	}
	if got := c.link(); got.Int("claim_link.taken_count") != 1 || got.Int("claim_link.waiting_count") != 0 {
		t.Errorf("link: %s", got.Body)
	}
	// Somebody who has a credential of the group already waits on; the others of the same decision are not held up.
	c.owner.Issued(c.group, "dan")
	c.w.Work() // its mail goes out before that of the claim
	c.owner.Put(fmt.Sprint("/v1/claim_links/", c.id), apptest.J{"claim_link": apptest.J{"name": "Open day", "needs_approval": true, "quota": 9}}).OK()
	c.confirm(c.secret("dan")).OK()
	c.confirm(c.secret("eve")).OK()
	waiting = c.owner.Get(path + "?state=waiting").OK()
	got := c.owner.Post(path+"/approve", apptest.J{"claim_ids": []int64{waiting.Int("claims.0.id"), waiting.Int("claims.1.id")}}).OK()
	if got.Int("changed_count") != 1 || got.Int("has_one_count") != 1 || c.issued() != 3 {
		t.Errorf("approved: %s, %d issued", got.Body, c.issued())
	}
	c.owner.Delete(fmt.Sprint("/v1/claim_links/", c.id)).OK()
	c.ask("Fay", apptest.Email("fay")).Refused(404, "claim.link_not_found")
}

func TestAConfirmedClaimSignsTheBrowserThatAskedIn(t *testing.T) {
	t.Parallel()
	c := newClaiming(t, apptest.J{})
	stranger := c.ask("Ada", apptest.Email("ada")).OK().Text("request")
	c.w.Work() // so that the second email is the latest
	request := c.ask("Ada", apptest.Email("ada")).OK().Text("request")
	c.w.Work()
	secret := c.w.Link(apptest.Email("ada")).Query().Get("code")
	confirm := func(request string) apptest.Reply {
		return c.w.Nobody().Post("/v1/public/claims/confirm", apptest.J{"secret": secret, "request": request}).OK()
	}
	for _, other := range []string{"", "x", stranger} { // another browser confirms, and is nobody
		if got := confirm(other); got.At("session") != nil || got.Text("state") != "issued" {
			t.Errorf("%q: %s", other, got.Body)
		}
	}
	done := confirm(request)
	mine := c.w.Recipient(done.Text("session"))
	if !strings.HasSuffix(done.Text("image_url"), strings.TrimPrefix(done.Text("credential_url"), apptest.Origin)) {
		t.Errorf("the picture is %s of %s", done.Text("image_url"), done.Text("credential_url"))
	}
	if got := mine.Get("/v1/recipient/whoami").OK(); got.Text("recipient.email") != apptest.Email("ada") || got.Text("recipient.level") != "full" {
		t.Errorf("signed in as %s", got.Body)
	}
	if n := len(mine.Get("/v1/recipient/credentials").OK().At("credentials").([]any)); n != 1 {
		t.Errorf("%d credentials", n)
	}
	c.w.Clock.Advance(25 * time.Hour)
	if got := confirm(request); got.At("session") != nil {
		t.Errorf("a day later: %s", got.Body)
	}
}
