package fetch_test

import (
	"errors"
	"net"
	"net/netip"
	"testing"

	"laurel/internal/platform/fetch"
)

func TestDialReachesOnlyPublicAddressesUnlessMoreAreAllowed(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	closed := fetch.New(fetch.Options{})
	for _, host := range []string{"127.0.0.1", "localhost", "::1", "::ffff:127.0.0.1", "①②⑦.0.0.1", "169.254.169.254", "10.0.0.1", "0.0.0.0"} {
		if conn, err := closed.Dial(t.Context(), host, port); !errors.Is(err, fetch.ErrRefused) && !errors.Is(err, fetch.ErrUnreachable) {
			t.Errorf("%s: %v, %v", host, conn, err)
		}
	}
	if _, err := closed.Dial(t.Context(), "127.0.0.1", port); !errors.Is(err, fetch.ErrRefused) {
		t.Errorf("a private address: %v", err)
	}
	open := fetch.New(fetch.Options{Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}})
	conn, err := open.Dial(t.Context(), "127.0.0.1", port)
	if err != nil {
		t.Fatal(err)
	}
	_ = conn.Close()
	_ = listener.Close()
	if _, err := open.Dial(t.Context(), "127.0.0.1", port); !errors.Is(err, fetch.ErrUnreachable) {
		t.Errorf("nobody listens: %v", err)
	}
}
