package fetch

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Post sends a body to a URL and reads at most excerpt bytes of the response. It does not follow redirects; they are answers like any
// other, so nothing is sent to a host that was not entered. The host is resolved and checked for each request, and the connection is
// reused if the response was read to the end. Post returns ErrRefused or ErrUnreachable.
func (c *Client) Post(ctx context.Context, address string, headers map[string]string, body string, excerpt int64) (Response, error) {
	at, err := url.Parse(address)
	if err != nil {
		return Response{}, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, at.String(), strings.NewReader(body))
	if err != nil {
		return Response{}, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	r.URL.Fragment, r.URL.RawFragment = "", ""
	for name, value := range headers {
		r.Header.Set(name, value)
	}
	// A kept connection may close while it is used. Receivers ignore duplicates, so the request may be sent again on a new connection.
	r.Header["Idempotency-Key"] = nil // treated as idempotent, and not sent
	addresses, err := c.admit(ctx, r.URL)
	if errors.Is(err, ErrRefused) {
		return Response{}, err
	}
	if err != nil {
		return Response{}, fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	res, err := c.kept.RoundTrip(r.WithContext(context.WithValue(ctx, admitted{}, addresses)))
	if err != nil {
		return Response{}, fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	defer func() { _ = res.Body.Close() }()
	answer := Response{URL: at.String(), Status: res.StatusCode, Type: res.Header.Get("Content-Type")}
	// The status is the answer. A truncated or missing body does not change it.
	answer.Body, _ = io.ReadAll(io.LimitReader(res.Body, excerpt))
	return answer, nil
}

// CheckURL returns ErrRefused for a URL that would never be fetched. A name that cannot be resolved now is no reason in itself, but its
// URL must then be one that is allowed whatever it resolves to: HTTPS on the default port.
func (c *Client) CheckURL(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	at, err := url.Parse(address)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	_, err = c.admit(ctx, at)
	if err != nil && !errors.Is(err, ErrRefused) && !usual(at) && !c.isOwn(at) {
		err = fmt.Errorf("%w: %s", ErrRefused, at.Redacted())
	}
	if errors.Is(err, ErrRefused) {
		return err
	}
	return nil
}

// usual reports whether a URL uses HTTPS on its default port, as all public URLs must.
func usual(at *url.URL) bool { return at.Scheme == "https" && (at.Port() == "" || at.Port() == "443") }

// lookupTimeout limits how long a person who enters a URL has to wait.
const lookupTimeout = 2 * time.Second

// FailureReason returns a one-word reason for an error: refused, name, timeout, certificate or connection. It returns "" for nil.
func FailureReason(err error) string {
	var name *net.DNSError
	var certificate *tls.CertificateVerificationError
	var late net.Error
	switch {
	case err == nil:
		return ""
	case errors.Is(err, ErrRefused):
		return "refused"
	case errors.As(err, &certificate):
		return "certificate"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &late) && late.Timeout():
		return "timeout"
	case errors.As(err, &name):
		return "name"
	default:
		return "connection"
	}
}
