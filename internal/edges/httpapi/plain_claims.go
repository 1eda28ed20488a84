package httpapi

import (
	"net/http"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"laurel/internal/edges/httpapi/v1/public/requests"
	"laurel/internal/operations/claims"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
)

// plainTime is how pages without scripts show a time, in UTC: they do not know where the reader is.
const plainTime = "2006-01-02 15:04 UTC"

// claimPage is the data of the page of a claim link.
type claimPage struct {
	words
	claims.Public
	Name, Issuer, Picture  string
	NeedsApproval          bool
	State                  string
	Domains, Opens, Closes string
	Action                 string // address of the form
	Person, Email          string // what the form submitted
	Code                   string // secret of the emailed link
	Pass                   string
	Problems               []httpx.Problem
	Asked                  bool   // the address was sent a link
	Done                   string // state of the claim after the address is confirmed
	Credential             string // address of what was issued
}

// claimForm serves the page of a claim link. Opening it changes nothing, even with the secret of an email: mail scanners open links.
func (s *spa) claimForm(w http.ResponseWriter, r *http.Request) {
	s.claim(w, r, r.URL.Query().Get("code"), func(*claimPage) error { return nil })
}

// claimPlain submits a claim, or confirms one with the secret of the email.
func (s *spa) claimPlain(w http.ResponseWriter, r *http.Request) {
	s.claim(w, r, r.PostFormValue("code"), func(page *claimPage) error {
		if page.Code != "" {
			done, err := s.public.Claims.Confirm(r.Context(), person(r), page.Code, "")
			page.Done, page.Credential = string(done.Standing), done.URL
			if page.Picture != "" && done.Picture != "" { // their own in the place of the sample
				page.Picture = done.Picture
			}
			return err
		}
		page.Person, page.Email = r.PostFormValue("name"), r.PostFormValue("email")
		_, err := s.public.Claims.Ask(r.Context(), person(r), page.Link.Token, claims.Request{
			Name: page.Person, Email: page.Email, Language: page.Language, Captcha: r.PostFormValue("pass"),
		})
		page.Asked = err == nil
		return err
	})
}

// claim serves the page of a claim link after an action. If the action fails, the page shows its form again.
func (s *spa) claim(w http.ResponseWriter, r *http.Request, code string, do func(*claimPage) error) {
	p, err := s.public.Claims.ReadPublic(r.Context(), chi.URLParam(r, "token"))
	t := s.words(r)
	if errs.KindOf(err) == errs.NotFound {
		s.say(w, r, http.StatusNotFound, message{t.T("claims.public.missing.title"), t.T("claims.public.missing.text")}, frameNone)
		return
	}
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	page := claimPage{
		words: t, Public: p, Name: p.CourseName, Issuer: p.IssuerName, NeedsApproval: p.Link.NeedsApproval, State: requests.ClaimState(p),
		Domains: strings.Join(p.Link.AllowedDomains, ", "), Opens: inUTC(p.Link.OpensAt), Closes: inUTC(p.Link.ClosesAt),
		Action: "/claim/" + p.Link.Token, Code: code, Picture: requests.ClaimPicture(p, s.links),
	}
	status := http.StatusOK
	if err := do(&page); err != nil {
		status, page.Problems = httpx.Problems(w, r, err)
	}
	if page.Pass = s.newPass(); status == http.StatusNotFound { // the secret has expired: ask again
		page.Code = ""
	}
	s.plain(w, r, facts{Title: p.CourseName + " · " + p.IssuerName, NoIndex: true, Status: status}, frameNone, "claim", page)
}

func inUTC(at *time.Time) string {
	if at == nil {
		return ""
	}
	return at.UTC().Format(plainTime)
}

// newPass returns what a form without scripts submits instead of a captcha's response, or "" if there is no such form.
func (s *spa) newPass() string {
	if s.pass == nil {
		return ""
	}
	return s.pass()
}
