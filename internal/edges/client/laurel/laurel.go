// Package laurel talks to a Laurel server: one method for each call that an API key may make. It needs nothing but the
// standard library.
//
//	client, err := laurel.New("https://laurel.example", os.Getenv("LAUREL_KEY"))
//	reply, err := client.CredentialRead(ctx, "a1b2c3")
package laurel

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Client makes calls with one API key. Any number of goroutines may use it.
type Client struct {
	base     string
	key      string
	http     *http.Client
	attempts int
	longest  time.Duration
	language string
}

// Option changes what New makes.
type Option func(*Client)

// WithHTTPClient makes calls through another client, with its time limit and its transport.
func WithHTTPClient(h *http.Client) Option { return func(c *Client) { c.http = h } }

// WithAttempts says how often a call is tried, 4 times without; 1 tries once. No wait is longer than longest: a server that
// asks for a longer one is answered with the error.
func WithAttempts(n int, longest time.Duration) Option {
	return func(c *Client) { c.attempts, c.longest = max(n, 1), longest }
}

// WithLanguage asks for messages in a language, such as "de".
func WithLanguage(tag string) Option { return func(c *Client) { c.language = tag } }

// ErrAddress refuses an address of a server that is none.
var ErrAddress = errors.New("laurel: the address of the server has to begin with http:// or https://")

// New makes a client of the server at an address such as https://laurel.example.
func New(base, key string, options ...Option) (*Client, error) {
	at, err := url.Parse(base)
	if err != nil || at.Scheme != "http" && at.Scheme != "https" || at.Host == "" {
		return nil, ErrAddress
	}
	c := &Client{base: strings.TrimRight(base, "/"), key: key, http: &http.Client{Timeout: time.Minute}, attempts: 4, longest: time.Minute}
	for _, option := range options {
		option(c)
	}
	return c, nil
}

type idempotencyKey struct{}

// WithIdempotencyKey has a call carry a key of your own, such as the number of an order: the same call with the same key is done
// once within 24 hours, whoever sends it again. Without it every call has a key by chance, which its own repeats share.
func WithIdempotencyKey(ctx context.Context, key string) context.Context {
	return context.WithValue(ctx, idempotencyKey{}, key)
}

// Ptr gives a pointer to a value, for what may be left out.
func Ptr[T any](value T) *T { return &value }
