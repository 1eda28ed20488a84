package googlewallet

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func account(t *testing.T, tokenURL string) string {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(map[string]string{
		"type": "service_account", "client_email": "laurel@example.org", "private_key_id": "k1", "token_uri": tokenURL,
		"private_key": string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})),
	})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func client(t *testing.T, handle http.HandlerFunc) *Client {
	t.Helper()
	server := httptest.NewServer(handle)
	t.Cleanup(server.Close)
	a, err := ParseAccount(account(t, server.URL+"/token"))
	if err != nil {
		t.Fatal(err)
	}
	return New(server.URL, a, func(claims []byte) (string, error) { return "signed." + string(claims), nil }, time.Now)
}

func TestAnObjectThatIsThereIsUpdatedWithOneToken(t *testing.T) {
	t.Parallel()
	var calls []string
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		calls = append(calls, r.Method+" "+r.URL.Path)
		switch {
		case r.URL.Path == "/token":
			if assertion := r.FormValue("assertion"); !strings.Contains(assertion, scope) || r.FormValue("grant_type") == "" {
				t.Errorf("assertion %s", assertion)
			}
			_, _ = io.WriteString(w, `{"access_token":"t1","expires_in":3600}`)
		case r.Header.Get("Authorization") != "Bearer t1":
			w.WriteHeader(http.StatusUnauthorized)
		case r.Method == http.MethodPost:
			w.WriteHeader(http.StatusConflict)
		}
	})
	if err := c.Put(t.Context(), Object, "1.a", map[string]string{"id": "1.a"}); err != nil {
		t.Fatal(err)
	}
	want := "POST /token,POST /walletobjects/v1/genericObject,PATCH /walletobjects/v1/genericObject/1.a"
	if got := strings.Join(calls, ","); got != want {
		t.Errorf("calls %s", got)
	}
}

func TestAnObjectThatNobodySavedNeedsNoUpdate(t *testing.T) {
	t.Parallel()
	status := http.StatusNotFound
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/token" {
			_, _ = io.WriteString(w, `{"access_token":"t1","expires_in":3600}`)
			return
		}
		w.WriteHeader(status)
	})
	if err := c.Patch(t.Context(), Object, "1.a", nil); err != nil {
		t.Error(err)
	}
	status = http.StatusServiceUnavailable
	if err := c.Patch(t.Context(), Object, "1.a", nil); err == nil {
		t.Error("a failure is taken for success")
	}
}

func TestAWalletServiceThatIsSilentIsNotWaitedForLong(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	c := client(t, func(http.ResponseWriter, *http.Request) { <-release })
	t.Cleanup(func() { close(release) })
	if c.client.Timeout != timeout {
		t.Error("there is no limit")
	}
	c.client.Timeout = 50 * time.Millisecond
	if err := c.Patch(t.Context(), Object, "1.a", nil); err == nil {
		t.Error("it answered")
	}
}

func TestWrongAccountsAreExplained(t *testing.T) {
	t.Parallel()
	good := account(t, "https://example.org/token")
	for text, want := range map[string]string{
		"x": "it is not JSON", `{"type":"authorized_user"}`: "it is not the key of a service account",
		strings.Replace(good, "BEGIN PRIVATE", "BEGIN OTHER", 1): "its private_key",
	} {
		if _, err := ParseAccount(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.40s: %v", text, err)
		}
	}
}
