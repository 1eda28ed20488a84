package stripepay_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"laurel/internal/platform/stripepay"
)

func TestStripeThatIsSilentIsNotWaitedForLong(t *testing.T) {
	t.Parallel()
	stop := make(chan struct{})
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-stop:
		case <-r.Context().Done():
		}
	}))
	defer silent.Close()
	defer close(stop)
	began := time.Now()
	err := stripepay.New(stripepay.Options{SecretKey: "sk_test_1", Base: silent.URL, Timeout: 200 * time.Millisecond}).Ping(t.Context())
	if took := time.Since(began); err == nil || took > 10*time.Second {
		t.Errorf("%v after %v", err, took)
	}
}
