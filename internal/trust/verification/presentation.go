package verification

import (
	"crypto"
	"errors"
	"slices"
	"strings"
	"time"

	"laurel/internal/formats/dataintegrity"
	"laurel/internal/formats/jws"
	"laurel/internal/trust/verification/internal/document"
)

// maxPresented is the maximum number of credentials in a presentation: as many as we put into one.
const maxPresented = 50

// presentation verifies each credential in a verifiable presentation separately; the verdict with the highest precedence is the result.
// The holder's signature says who put the credentials together. It was made for one reader, so its challenge and domain are not checked here.
func (r *run) presentation(o object, form string) {
	held := o.List("verifiableCredential")
	switch {
	case len(held) == 0:
		r.note("incomplete", "missing", "verifiableCredential")
		return
	case len(held) > maxPresented:
		r.note("kind_unsupported")
		return
	}
	r.found(Presentation, form)
	r.finished = true
	var names []string
	for _, item := range held {
		within := *r
		within.result, within.fetched, within.finished, within.identities = Result{}, nil, false, nil
		within.presented(item)
		r.fetches = within.fetches
		r.finished = r.finished && within.finished
		c := within.result.Credential
		name := ""
		if c != nil {
			name = c.Name
			names = append(names, name)
		}
		r.note("presented", "name", name)
		r.result.Steps = append(r.result.Steps, within.result.Steps...)
		if len(held) == 1 {
			r.result.Credential, r.identities = c, within.identities
		}
	}
	r.holder(o)
	if len(held) > 1 {
		r.result.Credential = &Credential{ID: o.Text("id"), Name: strings.Join(names, ", ")}
	}
}

// holder verifies the holder's signature of a presentation, if it has one.
func (r *run) holder(o object) {
	if o["proof"] == nil {
		return
	}
	proofs, _, err := dataintegrity.VerifyPresentation(document.Encode(o), func(method string) (crypto.PublicKey, string, error) {
		key, err := r.key(method)
		return key.Public, key.Controller, err
	})
	switch {
	case errors.Is(err, dataintegrity.ErrSignature):
		r.note("holder_wrong")
	case err != nil: // a key, a kind of proof or a vocabulary that is not known here
		r.note("holder_unchecked")
	case o["holder"] != nil && o.Named("holder") != proofs[0].Controller:
		r.note("holder_wrong")
	default:
		if at, err := time.Parse(time.RFC3339, proofs[0].Expires); proofs[0].Expires != "" && (err != nil || !r.now.Before(at)) {
			r.note("holder_expired", "until", proofs[0].Expires)
			return
		}
		r.note("holder_signed").Signer = proofs[0].Method
	}
}

// presented verifies a credential of a presentation: an object, a token, or an EnvelopedVerifiableCredential.
func (r *run) presented(item any) {
	const form = "text"
	if o, ok := item.(map[string]any); ok && slices.Contains(object(o).Texts("type"), "EnvelopedVerifiableCredential") {
		_, item, _ = strings.Cut(object(o).Text("id"), ",") // a data URL
	}
	switch v := item.(type) {
	case map[string]any:
		if slices.Contains(object(v).Texts("type"), "VerifiablePresentation") {
			r.note("kind_unsupported")
			return
		}
		r.credential(document.Encode(v), v, nil, form)
	case string:
		switch {
		case document.LooksSelective(v):
			r.selective(v, form)
		case jws.LooksLikeJWS(v):
			r.token(v, form)
		default:
			r.note("kind_unsupported")
		}
	default:
		r.note("malformed")
	}
}
