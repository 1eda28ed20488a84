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

// pageOf returns the page at a path as a browser gets it.
func pageOf(w *apptest.World, path string) apptest.Reply {
	return w.Nobody().Call(http.MethodGet, path, nil, "Accept", "text/html")
}

func TestPagesAreListedBySearchEnginesOnlyIfTheirIssuerAllowsIt(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("guild")
	plain := owner.Group("Weaving")
	listed := owner.Post("/v1/issuer/groups", apptest.J{"group": apptest.J{
		"name": "l", "course_name": "Dyeing <b>", "certificate_design_id": owner.Design("D"), "indexing_allowed": true, "learning_outcomes": []string{"Care"},
	}}).OK().Int("group.id")
	quiet := owner.Issued(plain, "ada").Text("credential.uuid")
	open := owner.Issued(listed, "ada").Text("credential.uuid")
	secret := owner.Issued(listed, "bea", apptest.J{"private": true}).Text("credential.uuid")
	revoked := owner.Issued(listed, "cid").Text("credential.uuid")
	owner.Post("/v1/credentials/"+revoked+"/revoke", apptest.J{"reason": "other"}).OK()
	const noindex = `<meta name="robots" content="noindex">`
	for _, c := range []struct {
		path    string
		status  int
		noindex bool
		has     string
	}{
		{"/" + quiet, http.StatusOK, true, "application/json+oembed"},
		{"/" + open, http.StatusOK, false, `"@type":"EducationalOccupationalCredential"`},
		{"/" + secret, http.StatusForbidden, true, ""},
		{"/" + revoked, http.StatusOK, true, ""},
		{fmt.Sprintf("/group/%d", plain), http.StatusOK, true, "<h1>Weaving</h1>"},
		{fmt.Sprintf("/group/%d", listed), http.StatusOK, false, "<h1>Dyeing &lt;b&gt;</h1>"},
		{"/group/999999", http.StatusNotFound, true, ""},
		{"/group/abc", http.StatusNotFound, true, ""},
		{"/directory/anything", http.StatusNotFound, true, ""},
		{"/settings/team", http.StatusOK, true, ""},
		{"/settings/nothing", http.StatusNotFound, true, ""},
		{"/imports/new", http.StatusOK, true, ""},
	} {
		page := pageOf(w, c.path)
		if body := string(page.Body); page.Status != c.status || strings.Contains(body, noindex) != c.noindex || !strings.Contains(body, c.has) {
			t.Errorf("%s: %d\n%.1500s", c.path, page.Status, body)
		}
		if body := string(page.Body); c.noindex && strings.Contains(body, "ld+json") {
			t.Errorf("%s describes itself to search engines", c.path)
		}
	}
	sitemap := string(pageOf(w, "/sitemap.xml").OK().Body)
	if !strings.Contains(sitemap, fmt.Sprintf("<loc>%s/group/%d</loc>", apptest.Origin, listed)) || strings.Contains(sitemap, fmt.Sprintf("/group/%d<", plain)) {
		t.Errorf("the sitemap is %s", sitemap)
	}
	unused := owner.Post("/v1/issuer/groups", apptest.J{"group": apptest.J{
		"name": "u", "course_name": "Felting", "certificate_design_id": owner.Design("F"), "indexing_allowed": true,
	}}).OK().Int("group.id")
	listsUnused := func() bool {
		return strings.Contains(string(pageOf(w, "/sitemap.xml").OK().Body), fmt.Sprintf("/group/%d<", unused))
	}
	if !listsUnused() {
		t.Error("the sitemap does not list a new group")
	}
	owner.Delete(fmt.Sprint("/v1/issuer/groups/", unused)).OK()
	if listsUnused() {
		t.Error("the sitemap lists a deleted group")
	}
	if robots := string(pageOf(w, "/robots.txt").OK().Body); !strings.Contains(robots, "Disallow: /v1/\n") || !strings.Contains(robots, "Sitemap: "+apptest.Origin+"/sitemap.xml") {
		t.Errorf("robots.txt is %s", robots)
	}
}

func TestSecurityContactIsPublishedIfThereIsASupportAddress(t *testing.T) {
	t.Parallel()
	const path = "/.well-known/security.txt"
	apptest.New(t).Nobody().Call(http.MethodGet, path, nil).Want(http.StatusNotFound)
	settings := apptest.Settings(t)
	settings["LAUREL_SUPPORT_EMAIL"] = "help+security@laurel.example"
	w := apptest.NewWith(t, settings)
	got := w.Nobody().Call(http.MethodGet, path, nil).OK()
	lines := strings.Split(strings.TrimSpace(string(got.Body)), "\n")
	if len(lines) != 3 || lines[0] != "Contact: mailto:help+security@laurel.example" || lines[2] != "Canonical: "+apptest.Origin+path {
		t.Fatalf("security.txt is %s", got.Body)
	}
	stamp, _ := strings.CutPrefix(lines[1], "Expires: ")
	expires, err := time.Parse(time.RFC3339, stamp)
	if left := time.Until(expires); err != nil || left < 24*time.Hour || left > 366*24*time.Hour {
		t.Errorf("it expires at %q: %v", stamp, err)
	}
}

func TestOtherSitesEmbedACredentialByOEmbed(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("guild")
	open := owner.Issued(owner.Group("Weaving"), "ada").Text("credential.uuid")
	secret := owner.Issued(owner.Group("Dyeing"), "ada", apptest.J{"private": true})
	ask := func(address, more string) apptest.Reply {
		return w.Nobody().Get("/oembed?url=" + url.QueryEscape(address) + more)
	}
	embed := ask(apptest.Origin+"/"+open, "&format=json&maxwidth=400").OK()
	if embed.Text("type") != "rich" || embed.Text("version") != "1.0" || embed.Int("width") != 400 || embed.Text("author_name") != "guild" ||
		!strings.Contains(embed.Text("html"), `src="`+apptest.Origin+"/embed/"+open+`"`) {
		t.Errorf("the response is %s", embed.Body)
	}
	ask(apptest.Origin+"/"+secret.Text("credential.uuid"), "").Want(http.StatusUnauthorized)
	ask(apptest.Origin+"/"+secret.Text("credential.uuid")+"?key="+secret.Text("credential.private_key"), "").Want(http.StatusUnauthorized)
	ask(apptest.Origin+"/x9", "").Want(http.StatusNotFound)
	ask("https://elsewhere.example/"+open, "").Want(http.StatusNotFound)
	ask(apptest.Origin+"/"+open, "&format=xml").Want(http.StatusNotImplemented)
}
