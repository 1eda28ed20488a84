package apptest_test

import (
	"fmt"
	"maps"
	"math"
	"net/http"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
	"laurel/internal/platform/nettest"
)

// mostRoundTrips is how often a public page may ask the database: with 300 ms to get there it is answered within a second.
const mostRoundTrips = 3

func TestAPublicPageTakesFewRoundTripsToTheDatabase(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	settings := apptest.Settings(t)
	w := apptest.NewWith(t, settings)
	owner := w.Issuer("owner")
	group := owner.Group("Botany")
	const warming, counted = 3, 3
	refs := make([]string, warming+counted)
	for i := range refs { // they renew one another and have evidence
		issued := owner.Issued(group, fmt.Sprint("ada", i), apptest.J{"evidence_items": []apptest.J{{"description": "E", "category": "url", "url": "https://example.org/"}}})
		refs[i] = issued.Text("credential.uuid")
	}
	w.Exec("update credentials c set supersedes_id = (select max(o.id) from credentials o where o.id < c.id)")
	w.Work()
	w.Print()
	design := w.Text("select v.uuid::text from credentials c join design_versions v on v.id = c.certificate_version_id limit 1")
	// Another process serves what is counted: the workers of this one ask for jobs all the time.
	through := maps.Clone(settings)
	var proxy *nettest.Proxy
	proxy, through["DATABASE_URL"] = nettest.Postgres(t, settings["DATABASE_URL"])
	serving := apptest.NewWith(t, through)
	const browser = "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"
	for name, path := range map[string]string{
		"page":          "/REF",
		"embedded page": "/embed/REF",
		"JSON":          "/v1/public/credentials/REF",
		"PDF":           "/v1/credentials/generate_certificate_pdf?credential_id=REF",
		"picture":       "/v1/frontend/credential_website_embed_image/certificate/REF",
		"share picture": "/v1/frontend/credential_seo_image/REF",
		"design":        "/v1/frontend/design_image/" + design,
		"group":         fmt.Sprint("/v1/public/groups/", group),
		"group page":    fmt.Sprint("/group/", group),
		"signed badge":  "/v1/openbadges/credentials/REF",
		"assertion":     "/v1/obi/badge_assertions/REF",
		"badge class":   fmt.Sprint("/v1/obi/issuer_badge_classes/", group),
		"issuer":        fmt.Sprint("/v1/obi/issuers/", owner.Department),
		"keys":          fmt.Sprint("/d/", owner.Department, "/did.json"),
		"status list":   fmt.Sprint("/d/", owner.Department, "/status/1/revocation.json"),
		"network":       "/v1/credential-net/credentials/REF",
	} {
		ask := func(ref string) int {
			before := proxy.RoundTrips()
			serving.Nobody().Call(http.MethodGet, strings.ReplaceAll(path, "REF", ref), nil, "Accept", "text/html,*/*", "User-Agent", browser).Want(http.StatusOK)
			return proxy.RoundTrips() - before
		}
		for _, ref := range refs[:warming] { // the process is warm, the credential is new to it
			ask(ref)
			ask(ref)
		}
		// Visits are written a second later: that they fall into one request does not count.
		first, again := math.MaxInt, math.MaxInt
		for _, ref := range refs[warming:] {
			first, again = min(first, ask(ref)), min(again, ask(ref))
		}
		t.Logf("%s: %d round trips at first, %d again", name, first, again)
		if first > mostRoundTrips || again > mostRoundTrips {
			t.Errorf("%s takes %d round trips at first, %d again; want at most %d", name, first, again, mostRoundTrips)
		}
	}
}
