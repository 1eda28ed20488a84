package apptest_test

import (
	"bytes"
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"laurel/internal/app/apptest"
	"laurel/internal/platform/nettest"
)

// googleDouble is Google: its tokens and its Wallet API.
type googleDouble struct {
	url     string
	account string
	key     *rsa.PublicKey
	mu      sync.Mutex
	objects map[string]map[string]any
	patches int
}

func newGoogleDouble(t *testing.T) *googleDouble {
	t.Helper()
	d := &googleDouble{objects: map[string]map[string]any{}}
	server := httptest.NewServer(d)
	t.Cleanup(server.Close)
	d.url = server.URL
	made := nettest.NewAuthority(t, "Google").PassType("x", "y", time.Now().AddDate(1, 0, 0))
	block, _ := pem.Decode([]byte(made.Key))
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	private, _ := key.(*rsa.PrivateKey)
	d.key = &private.PublicKey
	text, err := json.Marshal(map[string]string{
		"type": "service_account", "client_email": "laurel@example.org", "private_key_id": "k1", "private_key": made.Key, "token_uri": d.url + "/token",
	})
	if err != nil {
		t.Fatal(err)
	}
	d.account = string(text)
	return d
}

func (d *googleDouble) settings(t *testing.T) []string {
	t.Helper()
	return []string{
		"LAUREL_GOOGLE_WALLET_ISSUER", "3388", "LAUREL_GOOGLE_WALLET_ACCOUNT", d.account, "LAUREL_GOOGLE_WALLET_API_URL", d.url,
		"LAUREL_GOOGLE_WALLET_SAVE_URL", d.url + "/save",
	}
}

// claims verifies a JWT of the service account, with the standard library alone.
func (d *googleDouble) claims(token string) (claims map[string]any) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return nil
	}
	signature, err := base64.RawURLEncoding.DecodeString(parts[2])
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if err != nil || rsa.VerifyPKCS1v15(d.key, crypto.SHA256, sum[:], signature) != nil {
		return nil
	}
	data, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil || json.Unmarshal(data, &claims) != nil {
		return nil
	}
	return claims
}

// ServeHTTP implements http.Handler.
func (d *googleDouble) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if r.URL.Path == "/token" {
		if claims := d.claims(r.FormValue("assertion")); claims["iss"] != "laurel@example.org" || claims["aud"] != d.url+"/token" {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		_, _ = io.WriteString(w, `{"access_token":"t1","token_type":"Bearer","expires_in":3600}`)
		return
	}
	var in map[string]any
	if r.Header.Get("Authorization") != "Bearer t1" || json.NewDecoder(r.Body).Decode(&in) != nil {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	id, _ := in["id"].(string)
	switch {
	case r.Method == http.MethodPost && d.objects[id] != nil:
		w.WriteHeader(http.StatusConflict)
	case r.Method == http.MethodPatch && !strings.HasSuffix(r.URL.Path, "/"+id):
		w.WriteHeader(http.StatusBadRequest)
	case r.Method == http.MethodPatch && d.objects[id] == nil:
		w.WriteHeader(http.StatusNotFound)
	default:
		if r.Method == http.MethodPatch {
			d.patches++
		}
		d.objects[id] = in
		_, _ = io.WriteString(w, "{}")
	}
}

func (d *googleDouble) object(id string) (map[string]any, int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.objects[id], d.patches
}

func TestAnOwnerSavesAPassToGoogleWalletThatIsUpdated(t *testing.T) {
	t.Parallel()
	p := withPasses(t)
	link := p.add("google").OK().Text("wallet_pass.url")
	token, found := strings.CutPrefix(link, p.google.url+"/save/")
	claims := p.google.claims(token)
	if !found || claims == nil || claims["aud"] != "google" || claims["typ"] != "savetowallet" || len(link) > 1800 {
		t.Fatalf("link of %d characters with %v", len(link), claims)
	}
	payload, _ := claims["payload"].(map[string]any)
	objects, _ := payload["genericObjects"].([]any)
	object, _ := objects[0].(map[string]any)
	id, _ := object["id"].(string)
	kept, _ := p.google.object(id)
	if kept["state"] != "ACTIVE" || kept["classId"] != object["classId"] || !strings.HasPrefix(id, "3388.") {
		t.Errorf("object %v", kept)
	}
	written, err := json.Marshal(kept)
	if err != nil || !bytes.Contains(written, []byte("Weaving")) || !bytes.Contains(written, []byte(apptest.Origin+"/")) {
		t.Errorf("object %s: %v", written, err)
	}
	p.owner.Post("/v1/credentials/"+p.id+"/revoke", misconduct).OK()
	p.Work()
	if kept, patches := p.google.object(id); kept["state"] != "INACTIVE" || patches != 1 {
		t.Errorf("after revocation: %v, %d updates", kept, patches)
	}
	p.owner.Delete("/v1/credentials/" + p.id).OK()
	p.Work()
	kept, patches := p.google.object(id)
	if written, _ := json.Marshal(kept); patches != 2 || bytes.Contains(written, []byte("Weaving")) {
		t.Errorf("after deletion, and %d updates: %s", patches, written)
	}
}
