package saml

import (
	"crypto/x509"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/beevik/etree"
)

const (
	statusSuccess   = "urn:oasis:names:tc:SAML:2.0:status:Success"
	methodBearer    = "urn:oasis:names:tc:SAML:2.0:cm:bearer"
	formatEmail     = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"
	formatTransient = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient"

	longestNameID = 255
)

// Expectation is what a response must say.
type Expectation struct {
	Issuer       string // the provider's entity ID
	Audience     string // our entity ID
	Recipient    string // where we receive responses
	RequestID    string
	Certificates []*x509.Certificate
	Now          time.Time
	Skew         time.Duration // by which the provider's clock may differ
}

// Identity is whom an assertion is about.
type Identity struct {
	NameID     string
	Format     string
	Attributes map[string][]string // by their name, and by their friendly name where no other has it
}

// IsEmail reports whether the name ID is an email address.
func (i Identity) IsEmail() bool { return i.Format == formatEmail || strings.Contains(i.NameID, "@") }

// Response is one whose form is acceptable. Nothing in it can be relied on before Check.
type Response struct {
	root *etree.Element
}

// Read decodes a response as a form carries it.
func Read(encoded string) (*Response, error) {
	if len(encoded) > MaxResponse {
		return nil, ErrMalformed.Wrap(errors.New("it is too large"))
	}
	data, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(encoded), ""))
	if err != nil {
		return nil, ErrMalformed.Wrap(err)
	}
	if err := careful(data, false); err != nil {
		return nil, ErrMalformed.Wrap(err)
	}
	doc := etree.NewDocument()
	if err := doc.ReadFromBytes(data); err != nil {
		return nil, ErrMalformed.Wrap(err)
	}
	r := &Response{doc.Root()}
	return r, r.shape()
}

// shape refuses documents in which a signature could cover something other than what is read: every document has one assertion, signatures
// are where they belong, and no two elements have the same ID.
func (r *Response) shape() error {
	if !is(r.root, nsProtocol, "Response") || r.root.SelectAttrValue("Version", "") != "2.0" {
		return ErrMalformed.Wrap(errors.New("it is no response of SAML 2.0"))
	}
	assertions, encrypted, ids := 0, false, map[string]bool{}
	var problem error
	each(r.root, func(e *etree.Element) {
		for _, a := range e.Attr {
			if a.Space == "" && strings.EqualFold(a.Key, "ID") {
				if ids[a.Value] {
					problem = errors.New("two elements have the same ID")
				}
				ids[a.Value] = true
			}
		}
		switch {
		case is(e, nsAssertion, "Assertion"):
			assertions++
			if e.Parent() != r.root {
				problem = errors.New("an assertion is not where it belongs")
			}
		case is(e, nsSignature, "Signature"):
			if parent := e.Parent(); parent != r.root && (!is(parent, nsAssertion, "Assertion") || parent.Parent() != r.root) {
				problem = errors.New("a signature is not where it belongs")
			} else if signatureOf(parent) != e {
				problem = errors.New("an element has several signatures")
			}
		case is(e, nsSignature, "Object"), is(e, nsProtocol, "Response") && e != r.root:
			problem = errors.New("it contains another document")
		case e.NamespaceURI() == nsAssertion && strings.HasPrefix(e.Tag, "Encrypted"):
			encrypted = true
		}
	})
	switch {
	case problem != nil:
		return ErrMalformed.Wrap(problem)
	case encrypted:
		return ErrEncrypted
	case assertions > 1:
		return ErrMalformed.Wrap(errors.New("it has several assertions"))
	}
	return nil
}

// Unsolicited reports whether the response says that nobody asked for it.
func (r *Response) Unsolicited() bool { return r.root.SelectAttr("InResponseTo") == nil }

// Check returns whom the response is about, or the reason why it is refused.
func (r *Response) Check(want Expectation) (Identity, error) {
	if err := r.status(); err != nil {
		return Identity{}, err
	}
	signed, err := r.verify(want)
	if err != nil {
		return Identity{}, err
	}
	var a assertion
	if err := decode(signed, &a); err != nil {
		return Identity{}, ErrMalformed.Wrap(err)
	}
	for _, check := range []func(*Response, Expectation, assertion) error{checkIssuer, checkRequest, checkSubject, checkConditions, checkName} {
		if err := check(r, want, a); err != nil {
			return Identity{}, err
		}
	}
	name := a.Subjects[0].NameIDs[0]
	return Identity{NameID: strings.TrimSpace(name.Value), Format: name.Format, Attributes: a.attributes()}, nil
}

// status returns an error if the provider signed nobody in. Nothing is won by forging it.
func (r *Response) status() error {
	var codes []string
	each(r.root, func(e *etree.Element) {
		if is(e, nsProtocol, "StatusCode") {
			codes = append(codes, e.SelectAttrValue("Value", ""))
		}
	})
	if len(codes) == 0 {
		return ErrMalformed.Wrap(errors.New("it has no status"))
	}
	if codes[0] != statusSuccess {
		return ErrDeclined.Wrap(fmt.Errorf("the status is %s", strings.Join(codes, ", ")))
	}
	return nil
}

type assertion struct {
	Issuer   string `xml:"urn:oasis:names:tc:SAML:2.0:assertion Issuer"`
	Subjects []struct {
		NameIDs []struct {
			Format string `xml:"Format,attr"`
			Value  string `xml:",chardata"`
		} `xml:"urn:oasis:names:tc:SAML:2.0:assertion NameID"`
		Confirmations []struct {
			Method string `xml:"Method,attr"`
			Data   struct {
				period
				Recipient    string `xml:"Recipient,attr"`
				InResponseTo string `xml:"InResponseTo,attr"`
			} `xml:"urn:oasis:names:tc:SAML:2.0:assertion SubjectConfirmationData"`
		} `xml:"urn:oasis:names:tc:SAML:2.0:assertion SubjectConfirmation"`
	} `xml:"urn:oasis:names:tc:SAML:2.0:assertion Subject"`
	Conditions []struct {
		period
		Restrictions []struct {
			Audiences []string `xml:"urn:oasis:names:tc:SAML:2.0:assertion Audience"`
		} `xml:"urn:oasis:names:tc:SAML:2.0:assertion AudienceRestriction"`
	} `xml:"urn:oasis:names:tc:SAML:2.0:assertion Conditions"`
	Statements []struct {
		Until string `xml:"SessionNotOnOrAfter,attr"`
	} `xml:"urn:oasis:names:tc:SAML:2.0:assertion AuthnStatement"`
	Attributes []struct {
		List []struct {
			Name     string   `xml:"Name,attr"`
			Friendly string   `xml:"FriendlyName,attr"`
			Values   []string `xml:"urn:oasis:names:tc:SAML:2.0:assertion AttributeValue"`
		} `xml:"urn:oasis:names:tc:SAML:2.0:assertion Attribute"`
	} `xml:"urn:oasis:names:tc:SAML:2.0:assertion AttributeStatement"`
}

func (a assertion) attributes() map[string][]string {
	out, friendly := map[string][]string{}, map[string][]string{}
	for _, statement := range a.Attributes {
		for _, one := range statement.List {
			out[one.Name] = append(out[one.Name], one.Values...)
			if one.Friendly != "" {
				friendly[one.Friendly] = append(friendly[one.Friendly], one.Values...)
			}
		}
	}
	for name, values := range friendly {
		if _, there := out[name]; !there {
			out[name] = values
		}
	}
	return out
}

// period is a time in which something applies.
type period struct {
	NotBefore    string `xml:"NotBefore,attr"`
	NotOnOrAfter string `xml:"NotOnOrAfter,attr"`
}

func (p period) check(want Expectation) error {
	if p.NotBefore != "" {
		from, err := time.Parse(time.RFC3339, p.NotBefore)
		if err != nil {
			return ErrMalformed.Wrap(err)
		}
		if from.After(want.Now.Add(want.Skew)) {
			return ErrEarly
		}
	}
	if p.NotOnOrAfter != "" {
		until, err := time.Parse(time.RFC3339, p.NotOnOrAfter)
		if err != nil {
			return ErrMalformed.Wrap(err)
		}
		if !want.Now.Before(until.Add(want.Skew)) {
			return ErrExpired
		}
	}
	return nil
}

func checkIssuer(r *Response, want Expectation, a assertion) error {
	if strings.TrimSpace(a.Issuer) != want.Issuer {
		return ErrIssuer.Wrap(fmt.Errorf("the assertion is of %q", a.Issuer))
	}
	for _, e := range r.root.ChildElements() {
		if is(e, nsAssertion, "Issuer") && strings.TrimSpace(e.Text()) != want.Issuer {
			return ErrIssuer.Wrap(fmt.Errorf("the response is of %q", e.Text()))
		}
	}
	return nil
}

func checkRequest(r *Response, want Expectation, _ assertion) error {
	if to := r.root.SelectAttrValue("InResponseTo", ""); to != want.RequestID || want.RequestID == "" {
		return ErrRequest
	}
	if to := r.root.SelectAttr("Destination"); to != nil && to.Value != want.Recipient {
		return ErrRecipient.Wrap(fmt.Errorf("the response is for %q", to.Value))
	}
	return nil
}

// checkSubject demands that whoever carries the assertion may use it here, now, and for our request.
func checkSubject(_ *Response, want Expectation, a assertion) error {
	if len(a.Subjects) != 1 {
		return ErrSubject
	}
	problem := error(ErrSubject.Wrap(errors.New("nobody may carry the assertion")))
	for _, c := range a.Subjects[0].Confirmations {
		if c.Method != methodBearer {
			continue
		}
		switch {
		case c.Data.Recipient != want.Recipient:
			problem = ErrRecipient.Wrap(fmt.Errorf("the assertion is for %q", c.Data.Recipient))
		case c.Data.InResponseTo != want.RequestID:
			problem = ErrRequest
		case c.Data.NotOnOrAfter == "":
			problem = ErrExpired.Wrap(errors.New("the assertion has no end"))
		default:
			if problem = c.Data.check(want); problem == nil {
				return nil
			}
		}
	}
	return problem
}

func checkConditions(_ *Response, want Expectation, a assertion) error {
	if len(a.Conditions) != 1 || len(a.Conditions[0].Restrictions) == 0 {
		return ErrAudience.Wrap(errors.New("the assertion is for everybody"))
	}
	c := a.Conditions[0]
	if err := c.check(want); err != nil {
		return err
	}
	for _, restriction := range c.Restrictions {
		if !slices.ContainsFunc(restriction.Audiences, func(one string) bool { return strings.TrimSpace(one) == want.Audience }) {
			return ErrAudience.Wrap(fmt.Errorf("the assertion is for %q", restriction.Audiences))
		}
	}
	if len(a.Statements) == 0 {
		return ErrMalformed.Wrap(errors.New("it does not say that somebody signed in"))
	}
	for _, s := range a.Statements {
		if err := (period{NotOnOrAfter: s.Until}).check(want); err != nil {
			return err
		}
	}
	return nil
}

// checkName demands a name that is the same at the next sign-in.
func checkName(_ *Response, _ Expectation, a assertion) error {
	names := a.Subjects[0].NameIDs
	if len(names) != 1 || strings.TrimSpace(names[0].Value) == "" || len(names[0].Value) > longestNameID || names[0].Format == formatTransient {
		return ErrSubject
	}
	return nil
}

func is(e *etree.Element, namespace, tag string) bool {
	return e != nil && e.Tag == tag && e.NamespaceURI() == namespace
}

func each(e *etree.Element, do func(*etree.Element)) {
	do(e)
	for _, child := range e.ChildElements() {
		each(child, do)
	}
}

func decode(e *etree.Element, into any) error {
	doc := etree.NewDocument()
	doc.SetRoot(e.Copy())
	data, err := doc.WriteToBytes()
	if err != nil {
		return err
	}
	return xml.Unmarshal(data, into)
}
