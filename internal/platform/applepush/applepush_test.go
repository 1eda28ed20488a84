package applepush

import (
	"crypto/tls"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"laurel/internal/platform/nettest"
)

// service is a push service that speaks HTTP/2 and asks for the certificate of the pass type.
func service(t *testing.T, handle http.HandlerFunc) *Client {
	t.Helper()
	authority := nettest.NewAuthority(t, "Test")
	pair := func(c nettest.Certificate) tls.Certificate {
		pair, err := tls.X509KeyPair([]byte(c.PEM), []byte(c.Key))
		if err != nil {
			t.Fatal(err)
		}
		return pair
	}
	server := httptest.NewUnstartedServer(handle)
	server.EnableHTTP2 = true
	server.TLS = &tls.Config{Certificates: []tls.Certificate{pair(authority.Host())}, ClientCAs: authority.Pool(), ClientAuth: tls.RequireAndVerifyClientCert}
	server.StartTLS()
	t.Cleanup(server.Close)
	mine := pair(authority.PassType("pass.example", "T", time.Now().AddDate(1, 0, 0)))
	return New(strings.Replace(server.URL, "127.0.0.1", "localhost", 1), "pass.example", mine, authority.Pool())
}

func TestAPushIsEmptyAndForThePassType(t *testing.T) {
	t.Parallel()
	c := service(t, func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.ProtoMajor != 2 || r.URL.Path != "/3/device/abc" || string(body) != `{"aps":{}}` || r.Header.Get("Apns-Topic") != "pass.example" || r.Header.Get("Apns-Collapse-Id") != "1" {
			t.Errorf("%s %s %s %v", r.Proto, r.URL, body, r.Header)
		}
	})
	if err := c.Push(t.Context(), "abc", "1"); err != nil {
		t.Error(err)
	}
}

func TestTokensThatWorkNoMoreAreToldFromFailures(t *testing.T) {
	t.Parallel()
	for reason, row := range map[string]struct {
		status int
		gone   bool
	}{
		"Unregistered": {410, true}, "BadDeviceToken": {400, true}, "DeviceTokenNotForTopic": {400, true}, "BadTopic": {400, false},
		"TooManyRequests": {429, false}, "InternalServerError": {500, false}, "": {503, false},
	} {
		c := service(t, func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(row.status)
			_, _ = io.WriteString(w, `{"reason":"`+reason+`"}`)
		})
		if err := c.Push(t.Context(), "abc", "1"); err == nil || errors.Is(err, ErrGone) != row.gone {
			t.Errorf("%d %s: %v", row.status, reason, err)
		}
	}
}

func TestAPushServiceThatIsSilentIsNotWaitedForLong(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	c := service(t, func(http.ResponseWriter, *http.Request) { <-release })
	t.Cleanup(func() { close(release) })
	if c.client.Timeout != timeout {
		t.Error("there is no limit")
	}
	c.client.Timeout = 50 * time.Millisecond
	if err := c.Push(t.Context(), "abc", "1"); err == nil {
		t.Error("it answered")
	}
}
