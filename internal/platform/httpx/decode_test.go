package httpx_test

import (
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"

	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
)

type person struct {
	Name string      `json:"name" validate:"max=5"`
	Age  httpx.Int   `json:"age"`
	Mail *httpx.Text `json:"mail"`
}

type paging struct {
	Page httpx.PageSize `json:"page"`
	From httpx.Int      `json:"from"`
}

type input struct {
	paging
	ID     string         `json:"id"`
	Number httpx.Int      `json:"number"`
	Grade  httpx.Float    `json:"grade"`
	Flag   httpx.Bool     `json:"flag"`
	Person person         `json:"person"`
	People []person       `json:"people"`
	Tags   []string       `json:"tags"`
	Extra  map[string]any `json:"extra"`
}

// decode sends a request through a router and gives what the handler gets.
func decode(t testing.TB, method, target, contentType, body string) (in input, err error) {
	t.Helper()
	called := false
	r := chi.NewRouter()
	handle := func(w http.ResponseWriter, r *http.Request) {
		called = true
		err = httpx.Decode(w, r, &in)
	}
	r.HandleFunc("/things/{id}", handle)
	r.HandleFunc("/things", handle)
	req := httptest.NewRequest(method, target, strings.NewReader(body))
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	r.ServeHTTP(httptest.NewRecorder(), req)
	if !called {
		t.Fatalf("%s %s reaches no handler", method, target)
	}
	return in, err
}

const form = "application/x-www-form-urlencoded"

func TestAnInputComesFromQueryBodyAndPath(t *testing.T) {
	t.Parallel()
	text := httpx.Text("42")
	for name, c := range map[string]struct {
		method, target, kind, body string
		want                       input
	}{
		"nothing":                {"GET", "/things", "", "", input{}},
		"query":                  {"GET", "/things?number=5&grade=80.5&flag=true", "", "", input{Number: 5, Grade: 80.5, Flag: true}},
		"empty query is nothing": {"GET", "/things?number=&flag=&grade=&page=&id=", "", "", input{}},
		"body over query":        {"POST", "/things?number=1&flag=1", "application/json", `{"number":2}`, input{Number: 2, Flag: true}},
		"path over body":         {"POST", "/things/7?id=8", "", `{"id":"9","number":1}`, input{ID: "7", Number: 1}},
		"escaped path":           {"GET", "/things/a%40b%2Fc", "", "", input{ID: "a@b/c"}},
		"plain path":             {"GET", "/things/a%20b", "", "", input{ID: "a b"}},
		"body of a GET":          {"GET", "/things", "", `{"number":3}`, input{Number: 3}},
		"numbers as text":        {"POST", "/things", "", `{"number":"22","grade":"80.5","flag":"false"}`, input{Number: 22, Grade: 80.5}},
		"text as a number":       {"POST", "/things", "", `{"person":{"mail":42}}`, input{Person: person{Mail: &text}}},
		"flag as a number":       {"POST", "/things", "", `{"flag":1}`, input{Flag: true}},
		"null and empty":         {"POST", "/things", "", `{"number":null,"grade":"","flag":null,"person":null}`, input{}},
		"a literal placeholder":  {"GET", "/things?page={page_size}", "", "", input{}},
		"a page":                 {"GET", "/things?page=3", "", "", input{paging: paging{Page: 3}}},
		"a huge page":            {"GET", "/things?page=1e18", "", "", input{}},
		"[] for an object":       {"GET", "/things/7", "", "[]", input{ID: "7"}},
		"[] inside":              {"POST", "/things", "", `{"person":[],"extra":[],"people":[[],{"age":7}],"tags":[],"number":3}`, input{Number: 3, People: []person{{}, {Age: 7}}, Tags: []string{}, Extra: map[string]any{}}},
		"words for nothing":      {"POST", "/things", "", `{"number":"None","person":{"age":"undefined"}}`, input{}},
		"a word in the query":    {"GET", "/things?number=null&from=NONE", "", "", input{}},
		"unknown keys":           {"POST", "/things?x=1", "", `{"y":{"z":[1]}}`, input{}},
		"last of equal keys":     {"POST", "/things", "", `{"number":1,"number":2}`, input{Number: 2}},
		"white space":            {"POST", "/things", "application/json", " \n ", input{}},
		"form":                   {"POST", "/things", form, "number=5&person[name]=Ada&person%5Bage%5D=7&flag=", input{Number: 5, Person: person{Name: "Ada", Age: 7}}},
		"JSON said to be text":   {"POST", "/things", "text/plain", `{"number":2}`, input{Number: 2}},
	} {
		got, err := decode(t, c.method, c.target, c.kind, c.body)
		if a, b := written(t, got), written(t, c.want); err != nil || a != b {
			t.Errorf("%s: %s, %v; want %s", name, a, err, b)
		}
	}
}

func written(t *testing.T, in input) string {
	t.Helper()
	data, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestWrongTypesNameTheirField(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"number":"five"}`:                      "number wrong_type",
		`{"number":5.5}`:                         "number wrong_type",
		`{"number":[]}`:                          "number wrong_type",
		`{"number":99999999999999999999}`:        "number wrong_type",
		`{"grade":"NaN"}`:                        "grade wrong_type",
		`{"grade":"Infinity"}`:                   "grade wrong_type",
		`{"flag":"perhaps"}`:                     "flag wrong_type",
		`{"id":5}`:                               "id wrong_type",
		`{"tags":"one"}`:                         "tags wrong_type",
		`{"extra":[1]}`:                          "extra wrong_type",
		`{"person":[1]}`:                         "person wrong_type",
		`{"person":"Ada"}`:                       "person wrong_type",
		`{"person":{"name":7}}`:                  "person.name wrong_type",
		`{"person":{"age":"old"}}`:               "person.age wrong_type",
		`{"person":{"mail":{}}}`:                 "person.mail wrong_type",
		`{"people":[{"age":1},{"age":"young"}]}`: "people.1.age wrong_type",
		`{"from":"here"}`:                        "from wrong_type",
		`{"person":{"name":"Adelaide"}}`:         "person.name too_long",
	} {
		_, err := decode(t, "POST", "/things", "", body)
		if got := wrong(err); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %v (%v), want %s", body, got, err, want)
		}
	}
	for target, want := range map[string]string{
		"/things?number=five":       "number wrong_type",
		"/things?number=1&number=2": "number given_twice",
		"/things?person=Ada":        "person wrong_type",
	} {
		_, err := decode(t, "GET", target, "", "")
		if got := wrong(err); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %v (%v), want %s", target, got, err, want)
		}
	}
	if _, err := decode(t, "POST", "/things", form, "number=1&number=2"); !slices.Equal(wrong(err), []string{"number given_twice"}) {
		t.Errorf("form: %v", err)
	}
}

func wrong(err error) (out []string) {
	var refusal *errs.Error
	if errors.As(err, &refusal) {
		for _, field := range slices.Sorted(maps.Keys(refusal.Fields)) {
			out = append(out, field+" "+refusal.Fields[field][0].Code)
		}
	}
	return out
}

func TestWhatCannotBeReadIsRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ target, kind, body string }{
		"form said to be JSON":    {"/things", "application/json", "name=Ada&x=1"},
		"half an object":          {"/things", "", `{"number":`},
		"two objects":             {"/things", "", `{} {}`},
		"a list":                  {"/things", "", `[1]`},
		"a text":                  {"/things", "", `"x"`},
		"too deep":                {"/things", "", `{"extra":` + strings.Repeat(`{"a":`, 20_000) + "1" + strings.Repeat("}", 20_001)},
		"NUL in a text":           {"/things", "", `{"id":"a\u0000b"}`},
		"NUL as a byte":           {"/things", "", "{\"id\":\"a\x00b\"}"},
		"not UTF-8":               {"/things", "", "{\"id\":\"a\xffb\"}"},
		"NUL in the query":        {"/things?id=%00", "", ""},
		"not UTF-8 in the query":  {"/things?id=%ff", "", ""},
		"NUL in the path":         {"/things/a%00b", "", ""},
		"not UTF-8 in the path":   {"/things/a%ffb", "", ""},
		"NUL in a form":           {"/things", form, "id=%00"},
		"not UTF-8 in a form":     {"/things", form, "id=%ff"},
		"broken escape in a form": {"/things", form, "id=%zz"},
		"text and object in one":  {"/things", form, "person=x&person[name]=y"},
		"no name in a form":       {"/things", form, "[]=x"},
		"a form nested for ever":  {"/things", form, "a" + strings.Repeat("[b]", 500_000) + "=x"},
	} {
		if _, err := decode(t, "POST", c.target, c.kind, c.body); !errors.Is(err, httpx.ErrMalformed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestABodyHasALimit(t *testing.T) {
	t.Parallel()
	fits := `{"id":"` + strings.Repeat("x", httpx.MaxBody-9) + `"}`
	if _, err := decode(t, "POST", "/things", "", fits); err != nil {
		t.Errorf("%d bytes: %v", len(fits), err)
	}
	if _, err := decode(t, "POST", "/things", "", fits+" "); !errors.Is(err, httpx.ErrTooLarge) {
		t.Errorf("one more: %v", err)
	}
}

// FuzzDecode looks for input that is neither taken nor refused.
func FuzzDecode(f *testing.F) {
	f.Add("number=5", "application/json", `{"person":{"name":"Ada","age":"7"}}`)
	f.Add("", form, "person[name]=Ada&number=5")
	f.Add("page={page_size}&id=%ff", "", `{"tags":["a"],"extra":{"b":[1,null]}}`)
	f.Fuzz(func(t *testing.T, query, kind, body string) {
		req := httptest.NewRequest(http.MethodPost, "/things", strings.NewReader(body))
		req.URL.RawQuery = query
		req.Header.Set("Content-Type", kind)
		var in input
		err := httpx.Decode(httptest.NewRecorder(), req, &in)
		var refusal *errs.Error
		if err != nil && !errors.As(err, &refusal) {
			t.Errorf("neither taken nor refused: %v", err)
		}
		if err == nil && (len(in.Person.Name) > 4*5 || strings.ContainsRune(in.ID, 0)) {
			t.Errorf("taken in spite of the rules: %+v", in)
		}
	})
}

func TestAFieldOfAnEmbeddedStructIsNamedAsTheClientSendsIt(t *testing.T) {
	t.Parallel()
	type Limits struct {
		Text string `json:"text" validate:"max=1"`
	}
	type Inner struct{ Limits }
	type Input struct {
		Limits
		Inner Inner `json:"inner"`
	}
	in := Input{Limits{"long"}, Inner{Limits{"long"}}}
	var refusal *errs.Error
	if err := httpx.Check(in); !errors.As(err, &refusal) {
		t.Fatalf("a text that is too long: %v", err)
	}
	if got := slices.Sorted(maps.Keys(refusal.Fields)); !slices.Equal(got, []string{"inner.text", "text"}) {
		t.Errorf("refused are %q, want inner.text and text", got)
	}
}
