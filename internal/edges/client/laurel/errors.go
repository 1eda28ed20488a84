package laurel

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Error is what the server refused, or failed at. Build on Code: the words follow the language.
type Error struct {
	Status     int
	Code       string              // such as "group.not_found"
	Message    string              // for people
	Fields     map[string][]string // what is wrong with which field, where the refusal is about fields
	RequestID  string              // names the request in the server's log
	RetryAfter time.Duration       // how long the server asks to wait; 0 is not at all
	Body       []byte              // the whole answer
}

// Error names the call's refusal, its fields and its request.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "laurel: %d %s", e.Status, e.Code)
	if e.Message != "" {
		b.WriteString(": " + e.Message)
	}
	names := make([]string, 0, len(e.Fields))
	for name := range e.Fields {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(&b, "; %s: %s", name, strings.Join(e.Fields[name], ", "))
	}
	if e.RequestID != "" {
		fmt.Fprintf(&b, " (request %s)", e.RequestID)
	}
	return b.String()
}

// refusal reads an answer that is no success.
func refusal(res *http.Response, body []byte) *Error {
	e := &Error{Status: res.StatusCode, RequestID: res.Header.Get("X-Request-Id"), RetryAfter: retryAfter(res), Body: body}
	var told struct {
		Code   any             `json:"code"` // a number in some answers of version 2
		Errors json.RawMessage `json:"errors"`
	}
	if json.Unmarshal(body, &told) != nil {
		e.Message = http.StatusText(res.StatusCode)
		return e
	}
	e.Code, _ = told.Code.(string)
	if json.Unmarshal(told.Errors, &e.Message) != nil && json.Unmarshal(told.Errors, &e.Fields) != nil {
		e.Message = http.StatusText(res.StatusCode)
	}
	return e
}
