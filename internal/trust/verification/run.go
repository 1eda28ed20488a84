package verification

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"laurel/internal/platform/clock"
	"laurel/internal/platform/fetch"
	"laurel/internal/platform/links"
	"laurel/internal/trust/verification/internal/document"
	"laurel/internal/trust/verification/internal/problem"
	"laurel/internal/trust/verification/internal/recipients"
	"laurel/internal/trust/verification/internal/registries"
)

const (
	maxFetches = 16               // in one verification
	maxTime    = 20 * time.Second // of one verification
	leeway     = 5 * time.Minute  // by which clocks may differ
)

// Deps are the dependencies of a Verifier.
type Deps struct {
	Clock      clock.Clock
	Fetch      *fetch.Client
	Links      links.Links
	Registries []string // files or addresses with lists of issuers that are trusted
}

// Verifier verifies credentials.
type Verifier struct {
	Deps
	registries *registries.Registries
	domains    *domains
}

// New returns a Verifier.
func New(d Deps) *Verifier {
	return &Verifier{d, registries.New(d.Fetch, d.Clock, d.Registries), &domains{}}
}

// Verify verifies its input.
func (v *Verifier) Verify(ctx context.Context, in Input) Result {
	ctx, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	r := &run{Verifier: v, ctx: ctx, now: v.Clock.Now(), controllers: map[string]controller{}, lists: map[string][]byte{}}
	r.result.CheckedAt = r.now
	if in.File != nil {
		r.file(in.File, "file")
	} else {
		r.text(in.Text)
	}
	r.result.Verdict = r.verdict()
	if c := r.result.Credential; c != nil && r.finished && c.Issuer.ID != "" {
		c.Issuer.Domain = v.Domain(ctx, c.Issuer.ID, c.Issuer.URL)
	}
	r.compareEmail(strings.TrimSpace(in.Email))
	r.result.identities = r.identities
	return r.result
}

// run is the state of one verification.
type run struct {
	*Verifier
	ctx         context.Context // a run lives as long as one call
	now         time.Time
	result      Result
	fetched     []Fetched // since the last step
	fetches     int
	controllers map[string]controller
	lists       map[string][]byte     // of bits that were found to be in order
	from        string                // the address that the credential was fetched from
	paged       bool                  // a web page led to it
	scanned     bool                  // a QR code led to it
	privateKey  string                // of a private credential of ours, from that address
	finished    bool                  // every step that belongs to the standard was made
	identities  []recipients.Identity // who the credential says it is for
}

// note appends a step; pairs are names and values of its parameters.
func (r *run) note(code Code, pairs ...string) *Step {
	step := Step{Code: code, State: meanings[code].state, Fetched: r.fetched}
	r.fetched = nil
	for i := 0; i+1 < len(pairs); i += 2 {
		if step.Params == nil {
			step.Params = map[string]string{}
		}
		step.Params[pairs[i]] = pairs[i+1]
	}
	r.result.Steps = append(r.result.Steps, step)
	return &r.result.Steps[len(r.result.Steps)-1]
}

func (r *run) verdict() Verdict {
	if r.ctx.Err() != nil && !r.finished {
		r.note("out_of_time")
	}
	led := map[Verdict]bool{}
	for _, step := range r.result.Steps {
		led[meanings[step.Code].verdict] = true
	}
	for _, v := range Verdicts {
		if led[v] {
			return v
		}
	}
	if !r.finished {
		return Unsupported
	}
	return Valid
}

func because(code Code, pairs ...string) *problem.Error {
	return problem.Because(string(code), pairs...)
}

// end notes why a part ended.
func (r *run) end(err error) {
	var s *problem.Error
	if !errors.As(err, &s) {
		s = because("signature_unsupported")
	}
	r.note(Code(s.Code), s.Pairs...)
}

const (
	acceptCredential = "application/vc+ld+json, application/vc, application/ld+json, application/json, text/plain, image/png, image/svg+xml, application/pdf;q=0.5"
	acceptJSON       = "application/ld+json, application/json"
)

// get fetches a document and records the request. ok is false without a response.
func (r *run) get(address, accept string) (answer fetch.Response, ok bool) {
	seen := Fetched{URL: address}
	if r.fetches++; r.fetches > maxFetches {
		seen.Problem = "too_many"
		r.fetched = append(r.fetched, seen)
		return answer, false
	}
	answer, err := r.Fetch.Get(r.ctx, address, accept)
	seen.Status = answer.Status
	switch {
	case err == nil:
	case errors.Is(err, fetch.ErrRefused):
		seen.Problem = "refused"
	case errors.Is(err, fetch.ErrTooLarge):
		seen.Problem = "too_large"
	case errors.Is(err, fetch.ErrRedirects):
		seen.Problem = "redirects"
	case errors.Is(err, context.DeadlineExceeded):
		seen.Problem = "too_slow"
	default:
		seen.Problem = "unreachable"
	}
	r.fetched = append(r.fetched, seen)
	return answer, err == nil
}

// getObject fetches a JSON object; status is 0 without a response, and o is nil when the response is not an object.
func (r *run) getObject(address string) (o object, status int) {
	answer, ok := r.get(address, acceptJSON)
	if !ok {
		return nil, 0
	}
	o, err := document.Parse(answer.Body)
	if err != nil {
		return nil, answer.Status
	}
	return o, answer.Status
}

// dates checks that now lies between two instants, either of which may be zero.
func (r *run) dates(from, until time.Time) {
	const form = time.RFC3339
	switch {
	case from.After(r.now.Add(leeway)):
		r.note("not_yet_valid", "from", from.Format(form))
	case !until.IsZero() && !r.now.Before(until):
		r.note("expired", "until", until.Format(form))
	default:
		r.note("in_time")
	}
}

// issuer checks whether a trusted registry lists the issuer.
func (r *run) issuer(id string) {
	if _, ours := r.Links.Department(id); ours {
		r.note("issuer_ours")
		return
	}
	name, failed := r.registries.Find(r.ctx, id)
	for _, source := range failed {
		r.note("registry_unreachable", "registry", source)
	}
	if name == "" {
		r.note("issuer_unlisted")
		return
	}
	r.note("issuer_listed", "registry", name)
}

func oneOf(value string, all ...string) bool { return slices.Contains(all, value) }
