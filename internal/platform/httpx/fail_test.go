package httpx_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
)

// words speaks by repeating the code and what fills it.
type words struct{}

func (words) Message(language, code string, params map[string]any) string {
	return fmt.Sprint(language, " ", code, " ", len(params))
}

var errDown = errors.New("dial tcp 10.0.0.7:5432: connection refused")

// answer gives what a handler's error becomes, and what is logged.
func answer(t *testing.T, err error) (*httptest.ResponseRecorder, string) {
	t.Helper()
	var log strings.Builder
	handler := httpx.Failing(words{}, func(err error) bool { return errors.Is(err, errDown) }, slog.New(slog.NewTextHandler(&log, nil)))(
		httpx.JSON(func(*http.Request, httpx.None) (httpx.None, error) { return httpx.None{}, err }))
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/things", nil))
	return w, log.String()
}

func TestAFaultIsAPageForABrowserThatShowsIt(t *testing.T) {
	t.Parallel()
	handler := httpx.Failing(words{}, func(err error) bool { return errors.Is(err, errDown) }, slog.New(slog.DiscardHandler))(
		httpx.Pages(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Disposition", "attachment")
			if r.URL.Path == "/gone" {
				httpx.Fail(w, r, errs.New(errs.Gone, "x"))
				return
			}
			httpx.Fail(w, r, errDown)
		})))
	for name, c := range map[string]struct {
		method, path, accept string
		page                 bool
	}{
		"a browser":             {http.MethodGet, "/x?a=<b>", "text/html,application/xhtml+xml,*/*;q=0.8", true},
		"a program":             {http.MethodGet, "/x", "application/json", false},
		"a script":              {http.MethodGet, "/x", "*/*", false},
		"a form":                {http.MethodPost, "/x", "text/html", false},
		"a refusal of a person": {http.MethodGet, "/gone", "text/html", false},
	} {
		r := httptest.NewRequest(c.method, "/x", nil)
		r.URL.Path, r.URL.RawQuery, _ = strings.Cut(c.path, "?")
		r.Header.Set("Accept", c.accept)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		body := w.Body.String()
		if page := strings.HasPrefix(w.Header().Get("Content-Type"), "text/html"); page != c.page {
			t.Errorf("%s is answered %s", name, body)
		}
		if c.page && (w.Code != 503 || w.Header().Get("Retry-After") != "5" || !strings.Contains(body, "<h1>en temporarily_unavailable 0</h1><p>en unavailable 1</p>") ||
			!strings.Contains(body, `href="/x?a=%3cb%3e"`) || w.Header().Get("Content-Disposition") != "") {
			t.Errorf("%s is answered %d %v %s", name, w.Code, w.Header(), body)
		}
	}
}

func TestARefusalHasItsStatusAndWords(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err    error
		status int
		body   string
		retry  string
	}{
		"invalid":       {errs.New(errs.Invalid, "x.y"), 422, `{"errors":"en x.y 0","code":"x.y"}`, ""},
		"unauthorized":  {errs.New(errs.Unauthorized, "x"), 401, `{"errors":"en x 0","code":"x","success":false,"data":"en x 0","error":"en x 0"}`, ""},
		"forbidden":     {errs.New(errs.Forbidden, "x"), 403, `{"errors":"en x 0","code":"x"}`, ""},
		"not found":     {errs.New(errs.NotFound, "x"), 404, `{"errors":"en x 0","code":"x","success":false,"data":"en x 0","error":"en x 0"}`, ""},
		"conflict":      {errs.New(errs.Conflict, "x").With("n", 1), 409, `{"errors":"en x 1","code":"x"}`, ""},
		"gone":          {errs.New(errs.Gone, "x"), 410, `{"errors":"en x 0","code":"x"}`, ""},
		"too large":     {errs.New(errs.TooLarge, "x"), 413, `{"errors":"en x 0","code":"x"}`, ""},
		"too many":      {errs.New(errs.TooMany, "x"), 429, `{"errors":"en x 0","code":"x"}`, "60"},
		"too many, how": {errs.New(errs.TooMany, "x").With("retry_after", 7), 429, `{"errors":"en x 1","code":"x"}`, "7"},
		"unavailable":   {errs.New(errs.Unavailable, "x"), 503, `{"errors":"en x 0","code":"x"}`, "60"},
		"malformed":     {httpx.ErrMalformed.Wrap(errors.New("at byte 7")), 400, `{"errors":"en malformed_request 0","code":"malformed_request"}`, ""},
		"wrapped":       {fmt.Errorf("read: %w", errs.New(errs.NotFound, "x").Wrap(errDown)), 404, `{"errors":"en x 0","code":"x","success":false,"data":"en x 0","error":"en x 0"}`, ""},
		"a field":       {errs.Field("name", "too_long", "max", 5), 422, `{"errors":{"name":["en too_long 1"]},"code":"invalid"}`, ""},
		"a fault":       {errors.New("select secret from t"), 500, `{"errors":"en internal 0","code":"internal"}`, ""},
		"a dependency":  {fmt.Errorf("read: %w", errDown), 503, `{"errors":"en unavailable 1","code":"unavailable"}`, "5"},
		"given up":      {context.Canceled, 503, `{"errors":"en unavailable 1","code":"unavailable"}`, "5"},
	} {
		w, _ := answer(t, c.err)
		if w.Code != c.status || strings.TrimSpace(w.Body.String()) != c.body || w.Header().Get("Retry-After") != c.retry {
			t.Errorf("%s: %d %s, retry after %q; want %d %s", name, w.Code, w.Body, w.Header().Get("Retry-After"), c.status, c.body)
		}
		if w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("Content-Type") != "application/json; charset=utf-8" {
			t.Errorf("%s: headers %v", name, w.Header())
		}
	}
}

func TestAFaultIsLoggedAndARefusalIsNot(t *testing.T) {
	t.Parallel()
	if _, log := answer(t, errors.New("select secret from t")); !strings.Contains(log, "select secret from t") || !strings.Contains(log, "ERROR") {
		t.Errorf("a fault is logged as %q", log)
	}
	if _, log := answer(t, errDown); !strings.Contains(log, "WARN") {
		t.Errorf("a dependency that is down is logged as %q", log)
	}
	if _, log := answer(t, errs.New(errs.NotFound, "x")); log != "" {
		t.Errorf("a refusal is logged: %q", log)
	}
}

func TestAllWrongFieldsAreTold(t *testing.T) {
	t.Parallel()
	var fields errs.Fields
	fields.Add("name", "required")
	fields.Add("grade", "too_long", "max", 1)
	fields.Add("grade", "invalid")
	w, _ := answer(t, fields.Err())
	var body struct {
		Errors map[string][]string
	}
	if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil || len(body.Errors) != 2 || len(body.Errors["grade"]) != 2 {
		t.Errorf("%s, %v", w.Body, err)
	}
}

// created is a reply with a status and a header of its own.
type created struct {
	Name string `json:"name"`
}

func (created) Status() int           { return http.StatusCreated }
func (created) Headers(h http.Header) { h.Set("authorization", "token") }

func TestAReplyMaySetStatusAndHeaders(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	httpx.JSON(func(*http.Request, httpx.None) (created, error) { return created{"x"}, nil })(w, httptest.NewRequest(http.MethodPost, "/", nil))
	if w.Code != 201 || w.Header().Get("authorization") != "token" || w.Body.String() != `{"name":"x"}` {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
}
