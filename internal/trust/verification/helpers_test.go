package verification_test

import (
	"bytes"
	"compress/gzip"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strconv"
	"testing"
	"time"

	"laurel/internal/formats/dataintegrity"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/fetch"
	"laurel/internal/platform/links"
	"laurel/internal/trust/verification"
)

type j = map[string]any

var now = time.Date(2026, time.November, 21, 12, 0, 0, 0, time.UTC)

// stranger is an issuer that is none of ours, with a web server.
type stranger struct {
	t      testing.TB
	DID    string
	key    dataintegrity.Key
	public ed25519.PublicKey
	// documents are what the server answers, by path; absent ones are 404.
	documents map[string]document
	asked     []string
}

type document struct {
	status int
	body   []byte
	kind   string
}

const host = "issuer.example"

func newStranger(t testing.TB) *stranger {
	t.Helper()
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	s := &stranger{t: t, DID: "did:web:" + host, public: public, documents: map[string]document{}}
	name := dataintegrity.Multikey(public)
	s.key = dataintegrity.Key{Private: private, Method: s.DID + "#" + name}
	s.serve("/.well-known/did.json", j{
		"id": s.DID, "assertionMethod": []any{s.key.Method},
		"verificationMethod": []any{j{"id": s.key.Method, "type": "Multikey", "controller": s.DID, "publicKeyMultibase": name}},
	})
	return s
}

func (s *stranger) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.asked = append(s.asked, r.URL.Path)
	d, ok := s.documents[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", d.kind)
	w.WriteHeader(d.status)
	_, _ = w.Write(d.body)
}

// serve puts a document on the server and returns its address.
func (s *stranger) serve(path string, body any) string {
	data, ok := body.([]byte)
	if !ok {
		data = written(s.t, body)
	}
	s.documents[path] = document{200, data, "application/json"}
	return "https://" + host + path
}

func written(t testing.TB, value any) []byte {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// credential is one of Open Badges 3.0 before it is signed.
func (s *stranger) credential(more j) j {
	c := j{
		"@context": []any{
			"https://www.w3.org/ns/credentials/v2", "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
			"https://purl.imsglobal.org/spec/ob/v3p0/extensions.json",
		},
		"id": "https://" + host + "/credentials/1", "type": []any{"VerifiableCredential", "OpenBadgeCredential"}, "name": "Weaving",
		"issuer":    j{"id": s.DID, "type": []any{"Profile"}, "name": "Guild"},
		"validFrom": "2026-01-01T00:00:00Z",
		"credentialSubject": j{
			"type": []any{"AchievementSubject"}, "name": "Ada", "identifier": []any{j{
				"type": "IdentityObject", "hashed": true, "identityHash": "sha256$00", "identityType": "emailAddress", "salt": "x",
			}},
			"achievement": j{
				"id": "https://" + host + "/a/1", "type": []any{"Achievement"}, "name": "Weaving", "description": "Looms",
				"criteria": j{"narrative": "Weave"},
			},
		},
	}
	for name, value := range more {
		c[name] = value
	}
	return c
}

// sign signs a document with the stranger's key.
func (s *stranger) sign(doc any) []byte {
	s.t.Helper()
	out, err := dataintegrity.Sign(written(s.t, doc), s.key, now)
	if err != nil {
		s.t.Fatal(err)
	}
	return out
}

// list serves a signed list of bits with some of them set and returns the entry for an index.
func (s *stranger) list(purpose string, index int, set ...int) j {
	s.t.Helper()
	address := "https://" + host + "/status/" + purpose
	s.serve("/status/"+purpose, s.sign(s.listOf(purpose, packed(s.t, 16<<10, set...))))
	return j{
		"id": address + "#" + strconv.Itoa(index), "type": "BitstringStatusListEntry", "statusPurpose": purpose,
		"statusListIndex": strconv.Itoa(index), "statusListCredential": address,
	}
}

func (s *stranger) listOf(purpose, encoded string) j {
	address := "https://" + host + "/status/" + purpose
	return j{
		"@context": []any{"https://www.w3.org/ns/credentials/v2"}, "id": address, "type": []any{"VerifiableCredential", "BitstringStatusListCredential"},
		"issuer": s.DID, "validFrom": "2026-01-01T00:00:00Z",
		"credentialSubject": j{"id": address + "#list", "type": "BitstringStatusList", "statusPurpose": purpose, "encodedList": encoded},
	}
}

func packed(t testing.TB, size int, set ...int) string {
	t.Helper()
	bits := make([]byte, size)
	for _, i := range set {
		bits[i/8] |= 128 >> (i % 8)
	}
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, err1 := z.Write(bits)
	if err2 := z.Close(); err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	return "u" + base64.RawURLEncoding.EncodeToString(out.Bytes())
}

// verifier sees the stranger's server at its host.
func (s *stranger) verifier(registries ...string) *verification.Verifier {
	s.t.Helper()
	return s.at("https://"+host, registries...)
}

// at sees the stranger's server at an origin.
func (s *stranger) at(origin string, registries ...string) *verification.Verifier {
	s.t.Helper()
	at, err := url.Parse(origin)
	if err != nil {
		s.t.Fatal(err)
	}
	return verification.New(verification.Deps{
		Clock: clock.NewFake(now), Fetch: fetch.New(fetch.Options{Own: at, Inside: s}), Links: links.New("https://laurel.example"), Registries: registries,
	})
}

func (s *stranger) verify(text []byte) verification.Result {
	return s.verifier().Verify(s.t.Context(), verification.Input{Text: string(text)})
}

// must fails the test unless the verdict is the wanted one and some step has the code.
func must(t *testing.T, what string, got verification.Result, want verification.Verdict, code verification.Code) {
	t.Helper()
	for _, step := range got.Steps {
		if got.Verdict == want && step.Code == code {
			return
		}
	}
	t.Errorf("%s: %s, want %s by %s\n%+v", what, got.Verdict, want, code, got.Steps)
}

// network is a verifier that fetches over the loopback network for real.
func network(t *testing.T, h http.Handler) (*verification.Verifier, string) {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return verification.New(verification.Deps{
		Clock: clock.NewFake(now), Links: links.New("https://laurel.example"),
		Fetch: fetch.New(fetch.Options{Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}}),
	}), server.URL
}
