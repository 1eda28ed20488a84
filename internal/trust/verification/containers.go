package verification

import (
	"slices"
	"strings"

	"laurel/internal/formats/qr"
	"laurel/internal/trust/verification/internal/containers"
	"laurel/internal/trust/verification/internal/recipients"
)

// verifyEmbedded verifies the credential of the newest standard. A file may contain one credential in two versions of the
// standard but not two credentials, because readers would choose differently.
func (r *run) verifyEmbedded(texts containers.Texts, form string) {
	newer, older := texts[containers.Keyword3], texts[containers.Keyword2]
	switch {
	case len(newer) > 1 || len(older) > 1:
		r.note("several")
	case len(newer) == 1:
		r.embeddedText(newer[0], form)
		if len(older) == 1 {
			r.checkOlderForm(older[0], form)
		}
	case len(older) == 1:
		r.embeddedText(older[0], form)
	default:
		r.note("no_credential")
	}
}

// checkOlderForm verifies the older form embedded next to the newer one. It must be the same credential and must not be changed
// or revoked; an unreachable server is ignored, because the newer form is self-contained.
func (r *run) checkOlderForm(text []byte, form string) {
	within := *r
	within.result, within.fetched, within.finished, within.identities = Result{}, nil, false, nil
	within.embeddedText(text, form)
	verdict := within.verdict()
	r.fetches = within.fetches
	if !r.sameAs(within) {
		r.note("several")
		return
	}
	if oneOf(string(verdict), string(Valid), string(IssuerUnknown), string(Expired), string(NotYetValid), string(Unreachable)) {
		return
	}
	for _, step := range within.result.Steps {
		if led := meanings[step.Code].verdict; led != "" && led != IssuerUnknown {
			r.result.Steps = append(r.result.Steps, step)
		}
	}
}

// sameAs reports whether the older form is of the same credential: same id, same record of this installation, or same name and
// recipient.
func (r *run) sameAs(other run) bool {
	a, b := r.result.Credential, other.result.Credential
	if a == nil || b == nil {
		return false
	}
	recordA, oursA := r.Links.Record(a.ID, "")
	recordB, oursB := r.Links.Record(b.ID, "")
	if oursA || oursB {
		at, _, _ := strings.Cut(recordA, "?")
		bt, _, _ := strings.Cut(recordB, "?")
		return at == bt
	}
	shared := slices.ContainsFunc(r.identities, func(id recipients.Identity) bool { return id.Value != "" && slices.Contains(other.identities, id) })
	return a.ID != "" && a.ID == b.ID || a.Name != "" && a.Name == b.Name && shared
}

// png verifies the credential in a baked PNG, or in the QR code that it shows.
func (r *run) png(data []byte) {
	texts, err := containers.PNG(data)
	switch {
	case err != nil:
		r.note("damaged")
	case len(texts) == 0:
		r.picture(data)
	default:
		r.verifyEmbedded(texts, "png")
	}
}

// svg verifies the credential in a baked SVG.
func (r *run) svg(data []byte) {
	texts, drawing, err := containers.SVG(data)
	switch {
	case err != nil:
		r.note("malformed")
	case !drawing:
		r.note("web_page")
	default:
		r.verifyEmbedded(texts, "svg")
	}
}

// pdf verifies the credential attached to a PDF, or in the QR code on its pages.
func (r *run) pdf(data []byte) {
	switch found := containers.PDF(data); len(found) {
	case 0:
		r.pages(data)
	case 1:
		r.embeddedText(found[0], "pdf")
	default:
		r.note("several")
	}
}

// picture verifies the credential in the QR code of an image.
func (r *run) picture(data []byte) {
	if r.scanned {
		r.note("picture_without")
		return
	}
	text, err := qr.Read(data)
	if err != nil {
		r.note("picture_without")
		return
	}
	r.follow(text)
}

// pages verifies the credential in the QR code on the pages of a PDF.
func (r *run) pages(data []byte) {
	if !r.scanned {
		if text, found := containers.PDFCode(r.ctx, data); found {
			r.follow(text)
			return
		}
	}
	r.note("pdf_without")
}

// follow verifies the content of a QR code. It does so only once per run: a QR code must not lead to another one.
func (r *run) follow(text string) {
	r.scanned = true
	r.note("qr_found", "link", text)
	r.text(text)
}

// SignedDocument returns the Open Badges 3.0 document with a proof that a file is or embeds, or nil. It verifies nothing.
func SignedDocument(data []byte) []byte { return containers.SignedDocument(data) }
