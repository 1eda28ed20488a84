package apptest_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"laurel/internal/app/apptest"
)

// unfit are values that hardly any field wants. Numbers of JSON may be larger than any of Go's.
var unfit = []any{
	nil, true, -1, 0, math.MaxInt64, json.RawMessage("1e400"), json.RawMessage("99999999999999999999"), 0.5, "", " ", "abc",
	strings.Repeat("x", 6000), "\u202e\ufeff'\";<b>%00\\", "2026-02-30", []any{}, []any{nil, "x", []any{}}, apptest.J{}, apptest.J{"x": nil}, "💥",
}

// each is how many of them a field is tried with; fields that follow each other are tried with different ones.
const each = 7

// queries are unfit values of query parameters and of the ends of paths.
var queries = []string{"", "-1", "0", "abc", "99999999999999999999", "1e400", "%00", "%ff", "[]", strings.Repeat("9", 300), "..%2f..", "null", "%F0%9F%92%A5"}

func TestNoWrongInputBreaksACall(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	key := owner.Key("write")
	mine := possessions(owner)
	for _, id := range slices.Sorted(maps.Keys(operations)) {
		op, o := apptest.Operations(t)[id], operations[id]
		by := owner.Client
		if o.who == programs || o.who == editors || o.who == insiders || o.who == onlookers || o.who == askers {
			by = key // what only a person may do is tried by the person: it may end the session
		}
		for _, body := range wrongBodies(t, op, mine[o.kind]) {
			w.Clock.Advance(3 * time.Second) // so that no throttle hides the answer
			answersWell(t, by.Call(op.Method, filled(op.Path, mine[o.kind]), body), body)
		}
		for _, path := range wrongPaths(op, mine[o.kind]) {
			w.Clock.Advance(3 * time.Second)
			answersWell(t, by.Call(op.Method, path, nil), path)
		}
	}
}

// answersWell fails the test unless the answer is a success or a refusal that says what is wrong.
func answersWell(t *testing.T, r apptest.Reply, input string) {
	t.Helper()
	if r.Status >= 500 {
		t.Errorf("%s with %.300s answers %d %s", r.Call, input, r.Status, r.Body)
		return
	}
	if r.Status < 400 || r.Status == 410 {
		return
	}
	if fields, ok := r.At("errors").(map[string]any); ok && len(fields) == 0 || r.At("code") == "" {
		t.Errorf("%s with %.300s answers %d %s, which does not say what is wrong", r.Call, input, r.Status, r.Body)
	}
}

func filled(path, id string) string {
	return strings.NewReplacer("{id}", id, "{ref}", id, "{uuid}", id, "{preset}", id, "{kind}", "certificate", "{slug}", "none", "{vanity}", "none").Replace(path)
}

// wrongBodies puts each unfit value where a field belongs, everything else being right, and adds what is no JSON at all.
func wrongBodies(t *testing.T, op apptest.Operation, id string) []string {
	t.Helper()
	if op.Spec.RequestBody == nil {
		return nil
	}
	out := []string{"", "{", "null", "[]", `"x"`, "5", `{"a":`, "a=b&c=d", "\xff\xfe", `{"x":"\u0000"}`, strings.Repeat("[", 20000), `{"` + strings.Repeat("k", 9000) + `":1}`}
	right := strings.ReplaceAll(operations[op.ID].body, "{id}", id)
	if right == "" {
		right = "{}"
	}
	form := op.Spec.RequestBody.Value.Content.Get("application/json")
	if form == nil {
		return out // it takes a file
	}
	places := fields(form.Schema.Value, nil, nil)
	for i, place := range places {
		for j := range each {
			value := unfit[(i*each+j)%len(unfit)]
			var body map[string]any
			if err := json.Unmarshal([]byte(right), &body); err != nil {
				t.Fatalf("the row of %s holds no JSON: %v", op.ID, err)
			}
			put(body, place, value)
			data, err := json.Marshal(body)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, string(data))
		}
	}
	return out
}

// fields lists the paths of all fields of an object.
func fields(schema *openapi3.Schema, at []string, out [][]string) [][]string {
	for _, name := range slices.Sorted(maps.Keys(schema.Properties)) {
		place := append(slices.Clone(at), name)
		out = append(out, place)
		out = fields(schema.Properties[name].Value, place, out)
	}
	return out
}

func put(object map[string]any, place []string, value any) {
	for _, name := range place[:len(place)-1] {
		inner, ok := object[name].(map[string]any)
		if !ok {
			inner = map[string]any{}
			object[name] = inner
		}
		object = inner
	}
	object[place[len(place)-1]] = value
}

// wrongPaths puts unfit values into the path and into each query parameter.
func wrongPaths(op apptest.Operation, id string) []string {
	var out []string
	parameters := op.Spec.Parameters
	for _, value := range queries {
		if strings.Contains(op.Path, "{") && value != "" {
			out = append(out, filled(op.Path, value))
		}
		for _, p := range parameters {
			if p.Value.In == "query" {
				out = append(out, filled(op.Path, id)+"?"+url.QueryEscape(p.Value.Name)+"="+value)
			}
		}
	}
	if strings.Contains(op.Path, "{") {
		return out
	}
	return append(out, op.Path+"?"+strings.Repeat("x=1&", 500), op.Path+"?"+fmt.Sprint("page=", math.MaxInt64, "&page_size=", math.MaxInt64))
}
