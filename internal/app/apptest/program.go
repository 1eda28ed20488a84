package apptest

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"

	"laurel/internal/edges/client/laurel"
)

// API returns the generated Go client with the key of c. Its responses are validated and searched for secrets like all others.
func (c Client) API(options ...laurel.Option) *laurel.Client {
	t := c.World.t
	t.Helper()
	options = append([]laurel.Option{laurel.WithHTTPClient(&http.Client{Transport: watched{c.World}})}, options...)
	api, err := laurel.New(c.World.server.URL, strings.TrimPrefix(c.Authorization, "Token token="), options...)
	if err != nil {
		t.Fatal(err)
	}
	return api
}

// watched inspects every response.
type watched struct{ w *World }

// RoundTrip sends the request and inspects its response.
func (v watched) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := client.Transport.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(res.Body)
	if err = errors.Join(err, res.Body.Close()); err != nil {
		return nil, err
	}
	res.Body = io.NopCloser(bytes.NewReader(data))
	reply := Reply{t: v.w.t, Call: label(r.Method, r.URL.RequestURI()), Status: res.StatusCode, Header: res.Header, Body: data}
	v.w.contract.check(v.w.t, v.w.Routes, r, reply)
	v.w.secrets.learn(reply)
	return res, nil
}
