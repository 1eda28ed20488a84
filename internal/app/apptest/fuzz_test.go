package apptest_test

import (
	"encoding/json"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"laurel/internal/app/apptest"
)

// unfit are values that hardly any field wants, as JSON has them: its numbers may be larger than any of Go's, and its texts need
// be none.
var unfit = []json.RawMessage{
	[]byte("null"), []byte("true"), []byte("-1"), []byte("0"), []byte("9223372036854775807"), []byte("1e400"), []byte("99999999999999999999"), []byte("0.5"), []byte(`""`),
	[]byte(`" "`), []byte(`"abc"`), []byte(`"` + strings.Repeat("x", 6000) + `"`), []byte(`"\u202e\ufeff'\";<b>%00\\"`), []byte(`"2026-02-30"`), []byte("[]"), []byte(`[null,"x",[]]`),
	[]byte("{}"), []byte(`{"x":null}`), []byte(`"💥"`), []byte(`"a\u0000b"`), []byte(`"\ud800"`), []byte(strings.Repeat("[", 200) + strings.Repeat("]", 200)), []byte(`"-1"`),
	[]byte(`"1e400"`), []byte(`"00000000-0000-0000-0000-000000000000"`), []byte("[" + strings.Repeat(`"x",`, 2000) + `"x"]`), []byte(`{"\u0000":{"k":[]}}`),
	[]byte(`"javascript:alert(1)"`), []byte(`"../../etc/passwd"`), []byte(`"=1+1"`),
}

// bodies are what is no object of JSON, or hardly one.
var bodies = []string{
	"", "{", "null", "[]", `"x"`, "5", `{"a":`, "a=b&c=d", "a[b][c]=d&a[b]=e", "\xff\xfe", `{"x":"\u0000"}`, "{\"\x00\":1}", strings.Repeat("[", 20000),
	strings.Repeat(`{"a":`, 20000), `{"` + strings.Repeat("k", 9000) + `":1}`, `{"a":1,"a":[]}`, "{} {}", "\ufeff{}",
}

// types are what a body may be called.
var types = []string{
	"", "text/plain", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data", "multipart/form-data; boundary=x", "application/json; charset=utf-16",
	"application/json;;", "/;=", "image/png",
}

// queries are unfit values of query parameters and of parts of paths.
var queries = []string{
	"", "-1", "0", "abc", "99999999999999999999", "1e400", "%00", "%ff", "[]", strings.Repeat("9", 300), "..%2f..", "null", "%F0%9F%92%A5", "%2e%2e", "%0d%0aX:y", "a%20b",
}

// headers are unfit values of those that calls heed.
var headers = [][]string{
	{"department-id", "x"}, {"department-id", "-1"}, {"department-id", "99999999999999999999"}, {"Accept-Language", strings.Repeat("de;q=0.1,", 500)}, {"Accept-Language", "\xff"},
	{"Idempotency-Key", strings.Repeat("k", 300)}, {"Idempotency-Key", "\xff\xfe"}, {"Accredible-Integration", strings.Repeat("x", 5000)}, {"Accept", "image/png"},
	{"Recipient-Authorization", "Bearer x"}, {"X-Forwarded-For", "x, y"}, {"If-None-Match", `"`}, {"Range", "bytes=5-1"}, {"Content-Encoding", "gzip"},
}

// mutant is a request of which something is wrong.
type mutant struct {
	path    string
	body    any
	headers []string
}

// mutants makes wrong requests of a call, the same at every run.
type mutants struct {
	op     apptest.Operation
	path   string
	right  any // its body
	fields [][]string
	dice   *rand.Rand
}

func mutantsOf(t *testing.T, op apptest.Operation, on objects) *mutants {
	t.Helper()
	seed := fnv.New64()
	_, _ = seed.Write([]byte(op.ID))
	m := &mutants{op: op, dice: rand.New(rand.NewPCG(seed.Sum64(), 1))}
	m.path, m.right = operations[op.ID].request(op, on)
	if op.Spec.RequestBody != nil {
		if m.right == nil {
			m.right = "{}"
		}
		if form := op.Spec.RequestBody.Value.Content.Get("application/json"); form != nil {
			m.fields = fieldsIn(form.Schema.Value, nil, nil)
		}
	}
	return m
}

// number is how many requests are tried: a few, and more for each field. What a browser paints for each of them takes longer.
func (m *mutants) number(effort int) int {
	if m.op.ID == "designPreview" {
		return effort
	}
	return effort * (4 + len(m.fields))
}

func pick[T any](m *mutants, from []T) T { return from[m.dice.IntN(len(from))] }

func (m *mutants) next(t *testing.T) mutant {
	t.Helper()
	out := mutant{path: m.path, body: m.right}
	switch kind := m.dice.IntN(12); {
	case kind < 6 && len(m.fields) > 0:
		out.body = m.spoiled(t)
	case kind < 8 && m.right != nil:
		out.body = pick(m, bodies)
	case kind == 8 && m.right != nil:
		out.headers = []string{"Content-Type", pick(m, types)}
	case kind == 9:
		out.headers = pick(m, headers)
	case kind == 10 && strings.Contains(m.op.Path, "{"):
		out.path = m.elsewhere()
	default:
		out.path = m.asked()
	}
	return out
}

// spoiled is the right body with one or two wrong values.
func (m *mutants) spoiled(t *testing.T) string {
	t.Helper()
	var body map[string]any
	text, _ := m.right.(string)
	if err := json.Unmarshal([]byte(text), &body); err != nil {
		t.Fatalf("the row of %s holds no JSON: %v", m.op.ID, err)
	}
	for range 1 + m.dice.IntN(2) {
		put(body, pick(m, m.fields), pick(m, unfit))
	}
	data, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// elsewhere is the path with one wrong part in the place of an id.
func (m *mutants) elsewhere() string {
	path, query, _ := strings.Cut(m.path, "?")
	parts, form := strings.Split(path, "/"), strings.Split(m.op.Path, "/")
	var ids []int
	for i, part := range form {
		if strings.HasPrefix(part, "{") {
			ids = append(ids, i)
		}
	}
	wrong := pick(m, queries)
	if wrong == "" { // it would be another call
		wrong = "%20"
	}
	parts[pick(m, ids)] = wrong
	return strings.Join(parts, "/") + "?" + query
}

// asked is the path with wrong parameters, known and unknown.
func (m *mutants) asked() string {
	names := []string{"page", "page_size", "unknown", "key", "id", "a[b]", "%00"}
	for _, p := range m.op.Spec.Parameters {
		if p.Value.In == "query" {
			names = append(names, url.QueryEscape(p.Value.Name), url.QueryEscape(p.Value.Name))
		}
	}
	joint := "?"
	if strings.Contains(m.path, "?") {
		joint = "&"
	}
	if m.dice.IntN(10) == 0 {
		return m.path + joint + strings.Repeat(pick(m, names)+"=1&", 500)
	}
	return m.path + joint + pick(m, names) + "=" + pick(m, queries)
}

// fieldsIn lists the paths of all fields of an object; the first of a list stands for all of them.
func fieldsIn(schema *openapi3.Schema, at []string, out [][]string) [][]string {
	if len(at) > 6 { // it holds itself
		return out
	}
	for _, name := range slices.Sorted(maps.Keys(schema.Properties)) {
		place := append(slices.Clone(at), name)
		out = fieldsIn(schema.Properties[name].Value, place, append(out, place))
	}
	for _, part := range slices.Concat(schema.AllOf, schema.OneOf, schema.AnyOf) {
		out = fieldsIn(part.Value, at, out)
	}
	if schema.Items != nil {
		place := append(slices.Clone(at), "0")
		out = fieldsIn(schema.Items.Value, place, append(out, place))
	}
	return out
}

// put sets what stands at a place, and makes what leads there.
func put(in any, place []string, value any) any {
	if len(place) == 0 {
		return value
	}
	if place[0] == "0" {
		list, _ := in.([]any)
		if len(list) == 0 {
			list = []any{nil}
		}
		list[0] = put(list[0], place[1:], value)
		return list
	}
	object, ok := in.(map[string]any)
	if !ok {
		object = map[string]any{}
	}
	object[place[0]] = put(object[place[0]], place[1:], value)
	return object
}

// lasting reports whether others find afterwards what they need: what deletes, revokes or ends something comes last.
func lasting(id string) int {
	if id == "accountUpdate" {
		return 2 // the password may be another one then
	}
	for _, end := range []string{"Delete", "Revoke", "signOut", "SignOut", "RotateOwn", "department", "selectDepartment", "resetPassword"} {
		if strings.Contains(id, end) {
			return 1
		}
	}
	return 0
}

// effort is how many wrong requests are made for each field; LAUREL_FUZZ asks for more than the few of every day.
func effort(t *testing.T) int {
	t.Helper()
	text := os.Getenv("LAUREL_FUZZ")
	if text == "" {
		return 1
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("LAUREL_FUZZ is %q", text)
	}
	return n
}

func TestNoWrongInputBreaksACall(t *testing.T) {
	t.Parallel()
	w := withEverything(t)
	owner := w.Issuer("owner")
	key, mine := owner.Key("write"), possessions(owner)
	issued := owner.Issued(owner.Group("Dyeing"), "grace").Text("credential.uuid")
	ids := slices.Sorted(maps.Keys(operations))
	slices.SortStableFunc(ids, func(a, b string) int { return lasting(a) - lasting(b) })
	for _, id := range ids {
		op, on := apptest.Operations(t)[id], maps.Clone(mine)
		t.Run(id, func(t *testing.T) {
			call := key.Call
			switch operations[id].who {
			case anyone:
				call = w.Nobody().Call
			case people, signedIn, administrators:
				if owner.Post("/v1/issuer_login/whoami", nil).Status >= http.StatusBadRequest { // a call before ended the session
					owner.SignIn()
				}
				call = owner.Call
			case owners:
				on["credential"] = issued
				call = owner.Recipient(issued).Call
			}
			wrong := mutantsOf(t, op, on)
			for range wrong.number(effort(t)) {
				w.Clock.Advance(3 * time.Second) // so that no throttle hides the answer
				m := wrong.next(t)
				answersWell(t, call(op.Method, m.path, m.body, m.headers...), m)
			}
		})
	}
}

// answersWell fails the test unless the answer is a success or a refusal that says what is wrong.
func answersWell(t *testing.T, r apptest.Reply, m mutant) {
	t.Helper()
	if r.IsRefusal(http.StatusServiceUnavailable, "rendering.failed") {
		return // a browser that is out of time on a busy machine is no input's doing
	}
	if r.Status >= http.StatusInternalServerError {
		t.Errorf("%s with %.300v %.100v answers %d %s", r.Call, m.body, m.headers, r.Status, r.Body)
		return
	}
	if r.Status < http.StatusBadRequest || r.Status == http.StatusGone {
		return
	}
	if fields, ok := r.At("errors").(map[string]any); ok && len(fields) == 0 || r.At("code") == "" {
		t.Errorf("%s with %.300v %.100v answers %d %s, which does not say what is wrong", r.Call, m.body, m.headers, r.Status, r.Body)
	}
}
