package httpapi

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"regexp"
	"slices"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/v1/public/trust"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/links"
	"laurel/internal/trust/verification"
)

// plainHTML holds what public pages show without scripts. Forms are inside noscript, so that nobody fills in a form that the application
// is about to replace.
//
//go:embed plain.html
var plainHTML string

var plainPages = template.Must(template.New("plain").Parse(plainHTML))

// words are the texts of a page.
type words struct {
	texts    *i18n.Bundle
	Language string
}

// T returns the text for a key. pairs are the names and values of its parameters.
func (t words) T(key string, pairs ...any) string {
	params := map[string]any{}
	for i := 0; i+1 < len(pairs); i += 2 {
		params[fmt.Sprint(pairs[i])] = pairs[i+1]
	}
	return t.texts.Text(t.Language, key, params)
}

// Date writes a date of the API for people.
func (t words) Date(day string) string { return i18n.DateOf(t.Language, day) }

func (s *spa) words(r *http.Request) words { return words{s.texts, httpx.Language(r.Context())} }

// message is a page that only says something.
type message struct{ Title, Text string }

// plain writes a page of the application with the content of a template, for clients that do not run its scripts.
func (s *spa) plain(w http.ResponseWriter, r *http.Request, f facts, frames, name string, data any) {
	var body bytes.Buffer
	if err := plainPages.ExecuteTemplate(&body, name, data); err != nil {
		httpx.Fail(w, r, fmt.Errorf("write page %s: %w", name, err))
		return
	}
	f.Language = httpx.Language(r.Context())
	f.Body = template.HTML(body.String()) //nolint:gosec // made by html/template just above
	if f.Status == 0 {
		f.Status = http.StatusOK
	}
	s.write(w, f, frames)
}

// say writes a page that only says something and is not for search engines.
func (s *spa) say(w http.ResponseWriter, r *http.Request, status int, m message, frames string) {
	s.plain(w, r, facts{Title: m.Title, NoIndex: true, Status: status}, frames, "message", m)
}

// refusals are the keys of the texts for things that cannot be shown, by the kind of error.
var refusals = map[errs.Kind]string{errs.Forbidden: "public.private", errs.Unauthorized: "public.private", errs.Gone: "public.gone"}

// refused serves the page of something that does not exist, is private or was withdrawn.
func (s *spa) refused(w http.ResponseWriter, r *http.Request, err error, frames string) {
	kind := errs.KindOf(err)
	if kind == 0 || kind == errs.TooMany || kind == errs.Unavailable {
		httpx.Fail(w, r, err)
		return
	}
	key, ok := refusals[kind]
	if !ok {
		key = "public.missing"
	}
	t := s.words(r)
	s.say(w, r, statusOf(err), message{t.T(key + ".title"), t.T(key + ".text")}, frames)
}

// person returns the visitor who sends a form.
func person(r *http.Request) access.Actor {
	return access.Actor{IP: httpx.ClientIP(r.Context()), RequestID: httpx.RequestID(r.Context())}
}

// verifyPage is the data of the page that verifies.
type verifyPage struct {
	words
	Input, Email string
	Problems     []httpx.Problem
	Found        *trust.Verification
	Match        string // whether it was issued to the email address, or ""
	Proven       bool   // the issuer made the credential's claims
	Page, Newer  string // addresses of the credential's page and of its newer version, or ""
}

// localRef matches an id, which is looked up in the database only, and no host.
var localRef = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// verifyForm serves the page that verifies. Without scripts it is a form, which an address in the query fills in. A credential of this
// installation is verified immediately. Those of others need the button: they are fetched, which a link or picture on any site could
// make browsers of strangers ask for.
func (s *spa) verifyForm(w http.ResponseWriter, r *http.Request) {
	page, status := verifyPage{words: s.words(r), Input: r.URL.Query().Get("url")}, http.StatusOK
	if _, ours := s.links.Ref(page.Input); ours || localRef.MatchString(page.Input) {
		found, err := s.public.Checked(r, verification.Input{Text: page.Input})
		if err != nil {
			status, page.Problems = httpx.Problems(w, r, err)
		} else {
			page.show(found, s.links)
		}
	}
	s.showVerify(w, r, status, page)
}

// verifyPlain verifies what the form submits and serves the result.
func (s *spa) verifyPlain(w http.ResponseWriter, r *http.Request) {
	page, status := verifyPage{words: s.words(r)}, http.StatusOK
	in, err := trust.Input(w, r)
	page.Input, page.Email = in.Text, in.Email
	if err == nil {
		var found trust.Verification
		found, err = s.public.Verified(r, in)
		if err == nil {
			page.show(found, s.links)
		}
	}
	if err != nil {
		status, page.Problems = httpx.Problems(w, r, err)
	}
	s.showVerify(w, r, status, page)
}

func (s *spa) showVerify(w http.ResponseWriter, r *http.Request, status int, page verifyPage) {
	title := page.T("public.verify.title")
	s.plain(w, r, facts{
		Visitors: true, Title: title, Description: page.T("public.verify.text"), URL: s.links.Page("/verify"), Status: status, Frames: []string{ownFiles},
		NoIndex: r.Method == http.MethodPost || r.URL.RawQuery != "",
	}, frameNone, "verify", page)
}

// unproven are the verdicts that do not establish that the issuer made the credential's claims.
var unproven = []verification.Verdict{
	verification.Changed, verification.KeyRevoked, verification.Unreachable, verification.Unsupported, verification.NotACredential, verification.Test,
}

// show adds a result, and where to go from it.
func (p *verifyPage) show(found trust.Verification, l links.Links) {
	p.Found, p.Proven = &found, !slices.Contains(unproven, verification.Verdict(found.Verdict))
	p.Match = deref(found.EmailMatch)
	for _, step := range found.Steps {
		if step.Code == "status_superseded" {
			p.Newer = step.Params["url"]
		}
	}
	if found.Credential == nil || p.Newer != "" {
		return
	}
	if ref, ours := l.Ref(found.Credential.ID); ours {
		key := ""
		if asked, err := url.Parse(p.Input); err == nil {
			key = asked.Query().Get("key")
		}
		p.Page = l.Credential(ref, key)
	}
}
