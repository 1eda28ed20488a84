package fetch

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
)

var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}

func server(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

func TestAddressesThatLeadInwardsAreNotPublic(t *testing.T) {
	t.Parallel()
	for _, inwards := range []string{
		"0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.1.2.3", "169.254.169.254", "172.16.0.1", "192.0.0.1", "192.168.1.1",
		"198.18.0.1", "203.0.113.9", "224.0.0.1", "240.0.0.1", "255.255.255.255",
		"::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1",
		"2002:7f00:1::", "3fff::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1",
	} {
		if public(netip.MustParseAddr(inwards)) {
			t.Errorf("%s is taken for public", inwards)
		}
	}
	for _, outwards := range []string{"8.8.8.8", "1.1.1.1", "193.0.6.139", "2606:4700::1111", "2a00:1450:4001::200e"} {
		if !public(netip.MustParseAddr(outwards)) {
			t.Errorf("%s is not taken for public", outwards)
		}
	}
}

func TestNoWayOfWritingAnAddressLeadsInwards(t *testing.T) {
	t.Parallel()
	asked := false
	at, _ := url.Parse(server(t, func(http.ResponseWriter, *http.Request) { asked = true }))
	port := at.Port()
	for _, scheme := range []string{"http", "https"} {
		for _, host := range []string{
			"127.0.0.1", "localhost", "LOCALHOST", "[::1]", "[::]", "0.0.0.0", "0", "127.1", "2130706433", "0x7f000001", "0177.0.0.1",
			"[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "①②⑦.0.0.1", "localhost.", "user@127.0.0.1", "169.254.169.254",
		} {
			_, err := New(Options{}).Get(t.Context(), scheme+"://"+host+":"+port+"/", "*/*")
			if !errors.Is(err, ErrRefused) && !errors.Is(err, ErrUnreachable) {
				t.Errorf("%s://%s: %v", scheme, host, err)
			}
		}
	}
	for _, odd := range []string{"", "/x", "ftp://example.org/x", "file:///etc/passwd", "gopher://127.0.0.1/", "http:", "://", "https://", "\x00"} {
		if _, err := New(Options{}).Get(t.Context(), odd, "*/*"); !errors.Is(err, ErrRefused) && !errors.Is(err, ErrUnreachable) {
			t.Errorf("%q: %v", odd, err)
		}
	}
	if asked {
		t.Error("the server inside was asked")
	}
}

func TestARedirectLeadsNoFurtherInwardsThanAnAddress(t *testing.T) {
	t.Parallel()
	secret := false
	// The outer server stands in a network that is allowed; the inner one does not.
	inner := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { secret = true }))
	inner.Start()
	t.Cleanup(inner.Close)
	to := strings.Replace(inner.URL, "127.0.0.1", "localhost", 1)
	allowed := []netip.Prefix{netip.MustParsePrefix("127.0.0.7/32")}
	outer := listenOn(t, "127.0.0.7:0", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, http.StatusFound) })
	if _, err := New(Options{Allow: allowed}).Get(t.Context(), outer, "*/*"); !errors.Is(err, ErrRefused) {
		t.Errorf("redirected inwards: %v", err)
	}
	if secret {
		t.Error("the server inside was asked")
	}
}

func TestRedirectsSizeAndTimeHaveLimits(t *testing.T) {
	t.Parallel()
	var hops int
	loop := server(t, func(w http.ResponseWriter, r *http.Request) {
		hops++
		http.Redirect(w, r, "/again", http.StatusFound)
	})
	c := New(Options{Allow: loopback})
	if _, err := c.Get(t.Context(), loop, "*/*"); !errors.Is(err, ErrRedirects) || hops != maxRedirects+1 {
		t.Errorf("after %d hops: %v", hops, err)
	}
	large := server(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, MaxBody+1)) })
	if _, err := c.Get(t.Context(), large, "*/*"); !errors.Is(err, ErrTooLarge) {
		t.Errorf("too large: %v", err)
	}
	packed := server(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Accept-Encoding") != "" || r.Header.Get("Cookie") != "" {
			t.Errorf("asked with %v", r.Header)
		}
		w.Header().Set("Set-Cookie", "a=b")
		w.WriteHeader(http.StatusGone)
		_, _ = w.Write([]byte("{}"))
	})
	for range 2 {
		if answer, err := c.Get(t.Context(), packed, "*/*"); err != nil || answer.Status != http.StatusGone || string(answer.Body) != "{}" {
			t.Errorf("%+v, %v", answer, err)
		}
	}
}

func TestAServerThatIsNotWhoItSaysIsNotBelieved(t *testing.T) {
	t.Parallel()
	s := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(s.Close)
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	if _, err := New(Options{Allow: loopback}).Get(t.Context(), s.URL, "*/*"); !errors.Is(err, ErrUnreachable) {
		t.Errorf("a certificate that nobody vouches for: %v", err)
	}
}

func TestOurOwnAddressIsAnsweredFromInside(t *testing.T) {
	t.Parallel()
	own, _ := url.Parse("http://127.0.0.1:1")
	type secret struct{}
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Context().Value(secret{}) != nil {
			t.Error("who asked us is told to the handler inside")
		}
		if r.URL.Path == "/moved" {
			http.Redirect(w, r, "/here?a=b", http.StatusFound)
			return
		}
		_, _ = w.Write([]byte(r.Host + r.RequestURI))
	})
	c := New(Options{Own: own, Inside: h})
	for _, address := range []string{"http://127.0.0.1:1/moved", "https://127.0.0.1:1/here?a=b#part"} {
		if answer, err := c.Get(context.WithValue(t.Context(), secret{}, 1), address, "*/*"); err != nil || string(answer.Body) != "127.0.0.1:1/here?a=b" {
			t.Errorf("%s: %s, %v", address, answer.Body, err)
		}
	}
	if _, err := c.Get(t.Context(), "http://127.0.0.1:2/", "*/*"); !errors.Is(err, ErrRefused) {
		t.Errorf("another port of our own host: %v", err)
	}
}

func TestANameThatCannotBeLookedUpIsAdmittedByHTTPSAtItsUsualPortOnly(t *testing.T) {
	t.Parallel()
	for _, c := range []*Client{New(Options{}), New(Options{Allow: loopback})} {
		for address, admitted := range map[string]bool{
			"https://nowhere.invalid/": true, "https://nowhere.invalid:443/x": true, "http://nowhere.invalid/": false, "http://nowhere.invalid:443/": false,
			"https://nowhere.invalid:22/": false, "http://nowhere.invalid:22/": false, "https://nowhere.invalid:8443/": false, "https://nowhere.invalid:99999/": false,
		} {
			if err := c.CheckURL(t.Context(), address); errors.Is(err, ErrRefused) == admitted {
				t.Errorf("%s, with %v allowed: %v", address, c.Allow, err)
			}
		}
	}
	if err := New(Options{Allow: loopback}).CheckURL(t.Context(), "http://127.0.0.1:8080/"); err != nil {
		t.Errorf("an allowed address: %v", err)
	}
}

func TestAServerThatAnswersNothingIsNotWaitedForLong(t *testing.T) {
	t.Parallel()
	silent := server(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	if _, err := New(Options{Allow: loopback}).Get(t.Context(), silent, "*/*"); !errors.Is(err, ErrUnreachable) {
		t.Errorf("it ends with %v", err)
	}
}

func TestPostsToOneHostShareAConnectionAndSurviveItsEnd(t *testing.T) {
	t.Parallel()
	var opened, got atomic.Int32
	receiver := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Idempotency-Key") != "" {
			t.Errorf("asked with %v", r.Header)
		}
		got.Add(1)
		_, _ = io.WriteString(w, "received")
	}))
	receiver.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			opened.Add(1)
		}
	}
	receiver.Start()
	t.Cleanup(receiver.Close)
	c := New(Options{Allow: loopback})
	post := func() {
		t.Helper()
		answer, err := c.Post(t.Context(), receiver.URL, nil, "{}", 100)
		if err != nil || answer.Status != http.StatusOK || string(answer.Body) != "received" {
			t.Fatalf("%+v, %v", answer, err)
		}
	}
	for range 20 {
		post()
	}
	if opened.Load() != 1 || got.Load() != 20 {
		t.Errorf("%d connections for %d requests", opened.Load(), got.Load())
	}
	receiver.CloseClientConnections()
	post()
	// A kept connection opens nothing that is not open to us any more.
	c.Allow = nil
	if _, err := c.Post(t.Context(), receiver.URL, nil, "{}", 100); !errors.Is(err, ErrRefused) || got.Load() != 21 {
		t.Errorf("%d requests arrived, %v", got.Load(), err)
	}
}
