package scim_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"laurel/internal/platform/scim"
)

func read(t *testing.T, of *scim.Type, text string) scim.Resource {
	t.Helper()
	r, err := of.Read([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return r.Copy() // as JSON reads it
}

// TestPatchesLeadWhereReplacingLeads changes a user step by step and at once, in random ways, and compares.
func TestPatchesLeadWhereReplacingLeads(t *testing.T) {
	t.Parallel()
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 1))
		word := func() string { return fmt.Sprintf("w%d", random.IntN(5)) }
		want := map[string]any{"userName": "ada"}
		patched := read(t, scim.User, `{"userName":"ada"}`)
		for range 12 {
			op := map[string]any{"op": []string{"add", "Replace"}[random.IntN(2)]}
			switch random.IntN(6) {
			case 0:
				v := word()
				op["path"], op["value"], want["displayName"] = "DISPLAYNAME", v, v
			case 1:
				v := random.IntN(2) == 0
				op["value"], want["active"] = map[string]any{"Active": fmt.Sprint(v)}, v
			case 2:
				v := word()
				name, _ := want["name"].(map[string]any)
				if name == nil {
					name = map[string]any{}
				}
				name["givenName"], want["name"] = v, name
				op["path"], op["value"] = "name.givenName", v
			case 3:
				op["op"], op["path"] = "remove", "displayName"
				delete(want, "displayName")
			case 4:
				v := word()
				op["op"], op["path"], op["value"] = "replace", "emails", []any{map[string]any{"value": v, "type": "work"}}
				want["emails"] = op["value"]
			case 5:
				op["op"], op["path"] = "remove", `emails[type eq "work"]`
				if want["emails"] != nil {
					want["emails"] = []any{}
				}
			}
			body, err := json.Marshal(map[string]any{"Operations": []any{op}})
			if err != nil {
				t.Fatal(err)
			}
			if patched, err = scim.User.Patch(patched, body); err != nil {
				t.Fatalf("%s: %v", body, err)
			}
		}
		body, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		replaced := read(t, scim.User, string(body))
		if len(replaced.Items("emails")) == 0 && len(patched.Items("emails")) == 0 { // none, and an empty list
			delete(replaced, "emails")
			delete(patched, "emails")
		}
		if got := patched.Copy(); !reflect.DeepEqual(got, replaced) {
			t.Fatalf("seed %d: patched to %v, replaced by %v", seed, got, replaced)
		}
	}
}

func TestAPatchChangesNothingIfOneOperationIsWrong(t *testing.T) {
	t.Parallel()
	r := read(t, scim.Group, `{"displayName":"Weavers","members":[{"value":"a"},{"value":"b"}]}`)
	before := r.Copy()
	_, err := scim.Group.Patch(r, []byte(`{"Operations":[{"op":"remove","path":"members[value eq \"a\"]"},{"op":"replace","path":"members[value eq \"z\"].display","value":"x"}]}`))
	refused := new(scim.Error)
	if !errors.As(err, &refused) || refused.Type != "noTarget" || !reflect.DeepEqual(r.Copy(), before) {
		t.Errorf("%v, %v", r, err)
	}
}

func FuzzFilter(f *testing.F) {
	for _, text := range []string{`userName eq "a"`, `emails[type eq "work" and value co "@"]`, `not (active eq true) or name.givenName pr`, `a[b`, `((((`, `userName eq "\u0000"`} {
		f.Add(text)
	}
	user := scim.Resource{"userName": "ada", "active": true, "emails": []any{map[string]any{"value": "a@b", "type": "work"}}}
	f.Fuzz(func(t *testing.T, text string) {
		filter, err := scim.User.Filter(text)
		if err != nil {
			return
		}
		if _, err := filter.Matches(user); err != nil {
			refused := new(scim.Error)
			if !errors.As(err, &refused) {
				t.Errorf("%s: %v", text, err)
			}
		}
	})
}
