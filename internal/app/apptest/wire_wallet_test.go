package apptest_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

// asked makes a link as a program asks for it.
func (i integrator) asked(t *testing.T, more apptest.J) *url.URL {
	t.Helper()
	body := apptest.J{"credential_id": "own"}
	for name, value := range more {
		body[name] = value
	}
	link, err := url.Parse(i.Post("/v1/sso/generate_link", body).OK().Text("link"))
	if err != nil || link.Path != "/r" || strings.HasPrefix(link.RawQuery, "jwt=") {
		t.Fatalf("the link is %s, %v", link, err)
	}
	return link
}

func TestALinkLeadsToTheWalletAndMayBeFramedByTheDepartmentsOwnPages(t *testing.T) {
	t.Parallel()
	in := integration(t)
	in.owner.Post("/v1/embed/origins", apptest.J{"origin": hostPage}).OK()
	in.Post("/v1/credentials", in.learner("ada", apptest.J{"id": "own"})).OK()
	frames := func(link *url.URL) string {
		_, policy, _ := strings.Cut(in.World.Nobody().Get(link.RequestURI()).OK().Header.Get("Content-Security-Policy"), "frame-ancestors ")
		return policy
	}
	for _, c := range []struct {
		ask    apptest.J
		to     any
		frames string
	}{
		{apptest.J{"wallet_view": true}, "/wallet", "'none'"},
		{apptest.J{"wallet_view": "true", "redirect_to": "/verify"}, "/verify", "'none'"},
		{apptest.J{"wallet_view": true, "embed": true, "redirect_to": "/verify"}, "/wallet", hostPage},
		{apptest.J{"embed": true, "redirect_to": "/settings"}, nil, hostPage},
	} {
		link := in.asked(t, c.ask)
		if got := frames(link); got != c.frames {
			t.Errorf("%v may be framed by %s", c.ask, got)
		}
		if opened := in.World.Nobody().Post("/v1/recipient/session", apptest.J{"token": link.Query().Get("jwt")}).OK(); opened.At("redirect_to") != c.to {
			t.Errorf("%v leads to %v", c.ask, opened.At("redirect_to"))
		}
	}
	// Only what a program asked to be framed can be, whatever the address says, and nothing that no link is.
	plain := in.asked(t, apptest.J{"wallet_view": true})
	plain.RawQuery += "&embed=true"
	unknown, _ := url.Parse("/r?embed=true&jwt=laurel_recipient_x")
	page, _ := url.Parse("/wallet?embed=true&jwt=" + in.asked(t, apptest.J{"embed": true}).Query().Get("jwt"))
	for _, shut := range []*url.URL{plain, unknown, page} {
		if got := frames(shut); got != "'none'" {
			t.Errorf("%s may be framed by %s", shut, got)
		}
	}
	in.Post("/v1/sso/generate_link", apptest.J{"credential_id": "own", "embed": true, "redirect_to": "https://evil.example/"}).
		Refused(http.StatusUnprocessableEntity, "field:redirect_to")
}

func TestARecipientSearchesWhatTheyHold(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("guild")
	weaving := owner.Issued(owner.Group("Weaving 100%"), "ada").Text("credential.uuid")
	owner.Issued(owner.Group("Dyeing"), "ada", apptest.J{"name": "Indigo"})
	mine := owner.Recipient(weaving)
	for search, want := range map[string]int64{"": 2, "  weav": 1, "100%25": 1, "indigo": 1, "dyeing": 1, "%25": 1, "guild": 2, "silk": 0, "ada": 0} {
		if got := mine.Get("/v1/recipient/credentials?search=" + strings.ReplaceAll(search, " ", "+")).OK(); got.Int("meta.total_count") != want {
			t.Errorf("%q finds %d, want %d", search, got.Int("meta.total_count"), want)
		}
	}
}

func TestARecipientNarrowsAndSortsWhatTheyHold(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild, school := w.Issuer("guild"), w.Issuer("School")
	badge := school.Post("/v1/certificate_designs/create", apptest.J{"design": apptest.J{"name": "Badge", "kind": "badge"}}).OK().Int("design.id")
	sewing := school.Post("/v1/issuer/groups", apptest.J{"group": apptest.J{"name": "sewing", "course_name": "sewing", "badge_design_id": badge, "learning_outcomes": []string{"Patience", "Care"}}}).OK().Int("group.id")
	day := func(days int) string { return w.Clock.Now().UTC().AddDate(0, 0, days).Format(time.DateOnly) }
	weaving := guild.Issued(guild.Group("Weaving"), "ada", apptest.J{"issued_on": "2024-05-01", "expired_on": day(0)}).Text("credential.uuid")
	dyeing := guild.Issued(guild.Group("Dyeing"), "ada", apptest.J{"issued_on": "2025-05-01", "expired_on": day(400)}).Text("credential.uuid")
	guild.Post("/v1/credentials/"+dyeing+"/suspend", apptest.J{"reason": "Under review"}).OK()
	school.Issued(sewing, "ada", apptest.J{"issued_on": "2023-05-01"})
	school.Draft(school.Group("Knitting"), "ada")
	school.Issued(sewing, "grace")
	w.Work()
	w.Clock.Advance(24 * time.Hour) // one is over, which nothing has noted yet
	guild.SignIn()

	limited := guild.Recipient(weaving)
	token := guild.RecipientToken(weaving)
	w.Enter(token)
	w.Nobody().Post("/v1/recipient/links", apptest.J{"token": token}).OK()
	w.Work()
	full := w.Enter(w.Link(apptest.Email("ada")).Query().Get("token"))
	for query, want := range map[string]string{
		"": "Dyeing Weaving sewing", "sort=name": "Dyeing sewing Weaving", "sort=-name": "Weaving sewing Dyeing", "sort=issued_on": "sewing Weaving Dyeing",
		"sort=issuer": "Weaving Dyeing sewing", "sort=expired_on": "Weaving Dyeing sewing", "sort=-issuer": "sewing Dyeing Weaving",
		"state=published": "sewing", "state=expired": "Weaving", "state=suspended,expired": "Dyeing Weaving", "state=revoked": "",
		"kind=badge": "sewing", "kind=certificate": "Dyeing Weaving", "skill=Care": "sewing", "skill=Car": "",
		fmt.Sprint("issuer_id=", guild.Department): "Dyeing Weaving", fmt.Sprint("issuer_id=", school.Department, ",", guild.Department): "Dyeing Weaving sewing", "issuer_id=x": "",
		"start_date=2024-05-01&end_date=2024-12-31": "Weaving", "expires_from=" + day(0): "Dyeing", "expires_to=" + day(0): "Weaving",
		"state=suspended&search=dye&kind=certificate": "Dyeing", "sort=name&page_size=1&page=2": "sewing",
	} {
		var names []string
		list := full.Get("/v1/recipient/credentials?" + query).OK()
		for _, c := range list.At("credentials").([]any) {
			names = append(names, fmt.Sprint(c.(map[string]any)["name"]))
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s gives %q, want %q", query, got, want)
		}
	}
	for query, field := range map[string]string{"state=draft": "state", "kind=seal": "kind", "sort=grade": "sort", "start_date=soon": "start_date"} {
		full.Get("/v1/recipient/credentials?"+query).Refused(http.StatusUnprocessableEntity, "field:"+field)
	}
	const path = "/v1/recipient/credential_filters"
	if all := full.Get(path).OK(); all.Text("issuers.0.name") != "guild" || all.Int("issuers.1.id") != school.Department || all.Text("skills.0") != "Care" || all.Text("skills.1") != "Patience" {
		t.Errorf("the choices are %s", all.Body)
	}
	if some := limited.Get(path).OK(); string(some.Body) != fmt.Sprintf("{\"issuers\":[{\"id\":%d,\"name\":\"guild\"}],\"skills\":[]}", guild.Department) || limited.Get("/v1/recipient/credentials?sort=name").OK().Int("meta.total_count") != 2 {
		t.Errorf("in one department they are %s", some.Body)
	}
	w.Nobody().Get(path).Refused(http.StatusUnauthorized, "recipient.not_signed_in")
}
