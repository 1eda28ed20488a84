package laurel

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// largest is how much of an answer that is no file is read.
const largest = 64 << 20

// request is one call.
type request struct {
	method, path string
	query        url.Values
	body         any
	idempotent   bool // it heeds a key, so that it may be sent again
}

// repeatable reports whether sending it twice does what sending it once does.
func (r request) repeatable() bool { return r.idempotent || r.method != http.MethodPost }

// File is what a call answers that is no JSON. Close it.
type File struct {
	ContentType string
	io.ReadCloser
}

// answer makes a call and reads its answer.
func answer[T any](ctx context.Context, c *Client, r request) (reply T, err error) {
	res, err := c.send(ctx, r)
	if err != nil {
		return reply, err
	}
	defer func() { _ = res.Body.Close() }()
	d := json.NewDecoder(io.LimitReader(res.Body, largest))
	d.UseNumber() // in what may be anything an id stays the number that it is
	if err := d.Decode(&reply); err != nil {
		return reply, fmt.Errorf("laurel: read the answer of %s %s: %w", r.method, r.path, err)
	}
	return reply, nil
}

func (c *Client) done(ctx context.Context, r request) error {
	res, err := c.send(ctx, r)
	if err != nil {
		return err
	}
	return res.Body.Close()
}

func (c *Client) file(ctx context.Context, r request) (*File, error) {
	res, err := c.send(ctx, r) //nolint:bodyclose // whoever reads the file closes it
	if err != nil {
		return nil, err
	}
	return &File{res.Header.Get("Content-Type"), res.Body}, nil
}

// send makes a call, again where that may help and does no harm. Its answer is a success.
func (c *Client) send(ctx context.Context, r request) (*http.Response, error) {
	var body []byte
	if r.body != nil {
		var err error
		if body, err = json.Marshal(r.body); err != nil {
			return nil, fmt.Errorf("laurel: write %s %s: %w", r.method, r.path, err)
		}
	}
	key, _ := ctx.Value(idempotencyKey{}).(string)
	if key == "" {
		key = rand.Text()
	}
	for attempt := 1; ; attempt++ {
		res, err := c.once(ctx, r, body, key)
		if err == nil {
			return res, nil
		}
		wait, again := c.again(r, err, attempt)
		if !again || ctx.Err() != nil {
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), err)
		case <-time.After(wait):
		}
	}
}

func (c *Client) once(ctx context.Context, r request, body []byte, key string) (*http.Response, error) {
	at := c.base + r.path
	if len(r.query) > 0 {
		at += "?" + r.query.Encode()
	}
	req, err := http.NewRequestWithContext(ctx, r.method, at, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("laurel: %w", err)
	}
	req.Header.Set("Authorization", "Bearer "+c.key)
	req.Header.Set("Accept", "*/*")
	if r.body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if r.idempotent {
		req.Header.Set("Idempotency-Key", key)
	}
	if c.language != "" {
		req.Header.Set("Accept-Language", c.language)
	}
	res, err := c.http.Do(req)
	if err != nil {
		return nil, fmt.Errorf("laurel: %w", err)
	}
	if res.StatusCode < http.StatusMultipleChoices {
		return res, nil
	}
	defer func() { _ = res.Body.Close() }()
	told, err := io.ReadAll(io.LimitReader(res.Body, largest))
	if err != nil {
		return nil, fmt.Errorf("laurel: read the answer of %s %s: %w", r.method, r.path, err)
	}
	return nil, refusal(res, told)
}

// again reports whether and when a call is worth another attempt: what was too many was not done, and what may be done twice may be
// sent again when the server or the way to it failed.
func (c *Client) again(r request, err error, attempt int) (time.Duration, bool) {
	if attempt >= c.attempts {
		return 0, false
	}
	wait := time.Duration(1<<attempt) * 250 * time.Millisecond
	var refused *Error
	told := errors.As(err, &refused)
	switch {
	case !told:
		return min(wait, c.longest), r.repeatable()
	case refused.Status == http.StatusTooManyRequests:
	case refused.Status == http.StatusBadGateway, refused.Status == http.StatusServiceUnavailable, refused.Status == http.StatusGatewayTimeout:
		if !r.repeatable() {
			return 0, false
		}
	default:
		return 0, false
	}
	if refused.RetryAfter > 0 {
		wait = refused.RetryAfter
	}
	return wait, wait <= c.longest
}

// retryAfter reads how long the server asks to wait, in seconds or until a time.
func retryAfter(res *http.Response) time.Duration {
	told := res.Header.Get("Retry-After")
	if seconds, err := strconv.Atoi(told); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(told); err == nil {
		return max(time.Until(at), 0)
	}
	return 0
}

// place puts values into a path.
func place(path string, values ...any) string {
	var b strings.Builder
	for _, value := range values {
		before, rest, _ := strings.Cut(path, "{")
		_, path, _ = strings.Cut(rest, "}")
		b.WriteString(before + url.PathEscape(fmt.Sprint(value)))
	}
	return b.String() + path
}

// values are the parameters, given as names and values in turn, that are not zero.
func values(pairs ...any) url.Values {
	out := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		name, _ := pairs[i].(string)
		switch v := pairs[i+1].(type) {
		case string:
			if v != "" {
				out.Set(name, v)
			}
		case int64:
			if v != 0 {
				out.Set(name, strconv.FormatInt(v, 10))
			}
		case *bool:
			if v != nil {
				out.Set(name, strconv.FormatBool(*v))
			}
		case time.Time:
			if !v.IsZero() {
				out.Set(name, v.UTC().Format(time.RFC3339Nano))
			}
		}
	}
	return out
}
