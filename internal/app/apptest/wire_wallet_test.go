package apptest_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

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
