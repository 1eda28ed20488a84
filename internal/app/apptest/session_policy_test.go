package apptest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

func setPolicy(who apptest.Issuer, policy apptest.J) apptest.Reply {
	return who.Put("/v1/sign_in_policy", apptest.J{"sign_in_policy": policy})
}

func TestSessionsEndByTheLimitsOfADepartment(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	ada := w.Issuer("ada")
	bob, key, other := ada.Viewer("bob"), ada.Key("write"), w.Issuer("other")
	for field, value := range map[string]int{"session_idle_hours": 0, "session_hours": 8761} {
		setPolicy(ada, apptest.J{field: value}).Refused(422, "field:"+field)
	}
	setPolicy(bob, apptest.J{"session_hours": 1}).Denied()
	got := setPolicy(ada, apptest.J{"session_idle_hours": 2, "session_hours": 5}).OK()
	if got.Int("sign_in_policy.session_idle_hours") != 2 || got.Int("sign_in_policy.session_hours") != 5 || got.At("sign_in_policy.second_factor_from") != nil {
		t.Errorf("the policy: %s", got.Body)
	}

	w.Clock.Advance(2*time.Hour - time.Minute)
	bob.Get("/v1/roles").OK()
	w.Clock.Advance(2 * time.Minute)
	ada.Get("/v1/roles").Refused(http.StatusUnauthorized, "session.limit") // not used for two hours
	w.Clock.Advance(time.Hour)
	bob.Get("/v1/roles").OK()
	w.Clock.Advance(time.Hour)
	bob.Get("/v1/roles").OK()
	w.Clock.Advance(time.Hour)
	bob.Get("/v1/roles").Refused(http.StatusUnauthorized, "session.limit") // used all the time, for five hours
	bob.Post("/v1/issuer_login/whoami", nil).Want(http.StatusUnauthorized)
	key.Get("/v1/roles").OK()
	other.Get("/v1/roles").OK()
	bob.SignIn()
	bob.Get("/v1/roles").OK()

	ada.SignIn()
	setPolicy(ada, apptest.J{"session_idle_hours": nil, "session_hours": nil}).OK()
	w.Clock.Advance(10 * time.Hour)
	ada.Get("/v1/roles").OK()
	if n := w.Number("select count(*) from audit_events where action = 'department.sessions_limited' and department_id = $1", ada.Department); n != 2 {
		t.Errorf("%d records of the changes, want 2", n)
	}
}

func TestTheShortestLimitOfAllDepartmentsCounts(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	ada := w.Issuer("ada")
	free := ada.Post("/v1/departments/create", apptest.J{"department": apptest.J{"name": "Free"}}).OK().Int("department.id")
	setPolicy(ada, apptest.J{"session_idle_hours": 1}).OK()
	ada.Department = free
	w.Clock.Advance(time.Hour)
	ada.Get("/v1/roles").Refused(http.StatusUnauthorized, "session.limit") // else one department would wake a session for another
	ada.SignIn()
	if got := ada.Get("/v1/issuer_login/sessions").OK(); strings.Count(string(got.Body), `"user_agent"`) != 1 {
		t.Errorf("sessions that have ended are listed: %s", got.Body)
	}
}

// behind returns settings whose only client is a trusted proxy.
func behind(t *testing.T) map[string]string {
	settings := apptest.Settings(t)
	settings["LAUREL_TRUSTED_PROXIES"] = "127.0.0.0/8,::1/128"
	return settings
}

func TestADepartmentAllowsSomeNetworksOnly(t *testing.T) {
	t.Parallel()
	w := apptest.NewWith(t, behind(t))
	ada := w.Issuer("ada")
	bob, key := ada.Viewer("bob"), ada.Key("write")
	const inside, outside = "203.0.113.7", "198.51.100.9"
	change := func(networks any, from string) apptest.Reply {
		return ada.Call(http.MethodPut, "/v1/sign_in_policy", apptest.J{"sign_in_policy": apptest.J{"allowed_networks": networks}}, "X-Forwarded-For", from)
	}
	for name, networks := range map[string][]string{
		"no network": {"office"}, "too long a prefix": {"203.0.113.0/33"}, "a zone": {"fe80::1%eth0"}, "more than IPv4": {"::ffff:0.0.0.0/95"}, "empty": {""},
		"without the own address": {"198.51.100.0/24", "2001:db8::/32"}, "too many": manyNetworks(101),
	} {
		if got := change(networks, inside); !got.IsRefusal(422, "field:allowed_networks") {
			t.Errorf("%s: %d %s", name, got.Status, got.Body)
		}
	}
	if got := change([]string{"198.51.100.0/24"}, inside); !strings.Contains(string(got.Body), inside) {
		t.Errorf("the refusal does not name the own address: %s", got.Body)
	}
	got := change([]string{"203.0.113.9/24", "::ffff:192.0.2.0/120", "2001:db8::1", "203.0.113.0/24"}, inside).OK()
	if list := fmt.Sprint(got.At("sign_in_policy.allowed_networks")); list != "[192.0.2.0/24 203.0.113.0/24 2001:db8::1/128]" {
		t.Errorf("the list: %s", list)
	}

	from := func(c apptest.Client, address, method, path string, body any) apptest.Reply {
		return c.Call(method, path, body, "X-Forwarded-For", address)
	}
	for address, ok := range map[string]bool{
		inside: true, "::ffff:203.0.113.7": true, "192.0.2.200": true, "2001:db8::1": true, "198.51.100.9, 203.0.113.7": true,
		outside: false, "203.0.114.7": false, "2001:db8::2": false, "203.0.113.7, 198.51.100.9": false, "::ffff:198.51.100.9": false,
	} {
		got := from(bob.Client, address, http.MethodGet, "/v1/team_members", nil)
		if ok && got.Status != http.StatusOK || !ok && !got.IsRefusal(http.StatusForbidden, "network.not_allowed") {
			t.Errorf("from %s: %d %s", address, got.Status, got.Body)
		}
	}
	bob.Get("/v1/roles").Refused(http.StatusForbidden, "network.not_allowed") // from the proxy itself
	from(key, outside, http.MethodGet, "/v1/roles", nil).OK()

	seen := from(bob.Client, outside, http.MethodPost, "/v1/issuer_login/whoami", nil).OK()
	if seen.Text("refused_address") != outside || seen.At("department") != nil || len(seen.At("permissions").([]any)) != 0 {
		t.Errorf("the session: %s", seen.Body)
	}
	if got := from(bob.Client, outside, http.MethodGet, "/v1/departments", nil).OK(); strings.Contains(string(got.Body), `"ada"`) {
		t.Errorf("its data in the list of departments: %s", got.Body)
	}
	if seen := from(bob.Client, inside, http.MethodPost, "/v1/issuer_login/whoami", nil).OK(); seen.At("refused_address") != nil || seen.Int("department.id") != ada.Department {
		t.Errorf("the session inside: %s", seen.Body)
	}
	change([]string{}, inside).OK()
	from(bob.Client, outside, http.MethodGet, "/v1/roles", nil).OK()
}

func manyNetworks(n int) (networks []string) {
	for i := range n {
		networks = append(networks, fmt.Sprintf("203.0.113.%d", i))
	}
	return networks
}

func TestTheNetworksOfOneDepartmentHoldWhereverItIsNamed(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	ada := w.Issuer("ada")
	strict := ada.Department
	free := ada.Post("/v1/departments/create", apptest.J{"department": apptest.J{"name": "Free"}}).OK().Int("department.id")
	w.Exec("update departments set allowed_networks = '{203.0.113.0/24}' where id = $1", strict)
	ada.Post("/v1/issuer_login/select_department", apptest.J{"department_id": free}).OK()
	ada.Department = free
	ada.Get("/v1/roles").OK()
	path := fmt.Sprint("/v1/departments/", strict)
	ada.Get(path).Refused(http.StatusForbidden, "network.not_allowed")
	ada.Put(path, apptest.J{"department": apptest.J{"name": "Taken"}}).Refused(http.StatusForbidden, "network.not_allowed")
	ada.Delete(path).Refused(http.StatusForbidden, "network.not_allowed")
	got := ada.Post("/v1/issuer_login/select_department", apptest.J{"department_id": strict}).OK()
	if got.At("refused_address") == nil || got.At("department") != nil {
		t.Errorf("the session: %s", got.Body)
	}
	got = ada.Post("/v1/issuer_login/select_department", apptest.J{"department_id": free}).OK()
	if got.At("refused_address") != nil || got.Int("department.id") != free {
		t.Errorf("the session after: %s", got.Body)
	}
}
