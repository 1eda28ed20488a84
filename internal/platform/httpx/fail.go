package httpx

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strconv"

	"laurel/internal/platform/errs"
)

// Messages translates an error code into the language of the request.
type Messages interface {
	Message(language, code string, params map[string]any) string
}

// Unreachable reports whether an error means that a dependency is down, so that the response is 503 instead of 500.
type Unreachable func(error) bool

type failing struct {
	messages    Messages
	unreachable Unreachable
	log         *slog.Logger
}

type failingKey struct{}

// Failing is middleware that configures Fail: the messages, the errors to answer with 503, and the log.
func Failing(messages Messages, unreachable Unreachable, log *slog.Logger) func(http.Handler) http.Handler {
	f := &failing{messages, unreachable, log}
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), failingKey{}, f)))
		})
	}
}

// statuses maps each kind of error to its HTTP status.
var statuses = map[errs.Kind]int{
	errs.Invalid:      http.StatusUnprocessableEntity,
	errs.Unauthorized: http.StatusUnauthorized,
	errs.Forbidden:    http.StatusForbidden,
	errs.NotFound:     http.StatusNotFound,
	errs.Conflict:     http.StatusConflict,
	errs.TooMany:      http.StatusTooManyRequests,
	errs.Gone:         http.StatusGone,
	errs.TooLarge:     http.StatusRequestEntityTooLarge,
	errs.Unavailable:  http.StatusServiceUnavailable,
	errs.NotAllowed:   http.StatusMethodNotAllowed,
}

// NextStep is the parameter of a refused sign-in that contains what its second step needs.
const NextStep = "second_factor"

type failure struct {
	Errors any    `json:"errors"` // text, or field -> messages
	Code   string `json:"code"`
	// RedirectTo is where a failed sign-in leads all the same, after a warning.
	RedirectTo string `json:"redirect_to,omitempty"`
	// SecondFactor is what the second step of a sign-in needs.
	SecondFactor any `json:"second_factor,omitempty"`
	*spelled
}

// spelled repeats the message under the member names that clients read for 401 and 404 responses.
type spelled struct {
	Success bool   `json:"success"`
	Data    string `json:"data"`
	Error   string `json:"error"`
}

func (f *failure) text(status int, text string) {
	f.Errors = text
	if status == http.StatusUnauthorized || status == http.StatusNotFound {
		f.spelled = &spelled{Data: text, Error: text}
	}
}

var (
	errInternal    = errs.New(0, "internal")
	errUnavailable = errs.New(errs.Unavailable, "unavailable")
)

// Fail writes an error response: {"errors": text or {field: [messages]}, "code": …}. An error that is not an *errs.Error is logged with
// the request ID and answered with a bare 500, or 503 when a dependency is down. Behind Pages, browsers get a page instead.
func Fail(w http.ResponseWriter, r *http.Request, err error) {
	f, _ := r.Context().Value(failingKey{}).(*failing)
	refusal, status := refusalOf(w, r, f, err)
	body := failure{Code: refusal.Name()}
	body.RedirectTo, _ = refusal.Params["redirect_to"].(string)
	body.SecondFactor = refusal.Params[NextStep]
	language := Language(r.Context())
	if len(refusal.Fields) > 0 {
		fields := map[string][]string{}
		for name, details := range refusal.Fields {
			for _, d := range details {
				fields[name] = append(fields[name], message(f, language, d.Code, d.Params))
			}
		}
		body.Errors = fields
	} else {
		body.text(status, message(f, language, refusal.Code, refusal.Params))
	}
	if text, ok := body.Errors.(string); ok && status >= http.StatusInternalServerError && wantsPage(r) {
		w.Header().Add("Vary", "Accept")
		writeFault(w, r, f, status, text)
		return
	}
	writeJSON(w, status, body)
}

// Problem is why a form was refused. Field is the form's field, or "" if the problem is not about a single one.
type Problem struct{ Field, Text string }

// Problems returns the status and the problems with which a page shows a form again. It logs and sets headers as Fail does, but writes
// nothing.
func Problems(w http.ResponseWriter, r *http.Request, err error) (status int, problems []Problem) {
	f, _ := r.Context().Value(failingKey{}).(*failing)
	refusal, status := refusalOf(w, r, f, err)
	language := Language(r.Context())
	for _, field := range slices.Sorted(maps.Keys(refusal.Fields)) {
		for _, d := range refusal.Fields[field] {
			problems = append(problems, Problem{field, message(f, language, d.Code, d.Params)})
		}
	}
	if len(problems) == 0 {
		problems = []Problem{{Text: message(f, language, refusal.Code, refusal.Params)}}
	}
	return status, problems
}

// refusalOf returns the refusal that an error stands for and its status, and sets the headers of the response.
func refusalOf(w http.ResponseWriter, r *http.Request, f *failing, err error) (*errs.Error, int) {
	var refusal *errs.Error
	if !errors.As(err, &refusal) {
		refusal = unexpected(r, f, err)
	} else if refusal.Kind == errs.Unavailable && refusal.Unwrap() != nil && f != nil {
		f.log.WarnContext(r.Context(), "could not serve", "error", err, "path", r.URL.Path)
	}
	status, ok := statuses[refusal.Kind]
	if !ok {
		status = http.StatusInternalServerError
	}
	if errors.Is(refusal, ErrMalformed) {
		status = http.StatusBadRequest
	}
	if refusal.Kind == errs.TooMany || refusal.Kind == errs.Unavailable {
		seconds, ok := refusal.Params["retry_after"].(int)
		if !ok {
			seconds = 60
		}
		w.Header().Set("Retry-After", strconv.Itoa(seconds))
	}
	w.Header().Set("Cache-Control", "no-store")
	return refusal, status
}

// Warn logs a warning about a request that succeeded.
func Warn(r *http.Request, message string, args ...any) {
	if f, ok := r.Context().Value(failingKey{}).(*failing); ok {
		f.log.WarnContext(r.Context(), message, append(args, "path", r.URL.Path)...)
	}
}

func unexpected(r *http.Request, f *failing, err error) *errs.Error {
	if r.Context().Err() != nil {
		return errUnavailable // nobody reads the answer any more
	}
	if f == nil {
		return errInternal
	}
	if f.unreachable(err) || errors.Is(err, context.Canceled) { // a call that was given up, while whoever asked still waits
		f.log.WarnContext(r.Context(), "dependency down", "error", err, "path", r.URL.Path)
		return errUnavailable.With("retry_after", 5)
	}
	f.log.ErrorContext(r.Context(), "request failed", "error", err, "path", r.URL.Path)
	return errInternal
}

func message(f *failing, language, code string, params map[string]any) string {
	if f == nil {
		return code
	}
	return f.messages.Message(language, code, params)
}
