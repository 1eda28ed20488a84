package fetch

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
)

// inside has our own handler answer. It is asked for documents only, which are far below MaxBody.
func (c *Client) inside(r *http.Request) (Answer, *url.URL, error) {
	// What the request that we act for has in its context, such as who is signed in, is none of this one's.
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

// recorder keeps an answer.
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
