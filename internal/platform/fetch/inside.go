package fetch

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
)

// inside passes the request to our own handler. It is used only for documents, which are much smaller than MaxBody.
func (c *Client) inside(r *http.Request) (Response, *url.URL, error) {
	// The new context drops the values of the calling request, such as who is signed in.
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	defer context.AfterFunc(r.Context(), cancel)()
	r = r.WithContext(ctx)
	r.RequestURI = r.URL.RequestURI()
	r.Host = r.URL.Host
	w := &recorder{header: http.Header{}, status: http.StatusOK}
	c.Inside.ServeHTTP(w, r)
	return read(r.URL, &http.Response{StatusCode: w.status, Header: w.header, Body: io.NopCloser(&w.body)})
}

// recorder stores a response.
type recorder struct {
	header http.Header
	status int
	wrote  bool
	body   bytes.Buffer
}

func (w *recorder) Header() http.Header { return w.header }

func (w *recorder) WriteHeader(status int) {
	if !w.wrote {
		w.status, w.wrote = status, true
	}
}

func (w *recorder) Write(data []byte) (int, error) {
	w.wrote = true
	return w.body.Write(data)
}
