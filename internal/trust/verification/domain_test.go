package verification_test

import (
	"context"
	"encoding/json"
	"net"
	"net/url"
	"sync"
	"testing"

	"golang.org/x/net/dns/dnsmessage"

	"laurel/internal/formats/dataintegrity"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/fetch"
	"laurel/internal/platform/links"
	"laurel/internal/trust/verification"
)

// nameServer answers TXT records over UDP. It refuses everything about broken.example and knows no other names.
type nameServer struct {
	mu    sync.Mutex
	texts map[string]string
	asked int
}

func newNameServer(t *testing.T) (*nameServer, *net.Resolver) {
	t.Helper()
	conn, err := new(net.ListenConfig).ListenPacket(t.Context(), "udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	s := &nameServer{texts: map[string]string{}}
	go s.serve(conn)
	var dialer net.Dialer
	return s, &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return dialer.DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

func (s *nameServer) serve(conn net.PacketConn) {
	packet := make([]byte, 4096)
	for {
		n, from, err := conn.ReadFrom(packet)
		if err != nil {
			return
		}
		var question dnsmessage.Message
		if question.Unpack(packet[:n]) != nil || len(question.Questions) != 1 {
			continue
		}
		q := question.Questions[0]
		answer := dnsmessage.Message{
			Header: dnsmessage.Header{ID: question.ID, Response: true, RecursionAvailable: true}, Questions: question.Questions,
		}
		s.mu.Lock()
		text, ok := s.texts[q.Name.String()]
		s.asked++
		s.mu.Unlock()
		switch {
		case q.Name.String() == "broken.example." || q.Name.String() == "_did.broken.example.":
			answer.RCode = dnsmessage.RCodeServerFailure
		case !ok || q.Type != dnsmessage.TypeTXT:
			answer.RCode = dnsmessage.RCodeNameError
		default:
			answer.Answers = []dnsmessage.Resource{{
				Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class, TTL: 60},
				Body:   &dnsmessage.TXTResource{TXT: []string{text[:len(text)/2], text[len(text)/2:]}}, // long records come in parts
			}}
		}
		if data, err := answer.Pack(); err == nil {
			_, _ = conn.WriteTo(data, from)
		}
	}
}

func (s *nameServer) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked
}

func (s *nameServer) set(name, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.texts = map[string]string{name: text}
}

// keyed is a stranger whose identifier is a key, so that nothing but their website can say who they are.
func keyed(t *testing.T) *stranger {
	t.Helper()
	s := newStranger(t)
	name := dataintegrity.Multikey(s.public)
	s.DID = "did:key:" + name
	s.key.Method = s.DID + "#" + name
	return s
}

// linkage is a DID configuration that links an issuer to an origin.
func (s *stranger) linkage(issuer, origin string, more j) j {
	c := j{
		"@context": []any{"https://www.w3.org/ns/credentials/v2", dataintegrity.LinkageContext}, "type": []any{"VerifiableCredential", "DomainLinkageCredential"},
		"issuer": issuer, "validFrom": "2026-01-01T00:00:00Z", "validUntil": "2027-01-01T00:00:00Z", "credentialSubject": j{"id": issuer, "origin": origin},
	}
	for name, value := range more {
		c[name] = value
	}
	return j{"@context": dataintegrity.LinkageContext, "linked_dids": []any{"no token", raw(s.t, s.sign(c))}}
}

func TestDomainConfirmsIssuer(t *testing.T) {
	t.Parallel()
	names, resolver := newNameServer(t)
	at, _ := url.Parse("https://" + host)
	const file = "/.well-known/did-configuration.json"
	origin := "https://" + host
	for name, c := range map[string]struct {
		site   string
		set    func(s *stranger)
		state  verification.DomainState
		method verification.DomainMethod
	}{
		"nothing there":             {origin, func(*stranger) {}, verification.DomainUnproven, ""},
		"a record":                  {origin + "/about", func(s *stranger) { names.set("_did."+host+".", "did="+s.DID) }, verification.DomainProven, verification.ByDNS},
		"a record of somebody else": {origin, func(s *stranger) { names.set("_did."+host+".", "did="+s.DID+"2") }, verification.DomainUnproven, ""},
		"a file":                    {"http://ISSUER.example./", func(s *stranger) { s.serve(file, s.linkage(s.DID, origin, nil)) }, verification.DomainProven, verification.ByWellKnown},
		"a file for another origin": {origin, func(s *stranger) { s.serve(file, s.linkage(s.DID, "https://other.example", nil)) }, verification.DomainUnproven, ""},
		"a file for another issuer": {origin, func(s *stranger) { s.serve(file, s.linkage("did:web:"+host, origin, nil)) }, verification.DomainUnproven, ""},
		"a file signed by another": {origin, func(s *stranger) {
			other := keyed(t)
			s.serve(file, other.linkage(s.DID, origin, nil))
		}, verification.DomainUnproven, ""},
		"a file with a token": {origin, func(s *stranger) {
			c := j{"issuer": s.DID, "type": []any{"VerifiableCredential", "DomainLinkageCredential"}, "credentialSubject": j{"id": s.DID, "origin": origin},
				"@context": []any{"https://www.w3.org/2018/credentials/v1", dataintegrity.LinkageContext}, "issuanceDate": "2026-01-01T00:00:00Z", "expirationDate": "2027-01-01T00:00:00Z"}
			jwt := token(t, j{"alg": "EdDSA", "kid": s.key.Method}, j{"iss": s.DID, "sub": s.DID, "nbf": 1767225600, "vc": c}, s.key.Private)
			s.serve(file, j{"@context": dataintegrity.LinkageContext, "linked_dids": []any{jwt}})
		}, verification.DomainProven, verification.ByWellKnown},
		"a file that ended":      {origin, func(s *stranger) { s.serve(file, s.linkage(s.DID, origin, j{"validUntil": "2026-11-21T12:00:00Z"})) }, verification.DomainUnproven, ""},
		"a domain without names": {"https://broken.example", func(*stranger) {}, verification.DomainUnreachable, ""},
	} {
		s := keyed(t)
		names.set("", "")
		c.set(s)
		document := s.sign(s.credential(j{"issuer": j{"id": s.DID, "type": []any{"Profile"}, "name": "Guild", "url": c.site}}))
		verifier := verification.New(verification.Deps{
			Clock: clock.NewFake(now), Links: links.New("https://laurel.example"), Fetch: fetch.New(fetch.Options{Own: at, Inside: s, Resolver: resolver}),
		})
		got := verifier.Verify(t.Context(), verification.Input{Text: string(document)})
		must(t, name, got, verification.IssuerUnknown, "issuer_unlisted")
		domain := got.Credential.Issuer.Domain
		if domain == nil || domain.State != c.state || domain.Method != c.method || !domain.CheckedAt.Equal(now) {
			t.Errorf("%s: %+v, want %s by %q", name, domain, c.state, c.method)
			continue
		}
		before := names.count()
		if again := verifier.Verify(t.Context(), verification.Input{Text: string(document)}); *again.Credential.Issuer.Domain != *domain || names.count() != before {
			t.Errorf("%s: asked again: %+v", name, again.Credential.Issuer.Domain)
		}
	}
}

func TestDomainIsReportedOnlyForSigningIssuers(t *testing.T) {
	t.Parallel()
	s := newStranger(t)
	document := s.sign(s.credential(nil))
	if d := s.verify(document).Credential.Issuer.Domain; d == nil || *d != (verification.Domain{Name: host, State: verification.DomainProven, Method: verification.ByHost, CheckedAt: now}) {
		t.Errorf("an id that lies on the domain: %+v", d)
	}
	changed := raw(t, document)
	changed["name"] = "Spinning"
	if got := s.verify(written(t, changed)); got.Verdict != verification.Changed || got.Credential.Issuer.Domain != nil {
		t.Errorf("a changed one: %s, %+v", got.Verdict, got.Credential.Issuer.Domain)
	}
	for site, want := range map[string]string{
		"https://Example.ORG./x": "example.org", "http://a.example.org": "a.example.org", "https://127.0.0.1": "", "https://[::1]/": "", "https://localhost": "",
		"https://example.org:8443": "", "ftp://example.org": "", "https://user@example.org": "", "": "", "example.org": "",
	} {
		if got := verification.DomainOf(site); got != want {
			t.Errorf("%s: %q, want %q", site, got, want)
		}
	}
}

// raw reads a document.
func raw(t testing.TB, document []byte) j {
	t.Helper()
	var out j
	if err := json.Unmarshal(document, &out); err != nil {
		t.Fatal(err)
	}
	return out
}
