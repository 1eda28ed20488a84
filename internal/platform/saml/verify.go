package saml

import (
	"crypto/x509"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/beevik/etree"
	dsig "github.com/russellhaering/goxmldsig"
	"github.com/russellhaering/goxmldsig/etreeutils"
)

// What signatures may use. SHA-1 is not among it.
var (
	signatureMethods = []string{
		dsig.RSASHA256SignatureMethod, dsig.RSASHA384SignatureMethod, dsig.RSASHA512SignatureMethod,
		dsig.ECDSASHA256SignatureMethod, dsig.ECDSASHA384SignatureMethod, dsig.ECDSASHA512SignatureMethod,
	}
	digestMethods = []string{
		"http://www.w3.org/2001/04/xmlenc#sha256", "http://www.w3.org/2001/04/xmldsig-more#sha384", "http://www.w3.org/2001/04/xmlenc#sha512",
	}
	canonicalizations = []string{
		dsig.CanonicalXML10ExclusiveAlgorithmId.String(), dsig.CanonicalXML11AlgorithmId.String(), dsig.CanonicalXML10RecAlgorithmId.String(),
	}
	transforms = append(slices.Clone(canonicalizations), dsig.EnvelopedSignatureAltorithmId.String())
)

// verify returns the assertion as the signatures cover it: it is read from the signed bytes, never from the document. Every signature of the
// response must be right.
func (r *Response) verify(want Expectation) (*etree.Element, error) {
	certificates, err := valid(want)
	if err != nil {
		return nil, err
	}
	root, covered := r.root, false
	if signature := signatureOf(root); signature != nil {
		if root, err = verified(root, certificates, want); err != nil {
			return nil, err
		}
		covered = true
	}
	found := only(root, nsAssertion, "Assertion")
	if found == nil {
		return nil, ErrMalformed.Wrap(errors.New("it has no assertion"))
	}
	if signatureOf(found) == nil {
		if !covered {
			return nil, ErrUnsigned
		}
		return found, nil
	}
	return verified(found, certificates, want)
}

// valid returns the certificates that are valid now.
func valid(want Expectation) ([]*x509.Certificate, error) {
	var out []*x509.Certificate
	for _, c := range want.Certificates {
		if !want.Now.Before(c.NotBefore.Add(-want.Skew)) && !want.Now.After(c.NotAfter) {
			out = append(out, c)
		}
	}
	if len(out) == 0 {
		return nil, ErrCertificate
	}
	return out, nil
}

// verified returns an element as its signature covers it. The keys are those of the provider's metadata, whatever the signature names.
func verified(e *etree.Element, certificates []*x509.Certificate, want Expectation) (*etree.Element, error) {
	signature := signatureOf(e)
	if err := checkSignature(e, signature); err != nil {
		return nil, err
	}
	around, err := etreeutils.NSBuildParentContext(e)
	if err != nil {
		return nil, ErrMalformed.Wrap(err)
	}
	alone, err := etreeutils.NSDetatch(around, e)
	if err != nil {
		return nil, ErrMalformed.Wrap(err)
	}
	own := signatureOf(alone)
	for _, info := range own.ChildElements() {
		if info.Tag == dsig.KeyInfoTag {
			own.RemoveChild(info)
		}
	}
	problem := errors.New("no certificate")
	for _, c := range certificates {
		check := dsig.NewDefaultValidationContext(&dsig.MemoryX509CertificateStore{Roots: []*x509.Certificate{c}})
		check.Clock = dsig.NewFakeClockAt(at(c, want))
		out, err := check.Validate(alone)
		if err == nil {
			return out, nil
		}
		problem = err
	}
	return nil, ErrSignature.Wrap(problem)
}

// at returns the time now, or the beginning of a certificate that is valid within the skew.
func at(c *x509.Certificate, want Expectation) time.Time {
	if want.Now.Before(c.NotBefore) {
		return c.NotBefore
	}
	return want.Now
}

// checkSignature demands that a signature covers exactly the element that it is in, with algorithms that can be relied on.
func checkSignature(e, signature *etree.Element) error {
	info := only(signature, nsSignature, dsig.SignedInfoTag)
	if info == nil {
		return ErrMalformed.Wrap(errors.New("a signature has no content"))
	}
	reference, id := only(info, nsSignature, dsig.ReferenceTag), e.SelectAttrValue("ID", "")
	if reference == nil || id == "" || reference.SelectAttrValue(dsig.URIAttr, "") != "#"+id {
		return ErrSignature.Wrap(errors.New("the signature covers something else"))
	}
	for _, one := range []struct {
		in    *etree.Element
		tag   string
		among []string
	}{
		{info, dsig.SignatureMethodTag, signatureMethods}, {info, dsig.CanonicalizationMethodTag, canonicalizations}, {reference, dsig.DigestMethodTag, digestMethods},
	} {
		found := only(one.in, nsSignature, one.tag)
		if found == nil {
			return ErrMalformed.Wrap(fmt.Errorf("a signature has not exactly one %s", one.tag))
		}
		if name := found.SelectAttrValue(dsig.AlgorithmAttr, ""); !slices.Contains(one.among, name) {
			return ErrAlgorithm.Wrap(fmt.Errorf("the %s is %q", one.tag, name))
		}
	}
	list := only(reference, nsSignature, dsig.TransformsTag)
	if list == nil || len(list.ChildElements()) > 2 {
		return ErrAlgorithm.Wrap(errors.New("the transforms are others"))
	}
	for _, transform := range list.ChildElements() {
		if name := transform.SelectAttrValue(dsig.AlgorithmAttr, ""); !slices.Contains(transforms, name) {
			return ErrAlgorithm.Wrap(fmt.Errorf("a transform is %q", name))
		}
	}
	return nil
}

// signatureOf returns the first signature of an element, or nil.
func signatureOf(e *etree.Element) *etree.Element {
	for _, child := range e.ChildElements() {
		if is(child, nsSignature, dsig.SignatureTag) {
			return child
		}
	}
	return nil
}

// only returns the one child of that name, or nil if there are none or several.
func only(e *etree.Element, namespace, tag string) *etree.Element {
	var found *etree.Element
	for _, child := range e.ChildElements() {
		if is(child, namespace, tag) {
			if found != nil {
				return nil
			}
			found = child
		}
	}
	return found
}
