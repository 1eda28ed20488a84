package issuer

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
)

// batchAPI executes several calls in one request, in order, as if each had been sent separately.
type batchAPI struct{ router http.Handler }

func (a batchAPI) routes(r chi.Router) { r.Post("/batch", httpx.JSON(a.run)) }

const (
	mostCalls   = 100     // calls that one request makes
	mostOfCall  = 2 << 20 // bytes of the answer to one call
	mostOfBatch = 8 << 20 // bytes of all answers together
)

var (
	errAnswerTooLarge = errs.New(errs.TooLarge, "batch.answer_too_large")
	errBatchFull      = errs.New(errs.TooLarge, "batch.full")
	errBatchFile      = errs.New(errs.Invalid, "batch.file")
)

// passedOn are the headers that calls inherit from the batch request.
var passedOn = []string{"Authorization", "Department-Id", "Accept-Language", "Accredible-Integration", "X-Forwarded-For", "User-Agent", testModeHeader}

// ownHeaders are the headers that a call may set.
var ownHeaders = []string{"Accept-Language", "Accredible-Integration", "Idempotency-Key"}

type batchIn struct {
	Ops []batchCall `json:"ops"`
}

type batchCall struct {
	Method  string                     `json:"method"`
	URL     string                     `json:"url"`
	Params  map[string]json.RawMessage `json:"params"`
	Headers map[string]httpx.Text      `json:"headers"`
}

type batchReply struct {
	Results []batchResult `json:"results"`
}

type batchResult struct {
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
}

func (a batchAPI) run(r *http.Request, in batchIn) (batchReply, error) {
	if err := access.From(r.Context()).Require(access.ViewDepartment); err != nil {
		return batchReply{}, err
	}
	switch {
	case len(in.Ops) == 0:
		return batchReply{}, errs.Field("ops", "required")
	case len(in.Ops) > mostCalls:
		return batchReply{}, errs.Field("ops", "too_many", "max", mostCalls)
	}
	out := batchReply{make([]batchResult, len(in.Ops))}
	left, full := mostOfBatch, false
	for i, call := range in.Ops {
		if err := r.Context().Err(); err != nil {
			return out, err
		}
		if full {
			out.Results[i] = inPlace(r, errBatchFull)
			continue
		}
		var over bool
		out.Results[i], over = a.call(r, call, min(left, mostOfCall))
		full = over && left < mostOfCall
		left -= min(left, len(out.Results[i].Body))
	}
	return out, nil
}

var unknownCall = batchResult{http.StatusNotFound, map[string]string{"Content-Type": "text/plain"}, "Not Found"}

// bounded buffers a response of at most room bytes. over is set if it was longer.
type bounded struct {
	recorder
	room int
	over bool
}

func newBounded(room int) *bounded {
	return &bounded{recorder: recorder{header: http.Header{}, status: http.StatusOK}, room: room}
}

func (b *bounded) Write(data []byte) (int, error) {
	if b.over = b.over || b.body.Len()+len(data) > b.room; !b.over {
		return b.recorder.Write(data)
	}
	return len(data), nil
}

func (b *bounded) result() batchResult {
	out := batchResult{b.status, map[string]string{}, b.body.String()}
	for name := range b.header {
		out.Headers[name] = b.header.Get(name)
	}
	return out
}

// inPlace returns an error response that replaces a call's response.
func inPlace(r *http.Request, err error) batchResult {
	instead := newBounded(mostOfCall)
	httpx.Fail(instead, r, err)
	return instead.result()
}

// call sends a call through the whole router, so that the same permissions apply as without a batch. The response is limited to room
// bytes; over reports whether it was longer.
func (a batchAPI) call(r *http.Request, call batchCall, room int) (result batchResult, over bool) {
	request, ok := call.request(r)
	if !ok {
		return unknownCall, false
	}
	answer := newBounded(room)
	a.router.ServeHTTP(answer, request)
	switch {
	case answer.over:
		return inPlace(r, errAnswerTooLarge), true
	case !utf8.Valid(answer.body.Bytes()):
		return inPlace(r, errBatchFile), false
	}
	var refusal struct {
		Code string `json:"code"`
	}
	if answer.status == http.StatusNotFound && json.Unmarshal(answer.body.Bytes(), &refusal) == nil && refusal.Code == "no_such_call" {
		return unknownCall, false
	}
	return answer.result(), false
}

// request creates the request for a call. Only API endpoints are allowed, and no nested batches.
func (call batchCall) request(r *http.Request) (*http.Request, bool) {
	at, err := url.Parse("/" + strings.TrimLeft(call.URL, "/"))
	if err != nil || at.Host != "" || !strings.HasPrefix(at.Path, "/v1/") && !strings.HasPrefix(at.Path, "/v2/") || strings.Contains(at.Path, "/batch") {
		return nil, false
	}
	method := strings.ToUpper(call.Method)
	if !slices.Contains([]string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}, method) {
		return nil, false
	}
	body, err := json.Marshal(call.Params)
	if err != nil {
		return nil, false
	}
	if len(call.Params) == 0 {
		body = nil
	}
	// Without this, the router would continue with the route of the batch.
	ctx := context.WithValue(r.Context(), chi.RouteCtxKey, (*chi.Context)(nil))
	request, err := http.NewRequestWithContext(ctx, method, at.String(), bytes.NewReader(body))
	if err != nil {
		return nil, false
	}
	request.RemoteAddr, request.RequestURI = r.RemoteAddr, at.RequestURI()
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Request-Id", httpx.RequestID(r.Context()))
	for _, name := range passedOn {
		if value := r.Header.Get(name); value != "" {
			request.Header.Set(name, value)
		}
	}
	for name, value := range call.Headers {
		if name = http.CanonicalHeaderKey(name); slices.Contains(ownHeaders, name) {
			request.Header.Set(name, string(value))
		}
	}
	return request, true
}
