package fetch

import (
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
)

// listenOn serves at one of the many addresses of the loopback network.
func listenOn(t *testing.T, address string, h http.HandlerFunc) string {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewUnstartedServer(h)
	_ = s.Listener.Close()
	s.Listener = listener
	s.Start()
	t.Cleanup(s.Close)
	return s.URL
}
