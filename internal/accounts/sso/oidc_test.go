package sso

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"laurel/internal/platform/fetch"
)

func TestAProviderThatIsSilentIsNotWaitedForLong(t *testing.T) {
	t.Parallel()
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	t.Cleanup(silent.Close)
	s := New(Deps{Fetch: fetch.New(fetch.Options{Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}})})
	if _, _, _, err := s.provider(t.Context(), Connection{IssuerURL: silent.URL}); !errors.Is(err, ErrProvider) {
		t.Errorf("it ends with %v", err)
	}
}

func TestAProviderInsideTheNetworkIsNotAsked(t *testing.T) {
	t.Parallel()
	asked := false
	inside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	t.Cleanup(inside.Close)
	s := New(Deps{Fetch: fetch.New(fetch.Options{})})
	if _, _, _, err := s.provider(t.Context(), Connection{IssuerURL: inside.URL}); !errors.Is(err, fetch.ErrRefused) || asked {
		t.Errorf("it ends with %v, and was asked: %t", err, asked)
	}
}
