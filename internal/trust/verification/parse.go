package verification

import (
	"bytes"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"laurel/internal/formats/jws"
	"laurel/internal/platform/fetch"
	"laurel/internal/trust/verification/internal/containers"
	"laurel/internal/trust/verification/internal/document"
)

// object is an untrusted JSON object.
type object = document.Object

// ref matches an ID of a credential of this installation; every one contains a digit.
var ref = regexp.MustCompile(`^[A-Za-z0-9._~-]*[0-9][A-Za-z0-9._~-]*$`)

const maxRef = 255

// text detects what a typed or pasted text is.
func (r *run) text(text string) {
	text = strings.TrimSpace(text)
	switch {
	case strings.HasPrefix(text, "{"), strings.HasPrefix(text, "<"), jws.LooksLikeJWS(text), document.LooksSelective(text):
		r.content([]byte(text), "text")
	case strings.HasPrefix(text, "http://"), strings.HasPrefix(text, "https://"):
		r.address(text)
	case len(text) <= maxRef && ref.MatchString(text) && !strings.Contains(text, "."):
		r.address(r.Links.Credential(text, ""))
	case len(text) < 2048 && strings.Contains(text, "/") && strings.Contains(text, ".") && !strings.ContainsAny(text, " :\n"):
		r.address("https://" + strings.TrimPrefix(text, "//"))
	default:
		r.note("no_credential")
	}
}

// address fetches what to verify.
func (r *run) address(address string) {
	r.from = address
	if at, err := url.Parse(address); err == nil {
		r.privateKey = at.Query().Get("key")
	}
	answer, ok := r.get(address, acceptCredential)
	switch {
	case !ok:
		r.note("address_unreachable")
	case answer.Status == 410:
		code := r.goneStep(address)
		if code == "" {
			code = "address_gone"
		}
		r.note(code)
	case answer.Status == 404 && strings.HasPrefix(address, r.Links.Base()+"/"):
		if code := r.goneStep(address); code == "status_in_progress" { // it has a page, and no badge yet
			r.note(code)
			return
		}
		r.note("address_empty")
	case answer.Status == 403 && strings.HasPrefix(address, r.Links.Base()+"/"):
		r.note("address_private")
	case answer.Status != 200:
		r.note("address_unreachable")
	case strings.HasPrefix(answer.Type, "text/html"):
		r.page(answer)
	default:
		if r.result.Fetched == nil && !r.scanned {
			r.result.Fetched = answer.Body
		}
		r.file(answer.Body, "link")
	}
}

// alternate is how a page names the signed form of what it shows.
var alternate = regexp.MustCompile(`<link rel="alternate" type="application/vc\+ld\+json" href="([^"<>]+)">`)

// page follows a web page to its credential, once: a page that leads to another page has none.
func (r *run) page(answer fetch.Response) {
	named := alternate.FindSubmatch(answer.Body)
	at, err := url.Parse(answer.URL)
	if err != nil || named == nil || r.paged {
		r.note("web_page")
		return
	}
	r.paged = true
	next, err := at.Parse(html.UnescapeString(string(named[1])))
	if err != nil {
		r.note("web_page")
		return
	}
	r.address(next.String())
}

// file detects the type of a file by its content, not its name.
func (r *run) file(data []byte, form string) {
	switch {
	case len(data) > MaxInput:
		r.note("no_credential")
	case bytes.HasPrefix(data, []byte(containers.PNGSignature)):
		r.png(data)
	case bytes.Contains(data[:min(len(data), 1024)], []byte("%PDF-")):
		r.pdf(data)
	case containers.IsPicture(data):
		r.picture(data)
	default:
		r.content(bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))), form)
	}
}

// content parses JSON, a token or an SVG.
func (r *run) content(data []byte, form string) {
	switch {
	case bytes.HasPrefix(data, []byte("{")):
		r.document(data, form)
	case bytes.HasPrefix(data, []byte("<")):
		r.svg(data)
	case utf8.Valid(data) && document.LooksSelective(string(data)):
		r.selective(string(data), form)
	case utf8.Valid(data) && jws.LooksLikeJWS(string(data)):
		r.token(string(data), form)
	default:
		r.note("no_credential")
	}
}

// embeddedText verifies what a picture or a PDF embeds: JSON, a token, or a URL in the oldest form of baking.
func (r *run) embeddedText(data []byte, form string) {
	data = bytes.TrimSpace(data)
	if address := string(data); strings.HasPrefix(address, "https://") || strings.HasPrefix(address, "http://") {
		r.address(address)
		return
	}
	if bytes.HasPrefix(data, []byte("<")) {
		r.note("no_credential")
		return
	}
	r.content(data, form)
}

// document reads a JSON document.
func (r *run) document(data []byte, form string) {
	o, err := document.Parse(data)
	if err != nil {
		r.note("malformed")
		return
	}
	r.credential(data, o, nil, form)
}

// token reads a signed token, whose payload is the credential.
func (r *run) token(text, form string) {
	m, err := jws.Parse(text)
	if err != nil {
		r.note("signature_unsupported")
		return
	}
	o, err := document.Parse(m.Payload)
	if err != nil {
		r.note("malformed")
		return
	}
	r.payload(m, o, form)
}

// credential dispatches by standard.
func (r *run) credential(data []byte, o object, token *jws.Message, form string) {
	types := o.Texts("type")
	switch {
	case slices.Contains(types, "OpenBadgeCredential"), slices.Contains(types, "AchievementCredential"):
		r.found(OpenBadges3, form)
		r.openBadge3(signed{data, o, token})
	case slices.Contains(types, "ClrCredential"):
		r.found(LearnerRecord2, form)
		r.learnerRecord(signed{data, o, token})
	case slices.Contains(types, "VerifiablePresentation"):
		r.presentation(o, form)
	case slices.Contains(types, "VerifiableCredential"):
		r.found(VerifiableCredential1, form)
		r.verifiableCredential(signed{data, o, token})
	case slices.Contains(types, "Assertion") && o.Child("verify") == nil:
		r.found(OpenBadges2, form)
		r.openBadge2(assertion{object: o, proof: o.Child("verification"), id: o.Text("id")}, token)
	case o.Child("verify") != nil && o["badge"] != nil:
		r.found(OpenBadges1, form)
		r.openBadge2(assertion{object: o, proof: o.Child("verify"), id: o.Child("verify").Text("url"), old: true}, token)
	case o["badge"] != nil && o["recipient"] != nil:
		r.note("kind_unsupported") // from before 1.0: nothing says where its truth is
	default:
		r.note("no_credential")
	}
}

func (r *run) found(standard Standard, form string) {
	r.result.Standard = standard
	r.note("found", "standard", string(standard), "form", form)
}
