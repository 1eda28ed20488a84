package issuer

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"laurel/internal/accounts/access"
)

// batchOf runs calls of these addresses. /v1/text/N answers N bytes, /v1/file a file; made counts the calls that were made.
func batchOf(t *testing.T, urls ...string) (results []batchResult, made int) {
	t.Helper()
	answers := map[string]string{"/v1/small": "{}", "/v1/file": "%PDF-1.7\n\xe2\xe3\xcf\xd3", "/v1/most": strings.Repeat("x", mostOfCall), "/v1/more": strings.Repeat("x", mostOfCall+1)}
	a := batchAPI{http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		made++
		body := answers[r.URL.Path]
		w.Header().Set("ETag", "of the answer")
		_, _ = w.Write([]byte(body[:len(body)/2]))
		_, _ = w.Write([]byte(body[len(body)/2:]))
	})}
	var in batchIn
	for _, url := range urls {
		in.Ops = append(in.Ops, batchCall{Method: "get", URL: url})
	}
	r := httptest.NewRequest(http.MethodPost, "/v1/batch", nil)
	r = r.WithContext(access.With(r.Context(), access.Actor{UserID: 1, DepartmentID: 1, Role: access.Administrator}))
	out, err := a.run(r, in)
	if err != nil {
		t.Fatal(err)
	}
	return out.Results, made
}

func TestABatchLeavesOutAnAnswerThatIsTooLarge(t *testing.T) {
	t.Parallel()
	got, made := batchOf(t, "/v1/small", "/v1/more", "/v1/most", "/v1/small")
	if made != 4 {
		t.Errorf("%d calls were made", made)
	}
	for i, want := range []int{200, 413, 200, 200} {
		if got[i].Status != want {
			t.Errorf("call %d answers %d, not %d", i, got[i].Status, want)
		}
	}
	if !strings.Contains(got[1].Body, "batch.answer_too_large") || got[1].Headers["Etag"] != "" || len(got[2].Body) != mostOfCall {
		t.Errorf("%v %.200s, %d bytes", got[1].Headers, got[1].Body, len(got[2].Body))
	}
}

func TestABatchStopsWhenItsAnswersAreTooLargeTogether(t *testing.T) {
	t.Parallel()
	fit := mostOfBatch / mostOfCall
	urls := []string{"/v1/small"}
	for range fit + 1 {
		urls = append(urls, "/v1/most")
	}
	got, made := batchOf(t, urls...)
	if made != fit+1 {
		t.Errorf("%d calls were made, not %d", made, fit+1)
	}
	size := 0
	for _, r := range got {
		size += len(r.Body)
	}
	if size > mostOfBatch {
		t.Errorf("%d bytes", size)
	}
	if r := got[fit]; r.Status != 413 || !strings.Contains(r.Body, "batch.answer_too_large") {
		t.Errorf("the answer that no longer fits: %d %.100s", r.Status, r.Body)
	}
	if r := got[fit+1]; r.Status != 413 || !strings.Contains(r.Body, "batch.full") {
		t.Errorf("the call after it: %d %.100s", r.Status, r.Body)
	}
}

// A result is text in JSON, which cannot hold the bytes of a file.
func TestABatchAnswersNoFiles(t *testing.T) {
	t.Parallel()
	got, _ := batchOf(t, "/v1/file", "/v1/small")
	if got[0].Status != 422 || !strings.Contains(got[0].Body, "batch.file") || got[1].Status != 200 {
		t.Errorf("%d %q, %d", got[0].Status, got[0].Body, got[1].Status)
	}
}
