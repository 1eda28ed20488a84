package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
)

// HTTP returns an HTTP client for libraries that make their own requests. Like Get, it reaches public addresses over HTTPS only, unless
// Options allow more. It follows no redirects, and a response of more than MaxBody bytes fails with ErrTooLarge while it is read.
func (c *Client) HTTP() *http.Client {
	return &http.Client{
		Transport: guarded{c}, Timeout: timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// guarded is an http.RoundTripper that checks where each request goes.
type guarded struct{ c *Client }

func (g guarded) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := g.c.send(r)
	if errors.Is(err, ErrRefused) {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	res.Body = &bounded{res.Body, MaxBody}
	return res, nil
}

// bounded is a body of which only so many bytes can be read.
type bounded struct {
	io.ReadCloser
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, fmt.Errorf("%w: more than %d bytes", ErrTooLarge, MaxBody)
	}
	return n, err
}

// TXT returns the TXT records of a name, or ErrUnreachable if nobody answers. A name without such records has none.
func (c *Client) TXT(ctx context.Context, name string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	found, err := c.resolver.LookupTXT(ctx, name)
	if failure := new(net.DNSError); errors.As(err, &failure) && failure.IsNotFound {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	return found, nil
}
