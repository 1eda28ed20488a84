package apptest_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/app/apptest"
	"laurel/internal/edges/openapi"
)

// keyWith makes a key and gives a client that uses it.
func keyWith(owner apptest.Issuer, name string, more apptest.J) apptest.Client {
	in := apptest.J{"name": name}
	for field, value := range more {
		in[field] = value
	}
	return owner.World.With("Token token=" + owner.Post("/v1/issuer/api_keys", apptest.J{"api_key": in}).OK().Text("secret"))
}

// contractCalls are what the contract says of its calls, by their ids.
func contractCalls(t *testing.T) map[string]openapi.Call {
	t.Helper()
	calls, err := openapi.Calls()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]openapi.Call{}
	for _, call := range calls {
		out[call.ID] = call
	}
	return out
}

func TestEveryCallNeedsItsScopeAndSaysSo(t *testing.T) {
	t.Parallel()
	w := withEverything(t)
	owner := w.Issuer("owner")
	all := keyWith(owner, "all", apptest.J{"scopes": access.KeyScopes()})
	mine := possessions(owner)
	delete(mine, "department") // or it would be deleted in between
	calls, needing := contractCalls(t), map[string][]string{}
	for id, op := range apptest.Operations(t) {
		switch call := calls[id]; {
		case call.Open:
			if len(call.Scopes) > 0 || call.People {
				t.Errorf("%s needs no sign-in and has a scope", id)
			}
		case call.People:
			operations[id].call(all, op, mine).Refused(http.StatusForbidden, "api_key.people_only")
		case len(call.Scopes) == 0:
			t.Errorf("%s has no scope", id)
		default:
			needed := strings.Join(call.Scopes, " / ")
			needing[needed] = append(needing[needed], id)
		}
	}
	for needed, ids := range needing {
		scopes := strings.Split(needed, " / ")
		others := slices.DeleteFunc(access.KeyScopes(), func(scope string) bool { return slices.Contains(scopes, scope) })
		if len(others)+len(scopes) != len(access.KeyScopes()) {
			t.Errorf("%v need %s, which is no scope", ids, needed)
		}
		made := owner.Post("/v1/issuer/api_keys", apptest.J{"api_key": apptest.J{"name": "all but " + needed, "scopes": others}}).OK()
		lacking := w.With("Token token=" + made.Text("secret"))
		for _, id := range ids {
			op := apptest.Operations(t)[id]
			refused := operations[id].call(lacking, op, mine)
			refused.Refused(http.StatusForbidden, "api_key.scope_missing")
			if !strings.Contains(string(refused.Body), needed) {
				t.Errorf("%s does not name %s: %s", id, needed, refused.Body)
			}
			if r := operations[id].call(all, op, nothing); r.Status == http.StatusForbidden && strings.Contains(string(r.Body), "api_key.scope") {
				t.Errorf("%s refuses a key with all scopes: %s", id, r.Body)
			}
		}
		owner.Delete(fmt.Sprint("/v1/issuer/api_keys/", made.Int("api_key.id"))).OK() // there may be twenty
	}
}

func TestAKeyThatIsLimitedToGroupsSeesNoOther(t *testing.T) {
	t.Parallel()
	w := withEverything(t)
	owner := w.Issuer("owner")
	theirs := possessions(owner)
	own := owner.Group("Spinning")
	key := keyWith(owner, "limited", apptest.J{"access": "write", "group_ids": []int64{own}})
	calls := contractCalls(t)
	for id, op := range apptest.Operations(t) {
		o, call := operations[id], calls[id]
		if call.Open || call.People || call.Whole || o.who == owners || !slices.Contains([]string{"group", "credential", "evidence"}, o.kind) {
			continue
		}
		foreign, none := o.call(key, op, theirs), o.call(key, op, nothing)
		if foreign.Status != none.Status || foreign.Status < 400 || string(foreign.Body) != string(none.Body) {
			t.Errorf("%s: another group's answers %d %s, none %d %s", id, foreign.Status, foreign.Body, none.Status, none.Body)
		}
	}
	mine := key.Issued(own, "grace").Int("credential.id")
	key.Get(fmt.Sprint("/v1/credentials/", mine)).OK()
	if found := key.Post("/v1/credentials/search", nil).OK(); found.Int("meta.total_count") != 1 {
		t.Errorf("the key finds %s", found.Body)
	}
	if found := key.Get("/v1/issuer/groups").OK(); found.Int("meta.total_count") != 1 || found.Int("groups.0.id") != own {
		t.Errorf("the key finds %s", found.Body)
	}
	key.Post("/v1/issuer/groups", someGroup).Refused(http.StatusForbidden, "api_key.limited_to_groups")
	key.Post("/v1/exports", `{"kind":"certificate","all_matching":{}}`).Refused(http.StatusForbidden, "api_key.limited_to_groups")
	w.Work()
}

func TestAKeysRequestsAreLoggedWithoutWhatTheySent(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	key := keyWith(owner, "reader", apptest.J{"scopes": []string{"credentials:read"}})
	id := owner.Get("/v1/issuer/api_keys").OK().Int("api_keys.0.id")
	key.Get("/v1/credentials/123456?key=very-secret").Want(http.StatusNotFound)
	key.Get("/v1/issuer/groups").Refused(http.StatusForbidden, "api_key.scope_missing")
	key.Post("/v1/credentials/search?page=2", `{"name":"very-secret"}`).OK()
	key.Get("/v1/credentialz/123456").Refused(http.StatusNotFound, "no_such_call")
	if err := w.App.APIKeys.WriteNotes(t.Context()); err != nil {
		t.Fatal(err)
	}
	log := owner.Get(fmt.Sprintf("/v1/issuer/api_keys/%d/requests", id)).OK()
	for i, want := range []string{
		"GET /v1/credentialz/{…} 404 no_such_call", "POST /v1/credentials/search 200 ", "GET /v1/issuer/groups 403 api_key.scope_missing",
		"GET /v1/credentials/{id} 404 credential.not_found",
	} {
		at := fmt.Sprintf("requests.%d.", i)
		if got := fmt.Sprint(log.Text(at+"method"), " ", log.Text(at+"path"), " ", log.Int(at+"status"), " ", log.Text(at+"code")); got != want {
			t.Errorf("request %d: %s; want %s", i, got, want)
		}
	}
	if n := w.Number("select count(*) from api_key_requests r where strpos(r::text, 'secret') > 0"); n != 0 {
		t.Error("the log holds what was sent")
	}
	if used := owner.Get("/v1/issuer/api_keys").OK(); used.Text("api_keys.0.last_used_address") != "127.0.0.1" {
		t.Errorf("last used: %s", used.Body)
	}
}

func TestTooManyRequestsAreRefusedForAWhile(t *testing.T) {
	t.Parallel()
	settings := apptest.Settings(t)
	settings["LAUREL_RATE_KEY"], settings["LAUREL_RATE_ADDRESS"] = "20", "60"
	w := apptest.NewWith(t, settings)
	owner := w.Issuer("owner") // one request
	key := owner.Key("read")   // another
	if first := key.Get("/v1/issuer/groups").OK().Header; first.Get("RateLimit-Limit") != "20" || first.Get("RateLimit-Remaining") != "19" || first.Get("RateLimit-Reset") != "60" {
		t.Errorf("the first request is told %v", first)
	}
	for range 19 {
		key.Get("/v1/issuer/groups").OK()
	}
	refused := key.Get("/v1/issuer/groups")
	refused.Refused(http.StatusTooManyRequests, "too_many_requests")
	if refused.Header.Get("Retry-After") != "60" || refused.Header.Get("RateLimit-Remaining") != "0" || !strings.Contains(string(refused.Body), "Due to high demand, your request could not be processed") {
		t.Errorf("refused with %v %s", refused.Header, refused.Body)
	}
	for range 37 { // 23 are made
		owner.Get("/v1/issuer/groups").OK()
	}
	owner.Get("/v1/issuer/groups").Refused(http.StatusTooManyRequests, "too_many_requests")
	w.Clock.Advance(5*time.Minute + time.Second)
	key.Get("/v1/issuer/groups").OK()
}
