package collector_test

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"laurel/internal/platform/collector"
	"laurel/internal/platform/nettest"
)

var records = []collector.Record{
	{At: time.Date(2026, time.March, 10, 13, 0, 0, 250_000_000, time.FixedZone("", 3600)), Kind: "design.updated", Body: []byte(`{"id":1,"name":"Zoë"}`)},
	{At: time.Date(2026, time.March, 10, 13, 0, 1, 0, time.UTC), Kind: strings.Repeat("long_", 8), Body: []byte(`{"id":2}`)},
}

func at(t *testing.T, address string) *url.URL {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// received returns what a server got over one connection, message by message, told apart by their lengths.
func received(t *testing.T, listen net.Listener) <-chan []string {
	t.Helper()
	got := make(chan []string, 1)
	go func() {
		var messages []string
		defer func() { got <- messages }()
		conn, err := listen.Accept()
		if err != nil {
			return
		}
		defer func() { _ = conn.Close() }()
		r := bufio.NewReader(conn)
		for {
			size, err := r.ReadString(' ')
			if err != nil {
				return
			}
			n, err := strconv.Atoi(strings.TrimSpace(size))
			if err != nil {
				return
			}
			m := make([]byte, n)
			if _, err := io.ReadFull(r, m); err != nil {
				return
			}
			messages = append(messages, string(m))
		}
	}()
	return got
}

func TestSyslogMessagesHaveTheFormOfTheStandard(t *testing.T) {
	t.Parallel()
	authority := nettest.NewAuthority(t, "collectors")
	host := authority.Host()
	certificate, err := tls.X509KeyPair([]byte(host.PEM), []byte(host.Key))
	if err != nil {
		t.Fatal(err)
	}
	for scheme, listen := range map[string]func() (net.Listener, error){
		"tcp": func() (net.Listener, error) { return net.Listen("tcp", "127.0.0.1:0") },
		"tls": func() (net.Listener, error) {
			return tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12})
		},
	} {
		t.Run(scheme, func(t *testing.T) {
			t.Parallel()
			server, err := listen()
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = server.Close() })
			got := received(t, server)
			c, err := collector.New(collector.Options{
				URL: at(t, strings.Replace(scheme+"://"+server.Addr().String(), "127.0.0.1", "localhost", 1)), Host: "certs.example.org", TLS: &tls.Config{RootCAs: authority.Pool(), MinVersion: tls.VersionTLS12},
			})
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Send(t.Context(), records); err != nil {
				t.Fatal(err)
			}
			want := []string{
				`<109>1 2026-03-10T12:00:00.250000Z certs.example.org laurel - design.updated - {"id":1,"name":"Zoë"}`,
				`<109>1 2026-03-10T13:00:01.000000Z certs.example.org laurel - long_long_long_long_long_long_lo - {"id":2}`,
			}
			if messages := <-got; strings.Join(messages, "\n") != strings.Join(want, "\n") {
				t.Errorf("got %q", messages)
			}
		})
	}
}

func TestACertificateOfAStrangerIsRefused(t *testing.T) {
	t.Parallel()
	server := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(server.Close)
	c, err := collector.New(collector.Options{URL: at(t, "tls://"+server.Listener.Addr().String())})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Send(t.Context(), records); err == nil {
		t.Error("the records were sent")
	}
}

func TestACollectorThatIsSilentIsAnError(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0") // the system accepts connections, and nobody answers
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = silent.Close() })
	for _, scheme := range []string{"tls", "http", "https"} {
		c, err := collector.New(collector.Options{URL: at(t, scheme+"://"+silent.Addr().String()), Timeout: 100 * time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Send(t.Context(), records); err == nil {
			t.Errorf("%s: the records were sent", scheme)
		}
	}
}

func TestLinesArePostedWithTheToken(t *testing.T) {
	t.Parallel()
	var body, token, media string
	status := http.StatusAccepted
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, _ := io.ReadAll(r.Body)
		body, token, media = string(data), r.Header.Get("Authorization"), r.Header.Get("Content-Type")
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(status)
	}))
	t.Cleanup(server.Close)
	c, err := collector.New(collector.Options{URL: at(t, server.URL+"/services/audit"), Token: "s3cret"})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Send(t.Context(), records); err != nil {
		t.Fatal(err)
	}
	if want := "{\"id\":1,\"name\":\"Zoë\"}\n{\"id\":2}\n"; body != want || token != "Bearer s3cret" || media != "application/x-ndjson" {
		t.Errorf("got %q, %q, %q", body, token, media)
	}
	for _, status = range []int{http.StatusFound, http.StatusTooManyRequests, http.StatusInternalServerError} {
		if err := c.Send(t.Context(), records); err == nil {
			t.Errorf("%d is no error", status)
		}
	}
}

func TestLinesAreWritten(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	c, err := collector.New(collector.Options{URL: at(t, "stdout:"), Out: &out})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Send(t.Context(), records); err != nil {
		t.Fatal(err)
	}
	if want := "{\"id\":1,\"name\":\"Zoë\"}\n{\"id\":2}\n"; out.String() != want {
		t.Errorf("got %q", out.String())
	}
}
