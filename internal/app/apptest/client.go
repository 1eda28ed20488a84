package apptest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"laurel/internal/accounts/access"
	"laurel/internal/platform/i18n"
	"laurel/locales"
)

// J is a JSON object.
type J = map[string]any

// Browser is the user agent of clients: visits of programs are not counted.
const Browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

// Client calls the API on behalf of somebody in a department.
type Client struct {
	World         *World
	Authorization string
	Department    int64 // the department-id header; 0 sends none
}

// Nobody returns a client that is not signed in.
func (w *World) Nobody() Client { return Client{World: w} }

// With returns a client that sends the given Authorization header.
func (w *World) With(authorization string) Client {
	return Client{World: w, Authorization: authorization}
}

// Get sends a GET request.
func (c Client) Get(path string) Reply { c.World.t.Helper(); return c.Call(http.MethodGet, path, nil) }

// Post sends a POST request.
func (c Client) Post(path string, body any) Reply {
	c.World.t.Helper()
	return c.Call(http.MethodPost, path, body)
}

// Put sends a PUT request.
func (c Client) Put(path string, body any) Reply {
	c.World.t.Helper()
	return c.Call(http.MethodPut, path, body)
}

// Delete sends a DELETE request.
func (c Client) Delete(path string) Reply {
	c.World.t.Helper()
	return c.Call(http.MethodDelete, path, nil)
}

// Call sends a request. body is a string that is sent as it is, nil, or a value that is encoded as JSON. headers are alternating names
// and values. The test fails if a response of /v1 violates the contract.
func (c Client) Call(method, path string, body any, headers ...string) Reply {
	t := c.World.t
	t.Helper()
	var content io.Reader
	sent := written(t, body)
	if sent != nil {
		content = bytes.NewReader(sent)
	}
	r, err := http.NewRequestWithContext(t.Context(), method, c.World.address(path), content)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("User-Agent", Browser)
	if content != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if c.Authorization != "" {
		r.Header.Set("Authorization", c.Authorization)
	}
	if c.Department != 0 {
		r.Header.Set("department-id", strconv.FormatInt(c.Department, 10))
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	res, err := client.Do(r)
	if err != nil {
		t.Fatalf("%s: %v", label(method, path), err)
	}
	defer func() { _ = res.Body.Close() }()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatalf("%s: read the answer: %v", label(method, path), err)
	}
	reply := Reply{t: t, Call: label(method, path), Status: res.StatusCode, Header: res.Header, Body: data}
	if operation := c.World.contract.check(t, c.World.Routes, r, reply); operation != nil && reply.Status < http.StatusMultipleChoices {
		recorded.keep(operation, sent, data)
	}
	c.World.secrets.learn(reply)
	return reply
}

// written returns a body as it is sent.
func written(t testing.TB, body any) []byte {
	t.Helper()
	switch b := body.(type) {
	case nil:
		return nil
	case string:
		return []byte(b)
	}
	data, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Reply is a response.
type Reply struct {
	t      testing.TB
	Call   string
	Status int
	Header http.Header
	Body   []byte
}

// OK ends the test unless the status is 200.
func (r Reply) OK() Reply { r.t.Helper(); return r.Want(http.StatusOK) }

// Want ends the test unless the response has the status.
func (r Reply) Want(status int) Reply {
	r.t.Helper()
	if r.Status != status {
		r.t.Fatalf("%s answers %d %.500s; want %d", r.Call, r.Status, r.Body, status)
	}
	return r
}

// Refused fails the test unless the response is this error. code may be "field:" followed by the name of a field.
func (r Reply) Refused(status int, code string) {
	r.t.Helper()
	if !r.IsRefusal(status, code) {
		r.t.Errorf("%s answers %d %.500s; want %d %s", r.Call, r.Status, r.Body, status, code)
	}
}

// Denied expects the refusal for a missing permission: 403 with the permission as its code, and what it allows in words.
func (r Reply) Denied() {
	r.t.Helper()
	code := r.Text("code")
	action := english().Text("en", "permissions."+code, nil)
	text := "Access Denied, you do not have permission to " + action + "; ask your administrator."
	if r.Status != http.StatusForbidden || !slices.Contains(access.Owner.Permissions(), access.Permission(code)) || r.Text("errors") != text {
		r.t.Errorf("%s answers %d %.500s; want 403 with a permission and %q", r.Call, r.Status, r.Body, text)
	}
}

var english = sync.OnceValue(func() *i18n.Bundle {
	texts, err := i18n.Load(locales.Files)
	if err != nil {
		panic(err)
	}
	return texts
})

// IsRefusal reports whether the response is this error.
func (r Reply) IsRefusal(status int, code string) bool {
	var body struct {
		Code   string `json:"code"`
		Errors any    `json:"errors"`
	}
	if json.Unmarshal(r.Body, &body) != nil {
		return false
	}
	if field, ok := strings.CutPrefix(code, "field:"); ok {
		fields, _ := body.Errors.(map[string]any)
		_, found := fields[field]
		return r.Status == status && found
	}
	return r.Status == status && body.Code == code
}

// At returns a value in the response by its path: "credentials.0.recipient.name".
func (r Reply) At(path string) any {
	r.t.Helper()
	var value any
	if err := json.Unmarshal(r.Body, &value); err != nil {
		r.t.Fatalf("%s answers %.200s, which is no JSON: %v", r.Call, r.Body, err)
	}
	for _, step := range strings.Split(path, ".") {
		switch v := value.(type) {
		case map[string]any:
			value = v[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(v) {
				r.t.Fatalf("%s has no %s", r.Call, path)
			}
			value = v[i]
		default:
			r.t.Fatalf("%s has no %s: %.500s", r.Call, path, r.Body)
		}
	}
	return value
}

// Text returns a string in the response.
func (r Reply) Text(path string) string {
	r.t.Helper()
	s, ok := r.At(path).(string)
	if !ok {
		r.t.Fatalf("%s: %s is no text in %.500s", r.Call, path, r.Body)
	}
	return s
}

// Int returns a number in the response.
func (r Reply) Int(path string) int64 {
	r.t.Helper()
	n, ok := r.At(path).(float64)
	if !ok {
		r.t.Fatalf("%s: %s is no number in %.500s", r.Call, path, r.Body)
	}
	return int64(n)
}
