package issuer

import (
	"bytes"
	"io"
	"net/http"
	"strconv"
	"strings"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/veil"
	"laurel/internal/edges/openapi"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
)

var errMasked = errs.New(errs.Invalid, "personal_data.masked")

// Veiled masks the personal data of recipients for members who may not see it: in all answers, except to calls that the contract says are
// about something else. Such members cannot search by what is masked or make calls whose answer is nothing but personal data, and what
// they send back masked is left out.
func Veiled(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		by := access.From(r.Context())
		call, known, err := called(r)
		switch {
		case err != nil:
			httpx.Fail(w, r, err)
			return
		case !known || call.Open || by.SeesPersonalData() || call.Personal == openapi.NotPersonal:
			next.ServeHTTP(w, r)
			return
		case call.Personal == openapi.WhollyPersonal:
			err = access.Denied(access.SeePersonalData)
		default:
			err = withoutPersonal(r)
		}
		if err != nil {
			httpx.Fail(w, r, err)
			return
		}
		answer := &recorder{header: w.Header(), status: http.StatusOK}
		next.ServeHTTP(answer, r)
		answer.maskedTo(w, r)
	})
}

// withoutPersonal refuses a search by personal data, and removes masked values from the body.
func withoutPersonal(r *http.Request) error {
	search := r.Method == http.MethodGet || strings.HasSuffix(r.URL.Path, "/search") || strings.HasSuffix(r.URL.Path, "/count")
	if search && veil.AsksParameters(r.URL.Query()) {
		return access.Denied(access.SeePersonalData)
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, httpx.MaxBody+1))
	if err != nil {
		return httpx.ErrMalformed.Wrap(err)
	}
	if veil.AsksBody(body, search) {
		return access.Denied(access.SeePersonalData)
	}
	out, ok := veil.Unmasked(body)
	if !ok {
		return errMasked
	}
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(out)), int64(len(out))
	r.Header.Set("Content-Length", strconv.Itoa(len(out)))
	return nil
}

// maskedTo writes the response with its personal data masked. One that is not JSON cannot be masked, so that it is refused.
func (rec *recorder) maskedTo(w http.ResponseWriter, r *http.Request) {
	body := rec.body.Bytes()
	if len(body) > 0 {
		masked, ok := veil.Body(body)
		if !ok && rec.status < http.StatusMultipleChoices {
			w.Header().Del("Content-Disposition")
			w.Header().Del("Content-Length")
			httpx.Fail(w, r, access.Denied(access.SeePersonalData))
			return
		}
		if ok {
			body = masked
			w.Header().Del("Content-Length")
		}
	}
	w.WriteHeader(rec.status)
	_, _ = w.Write(body)
}
