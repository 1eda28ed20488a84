// Package fetch gets documents from addresses that strangers give us, and hands others over to them: by HTTPS, to public
// addresses alone, with a limit on redirects, size and time. Names are looked up once and the answer is pinned, so that no name can turn inwards later.
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

// The reasons for which there is no answer.
var (
	ErrRefused     = errors.New("this address may not be fetched")
	ErrUnreachable = errors.New("the server cannot be reached")
	ErrTooLarge    = errors.New("the answer is too large")
	ErrRedirects   = errors.New("there are too many redirects")
)

const (
	// MaxBody is the most bytes an answer may have.
	MaxBody = 4 << 20

	maxRedirects = 3
	maxHeaders   = 32 << 10
	timeout      = 6 * time.Second // of one fetch with its redirects
	agent        = "Laurel-verifier"
)

// Options say what a client may fetch besides the public web.
type Options struct {
	// Own is our own public address, which is fetched whatever it is; nil: none.
	Own *url.URL
	// Inside answers for Own without a network; nil: Own is fetched like others.
	Inside http.Handler
	// Allow are networks that may be fetched from though they are private, also by plain HTTP.
	Allow []netip.Prefix
	// Resolver looks names up; nil: that of the machine.
	Resolver *net.Resolver
}

// Client fetches.
type Client struct {
	Options
	resolver *net.Resolver
	dialer   net.Dialer
	kept     *http.Transport // of Post
}

// New makes a client.
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

// admitted is the key of the addresses that a request may connect to, in its context.
type admitted struct{}

// Connections that Post keeps for the next request to the same host.
const (
	keptPerHost = 16
	keptFor     = 30 * time.Second
)

// Answer is what a server said.
type Answer struct {
	URL    string // where redirects led to
	Status int
	Type   string // its content type as it stands
	Body   []byte
}

// Get fetches an address; accept tells the server what is wanted. It returns ErrRefused, ErrUnreachable, ErrTooLarge and
// ErrRedirects. An answer of any other status than a redirect is an answer.
func (c *Client) Get(ctx context.Context, address, accept string) (Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	at, err := url.Parse(address)
	for hop := 0; err == nil && hop <= maxRedirects; hop++ {
		var answer Answer
		var next *url.URL
		if answer, next, err = c.hop(ctx, at, accept); err == nil && next == nil {
			return answer, nil
		}
		at = next
	}
	switch {
	case err == nil:
		return Answer{}, ErrRedirects
	case errors.Is(err, ErrRefused), errors.Is(err, ErrTooLarge):
		return Answer{}, err
	default:
		return Answer{}, fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
}

// hop asks one server; next is where it redirects to.
func (c *Client) hop(ctx context.Context, at *url.URL, accept string) (answer Answer, next *url.URL, err error) {
	at = c.owned(at)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
	if err != nil {
		return Answer{}, nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	r.URL.Fragment, r.URL.RawFragment = "", ""
	r.Header.Set("Accept", accept)
	r.Header.Set("User-Agent", agent)
	if c.Inside != nil && c.isOwn(at) {
		return c.inside(r)
	}
	res, err := c.send(r)
	if err != nil {
		return Answer{}, nil, err
	}
	defer func() { _ = res.Body.Close() }()
	return read(at, res)
}

// send looks up whom a request goes to, refuses those that are not open to us with ErrRefused, and asks once.
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

// owned gives an address of our own its own scheme: a did:web always means HTTPS, also where we are tried out without it.
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

// admit looks a host up and returns its addresses, or ErrRefused when any of them is not open to us.
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

// dial connects to the first of the addresses that answers, at the port that was asked for.
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

// read takes an answer, or tells where it redirects to.
func read(at *url.URL, res *http.Response) (Answer, *url.URL, error) {
	switch res.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		next, err := at.Parse(res.Header.Get("Location"))
		return Answer{}, next, err
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, MaxBody+1))
	if err != nil {
		return Answer{}, nil, err
	}
	if len(body) > MaxBody {
		return Answer{}, nil, fmt.Errorf("%w: more than %d bytes", ErrTooLarge, MaxBody)
	}
	return Answer{at.String(), res.StatusCode, res.Header.Get("Content-Type"), body}, nil, nil
}
