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

// Post hands a body over to an address and takes at most excerpt bytes of the answer; the rest is not waited for. Redirects are
// answers like others: nothing is sent where nobody said it should go. The host is looked up and admitted for each request; the connection
// is kept for the next one when the answer was read whole. It returns ErrRefused and ErrUnreachable.
func (c *Client) Post(ctx context.Context, address string, headers map[string]string, body string, excerpt int64) (Answer, error) {
	at, err := url.Parse(address)
	if err != nil {
		return Answer{}, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, at.String(), strings.NewReader(body))
	if err != nil {
		return Answer{}, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	r.URL.Fragment, r.URL.RawFragment = "", ""
	for name, value := range headers {
		r.Header.Set(name, value)
	}
	// A kept connection may end while it is used. The receiver drops what it gets twice, so the request may be sent again on a new one.
	r.Header["Idempotency-Key"] = nil // treated as idempotent, and not sent
	addresses, err := c.admit(ctx, r.URL)
	if errors.Is(err, ErrRefused) {
		return Answer{}, err
	}
	if err != nil {
		return Answer{}, fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	res, err := c.kept.RoundTrip(r.WithContext(context.WithValue(ctx, admitted{}, addresses)))
	if err != nil {
		return Answer{}, fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	defer func() { _ = res.Body.Close() }()
	answer := Answer{URL: at.String(), Status: res.StatusCode, Type: res.Header.Get("Content-Type")}
	// The status is the answer. A body that stops half-way, or never comes, takes nothing from it.
	answer.Body, _ = io.ReadAll(io.LimitReader(res.Body, excerpt))
	return answer, nil
}

// Admit refuses an address with ErrRefused that nothing would be fetched from. That a name cannot be looked up now is no reason by itself,
// but then the address must be one that is open whatever the name leads to: by HTTPS and at its usual port.
func (c *Client) Admit(ctx context.Context, address string) error {
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

// usual tells whether an address is of HTTPS at its usual port, as all public ones have to be.
func usual(at *url.URL) bool { return at.Scheme == "https" && (at.Port() == "" || at.Port() == "443") }

// lookupTimeout is how long somebody who enters an address may have to wait.
const lookupTimeout = 2 * time.Second

// Why tells in one word why there is no answer: refused, name, timeout, certificate or connection. "" for no error.
func Why(err error) string {
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
