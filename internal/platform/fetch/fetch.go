// Package fetch makes HTTP requests to URLs that come from untrusted users. It requires HTTPS and public addresses, and limits
// redirects, size and time. Host names are resolved once and the result is pinned, so that a name cannot change to a private address
// between check and use (DNS rebinding).
package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"golang.org/x/net/idna"
)

// The reasons why a request has no response.
var (
	ErrRefused     = errors.New("this address may not be fetched")
	ErrUnreachable = errors.New("the server cannot be reached")
	ErrTooLarge    = errors.New("the answer is too large")
	ErrRedirects   = errors.New("there are too many redirects")
)

const (
	// MaxBody is the maximum size of a response body, in bytes.
	MaxBody = 4 << 20

	maxRedirects = 3
	maxHeaders   = 32 << 10
	timeout      = 6 * time.Second // of one fetch with its redirects
	agent        = "Laurel-verifier"
)

// Options allow exceptions from the rule that only the public web is reachable.
type Options struct {
	// Own is the installation's public URL. It may always be fetched. Nil means none.
	Own *url.URL
	// Inside answers requests to Own without a network. Nil means that Own is fetched like other URLs.
	Inside http.Handler
	// Allow lists private networks that may be fetched from, also over plain HTTP.
	Allow []netip.Prefix
	// Resolver resolves host names. Nil means the system's resolver.
	Resolver *net.Resolver
}

// Client makes the requests.
type Client struct {
	Options
	resolver *net.Resolver
	dialer   net.Dialer
	kept     *http.Transport // of Post
}

// New returns a client.
func New(o Options) *Client {
	if o.Resolver == nil {
		o.Resolver = net.DefaultResolver
	}
	c := &Client{Options: o, resolver: o.Resolver}
	c.kept = &http.Transport{
		DialContext: func(ctx context.Context, network, asked string) (net.Conn, error) {
			addresses, _ := ctx.Value(admitted{}).([]netip.Addr)
			return c.dial(ctx, network, asked, addresses)
		},
		DisableCompression: true, MaxResponseHeaderBytes: maxHeaders, TLSHandshakeTimeout: timeout,
		MaxIdleConnsPerHost: keptPerHost, MaxIdleConns: 16 * keptPerHost, IdleConnTimeout: keptFor,
	}
	return c
}

// admitted is the context key of the addresses that a request may connect to.
type admitted struct{}

// The number of connections that Post keeps open for the next request to the same host.
const (
	keptPerHost = 16
	keptFor     = 30 * time.Second
)

// Response is a server's response.
type Response struct {
	URL    string // where redirects led to
	Status int
	Type   string // its content type as it stands
	Body   []byte
}

// Get fetches a URL; accept is the Accept header. It returns ErrRefused, ErrUnreachable, ErrTooLarge or ErrRedirects. A response with
// any status other than a redirect is an answer, not an error.
func (c *Client) Get(ctx context.Context, address, accept string) (Response, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	at, err := url.Parse(address)
	for hop := 0; err == nil && hop <= maxRedirects; hop++ {
		var answer Response
		var next *url.URL
		if answer, next, err = c.hop(ctx, at, accept); err == nil && next == nil {
			return answer, nil
		}
		at = next
	}
	switch {
	case err == nil:
		return Response{}, ErrRedirects
	case errors.Is(err, ErrRefused), errors.Is(err, ErrTooLarge):
		return Response{}, err
	default:
		return Response{}, fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
}

// hop sends the request to one server. next is the target of its redirect.
func (c *Client) hop(ctx context.Context, at *url.URL, accept string) (answer Response, next *url.URL, err error) {
	at = c.owned(at)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
	if err != nil {
		return Response{}, nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	r.URL.Fragment, r.URL.RawFragment = "", ""
	r.Header.Set("Accept", accept)
	r.Header.Set("User-Agent", agent)
	if c.Inside != nil && c.isOwn(at) {
		return c.inside(r)
	}
	res, err := c.send(r)
	if err != nil {
		return Response{}, nil, err
	}
	defer func() { _ = res.Body.Close() }()
	return read(at, res)
}

// send resolves and checks the host, rejects addresses that are not allowed with ErrRefused, and sends the request once.
func (c *Client) send(r *http.Request) (*http.Response, error) {
	addresses, err := c.admit(r.Context(), r.URL)
	if err != nil {
		return nil, err
	}
	transport := &http.Transport{
		DialContext: func(ctx context.Context, network, asked string) (net.Conn, error) {
			return c.dial(ctx, network, asked, addresses)
		},
		DisableKeepAlives: true, DisableCompression: true, MaxResponseHeaderBytes: maxHeaders, TLSHandshakeTimeout: timeout,
	}
	return transport.RoundTrip(r)
}

// owned replaces the scheme of our own URLs by the configured one: did:web always means HTTPS, even on an installation that runs
// without it.
func (c *Client) owned(at *url.URL) *url.URL {
	if c.Own == nil || at.Host != c.Own.Host {
		return at
	}
	own := *at
	own.Scheme = c.Own.Scheme
	return &own
}

func (c *Client) isOwn(at *url.URL) bool {
	return c.Own != nil && at.Host == c.Own.Host && at.Scheme == c.Own.Scheme && at.User == nil
}

// admit resolves a host and returns its addresses. It returns ErrRefused when any of them is not allowed.
func (c *Client) admit(ctx context.Context, at *url.URL) ([]netip.Addr, error) {
	if at.Scheme != "https" && at.Scheme != "http" || at.User != nil || at.Hostname() == "" {
		return nil, fmt.Errorf("%w: %s", ErrRefused, at.Redacted())
	}
	host, err := idna.Lookup.ToASCII(at.Hostname()) // "①②⑦.0.0.1" is an address as well
	if err != nil {
		host = at.Hostname() // IPv6, or a name with an underscore
	}
	found, err := c.resolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return nil, err
	}
	own := c.isOwn(at)
	for i, address := range found {
		found[i] = address.Unmap()
		if own || within(found[i], c.Allow) {
			continue
		}
		if !usual(at) || !public(found[i]) {
			return nil, fmt.Errorf("%w: %s", ErrRefused, at.Redacted())
		}
	}
	return found, nil
}

// dial connects to the first address that accepts a connection on the requested port.
func (c *Client) dial(ctx context.Context, network, asked string, addresses []netip.Addr) (net.Conn, error) {
	_, port, err := net.SplitHostPort(asked)
	if err != nil {
		return nil, err
	}
	var all []error
	for _, address := range addresses {
		conn, err := c.dialer.DialContext(ctx, network, net.JoinHostPort(address.String(), port))
		if err == nil {
			return conn, nil
		}
		all = append(all, err)
	}
	return nil, errors.Join(all...)
}

// read reads a response, or returns the target of its redirect.
func read(at *url.URL, res *http.Response) (Response, *url.URL, error) {
	switch res.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		next, err := at.Parse(res.Header.Get("Location"))
		return Response{}, next, err
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, MaxBody+1))
	if err != nil {
		return Response{}, nil, err
	}
	if len(body) > MaxBody {
		return Response{}, nil, fmt.Errorf("%w: more than %d bytes", ErrTooLarge, MaxBody)
	}
	return Response{at.String(), res.StatusCode, res.Header.Get("Content-Type"), body}, nil, nil
}
