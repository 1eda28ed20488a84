package apptest_test

import (
	"fmt"
	"net/http"
	"sort"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"

	"laurel/internal/app/apptest"
)

func TestRoutesAndContractNameTheSameCalls(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	routed := map[string]bool{}
	err := chi.Walk(w.Routes, func(method, route string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		if (strings.HasPrefix(route, "/v1/") || strings.HasPrefix(route, "/v2/")) && !strings.HasSuffix(route, "/openapi.yaml") {
			routed[method+" "+route] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	documented := map[string]bool{}
	for _, op := range apptest.Operations(t) {
		documented[op.Method+" "+op.Path] = true
	}
	for _, call := range missing(routed, documented) {
		t.Errorf("%s is served but not in the contract", call)
	}
	for _, call := range missing(documented, routed) {
		t.Errorf("%s is in the contract but not served", call)
	}
}

// missing lists what is in all but not in known.
func missing(all, known map[string]bool) []string {
	var out []string
	for call := range all {
		if !known[call] {
			out = append(out, call)
		}
	}
	sort.Strings(out)
	return out
}

func TestAddressesMayEndInASlashAndHoldDoubleOnes(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	key := owner.Key("write")
	group := key.Group("Weaving")
	body := apptest.J{"credential": apptest.J{"group_id": group, "recipient": apptest.J{"name": "Ada", "email": "ada@recipients.example"}}}
	id := key.Post("/v1/credentials/", body).OK().Text("credential.uuid")
	key.Get("/v1/credentials/" + id + "/").OK()
	key.Get("//v1//credentials//" + id).OK()
	key.Get("/v1//issuer/groups/").OK()
}

func TestEveryAnswerCarriesTheSecurityHeaders(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	credential := owner.Issued(owner.Group("Weaving"), "ada").Text("credential.uuid")
	for _, call := range []struct{ method, path string }{
		{"GET", "/"},
		{"GET", "/sign-in"},
		{"GET", "/design-maker"},
		{"GET", "/no-such-page"},
		{"GET", "/" + credential},
		{"GET", "/embed/" + credential},
		{"GET", "/0000"},
		{"GET", "/assets/none.js"},
		{"GET", "/locales/en.json"},
		{"GET", "/locales/none.json"},
		{"GET", "/healthz"},
		{"GET", "/readyz"},
		{"GET", "/v1/openapi.yaml"},
		{"GET", "/v1/none"},
		{"DELETE", "/v1/credentials"},
		{"GET", "/v2/none"},
		{"GET", "/v1/public/credentials/" + credential},
		{"GET", "/v1/public/credentials/none"},
		{"POST", "/v1/issuer_login/whoami"},
		{"POST", "/v1/issuer_login/sign_in"},
		{"GET", "/v1/issuer/groups"},
		{"OPTIONS", "/v1/issuer/groups"},
		{"PUT", "/"},
	} {
		reply := w.Nobody().Call(call.method, call.path, nil)
		if reply.Status >= 500 && call.path != "/readyz" {
			t.Errorf("%s answers %d %s", reply.Call, reply.Status, reply.Body)
		}
		for header, want := range map[string]string{
			"X-Content-Type-Options":    "nosniff",
			"Referrer-Policy":           "no-referrer",
			"Content-Security-Policy":   "frame-ancestors",
			"Strict-Transport-Security": "max-age=31536000",
			"X-Request-Id":              "-",
		} {
			if !strings.Contains(reply.Header.Get(header), want) {
				t.Errorf("%s answers %s %q", reply.Call, header, reply.Header.Get(header))
			}
		}
		if shown := reply.Header.Get("Cross-Origin-Resource-Policy") == "cross-origin"; shown != strings.HasPrefix(call.path, "/embed/") && call.path != "/design-maker" {
			t.Errorf("%s answers %q", reply.Call, reply.Header.Get("Cross-Origin-Resource-Policy"))
		}
		if reply.Header.Get("Server") != "" {
			t.Errorf("%s tells what serves it", reply.Call)
		}
		if framed := strings.Contains(reply.Header.Get("Content-Security-Policy"), "frame-ancestors 'none'"); framed == strings.HasPrefix(call.path, "/embed/") {
			t.Errorf("%s: only embed pages may be framed: %s", reply.Call, reply.Header.Get("Content-Security-Policy"))
		}
	}
}

func TestOtherSitesMayShowPicturesAndReadKeys(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	ref := owner.Issued(owner.Group("Weaving"), "ada").Text("credential.uuid")
	w.Nobody().Get("/v1/openbadges/credentials/" + ref).OK()
	for _, path := range []string{
		fmt.Sprintf("/d/%d/did.json", owner.Department), "/embed/" + ref, "/v1/frontend/credential_website_embed_image/certificate/" + ref,
	} {
		reply := w.Nobody().Get(path).Want(http.StatusOK)
		if got := reply.Header.Get("Cross-Origin-Resource-Policy"); got != "cross-origin" {
			t.Errorf("%s answers %q", path, got)
		}
	}
}

func TestUnknownCallsAnswerJSON(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	for _, path := range []string{"/v1/none", "/v1/credentials/1/none", "/v2/none"} {
		w.Nobody().Get(path).Refused(http.StatusNotFound, "no_such_call")
	}
}

func TestAWrongMethodIsToldWhichOnesThereAre(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	for call, want := range map[string]string{
		"GET /v2/credentials/search": "POST, OPTIONS", "TRACE /v1/issuer/groups": "GET, HEAD, POST, OPTIONS", "POST /v1/credentials/1": "GET, HEAD, PUT, PATCH, DELETE, OPTIONS",
		"DELETE /v1/credentials": "GET, HEAD, POST, OPTIONS",
	} {
		method, path, _ := strings.Cut(call, " ")
		reply := w.Nobody().Call(method, path, nil)
		reply.Refused(http.StatusMethodNotAllowed, "method_not_allowed")
		if got := reply.Header.Get("Allow"); got != want {
			t.Errorf("%s allows %q, want %q", call, got, want)
		}
	}
}

func TestHEADIsAnsweredWhereGETIs(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	key := owner.Key("read")
	credential := owner.Issued(owner.Group("Weaving"), "ada").Text("credential.uuid")
	w.Nobody().Get("/v1/openbadges/credentials/" + credential).OK()
	for _, path := range []string{
		"/", "/" + credential, "/healthz", "/locales/en.json", "/v1/openapi.yaml", "/v2/openapi.yaml", fmt.Sprintf("/d/%d/did.json", owner.Department),
		"/v1/issuer/groups", "/v1/credentials/" + credential, "/v1/public/credentials/" + credential, "/v1/none", "/v1/designs/None",
	} {
		get, head := key.Get(path), key.Call(http.MethodHead, path, nil)
		if head.Status != get.Status || len(head.Body) != 0 || head.Header.Get("Content-Type") != get.Header.Get("Content-Type") {
			t.Errorf("HEAD %s answers %d %q with %d bytes; GET answers %d %q", path, head.Status, head.Header.Get("Content-Type"), len(head.Body), get.Status, get.Header.Get("Content-Type"))
		}
	}
}

func TestAWrongKeyIsToldSo(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	key := w.Issuer("owner").Key("read")
	for _, header := range []string{"Token token=laurel_nonsense", "Token nonsense", strings.Replace(key.Authorization, "Token token=", "Bearer ", 1) + "x", key.Authorization + "x"} {
		reply := w.With(header).Get("/v1/issuer/groups")
		reply.Refused(http.StatusUnauthorized, "api_key.wrong")
		if !strings.Contains(reply.Text("errors"), "API key") {
			t.Errorf("%q: %s", header, reply.Body)
		}
	}
	w.Nobody().Get("/v1/issuer/groups").Refused(http.StatusUnauthorized, "not_signed_in")
}

func TestReadinessTellsOfEachPart(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	w.Nobody().Get("/healthz").OK()
	ready := w.Nobody().Get("/readyz")
	for _, part := range []string{"database", "store"} {
		if ready.Text("checks."+part) != "ok" {
			t.Errorf("%s is not ready: %s", part, ready.Body)
		}
	}
}

func TestWithoutItsDatabaseAProcessLivesButIsNotReady(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	w.App.Pool.Close()
	w.Nobody().Get("/healthz").OK()
	w.Nobody().Get("/readyz").Want(http.StatusServiceUnavailable)
}

func TestBrokenDatabaseConnectionsMend(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	for range 3 {
		w.Exec("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()")
		apptest.Eventually(t, "an answer", func() bool {
			r := owner.Get("/v1/issuer/groups")
			if r.Status != http.StatusOK && r.Status != http.StatusServiceUnavailable {
				t.Errorf("%s answers %d %s", r.Call, r.Status, r.Body)
			}
			return r.Status == http.StatusOK
		})
	}
}
