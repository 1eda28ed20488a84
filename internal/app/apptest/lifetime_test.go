package apptest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

// publicPaths are all the addresses that show a credential to the world.
func publicPaths(credential apptest.Reply) []string {
	uuid := credential.Text("credential.uuid")
	return []string{
		"/v1/public/credentials/" + uuid,
		"/v1/public/credentials/" + credential.Text("credential.encoded_id"),
		fmt.Sprint("/v1/public/credentials/", credential.Int("credential.accredible_internal_id")),
		"/v1/obi/badge_assertions/" + uuid,
		"/v1/credentials/generate_certificate_pdf?credential_id=" + uuid,
		"/v1/credentials/generate_certificate_pdf?mode=print&credential_id=" + uuid,
		"/v1/credentials/generate_baked_badge?credential_id=" + uuid,
		"/v1/frontend/credential_website_embed_image/certificate/" + uuid,
		"/v1/frontend/credential_website_embed_image/badge/" + uuid,
		"/" + uuid,
		"/" + credential.Text("credential.encoded_id"),
		"/embed/" + uuid,
	}
}

// hiddenStatus is 404 for a path with the sequential number of a credential, so that nobody learns which numbers exist.
func hiddenStatus(credential apptest.Reply, path string, otherwise int) int {
	if strings.Contains(path, fmt.Sprint("/", credential.Int("credential.accredible_internal_id"))) {
		return http.StatusNotFound
	}
	return otherwise
}

func withKey(path, key string) string {
	separator := "?"
	if strings.Contains(path, "?") {
		separator = "&"
	}
	return path + separator + "key=" + key
}

func TestAPrivateCredentialNeedsItsKeyEverywhere(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	private := owner.Issued(group, "ada", apptest.J{"private": true})
	other := owner.Issued(group, "grace", apptest.J{"private": true})
	for _, path := range publicPaths(private) {
		for _, wrong := range []string{path, withKey(path, "wrong-key"), withKey(path, other.Text("credential.private_key"))} {
			r := w.Nobody().Get(wrong).Want(hiddenStatus(private, wrong, http.StatusForbidden))
			if strings.Contains(string(r.Body), "ada") || strings.Contains(string(r.Body), "Weaving") {
				t.Errorf("%s tells of the credential: %s", r.Call, r.Body)
			}
		}
	}
	key := private.Text("credential.private_key")
	for _, path := range publicPaths(private) {
		if strings.HasPrefix(path, "/v1/credentials/generate") || strings.HasPrefix(path, "/v1/frontend") {
			continue // what Chrome paints is the business of the test in a browser
		}
		r := w.Nobody().Get(withKey(path, key)).OK()
		if cache := r.Header.Get("Cache-Control"); !strings.HasPrefix(path, "/v1/obi") && cache != "no-store" {
			t.Errorf("%s may be kept: %s", r.Call, cache)
		}
	}
}

func TestPublicAnswersTellNothingThatIsNotPublic(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	credential := owner.Issued(owner.Group("Weaving"), "ada", apptest.J{"meta_data": apptest.J{"secret_note": "hush"}})
	for _, path := range publicPaths(credential) {
		if strings.HasPrefix(path, "/v1/credentials/generate") || strings.HasPrefix(path, "/v1/frontend") {
			continue
		}
		r := w.Nobody().Get(path).OK()
		for _, word := range []string{apptest.Email("ada"), "private_key", "hush", "@people.example", "meta_data"} {
			if strings.Contains(string(r.Body), word) {
				t.Errorf("%s tells %q", r.Call, word)
			}
		}
	}
}

func TestADraftDoesNotExistInPublic(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	draft := owner.Draft(owner.Group("Weaving"), "ada", apptest.J{"private": true})
	for _, path := range publicPaths(draft) {
		w.Nobody().Get(withKey(path, draft.Text("credential.private_key"))).Want(http.StatusNotFound)
	}
	uuid := draft.Text("credential.uuid")
	drafted := w.Nobody().Get("/v1/public/credentials/" + uuid)
	unknown := w.Nobody().Get("/v1/public/credentials/" + strings.Repeat("0", 8) + uuid[8:])
	if string(drafted.Body) != string(unknown.Body) {
		t.Errorf("a draft answers %s, what never was %s", drafted.Body, unknown.Body)
	}
}

func TestADeletedCredentialIsGoneAndComesBack(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	credential := owner.Issued(owner.Group("Weaving"), "ada")
	id := credential.Text("credential.uuid")
	owner.Delete("/v1/credentials/" + id).OK()
	for _, path := range publicPaths(credential) {
		r := w.Nobody().Get(path).Want(hiddenStatus(credential, path, http.StatusGone))
		if strings.Contains(string(r.Body), "ada") {
			t.Errorf("%s still tells whose it was: %s", r.Call, r.Body)
		}
	}
	owner.Get("/v1/credentials/"+id).Refused(http.StatusNotFound, "credential.not_found")
	owner.Post("/v1/credentials/"+id+"/restore", nil).OK()
	if state := w.Nobody().Get("/v1/public/credentials/" + id).OK().Text("credential.state"); state != "published" {
		t.Errorf("the restored credential is %s", state)
	}
}

func TestIssuedCredentialsKeepTheDesignTheyWereIssuedWith(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	design := owner.Design("Plain")
	group := owner.Post("/v1/issuer/groups", apptest.J{"group": apptest.J{"name": "G", "course_name": "C", "certificate_design_id": design}}).OK().Int("group.id")
	first, draft := owner.Issued(group, "ada").Text("credential.uuid"), owner.Draft(group, "grace").Int("credential.id")
	picture := func(uuid string) string {
		return owner.Get("/v1/credentials/" + uuid).OK().Text("credential.seo_image")
	}
	version := w.Number("select certificate_version_id from credentials where uuid = $1", first)
	shown := picture(first)

	owner.Post("/v1/certificate_designs/update", apptest.J{"id": design, "confirm": true, "design": apptest.J{"name": "Plain", "background_color": "#112233"}}).OK()
	if now := w.Number("select certificate_version_id from credentials where uuid = $1", first); now != version {
		t.Errorf("the issued credential moved from version %d to %d", version, now)
	}
	if picture(first) != shown {
		t.Errorf("the issued credential's picture moved from %s to %s", shown, picture(first))
	}
	owner.Post("/v1/credentials/publish", apptest.J{"credential_ids": []int64{draft}}).OK()
	w.Work()
	if now := w.Number("select certificate_version_id from credentials where id = $1", draft); now == version {
		t.Error("a credential published afterwards has the old design")
	}
}

func TestIssuedCredentialsKeepTheIssuersName(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	first := owner.Issued(group, "ada").Text("credential.uuid")
	owner.Post("/v1/department/update", apptest.J{"issuer": apptest.J{"name": "Renamed"}}).OK()
	second := owner.Issued(group, "grace").Text("credential.uuid")
	for uuid, want := range map[string]string{first: "owner", second: "Renamed"} {
		if name := w.Nobody().Get("/v1/public/credentials/" + uuid).OK().Text("credential.issuer.name"); name != want {
			t.Errorf("issued by %s; want %s", name, want)
		}
	}
}

func TestACredentialRunsOutOnItsDay(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	last := w.Clock.Now().AddDate(0, 0, 30)
	uuid := owner.Issued(owner.Group("Weaving"), "ada", apptest.J{"expired_on": last.Format(time.DateOnly)}).Text("credential.uuid")
	status := func() string {
		return w.Nobody().Get("/v1/public/credentials/" + uuid).OK().Text("credential.verdict.status")
	}
	if s := status(); s != "valid" {
		t.Errorf("a new credential is %s", s)
	}
	w.Clock.Advance(32 * 24 * time.Hour)
	if s := status(); s != "expired" {
		t.Errorf("a month later, before any job ran, it is %s", s)
	}
	if _, err := w.App.Lifecycle.ExpireDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s := w.Nobody().Get("/v1/public/credentials/" + uuid).OK().Text("credential.state"); s != "expired" {
		t.Errorf("the job left it %s", s)
	}
}
