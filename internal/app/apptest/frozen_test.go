package apptest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"laurel/internal/app"
	"laurel/internal/app/apptest"
	"laurel/internal/platform/nettest"
	files "laurel/internal/platform/objects"
	"laurel/internal/platform/pg"
)

// noticed has a freeze noticed soon and nothing else limited, so that a slow machine changes no outcome.
func noticed() app.Option {
	database := pg.Deadlines{
		Connect: time.Minute, Public: time.Hour, Request: time.Hour, Job: time.Hour, Suspect: 200 * time.Millisecond, Probe: 2 * time.Second,
	}
	store := files.Deadlines{
		Connect: time.Hour, Attempt: time.Hour, Request: 500 * time.Millisecond, Job: time.Hour, Stall: time.Hour,
	}
	return app.WithDeadlines(database, store)
}

// route is a call that people or programs make all day.
type route struct {
	name, method, path string
	body               any
	html, signedIn     bool
	frozen             int // what it answers while the server behind it is frozen
}

// asks makes the calls, which have to be answered as they say before a freeze ends.
func asks(t *testing.T, owner apptest.Issuer, routes []route) {
	t.Helper()
	for _, c := range routes {
		as := owner.World.Nobody()
		if c.signedIn {
			as = owner.Client
		}
		accept := "application/json"
		if c.html {
			accept = "text/html,application/xhtml+xml"
		}
		r := as.Call(c.method, c.path, c.body, "Accept", accept)
		if r.Status != c.frozen {
			t.Errorf("%s is answered %d %.300s; want %d", c.name, r.Status, r.Body, c.frozen)
			continue
		}
		page := strings.HasPrefix(r.Header.Get("Content-Type"), "text/html")
		if c.frozen == http.StatusServiceUnavailable && c.path != "/readyz" &&
			(r.Header.Get("Retry-After") == "" || page != c.html || !strings.Contains(string(r.Body), "isn’t available at the moment") && !strings.Contains(string(r.Body), "can’t be created at the moment")) {
			t.Errorf("%s is answered %v %s", c.name, r.Header, r.Body)
		}
	}
}

// shown is an issued credential with a stored certificate.
type shown struct {
	owner          apptest.Issuer
	id             int64
	ref            string
	group          int64
	picture, paper string
}

func showing(t *testing.T, w *apptest.World) shown {
	t.Helper()
	owner := w.Issuer("owner")
	group := owner.Group("Botany")
	issued := owner.Issued(group, "ada")
	w.Work()
	w.Print()
	s := shown{owner: owner, group: group, id: issued.Int("credential.accredible_internal_id"), ref: issued.Text("credential.uuid")}
	s.picture = "/v1/frontend/credential_website_embed_image/certificate/" + s.ref
	s.paper = "/v1/credentials/generate_certificate_pdf?credential_id=" + s.ref
	return s
}

// warm asks for a document until the process has it at hand.
func warm(t *testing.T, w *apptest.World, paths ...string) {
	t.Helper()
	for _, path := range paths {
		for range 3 {
			apptest.Eventually(t, path, func() bool { return w.Nobody().Get(path).Status == http.StatusOK })
		}
	}
}

func TestEveryRouteIsAnsweredWhileTheDatabaseIsFrozen(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	settings := apptest.Settings(t)
	proxy, address := nettest.Postgres(t, settings["DATABASE_URL"])
	settings["DATABASE_URL"] = address
	w := apptest.NewWith(t, settings, noticed())
	s := showing(t, w)
	warm(t, w, s.picture, s.paper)
	draft := apptest.J{"credential": apptest.J{"group_id": s.group, "recipient": apptest.J{"name": "Bob", "email": "bob@recipients.example"}}}
	const down = http.StatusServiceUnavailable
	proxy.Freeze()
	asks(t, s.owner, []route{
		{"page", http.MethodGet, "/" + s.ref, nil, true, false, down},
		{"page as JSON", http.MethodGet, "/" + s.ref, nil, false, false, down},
		{"PDF", http.MethodGet, s.paper, nil, true, false, down},
		{"picture", http.MethodGet, s.picture, nil, false, false, down},
		{"JSON", http.MethodGet, "/v1/public/credentials/" + s.ref, nil, false, false, down},
		{"signed badge", http.MethodGet, "/v1/openbadges/credentials/" + s.ref, nil, false, false, down},
		{"group", http.MethodGet, fmt.Sprint("/v1/public/groups/", s.group), nil, false, false, down},
		{"list", http.MethodGet, "/v1/all_credentials", nil, false, true, down},
		{"read", http.MethodGet, fmt.Sprint("/v1/credentials/", s.id), nil, false, true, down},
		{"create", http.MethodPost, "/v1/credentials", draft, false, true, down},
		{"sign-in", http.MethodPost, "/v1/issuer_login/sign_in", apptest.J{"email": s.owner.Email, "password": apptest.Password}, false, false, down},
		{"dashboard", http.MethodGet, "/credentials", nil, true, false, http.StatusOK},
		{"readiness", http.MethodGet, "/readyz", nil, false, false, down},
		{"life", http.MethodGet, "/healthz", nil, false, false, http.StatusOK},
	})
	// Verifying says that it could not be checked, not that it failed.
	if r := w.Nobody().Post("/v1/verify", apptest.J{"input": apptest.Origin + "/" + s.ref}); r.Status != http.StatusOK && r.Status != down {
		t.Errorf("verification is answered %d %s", r.Status, r.Body)
	}
	proxy.Thaw()
	warm(t, w, "/"+s.ref, s.picture, s.paper, "/readyz")
	apptest.Eventually(t, "credentials to be made", func() bool { return s.owner.Post("/v1/credentials", draft).Status == http.StatusOK })
	w.Work()
}

func TestWhatIsAtHandIsServedWhileTheStoreIsFrozen(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	settings := apptest.Settings(t)
	proxy := nettest.NewProxy(t, "tcp", strings.TrimPrefix(settings["S3_ENDPOINT"], "http://"))
	settings["S3_ENDPOINT"] = "http://" + proxy.Address()
	w := apptest.NewWith(t, settings, noticed())
	s := showing(t, w)
	warm(t, w, s.picture, s.paper)
	const down = http.StatusServiceUnavailable
	proxy.Freeze()
	asks(t, s.owner, []route{
		{"page", http.MethodGet, "/" + s.ref, nil, true, false, http.StatusOK},
		{"JSON", http.MethodGet, "/v1/public/credentials/" + s.ref, nil, false, false, http.StatusOK},
		{"PDF at hand", http.MethodGet, s.paper, nil, true, false, http.StatusOK},
		{"picture at hand", http.MethodGet, s.picture, nil, false, false, http.StatusOK},
		{"PDF of another kind", http.MethodGet, s.paper + "&mode=print", nil, true, false, down},
		{"picture of another width", http.MethodGet, s.picture + "?width=333", nil, false, false, down},
		{"file", http.MethodGet, "/files/public/missing.png", nil, false, false, down},
		{"list", http.MethodGet, "/v1/all_credentials", nil, false, true, http.StatusOK},
		{"read", http.MethodGet, fmt.Sprint("/v1/credentials/", s.id), nil, false, true, http.StatusOK},
		{"sign-in", http.MethodPost, "/v1/issuer_login/sign_in", apptest.J{"email": s.owner.Email, "password": apptest.Password}, false, false, http.StatusOK},
	})
	proxy.Thaw()
	warm(t, w, s.paper+"&mode=print", s.picture+"?width=333")
}
