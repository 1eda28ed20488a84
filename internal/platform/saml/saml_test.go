package saml_test

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/beevik/etree"
	dsig "github.com/russellhaering/goxmldsig"

	"laurel/internal/platform/saml"
)

var now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

const (
	issuer    = "https://idp.example/metadata"
	audience  = "https://laurel.example/v1/sso/saml/1/metadata"
	recipient = "https://laurel.example/v1/sso/saml/1/acs"
	requestID = "_request"
)

// signer is a provider with a key.
type signer struct {
	key  *rsa.PrivateKey
	cert *x509.Certificate
}

func newSigner(t *testing.T, at time.Time) signer {
	t.Helper()
	key, cert, err := saml.NewKey("provider", at)
	if err != nil {
		t.Fatal(err)
	}
	return signer{key, cert}
}

func (s signer) expectation() saml.Expectation {
	return saml.Expectation{
		Issuer: issuer, Audience: audience, Recipient: recipient, RequestID: requestID, Certificates: []*x509.Certificate{s.cert},
		Now: now, Skew: 90 * time.Second,
	}
}

// said is what a response says. The zero value is fine.
type said struct {
	issuer, audience, recipient, destination, request, status, nameID, format string

	from, until  time.Duration // from now
	conditions   string        // instead of the usual ones
	confirmation string
}

func or(a, b string) string {
	if a == "" {
		return b
	}
	return a
}

func stamp(d time.Duration) string { return now.Add(d).Format(time.RFC3339) }

func (m said) assertion(id string) string {
	if m.until == 0 {
		m.until = 5 * time.Minute
	}
	confirmation := or(m.confirmation, fmt.Sprintf(`<saml:SubjectConfirmationData InResponseTo="%s" Recipient="%s" NotOnOrAfter="%s"/>`,
		or(m.request, requestID), or(m.recipient, recipient), stamp(m.until)))
	conditions := or(m.conditions, fmt.Sprintf(`<saml:Conditions NotBefore="%s" NotOnOrAfter="%s"><saml:AudienceRestriction><saml:Audience>%s</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
		stamp(m.from), stamp(m.until), or(m.audience, audience)))
	return fmt.Sprintf(`<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="%s" Version="2.0" IssueInstant="%s"><saml:Issuer>%s</saml:Issuer>`+
		`<saml:Subject><saml:NameID Format="%s">%s</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">%s</saml:SubjectConfirmation></saml:Subject>%s`+
		`<saml:AuthnStatement AuthnInstant="%s"><saml:AuthnContext><saml:AuthnContextClassRef>urn:x</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`+
		`<saml:AttributeStatement><saml:Attribute Name="urn:mail" FriendlyName="mail"><saml:AttributeValue>ada@people.example</saml:AttributeValue></saml:Attribute>`+
		`<saml:Attribute Name="groups"><saml:AttributeValue>weavers</saml:AttributeValue><saml:AttributeValue>registrars</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion>`,
		id, stamp(0), or(m.issuer, issuer), or(m.format, "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"), or(m.nameID, "ada"), confirmation, conditions, stamp(0))
}

// response puts an assertion, or anything else, into a response.
func (m said) response(content string) string {
	return fmt.Sprintf(`<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_response" Version="2.0" IssueInstant="%s" Destination="%s" InResponseTo="%s">`+
		`<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">%s</saml:Issuer><samlp:Status><samlp:StatusCode Value="%s"/></samlp:Status>%s</samlp:Response>`,
		stamp(0), or(m.destination, recipient), or(m.request, requestID), or(m.issuer, issuer), or(m.status, "urn:oasis:names:tc:SAML:2.0:status:Success"), content)
}

// sign signs the element and puts the signature behind its issuer.
func (s signer) sign(t *testing.T, text string, methods ...string) string {
	t.Helper()
	ctx, err := dsig.NewSigningContext(s.key, [][]byte{s.cert.Raw})
	if err != nil {
		t.Fatal(err)
	}
	ctx.Canonicalizer = dsig.MakeC14N10ExclusiveCanonicalizerWithPrefixList("")
	for _, method := range methods {
		if err := ctx.SetSignatureMethod(method); err != nil {
			t.Fatal(err)
		}
	}
	root := parse(t, text)
	signature, err := ctx.ConstructSignature(root, true)
	if err != nil {
		t.Fatal(err)
	}
	root.InsertChildAt(1, signature)
	return write(t, root)
}

func parse(t *testing.T, text string) *etree.Element {
	t.Helper()
	doc := etree.NewDocument()
	if err := doc.ReadFromString(text); err != nil {
		t.Fatal(err)
	}
	return doc.Root()
}

func write(t *testing.T, e *etree.Element) string {
	t.Helper()
	doc := etree.NewDocument()
	doc.SetRoot(e.Copy())
	text, err := doc.WriteToString()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func check(text string, want saml.Expectation) (saml.Identity, error) {
	r, err := saml.Read(base64.StdEncoding.EncodeToString([]byte(text)))
	if err != nil {
		return saml.Identity{}, err
	}
	return r.Check(want)
}

func TestASignedAssertionOrResponseIsAccepted(t *testing.T) {
	t.Parallel()
	p := newSigner(t, now)
	old := newSigner(t, now)
	for name, text := range map[string]string{
		"signed assertion": said{}.response(p.sign(t, said{}.assertion("_a"))),
		"signed response":  p.sign(t, said{}.response(said{}.assertion("_a"))),
		"both signed":      p.sign(t, said{}.response(p.sign(t, said{}.assertion("_a")))),
		"within the skew":  said{}.response(p.sign(t, said{from: 80 * time.Second, until: -80 * time.Second}.assertion("_a"))),
	} {
		want := p.expectation()
		want.Certificates = []*x509.Certificate{old.cert, p.cert} // a rollover
		who, err := check(text, want)
		if err != nil {
			t.Errorf("%s: %v %v", name, err, errors.Unwrap(err))
			continue
		}
		if who.NameID != "ada" || who.Attributes["mail"][0] != "ada@people.example" || len(who.Attributes["groups"]) != 2 {
			t.Errorf("%s: %+v", name, who)
		}
	}
}

func TestWhatAResponseMustSay(t *testing.T) {
	t.Parallel()
	p := newSigner(t, now)
	ok := said{}
	for name, test := range map[string]struct {
		response, assertion said
		want                error
	}{
		"another audience":       {ok, said{audience: "https://other.example"}, saml.ErrAudience},
		"no audience":            {ok, said{conditions: `<saml:Conditions NotBefore="` + stamp(0) + `"/>`}, saml.ErrAudience},
		"no conditions":          {ok, said{conditions: `<saml:Advice/>`}, saml.ErrAudience},
		"another recipient":      {ok, said{recipient: "https://other.example/acs"}, saml.ErrRecipient},
		"another destination":    {said{destination: "https://other.example/acs"}, ok, saml.ErrRecipient},
		"expired":                {ok, said{from: -time.Hour, until: -91 * time.Second}, saml.ErrExpired},
		"no end":                 {ok, said{confirmation: `<saml:SubjectConfirmationData InResponseTo="_request" Recipient="` + recipient + `"/>`}, saml.ErrExpired},
		"not valid yet":          {ok, said{from: 91 * time.Second}, saml.ErrEarly},
		"another issuer":         {ok, said{issuer: "https://evil.example"}, saml.ErrIssuer},
		"another issuer outside": {said{issuer: "https://evil.example"}, ok, saml.ErrIssuer},
		"another request":        {ok, said{request: "_other"}, saml.ErrRequest},
		"another request too":    {said{request: "_other"}, ok, saml.ErrRequest},
		"a fleeting name":        {ok, said{format: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient"}, saml.ErrSubject},
		"no name":                {ok, said{nameID: " "}, saml.ErrSubject},
		"nobody signed in":       {said{status: "urn:oasis:names:tc:SAML:2.0:status:Responder"}, ok, saml.ErrDeclined},
	} {
		if _, err := check(test.response.response(p.sign(t, test.assertion.assertion("_a"))), p.expectation()); !errors.Is(err, test.want) {
			t.Errorf("%s: %v; want %v", name, err, test.want)
		}
	}
}

func TestOnlyTheProvidersKeysCount(t *testing.T) {
	t.Parallel()
	p, stranger := newSigner(t, now), newSigner(t, now)
	signed := p.sign(t, said{}.assertion("_a"))
	expired := p.expectation()
	expired.Now = now.AddDate(11, 0, 0)
	for name, test := range map[string]struct {
		text   string
		expect saml.Expectation
		want   error
	}{
		"another certificate":   {said{}.response(stranger.sign(t, said{}.assertion("_a"))), p.expectation(), saml.ErrSignature},
		"no signature":          {said{}.response(said{}.assertion("_a")), p.expectation(), saml.ErrUnsigned},
		"changed":               {said{}.response(strings.ReplaceAll(signed, ">ada<", ">owner<")), p.expectation(), saml.ErrSignature},
		"SHA-1":                 {said{}.response(p.sign(t, said{}.assertion("_a"), dsig.RSASHA1SignatureMethod)), p.expectation(), saml.ErrAlgorithm},
		"expired certificate":   {said{}.response(signed), expired, saml.ErrCertificate},
		"two, one of them bad":  {stranger.sign(t, said{}.response(signed)), p.expectation(), saml.ErrSignature},
		"response of a stanger": {stranger.sign(t, said{}.response(said{}.assertion("_a"))), p.expectation(), saml.ErrSignature},
	} {
		if _, err := check(test.text, test.expect); !errors.Is(err, test.want) {
			t.Errorf("%s: %v; want %v", name, err, test.want)
		}
	}
}

// TestSignaturesCannotBeWrapped moves what is signed away from where it is read, in all the ways that have been tried on others.
func TestSignaturesCannotBeWrapped(t *testing.T) {
	t.Parallel()
	p := newSigner(t, now)
	evil := said{nameID: "owner"}
	signed := p.sign(t, said{}.assertion("_a"))
	signedResponse := p.sign(t, said{}.response(said{}.assertion("_a")))
	// of returns the signature of a signed text.
	of := func(text string) *etree.Element { return parse(t, text).FindElement("./Signature") }
	bare := func(text string) *etree.Element {
		root := parse(t, text)
		root.RemoveChild(root.FindElement("./Signature"))
		return root
	}
	with := func(outer string, change func(root *etree.Element)) string {
		root := parse(t, outer)
		change(root)
		return write(t, root)
	}
	inObject := func(signature, content *etree.Element) *etree.Element {
		signature.CreateElement("ds:Object").AddChild(content)
		return signature
	}
	for name, text := range map[string]string{
		"1: a forged response around the signature of the true one": with(evil.response(evil.assertion("_evil")), func(root *etree.Element) {
			root.CreateAttr("ID", "_evil_response")
			root.InsertChildAt(1, inObject(of(signedResponse), bare(signedResponse)))
		}),
		"2: the true response beside its signature": with(evil.response(evil.assertion("_evil")), func(root *etree.Element) {
			root.CreateAttr("ID", "_evil_response")
			root.InsertChildAt(1, bare(signedResponse))
			root.InsertChildAt(2, of(signedResponse))
		}),
		"3: a forged assertion before the signed one":       said{}.response(evil.assertion("_evil") + signed),
		"3b: a forged assertion after the signed one":       said{}.response(signed + evil.assertion("_evil")),
		"3c: a forged assertion with the same ID":           said{}.response(evil.assertion("_a") + signed),
		"4: the signed assertion inside the forged one":     said{}.response(with(evil.assertion("_evil"), func(root *etree.Element) { root.AddChild(parse(t, signed)) })),
		"5: the signature in the forged one, the true last": said{}.response(with(evil.assertion("_evil"), func(root *etree.Element) { root.InsertChildAt(1, of(signed)) }) + write(t, bare(signed))),
		"6: the true one inside the moved signature": said{}.response(with(evil.assertion("_evil"), func(root *etree.Element) {
			signature := of(signed)
			signature.AddChild(bare(signed))
			root.InsertChildAt(1, signature)
		})),
		"7: the true one in extensions": said{}.response(`<samlp:Extensions>`+signed+`</samlp:Extensions>`) + "",
		"7b: and a forged one":          said{}.response(`<samlp:Extensions>` + signed + `</samlp:Extensions>` + evil.assertion("_evil")),
		"8: the true one in an object of the signature": said{}.response(with(evil.assertion("_evil"), func(root *etree.Element) {
			root.InsertChildAt(1, inObject(of(signed), bare(signed)))
		})),
		"9: only the signature of the true one": said{}.response(with(evil.assertion("_evil"), func(root *etree.Element) { root.InsertChildAt(1, of(signed)) })),
		"10: with the ID of the true one":       said{}.response(with(evil.assertion("_a"), func(root *etree.Element) { root.InsertChildAt(1, of(signed)) })),
		"11: the assertion in a signed response": with(signedResponse, func(root *etree.Element) {
			root.RemoveChild(root.FindElement("./Assertion"))
			root.AddChild(parse(t, evil.assertion("_a")))
		}),
		"12: a second assertion in a signed one": with(signedResponse, func(root *etree.Element) { root.AddChild(parse(t, evil.assertion("_evil"))) }),
		"13: two signatures":                     said{}.response(with(signed, func(root *etree.Element) { root.InsertChildAt(1, of(p.sign(t, evil.assertion("_evil")))) })),
		"14: two references": said{}.response(with(signed, func(root *etree.Element) {
			info := root.FindElement("./Signature/SignedInfo")
			info.AddChild(info.FindElement("./Reference").Copy())
		})),
		"15: a reference to the whole document":   said{}.response(with(signed, func(root *etree.Element) { root.FindElement("./Signature/SignedInfo/Reference").CreateAttr("URI", "") })),
		"16: a signed assertion without response": signed,
		"17: another transform": said{}.response(with(signed, func(root *etree.Element) {
			root.FindElement("./Signature/SignedInfo/Reference/Transforms/Transform").CreateAttr("Algorithm", "http://www.w3.org/TR/1999/REC-xslt-19991116")
		})),
	} {
		if who, err := check(text, p.expectation()); err == nil {
			t.Errorf("%s: accepted as %s", name, who.NameID)
		} else if !errors.Is(err, saml.ErrMalformed) && !errors.Is(err, saml.ErrSignature) && !errors.Is(err, saml.ErrAlgorithm) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWhatIsNoPlainXMLIsRefused(t *testing.T) {
	t.Parallel()
	p := newSigner(t, now)
	good := said{}.response(p.sign(t, said{nameID: "owner@people.example.evil.example"}.assertion("_a")))
	for name, test := range map[string]struct {
		text string
		want error
	}{
		"a comment in the name":  {strings.Replace(good, "owner@people.example.evil", "owner@people.example<!-- -->.evil", 1), saml.ErrMalformed},
		"a document type":        {`<!DOCTYPE a SYSTEM "https://evil.example/a.dtd">` + good, saml.ErrMalformed},
		"an entity":              {`<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>` + strings.Replace(good, "owner@", "&x;", 1), saml.ErrMalformed},
		"an undeclared entity":   {strings.Replace(good, "owner@", "&x;", 1), saml.ErrMalformed},
		"an instruction":         {`<?xml-stylesheet href="https://evil.example"?>` + good, saml.ErrMalformed},
		"a false name":           {strings.Replace(good, "<samlp:Status>", "<samlp:Status ::a=\"\">", 1), saml.ErrMalformed},
		"nothing":                {"", saml.ErrMalformed},
		"no XML":                 {"hello", saml.ErrMalformed},
		"something else":         {"<html/>", saml.ErrMalformed},
		"an encrypted assertion": {said{}.response(`<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>`), saml.ErrEncrypted},
		"too deep":               {said{}.response(strings.Repeat("<a>", 100) + strings.Repeat("</a>", 100)), saml.ErrMalformed},
		"too long":               {said{}.response(strings.Repeat("<a/>", 100_000)), saml.ErrMalformed},
		"two documents":          {good + good, saml.ErrMalformed},
	} {
		if _, err := check(test.text, p.expectation()); !errors.Is(err, test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := saml.Read("no base64!"); !errors.Is(err, saml.ErrMalformed) {
		t.Error(err)
	}
}

func TestRequestsAreSignedWithOurKey(t *testing.T) {
	t.Parallel()
	own := newSigner(t, now)
	address, err := saml.Request{
		ID: saml.NewID(), EntityID: audience, ACS: recipient, SignInURL: "https://idp.example/sso?tenant=1", RelayState: "state/+ 1", Now: now,
	}.URL(own.key)
	if err != nil {
		t.Fatal(err)
	}
	_, query, _ := strings.Cut(address, "?tenant=1&")
	message, signature, _ := strings.Cut(query, "&Signature=")
	if !strings.HasPrefix(message, "SAMLRequest=") || !strings.Contains(message, "&RelayState=state%2F%2B+1&SigAlg=") {
		t.Fatalf("it asks %s", address)
	}
	raw, err := base64.StdEncoding.DecodeString(strings.NewReplacer("%2B", "+", "%2F", "/", "%3D", "=").Replace(signature))
	if err != nil {
		t.Fatal(err)
	}
	if err := own.cert.CheckSignature(x509.SHA256WithRSA, []byte(message), raw); err != nil {
		t.Error(err)
	}
}

func TestMetadataOfOneUsableProviderAreRead(t *testing.T) {
	t.Parallel()
	p, weak := newSigner(t, now), weakCertificate(t)
	key := func(use string, raw []byte) string {
		return `<KeyDescriptor` + use + `><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>` + base64.StdEncoding.EncodeToString(raw) + `</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`
	}
	redirect := `<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso"/>`
	post := strings.Replace(redirect, "HTTP-Redirect", "HTTP-POST", 1)
	wrap := func(attributes, content string) string {
		return `<!-- ours --><EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="` + issuer + `"` + attributes + `><IDPSSODescriptor>` + content + `</IDPSSODescriptor></EntityDescriptor>`
	}
	good := wrap("", key(` use="signing"`, p.cert.Raw)+key("", p.cert.Raw)+key(` use="encryption"`, weak)+post+redirect)
	found, err := saml.ParseProvider([]byte(good), now)
	if err != nil || found.EntityID != issuer || found.SignInURL != "https://idp.example/sso" || len(found.Certificates) != 1 {
		t.Errorf("%+v, %v", found, err)
	}
	for name, test := range map[string]struct {
		text string
		want error
	}{
		"several providers":    {`<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">` + good + `</EntitiesDescriptor>`, saml.ErrMetadataSeveral},
		"no provider":          {strings.ReplaceAll(good, "IDPSSO", "SPSSO"), saml.ErrMetadata},
		"a web page":           {`<html><body></body></html>`, saml.ErrMetadata},
		"a document type":      {`<!DOCTYPE a>` + good, saml.ErrMetadata},
		"expired":              {wrap(` validUntil="`+stamp(-time.Minute)+`"`, key("", p.cert.Raw)+redirect), saml.ErrMetadataExpired},
		"only posts":           {wrap("", key("", p.cert.Raw)+post), saml.ErrMetadataRedirect},
		"a script":             {wrap("", key("", p.cert.Raw)+strings.Replace(redirect, "https://idp.example/sso", "javascript:alert(1)", 1)), saml.ErrMetadataRedirect},
		"no certificate":       {wrap("", redirect), saml.ErrMetadataCertificate},
		"a weak certificate":   {wrap("", key("", weak)+redirect), saml.ErrMetadataCertificate},
		"a broken certificate": {wrap("", key("", []byte("x"))+redirect), saml.ErrMetadataCertificate},
	} {
		if _, err := saml.ParseProvider([]byte(test.text), now); !errors.Is(err, test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	own, err := saml.Metadata(saml.Service{EntityID: audience, ACS: recipient, Certificates: []*x509.Certificate{p.cert, p.cert}})
	if err != nil || strings.Count(string(own), "<ds:X509Certificate>") != 2 || !strings.Contains(string(own), `AuthnRequestsSigned="true"`) {
		t.Errorf("%s, %v", own, err)
	}
}

// weakCertificate returns a certificate of a key that is too short.
func weakCertificate(t *testing.T) []byte {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: newSigner(t, now).cert.SerialNumber, NotBefore: now, NotAfter: now.AddDate(1, 0, 0)}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), crypto.Signer(key))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}
