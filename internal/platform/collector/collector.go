// Package collector sends records to a log collector: as syslog messages (RFC 5424) over TCP or TLS, as lines of JSON over HTTPS, or to a
// writer.
package collector

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"time"
)

// defaultTimeout limits one transmission.
const defaultTimeout = 10 * time.Second

// Record is what happened once.
type Record struct {
	At   time.Time
	Kind string // "design.updated"
	Body []byte // a JSON object without line breaks
}

// Collector receives records.
type Collector interface {
	// Send transmits records in their order. When it returns an error, some or all of them may have arrived. Over TCP, success means
	// that they were written to the connection; over HTTPS, that the collector accepted them.
	Send(ctx context.Context, records []Record) error
}

// Options says where records go.
type Options struct {
	URL   *url.URL    // see New
	Token string      // sent over HTTP as "Authorization: Bearer"
	Host  string      // name of this installation in syslog messages
	TLS   *tls.Config // nil: the system's authorities
	Out   io.Writer   // for stdout; nil: the standard output

	Timeout time.Duration // limits one transmission; 0: 10 s
}

// New returns the collector at tcp://host:601, tls://host:6514, https://host/path, http://host/path or stdout:. It does not connect yet.
func New(o Options) (Collector, error) {
	if o.Timeout == 0 {
		o.Timeout = defaultTimeout
	}
	switch o.URL.Scheme {
	case "tcp", "tls":
		return syslog{o}, nil
	case "http", "https":
		transport := http.DefaultTransport.(*http.Transport).Clone()
		transport.TLSClientConfig = o.TLS
		return web{o, &http.Client{Timeout: o.Timeout, Transport: transport, CheckRedirect: noRedirect}}, nil
	case "stdout":
		if o.Out == nil {
			o.Out = os.Stdout
		}
		return stream{o.Out}, nil
	}
	return nil, fmt.Errorf("collector: unknown scheme %q", o.URL.Scheme)
}

// stream writes a line per record.
type stream struct{ out io.Writer }

func (s stream) Send(_ context.Context, records []Record) error {
	if _, err := s.out.Write(lines(records)); err != nil {
		return fmt.Errorf("write records: %w", err)
	}
	return nil
}

func lines(records []Record) []byte {
	var b bytes.Buffer
	for _, r := range records {
		b.Write(r.Body)
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// web posts records as newline-delimited JSON.
type web struct {
	Options
	client *http.Client
}

// noRedirect keeps records and the token from being sent anywhere else.
func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

func (w web) Send(ctx context.Context, records []Record) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, w.URL.String(), bytes.NewReader(lines(records)))
	if err != nil {
		return fmt.Errorf("collector: %w", err)
	}
	r.Header.Set("Content-Type", "application/x-ndjson")
	if w.Token != "" {
		r.Header.Set("Authorization", "Bearer "+w.Token)
	}
	res, err := w.client.Do(r)
	if err != nil {
		return fmt.Errorf("collector: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode < 200 || res.StatusCode > 299 {
		return fmt.Errorf("collector: answered %s", res.Status)
	}
	return nil
}

// syslog sends messages of RFC 5424, each after its length in bytes (octet counting: RFC 6587, section 3.4.1; with TLS, RFC 5425).
type syslog struct{ Options }

// priority is facility 13 (log audit) with severity 5 (notice).
const priority = 13*8 + 5

// maxKind is the length of MSGID, in bytes.
const maxKind = 32

func (s syslog) Send(ctx context.Context, records []Record) (err error) {
	ctx, cancel := context.WithTimeout(ctx, s.Timeout)
	defer cancel()
	conn, err := s.dial(ctx)
	if err != nil {
		return fmt.Errorf("collector: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	deadline, _ := ctx.Deadline()
	if err := conn.SetDeadline(deadline); err != nil {
		return fmt.Errorf("collector: %w", err)
	}
	var b bytes.Buffer
	for _, r := range records {
		m := s.message(r)
		b.WriteString(strconv.Itoa(len(m)) + " ")
		b.Write(m)
	}
	if _, err := conn.Write(b.Bytes()); err != nil {
		return fmt.Errorf("collector: %w", err)
	}
	return nil
}

func (s syslog) dial(ctx context.Context) (net.Conn, error) {
	if s.URL.Scheme == "tls" {
		return (&tls.Dialer{Config: s.TLS}).DialContext(ctx, "tcp", s.URL.Host)
	}
	return (&net.Dialer{}).DialContext(ctx, "tcp", s.URL.Host)
}

func (s syslog) message(r Record) []byte {
	kind := r.Kind
	if len(kind) > maxKind {
		kind = kind[:maxKind]
	}
	host := s.Host
	if host == "" {
		host = "-"
	}
	head := fmt.Sprintf("<%d>1 %s %s laurel - %s - ", priority, r.At.UTC().Format("2006-01-02T15:04:05.000000Z"), host, kind)
	return append([]byte(head), r.Body...)
}
